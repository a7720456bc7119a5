/* SPDX-License-Identifier: Apache-2.0
 *
 * Any 64-bit ids become 0 .. n-1, ascending, with the file's own kept as labels.
 */
#ifndef TP_COMPACT_H
#define TP_COMPACT_H

#include "formats/matrix/matrix.h"

/* Ids as a file has them. */
typedef struct tp_loose_ids {
    int64_t *ids[2];         /* entries->count each, memory of the context; NULL where all fit 32 bits, which
                        then stand in entries->row_ids and col_ids */
    int64_t least, greatest; /* of them; INT64_MAX and INT64_MIN for none */
    int64_t *lone;           /* lone_count ids of vertices that may have no arc; memory likewise */
    int64_t lone_count;
} tp_loose_ids;

/* Sets rows, cols, row_ids, col_ids, labels and label_base of the entries. There must be at least one
 * id. Releases the loose ids, whatever comes. Status: OUT_OF_MEMORY, NOT_SUPPORTED (too many). */
tropic_status tp_compact(tropic_context *context, const char *path, tp_loose_ids *loose, tp_entries *entries);

/* Sorts keys from min to max by their bits from `shift` up, stably, a byte at a time: from the lowest byte to the
 * highest that differs. `spare` is as long. Returns whichever of the two arrays has the result. */
int64_t *tp_sort_keys(int64_t *keys, int64_t *spare, int64_t n, int shift, int64_t min, int64_t max);

#endif
