/* SPDX-License-Identifier: Apache-2.0
 *
 * Bounds of eccentricities on the CPU.
 */
#include "algorithms/eccentricity/bounds_one.h"
#include "runtime/threads.h"
#include "spmv/cpu_backend.h"

static void search_some(const void *of, int64_t begin, int64_t end)
{
    for (int64_t v = begin; v < end; v++) tp_bounds_of_search(of, v);
}

tropic_status tp_cpu_bounds_search(tropic_context *context, const tp_bounds_search *s)
{
    tp_for(tp_team_for(context, s->to.n), s->to.n, TP_CHUNK_ANY, search_some, s);
    return TROPIC_OK;
}

static void batch_some(const void *of, int64_t begin, int64_t end)
{
    for (int64_t v = begin; v < end; v++) tp_bounds_of_batch(of, v);
}

tropic_status tp_cpu_bounds_batch(tropic_context *context, const tp_bounds_batch *b)
{
    tp_for(tp_team_for(context, (int64_t)b->to.n * b->levels), b->to.n, TP_CHUNK_ANY, batch_some, b);
    return TROPIC_OK;
}

/* ---- who is next ---- */

typedef struct choosing {
    const tp_bounds_view *view;
    const tropic_offset *offsets;
    const tropic_index *size;
    int64_t key;
    uint32_t hash;
    tp_bounds_classes *told;
    tp_bounds_list *list;
} choosing;

static void begin_some(const void *of, int64_t begin, int64_t end)
{
    const choosing *c = of;
    for (int64_t v = begin; v < end; v++) tp_bounds_begin_one(&c->view->of, c->offsets, c->size, v);
}

tropic_status tp_cpu_bounds_begin(tropic_context *context, const tp_bounds *bounds, const tropic_offset *offsets,
                                  const tropic_index *size)
{
    const tp_bounds_view view = {.of = *bounds};
    const choosing c = {.view = &view, .offsets = offsets, .size = size};
    tp_for(tp_team_for(context, bounds->n), bounds->n, TP_CHUNK_ANY, begin_some, &c);
    return TROPIC_OK;
}

static void survey_parts(const void *of, int64_t begin, int64_t end)
{
    const choosing *c = of;
    const int64_t n = c->view->of.n;
    for (int64_t part = begin; part < end; part++) {
        tp_bounds_classes classes;
        tp_bounds_none(&classes);
        for (int64_t v = part * n / TP_BOUNDS_PARTS; v < (part + 1) * n / TP_BOUNDS_PARTS; v++)
            tp_bounds_add_vertex(&classes, c->view, v);
        c->told[part] = classes;
    }
}

tropic_status tp_cpu_bounds_survey(tropic_context *context, const tp_bounds_view *view, tp_bounds_classes *told)
{
    const choosing c = {.view = view, .told = told};
    tp_for(tp_team_for(context, view->of.n), TP_BOUNDS_PARTS, 1, survey_parts, &c);
    return TROPIC_OK;
}

tropic_status tp_cpu_bounds_widest(tropic_context *context, const tp_bounds_view *view, int64_t key,
                                   const tropic_offset *offsets, uint64_t *widest)
{
    (void)context;
    for (int64_t v = 0; v < view->of.n; v++) {
        int64_t own;
        if (!tp_bounds_is_active(view, v, &own) || own != key) continue;
        if (tp_bounds_width(offsets, v) > *widest) *widest = tp_bounds_width(offsets, v);
    }
    return TROPIC_OK;
}

static void list_some(const void *of, int64_t begin, int64_t end)
{
    const choosing *c = of;
    for (int64_t v = begin; v < end; v++) {
        unsigned at;
        if (!tp_bounds_is_listed(c->view, v, c->key, c->hash)) continue;
        at = __atomic_fetch_add(&c->list->count, 1, __ATOMIC_RELAXED);
        if (at < TP_BOUNDS_LISTED) c->list->ids[at] = (tropic_index)v;
    }
}

tropic_status tp_cpu_bounds_list(tropic_context *context, const tp_bounds_view *view, int64_t key, uint32_t hash,
                                 tp_bounds_list *list)
{
    const choosing c = {.view = view, .key = key, .hash = hash, .list = list};
    tp_for(tp_team_for(context, view->of.n), view->of.n, TP_CHUNK_ANY, list_some, &c);
    return TROPIC_OK;
}

const tp_bounds_calls tp_cpu_bounds_calls = {TP_BOUNDS_CALLS(TP_CALL_ROW, tp_cpu_bounds_)};
