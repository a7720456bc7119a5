/* SPDX-License-Identifier: Apache-2.0
 *
 * Brandes' sweeps of several sources side by side on the CPU: a thread to a vertex, whose list it takes once for all.
 */
#include "algorithms/betweenness/cpu/brandes_cpu.h"

/* Vertices that a thread takes at a time. */
#define COLUMNS_CHUNK 256

/* Adds the counts of vertex w in the columns of `wanted`. */
static void add_row(const tp_brandes_level *l, double *sums, tropic_index w, uint64_t wanted)
{
    int64_t p = (int64_t)w * l->width + tp_brandes_base(l, l->adjacent, w);
    for (uint64_t left = l->adjacent[w]; left; left &= left - 1, p++)
        if (left & -left & wanted) sums[__builtin_ctzll(left)] += tp_brandes_load(l->counts, l->floats, p);
}

static void take(const tp_brandes_level *l, tropic_index v)
{
    const uint64_t here = l->level[v], wanted = tp_brandes_wanted(l, l->phase, v, here);
    const uint64_t leaves = tp_brandes_leaves(l, l->phase, v, here);
    const int base = tp_brandes_take(l, l->phase, v, here);
    double sums[TROPIC_BFS_BATCH];
    for (int c = 0; c < TROPIC_BFS_BATCH; c++) sums[c] = l->adjacent ? 0 : l->seed;
    for (tropic_offset k = l->arcs.offsets[v]; wanted && l->adjacent && k < l->arcs.offsets[v + 1]; k++) {
        const tropic_index w = l->arcs.ids[k];
        if (l->adjacent[w] & wanted) add_row(l, sums, w, wanted);
    }
    for (uint64_t left = wanted; left; left &= left - 1) {
        const int c = __builtin_ctzll(left);
        tp_brandes_keep(l, l->phase, l->classes, v, here, base, c, leaves >> c & 1, sums[c]);
    }
}

static void push(const tp_brandes_level *l, tropic_index v)
{
    for (tropic_offset k = l->arcs.offsets[v]; k < l->arcs.offsets[v + 1]; k++)
        tp_brandes_push(l, l->phase, v, l->adjacent[v], l->arcs.ids[k]);
}

static void push_some(const void *level, int64_t begin, int64_t end)
{
    const tp_brandes_level *l = level;
    for (int64_t v = begin; v < end; v++)
        if (l->adjacent[v]) push(l, (tropic_index)v);
}

static void take_some(const void *level, int64_t begin, int64_t end)
{
    const tp_brandes_level *l = level;
    for (int64_t v = begin; v < end; v++)
        if (l->level[v]) take(l, (tropic_index)v);
}

/* Arcs times columns between two looks at whether the caller cancels: tens of milliseconds. */
#define LOOK_WORK ((double)((int64_t)1 << 26))

/* Rows of a level from `first` on. */
typedef struct slice {
    const tp_brandes_level *l;
    tp_loop_body *body;
    int64_t first;
} slice;

static void take_slice(const void *of, int64_t begin, int64_t end)
{
    const slice *s = of;
    s->body(s->l, s->first + begin, s->first + end);
}

tropic_status tp_cpu_brandes_level(tropic_context *context, const tp_brandes_level *l)
{
    const tropic_index n = l->arcs.lists;
    const bool pushed = l->phase == TP_BRANDES_FORWARD_PUSH || l->phase == TP_BRANDES_MARK_SUCCESSORS;
    const double looks = (double)l->arcs.count * l->width / LOOK_WORK;
    const int64_t rows = (int64_t)(n / (1 + looks)) + 1;
    slice s = {.l = l, .body = pushed ? push_some : take_some};
    for (; s.first < n; s.first += rows) {
        const int64_t count = n - s.first < rows ? n - s.first : rows;
        TP_TRY(tp_progress(context, 0));
        tp_for(tp_team_for(context, n + l->arcs.count), count, COLUMNS_CHUNK, take_slice, &s);
    }
    return TROPIC_OK;
}

static void sum_some(const void *of, int64_t begin, int64_t end)
{
    const tp_brandes_sum *s = of;
    for (int64_t v = begin; v < end; v++) {
        double sum = s->total.centrality[v], squares = s->total.squares ? s->total.squares[v] : 0;
        for (uint64_t left = s->reached[v] & ~s->source[v] & s->columns; left; left &= left - 1) {
            const int c = __builtin_ctzll(left);
            tp_brandes_add(&s->total, c, tp_brandes_load(s->delta, s->floats, v * s->width + c), &sum, &squares);
        }
        s->total.centrality[v] = sum;
        if (s->total.squares) s->total.squares[v] = squares;
    }
}

tropic_status tp_cpu_brandes_sum(tropic_context *context, const tp_brandes_sum *s)
{
    tp_for(tp_team_for(context, s->n), s->n, TP_CHUNK_ANY, sum_some, s);
    return TROPIC_OK;
}
