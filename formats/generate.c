/* SPDX-License-Identifier: Apache-2.0
 *
 * Generated matrices on the CPU: drawn edges go the way of any entries, lists are written where they
 * belong.
 */
#include "formats/generate_lists.h"
#include "formats/matrix.h"

/* Slots or entries that a thread takes at a time, and threads together between two looks at whether the
 * caller cancels. */
#define PART ((int64_t)1 << 14)
#define TURN ((int64_t)1 << 24)

/* Most memory of a drawn kind at any time, in tenths of the finished matrix: the sort holds the entries twice, and a
 * directed matrix is half as large beside what was drawn. tropic_generate.h promises them. */
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

static void draw(const tp_generator *g, int64_t begin, int64_t end, tp_entries *e)
{
    int32_t *values = e->values;
    for (int64_t k = begin; k < end; k++) {
        const tp_edge edge = tp_draw(g, k);
        e->row_ids[k] = edge.from;
        e->col_ids[k] = edge.to;
        if (values) values[k] = tp_weight(g, edge.from, edge.to);
    }
}

static tropic_status draw_all(tropic_context *context, const tp_generator *g, tp_entries *e)
{
    const tp_memory *memory = &context->memory;
    e->row_ids = tp_allocate(memory, g->slots, sizeof *e->row_ids);
    e->col_ids = tp_allocate(memory, g->slots, sizeof *e->col_ids);
    if (g->weights > 0) e->values = tp_allocate(memory, g->slots, value_size(g));
    if (!e->row_ids || !e->col_ids || (g->weights > 0 && !e->values))
        return tp_out_of_memory(context, "the edges of a generated graph");
    for (int64_t first = 0; first < g->slots; first += TURN) {
        const int64_t last = first + TURN < g->slots ? first + TURN : g->slots;
        const int threads = tp_threads(context, last - first);
        TP_TRY(tp_progress(context, DRAWN_PART * (double)first / (double)g->slots));
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
        for (int64_t k = first; k < last; k += PART)
            draw(g, k, k + PART < last ? k + PART : last, e);
    }
    return TROPIC_OK;
}

static tropic_status generate_drawn(tropic_context *context, const tp_generator *g,
                                    tropic_matrix **A)
{
    tp_entries e = {.rows = g->n,
                    .cols = g->n,
                    .count = g->slots,
                    .type = value_type(g),
                    .mirrored = !g->directed};
    const tropic_status status = draw_all(context, g, &e);
    if (status != TROPIC_OK) {
        tp_entries_free(context, &e);
        return status;
    }
    /* Duplicates have one weight. */
    return tp_matrix_build(A, context, &e, TROPIC_DUPLICATES_FIRST, TROPIC_LOOPS_DROP, false);
}

/* counts[c + 1] = points in cell c, then cells[c] = those before it. */
static tropic_status make_cells(tropic_context *context, const tp_generator *g, tropic_index **made)
{
    const int64_t count = g->side * g->side;
    const int threads = tp_threads(context, g->n);
    tropic_index *cells = tp_allocate_zero(&context->memory, count + 1, sizeof *cells);
    if (!cells) return tp_out_of_memory(context, "the cells of a generated graph");
#pragma omp parallel for num_threads(threads) schedule(static)
    for (tropic_index v = 0; v < g->n; v++)
        __atomic_fetch_add(&cells[tp_rgg_cell(g, v) + 1], 1, __ATOMIC_RELAXED);
    for (int64_t c = 0; c < count; c++) cells[c + 1] += cells[c];
    *made = cells;
    return TROPIC_OK;
}

static tropic_status fill_lists(tropic_context *context, const tp_generator *g, tropic_matrix *A)
{
    tp_side *side = &A->host[TP_BY_ROW];
    for (int64_t first = 0; first < A->count; first += TURN) {
        const int64_t last = first + TURN < A->count ? first + TURN : A->count;
        const int threads = tp_threads(context, last - first);
        TP_TRY(tp_progress(context, (double)first / (double)A->count));
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
        for (int64_t k = first; k < last; k += PART) {
            const int64_t end = k + PART < last ? k + PART : last;
            tp_lists_fill(g, side->offsets, k, end, side->ids);
            if (side->values) tp_lists_weigh(g, side->offsets, k, end, side->ids, side->values);
        }
    }
    return TROPIC_OK;
}

static tropic_status make_lists(tropic_context *context, const tp_generator *g, tropic_matrix *A)
{
    const int threads = tp_threads(context, g->n);
    tp_side *side = &A->host[TP_BY_ROW];
    tropic_offset *offsets = tp_allocate(&A->memory, (int64_t)g->n + 1, sizeof *offsets);
    side->offsets = offsets;
    if (!offsets) return tp_out_of_memory(context, "a matrix");
    offsets[0] = 0;
#pragma omp parallel for num_threads(threads) schedule(dynamic, PART)
    for (tropic_index v = 0; v < g->n; v++) offsets[v + 1] = tp_list(g, v, 0, 0, NULL);
    for (tropic_index v = 0; v < g->n; v++) offsets[v + 1] += offsets[v];
    A->count = offsets[g->n];
    side->ids = tp_allocate(&A->memory, A->count, sizeof *side->ids);
    if (g->weights > 0) side->values = tp_allocate(&A->memory, A->count, value_size(g));
    if (!side->ids || (g->weights > 0 && !side->values))
        return tp_out_of_memory(context, "a matrix");
    side->present = true;
    return fill_lists(context, g, A);
}

static tropic_status generate_lists(tropic_context *context, const tp_generator *given,
                                    tropic_matrix **A)
{
    tp_entries shape = {.rows = given->n, .cols = given->n, .type = value_type(given)};
    tp_generator g = *given;
    tropic_index *cells = NULL;
    tropic_matrix *made = tp_matrix_new(context, &shape);
    tropic_status status = made ? TROPIC_OK : tp_out_of_memory(context, "a matrix");
    if (status == TROPIC_OK && g.kind == TROPIC_GENERATE_RGG)
        status = make_cells(context, &g, &cells);
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
