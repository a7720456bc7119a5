/* SPDX-License-Identifier: Apache-2.0
 *
 * How many entries a vector or a list has, and who knows it.
 *
 * A GPU counts the entries that it writes. An operation that the host waits for takes three times as long as one that
 * it only launches: so it waits where somebody asks.
 *
 *   KNOWN      The host has the number.
 *   PINNED     An operation adds entries, or removes some. Its kernel writes the difference to a slot of pinned host
 *              memory, where the host looks until it is there: no order of streams is needed.
 *   ON_DEVICE  A kernel writes the number to a word of device memory. Later kernels of the stream read the word as it
 *              is. The host gets it by a copy in the stream.
 *   DUE        The same, but the product that writes the word is not launched yet. One launch may do the product and
 *              the operation that reads its list.
 *   RECORDED   A loop's body was recorded, and the loop has not ended. Its flags are counted then (tp_vectors_count).
 *
 * Who must wait:
 *   - Whoever needs the number itself asks by tp_count_get, which waits. After it the count is known, unless it is
 *     recorded: while a loop is recorded or runs, no call depends on the number.
 *   - A vector is asked by tp_vector_finish or tp_vector_check, because its form follows its count. Only vectors are
 *     pinned or recorded. A vector that is a list is asked by each call that takes it. A bitmap as a mask is not asked
 *     before its number or its form matters (tp_vector_check_arrays).
 *   - A vector's slot is given back once: by tp_count_get, also where new content replaces the old.
 *   - Only the list of a product that is under way is on the device, or due. The operation along that list asks where
 *     it is not one launch (tp_operation_count).
 *   - Whoever needs only an estimate or a bound reads it by tp_count_peek, which never waits.
 */
#ifndef TP_COUNT_H
#define TP_COUNT_H

#include <tropic.h>

typedef enum tp_count_state {
    TP_COUNT_KNOWN,
    TP_COUNT_PINNED,
    TP_COUNT_ON_DEVICE,
    TP_COUNT_DUE,
    TP_COUNT_RECORDED
} tp_count_state;

typedef struct tp_count {
    /* KNOWN: the number, or TP_TOO_MANY. PINNED and RECORDED: the number before the operation, or the loop. ON_DEVICE
     * and DUE: a bound. */
    tropic_index entries;
    tp_count_state state;
    union {
        volatile int64_t *slot;                  /* PINNED */
        const int64_t *word;                     /* ON_DEVICE; below 0: TP_TOO_MANY */
        const struct tp_listed_product *product; /* DUE */
        struct tropic_vector *next;              /* RECORDED: in the context's list; NULL: the last */
    };
} tp_count;

/* A product had more entries than its list may have: there is no list, and nothing was done. */
#define TP_TOO_MANY INT32_MIN

/* Does a call wait for the count that it makes? */
typedef enum tp_wait {
    TP_WAIT_NOW,   /* It is known when the call returns. */
    TP_WAIT_LATER, /* It may be pinned then. */
    TP_WAIT_NEVER  /* The caller knows it beforehand. */
} tp_wait;

#ifdef __cplusplus
extern "C" {
#endif

static inline tp_count tp_count_known(int64_t entries)
{
    const tp_count count = {(tropic_index)entries, TP_COUNT_KNOWN, {0}};
    return count;
}

static inline bool tp_count_is_known(const tp_count *count)
{
    return count->state == TP_COUNT_KNOWN;
}

static inline bool tp_count_is_too_many(const tp_count *count)
{
    return tp_count_is_known(count) && count->entries == TP_TOO_MANY;
}

/* Without waiting: the number where it is known, else as tp_count.entries says. */
static inline tropic_index tp_count_peek(const tp_count *count)
{
    return count->entries;
}

/* Waits until the count is known. A recorded one stays as it is. */
tropic_status tp_count_get(tropic_context *context, tp_count *count);

#ifdef __cplusplus
}
#endif

#endif
