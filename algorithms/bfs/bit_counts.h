/* SPDX-License-Identifier: Apache-2.0
 *
 * How often each bit is set in some words, eight counts to a word: byte k of bytes[b] counts bit 8 k + b.
 */
#ifndef TP_BIT_COUNTS_H
#define TP_BIT_COUNTS_H

#include "semiring/language.h"

/* Words after which a byte may be full. */
#define TP_BIT_COUNTS_MAX 255

typedef struct tp_bit_counts {
    uint64_t bytes[8];
} tp_bit_counts;

TP_FN void tp_bit_counts_add(tp_bit_counts *counts, uint64_t word)
{
    const uint64_t lowest = UINT64_MAX / 255; /* of each byte */
    for (int b = 0; b < 8; b++) counts->bytes[b] += word >> b & lowest;
}
TP_FN unsigned tp_bit_count(const tp_bit_counts *counts, int bit)
{
    return (unsigned)(counts->bytes[bit % 8] >> bit / 8 * 8 & 255);
}

#endif
