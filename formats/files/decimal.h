/* SPDX-License-Identifier: Apache-2.0
 *
 * Binary to decimal: the shortest text that reads back as the same number. Of all decimals that do, those with the
 * fewest significant digits, and of these the nearest to the number (the even one of two as near).
 *
 * The form is that of %g: plain from 0.0001 up to 1e16, below which whole doubles are written exactly, else with an
 * exponent of two digits or more (1e-05, 1.5e+300). There is a point only before a digit: 3, not 3.0. Besides there
 * are inf, -inf, nan and -nan. The locale does not matter.
 */
#ifndef TP_DECIMAL_H
#define TP_DECIMAL_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Room for any number and the NUL behind it, such as -2.2250738585072014e-308. */
#define TP_DECIMAL_ROOM 25

/* Two digits of each number below 100, so that a division gives two digits. */
static const char tp_digit_pairs[] = "00010203040506070809101112131415161718192021222324"
                                     "25262728293031323334353637383940414243444546474849"
                                     "50515253545556575859606162636465666768697071727374"
                                     "75767778798081828384858687888990919293949596979899";

/* Writes an integer's digits so that they end before `end`, and returns where they begin. */
static inline char *tp_write_digits(char *end, uint64_t value)
{
    for (; value >= 100; value /= 100) memcpy(end -= 2, tp_digit_pairs + 2 * (value % 100), 2);
    if (value < 10) *--end = (char)('0' + value);
    if (value >= 10) memcpy(end -= 2, tp_digit_pairs + 2 * value, 2);
    return end;
}

/* Write x and a NUL. Return the length, less than TP_DECIMAL_ROOM. */
int tp_write_fp64(char *to, double x);
/* Fewer digits tell x from other floats: 0.1f is 0.1 here, 0.10000000149011612 as a double. */
int tp_write_fp32(char *to, float x);

/* x as the float that it is, where it is `single`, else as a double. */
static inline int tp_write_real(char *to, double x, bool single)
{
    return single ? tp_write_fp32(to, (float)x) : tp_write_fp64(to, x);
}

#endif
