/* SPDX-License-Identifier: Apache-2.0
 *
 * Weights as whole numbers: multiples of a power of two.
 */
#include "algorithms/communities/weights.h"
#include "algorithms/opposites.h"
#include "algorithms/wrong_weight.h"
#include "formats/matrix/facts/facts.h"

#include <float.h>
#include <math.h>

/* The sum of all weights is below 2^WEIGHT_BITS, so that one which counts arcs twice, or two of them, is in an int64.
 */
#define WEIGHT_BITS 59

/* The power of two that weights are multiplied by: as much as there is room for, or of integers 1. */
static void set_scale(tp_community_weights *w, const tropic_matrix_facts *facts)
{
    int count_bits, weight_bits, room;
    if (facts->count == 0 || !(facts->max_value > 0)) return;
    frexp((double)facts->count, &count_bits);
    frexp(facts->max_value, &weight_bits);
    room = WEIGHT_BITS - count_bits - weight_bits;
    if (!tp_type_floating(w->type) && room > 0) room = 0;
    w->scale = ldexp(1, room < DBL_MAX_EXP ? room : DBL_MAX_EXP - 1);
    w->more = ldexp(1, room < DBL_MAX_EXP ? 0 : room - (DBL_MAX_EXP - 1));
}

tropic_status tp_community_weights_open(tp_run *run, const tropic_communities_options *options, tp_community_graph *g,
                                        tp_community_weights *w)
{
    const tropic_matrix_facts *facts;
    bool undirected;
    *g = (tp_community_graph){.arena = {.context = run->context}, .n = run->n};
    *w = (tp_community_weights){.type = run->A->type, .scale = 1, .more = 1};
    g->weighted = options->weighted && !run->A->pattern;
    TP_TRY(tp_matrix_facts(run->context, run->A, &facts));
    if (g->weighted) {
        TP_TRY(tp_check_weights(run, facts, 0, DBL_MAX));
        set_scale(w, facts);
    }
    TP_TRY(tp_run_undirected(run, g->weighted, &undirected));
    g->directed = options->directed || !undirected;
    g->has_loops = facts->loops > 0;
    return TROPIC_OK;
}
