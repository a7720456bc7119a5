/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_extract: gathers t, then assigns it.
 */
#include "spmv/ewise/ewise_driver.h"
#include "spmv/work.h"

/* Working memory of a gather: ids in memory of the backend, their positions in u's list, and t. */
typedef struct gathering {
    void *ids, *at;
    tropic_vector t; /* full, or a bitmap */
} gathering;

static tropic_status gather(gathering *g, const tropic_vector *u, const tropic_index *ids, tropic_index count)
{
    tropic_context *context = u->context;
    const tp_backend *backend = context->backend;
    const size_t bytes = (size_t)count * sizeof *ids;
    tp_elementwise copy = {
        .kind = TP_COPY, .type = u->type, .result = u->type, .n = count, .mask = {.structure = true}};
    void *has = NULL;
    g->t = (tropic_vector){
        .context = context, .type = u->type, .n = count, .form = TROPIC_FULL, .count = tp_count_known(count)};
    TP_TRY(backend->allocate(context, &g->ids, bytes, "ids"));
    TP_TRY(backend->upload(context, g->ids, ids, bytes));
    TP_TRY(backend->allocate(context, &g->t.values, (size_t)count * tropic_type_size(u->type), "what is extracted"));
    if (u->form == TROPIC_FULL) return backend->gather(context, g->t.values, u->type, g->ids, u->values, count);
    TP_TRY(backend->allocate(context, &has, (size_t)count, "what is extracted"));
    g->t.has = has;
    g->t.form = TROPIC_BITMAP;
    copy.x = (tp_input){.values = u->values, .has = u->has, .at = g->ids};
    if (u->form == TROPIC_SPARSE) {
        TP_TRY(backend->allocate(context, &g->at, bytes, "ids"));
        TP_TRY(backend->look_up(context, g->at, g->ids, count, u->ids, u->count.entries));
        copy.x = (tp_input){.values = u->values, .at = g->at};
    }
    copy.w = g->t.values;
    copy.w_has = g->t.has;
    return tp_elementwise_run(context, &copy);
}

tropic_status tropic_extract(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                             const tropic_vector *u, const tropic_index *ids, tropic_index count,
                             const tropic_descriptor *descriptor)
{
    tp_operation o = {.w = w, .mask = mask, .accum = accum, .kind = TP_COPY, .u = u};
    gathering g = {0};
    const tp_backend *backend;
    tropic_status status = TROPIC_OK;
    TP_ENTER(w ? w->context : NULL);
    TP_WORK_OF_PLACES(w, tp_entries_of_both(u, NULL), mask, descriptor);
    if (!w) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "w is NULL");
    o.context = w->context;
    backend = w->context->backend;
    TP_TRY(tp_vector_check(o.context, u, "u", u ? u->n : 0)); /* of any length */
    TP_TRY(tp_ids_check(o.context, &ids, count, "u", u->n, false));
    TP_TRY(tp_vector_check(o.context, w, "w", count));
    if (ids) {
        TP_TRY(tp_outside_loops(o.context, "extract by ids"));
        status = gather(&g, u, ids, count);
        o.u = &g.t;
    }
    if (status == TROPIC_OK) status = tp_operation_run(&o, u->type, descriptor);
    if (status == TROPIC_OK && ids) status = backend->wait(o.context); /* the caller may change them, and a view */
    backend->release(o.context, g.ids);
    backend->release(o.context, g.at);
    backend->release(o.context, g.t.values);
    backend->release(o.context, g.t.has);
    return status;
}
