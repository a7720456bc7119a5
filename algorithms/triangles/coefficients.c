/* SPDX-License-Identifier: Apache-2.0
 *
 * Clustering coefficients on the CPU: the last pass, of which a thread takes some groups of vertices at a time.
 */
#include "algorithms/triangles/coefficient_one.h"
#include "runtime/threads.h"

/* Groups that a thread takes at a time. */
#define COEFFICIENT_CHUNK 1

/* In pairs, half of the lanes apart. */
static tp_coefficient_sums add_lanes(tp_coefficient_sums *lanes)
{
    for (int half = TP_COEFFICIENT_LANES / 2; half > 0; half /= 2)
        for (int lane = 0; lane < half; lane++) {
            lanes[lane].coefficients += lanes[lane + half].coefficients;
            lanes[lane].wedges += lanes[lane + half].wedges;
            lanes[lane].nonzero += lanes[lane + half].nonzero;
            lanes[lane].triangles += lanes[lane + half].triangles;
        }
    return lanes[0];
}

typedef struct summing {
    const tp_coefficients *c;
    tp_coefficient_sums *groups;
} summing;

static void sum_groups(const void *of, int64_t begin, int64_t end)
{
    const summing *s = of;
    const int64_t n = s->c->G.out.lists;
    for (int64_t group = begin; group < end; group++) {
        tp_coefficient_sums lanes[TP_COEFFICIENT_LANES] = {{0}};
        const int64_t first = group * TP_COEFFICIENT_GROUP;
        for (int64_t v = first; v < first + TP_COEFFICIENT_GROUP && v < n; v++)
            tp_coefficient_one(s->c, v, &lanes[v % TP_COEFFICIENT_LANES]);
        s->groups[group] = add_lanes(lanes);
    }
}

tropic_status tp_cpu_clustering_coefficients(tropic_context *context, const tp_coefficients *c)
{
    const int64_t groups = ((int64_t)c->G.out.lists + TP_COEFFICIENT_GROUP - 1) / TP_COEFFICIENT_GROUP;
    tp_coefficient_sums lanes[TP_COEFFICIENT_LANES] = {{0}};
    summing s = {c, tp_allocate(&context->work, groups, sizeof *s.groups)};
    if (!s.groups) return tp_out_of_memory(context, "sums of clustering coefficients");
    tp_for(tp_team_for(context, c->G.out.lists), groups, COEFFICIENT_CHUNK, sum_groups, &s);
    for (int64_t group = 0; group < groups; group++) {
        tp_coefficient_sums *lane = &lanes[group % TP_COEFFICIENT_LANES];
        lane->coefficients += s.groups[group].coefficients;
        lane->wedges += s.groups[group].wedges;
        lane->nonzero += s.groups[group].nonzero;
        lane->triangles += s.groups[group].triangles;
    }
    *c->result = add_lanes(lanes);
    tp_release(&context->work, s.groups);
    return TROPIC_OK;
}

const tp_clustering_calls tp_cpu_clustering_calls = {TP_CLUSTERING_CALLS(TP_CALL_ROW, tp_cpu_clustering_)};
