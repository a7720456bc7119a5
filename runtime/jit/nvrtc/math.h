/* SPDX-License-Identifier: Apache-2.0
 *
 * In place of the C library's header, which NVRTC lacks. It knows the functions by itself.
 */
#ifndef TP_NVRTC_MATH_H
#define TP_NVRTC_MATH_H

#define HUGE_VAL __longlong_as_double(0x7ff0000000000000LL)
#define HUGE_VALF __int_as_float(0x7f800000)
#define INFINITY HUGE_VALF
#define NAN __int_as_float(0x7fffffff)

#endif
