/* SPDX-License-Identifier: Apache-2.0
 *
 * A row of a product in flags and sums by column, from the row's first: how long it is, and its entries in order. How
 * the columns are found in order depends on how many products there are:
 *
 *     few     they are sorted
 *     wide    blocks of columns have flags of their own
 *     dense   all flags are looked at
 */
#include "spmv/mxm/cpu/mxm.h"
#include "spmv/tuning.h"

/* Flags are read a word at a time, each 0 or 1. */
#define WORD 8
#define EACH_BYTE 0x0101010101010101u
#define GATHER_BYTES 0x0102040810204080u

#define INLINE static inline __attribute__((always_inline))

static bool is_wide(tp_product_extent e)
{
    return (e.last - e.first) / TP_PRODUCT_WIDE >= e.bound;
}

/* body for each product's column j, from `first`. */
#define EACH_PRODUCT(row, first, j, body)                                                                              \
    for (tropic_index c_ = 0; c_ < (row)->count; c_++) {                                                               \
        const tropic_offset to_ = tp_pushed_to(row, c_);                                                               \
        for (tropic_offset k_ = tp_pushed_from(row, c_); k_ < to_; k_++) {                                             \
            const tropic_index j = (row)->arcs.ids[k_] - (first);                                                      \
            body;                                                                                                      \
        }                                                                                                              \
    }

/* -- lengths ----------------------------------------------------------------------------------- */

/* How many of the flags are set; clears them. */
static tropic_offset count_flags(uint8_t *flags, tropic_index span)
{
    tropic_offset count = 0;
    for (tropic_index at = 0; at < span; at += WORD) {
        uint64_t word;
        memcpy(&word, flags + at, WORD);
        count += (tropic_offset)(word * EACH_BYTE >> 56);
    }
    memset(flags, 0, (size_t)span);
    return count;
}

/* Flags of columns that the mask forbids. */
static void set_forbidden(const tp_product_space *s, tp_product_extent e, const tropic_index *ids,
                          const tropic_index *end, uint8_t value)
{
    for (; ids < end; ids++)
        if (*ids >= e.first && *ids < e.last && s->allow[*ids]) s->flags[*ids - e.first] = value;
}

tropic_offset tp_product_count_flags(tp_product_space *s, tp_product_extent e, const tropic_index *masked,
                                     const tropic_index *masked_end)
{
    const tp_listed_product *row = &s->row;
    uint8_t *flags = s->flags;
    tropic_offset count = 0;
    if (!is_wide(e)) {
        EACH_PRODUCT(row, e.first, j, flags[j] = 1)
        set_forbidden(s, e, masked, masked_end, 0);
        return count_flags(flags, e.last - e.first);
    }
    set_forbidden(s, e, masked, masked_end, 1);
    EACH_PRODUCT(row, e.first, j, (count += !flags[j], flags[j] = 1))
    EACH_PRODUCT(row, e.first, j, flags[j] = 0)
    set_forbidden(s, e, masked, masked_end, 0);
    return count;
}

/* -- entries ----------------------------------------------------------------------------------- */

/* The arrays that entries go to, and the value of a sum before its first term. */
typedef struct output {
    tropic_index *ids;
    char *values;
    const void *zero;
} output;

INLINE void take_sum(const tp_product_space *s, tropic_index first, tropic_index j, output *to, size_t size)
{
    char *sum = s->sums + (size_t)j * size;
    *to->ids++ = first + j;
    memcpy(to->values, sum, size);
    memcpy(sum, to->zero, size);
    to->values += size;
}

/* The columns that have a flag, once each, without a branch that depends on them; then sorted by insertion. */
INLINE void take_few(tp_product_space *s, tropic_index first, output *to, size_t size)
{
    tropic_index list[TP_PRODUCT_FEW + 1];
    int count = 0;
    EACH_PRODUCT(&s->row, first, j, (list[count] = j, count += s->flags[j], s->flags[j] = 0))
    for (int k = 1; k < count; k++) {
        const tropic_index j = list[k];
        int at = k;
        for (; at > 0 && list[at - 1] > j; at--) list[at] = list[at - 1];
        list[at] = j;
    }
    for (int k = 0; k < count; k++) take_sum(s, first, list[k], to, size);
}

/* The flags of a block, a bit each. (The eight of a word meet in its highest byte, each at its own bit.) */
INLINE uint64_t bits_of(const uint8_t *flags)
{
    uint64_t bits = 0;
    for (int at = 0; at < TP_PRODUCT_BLOCK; at += WORD) {
        uint64_t word;
        memcpy(&word, flags + at, WORD);
        bits |= (word * GATHER_BYTES >> 56) << at;
    }
    return bits;
}

INLINE void take_block(tp_product_space *s, tropic_index first, tropic_index block, output *to, size_t size)
{
    const tropic_index from = block * TP_PRODUCT_BLOCK;
    for (uint64_t bits = bits_of(s->flags + from); bits != 0; bits &= bits - 1)
        take_sum(s, first, from + __builtin_ctzll(bits), to, size);
    memset(s->flags + from, 0, TP_PRODUCT_BLOCK);
}

INLINE void take_wide(tp_product_space *s, tropic_index first, tropic_index blocks, output *to, size_t size)
{
    for (tropic_index b = 0; b < blocks; b += WORD) {
        uint64_t word;
        memcpy(&word, s->blocks + b, WORD);
        if (word == 0) continue;
        memset(s->blocks + b, 0, WORD);
        for (; word != 0; word &= word - 1) take_block(s, first, b + __builtin_ctzll(word) / WORD, to, size);
    }
}

/* Moves all sums with flags; flags and sums are then as they were before the row. */
INLINE void take(tp_product_space *s, tp_product_extent e, output *to, size_t size)
{
    const tropic_index blocks = (e.last - e.first - 1) / TP_PRODUCT_BLOCK + 1;
    if (e.bound <= TP_PRODUCT_FEW)
        take_few(s, e.first, to, size);
    else if (is_wide(e))
        take_wide(s, e.first, blocks, to, size);
    else
        for (tropic_index b = 0; b < blocks; b++) take_block(s, e.first, b, to, size);
}

tropic_offset tp_product_fill_flags(const tp_product *p, tp_product_space *s, tp_product_extent e, tropic_index *ids,
                                    char *values)
{
    output to = {ids, values, p->zero};
    if (e.bound > TP_PRODUCT_FEW && is_wide(e)) EACH_PRODUCT(&s->row, e.first, j, s->blocks[j / TP_PRODUCT_BLOCK] = 1)
    p->op->cpu->push_flags(&s->row, tp_product_from(s->sums, e.first, p->size), tp_product_from(s->flags, e.first, 1));
    TP_WITH_SIZE(p->size, take, s, e, &to)
    return to.ids - ids;
}
