/* SPDX-License-Identifier: Apache-2.0
 *
 * Modularity, of sums that are exact.
 */
#ifndef TP_MODULARITY_H
#define TP_MODULARITY_H

#include "algorithms/communities/communities.h"

__extension__ typedef unsigned __int128 tp_wide;

/* within: the weights of arcs within sets, each as the lists have them; squares: the sum over sets of the products of
 * their sums. */
static inline double tp_modularity_of(const tp_community_graph *g, int64_t within, tp_wide squares, double resolution)
{
    const double total = (double)g->total;
    /* Each arc of a directed graph was counted from both its ends. */
    within = g->loops + (g->directed ? within / 2 : within);
    if (g->total <= 0) return 0;
    return (double)within / total - resolution * ((double)squares / total / total);
}

#endif
