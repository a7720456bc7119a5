/* SPDX-License-Identifier: Apache-2.0
 *
 * The order of vertices by descending degree. One text, compiled as C and as CUDA.
 */
#ifndef TP_EARLIER_H
#define TP_EARLIER_H

#include "algorithms/triangles/triangles.h"
#include "semiring/language.h"

TP_FN tropic_offset tp_edge_degree(const tropic_offset *offsets, tropic_index v)
{
    return offsets[v + 1] - offsets[v];
}

/* Is u before v? */
TP_FN bool tp_is_earlier(const tropic_offset *offsets, tropic_index u, tropic_index v)
{
    const tropic_offset more = tp_edge_degree(offsets, u) - tp_edge_degree(offsets, v);
    return more > 0 || (more == 0 && u < v);
}

#endif
