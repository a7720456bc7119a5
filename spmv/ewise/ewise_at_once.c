/* SPDX-License-Identifier: Apache-2.0
 *
 * Elementwise operations along a list of places by one launch of a GPU, which takes a third of the time of an operation
 * that the host waits for. So the host does not, where it knows how many entries w has, or nobody asks yet.
 */
#include "spmv/ewise/ewise_places.h"
#include "spmv/ewise/ewise_rule.h"

bool tp_operation_runs_at_once(const tp_operation *o, tp_along along, bool in_place, int64_t count)
{
    const bool one_list = along != TP_ALONG_T || o->kind != TP_UNION;
    if (!o->context->backend->listed) return false;
    if (count <= TP_LISTED_MAX) return true;
    if (in_place) return one_list && (!o->u || tp_count_is_known(&o->u->count));
    return one_list && count <= TP_LISTED_TURNS * TP_LISTED_MAX &&
           !(tp_operation_keeps(o) && o->w->count.entries > 0) && tp_listed_is_held(tropic_type_size(o->w->type));
}

static tropic_status open_input(tp_operation *o, tp_input *in, tp_look_up *found, tp_operand *operand,
                                const tropic_vector *v, const tp_listed *l, bool used)
{
    if (!v) return TROPIC_OK;
    if (v->form != TROPIC_SPARSE || o->ids) return tp_input_open(o, in, operand, v, used);
    in->values = used ? v->values : NULL;
    in->listed = v->ids == l->places.ids && l->more.count == 0 && !l->everywhere;
    *found = (tp_look_up){!in->listed, tp_places_of(v)}; /* (Whose ids also tell that x_count is that of the places.) */
    return TROPIC_OK;
}

static tropic_status open(tp_operation *o, tp_listed *l, tp_along along)
{
    const bool takes = o->kind != TP_INTERSECTION, none = !o->mask && o->descriptor.complement;
    if (along == TP_ALONG_T && o->kind == TP_UNION) {
        l->places = tp_places_of(o->u);
        l->more = tp_places_of(o->v);
    } else {
        TP_TRY(tp_places_open(o, along, !l->in_place));
        l->places = o->places;
    }
    l->everywhere = !l->in_place && along == TP_ALONG_T && !o->accum && tp_operation_keeps(o);
    if (tp_is_sparse(o->u)) l->x_count = o->u->count;
    TP_TRY(open_input(o, &l->e.x, &l->x, &o->x, o->u, l, takes || o->op->uses_x));
    TP_TRY(open_input(o, &l->e.y, &l->y, &o->y, o->v, l, takes || o->op->uses_y));
    if (none || tp_is_sparse(o->mask)) {
        l->mask = (tp_look_up){true, tp_places_of(o->mask)};
        l->e.mask = tp_list_mask(o);
        return TROPIC_OK;
    }
    TP_TRY(tp_mask_open(&o->m, o->context, o->mask, &o->descriptor, o->w->n, false));
    l->e.mask = o->m.mask;
    return TROPIC_OK;
}

/* Room of a new list: that of twice as many entries as the last, so that one that grows is seldom moved. */
static int64_t room_for(int64_t bound)
{
    int64_t room = 1;
    while (room < bound) room *= 2;
    return room;
}

/* The new list: in w's own arrays, if they have room and are read before they are written. Entries of w, u and v are,
 * where the block holds the new values in shared memory until then, and there is but one turn; a mask that removes is
 * read to the end. (Two allocations and two releases take a third of the time of a short operation.) */
static tropic_status open_result(tp_operation *o, tp_listed *l, int64_t bound, int64_t *room)
{
    const tropic_vector *w = o->w;
    const size_t size = tropic_type_size(w->type);
    const bool read = l->old.count > 0 || w == o->u || w == o->v || w == o->mask;
    const bool held = tp_listed_is_held(size) && bound <= TP_LISTED_MAX;
    if (tp_is_sparse(w) && w->room >= bound && (!read || held) && !(w == o->mask && l->removes)) {
        l->ids = w->ids;
        l->values = w->values;
        *room = w->room;
        return TROPIC_OK;
    }
    *room = room_for(bound);
    TP_TRY(tp_places_make(o, TP_LISTED_ALL, *room, sizeof *l->ids));
    TP_TRY(tp_places_make(o, TP_LISTED_VALUES, *room, size));
    l->ids = o->listed[TP_LISTED_ALL];
    l->values = o->listed[TP_LISTED_VALUES];
    return TROPIC_OK;
}

/* Has v an entry at each of the places? */
static bool covers(const tp_listed *l, const tropic_vector *v)
{
    return !v || v->form == TROPIC_FULL || (v->form == TROPIC_SPARSE && v->ids == l->places.ids);
}

/* Has w, a new list, an entry at each of the places afterwards, and at no other? */
static bool is_counted(const tp_operation *o, const tp_listed *l, tp_along along)
{
    const bool u = covers(l, o->u), v = covers(l, o->v);
    const bool listed = along == TP_ALONG_MASK || (tp_is_sparse(o->mask) && o->mask->ids == l->places.ids);
    const bool allowed = !o->masked || (listed && o->descriptor.structure && !o->descriptor.complement);
    return allowed && l->old.count == 0 && l->more.count == 0 && o->kind != TP_SELECT &&
           (o->kind == TP_UNION ? u || v : u && v);
}

/* w's new list, without entries at first. */
static void give(tp_operation *o, const tp_listed *l, int64_t room)
{
    tropic_vector *w = o->w;
    const int64_t merged = w->merged;
    o->listed[TP_LISTED_VALUES] = o->listed[TP_LISTED_ALL] = NULL;
    tp_vector_replace(w, TROPIC_SPARSE, 0, l->values, NULL, l->ids);
    w->merged = merged;
    w->room = (tropic_index)room;
}

tropic_status tp_operation_run_at_once(tp_operation *o, const tp_elementwise *e, tp_along along, bool in_place,
                                       int64_t bound)
{
    tropic_vector *w = o->w;
    tp_listed l = {.e = *e, .in_place = in_place, .removes = o->removes && tp_operation_keeps(o)};
    const bool defers = o->defers && !w->view && (!o->u || tp_count_is_known(&o->u->count));
    tp_wait wait = defers ? TP_WAIT_LATER : TP_WAIT_NOW;
    tp_count change = tp_count_known(0);
    int64_t room = 0;
    TP_TRY(open(o, &l, along));
    if (in_place) {
        l.e.places = l.places.ids;
        l.e.w = w->values;
        l.e.w_has = w->has;
        if (defers && !w->has) wait = TP_WAIT_NEVER;
    } else {
        if (tp_operation_keeps(o) && tp_is_sparse(w)) l.old = tp_places_of(w);
        l.old_values = w->values;
        TP_TRY(open_result(o, &l, bound, &room));
        if (defers && is_counted(o, &l, along)) {
            wait = TP_WAIT_NEVER;
            change = tp_count_known(l.places.count);
        }
    }
    tp_elementwise_codes(&l.e);
    TP_TRY(o->context->backend->listed(o->context, &l, wait, &change));
    if (tp_count_is_too_many(&change)) {
        ((tropic_vector *)o->u)->count = change; /* (u is the product's own) */
        return TROPIC_OK;
    }
    if (!in_place) give(o, &l, room);
    return tp_vector_changed(w, change);
}
