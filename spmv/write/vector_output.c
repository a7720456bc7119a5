/* SPDX-License-Identifier: Apache-2.0
 *
 * w<mask> (accum)= t around the kernels that compute t.
 */
#include "spmv/write/vector_output.h"

/* Memory for t, without entries. */
static tropic_status open_apart(tp_result *r, bool clear)
{
    const tropic_vector *w = r->w.w;
    const tp_backend *backend = r->context->backend;
    const uint8_t none = 0;
    void *made = NULL;
    /* (A lock on the flag of a struct reads the whole word that the flag is in; so does an atomic on a short value.) */
    const size_t word = sizeof(uint32_t), bytes = (size_t)w->n * tropic_type_size(w->type);
    TP_TRY(backend->allocate(r->context, &made, bytes + word, "the product"));
    r->values = r->t = made;
    if (tropic_type_size(w->type) < word)
        TP_TRY(backend->fill(r->context, (char *)made + bytes, TROPIC_BOOL, &none, (int64_t)word));
    TP_TRY(backend->allocate(r->context, &made, (size_t)w->n + word, "the product"));
    r->has = r->t_has = made;
    r->code = TP_ACCUM_NONE;
    if (tp_type_struct(w->type)) TP_TRY(backend->fill(r->context, r->t_has + w->n, TROPIC_BOOL, &none, (int64_t)word));
    return clear ? TROPIC_OK : backend->fill(r->context, r->t_has, TROPIC_BOOL, &none, w->n);
}

/* New flags, all clear: w keeps its own until all went well. */
static tropic_status open_cleared(tp_result *r, tropic_vector *w)
{
    const tp_backend *backend = r->context->backend;
    const uint8_t none = 0;
    void *made = NULL;
    TP_TRY(tp_output_open(&r->w, w, false, false));
    if (!r->w.new_has) {
        TP_TRY(backend->allocate(r->context, &made, (size_t)w->n, "the result"));
        r->w.has = made;
        r->w.new_has = true;
    }
    return backend->fill(r->context, r->w.has, TROPIC_BOOL, &none, w->n);
}

/* Opens the place where t is made, and w while that goes on. */
static tropic_status open_places(tp_result *r, tropic_vector *w, bool full, bool keep, int code, bool pre_cleared)
{
    int64_t none;
    if (r->apart && r->renews) {
        /* (tp_output_close counts.) */
        r->w = (tp_output){.w = w};
        TP_TRY(r->context->backend->count(r->context, NULL, 0, &none));
    } else {
        TP_TRY(r->renews ? open_cleared(r, w) : tp_output_open(&r->w, w, full, keep));
    }
    if (r->apart) return open_apart(r, pre_cleared);
    r->values = r->w.values;
    r->has = r->w.has;
    r->code = code;
    return TROPIC_OK;
}

tropic_status tp_result_open(tp_result *r, tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                             int code, const tropic_descriptor *descriptor, tp_output_plan t)
{
    const bool masked = mask || descriptor->complement;
    const bool keep = masked || accum || t.reads_old;
    const bool full = keep ? w->form == TROPIC_FULL && (t.dense || accum) && !(masked && descriptor->replace) : t.dense;
    *r = (tp_result){.context = w->context,
                     .accum = accum,
                     .replace = descriptor->replace,
                     .renews = masked && descriptor->replace && !accum && !t.reads_old && !w->context->recorded,
                     .apart = t.private_buffer || (accum && code == TP_ACCUM_NONE)};
    if (t.visits_allowed && !r->apart && !descriptor->replace)
        r->mask.mask = (tp_mask){.structure = true};
    else
        TP_TRY(tp_mask_open(&r->mask, r->context, mask, descriptor, w->n, mask == w && descriptor->replace));
    return open_places(r, w, full, keep, code, t.pre_cleared);
}

/* w has t's arrays. */
static void take_apart(tp_result *r)
{
    r->w.values = r->t;
    r->w.has = r->t_has;
    r->w.new_values = r->w.new_has = true;
    r->t = NULL;
    r->t_has = NULL;
}

tropic_status tp_result_close(tp_result *r)
{
    const tp_backend *backend = r->context->backend;
    if (r->apart && r->renews) {
        TP_TRY(backend->restrict_to(r->context, r->t_has, &r->mask.mask, r->w.w->n));
        take_apart(r);
    } else if (r->apart) {
        TP_TRY(tp_assign_product(&r->w, &r->mask.mask, r->accum, r->replace, r->t, r->t_has));
    } else if (r->replace && !r->renews && r->w.has) { /* last, since the calls before may have failed */
        TP_TRY(backend->restrict_to(r->context, r->w.has, &r->mask.mask, r->w.w->n));
    }
    return tp_output_close(&r->w);
}

void tp_result_drop(tp_result *r)
{
    if (!r->context) return;
    tp_output_drop(&r->w);
    tp_operand_close(&r->mask);
    r->context->backend->release(r->context, r->t);
    r->context->backend->release(r->context, r->t_has);
    *r = (tp_result){0};
}
