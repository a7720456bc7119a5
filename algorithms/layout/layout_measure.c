/* SPDX-License-Identifier: Apache-2.0
 *
 * How good a layout is: stress over the pairs of some vertices with all others, and how much lengths of edges differ.
 */
#include "algorithms/graph_work.h"
#include "algorithms/layout/layout.h"

#include "formats/vector/vector.h"

#include <math.h>

typedef struct measure {
    tropic_context *context;
    tp_arena arena; /* place, sources and levels */
    tp_springs springs;
    const tropic_matrix *S; /* the matrix of the springs */
    tropic_index n;
    int dimensions;
    double *place[TP_NBODY_DIMENSIONS];
    tropic_index *sources;
    int32_t *levels;
    tropic_vector *level;
} measure;

static double distance(const measure *m, tropic_index u, tropic_index v)
{
    double square = 0;
    for (int c = 0; c < m->dimensions; c++) {
        const double d = m->place[c][u] - m->place[c][v];
        square += d * d;
    }
    return sqrt(square);
}

static tropic_status read_place(measure *m, const tropic_vector *v, const char *name, double **place)
{
    TP_TRY(tp_layout_check(m->context, v, name, m->n));
    if (v->count.entries != m->n)
        return tp_fail(m->context, TROPIC_INVALID_ARGUMENT, "%s has %d entries, not %d", name, v->count.entries, m->n);
    *place = tp_arena_array(&m->arena, m->n, sizeof **place);
    TP_TRY(tp_arena_check(&m->arena, "places"));
    return tp_layout_read(*place, v, NULL);
}

/* Checks that places are finite, and divides them by *unit, the largest coordinate, so that squares stay in range. */
static tropic_status scale_places(measure *m, double *unit)
{
    *unit = 0;
    for (int c = 0; c < m->dimensions; c++)
        for (tropic_index v = 0; v < m->n; v++) {
            if (!isfinite(m->place[c][v]))
                return tp_fail(m->context, TROPIC_INVALID_ARGUMENT, "a coordinate of vertex %d is %g", v,
                               m->place[c][v]);
            *unit = fmax(*unit, fabs(m->place[c][v]));
        }
    for (int c = 0; c < m->dimensions; c++)
        for (tropic_index v = 0; v < m->n; v++)
            if (*unit > 0) m->place[c][v] /= *unit;
    return TROPIC_OK;
}

/* Sums over pairs of vertices, u and v that u reaches, of r = |p(u) - p(v)| / d(u, v). */
typedef struct ratios {
    double sum;     /* of r */
    double squares; /* of r^2 */
    int64_t pairs;
} ratios;

static ratios ratios_from(const measure *m, tropic_index u)
{
    ratios r = {0, 0, 0};
    for (tropic_index v = 0; v < m->n; v++)
        if (m->levels[v] > 0) {
            const double ratio = distance(m, u, v) / m->levels[v];
            r.sum += ratio;
            r.squares += ratio * ratio;
            r.pairs++;
        }
    return r;
}

/* The mean of (s r - 1)^2 is least for s = sum r / sum r^2, and then 1 - (sum r)^2 / (pairs sum r^2). */
static tropic_status measure_stress(measure *m, tropic_index sources, tropic_layout_quality *q)
{
    ratios all = {0, 0, 0};
    for (tropic_index k = 0; k < sources; k++) {
        ratios r;
        m->context->progress_from = m->context->progress_reported = (double)k / sources;
        m->context->progress_part = 1.0 / sources;
        TP_TRY(tropic_bfs(m->level, NULL, m->S, m->sources[k], NULL, NULL));
        TP_TRY(tropic_vector_get_dense(m->level, m->levels, NULL));
        r = ratios_from(m, m->sources[k]);
        all.sum += r.sum;
        all.squares += r.squares;
        all.pairs += r.pairs;
    }
    q->pairs = all.pairs;
    q->stress = all.pairs == 0    ? 0
                : all.squares > 0 ? fmax(0, 1 - all.sum * all.sum / ((double)all.pairs * all.squares))
                                  : 1;
    return TROPIC_OK;
}

static void measure_edges(const measure *m, tropic_layout_quality *q)
{
    double sum = 0, squares = 0, arcs = 0;
    for (tropic_index u = 0; u < m->n; u++)
        for (tropic_offset k = m->springs.offsets[u]; k < m->springs.offsets[u + 1]; k++) {
            const double length = distance(m, u, m->springs.ids[k]);
            sum += length;
            squares += length * length;
            arcs++;
        }
    q->edge_length = arcs > 0 ? sum / arcs : 0;
    q->edge_deviation = sum > 0 ? sqrt(fmax(squares / arcs - q->edge_length * q->edge_length, 0)) / q->edge_length : 0;
}

static tropic_status run(measure *m, const tropic_matrix *A, const tropic_vector *const *places, tropic_index sources,
                         uint64_t seed, tropic_layout_quality *q)
{
    static const char *const names[] = {"x", "y", "z"};
    tropic_context *context = m->context;
    double unit;
    TP_TRY(tp_matrix_check_graph(context, A));
    if (sources < 0) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%d sources", sources);
    m->n = A->rows;
    if (sources > m->n) sources = m->n;
    for (int c = 0; c < m->dimensions; c++) TP_TRY(read_place(m, places[c], names[c], &m->place[c]));
    TP_TRY(scale_places(m, &unit));
    TP_TRY(tp_springs_open(&m->springs, context, A, false));
    m->S = m->springs.owned ? m->springs.owned : A;
    m->sources = tp_arena_array(&m->arena, sources, sizeof *m->sources);
    m->levels = tp_arena_array(&m->arena, m->n, sizeof *m->levels);
    TP_TRY(tp_arena_check(&m->arena, "distances"));
    TP_TRY(tropic_sample(m->sources, context, m->n, sources, seed));
    TP_TRY(tropic_vector_create(&m->level, context, TROPIC_INT32, m->n));
    TP_TRY(measure_stress(m, sources, q));
    measure_edges(m, q);
    q->edge_length *= unit;
    return TROPIC_OK;
}

tropic_status tropic_layout_measure(tropic_layout_quality *quality, const tropic_matrix *A, const tropic_vector *x,
                                    const tropic_vector *y, const tropic_vector *z, tropic_index sources, uint64_t seed)
{
    const tropic_vector *const places[] = {x, y, z};
    measure m = {.dimensions = z ? 3 : 2};
    tropic_layout_quality found = {0};
    tropic_status status;
    TP_CALL(x ? x->context : NULL);
    TP_WORK_OF_GRAPH(x ? x->context : NULL, TP_WORK_BFS, A, sources);
    if (!x) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "x is NULL");
    m.context = m.arena.context = x->context;
    status = tp_outside_loops(m.context, "call an algorithm");
    if (status == TROPIC_OK)
        status = quality ? tp_options_check_size(m.context, quality->size, "layout quality")
                         : tp_fail(m.context, TROPIC_INVALID_ARGUMENT, "quality is NULL");
    if (status == TROPIC_OK) status = run(&m, A, places, sources, seed, &found);
    tropic_vector_free(&m.level);
    tp_springs_free(&m.springs);
    tp_arena_release(&m.arena);
    if (status == TROPIC_OK) tp_report_copy(quality, &found, sizeof found);
    return status;
}
