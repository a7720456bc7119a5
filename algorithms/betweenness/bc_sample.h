/* SPDX-License-Identifier: Apache-2.0
 *
 * Sums over some of the sources as estimates of the sums over all.
 *
 * No vertex lies inside of a path that begins at it: so the sum that a vertex has from K of N sources, it has from K of
 * N - 1, or, if it was drawn itself, from K - 1 of these. Its estimate is its sum times (N - 1) / K, or (N - 1) / (K -
 * 1): the mean over all samples is the sum over all sources, apart from K = 1, where the source itself has none, and
 * gets 0. No estimate is above the most that N - 1 sources can give. A vertex that is none of the N has its sum times N
 * / K.
 */
#ifndef TP_BC_SAMPLE_H
#define TP_BC_SAMPLE_H

#include "algorithms/run.h"

typedef struct tp_bc_sample {
    const tropic_index *list; /* sources; the first of them, up to `drawn`, were drawn */
    tropic_index listed;
    tropic_index drawn, population; /* K and N */
    bool all;                       /* vertices that are not listed are of the population, too, and were not drawn */
} tp_bc_sample;

/* The first `done` of `count` sources, in an order that was drawn. End points, and estimates of the sum over sources
 * that the caller listed, are scaled by count / done. */
static inline tp_bc_sample tp_bc_sample_of(const tropic_bc_options *options, const tropic_index *list,
                                           tropic_index done, tropic_index count)
{
    const bool plain = options->endpoints || options->sources;
    return (tp_bc_sample){.list = list, .listed = plain ? 0 : count, .drawn = done, .population = count};
}

/* weights[v] = the factor of the sum of v, for each of n vertices. */
void tp_bc_sample_weights(double *weights, tropic_index n, const tp_bc_sample *s);
/* The same for sums in memory of the backend, of the run's n vertices, which are multiplied. */
tropic_status tp_bc_scale_sample(tp_run *run, double *centrality, const tp_bc_sample *s);

#endif
