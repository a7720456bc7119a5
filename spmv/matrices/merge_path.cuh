/* SPDX-License-Identifier: Apache-2.0
 *
 * The merge path of two matrices, and what its tiles choose. Includes no header of the CUDA toolkit.
 *
 * Positions of the path are the entries of x and y, by row and id, of equal ones x's first; and behind each row its
 * end. Tiles have equally many positions, so that rows of any length, and any number of empty ones, cost blocks alike.
 * What is chosen of a tile lies in three planes of bits, one bit a position each:
 *
 *     X      an entry of x
 *     Y      an entry of y; or, with X, one of x that is taken together with y's next entry. Neither: a row's end
 *     KEPT   the result has an entry
 *
 * so that a second pass finds each entry's place by counting bits.
 */
#ifndef TP_MERGE_PATH_CUH
#define TP_MERGE_PATH_CUH

#include "spmv/device/warp.cuh"
#include "runtime/pass.cuh"

/* Positions of a tile: ids and rows of one take 8 kB of shared memory, so that a multiprocessor has all the blocks that
 * it has threads for. */
#define TP_PATH_TILE 2048
#define TP_PATH_WORDS (TP_PATH_TILE / TP_WARP)
enum { TP_PLANE_X, TP_PLANE_Y, TP_PLANE_KEPT, TP_PLANES };
/* Words of a plane that each warp of a block (TP_PASS_BLOCK) takes. */
#define TP_PATH_WARP_WORDS (TP_PATH_WORDS / (TP_PASS_BLOCK / TP_WARP))

/* Where a tile begins: entries before it, and the row that its first position lies in. */
typedef struct tp_path_start {
    tropic_offset x, y;
    int64_t row;
} tp_path_start;

typedef struct tp_merge_path {
    tropic_index lists;
    tp_arcs x, y; /* offsets NULL: there is no entry, and count is 0 */
    int64_t tiles;
    const tp_path_start *starts; /* tiles + 1 */
    uint32_t *planes;            /* of each tile TP_PLANES times TP_PATH_WORDS */
    tropic_offset *kept;         /* how many positions of each tile are */
} tp_merge_path;

TP_FN uint32_t *tp_tile_planes(const tp_merge_path *path)
{
    return path->planes + (int64_t)blockIdx.x * TP_PLANES * TP_PATH_WORDS;
}
TP_FN unsigned tp_lanes_below(void)
{
    return (1u << tp_lane()) - 1;
}
/* The first word that this warp takes. */
TP_FN int tp_warp_word(void)
{
    return (int)(threadIdx.x / TP_WARP) * TP_PATH_WARP_WORDS;
}

/* ---- the entries of one matrix, x ---- */

/* each(k, row): is entry k kept? By one block, of a path without y. */
template <typename EACH>
static __device__ __forceinline__ void tp_choose_entries(const tp_merge_path *path, const EACH &each)
{
    __shared__ uint32_t entries[TP_PATH_WORDS];
    __shared__ int kept;
    const tp_path_start from = path->starts[blockIdx.x], to = path->starts[blockIdx.x + 1];
    const int rows = (int)(to.row - from.row), length = rows + (int)(to.x - from.x);
    uint32_t *planes = tp_tile_planes(path);
    unsigned before = 0, mine = 0;
    uint32_t word = 0, chosen = 0; /* lane l: of word l */
    if (threadIdx.x < TP_PATH_WORDS) {
        const int rest = length - (int)threadIdx.x * TP_WARP;
        entries[threadIdx.x] = rest >= TP_WARP ? TP_EVERY_LANE : rest > 0 ? (1u << rest) - 1 : 0;
    }
    if (threadIdx.x == 0) kept = 0;
    __syncthreads();
    for (int q = (int)threadIdx.x; q < rows; q += TP_PASS_BLOCK) {
        const int end = q + (int)(path->x.offsets[from.row + q + 1] - from.x);
        atomicAnd(&entries[end / TP_WARP], ~(1u << end % TP_WARP));
    }
    __syncthreads();
    for (int w = tp_lane(); w < tp_warp_word(); w += TP_WARP) before += (unsigned)__popc(entries[w]);
    before = tp_warp_total(before);
#pragma unroll
    for (int l = 0; l < TP_PATH_WARP_WORDS; l++) {
        const uint32_t x = entries[tp_warp_word() + l];
        const unsigned at = before + (unsigned)__popc(x & tp_lanes_below());
        const int64_t row = from.row + (tp_warp_word() + l) * TP_WARP + tp_lane() - (int)at;
        const bool is = x >> tp_lane() & 1, keep = is && each(from.x + at, (tropic_index)row);
        const uint32_t all = __ballot_sync(TP_EVERY_LANE, keep);
        if (tp_lane() == l) word = x, chosen = all;
        before += (unsigned)__popc(x);
        mine += (unsigned)__popc(all);
    }
    if (tp_lane() < TP_PATH_WARP_WORDS) {
        planes += tp_warp_word() + tp_lane();
        planes[TP_PLANE_X * TP_PATH_WORDS] = word;
        planes[TP_PLANE_Y * TP_PATH_WORDS] = 0;
        planes[TP_PLANE_KEPT * TP_PATH_WORDS] = chosen;
    }
    if (tp_lane() == 0) atomicAdd(&kept, (int)mine);
    __syncthreads();
    if (threadIdx.x == 0) path->kept[blockIdx.x] = kept;
}

/* ---- what is chosen becomes a matrix ---- */

typedef struct tp_chosen {
    tp_merge_path path;
    const tropic_offset *before; /* entries that are kept before each tile */
    tropic_builtin_operator op_code;
    bool calls;          /* op, where x and y are taken together */
    bool fills;          /* and where one alone is */
    tp_any x_one, y_one; /* values of x and y that have none */
    tp_any alpha, beta;  /* of op, where x or y is not taken */
    /* The result. */
    tropic_offset *offsets;
    tropic_index *ids;
    void *values; /* NULL: a pattern */
    int size;     /* of one */
} tp_chosen;

/* put(to, x, y, row, id) for each entry `to` of the result, which is made of entries x and y; negative: not of it. */
template <typename PUT> static __device__ __forceinline__ void tp_make_chosen(const tp_chosen *c, const PUT &put)
{
    const tp_merge_path *path = &c->path;
    const tp_path_start from = path->starts[blockIdx.x], to = path->starts[blockIdx.x + 1];
    const int length = (int)(to.row - from.row + (to.x - from.x) + (to.y - from.y));
    const uint32_t *planes = tp_tile_planes(path);
    const tropic_offset first = c->before[blockIdx.x];
    unsigned x_before = 0, y_before = 0, kept_before = 0;
    if (blockIdx.x == 0 && threadIdx.x == 0) c->offsets[0] = 0;
    for (int w = tp_lane(); w < tp_warp_word(); w += TP_WARP) {
        const uint32_t x = planes[TP_PLANE_X * TP_PATH_WORDS + w];
        x_before += (unsigned)__popc(x);
        y_before += (unsigned)__popc(planes[TP_PLANE_Y * TP_PATH_WORDS + w] & ~x);
        kept_before += (unsigned)__popc(planes[TP_PLANE_KEPT * TP_PATH_WORDS + w]);
    }
    x_before = tp_warp_total(x_before);
    y_before = tp_warp_total(y_before);
    kept_before = tp_warp_total(kept_before);
#pragma unroll 2
    for (int w = tp_warp_word(); w < tp_warp_word() + TP_PATH_WARP_WORDS; w++) {
        const uint32_t xs = planes[TP_PLANE_X * TP_PATH_WORDS + w], ys = planes[TP_PLANE_Y * TP_PATH_WORDS + w];
        const uint32_t kept = planes[TP_PLANE_KEPT * TP_PATH_WORDS + w], below = tp_lanes_below();
        const unsigned x_at = x_before + (unsigned)__popc(xs & below);
        const unsigned y_at = y_before + (unsigned)__popc(ys & ~xs & below);
        const tropic_offset out = first + kept_before + (unsigned)__popc(kept & below);
        const int position = w * TP_WARP + tp_lane();
        const int64_t row = from.row + position - (int)(x_at + y_at);
        const bool x = xs >> tp_lane() & 1, y = ys >> tp_lane() & 1;
        if (kept >> tp_lane() & 1) {
            const tropic_index id = x ? __ldg(path->x.ids + from.x + x_at) : __ldg(path->y.ids + from.y + y_at);
            c->ids[out] = id;
            if (c->values) put(out, x ? from.x + x_at : -1, y ? from.y + y_at : -1, (tropic_index)row, id);
        } else if (!x && !y && position < length) {
            c->offsets[row + 1] = out;
        }
        x_before += (unsigned)__popc(xs);
        y_before += (unsigned)__popc(ys & ~xs);
        kept_before += (unsigned)__popc(kept);
    }
}

/* Value k, or the one that stands for all. */
template <typename T> TP_FN T tp_entry(const void *values, tropic_offset k, const tp_any *one)
{
    return values ? tp_stream((const T *)values + k) : *(const T *)one->byte;
}

/* tp_chosen_<name>(c, out, x, y, i, j): the value of an entry, of type Z.
 *   X, Y                             C types of the values of x and y
 *   Z    OPERATE(code, x, y, i, j)   op
 * What is copied is of type Z already, whatever X and Y are. */
#define TP_CHOSEN(name, X, Y, Z, OPERATE)                                                                              \
    TP_FN void tp_chosen_##name(const tp_chosen *c, tropic_offset out, tropic_offset x, tropic_offset y,               \
                                tropic_index i, tropic_index j)                                                        \
    {                                                                                                                  \
        const void *xs = c->path.x.values, *ys = c->path.y.values;                                                     \
        Z z;                                                                                                           \
        if (c->fills || (c->calls && x >= 0 && y >= 0)) {                                                              \
            const X a = x < 0 ? *(const X *)c->alpha.byte : tp_entry<X>(xs, x, &c->x_one);                             \
            const Y b = y < 0 ? *(const Y *)c->beta.byte : tp_entry<Y>(ys, y, &c->y_one);                              \
            z = OPERATE(c->op_code, a, b, i, j);                                                                       \
        } else {                                                                                                       \
            z = y >= 0 ? tp_entry<Z>(ys, y, &c->y_one) : tp_entry<Z>(xs, x, &c->x_one);                                \
        }                                                                                                              \
        ((Z *)c->values)[out] = z;                                                                                     \
    }

#endif
