/* SPDX-License-Identifier: Apache-2.0
 *
 * All pairs of a similarity, kept.
 */
#ifndef TROPIC_TESTS_SIMILARITY_H
#define TROPIC_TESTS_SIMILARITY_H

#include "tests/fixtures.h"

/* What a call gave. */
typedef struct similarity_found {
    tropic_index *from, *to;
    double *score;
    int64_t count, room;
    int64_t most; /* pairs after which the caller has enough; 0: never */
} similarity_found;

static inline void similarity_free(similarity_found *f)
{
    free(f->from), free(f->to), free(f->score);
}

static inline bool similarity_keep(const tropic_index *from, const tropic_index *to, const double *score, int64_t count,
                                   void *user)
{
    similarity_found *f = user;
    assert_true(count > 0);
    while (f->room - f->count < count) {
        f->room = 2 * f->room + 64;
        f->from = realloc(f->from, (size_t)f->room * sizeof *f->from);
        f->to = realloc(f->to, (size_t)f->room * sizeof *f->to);
        f->score = realloc(f->score, (size_t)f->room * sizeof *f->score);
    }
    memcpy(f->from + f->count, from, (size_t)count * sizeof *from);
    memcpy(f->to + f->count, to, (size_t)count * sizeof *to);
    memcpy(f->score + f->count, score, (size_t)count * sizeof *score);
    f->count += count;
    return f->most == 0 || f->count < f->most;
}

static inline void similarity_check_equal(const similarity_found *f, const similarity_found *other)
{
    assert_int_equal(f->count, other->count);
    if (f->count == 0) return;
    assert_memory_equal(f->from, other->from, (size_t)f->count * sizeof *f->from);
    assert_memory_equal(f->to, other->to, (size_t)f->count * sizeof *f->to);
    assert_memory_equal(f->score, other->score, (size_t)f->count * sizeof *f->score);
}

#endif
