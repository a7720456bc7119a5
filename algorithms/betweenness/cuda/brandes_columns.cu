/* SPDX-License-Identifier: Apache-2.0
 *
 * Brandes' sweeps of several sources side by side on the GPU: a warp to a vertex, two columns to a lane, so that a
 * neighbour's row is read in whole lines, but for parts that no lane wants. Of TP_WARP neighbours at a time the words
 * are looked at first, a lane to each: most have nothing to give. Hubs are dealt out to many warps, TP_PIECE entries
 * each; the one that ends last adds their sums up, in order.
 *
 * Moves 8 bytes for each vertex and level, 4 + 8 for each entry of vertices on the level, and 8 for each neighbour and
 * column with a contribution: these cost the most.
 */
#include "algorithms/betweenness/cuda/brandes.cuh"

/* Blocks that a multiprocessor must have registers for: with 2 or 4, a twentieth to a third slower. */
#define EACH 3
/* Rows that a warp has on their way. */
#define ROWS 8

/* Columns that a neighbour gives, at most, for lanes to fetch them by neighbour, not by column: that took an eighth off
 * a uniform random graph. With 2 or 4 it is as fast. */
#define FEW 3
/* Columns that a warp adds up at a time: two lines of 64 bytes. */
#define SUMMED 16
static_assert(TROPIC_BFS_BATCH == 2 * TP_WARP, "a lane has two columns");

/* Of a row, a lane's two columns: its own number, and TP_WARP more. */
struct pair {
    double x, y;
};

static __device__ uint64_t word_from(uint64_t word, int lane)
{
    return __shfl_sync(TP_EVERY_LANE, (unsigned long long)word, lane);
}

/* The part that a warp takes at a time: entries `first` and on, at most TP_WARP of the `left`, of the vertex of lane
 * `of`. */
struct chunk {
    unsigned todo; /* lanes whose vertices come after it */
    int of;        /* -1: there is none */
    int left;
    tropic_offset first;
};

static __device__ chunk next_chunk(chunk c, tropic_offset begin, int entries)
{
    if (c.of >= 0 && c.left > TP_WARP) {
        c.first += TP_WARP;
        c.left -= TP_WARP;
        return c;
    }
    c.of = c.todo ? __ffs((int)c.todo) - 1 : -1;
    c.todo &= c.todo - 1;
    c.first = __shfl_sync(TP_EVERY_LANE, begin, c.of < 0 ? 0 : c.of);
    c.left = __shfl_sync(TP_EVERY_LANE, entries, c.of < 0 ? 0 : c.of);
    return c;
}

/* Each lane's entry of a chunk; -1: none. */
static __device__ tropic_index id_of(const tp_brandes_level *l, const chunk *c)
{
    const int lane = tp_lane();
    return c->of >= 0 && lane < c->left ? __ldg(l->arcs.ids + c->first + lane) : -1;
}
/* A neighbour on the level beside. */
struct neighbour {
    tropic_index id;
    uint64_t word;
    int base; /* its first place */
};

static __device__ neighbour look_at(const tp_brandes_level *l, tropic_index id)
{
    neighbour w = {id, 0, 0};
    if (id < 0) return w;
    w.word = __ldg(l->adjacent + id);
    w.base = tp_brandes_base(l, l->adjacent, id);
    return w;
}

/* A neighbour's row as all lanes read it, from shared memory: cheaper than from lane to lane, which the kernel then
 * waited for. */
struct alignas(16) neighbour_row {
    uint64_t word;
    int64_t row; /* where it begins; from bit HALF_AT on, how many columns are below TP_WARP */
};
#define HALF_AT 56

/* The contribution of a neighbour to one column. */
struct alignas(16) contribution {
    double x;
    int column;
};

/* A warp's, in turn. */
union given {
    neighbour_row rows[TP_WARP];
    contribution contributions[TP_WARP * FEW];
};

/* Where each of lanes' neighbours gives at most FEW columns, `both`: each lane fetches its neighbour's contributions,
 * and the columns take their contributions one after another, in the order of the list. */
template <typename T>
static __device__ void add_few(const tp_brandes_level *l, contribution *contributions, const neighbour *w,
                               uint64_t both, pair *sum)
{
    const T *row = (const T *)l->counts + (int64_t)w->id * l->width + w->base;
    const int lane = tp_lane(), own = __popcll(both);
    T x[FEW];
    int end = own, at;
    uint64_t left = both;
#pragma unroll
    for (int f = 0; f < FEW; f++, left &= left - 1) x[f] = left ? row[__popcll(w->word & ((left & -left) - 1))] : 0;
#pragma unroll
    for (int by = 1; by < TP_WARP; by *= 2) {
        const int before = __shfl_up_sync(TP_EVERY_LANE, end, by);
        if (lane >= by) end += before;
    }
    at = end - own;
#pragma unroll
    for (int f = 0; f < FEW; f++, both &= both - 1)
        if (both) contributions[at + f] = {(double)x[f], __ffsll((long long)both) - 1};
    __syncwarp();
    const int count = __shfl_sync(TP_EVERY_LANE, end, TP_WARP - 1);
#pragma unroll 4
    for (int k = 0; k < count; k++) {
        const contribution g = contributions[k];
        if (g.column == lane) sum->x += g.x;
        if (g.column == lane + TP_WARP) sum->y += g.x;
    }
    __syncwarp();
}

/* Adds the rows of lanes' neighbours, in the columns of `wanted`. */
template <typename T>
static __device__ void add_rows(const tp_brandes_level *l, given *shared, const neighbour *w, uint64_t wanted,
                                pair *sum)
{
    neighbour_row *rows = shared->rows;
    const int lane = tp_lane();
    const unsigned mine = 1u << lane, below = mine - 1;
    const unsigned x_mine = wanted >> lane & 1 ? mine : 0;
    const unsigned y_mine = wanted >> (lane + TP_WARP) & 1 ? mine : 0;
    const bool gives = (w->word & wanted) != 0;
    const unsigned giving = __ballot_sync(TP_EVERY_LANE, gives);
    if (giving == 0) return;
    if (!__any_sync(TP_EVERY_LANE, __popcll(w->word & wanted) > FEW)) {
        add_few<T>(l, shared->contributions, w, w->word & wanted, sum);
        return;
    }
    const int count = __popc(giving);
    const int before = __popc(giving & below); /* in order; then those that give nothing */
    neighbour_row own = {gives ? w->word : 0, (int64_t)w->id * l->width + w->base};
    own.row |= (int64_t)__popc((unsigned)own.word) << HALF_AT;
    rows[gives ? before : count + lane - before] = own;
    __syncwarp();
    for (int k = 0; k < count; k += ROWS) {
        T x[ROWS], y[ROWS];
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            const neighbour_row from = rows[k + r];
            const unsigned low = (unsigned)from.word, high = (unsigned)(from.word >> TP_WARP);
            const T *row = (const T *)l->counts + (from.row & (((int64_t)1 << HALF_AT) - 1));
            const int half = (int)(from.row >> HALF_AT);
            x[r] = low & x_mine ? row[__popc(low & below)] : 0;
            y[r] = high & y_mine ? row[half + __popc(high & below)] : 0;
        }
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            sum->x += (double)x[r];
            sum->y += (double)y[r];
        }
    }
    __syncwarp();
}

template <tp_brandes_phase PHASE, bool CLASSES>
static __device__ void keep(const tp_brandes_level *l, tropic_index v, uint64_t wanted, int base, pair sum)
{
    const tp_brandes_multiplicity *classes = CLASSES ? l->classes : NULL;
    const uint64_t here = PHASE == TP_BRANDES_BACKWARD && l->has_successor ? l->level[v] : wanted;
    const uint64_t leaves = tp_brandes_leaves(l, PHASE, v, here);
    const int x = tp_lane(), y = x + TP_WARP;
    if (wanted >> x & 1) tp_brandes_keep(l, PHASE, classes, v, here, base, x, leaves >> x & 1, sum.x);
    if (wanted >> y & 1) tp_brandes_keep(l, PHASE, classes, v, here, base, y, leaves >> y & 1, sum.y);
}

/* do_vertex(of, wanted, sum) for the vertices of `todo` lanes, whose lists begin at `begin`: of the columns of `lanes`.
 * Ids are asked for two chunks ahead, neighbours' words one. */
template <typename T, typename DO>
static __device__ void each_vertex(const tp_brandes_level *l, unsigned todo, tropic_offset begin, int entries,
                                   uint64_t lanes, const DO &do_vertex)
{
    __shared__ given shared[TP_BRANDES_WARPS];
    chunk now = next_chunk({todo, -1, 0, 0}, begin, entries);
    chunk next = next_chunk(now, begin, entries);
    neighbour w = look_at(l, id_of(l, &now));
    tropic_index next_id = id_of(l, &next);
    pair sum = {0, 0};
    while (now.of >= 0) {
        const uint64_t wanted = word_from(lanes, now.of);
        const neighbour next_one = look_at(l, next_id);
        const chunk later = next_chunk(next, begin, entries);
        const tropic_index later_id = id_of(l, &later);
        add_rows<T>(l, &shared[threadIdx.x / TP_WARP], &w, wanted, &sum);
        if (now.left <= TP_WARP) {
            do_vertex(now.of, wanted, sum);
            sum = {0, 0};
        }
        now = next;
        next = later;
        w = next_one;
        next_id = later_id;
    }
}

template <typename T, tp_brandes_phase PHASE, bool CLASSES>
static __global__ void __launch_bounds__(TP_STEP_BLOCK, EACH)
    brandes_level(const __grid_constant__ tp_brandes_level l, const __grid_constant__ tp_hub_queue hubs, int tile,
                  bool quads)
{
    __shared__ uint8_t shared[TP_BRANDES_WARPS][TP_WARP];
    uint8_t *bases = shared[threadIdx.x / TP_WARP];
    const int64_t n = l.arcs.lists;
    const int lane = tp_lane();
    (void)quads;
    for (int64_t first = tp_warp() * tile; first < n; first += tp_warps() * tile) {
        const int64_t own = first + lane;
        const uint64_t here = lane < tile && own < n ? l.level[own] : 0;
        const uint64_t columns = here ? tp_brandes_wanted(&l, PHASE, own, here) : 0;
        const tropic_offset begin = columns ? __ldg(l.arcs.offsets + own) : 0;
        const int entries = columns && l.adjacent ? (int)(__ldg(l.arcs.offsets + own + 1) - begin) : 0;
        const bool hub = entries > hubs.limit;
        const unsigned todo = __ballot_sync(TP_EVERY_LANE, columns != 0 && !hub);
        __syncwarp();
        if (here) bases[lane] = (uint8_t)tp_brandes_take(&l, PHASE, (tropic_index)own, here);
        __syncwarp();
        if (hub) tp_list_hub(hubs.items, hubs.count, (tropic_index)own, tp_pieces(entries));
        each_vertex<T>(&l, todo, begin, entries, columns, [&](int of, uint64_t wanted, pair sum) {
            if (!l.adjacent) sum = {l.seed, l.seed};
            keep<PHASE, CLASSES>(&l, (tropic_index)(first + of), wanted, bases[of], sum);
        });
    }
}

template <typename T, tp_brandes_phase PHASE, bool CLASSES>
static __global__ void __launch_bounds__(TP_STEP_BLOCK, EACH)
    brandes_hubs(const __grid_constant__ tp_brandes_level l, const __grid_constant__ tp_hub_queue hubs, int tile,
                 bool quads)
{
    volatile double *sums = (volatile double *)hubs.sums + tp_lane();
    (void)tile, (void)quads;
    tp_each_piece(
        &l.arcs, &hubs,
        [&](int64_t q, tropic_index v, tropic_offset from, tropic_offset end) {
            each_vertex<T>(&l, 1, from, (int)(end - from), tp_brandes_wanted(&l, PHASE, v, l.level[v]),
                           [&](int of, uint64_t wanted, pair sum) {
                               (void)of, (void)wanted;
                               sums[q * TROPIC_BFS_BATCH] = sum.x;
                               sums[q * TROPIC_BFS_BATCH + TP_WARP] = sum.y;
                           });
        },
        [&](int64_t first, int32_t pieces, tropic_index v) {
            pair sum = {0, 0};
            for (int64_t q = first; q < first + pieces; q++) {
                sum.x += sums[q * TROPIC_BFS_BATCH];
                sum.y += sums[q * TROPIC_BFS_BATCH + TP_WARP];
            }
            keep<PHASE, CLASSES>(&l, v, tp_brandes_wanted(&l, PHASE, v, l.level[v]), tp_brandes_base(&l, l.level, v),
                                 sum);
        });
}

/* A warp to TP_WARP vertices: rows are read in whole lines, some columns at a time, and added up by a lane to each. */
static __global__ void __launch_bounds__(TP_STEP_BLOCK) brandes_sum(const __grid_constant__ tp_brandes_sum s)
{
    __shared__ double tiles[TP_BRANDES_WARPS][TP_WARP][SUMMED + 1];
    double(*tile)[SUMMED + 1] = tiles[threadIdx.x / TP_WARP];
    const int lane = tp_lane(), rows = TP_WARP / SUMMED;
    for (int64_t first = tp_warp() * TP_WARP; first < s.n; first += tp_threads()) {
        const int64_t own = first + lane;
        const uint64_t word = own < s.n ? s.reached[own] & ~s.source[own] & s.columns : 0;
        double sum = own < s.n ? s.total.centrality[own] : 0;
        double squares = own < s.n && s.total.squares ? s.total.squares[own] : 0;
        for (tropic_index c = 0; c < s.width; c += SUMMED) {
#pragma unroll
            for (int r = 0; r < TP_WARP; r += rows) {
                const int row = r + lane / SUMMED, column = c + lane % SUMMED;
                const uint64_t bits = word_from(word, row);
                tile[row][lane % SUMMED] =
                    bits >> column & 1 ? tp_brandes_load(s.delta, s.floats, (first + row) * s.width + column) : 0;
            }
            __syncwarp();
#pragma unroll
            for (int k = 0; k < SUMMED; k++)
                if (word >> (c + k) & 1) tp_brandes_add(&s.total, c + k, tile[lane][k], &sum, &squares);
            __syncwarp();
        }
        if (own < s.n) s.total.centrality[own] = sum;
        if (own < s.n && s.total.squares) s.total.squares[own] = squares;
    }
}

template <typename T, bool CLASSES> static tropic_status launch(tropic_context *context, const tp_brandes_level *l)
{
#define KERNELS(PHASE)                                                                                                 \
    {                                                                                                                  \
        (const void *)brandes_level<T, PHASE, CLASSES>, (const void *)brandes_hubs<T, PHASE, CLASSES>                  \
    }
    static const void *const kernels[][2] = {KERNELS(TP_BRANDES_FORWARD), KERNELS(TP_BRANDES_FORWARD_AND_LEAVES),
                                             KERNELS(TP_BRANDES_BACKWARD)};
#undef KERNELS
    return tp_cuda_brandes_launch(context, l, kernels[l->phase][0], kernels[l->phase][1], TP_BRANDES_HUB,
                                  TROPIC_BFS_BATCH * sizeof(double));
}

tropic_status tp_cuda_brandes_level(tropic_context *context, const tp_brandes_level *l)
{
    if (l->phase > TP_BRANDES_BACKWARD) return tp_cuda_brandes_push(context, l);
    if (l->floats && l->classes) return launch<float, true>(context, l);
    if (l->floats) return launch<float, false>(context, l);
    return l->classes ? launch<double, true>(context, l) : launch<double, false>(context, l);
}

tropic_status tp_cuda_brandes_sum(tropic_context *context, const tp_brandes_sum *s)
{
    tp_cuda_use use(context);
    tp_cuda_of(context)->stopped = false;
    if (s->n == 0) return TROPIC_OK;
    return tp_cuda_launch(context, "launching a kernel", {tp_quotient_up(s->n, TP_STEP_BLOCK), TP_STEP_BLOCK},
                          brandes_sum, *s);
}
