/* SPDX-License-Identifier: Apache-2.0
 *
 * In place of the C library's header, which NVRTC lacks: its most used part.
 */
#ifndef TP_NVRTC_LIMITS_H
#define TP_NVRTC_LIMITS_H

#define CHAR_BIT 8
#define INT_MAX 2147483647
#define INT_MIN (-INT_MAX - 1)
#define UINT_MAX 4294967295U
#define LONG_MAX 9223372036854775807L
#define LONG_MIN (-LONG_MAX - 1)
#define ULONG_MAX 18446744073709551615UL
#define LLONG_MAX 9223372036854775807LL
#define LLONG_MIN (-LLONG_MAX - 1)
#define ULLONG_MAX 18446744073709551615ULL

#endif
