/* SPDX-License-Identifier: Apache-2.0
 *
 * In place of the C library's header, which NVRTC lacks. It knows size_t by itself.
 */
#ifndef TP_NVRTC_STDDEF_H
#define TP_NVRTC_STDDEF_H

#ifndef NULL
#define NULL 0
#endif

#endif
