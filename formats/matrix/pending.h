/* SPDX-License-Identifier: Apache-2.0
 *
 * Entries of a matrix that were set or removed since its arrays were made, in a hash table by place. The pending update
 * of a place replaces the arrays' entry there. formats/matrix/finish.c merges it into them. A sparse vector has such a
 * table, too, as if it were a row (formats/vector/vector_pending.c).
 */
#ifndef TP_PENDING_H
#define TP_PENDING_H

#include "formats/matrix/lists.h"

/* Have the arrays an entry at an update's place? Where they lie on a device, nobody looks until somebody must. */
enum { TP_STORED_NONE, TP_STORED, TP_STORED_UNKNOWN };

typedef struct tp_pending {
    int64_t count, room; /* updates, of distinct places */
    tropic_index *rows, *cols;
    int64_t unknown; /* updates of which it is not known, and which count as if there were none */
    uint8_t *stored; /* TP_STORED ... */
    bool *removed;   /* the place has no entry any more */
    void *values;    /* of `size` bytes each; NULL of a pattern */
    size_t size;
    int64_t *slots; /* 2^bits: an update's position + 1, or 0 */
    int bits;
    struct tp_given_lines *lines; /* formats/matrix/given_lines.h; with them there are no updates. NULL: none */
} tp_pending;

/* The position of a place's update; -1: nothing is pending there, or at all (NULL). */
int64_t tp_pending_find(const tp_pending *pending, tropic_index i, tropic_index j);
/* Notes that the place, of which nothing is pending, gets a value of `size` bytes (0: a pattern), or loses its entry;
 * `stored`: have the arrays one? Makes *pending where it is NULL. On failure nothing changes: OUT_OF_MEMORY. */
tropic_status tp_pending_add(tropic_context *context, const tp_memory *memory, tp_pending **pending, size_t size,
                             tropic_index i, tropic_index j, uint8_t stored, const void *value, bool removed);
/* Room for so many more updates, so that as many can be added without a failure. Makes *pending where it is NULL. On
 * failure nothing changes: OUT_OF_MEMORY. */
tropic_status tp_pending_reserve(tropic_context *context, const tp_memory *memory, tp_pending **pending, size_t size,
                                 int64_t more);
/* Notes something else of the place of an update. */
void tp_pending_change(tp_pending *pending, int64_t at, const void *value, bool removed);
/* *out: updates as so many lists of ids, ascending, in memory of the context. Their values are positions of 64 bits:
 * these, or (NULL) 0 .. count - 1. */
tropic_status tp_pending_lists(tropic_context *context, const tropic_index *list_of, const tropic_index *ids,
                               const int64_t *positions, int64_t count, tropic_index lists, tp_lists *out);
/* Bytes of its arrays; of NULL none. */
size_t tp_pending_bytes(const tp_pending *pending);
/* Accepts NULL. */
void tp_pending_free(const tp_memory *memory, tp_pending **pending);

#endif
