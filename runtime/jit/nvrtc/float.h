/* SPDX-License-Identifier: Apache-2.0
 *
 * In place of the C library's header, which NVRTC lacks: its most used part.
 */
#ifndef TP_NVRTC_FLOAT_H
#define TP_NVRTC_FLOAT_H

#define FLT_MAX 0x1.fffffep127f
#define FLT_MIN 0x1p-126f
#define FLT_EPSILON 0x1p-23f
#define DBL_MAX 0x1.fffffffffffffp1023
#define DBL_MIN 0x1p-1022
#define DBL_EPSILON 0x1p-52

#endif
