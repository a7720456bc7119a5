/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_layout: a force-directed layout. Components are laid out one by one, except small ones, which are laid out
 * together; each from its coarsest graph to itself.
 */
#include "algorithms/graph_work.h"
#include "algorithms/layout/layout.h"
#include "algorithms/tuning.h"

#include "formats/vector/vector.h"

#include <math.h>

/* The largest distance from the middle, in units of k: further out, fp32 loses steps of less than k. */
#define DISTANCE_MAX 1e9

/* The fewest bytes that a layout takes: places in fp64 and twice in fp32, and four lists of vertices. */
#define BYTES_PER_VERTEX(dimensions) ((dimensions) * (sizeof(double) + 2 * sizeof(float)) + 4 * sizeof(tropic_index))

/* ---- options ---- */

static long long label(const tp_layout *l, tropic_index v)
{
    return tropic_matrix_label(l->A, v);
}

static tropic_status check_number(tropic_context *context, const char *name, double value, double max)
{
    if (value >= 0 && value <= max) return TROPIC_OK;
    return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%s is %g, not 0 to %g", name, value, max);
}

static tropic_status check_options(tp_layout *l)
{
    tropic_context *context = l->context;
    tropic_layout_options *o = &l->options;
    if ((unsigned)o->method > TROPIC_LAYOUT_BARNES_HUT)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "no layout method %d", (int)o->method);
    TP_TRY(check_number(context, "theta", o->theta, 1));
    TP_TRY(check_number(context, "k", o->k, TROPIC_LAYOUT_MAX));
    TP_TRY(check_number(context, "gravity", o->gravity, TROPIC_LAYOUT_MAX));
    TP_TRY(check_number(context, "tolerance", o->tolerance, TROPIC_LAYOUT_MAX));
    if (o->iterations < 0 || o->levels < 0)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%s is %d: it must not be negative",
                       o->levels < 0 ? "levels" : "iterations", o->levels < 0 ? o->levels : o->iterations);
    if (o->theta == 0) o->theta = TROPIC_LAYOUT_THETA;
    if (o->k == 0) o->k = 1;
    if (o->tolerance == 0) o->tolerance = TROPIC_LAYOUT_TOLERANCE;
    if (o->iterations == 0) o->iterations = TROPIC_LAYOUT_ITERATIONS;
    return TROPIC_OK;
}

/* Reads coordinate c of all places. known(v): v has one. */
static tropic_status read_coordinate(tp_layout *l, const tropic_vector *v, int c, const char *name, bool *present,
                                     double *values)
{
    TP_TRY(tp_layout_read(values, v, present));
    for (tropic_index i = 0; i < l->n; i++) {
        if (c > 0 && present[i] != (bool)l->known[i])
            return tp_fail(l->context, TROPIC_INVALID_ARGUMENT, "vertex %lld has not all coordinates", label(l, i));
        l->known[i] = present[i];
        if (present[i] && !isfinite(values[i]))
            return tp_fail(l->context, TROPIC_INVALID_ARGUMENT, "%s of vertex %lld is %g", name, label(l, i),
                           values[i]);
        l->place[(int64_t)i * l->dimensions + c] = present[i] ? values[i] : 0;
    }
    return TROPIC_OK;
}

static tropic_status read_fixed(tp_layout *l, bool *present)
{
    tropic_context *context = l->context;
    TP_TRY(tp_vector_check_typed(context, l->options.fixed, "fixed", l->n, TROPIC_BOOL));
    TP_TRY(tropic_vector_get_dense(l->options.fixed, l->fixed, present));
    for (tropic_index v = 0; v < l->n; v++)
        if (l->fixed[v] && !(l->known && l->known[v]))
            return tp_fail(context, TROPIC_INVALID_ARGUMENT, "vertex %lld is fixed, but has no place", label(l, v));
    return TROPIC_OK;
}

/* Reads coordinates c = 0, 1, ... from options.x, y and z, all of which must be given or none. */
static tropic_status read_coordinates(tp_layout *l, bool *present, double *values)
{
    static const char *const names[] = {"options.x", "options.y", "options.z"};
    const tropic_vector *given[] = {l->options.x, l->options.y, l->options.z};
    for (int c = 0; l->known && c < TP_NBODY_DIMENSIONS; c++) {
        if ((given[c] != NULL) != (c < l->dimensions))
            return tp_fail(l->context, TROPIC_INVALID_ARGUMENT, "%s %s, in a layout of %d dimensions", names[c],
                           given[c] ? "is given" : "is NULL", l->dimensions);
        if (!given[c]) continue;
        TP_TRY(tp_layout_check(l->context, given[c], names[c], l->n));
        TP_TRY(read_coordinate(l, given[c], c, names[c], present, values));
    }
    return TROPIC_OK;
}

/* Reads the caller's input: places, and which vertices are fixed. */
static tropic_status read_places(tp_layout *l)
{
    tp_arena arena = {.context = l->context};
    const bool some = l->options.x || l->options.y || l->options.z;
    bool *present = tp_arena_array(&arena, l->n, sizeof *present);
    double *values = some ? tp_arena_array(&arena, l->n, sizeof *values) : NULL;
    tropic_status status = tp_arena_check(&arena, "places");
    l->place = tp_arena_zeros(&l->arena, (int64_t)l->n * l->dimensions, sizeof *l->place);
    if (some) l->known = tp_arena_zeros(&l->arena, l->n, sizeof *l->known);
    if (l->options.fixed) l->fixed = tp_arena_zeros(&l->arena, l->n, sizeof *l->fixed);
    if (status == TROPIC_OK) status = tp_arena_check(&l->arena, "places");
    if (status == TROPIC_OK) status = read_coordinates(l, present, values);
    if (status == TROPIC_OK && l->fixed) status = read_fixed(l, present);
    tp_arena_release(&arena);
    return status;
}

/* ---- components ---- */

/* Some vertices of a layout, which are laid out together. */
typedef struct part {
    const tropic_index *vertex; /* which vertices; NULL: all */
    tropic_index n;
    double origin[TP_NBODY_DIMENSIONS]; /* the mean of the given places: around it fp32 is finest */
    float *place;                       /* in units of k, from the origin */
    uint8_t *known, *fixed;             /* as in tp_layout */
} part;

static int64_t vertex_of(const part *p, tropic_index i)
{
    return p->vertex ? p->vertex[i] : i;
}

static void find_origin(const tp_layout *l, part *p)
{
    double count = 0;
    for (tropic_index i = 0; l->known && i < p->n; i++) {
        const int64_t v = vertex_of(p, i);
        if (!l->known[v]) continue;
        count++;
        for (int c = 0; c < l->dimensions; c++) p->origin[c] += l->place[v * l->dimensions + c];
    }
    for (int c = 0; count > 0 && c < l->dimensions; c++) p->origin[c] /= count;
}

/* Copies the vertices' places from the layout to the part. */
static tropic_status enter(const tp_layout *l, part *p, tp_arena *arena)
{
    const int D = l->dimensions;
    p->place = tp_arena_zeros(arena, (int64_t)p->n * D, sizeof *p->place);
    if (l->known) p->known = tp_arena_array(arena, p->n, sizeof *p->known);
    if (l->fixed) p->fixed = tp_arena_array(arena, p->n, sizeof *p->fixed);
    TP_TRY(tp_arena_check(arena, "places"));
    find_origin(l, p);
    for (tropic_index i = 0; l->known && i < p->n; i++) {
        const int64_t v = vertex_of(p, i);
        p->known[i] = l->known[v];
        if (p->fixed) p->fixed[i] = l->fixed[v];
        for (int c = 0; p->known[i] && c < D; c++) {
            const double x = (l->place[v * D + c] - p->origin[c]) / l->options.k;
            if (!(fabs(x) <= DISTANCE_MAX))
                return tp_fail(l->context, TROPIC_INVALID_ARGUMENT,
                               "vertex %lld is given a place %g k off the middle: %g k are the most",
                               label(l, (tropic_index)v), fabs(x), DISTANCE_MAX);
            p->place[(int64_t)i * D + c] = (float)x;
        }
    }
    return TROPIC_OK;
}

/* Copies the places back. Fixed vertices stay as they were given, to the bit. */
static void leave(const tp_layout *l, const part *p)
{
    const int D = l->dimensions;
    for (tropic_index i = 0; i < p->n; i++)
        for (int c = 0; !(p->fixed && p->fixed[i]) && c < D; c++)
            l->place[vertex_of(p, i) * D + c] = p->origin[c] + l->options.k * (double)p->place[(int64_t)i * D + c];
}

static tropic_status lay_out_part(tp_layout *l, part *p, const tp_springs *springs)
{
    tp_arena arena = {.context = l->context};
    tropic_status status = enter(l, p, &arena);
    const tp_layout_level own = {springs, p->place, p->known, p->fixed, 0};
    l->current = p->n;
    if (status == TROPIC_OK) status = tp_layout_levels(l, &own);
    if (status == TROPIC_OK) leave(l, p);
    tp_arena_release(&arena);
    return status;
}

/* Lays out components first .. first + count - 1 of the list together. */
static tropic_status lay_out_some(tp_layout *l, tropic_index first, tropic_index count)
{
    const tropic_index *start = l->components.start + first;
    part p = {.vertex = l->components.vertex + start[0], .n = start[count] - start[0]};
    tp_springs springs = {0};
    tropic_status status = tp_springs_part(&springs, l->context, &l->springs, &l->components, first, count);
    if (status == TROPIC_OK) status = lay_out_part(l, &p, &springs);
    tp_springs_free(&springs);
    return status;
}

static tropic_index size_of(const tp_components_list *list, tropic_index c)
{
    return c < list->count ? list->start[c + 1] - list->start[c] : 0;
}

static tropic_status lay_out_all(tp_layout *l)
{
    const tp_components_list *list = &l->components;
    part whole = {.n = l->n};
    tropic_index c = 0, end;
    if (list->count == 1 && l->n > 1) return lay_out_part(l, &whole, &l->springs);
    for (; size_of(list, c) > TP_LAYOUT_SMALL_MAX; c++) {
        TP_TRY(lay_out_some(l, c, 1));
        l->done += size_of(list, c);
    }
    for (end = c; size_of(list, end) > 1;) end++;
    if (end > c) TP_TRY(lay_out_some(l, c, end - c));
    return TROPIC_OK;
}

/* ---- results ---- */

static tropic_status store(tp_layout *l, tropic_vector *const *out)
{
    tropic_context *context = l->context;
    const tp_backend *backend = context->backend;
    void *made[TP_NBODY_DIMENSIONS] = {NULL};
    double *values = tp_allocate(&context->work, l->n, sizeof *values);
    tropic_status status = values ? TROPIC_OK : tp_out_of_memory(context, "places");
    for (int c = 0; status == TROPIC_OK && c < l->dimensions; c++) {
        const bool fp32 = out[c]->type == TROPIC_FP32;
        const size_t bytes = (size_t)l->n * tropic_type_size(out[c]->type);
        for (int64_t v = 0; v < l->n; v++) {
            const double x = l->place[v * l->dimensions + c];
            if (fp32)
                ((float *)values)[v] = (float)x;
            else
                values[v] = x;
            if (!isfinite(fp32 ? (double)((float *)values)[v] : x))
                status = tp_fail(context, TROPIC_OVERFLOW, "the place of vertex %lld leaves %s",
                                 label(l, (tropic_index)v), tropic_type_name(out[c]->type));
        }
        if (status == TROPIC_OK) status = backend->allocate(context, &made[c], bytes, "places");
        if (status == TROPIC_OK) status = backend->upload(context, made[c], values, bytes);
        if (status == TROPIC_OK) status = backend->wait(context);
    }
    /* Views first: they may fail, and then the others are to stay untouched. */
    for (int k = 0; status == TROPIC_OK && k < 2 * l->dimensions; k++) {
        const int c = k % l->dimensions;
        if (out[c]->view == (k < l->dimensions)) status = tp_vector_adopt(out[c], &made[c]);
    }
    for (int c = 0; c < l->dimensions; c++) backend->release(context, made[c]);
    tp_release(&context->work, values);
    return status;
}

static tropic_status run(tp_layout *l, tropic_vector *const *out, const tropic_matrix *A)
{
    static const char *const names[] = {"x", "y", "z"};
    tropic_context *context = l->context;
    TP_TRY(check_options(l));
    TP_TRY(tp_matrix_check_graph(context, A));
    if (out[0] == out[1] || out[0] == out[2] || (out[1] && out[1] == out[2]))
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "two of x, y and z are one vector");
    l->A = A;
    l->n = A->rows;
    for (int c = 0; c < l->dimensions; c++) TP_TRY(tp_layout_check(context, out[c], names[c], l->n));
    TP_TRY(tp_need_memory(context, &context->work, (size_t)l->n * BYTES_PER_VERTEX((size_t)l->dimensions),
                          "a layout of %d vertices", l->n));
    TP_TRY(read_places(l));
    TP_TRY(tp_springs_open(&l->springs, context, A, l->options.weighted));
    TP_TRY(tp_springs_components(&l->components, context, &l->springs));
    l->report.components = l->components.count;
    l->apart = 1;
    if (l->known)
        TP_TRY(tp_layout_separate(context, l->place, l->known, l->fixed, l->n, l->dimensions,
                                  l->options.k * TP_LAYOUT_JITTER * tp_springs_length(&l->springs), l->options.seed));
    TP_TRY(lay_out_all(l));
    TP_TRY(tp_layout_pack(context, l->place, l->known, &l->components, l->dimensions, l->options.k * l->apart));
    return store(l, out);
}

tropic_status tropic_layout(tropic_vector *x, tropic_vector *y, tropic_vector *z, const tropic_matrix *A,
                            const tropic_layout_options *options, tropic_layout_report *report)
{
    const double started = tp_now();
    tropic_vector *const out[] = {x, y, z};
    tp_layout l = {.dimensions = z ? 3 : 2};
    tropic_status status;
    tp_run all;
    TP_CALL(x ? x->context : NULL);
    TP_WORK_OF_GRAPH(x ? x->context : NULL, TP_WORK_LAYOUT, A, 1);
    if (!x) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "x is NULL");
    l.context = l.arena.context = x->context;
    all = tp_run_in(x->context, NULL);
    status = tp_outside_loops(l.context, "call an algorithm");
    if (status == TROPIC_OK && report) status = tp_options_check_size(l.context, report->size, "layout report");
    if (status == TROPIC_OK)
        status = tp_options_copy(l.context, &l.options, sizeof l.options, options, "layout options");
    if (status == TROPIC_OK) status = run(&l, out, A);
    tp_arena_release(&l.components.arena);
    tp_springs_free(&l.springs);
    tp_arena_release(&l.arena);
    status = tp_run_end(&all, status);
    l.report.memory = all.report.memory;
    l.report.seconds = tp_now() - started;
    if (status == TROPIC_OK && report) tp_report_copy(report, &l.report, sizeof l.report);
    return status;
}
