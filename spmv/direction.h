/* SPDX-License-Identifier: Apache-2.0
 *
 * When a traversal pulls and when it pushes.
 *
 * A push costs the frontier's out-arcs. A pull costs a look at every vertex, and the in-arcs of vertices not yet
 * reached, cut short by a terminal monoid. So pull while
 *
 *     frontier arcs * alpha > arcs of unreached vertices + vertices
 *
 * Beamer, Asanovic and Patterson (SC12), whose alpha of 14 this is, ask that the frontier have many
 * vertices too. Without that a few heavy ones can turn the search round, as the second frontier of a
 * Kronecker graph should: on an H200 the slowest of nine sources on scale 21 then takes 0.43 ms, not
 * 0.85.
 */
#ifndef TP_DIRECTION_H
#define TP_DIRECTION_H

#include "spmv/ops/op.h"

/* Of a monoid that stops at the first entry, which a pull meets after a few. */
#define TP_ALPHA_FIRST 14
/* Cost of an atomic merge, in pulled entries. */
#define TP_ALPHA_MERGE 4

TP_FN bool tp_should_pull(tropic_offset frontier_arcs, tropic_index n, tropic_offset unreached_arcs, int64_t alpha)
{
    return frontier_arcs * alpha > unreached_arcs + n;
}

#endif
