/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_mxv along a list: of the vector's entries, or of the mask's.
 */
#include "formats/tuning.h"
#include "spmv/ewise/ewise_driver.h"
#include "spmv/mxv/mxv.h"
#include "spmv/ops/mxv_ops.h"
#include "spmv/ops/state.h"
#include "spmv/tuning.h"

/* How many entries lists of u's entries have, if they have as many as others. */
static double mean_entries(const tp_mxv_product *p)
{
    return p->u->n > 0 ? (double)p->A->count / p->u->n * p->u->count.entries + p->u->count.entries : 0;
}

/* How many products a GPU sorts at most; 0: none. */
static tropic_offset most_sorted(const tp_mxv_product *p)
{
    const bool sorts = p->context->backend->location == TROPIC_DEVICE && p->n >= TP_SORTED_PLACES;
    return sorts ? p->n / TP_SORTED_PRODUCTS : 0;
}

/* The entries of the lists, or more than `max`. */
static tropic_offset entries_of(const tropic_offset *offsets, const tropic_index *lists, tropic_index count,
                                tropic_offset max)
{
    tropic_offset entries = 0;
    for (tropic_index c = 0; c < count && entries <= max; c++) entries += 1 + offsets[lists[c] + 1] - offsets[lists[c]];
    return entries;
}

/* Does a GPU make w, as a list, of the product alone? The mask, if there is one, is looked at on the way. */
static bool becomes_w(const tp_mxv_product *p, const tropic_vector *w, const tropic_vector *mask)
{
    if (p->context->backend->location != TROPIC_DEVICE || p->accum || w->view || w->type != p->semiring->type)
        return false;
    return mask ? p->descriptor.replace : !p->descriptor.complement;
}

/* (Under a mask, most products may not pass; without one, all take room. The sources do in any case.) */
static tropic_offset most_into(const tp_mxv_product *p, const tropic_vector *mask)
{
    const int64_t room = p->context->backend->push_room(tropic_type_size(p->semiring->type));
    return p->u->count.entries > room ? 0 : mask ? TP_PUSHED_INTO : room;
}

/* Is the product one along u's entries (push) or along the mask's list (else)? The list, and its arcs. */
static tropic_status plan_listed(const tp_mxv_product *p, const tropic_vector *mask, bool into, tp_listed_product *l,
                                 bool *listed)
{
    const tropic_strategy strategy = p->descriptor.strategy;
    const bool by_auto = strategy == TROPIC_STRATEGY_AUTO;
    const bool device = p->context->backend->location == TROPIC_DEVICE;
    const bool pushes = p->u->form == TROPIC_SPARSE && (by_auto || strategy == TROPIC_STRATEGY_CSR_PUSH) &&
                        !(p->context->reproducible && p->semiring->order_matters);
    const bool pulls = mask && mask->form == TROPIC_SPARSE && !p->descriptor.complement &&
                       (by_auto || strategy == TROPIC_STRATEGY_CSC_SCALAR) && p->u->form != TROPIC_SPARSE;
    const tropic_vector *v = pushes ? p->u : mask;
    const tropic_offset at_once = into ? most_into(p, mask) : TP_PUSHED_AT_ONCE;
    const tropic_offset max = p->n <= TP_FEW_PLACES ? p->A->count + p->A->rows + p->A->cols : p->n / TP_LISTED_PRODUCTS;
    *listed = false;
    if (p->context->recorded || p->columns > 1 || (!pushes && !pulls) || v->count.entries > max) return TROPIC_OK;
    if (p->semiring->user && p->semiring->user->uses_w) return TROPIC_OK; /* at places that w has no array of */
    if (device && mean_entries(p) > at_once) l->work = most_sorted(p);
    if (device && (!pushes || mean_entries(p) > (l->work > 0 ? l->work : at_once))) return TROPIC_OK;
    TP_TRY(tp_matrix_arcs(p->context, p->A, pushes ? tp_by_source(p) : p->by_destination, false, &l->arcs));
    if (!device) l->work = entries_of(l->arcs.offsets, v->ids, v->count.entries, max);
    l->push = pushes;
    l->lists = v->ids;
    l->count = v->count.entries;
    *listed = l->work <= max;
    return TROPIC_OK;
}

/* Sets the product and its operands. `into`: it becomes w, in one launch. */
static void open_listed(const tp_mxv_product *p, const tropic_vector *mask, bool into, tp_listed_product *l,
                        tp_mxv_state *state)
{
    const tropic_semiring *semiring = p->semiring;
    *state = (tp_mxv_state){.mask = {.structure = true}};
    l->semiring = semiring;
    l->vxm = p->vxm;
    l->state = state;
    l->places = p->n;
    if (!semiring->user) l->op = tp_mxv_op(p->vxm ? semiring->flipped : semiring->builtin, semiring->type);
    if (!p->uses_matrix) l->arcs.values = NULL;
    state->u = p->uses_vector ? p->u->values : NULL;
    state->u_has = p->u->form == TROPIC_BITMAP ? p->u->has : NULL;
    /* A mask that is looked up keeps the table small; others are applied to t. */
    if (!l->push || !mask || (mask->form == TROPIC_SPARSE && !into)) return;
    state->mask = tp_mask_of(mask, &p->descriptor);
    l->mask = (tp_look_up){mask->form == TROPIC_SPARSE, {mask->ids, mask->count.entries}};
}

/* Has a push from u so few products for sure? Then nobody need wait until it tells how many. */
static tropic_status has_room(tp_mxv_product *p, int64_t room, bool *sure)
{
    tp_degrees lists;
    TP_TRY(tp_matrix_use_degrees(p->context, &p->use, tp_by_source(p), &lists));
    *sure = (int64_t)p->u->count.entries * lists.longest <= room;
    return TROPIC_OK;
}

/* w = the product, in one launch, in w's own arrays if they have room: u, which may be w, is read before. Not done:
 * there were more products than that. */
static tropic_status multiply_into(tp_mxv_product *p, tropic_vector *w, const tp_listed_product *l, bool *done)
{
    tropic_context *context = p->context;
    const tp_backend *backend = context->backend;
    const size_t size = tropic_type_size(w->type);
    const int64_t room = backend->push_room(size);
    const bool own = w->form == TROPIC_SPARSE && w->room >= room;
    const tropic_index keeps = own ? w->room : (tropic_index)room;
    void *ids = own ? w->ids : NULL, *values = own ? w->values : NULL;
    tp_count count = tp_count_known(TP_TOO_MANY);
    bool sure = false;
    tropic_status status = has_room(p, room, &sure);
    if (!own && status == TROPIC_OK)
        status = backend->allocate(context, &ids, (size_t)room * sizeof *w->ids, "a product");
    if (!own && status == TROPIC_OK) status = backend->allocate(context, &values, (size_t)room * size, "a product");
    if (status == TROPIC_OK)
        status = backend->push_into(context, l, ids, values, sure ? TP_WAIT_LATER : TP_WAIT_NOW, &count);
    *done = status == TROPIC_OK && !tp_count_is_too_many(&count);
    if (*done) {
        tp_vector_replace(w, TROPIC_SPARSE, count.entries, values, NULL, ids);
        w->room = keeps;
        w->count = count;
        if (tp_count_is_known(&count)) tp_vector_settle(w);
    } else if (!own) {
        backend->release(context, ids);
        backend->release(context, values);
    }
    return status;
}

/* Is w t itself, whose list is its own? (A GPU's may be kept: one launch makes w of it.) */
static bool is_result(const tp_mxv_product *p, const tropic_vector *w, const tropic_vector *mask)
{
    return p->context->backend->location == TROPIC_HOST && !mask && !p->descriptor.complement && !p->accum &&
           !w->view && w->type == p->semiring->type;
}

/* t as a list, then w<mask> (accum)= t. Not done: there were more products than the backend takes so. */
static tropic_status multiply_listed(tp_mxv_product *p, tropic_vector *w, const tropic_vector *mask,
                                     tp_listed_product *l, bool *done)
{
    tropic_context *context = p->context;
    const tropic_type type = p->semiring->type;
    tp_entry_list t = {0};
    tropic_vector made;
    tp_operation o = {.context = context, .w = w, .mask = mask, .accum = p->accum, .kind = TP_COPY, .u = &made};
    tropic_status status = context->backend->multiply_listed(context, l, &t);
    p->descriptor.size = sizeof p->descriptor;
    if (status == TROPIC_OK && is_result(p, w, mask)) {
        tp_vector_replace(w, TROPIC_SPARSE, t.count.entries, t.values, NULL, t.ids);
        tp_vector_settle(w);
        *done = true;
        return TROPIC_OK;
    }
    made = (tropic_vector){.context = context,
                           .type = type,
                           .n = p->n,
                           .columns = 1,
                           .count = t.count,
                           .form = TROPIC_SPARSE,
                           .values = t.values,
                           .ids = t.ids};
    if (status == TROPIC_OK && !tp_operation_lacks(&o)) status = tp_operation_run(&o, type, &p->descriptor);
    if (tp_count_is_known(&t.count)) { /* else the arrays are the backend's */
        context->backend->release(context, t.ids);
        context->backend->release(context, t.values);
    }
    *done = !tp_operation_lacks(&o);
    return status;
}

tropic_status tp_mxv_run_listed(tp_mxv_product *p, tropic_vector *w, const tropic_vector *mask, bool *done)
{
    bool into = becomes_w(p, w, mask);
    tp_listed_product along = {0};
    tp_mxv_state state;
    TP_TRY(plan_listed(p, mask, into, &along, done));
    if (!*done) return TROPIC_OK;
    into = into && along.work == 0;
    open_listed(p, mask, into, &along, &state);
    TP_TRY(into ? multiply_into(p, w, &along, done) : multiply_listed(p, w, mask, &along, done));
    if (*done || along.work > 0 || most_sorted(p) == 0) return TROPIC_OK;
    along.work = most_sorted(p);
    open_listed(p, mask, false, &along, &state);
    return multiply_listed(p, w, mask, &along, done);
}
