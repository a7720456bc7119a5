/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of a product of matrices by a warp each, which sorts their products: expand, sort, compress. The products of a
 * row are at most TP_WARP * K.
 */
#include "spmv/mxm/cuda/walk.cuh"

/* Lays the products of a row side by side; `value`: also their values. */
template <int K, class KEY, class VALUE>
TP_FN unsigned OP(product_expand)(const OP_STATE *state, const tp_device_product *p, tropic_index row, KEY *keys,
                                  VALUE *values)
{
    const tropic_offset begin = p->a.offsets[row], end = p->a.offsets[row + 1];
    const bool masked = p->m.offsets != NULL;
    const tropic_offset mask_from = masked ? p->m.offsets[row] : 0, mask_to = masked ? p->m.offsets[row + 1] : 0;
    tp_walk_columns columns;
    OP_STATE s = *state;
    unsigned count = 0;
    columns.first = columns.last = 0;
    columns.cut = false;
    s.row = row;
    if (s.u) s.u = (const OP(taken) *)s.u + begin;
    for (int k = tp_lane(); k < TP_WARP * K; k += TP_WARP) keys[k] = (KEY)-1;
    __syncwarp();
    tp_walk(p, begin, end, TP_WARP, (tropic_offset)TP_WARP, columns, [&](const tp_walk_step &step) {
        const tropic_index j = step.active ? __ldg(p->b.ids + step.q) : 0;
        const bool wanted = step.active && (!masked || tp_walk_allows(p, mask_from, mask_to, j));
        const unsigned chosen = __ballot_sync(TP_EVERY_LANE, wanted);
        if (wanted) {
            const unsigned at = count + (unsigned)__popc(chosen & ((1u << tp_lane()) - 1));
            const OP(entry) entry = p->b.values ? tp_constant((const OP(entry) *)p->b.values + step.q) : OP(one)();
            const OP(taken) source = OP(take_source)(&s, (tropic_index)(step.k - begin));
            keys[at] = (KEY)j << TP_PRODUCT_SORT_BITS | at;
            values[at] = OP(times)(&s, entry, source, __ldg(p->a.ids + step.k), j);
        }
        count += (unsigned)__popc(chosen);
    });
    __syncwarp();
    return count;
}

template <int K, class KEY>
TP_FN void OP(product_sort_row)(const OP_STATE *state, const tp_device_product *p, char *shared)
{
    const int64_t number = tp_row_number<1>();
    const tropic_index row = number < p->count ? tp_row_of(p, number) : 0;
    KEY keys[K], *all = (KEY *)shared;
    OP(value) *values = (OP(value) *)(shared + sizeof(KEY) * TP_WARP * K);
    const unsigned place = (1u << TP_PRODUCT_SORT_BITS) - 1;
    tropic_offset out;
    unsigned count, made = 0;
    if (number >= p->count) return;
    count = OP(product_expand)<K>(state, p, row, all, values);
    for (int k = 0; k < K; k++) keys[k] = all[TP_WARP * k + tp_lane()];
    tp_warp_sort(keys);
    __syncwarp();
    for (int k = 0; k < K; k++) all[K * tp_lane() + k] = keys[k];
    __syncwarp();
    out = p->offsets[row];
    for (unsigned c = (unsigned)tp_lane(); c - (unsigned)tp_lane() < count; c += TP_WARP) {
        const KEY column = c < count ? all[c] >> TP_PRODUCT_SORT_BITS : 0;
        const bool first = c < count && (c == 0 || all[c - 1] >> TP_PRODUCT_SORT_BITS != column);
        const unsigned firsts = __ballot_sync(TP_EVERY_LANE, first);
        if (first) {
            const tropic_offset at = out + made + __popc(firsts & ((1u << tp_lane()) - 1));
            OP(value) sum = values[(unsigned)all[c] & place];
            for (unsigned d = c + 1; d < count && all[d] >> TP_PRODUCT_SORT_BITS == column; d++)
                sum = OP(add)(sum, values[(unsigned)all[d] & place]);
            p->ids[at] = (tropic_index)column;
            ((OP(value) *)p->values)[at] = sum;
        }
        made += (unsigned)__popc(firsts);
    }
}

/* Bytes that a row of K products a lane has. */
#define ROW_BYTES(KEY, K) ((sizeof(KEY) + sizeof(OP(value))) * TP_WARP * (K))
#define SORT_KERNEL(name, KEY, K)                                                                                      \
    TP_KERNEL void __launch_bounds__(TP_PRODUCT_BLOCK_THREADS)                                                         \
        OP(name)(const OP_STATE state, const __grid_constant__ tp_device_product p)                                    \
    {                                                                                                                  \
        extern __shared__ __align__(16) char shared[];                                                                 \
        OP(product_sort_row)<K, KEY>(&state, &p, shared + threadIdx.x / TP_WARP * ROW_BYTES(KEY, K));                  \
    }
#if TP_MAKES(TP_VARIANT_ROWS_SORT)
SORT_KERNEL(product_sort_few, unsigned, TP_PRODUCT_SORT_FEW)
#endif
#if TP_MAKES(TP_VARIANT_ROWS_SORT + 1)
SORT_KERNEL(product_sort_some, unsigned, TP_PRODUCT_SORT_SOME)
#endif
#if TP_MAKES(TP_VARIANT_ROWS_SORT + 2)
SORT_KERNEL(product_sort_most, unsigned, TP_PRODUCT_SORT_MOST)
#endif
#if TP_MAKES(TP_VARIANT_ROWS_SORT_WIDE)
SORT_KERNEL(product_sort_few_wide, tp_bits64, TP_PRODUCT_SORT_FEW)
#endif
#if TP_MAKES(TP_VARIANT_ROWS_SORT_WIDE + 1)
SORT_KERNEL(product_sort_some_wide, tp_bits64, TP_PRODUCT_SORT_SOME)
#endif
#if TP_MAKES(TP_VARIANT_ROWS_SORT_WIDE + 2)
SORT_KERNEL(product_sort_most_wide, tp_bits64, TP_PRODUCT_SORT_MOST)
#endif
#undef SORT_KERNEL
#undef ROW_BYTES
