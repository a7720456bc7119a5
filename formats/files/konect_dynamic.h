/* SPDX-License-Identifier: Apache-2.0
 *
 * KONECT `dynamic`: the edges that are left of those that come and go.
 */
#ifndef TP_KONECT_DYNAMIC_H
#define TP_KONECT_DYNAMIC_H

#include "formats/matrix/matrix.h"

/* Keeps the lines whose edge is there in the end, one for each edge, as a pattern. change[k] is 1 where line k adds its
 * edge, which may be there, and -1 where it takes it away; values, which it frees, are times, and lines of equal times
 * follow in their order. Arcs (i, j) and (j, i) are one edge if e->mirrored. *nothing: how many lines took away an edge
 * that was not there. Status: OUT_OF_MEMORY, CANCELLED. Cost: O(lines log lines). */
tropic_status tp_konect_replay(tropic_context *context, tp_entries *e, const int8_t *change, int64_t *nothing);

#endif
