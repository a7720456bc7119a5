/* SPDX-License-Identifier: Apache-2.0
 *
 * Groups of vertices that move at once, drawn by a hash, and the sums of communities.
 */
#include "algorithms/communities/levels.h"
#include "runtime/random.h"

#include <string.h>

void tp_levels_draw(tp_levels *l, tropic_index n, tp_groups *groups)
{
    const uint64_t key = tp_word(l->options->seed, (uint64_t)l->pass++);
    int64_t count[TP_COMMUNITY_GROUPS] = {0}, active = 0;
    for (tropic_index v = 0; v < n; v++) active += l->active[v];
    groups->count = active < TP_COMMUNITY_GROUPS ? (int)active : TP_COMMUNITY_GROUPS;
    for (tropic_index v = 0; v < n; v++) {
        l->group[v] = TP_NO_GROUP;
        if (!l->active[v]) continue;
        l->group[v] = (uint8_t)((tp_word(key, (uint64_t)v) >> 32) * (uint64_t)groups->count >> 32);
        count[l->group[v]]++;
    }
    groups->first[0] = 0;
    for (int k = 0; k < groups->count; k++) {
        groups->first[k + 1] = groups->first[k] + count[k];
        count[k] = groups->first[k];
    }
    for (tropic_index v = 0; v < n; v++)
        if (l->active[v]) l->order[count[l->group[v]]++] = v;
}

tp_team tp_levels_team(const tp_levels *l, const tp_community_graph *g, int64_t vertices)
{
    const double arcs = (double)(g->n > 0 ? g->end[g->n - 1] - g->begin[0] : 0);
    const int64_t work = vertices + (int64_t)(arcs * (double)vertices / (double)(g->n > 0 ? g->n : 1));
    return tp_team_of(tp_team_for(l->run->context, 4 * work), l->team.threads);
}

tropic_status tp_cpu_levels_sum(tp_levels *l, const tp_community_graph *g, const tropic_index *community)
{
    const size_t n = (size_t)g->n;
    memset(l->size, 0, n * sizeof *l->size);
    memset(l->out, 0, n * sizeof *l->out);
    if (g->directed) memset(l->in, 0, n * sizeof *l->in);
    for (size_t v = 0; v < n; v++) {
        l->size[community[v]]++;
        l->out[community[v]] += g->out[v];
        if (g->directed) l->in[community[v]] += g->in[v];
    }
    return TROPIC_OK;
}
