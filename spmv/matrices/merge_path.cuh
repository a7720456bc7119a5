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
 * so that a second pass finds each entry's place by counting bits. Without y there is no plane Y.
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
    for (int w = tp_lane(); w < first; w += TP_WARP) before += (unsigned)__popc(words[w]);
    return (int)(tp_warp_total(before) + tp_warp_ends(mine) - mine);
}

/* ---- the entries of one matrix, x ---- */

/* entries = the plane X of this block's tile, which begins at `from`. */
TP_FN void tp_mark_entries(const tp_merge_path *path, const tp_path_start *from, uint32_t *entries)
{
    const tp_path_start to = path->starts[blockIdx.x + 1];
    const int rows = (int)(to.row - from->row), length = rows + (int)(to.x - from->x);
    if (threadIdx.x < TP_PATH_WORDS) {
        const int rest = length - (int)threadIdx.x * TP_WARP;
        entries[threadIdx.x] = rest >= TP_WARP ? TP_EVERY_LANE : rest > 0 ? (1u << rest) - 1 : 0;
    }
    __syncthreads();
    for (int q = (int)threadIdx.x; q < rows; q += TP_PASS_BLOCK) {
        const int end = q + (int)(path->x.offsets[from->row + q + 1] - from->x);
        atomicAnd(&entries[end / TP_WARP], ~(1u << end % TP_WARP));
    }
    __syncthreads();
}

/* each(from, k, row): is entry k of the tile, which begins at from, kept? By one block, of a path without y. */
template <typename EACH>
static __device__ __forceinline__ void tp_choose_entries(const tp_merge_path *path, const EACH &each)
{
    __shared__ uint32_t entries[TP_PATH_WORDS];
    __shared__ int kept;
    const tp_path_start from = path->starts[blockIdx.x];
    uint32_t *planes = tp_tile_planes(path);
    unsigned before = 0, mine = 0;
    uint32_t word = 0, chosen = 0; /* lane l: of word l */
    if (threadIdx.x == 0) kept = 0;
    tp_mark_entries(path, &from, entries);
    for (int w = tp_lane(); w < tp_warp_word(); w += TP_WARP) before += (unsigned)__popc(entries[w]);
    before = tp_warp_total(before);
#pragma unroll
    for (int l = 0; l < TP_PATH_WARP_WORDS; l++) {
        const uint32_t x = entries[tp_warp_word() + l];
        const unsigned at = before + (unsigned)__popc(x & tp_lanes_below());
        const tropic_index row = (tropic_index)from.row + (tp_warp_word() + l) * TP_WARP + tp_lane() - (int)at;
        const bool is = x >> tp_lane() & 1, keep = is && each(from, at, row);
        const uint32_t all = __ballot_sync(TP_EVERY_LANE, keep);
        if (tp_lane() == l) word = x, chosen = all;
        before += (unsigned)__popc(x);
        mine += (unsigned)__popc(all);
    }
    if (tp_lane() < TP_PATH_WARP_WORDS) {
        planes += tp_warp_word() + tp_lane();
        planes[TP_PLANE_X * TP_PATH_WORDS] = word;
        planes[TP_PLANE_KEPT * TP_PATH_WORDS] = chosen;
    }
    if (tp_lane() == 0) atomicAdd(&kept, (int)mine);
    __syncthreads();
    if (threadIdx.x == 0) path->kept[blockIdx.x] = kept;
}

/* The bits, one after the other, at the places that are set. */
TP_FN uint32_t tp_deposit(uint32_t bits, uint32_t places)
{
    for (uint32_t holes = ~places & ((1u << TP_PATH_WALK) - 1); holes != 0; holes &= holes - 1) {
        const uint32_t below = (holes & (0 - holes)) - 1;
        bits = (bits & below) | (bits & ~below) << 1;
    }
    return bits & places;
}

/* The same where rows do not matter, with fewer steps an entry: each(from, k). Lanes take entries side by side, then
 * bits move to their places. */
template <typename EACH>
static __device__ __forceinline__ void tp_choose_values(const tp_merge_path *path, const EACH &each)
{
    __shared__ uint32_t entries[TP_PATH_WORDS], flags[TP_PATH_WORDS + 1];
    __shared__ int kept;
    const tp_path_start from = path->starts[blockIdx.x];
    const int count = (int)(path->starts[blockIdx.x + 1].x - from.x);
    uint32_t word = 0; /* lane l: word l */
    if (threadIdx.x == 0) kept = 0;
    tp_mark_entries(path, &from, entries);
#pragma unroll
    for (int l = 0; l < TP_PATH_WARP_WORDS; l++) {
        const int k = (tp_warp_word() + l) * TP_WARP + tp_lane();
        const uint32_t all = __ballot_sync(TP_EVERY_LANE, k < count && each(from, (unsigned)k));
        if (tp_lane() == l) word = all;
    }
    if (tp_lane() < TP_PATH_WARP_WORDS) flags[tp_warp_word() + tp_lane()] = word;
    if (threadIdx.x == 0) flags[TP_PATH_WORDS] = 0;
    __syncthreads();
    if (threadIdx.x < TP_PATH_BLOCK) {
        uint16_t *planes = (uint16_t *)tp_tile_planes(path) + threadIdx.x;
        const int at = tp_walk_before(entries), w = at / TP_WARP;
        const uint32_t x = tp_walk_bits(entries);
        const uint64_t two = w < TP_PATH_WORDS ? (uint64_t)flags[w + 1] << TP_WARP | flags[w] : 0;
        const uint32_t chosen = tp_deposit((uint32_t)(two >> at % TP_WARP), x);
        const unsigned warp = tp_warp_total((unsigned)__popc(chosen));
        planes[TP_PLANE_X * TP_PATH_BLOCK] = (uint16_t)x;
        planes[TP_PLANE_KEPT * TP_PATH_BLOCK] = (uint16_t)chosen;
        if (tp_lane() == 0) atomicAdd(&kept, (int)warp);
    }
    __syncthreads();
    if (threadIdx.x == 0) path->kept[blockIdx.x] = kept;
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
    const unsigned ys = c->path.y.offsets ? planes[TP_PLANE_Y * TP_PATH_BLOCK] : 0;
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

/* put(to, x, y, row, id) for each entry `to` of the result, which is made of entries x and y; negative: not of it. Bits
 * are read by threads that have many each, then entries are made side by side. */
template <typename PUT> static __device__ __forceinline__ void tp_make_chosen(const tp_chosen *c, const PUT &put)
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
#pragma unroll 4
    for (unsigned k = threadIdx.x; k < all; k += TP_PATH_BLOCK) {
        const uint32_t parts = tile.parts[TP_PATH_PADDED(k)];
        const unsigned x = parts & TP_CHOSEN_POSITION, y = parts >> TP_CHOSEN_Y & TP_CHOSEN_POSITION;
        const bool has_x = parts >> TP_CHOSEN_HAS_X & 1, has_y = parts >> TP_CHOSEN_HAS_Y & 1;
        const tropic_index id = __ldg(has_x ? x_ids + x : y_ids + y);
        const int64_t row = from.row + (c->reads_rows ? tile.rows[k] : 0);
        ids[k] = id;
        if (c->values) put(first + k, has_x ? from.x + x : -1, has_y ? from.y + y : -1, (tropic_index)row, id);
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
