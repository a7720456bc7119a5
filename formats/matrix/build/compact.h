/* SPDX-License-Identifier: Apache-2.0
 *
 * Any 64-bit ids become 0 .. n-1, ascending, with the file's own as labels.
 */
#ifndef TP_COMPACT_H
#define TP_COMPACT_H

#include "formats/matrix/matrix.h"

/* Ids as a file has them. */
typedef struct tp_file_ids {
    /* Ids of 64 bits by row and by column, entries->count each, in memory of the context. NULL where all fit 32 bits:
     * then they are in entries->row_ids and col_ids. */
    int64_t *wide[2];
    int64_t min, max;  /* of ids with arcs; INT64_MAX and INT64_MIN where there are none */
    int64_t *isolated; /* ids of vertices that may have no arc, in memory of the context */
    int64_t isolated_count;
    bool whole; /* every id from min to max is a vertex */
} tp_file_ids;

/* Id k of a side, 0: of rows, 1: of columns, wherever it stands. */
static inline int64_t tp_file_id(const tp_file_ids *ids, const tp_entries *entries, int side, int64_t k)
{
    if (ids->wide[side]) return ids->wide[side][k];
    return side == 0 ? entries->row_ids[k] : entries->col_ids[k];
}

void tp_file_ids_free(tropic_context *context, tp_file_ids *ids);

/* Sets rows, cols, row_ids, col_ids, labels and label_base of the entries. There must be at least one
 * id. Releases `ids`, whatever comes. Status: OUT_OF_MEMORY, NOT_SUPPORTED (too many). */
tropic_status tp_compact(tropic_context *context, const char *path, tp_file_ids *ids, tp_entries *entries);

/* Sorts keys from min to max by their bits from `shift` up, stably, a byte at a time: from the lowest byte to the
 * highest that differs. `spare` is as long. Returns whichever of the two arrays has the result. */
int64_t *tp_sort_keys(int64_t *keys, int64_t *spare, int64_t n, int shift, int64_t min, int64_t max);

#endif
