/* SPDX-License-Identifier: Apache-2.0
 *
 * Generated matrices on the CPU: drawn edges are sorted as any entries are, lists are written in place.
 */
#include "formats/generate/generate_lists.h"
#include "formats/matrix/build/loops.h"
#include "formats/matrix/lists.h"

/* Slots or entries that a thread takes at a time, and threads together between two checks whether the
 * caller cancels. */
#define SLOTS_CHUNK ((int64_t)1 << 14)
#define BATCH ((int64_t)1 << 24)

/* Peak memory of a drawn kind, in tenths of the finished matrix: the sort holds the entries twice, and a
 * directed matrix is half as large, compared with the entries drawn. tropic_generate.h promises them. */
#define PEAK_TENTHS 25
#define DIRECTED_PEAK_TENTHS 32

/* Of the work, the part up to the sort. */
#define DRAWN_PART 0.5

static size_t value_size(const tp_generator *g)
{
    return g->weights > 0 ? sizeof(int32_t) : 0;
}

static tropic_type value_type(const tp_generator *g)
{
    return g->weights > 0 ? TROPIC_INT32 : TROPIC_BOOL;
}

/* Before anything is drawn. */
static tropic_status check_memory(tropic_context *context, const tp_generator *g)
{
    const tropic_offset entries = tp_generator_entries(g);
    const size_t tenths = g->directed ? DIRECTED_PEAK_TENTHS : PEAK_TENTHS;
    size_t needed = tp_generator_bytes(g, entries);
    if (g->drawn && __builtin_mul_overflow(needed / 10, tenths, &needed)) needed = SIZE_MAX;
    return tp_need_memory(context, &context->memory, needed, "making a graph of up to %lld entries",
                          (long long)entries);
}

typedef struct drawing {
    const tp_generator *g;
    tp_entries *e;
    int64_t first;
} drawing;

static void draw(const void *of, int64_t begin, int64_t end)
{
    const drawing *d = of;
    const tp_generator *g = d->g;
    const tp_entries *e = d->e;
    int32_t *values = e->values;
    for (int64_t k = d->first + begin; k < d->first + end; k++) {
        const tp_edge edge = tp_draw(g, k);
        e->row_ids[k] = edge.from;
        e->col_ids[k] = edge.to;
        if (values) values[k] = tp_weight(g, edge.from, edge.to);
    }
}

static tropic_status draw_all(tropic_context *context, const tp_generator *g, tp_entries *e)
{
    TP_TRY(tp_entries_allocate(context, e, g->slots, value_size(g), "the edges of a generated graph"));
    for (int64_t first = 0; first < g->slots; first += BATCH) {
        const int64_t count = g->slots - first < BATCH ? g->slots - first : BATCH;
        const drawing of = {g, e, first};
        TP_TRY(tp_progress(context, DRAWN_PART * (double)first / (double)g->slots));
        tp_for(tp_team_for(context, count), count, SLOTS_CHUNK, draw, &of);
    }
    return TROPIC_OK;
}

static tropic_status generate_drawn(tropic_context *context, const tp_generator *g, tropic_matrix **A)
{
    tp_entries e = {.rows = g->n, .cols = g->n, .count = g->slots, .type = value_type(g), .mirrored = !g->directed};
    const tropic_status status = draw_all(context, g, &e);
    if (status != TROPIC_OK) {
        tp_entries_free(context, &e);
        return status;
    }
    /* Duplicates have one weight. */
    TP_TRY(tp_matrix_build(A, context, &e, TROPIC_DUPLICATES_FIRST, TROPIC_LOOPS_DROP, false));
    tp_loops_forget(*A); /* a loop that was drawn stands for no edge */
    return TROPIC_OK;
}

/* Lists of a generated matrix, as far as they are made. */
typedef struct writing {
    const tp_generator *g;
    tropic_index *cells; /* points in each, so far */
    tropic_offset *offsets;
    tropic_index *ids;
    int32_t *values;
    int64_t first, last; /* entries of this batch */
} writing;

static void count_points(const void *of, int64_t begin, int64_t end)
{
    const writing *w = of;
    for (int64_t v = begin; v < end; v++)
        __atomic_fetch_add(&w->cells[tp_rgg_cell(w->g, (tropic_index)v) + 1], 1, __ATOMIC_RELAXED);
}

static void count_lists(const void *of, int64_t begin, int64_t end)
{
    const writing *w = of;
    for (int64_t v = begin; v < end; v++) w->offsets[v + 1] = tp_list(w->g, (tropic_index)v, 0, 0, NULL);
}

/* Part by part: ids are weighed while they are in the cache. */
static void write_parts(const void *of, int64_t begin, int64_t end)
{
    const writing *w = of;
    for (int64_t part = begin; part < end; part++) {
        const int64_t k = w->first + part * SLOTS_CHUNK;
        const int64_t beyond = w->last - k < SLOTS_CHUNK ? w->last : k + SLOTS_CHUNK;
        tp_lists_fill(w->g, w->offsets, k, beyond, w->ids);
        if (w->values) tp_lists_weigh(w->g, w->offsets, k, beyond, w->ids, w->values);
    }
}

/* cells[c + 1] = points in cell c, then cells[c] = those before it. */
static tropic_status make_cells(tropic_context *context, const tp_generator *g, tropic_index **made)
{
    const int64_t count = g->side * g->side;
    tropic_index *cells = tp_allocate_zero(&context->memory, count + 1, sizeof *cells);
    const writing of = {.g = g, .cells = cells};
    if (!cells) return tp_out_of_memory(context, "the cells of a generated graph");
    tp_for(tp_team_for(context, g->n), g->n, TP_CHUNK_ANY, count_points, &of);
    for (int64_t c = 0; c < count; c++) cells[c + 1] += cells[c];
    *made = cells;
    return TROPIC_OK;
}

static tropic_status fill_lists(tropic_context *context, const tp_generator *g, tropic_matrix *A)
{
    tp_side *side = &A->host.sides[TP_BY_ROW];
    writing of = {.g = g, .offsets = side->offsets, .ids = side->ids, .values = side->values};
    for (; of.first < A->count; of.first = of.last) {
        const int64_t count = A->count - of.first < BATCH ? A->count - of.first : BATCH;
        of.last = of.first + count;
        TP_TRY(tp_progress(context, (double)of.first / (double)A->count));
        tp_for(tp_team_for(context, count), (count + SLOTS_CHUNK - 1) / SLOTS_CHUNK, 1, write_parts, &of);
    }
    return TROPIC_OK;
}

static tropic_status make_lists(tropic_context *context, const tp_generator *g, tropic_matrix *A)
{
    tp_lists lists = {.lists = g->n, .size = value_size(g)};
    writing of = {.g = g};
    of.offsets = lists.offsets = tp_allocate(&A->memory, (int64_t)g->n + 1, sizeof *lists.offsets);
    if (!lists.offsets) return tp_out_of_memory(context, "a matrix");
    tp_for(tp_team_for(context, g->n), g->n, SLOTS_CHUNK, count_lists, &of);
    TP_TRY(tp_lists_allocate_entries(context, &A->memory, &lists));
    A->count = lists.count;
    A->host.sides[TP_BY_ROW] = tp_side_of(&lists);
    return fill_lists(context, g, A);
}

static tropic_status generate_lists(tropic_context *context, const tp_generator *given, tropic_matrix **A)
{
    tp_entries shape = {.rows = given->n, .cols = given->n, .type = value_type(given)};
    tp_generator g = *given;
    tropic_index *cells = NULL;
    tropic_matrix *made = tp_matrix_new(context, &shape);
    tropic_status status = made ? TROPIC_OK : tp_out_of_memory(context, "a matrix");
    if (status == TROPIC_OK && g.kind == TROPIC_GENERATE_RGG) status = make_cells(context, &g, &cells);
    g.cells = cells;
    if (status == TROPIC_OK) status = make_lists(context, &g, made);
    tp_release(&context->memory, cells);
    if (status == TROPIC_OK) {
        made->pattern = g.weights == 0;
        made->symmetric = !g.directed;
        *A = made;
    } else {
        tropic_matrix_free(&made);
    }
    return status;
}

tropic_status tp_cpu_generate(tropic_context *context, const tp_generator *g, tropic_matrix **A)
{
    TP_TRY(check_memory(context, g));
    return g->drawn ? generate_drawn(context, g, A) : generate_lists(context, g, A);
}
