/* SPDX-License-Identifier: Apache-2.0
 *
 * Products with blocks of columns on the GPU: threads side by side take neighbouring columns of one row of the
 * result, so that all walk the same list and read whole lines of the sources' rows. Fewer columns than a warp has
 * lanes: several rows to a warp. Each sum is in list order; but a hub's list (more than TP_HUB entries) is dealt
 * out to the block, then summed over its groups, in an order that depends on the list's length alone.
 *
 * Moves, per entry, 4 bytes of id and the value once (for each 32 * 4 columns), and `columns` values of the source;
 * per row 8 bytes of offset and `columns` results. The sources' rows cost the most: 64 columns side by side ran at
 * 1.05e12 entries times columns a second on a uniform random graph of 2^21 vertices, on an H200.
 */

/* A thread's sums of its columns first, first + lanes, ... of one row. */
template <int N> struct OP(share) {
    enum { EACH = N };
    OP(value) t[EACH];
    bool wanted[EACH], hit[EACH];
};

template <typename SHARE>
TP_FN bool OP(begin_share)(const OP_STATE *s, tropic_index j, bool here, tropic_index columns, tropic_index first,
                           int lanes, SHARE *mine)
{
    bool any = false;
#pragma unroll
    for (int v = 0; v < SHARE::EACH; v++) {
        const tropic_index c = first + v * lanes;
        mine->wanted[v] = here && c < columns && OP(want)(s, j * columns + c);
        mine->t[v] = OP(identity)();
        mine->hit[v] = false;
        any = any || mine->wanted[v];
    }
    return any;
}

template <typename SHARE>
TP_FN void OP(end_share)(const OP_STATE *s, tropic_index j, tropic_index columns, tropic_index first, int lanes,
                         const SHARE *mine)
{
#pragma unroll
    for (int v = 0; v < SHARE::EACH; v++)
        if (mine->wanted[v]) OP(update)(s, j * columns + first + v * lanes, mine->t[v], mine->hit[v]);
}

/* Adds the products of entries k, k + stride, ... before `end`. Loads are issued in rounds, so that TP_FLIGHT
 * entries are on their way at once. */
template <typename SHARE>
TP_FN void OP(take_share)(const OP_STATE *s, const tp_arcs *in, tropic_index j, tropic_offset k, tropic_offset end,
                          int stride, tropic_index columns, tropic_index first, int lanes, SHARE *mine)
{
    const SOURCE *u = (const SOURCE *)s->u;
    for (; k < end; k += (tropic_offset)stride * TP_FLIGHT) {
        tropic_index i[TP_FLIGHT];
        bool has[TP_FLIGHT][SHARE::EACH];
        OP(value) product[TP_FLIGHT][SHARE::EACH];
#pragma unroll
        for (int f = 0; f < TP_FLIGHT; f++) i[f] = k + f * stride < end ? __ldg(in->ids + k + f * stride) : -1;
#pragma unroll
        for (int f = 0; f < TP_FLIGHT; f++)
#pragma unroll
            for (int v = 0; v < SHARE::EACH; v++) {
                const tropic_index p = i[f] * columns + first + v * lanes;
                has[f][v] = i[f] >= 0 && mine->wanted[v] && (!s->u_has || s->u_has[p]);
            }
#pragma unroll
        for (int f = 0; f < TP_FLIGHT; f++)
#pragma unroll
            for (int v = 0; v < SHARE::EACH; v++) {
                const tropic_index c = first + v * lanes;
                if (!has[f][v]) continue;
                ENTRY a = in->values ? ((const ENTRY *)in->values)[k + f * stride] : ONE_ENTRY;
                SOURCE x = u ? u[i[f] * columns + c] : ONE_SOURCE;
                product[f][v] = MULTIPLY(s, a, x, i[f], j, j * columns + c);
            }
        bool open = !OP_TERMINAL;
#pragma unroll
        for (int v = 0; v < SHARE::EACH; v++) {
#pragma unroll
            for (int f = 0; f < TP_FLIGHT; f++)
                if (has[f][v]) {
                    mine->t[v] = mine->hit[v] ? OP(add)(mine->t[v], product[f][v]) : product[f][v];
                    mine->hit[v] = true;
                }
            open = open || (mine->wanted[v] && !(mine->hit[v] && OP(terminal)(mine->t[v])));
        }
        if (!open) return;
    }
}

/* Shared memory of the block: the groups' sums of a hub, and the hubs among its rows. */
typedef struct OP(block) {
    OP(value) sums[TP_STEP_BLOCK];
    bool hits[TP_STEP_BLOCK];
    tropic_index hubs[TP_STEP_BLOCK];
    int held;
} OP(block);

/* The first group adds the others' sums to its own, in their order. The whole block calls it. */
template <typename SHARE> TP_FN void OP(add_shares)(OP(block) *block, int lanes, SHARE *mine)
{
#pragma unroll
    for (int v = 0; v < SHARE::EACH; v++) {
        __syncthreads();
        block->sums[threadIdx.x] = mine->t[v];
        block->hits[threadIdx.x] = mine->hit[v];
        __syncthreads();
        if (threadIdx.x >= lanes) continue;
        for (unsigned theirs = threadIdx.x + lanes; theirs < blockDim.x; theirs += lanes) {
            if (!block->hits[theirs]) continue;
            mine->t[v] = mine->hit[v] ? OP(add)(mine->t[v], block->sums[theirs]) : block->sums[theirs];
            mine->hit[v] = true;
        }
    }
}

/* A row for each group of the block, none of which waits for another; or (`together`) one for all of them. */
template <int EACH>
TP_FN void OP(pull_rows)(const OP_STATE *s, const tp_arcs *in, tropic_index j, bool here, bool together,
                         tropic_index columns, int lanes, OP(block) *block)
{
    const int lane = (int)threadIdx.x % lanes, group = (int)threadIdx.x / lanes;
    const tropic_offset begin = here ? __ldg(in->offsets + j) + (together ? group : 0) : 0;
    const tropic_offset end = here ? __ldg(in->offsets + j + 1) : 0;
    const int stride = together ? (int)blockDim.x / lanes : 1;
    for (tropic_index base = 0; base < columns; base += EACH * lanes) {
        const tropic_index first = base + lane;
        OP(share)<EACH> mine;
        const bool any = OP(begin_share)(s, j, here, columns, first, lanes, &mine);
        if (any) OP(take_share)(s, in, j, begin, end, stride, columns, first, lanes, &mine);
        if (together) OP(add_shares)(block, lanes, &mine);
        if (any && (!together || group == 0)) OP(end_share)(s, j, columns, first, lanes, &mine);
    }
}

/* The block's rows, but for hubs; then these, one after another. */
template <int EACH>
TP_FN void OP(pull_columns)(const OP_STATE *s, const tp_arcs *in, tropic_index columns, int lanes, OP(block) *block)
{
    const int group = (int)threadIdx.x / lanes, groups = (int)blockDim.x / lanes;
    for (int64_t first = (int64_t)blockIdx.x * groups; first < in->lists; first += (int64_t)gridDim.x * groups) {
        const bool here = first + group < in->lists;
        const tropic_index own = here ? (tropic_index)(first + group) : 0;
        const bool hub = here && __ldg(in->offsets + own + 1) - __ldg(in->offsets + own) > TP_HUB;
        __syncthreads();
        if (threadIdx.x == 0) block->held = 0;
        __syncthreads();
        if (hub && threadIdx.x % lanes == 0) block->hubs[atomicAdd(&block->held, 1)] = own;
        __syncthreads();
        for (int turn = 0; turn <= block->held; turn++) {
            const bool together = turn > 0;
            OP(pull_rows)<EACH>(s, in, together ? block->hubs[turn - 1] : own, together || (here && !hub), together,
                                columns, lanes, block);
        }
    }
}

/* lanes: threads to a row, a power of two up to a warp's, each of which has up to EACH columns at a time. */
#define COLUMNS_KERNEL(name, EACH)                                                                                     \
    TP_KERNEL void __launch_bounds__(TP_STEP_BLOCK)                                                                    \
        OP(name)(const OP_STATE s, const __grid_constant__ tp_arcs in, tropic_index columns, int lanes)                \
    {                                                                                                                  \
        __shared__ OP(block) block;                                                                                    \
        OP(pull_columns)<EACH>(&s, &in, columns, lanes, &block);                                                       \
    }
#if TP_MAKES(TP_VARIANT_COLUMNS)
COLUMNS_KERNEL(csc_columns_1, 1)
#endif
#if TP_MAKES(TP_VARIANT_COLUMNS + 1)
COLUMNS_KERNEL(csc_columns_2, 2)
#endif
#if TP_MAKES(TP_VARIANT_COLUMNS + 2)
COLUMNS_KERNEL(csc_columns_4, 4)
#endif
#undef COLUMNS_KERNEL
