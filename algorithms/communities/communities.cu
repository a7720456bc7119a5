/* SPDX-License-Identifier: Apache-2.0
 *
 * Communities on a GPU: sizes, and the tables of calls.
 */
#include "algorithms/communities/levels.h"
#include "algorithms/components/members.cuh"
#include "spmv/cuda_backend.h"
#include "spmv/device/kernel.cuh"
#include "spmv/device/working.cuh"

#define DOING "communities"

/* In device memory; largest: a size and, in the lower half, what a lesser number has more of. */
typedef struct survey {
    unsigned long long communities, single, largest;
} survey;

/* size[v] = how many have v's number, and the survey of all numbers. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    spread_sizes(tropic_index n, const tropic_index *community, const tropic_index *count, tropic_index *size,
                 survey *all)
{
    unsigned long long communities = 0, single = 0, largest = 0;
    TP_FOR_EACH(v, n)
    {
        const tropic_index members = count[v];
        const unsigned long long key = (unsigned long long)members << 32 | (unsigned)(INT32_MAX - v);
        size[v] = count[community[v]];
        communities += members > 0;
        single += members == 1;
        if (key > largest) largest = key;
    }
    communities = tp_warp_sum(communities);
    single = tp_warp_sum(single);
    largest = ~tp_warp_min(~largest);
    if (tp_lane() > 0 || communities == 0) return;
    atomicAdd(&all->communities, communities);
    atomicAdd(&all->single, single);
    atomicMax(&all->largest, largest);
}

tropic_status tp_cuda_communities_sizes(tp_run *run, const tropic_index *community, tropic_index *size,
                                        tropic_communities_report *report)
{
    static const int32_t zero = 0;
    const tropic_index n = run->n;
    tropic_context *context = run->context;
    tp_cuda_use use(context);
    tp_working w(context, DOING);
    tropic_index *count = NULL;
    survey *there = NULL, found = {};
    if (n == 0) return TROPIC_OK;
    TP_TRY(w.make(&count, n));
    TP_TRY(w.make(&there, 1));
    TP_TRY(tp_cuda_fill(context, count, TROPIC_INT32, &zero, n));
    TP_TRY(tp_cuda_fill(context, there, TROPIC_INT32, &zero, sizeof *there / sizeof zero));
    TP_TRY(tp_pass(context, DOING, tp_quotient_up(n, TP_COUNT_RUN), tp_count_members, n, community, count));
    TP_TRY(tp_pass(context, DOING, n, spread_sizes, n, community, count, size, there));
    TP_TRY(tp_cuda_download(context, &found, there, sizeof found));
    report->communities = (tropic_index)found.communities;
    report->single = (tropic_index)found.single;
    report->largest = INT32_MAX - (tropic_index)(unsigned)found.largest;
    report->largest_size = (tropic_index)(found.largest >> 32);
    return TROPIC_OK;
}

const tp_levels_calls tp_cuda_levels_calls = {TP_LEVELS_CALLS(TP_CALL_ROW, tp_cuda_levels_)};
const tp_communities_calls tp_cuda_communities_calls = {TP_COMMUNITIES_CALLS(TP_CALL_ROW, tp_cuda_communities_)};
