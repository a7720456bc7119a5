/* SPDX-License-Identifier: Apache-2.0
 *
 * Places that need no forces: random ones, vertices at one place moved apart, components beside each other.
 */
#define _GNU_SOURCE
#include "algorithms/layout/layout.h"
#include "runtime/random.h"
#include "formats/vector/vector.h"

#include <math.h>
#include <stdlib.h>

tropic_status tp_layout_check(tropic_context *context, const tropic_vector *v, const char *name, tropic_index n)
{
    TP_TRY(tp_vector_check(context, v, name, n));
    if (tp_type_floating(v->type)) return TROPIC_OK;
    return tp_fail(context, TROPIC_TYPE_MISMATCH, "%s has values of type %s, not fp32 or fp64", name,
                   tropic_type_name(v->type));
}

tropic_status tp_layout_read(double *values, const tropic_vector *v, bool *present)
{
    TP_TRY(tropic_vector_get_dense(v, values, present));
    if (v->type == TROPIC_FP32)
        for (int64_t i = (int64_t)v->n - 1; i >= 0; i--) values[i] = (double)((float *)values)[i];
    return TROPIC_OK;
}

float tp_layout_jitter(uint64_t seed, uint64_t k)
{
    const int bits = 24;
    const int64_t half = (int64_t)1 << (bits - 1);
    return (float)((int64_t)(tp_word(seed, k) >> (64 - bits)) - half) / (float)half;
}

void tp_layout_scatter(float *place, const uint8_t *known, tropic_index n, int dimensions, double length, uint64_t seed)
{
    const float half = (float)(length * pow(n, 1.0 / dimensions) / 2);
    for (int64_t v = 0; v < n; v++)
        for (int64_t c = v * dimensions; c < (v + 1) * dimensions; c++)
            if (!known || !known[v]) place[c] = half * tp_layout_jitter(seed, (uint64_t)c);
}

/* ---- vertices at one place ---- */

typedef struct points {
    const double *place;
    int dimensions;
    const uint8_t *fixed; /* NULL: none */
} points;

static int compare_places(const points *p, tropic_index a, tropic_index b)
{
    for (int c = 0; c < p->dimensions; c++) {
        const double x = p->place[(int64_t)a * p->dimensions + c];
        const double y = p->place[(int64_t)b * p->dimensions + c];
        if (x != y) return x < y ? -1 : 1;
    }
    return 0;
}

static int by_place(const void *a, const void *b, void *p)
{
    const tropic_index v = *(const tropic_index *)a, u = *(const tropic_index *)b;
    const points *all = p;
    const int places = compare_places(p, v, u);
    /* Of several vertices at one place the first stays: a fixed one, if there is any. */
    const int fixed = all->fixed ? all->fixed[u] - all->fixed[v] : 0;
    return places ? places : fixed ? fixed : (v > u) - (v < u);
}

tropic_status tp_layout_separate(tropic_context *context, double *place, const uint8_t *known, const uint8_t *fixed,
                                 tropic_index n, int dimensions, double jitter, uint64_t seed)
{
    tp_arena arena = {.context = context};
    const points p = {place, dimensions, fixed};
    tropic_index *order = tp_arena_array(&arena, n, sizeof *order);
    bool *moves = tp_arena_zeros(&arena, n, sizeof *moves);
    tropic_index count = 0;
    const tropic_status status = tp_arena_check(&arena, "places");
    if (status == TROPIC_OK) {
        for (tropic_index v = 0; v < n; v++)
            if (known[v]) order[count++] = v;
        qsort_r(order, (size_t)count, sizeof *order, by_place, (void *)&p);
        for (tropic_index i = 1; i < count; i++) moves[order[i]] = compare_places(&p, order[i - 1], order[i]) == 0;
        for (int64_t v = 0; v < n; v++)
            for (int64_t c = v * dimensions; c < (v + 1) * dimensions; c++)
                if (moves[v] && !(fixed && fixed[v])) place[c] += jitter * (double)tp_layout_jitter(seed, (uint64_t)c);
    }
    tp_arena_release(&arena);
    return status;
}

/* ---- components beside each other ---- */

/* A component's box, in the first two dimensions. */
typedef struct box {
    double low[TP_NBODY_DIMENSIONS], width, height;
    tropic_index component;
} box;

static int by_height(const void *a, const void *b)
{
    const box *p = a, *q = b;
    if (p->height != q->height) return p->height > q->height ? -1 : 1;
    return (p->component > q->component) - (p->component < q->component);
}

/* The box around the listed vertices, with a margin of apart / 2. */
static box box_of(const double *place, const tropic_index *vertex, tropic_index count, int dimensions, double apart)
{
    double high[TP_NBODY_DIMENSIONS] = {0};
    box b = {{0}, 0, 0, 0};
    for (tropic_index i = 0; i < count; i++)
        for (int c = 0; c < dimensions; c++) {
            const double x = place[(int64_t)vertex[i] * dimensions + c];
            if (i == 0 || x < b.low[c]) b.low[c] = x;
            if (i == 0 || x > high[c]) high[c] = x;
        }
    for (int c = 0; c < dimensions; c++) b.low[c] -= apart / 2;
    b.width = high[0] + apart / 2 - b.low[0];
    b.height = high[1] + apart / 2 - b.low[1];
    /* In depth a component is centred at 0, not packed. */
    if (dimensions > 2) b.low[2] = (b.low[2] + apart / 2 + high[2]) / 2;
    return b;
}

static void move(double *place, const tropic_index *vertex, tropic_index count, int dimensions, const double *by)
{
    for (tropic_index i = 0; i < count; i++)
        for (int c = 0; c < dimensions; c++) place[(int64_t)vertex[i] * dimensions + c] += by[c];
}

/* Packs boxes in rows, downwards from (left, top). The highest box that is left begins a row; the next ones fill the
 * row with columns, each as high as the row. */
static void place_boxes(double *place, const tp_components_list *list, int dimensions, box *boxes, tropic_index count,
                        double left, double top)
{
    double area = 0;
    double wide = 0, row_x = left, row_y = top, row_height = 0, column_width = 0, column_y = top;
    for (tropic_index k = 0; k < count; k++) {
        area += boxes[k].width * boxes[k].height;
        if (boxes[k].width > wide) wide = boxes[k].width;
    }
    wide = fmax(wide, sqrt(area));
    qsort(boxes, (size_t)count, sizeof *boxes, by_height);
    for (tropic_index k = 0; k < count; k++) {
        const box *b = &boxes[k];
        const tropic_index from = list->start[b->component], to = list->start[b->component + 1];
        double by[TP_NBODY_DIMENSIONS];
        if (column_y - b->height < row_y - row_height || b->width > column_width) {
            row_x += column_width;
            column_y = row_y;
            column_width = b->width;
            if (k == 0 || row_x + b->width > left + wide) {
                row_y -= row_height;
                row_x = left;
                row_height = b->height;
                column_y = row_y;
            }
        }
        by[0] = row_x - b->low[0];
        by[1] = column_y - b->height - b->low[1];
        by[2] = -b->low[2];
        column_y -= b->height;
        move(place, list->vertex + from, to - from, dimensions, by);
    }
}

/* Has a component known vertices? */
static bool stays(const uint8_t *known, const tp_components_list *list, tropic_index c)
{
    for (tropic_index i = list->start[c]; known && i < list->start[c + 1]; i++)
        if (known[list->vertex[i]]) return true;
    return false;
}

tropic_status tp_layout_pack(tropic_context *context, double *place, const uint8_t *known,
                             const tp_components_list *list, int dimensions, double apart)
{
    const tp_memory *memory = &context->work;
    box *boxes = tp_allocate(memory, list->count, sizeof *boxes);
    tropic_index count = 0;
    double left = 0, top = 0;
    bool any = false;
    if (!boxes) return tp_out_of_memory(context, "components");
    for (tropic_index c = 0; c < list->count; c++) {
        const tropic_index *vertex = list->vertex + list->start[c];
        const box b = box_of(place, vertex, list->start[c + 1] - list->start[c], dimensions, apart);
        if (stays(known, list, c)) {
            left = any ? fmin(left, b.low[0]) : b.low[0];
            top = any ? fmin(top, b.low[1]) : b.low[1];
            any = true;
        } else {
            boxes[count] = b;
            boxes[count++].component = c;
        }
    }
    /* A single component stays around the origin. */
    if (count > 1 || any) place_boxes(place, list, dimensions, boxes, count, left, top);
    tp_release(memory, boxes);
    return TROPIC_OK;
}
