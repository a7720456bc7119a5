/* SPDX-License-Identifier: Apache-2.0
 *
 * The merge path of two matrices, and the entries that its tiles choose. Includes no header of the CUDA toolkit.
 *
 * Positions of the path are the entries of x and y, by row and id, of equal ones x's first; and behind each row its
 * end. Tiles have equally many positions, so that rows of any length, and any number of empty ones, cost blocks alike.
 * The choice of a tile lies in three planes of bits, one bit a position each:
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

/* ---- the chosen entries become a matrix ---- */

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
    int size;     /* of one; 0: a pattern */
} tp_chosen;

/* Threads that make the entries that a tile has chosen, and words of each plane that a warp of theirs takes. */
#define TP_CHOSEN_BLOCK 128
#define TP_CHOSEN_WORDS (TP_PATH_WORDS / (TP_CHOSEN_BLOCK / TP_WARP))
/* Entries that a lane has in flight. */
#define TP_CHOSEN_FLIGHT 3

/* Operands of an entry of the result: a half each for x and y. It has the number of the tile's entries before the
 * operand, and a bit that is set if there is such an operand. */
enum { TP_MADE_Y = 16 }; /* shift */
#define TP_MADE_COUNT 0x7fffu
#define TP_MADE_OF_X (1u << (TP_MADE_Y - 1))
#define TP_MADE_OF_Y (TP_MADE_OF_X << TP_MADE_Y)

/* The warp's part of a tile: words of the planes, with the counts of the tile's entries before each; and the operands
 * of its part of the result, with rows of the tile for operators that look at them. */
typedef struct alignas(16) tp_chosen_word {
    uint32_t x, y, kept;
    unsigned before; /* entries of x and of y, each in a half */
} tp_chosen_word;
template <bool ROWS> struct tp_chosen_part {
    tp_chosen_word words[TP_CHOSEN_WORDS];
    uint32_t made_of[TP_CHOSEN_WORDS * TP_WARP];
    uint16_t rows[ROWS ? TP_CHOSEN_WORDS * TP_WARP : 1];
};

/* Entries of x and of y among these bits, each in a half. (An x that is taken with y's next one is one of x.) */
TP_FN unsigned tp_chosen_entries(uint32_t x, uint32_t y, uint32_t these)
{
    return (unsigned)__popc(x & these) + ((unsigned)__popc(y & ~x & these) << TP_MADE_Y);
}

/* Reads the warp's words. Returns how many entries of the result the tile has before them. */
template <bool ROWS> TP_FN unsigned tp_chosen_open(const tp_merge_path *path, tp_chosen_part<ROWS> *part)
{
    const uint32_t *const planes = tp_tile_planes(path);
    const int first = (int)(threadIdx.x / TP_WARP) * TP_CHOSEN_WORDS;
    unsigned entries = 0, kept = 0;
    tp_chosen_word mine = {};
#pragma unroll
    for (int w = tp_lane(); w < TP_PATH_WORDS; w += TP_WARP) {
        if (w >= first + TP_CHOSEN_WORDS) continue;
        const tp_chosen_word word = {planes[TP_PLANE_X * TP_PATH_WORDS + w], planes[TP_PLANE_Y * TP_PATH_WORDS + w],
                                     planes[TP_PLANE_KEPT * TP_PATH_WORDS + w]};
        if (w >= first) {
            mine = word;
        } else {
            entries += tp_chosen_entries(word.x, word.y, TP_EVERY_LANE);
            kept += (unsigned)__popc(word.kept);
        }
    }
    /* (The warp's words are those of lanes that follow one another.) */
    const unsigned own = tp_chosen_entries(mine.x, mine.y, TP_EVERY_LANE);
    mine.before = tp_warp_total(entries) + tp_warp_ends(own) - own;
    const int at = (tp_lane() - first % TP_WARP + TP_WARP) % TP_WARP;
    if (at < TP_CHOSEN_WORDS) part->words[at] = mine;
    __syncwarp();
    return tp_warp_total(kept);
}

/* Lists the operands of the warp's part of the result, a lane for each position. Returns the number of its entries.
 * Where a row ends, offsets, which are the tile's, get the number of the result's entries up to there: `before`, and
 * those of this part. */
template <bool ROWS>
TP_FN unsigned tp_chosen_list(tp_chosen_part<ROWS> *part, tropic_offset *offsets, int rows, tropic_offset before)
{
    const int first = (int)(threadIdx.x / TP_WARP) * TP_CHOSEN_WORDS;
    const uint32_t mine = 1u << tp_lane(), below = mine - 1;
    unsigned to = 0;
#pragma unroll 2
    for (int w = 0; w < TP_CHOSEN_WORDS; w++) {
        const tp_chosen_word word = part->words[w];
        const unsigned here = to + (unsigned)__popc(word.kept & below);
        unsigned made_of = word.before + tp_chosen_entries(word.x, word.y, below);
        const int row = (first + w) * TP_WARP + tp_lane() - (int)((made_of & TP_MADE_COUNT) + (made_of >> TP_MADE_Y));
        /* (There are bits behind the last tile's end.) */
        if (!((word.x | word.y) & mine) & (row < rows)) offsets[row] = before + here;
        if (word.x & mine) made_of |= TP_MADE_OF_X;
        if (word.y & mine) made_of |= TP_MADE_OF_Y;
        if (word.kept & mine) {
            part->made_of[here] = made_of;
            if (ROWS) part->rows[here] = (uint16_t)row;
        }
        to += (unsigned)__popc(word.kept);
    }
    __syncwarp();
    return to;
}

/* A run of the result, which a warp makes: from where on, and how many. */
typedef struct tp_chosen_run {
    tp_path_start from; /* the tile's */
    tropic_offset first;
    unsigned count;
} tp_chosen_run;

/* Entry `to` of the run. */
typedef struct tp_chosen_item {
    uint32_t made_of;
    unsigned to;
    tropic_index row, id;
} tp_chosen_item;

TP_FN unsigned tp_made_of_x(uint32_t made_of)
{
    return tp_index(made_of & TP_MADE_COUNT);
}
TP_FN unsigned tp_made_of_y(uint32_t made_of)
{
    return tp_index(made_of >> TP_MADE_Y & TP_MADE_COUNT);
}

/* Makes the result of a tile, by warps: positions first, then entries, for these are fewer. Of TP_CHOSEN_FLIGHT that a
 * lane takes at a time, read(&parts, made_of, &run) is called for each, then put(parts, items, &run) for all: so all is
 * read before one is made, for operators may take branches. Where the run has no more, a lane takes the same entry
 * again, and no branch. ROWS: items have them. */
template <bool ROWS, typename PARTS, typename READ, typename PUT>
static __device__ __forceinline__ void tp_make_chosen(const tp_chosen *c, const READ &read, const PUT &put)
{
    __shared__ tp_chosen_part<ROWS> parts_of[TP_CHOSEN_BLOCK / TP_WARP];
    tp_chosen_part<ROWS> *const part = &parts_of[threadIdx.x / TP_WARP];
    const tp_path_start *const starts = c->path.starts + blockIdx.x;
    tp_chosen_run run = {starts[0], c->before[blockIdx.x]};
    const tropic_index *const x_ids = tp_base(c->path.x.ids + run.from.x);
    const tropic_index *const y_ids = tp_base(c->path.y.ids + run.from.y);
    if (blockIdx.x == 0 && threadIdx.x == 0) c->offsets[0] = 0;
    run.first += tp_chosen_open(&c->path, part);
    run.count =
        tp_chosen_list(part, tp_base(c->offsets + run.from.row + 1), (int)(starts[1].row - run.from.row), run.first);
#pragma unroll 1
    for (unsigned k = (unsigned)tp_lane(); k < run.count; k += TP_CHOSEN_FLIGHT * TP_WARP) {
        tp_chosen_item items[TP_CHOSEN_FLIGHT];
        PARTS parts[TP_CHOSEN_FLIGHT];
#pragma unroll
        for (unsigned q = 0; q < TP_CHOSEN_FLIGHT; q++) {
            const unsigned at = k + q * TP_WARP < run.count ? k + q * TP_WARP : k;
            const uint32_t made_of = part->made_of[at];
            const unsigned x = tp_made_of_x(made_of), y = tp_made_of_y(made_of);
            const bool of_x = made_of & TP_MADE_OF_X;
            items[q].made_of = made_of;
            items[q].to = at;
            items[q].row = ROWS ? (tropic_index)(run.from.row + part->rows[at]) : 0;
            items[q].id = *tp_global((of_x ? x_ids : y_ids) + (of_x ? x : y));
            read(&parts[q], made_of, &run);
        }
        put(parts, items, &run);
    }
}

/* The operands of op, of which an entry may lack one. */
template <typename X, typename Y> struct tp_chosen_parts {
    X x;
    Y y;
};
template <typename X, typename Y>
TP_FN void tp_chosen_read(const tp_chosen *c, tp_chosen_parts<X, Y> *parts, uint32_t made_of, const tp_chosen_run *run)
{
    const X *const xs = tp_base((const X *)c->path.x.values + run->from.x);
    const Y *const ys = tp_base((const Y *)c->path.y.values + run->from.y);
    const uint32_t has_x = c->path.x.values ? TP_MADE_OF_X : 0, has_y = c->path.y.values ? TP_MADE_OF_Y : 0;
    parts->x = made_of & TP_MADE_OF_X ? *(const X *)c->x_one.byte : *(const X *)c->alpha.byte;
    parts->y = made_of & TP_MADE_OF_Y ? *(const Y *)c->y_one.byte : *(const Y *)c->beta.byte;
    if (made_of & has_x) parts->x = xs[tp_made_of_x(made_of)];
    if (made_of & has_y) parts->y = ys[tp_made_of_y(made_of)];
}

/* A value as it is. (Only where x, y and z of op are of one type is there one.) */
template <typename Z> struct tp_chosen_copy {
    TP_FN Z of(const Z &value)
    {
        return value;
    }
    template <typename T> TP_FN Z of(const T &)
    {
        return {};
    }
};

/* operate(x, y, i, j): op. */
template <typename Z, typename X, typename Y, typename OPERATE>
TP_FN void tp_chosen_put(const tp_chosen *c, const tp_chosen_parts<X, Y> *parts, const tp_chosen_item *items,
                         const tp_chosen_run *run, const OPERATE &operate)
{
    tropic_index *const ids = tp_base(c->ids + run->first);
    Z *const values = tp_base((Z *)c->values + run->first);
    /* op is called where these bits are set. (A count has not so many.) */
    const uint32_t both = TP_MADE_OF_X | TP_MADE_OF_Y, needs = c->fills ? 0 : c->calls ? both : TP_MADE_COUNT;
#pragma unroll
    for (unsigned q = 0; q < TP_CHOSEN_FLIGHT; q++) {
        const tp_chosen_item *const item = &items[q];
        Z z = item->made_of & TP_MADE_OF_Y ? tp_chosen_copy<Z>::of(parts[q].y) : tp_chosen_copy<Z>::of(parts[q].x);
        if ((item->made_of & needs) == needs) z = operate(parts[q].x, parts[q].y, item->row, item->id);
        ids[item->to] = item->id;
        values[item->to] = z;
    }
}

/* A block's part in making c, with types of the values of x, y and the result. ROWS: op looks at them. */
template <bool ROWS, typename X, typename Y, typename Z, typename OPERATE>
static __device__ __forceinline__ void tp_make_chosen_by(const tp_chosen *c, const OPERATE &operate)
{
    typedef tp_chosen_parts<X, Y> parts;
    tp_make_chosen<ROWS, parts>(
        c, [&](parts *p, uint32_t made_of, const tp_chosen_run *run) { tp_chosen_read(c, p, made_of, run); },
        [&](const parts *p, const tp_chosen_item *items, const tp_chosen_run *run) {
            tp_chosen_put<Z>(c, p, items, run, operate);
        });
}

#endif
