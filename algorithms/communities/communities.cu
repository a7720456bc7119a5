/* SPDX-License-Identifier: Apache-2.0
 *
 * Communities on a GPU: the table of calls, and what the host does for them.
 */
#include "algorithms/communities/communities.h"
#include "spmv/cuda_backend.h"

#define DOING "communities"

tropic_status tp_cuda_communities_open(tp_run *run, const tropic_communities_options *options, tp_community_graph *g)
{
    return tp_cpu_communities_open(run, options, g);
}

tropic_status tp_cuda_communities_sum(tp_run *run, const tropic_communities_options *options, tp_community_graph *g)
{
    return tp_cpu_communities_sum(run, options, g);
}

/* A method on the host, on a graph of its own. */
static tropic_status find_on_host(tp_run *run, tp_communities *c)
{
    tp_communities here = *c;
    tp_community_graph g = {};
    tropic_status status;
    here.community = (tropic_index *)tp_arena_array(&run->arena, run->n, sizeof *here.community);
    TP_TRY(tp_arena_check(&run->arena, DOING));
    status = tp_cpu_communities_open(run, c->options, &g);
    if (status == TROPIC_OK) status = tp_cpu_communities_labels(run, &g, &here);
    tp_community_graph_close(&g);
    TP_TRY(status);
    c->levels = here.levels;
    c->settled = here.settled;
    return tp_cuda_upload(run->context, c->community, here.community, (size_t)run->n * sizeof *here.community);
}

tropic_status tp_cuda_communities_labels(tp_run *run, const tp_community_graph *g, tp_communities *c)
{
    (void)g;
    return find_on_host(run, c);
}

/* *here = a copy of a partition. */
static tropic_status download(tp_run *run, const tropic_index *community, tropic_index **here)
{
    *here = (tropic_index *)tp_arena_array(&run->arena, run->n, sizeof **here);
    TP_TRY(tp_arena_check(&run->arena, DOING));
    return tp_cuda_download(run->context, *here, community, (size_t)run->n * sizeof **here);
}

tropic_status tp_cuda_communities_sizes(tp_run *run, const tropic_index *community, tropic_index *size,
                                        tropic_communities_report *report)
{
    tropic_index *here = NULL, *sizes;
    TP_TRY(download(run, community, &here));
    sizes = (tropic_index *)tp_arena_array(&run->arena, run->n, sizeof *sizes);
    TP_TRY(tp_arena_check(&run->arena, DOING));
    TP_TRY(tp_cpu_communities_sizes(run, here, sizes, report));
    return tp_cuda_upload(run->context, size, sizes, (size_t)run->n * sizeof *sizes);
}

const tp_communities_calls tp_cuda_communities_calls = {TP_COMMUNITIES_CALLS(TP_CALL_ROW, tp_cuda_communities_)};
