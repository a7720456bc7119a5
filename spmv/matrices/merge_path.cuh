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
/* Positions that a thread walks along: as many as bits of a word's half, so that each has its bits alone. */
#define TP_PATH_WALK 16
#define TP_PATH_BLOCK (TP_PATH_TILE / TP_PATH_WALK)
/* Where shared memory has item k: threads that each go along their own 8 or 16 items then find them in different
 * banks. */
#define TP_PATH_PADDED(k) ((k) + (k) / TP_WARP)

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

/* This thread's bits of a plane, TP_PATH_WALK of them. */
TP_FN uint32_t tp_walk_bits(const uint32_t *words)
{
    const unsigned at = threadIdx.x * TP_PATH_WALK;
    return words[at / TP_WARP] >> at % TP_WARP & ((1u << TP_PATH_WALK) - 1);
}
/* How many bits are set before them. The warp asks together. */
TP_FN int tp_walk_before(const uint32_t *words)
{
    const int first = (int)(threadIdx.x - tp_lane()) * TP_PATH_WALK / TP_WARP; /* the warp's first word */
    const unsigned mine = (unsigned)__popc(tp_walk_bits(words));
    unsigned before = 0;
#pragma unroll
    for (int w = tp_lane(); w < TP_PATH_WORDS; w += TP_WARP) before += w < first ? (unsigned)__popc(words[w]) : 0;
    return (int)(tp_warp_total(before) + tp_warp_ends(mine) - mine);
}

/* ---- what is chosen becomes a matrix ---- */

typedef struct tp_chosen {
    tp_merge_path path;
    const tropic_offset *before; /* entries that are kept before each tile */
    tropic_builtin_operator op_code;
    bool calls; /* op, where x and y are taken together */
    bool fills; /* and where one alone is */
    bool reads_rows;
    tp_any x_one, y_one; /* values of x and y that have none */
    tp_any alpha, beta;  /* of op, where x or y is not taken */
    /* The result. */
    tropic_offset *offsets;
    tropic_index *ids;
    void *values; /* NULL: a pattern */
    int size;     /* of one */
} tp_chosen;

/* Entries that the tile's result has: what each is made of, as positions of x and y in the tile, and its row. */
enum { TP_CHOSEN_Y = 12, TP_CHOSEN_HAS_X = 24, TP_CHOSEN_HAS_Y = 25 }; /* shifts: positions have 12 bits */
#define TP_CHOSEN_POSITION ((1u << TP_CHOSEN_Y) - 1)
typedef struct tp_chosen_tile {
    uint32_t parts[TP_PATH_PADDED(TP_PATH_TILE) + 1];
    uint16_t rows[TP_PATH_TILE];
    unsigned sums[2][TP_PATH_BLOCK / TP_WARP];
} tp_chosen_tile;

/* Entries of x (low half) and y before this thread's positions, and kept ones, of so many at them. */
TP_FN void tp_chosen_before(tp_chosen_tile *tile, unsigned *entries, unsigned *kept)
{
    const unsigned warp = threadIdx.x / TP_WARP;
    const unsigned entry_ends = tp_warp_ends(*entries), kept_ends = tp_warp_ends(*kept);
    *entries = entry_ends - *entries;
    *kept = kept_ends - *kept;
    if (tp_lane() == TP_WARP - 1) {
        tile->sums[0][warp] = entry_ends;
        tile->sums[1][warp] = kept_ends;
    }
    __syncthreads();
    for (unsigned w = 0; w < warp; w++) {
        *entries += tile->sums[0][w];
        *kept += tile->sums[1][w];
    }
}

/* Each thread goes along its positions: fills tile->parts, and writes offsets where rows end. */
TP_FN void tp_chosen_list(const tp_chosen *c, tp_chosen_tile *tile, const tp_path_start *from, int length)
{
    const uint16_t *planes = (const uint16_t *)tp_tile_planes(&c->path) + threadIdx.x;
    const unsigned xs = planes[TP_PLANE_X * TP_PATH_BLOCK], kept = planes[TP_PLANE_KEPT * TP_PATH_BLOCK];
    const unsigned ys = planes[TP_PLANE_Y * TP_PATH_BLOCK];
    const int begin = (int)threadIdx.x * TP_PATH_WALK;
    unsigned entries = (unsigned)__popc(xs) | (unsigned)__popc(ys & ~xs) << 16, k = (unsigned)__popc(kept);
    tp_chosen_before(tile, &entries, &k);
    unsigned x = entries & 0xffff, y = entries >> 16;
    tropic_offset *offsets = c->offsets + from->row + 1;
    const tropic_offset first = c->before[blockIdx.x];
#pragma unroll
    for (int s = 0; s < TP_PATH_WALK; s++) {
        const unsigned is_x = xs >> s & 1, is_y = ys >> s & 1;
        const int row = begin + s - (int)(x + y);
        if (kept >> s & 1) {
            tile->parts[TP_PATH_PADDED(k)] = x | y << TP_CHOSEN_Y | is_x << TP_CHOSEN_HAS_X | is_y << TP_CHOSEN_HAS_Y;
            if (c->reads_rows) tile->rows[k] = (uint16_t)row;
            k++;
        } else if (!(is_x | is_y) && begin + s < length) {
            offsets[row] = first + k;
        }
        x += is_x;
        y += is_y & ~is_x;
    }
}

/* For each entry `to` of the result, which is made of entries x and y (negative: not of it): parts = read(x, y), and
 * put(to, parts, x, y, row, id). Bits are read by threads that have many each, then entries are made side by side; what
 * several are made of is read before one is, for operators may take branches. */
template <typename PARTS, typename READ, typename PUT>
static __device__ __forceinline__ void tp_make_chosen(const tp_chosen *c, const READ &read, const PUT &put)
{
    __shared__ tp_chosen_tile tile;
    const tp_merge_path *path = &c->path;
    const tp_path_start from = path->starts[blockIdx.x], to = path->starts[blockIdx.x + 1];
    const tropic_offset first = c->before[blockIdx.x];
    const unsigned all = (unsigned)(c->before[blockIdx.x + 1] - first);
    if (blockIdx.x == 0 && threadIdx.x == 0) c->offsets[0] = 0;
    tp_chosen_list(c, &tile, &from, (int)(to.row - from.row + (to.x - from.x) + (to.y - from.y)));
    __syncthreads();
    const tropic_index *x_ids = path->x.ids + from.x, *y_ids = path->y.ids + from.y;
    tropic_index *ids = c->ids + first;
    for (unsigned begin = threadIdx.x; begin < all; begin += TP_FLIGHT * TP_PATH_BLOCK) {
        tropic_offset x[TP_FLIGHT], y[TP_FLIGHT];
        tropic_index id[TP_FLIGHT];
        PARTS parts[TP_FLIGHT];
#pragma unroll
        for (int q = 0; q < TP_FLIGHT; q++) {
            const unsigned k = begin + q * TP_PATH_BLOCK;
            const uint32_t made = tile.parts[TP_PATH_PADDED(k < all ? k : begin)];
            const unsigned x_at = made & TP_CHOSEN_POSITION, y_at = made >> TP_CHOSEN_Y & TP_CHOSEN_POSITION;
            x[q] = made >> TP_CHOSEN_HAS_X & 1 ? from.x + x_at : -1;
            y[q] = made >> TP_CHOSEN_HAS_Y & 1 ? from.y + y_at : -1;
            id[q] = __ldg(x[q] >= 0 ? x_ids + x_at : y_ids + y_at);
            if (c->values) parts[q] = read(x[q], y[q]);
        }
#pragma unroll
        for (int q = 0; q < TP_FLIGHT; q++) {
            const unsigned k = begin + q * TP_PATH_BLOCK;
            if (k >= all) break;
            const int64_t row = from.row + (c->reads_rows ? tile.rows[k] : 0);
            ids[k] = id[q];
            if (c->values) put(first + k, parts[q], x[q], y[q], (tropic_index)row, id[q]);
        }
    }
}

/* Value k, or the one that stands for all. */
template <typename T> TP_FN T tp_entry(const void *values, tropic_offset k, const tp_any *one)
{
    return values ? tp_stream((const T *)values + k) : *(const T *)one->byte;
}

/* What an entry is made of: operands, or what is copied. */
template <typename X, typename Y, typename Z> struct tp_chosen_parts {
    X a;
    Y b;
    Z copied;
};
TP_FN bool tp_chosen_calls(const tp_chosen *c, tropic_offset x, tropic_offset y)
{
    return c->fills || (c->calls && x >= 0 && y >= 0);
}
template <typename X, typename Y, typename Z>
TP_FN tp_chosen_parts<X, Y, Z> tp_chosen_read(const tp_chosen *c, tropic_offset x, tropic_offset y)
{
    const void *xs = c->path.x.values, *ys = c->path.y.values;
    tp_chosen_parts<X, Y, Z> p = {};
    if (tp_chosen_calls(c, x, y)) {
        p.a = x < 0 ? *(const X *)c->alpha.byte : tp_entry<X>(xs, x, &c->x_one);
        p.b = y < 0 ? *(const Y *)c->beta.byte : tp_entry<Y>(ys, y, &c->y_one);
    } else {
        p.copied = y >= 0 ? tp_entry<Z>(ys, y, &c->y_one) : tp_entry<Z>(xs, x, &c->x_one);
    }
    return p;
}

/* A block's part in making c, with
 *   X, Y                             C types of the values of x and y
 *   Z    OPERATE(code, x, y, i, j)   op
 * What is copied is of type Z already, whatever X and Y are. */
#define TP_MAKE_CHOSEN(c, X, Y, Z, OPERATE)                                                                            \
    tp_make_chosen<tp_chosen_parts<X, Y, Z>>(                                                                          \
        c, [&](tropic_offset x, tropic_offset y) { return tp_chosen_read<X, Y, Z>(c, x, y); },                         \
        [&](tropic_offset out, const tp_chosen_parts<X, Y, Z> &p, tropic_offset x, tropic_offset y, tropic_index i,    \
            tropic_index j) {                                                                                          \
            ((Z *)(c)->values)[out] = tp_chosen_calls(c, x, y) ? (Z)OPERATE((c)->op_code, p.a, p.b, i, j) : p.copied;  \
        })

#endif
