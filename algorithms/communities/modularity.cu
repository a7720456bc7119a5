/* SPDX-License-Identifier: Apache-2.0
 *
 * The modularity of a partition on the GPU, of exact sums.
 */
#include "algorithms/communities/modularity.h"
#include "algorithms/communities/sums.cuh"
#include "algorithms/communities/walk.cuh"
#include "spmv/cuda_backend.h"
#include "spmv/device/working.cuh"

#define DOING "modularity"
/* Squares are added up by words of 32 bits, in 64 each. */
#define LIMBS 4
#define LIMB_BITS 32

typedef struct measured {
    unsigned long long within, squares[LIMBS];
} measured;

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    add_within(const tp_walk_lists lists, const tropic_index *ids, const int64_t *weights,
               const tropic_index *community, measured *sums)
{
    unsigned long long within = 0;
    tp_walk_arcs(lists, [&](tropic_index v, tropic_offset k, bool is) {
        const tropic_index u = is ? __ldg(ids + k) : v;
        if (u != v && __ldg(community + u) == __ldg(community + v))
            within += weights ? (unsigned long long)__ldg(weights + k) : 1;
    });
    within = tp_warp_sum(within);
    if (tp_lane() == 0 && within > 0) atomicAdd(&sums->within, within);
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    add_squares(tropic_index n, const int64_t *out, const int64_t *in, measured *sums)
{
    unsigned long long limbs[LIMBS] = {};
    TP_FOR_EACH(c, n)
    {
        const unsigned long long a = (unsigned long long)out[c], b = (unsigned long long)in[c];
        const unsigned long long low = a * b, high = __umul64hi(a, b);
        limbs[0] += (unsigned)low;
        limbs[1] += low >> LIMB_BITS;
        limbs[2] += (unsigned)high;
        limbs[3] += high >> LIMB_BITS;
    }
#pragma unroll
    for (int k = 0; k < LIMBS; k++) {
        const unsigned long long sum = tp_warp_sum(limbs[k]);
        if (tp_lane() == 0 && sum > 0) atomicAdd(&sums->squares[k], sum);
    }
}

tropic_status tp_cuda_communities_modularity(tp_run *run, const tp_community_graph *g, const tropic_index *community,
                                             double resolution, double *modularity)
{
    static const int64_t zero = 0;
    tropic_context *context = run->context;
    tp_cuda_use use(context);
    tp_working working(context, DOING);
    const int64_t blocks = (int64_t)tp_cuda_of(context)->processors * TP_WALK_BLOCKS;
    tp_community_sums s = {g->n, g->directed, g->out, g->in, NULL, g->out, g->in};
    measured *sums, found;
    tp_wide squares = 0;
    *modularity = 0;
    if (g->n == 0) return TROPIC_OK;
    TP_TRY(working.make(&sums, 1));
    TP_TRY(tp_cuda_fill(context, sums, TROPIC_INT64, &zero, sizeof *sums / sizeof zero));
    if (community) {
        TP_TRY(working.make(&s.out, g->n));
        s.in = s.out;
        if (g->directed) TP_TRY(working.make(&s.in, g->n));
        TP_TRY(tp_cuda_community_sums(context, &s, community, g->n));
        TP_TRY(tp_cuda_launch(context, DOING, {blocks, TP_PASS_BLOCK}, add_within, {g->n, g->begin, g->end}, g->ids,
                              g->weights, community, sums));
    }
    const int64_t wanted = tp_pass_blocks(g->n);
    TP_TRY(tp_cuda_launch(context, DOING, {wanted < blocks ? wanted : blocks, TP_PASS_BLOCK}, add_squares, g->n, s.out,
                          s.in, sums));
    TP_TRY(tp_cuda_download(context, &found, sums, sizeof found));
    for (int k = LIMBS - 1; k >= 0; k--) squares = (squares << LIMB_BITS) + found.squares[k];
    *modularity = tp_modularity_of(g, (int64_t)found.within, squares, resolution);
    return TROPIC_OK;
}
