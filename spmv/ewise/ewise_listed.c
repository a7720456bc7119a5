/* SPDX-License-Identifier: Apache-2.0
 *
 * Elementwise operations along a list of places, in place of all n: the places outside of which t has no entry, or to
 * which the mask lets it, or that a caller names. The cost is that of the list, and of w's entries where w is a list,
 * too; on a GPU, where a mask that is a bitmap is listed first, also a pass over its flags.
 *
 * Each is one call of the backend, and on a GPU one launch, which takes a third of the time of an operation that the
 * host waits for. So the host does not, where it knows how many entries w has, or nobody asks yet.
 *
 * A list that is merged into a much longer one costs the longer one's length. A vector that this happens to again and
 * again becomes a bitmap, once all such merges together have cost about as much as that; those before it was last gone
 * along do not count, since that saved a pass over all places. On the CPU a mask that is a bitmap of few
 * entries becomes a list before such a pass; on a GPU it stays one, and its places are listed each time.
 */
#include "formats/tuning.h"
#include "spmv/ewise/ewise_places.h"
#include "spmv/tuning.h"

typedef struct choice {
    tp_along along;
    int64_t count;
} choice;

/* The list outside of which t has no entry. */
static choice list_of_t(const tp_operation *o)
{
    const bool u = tp_is_sparse(o->u), v = tp_is_sparse(o->v);
    choice c = {TP_ALONG_T, 0};
    if (o->kind == TP_UNION ? !(u && v) : !(u || v)) return (choice){TP_ALONG_ALL, o->w->n};
    if (o->kind == TP_UNION)
        c.count = (int64_t)tp_count_peek(&o->u->count) + tp_count_peek(&o->v->count);
    else if (u && v)
        c.count = tp_count_peek(&o->u->count) < tp_count_peek(&o->v->count) ? tp_count_peek(&o->u->count)
                                                                            : tp_count_peek(&o->v->count);
    else
        c.count = u ? tp_count_peek(&o->u->count) : tp_count_peek(&o->v->count);
    return c;
}

/* The list of the places that the mask may let through; with `bitmaps`, also where it is made of a bitmap. The
 * complement of no mask lets nothing through. */
static choice list_of_mask(const tp_operation *o, bool bitmaps)
{
    const bool listed = tp_is_sparse(o->mask) || (bitmaps && o->mask && o->mask->form == TROPIC_BITMAP);
    if (!o->mask && o->descriptor.complement) return (choice){TP_ALONG_MASK, 0};
    if (!listed || o->descriptor.complement) return (choice){TP_ALONG_ALL, o->w->n};
    return (choice){TP_ALONG_MASK, o->mask->count.entries};
}

/* `all_allowed`: the list must have all places that the mask lets through. */
static choice choose(const tp_operation *o, bool all_allowed, bool bitmaps)
{
    const choice t = list_of_t(o), mask = list_of_mask(o, bitmaps);
    if (o->ids) return (choice){TP_ALONG_IDS, o->count};
    if (mask.along != TP_ALONG_ALL && (all_allowed || t.along == TP_ALONG_ALL || mask.count < t.count)) return mask;
    return all_allowed ? (choice){TP_ALONG_ALL, o->w->n} : t;
}

static bool is_short(const tp_operation *o, int64_t count)
{
    return count <= o->w->n / TP_EWISE_LISTED_PART || o->w->n <= TP_FEW_PLACES;
}

tropic_status tp_operation_count(const tp_operation *o)
{
    tropic_vector *u = (tropic_vector *)o->u; /* its content stays, so this is no change */
    return u ? tp_count_get(o->context, &u->count) : TROPIC_OK;
}

/* ---- the operation ---- */

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

/* The operands, and the places, unless they are known. */
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

/* Room of a new list. A GPU's has that of twice as many entries as the last, so that one that grows is seldom moved. */
static int64_t room_for(const tp_operation *o, int64_t bound)
{
    int64_t room = 1;
    if (o->context->backend->location == TROPIC_HOST || bound > TP_LISTED_MAX) return bound;
    while (room < bound) room *= 2;
    return room;
}

/* The new list: in w's own arrays, if they have room and are read before they are written. Entries of w, u and v are,
 * where one block of a GPU makes it, which holds the new values until then; a mask that removes is read to the end.
 * (Two allocations and two releases take a third of the time of a short operation.) */
static tropic_status open_result(tp_operation *o, tp_listed *l, int64_t bound, int64_t *room)
{
    const tropic_vector *w = o->w;
    const bool read = l->old.count > 0 || w == o->u || w == o->v || w == o->mask;
    const bool held = o->context->backend->location == TROPIC_DEVICE && bound <= TP_LISTED_MAX;
    if (tp_is_sparse(w) && w->room >= bound && (!read || held) && !(w == o->mask && l->removes)) {
        l->ids = w->ids;
        l->values = w->values;
        *room = w->room;
        return TROPIC_OK;
    }
    *room = room_for(o, bound);
    TP_TRY(tp_places_make(o, TP_LISTED_ALL, *room, sizeof *l->ids));
    TP_TRY(tp_places_make(o, TP_LISTED_VALUES, *room, tropic_type_size(w->type)));
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

static void open_in_place(const tropic_vector *w, tp_listed *l, tp_places places)
{
    l->places = places;
    l->e.places = places.ids;
    l->e.w = w->values;
    l->e.w_has = w->has;
}

/* `bound`: w has no more entries afterwards, where it becomes a list. */
static tropic_status run_along(tp_operation *o, const tp_elementwise *e, tp_along along, bool in_place, int64_t bound)
{
    tropic_vector *w = o->w;
    tp_listed l = {.e = *e, .in_place = in_place, .removes = o->removes && tp_operation_keeps(o)};
    const bool defers = o->defers && !w->view && (!o->u || tp_count_is_known(&o->u->count));
    tp_wait wait = defers ? TP_WAIT_LATER : TP_WAIT_NOW;
    tp_count change = tp_count_known(0);
    int64_t room = 0;
    TP_TRY(open(o, &l, along));
    if (in_place) {
        open_in_place(w, &l, l.places);
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

/* Into w, which is full, where t may lack entries: first into a list of these places, so that w becomes a bitmap if it
 * loses some, and else stays as it is. */
static tropic_status run_in_full(tp_operation *o, const tp_elementwise *e, tp_along along)
{
    tropic_vector *w = o->w;
    const tp_backend *backend = o->context->backend;
    tp_listed l = {.e = *e}, put = {.e = {.kind = TP_COPY, .type = w->type, .result = w->type}, .in_place = true};
    tp_count kept = tp_count_known(0), change = kept;
    int64_t room;
    TP_TRY(open(o, &l, along));
    if (l.places.count == 0) return TROPIC_OK;
    TP_TRY(tp_places_make(o, TP_LISTED_OLD, l.places.count, tropic_type_size(w->type)));
    TP_TRY(backend->gather(o->context, o->listed[TP_LISTED_OLD], w->type, l.places.ids, w->values, l.places.count));
    l.old = l.places;
    l.old_values = o->listed[TP_LISTED_OLD];
    TP_TRY(open_result(o, &l, 2 * l.places.count, &room));
    tp_elementwise_codes(&l.e);
    TP_TRY(backend->listed(o->context, &l, TP_WAIT_NOW, &kept));
    if (kept.entries < l.places.count) TP_TRY(tp_vector_set_form(w, TROPIC_BITMAP));
    put.e.mask.structure = true;
    put.e.x.values = l.values;
    put.x = (tp_look_up){true, {l.ids, kept.entries}};
    put.x_count = kept;
    open_in_place(w, &put, l.places);
    tp_elementwise_codes(&put.e);
    TP_TRY(backend->listed(o->context, &put, TP_WAIT_NOW, &change));
    return tp_vector_changed(w, change);
}

/* Is w, a list, to become a bitmap before so few places of it are written? On a GPU, soon if several blocks merge. */
static bool outgrows(tp_operation *o, int64_t count)
{
    tropic_vector *w = o->w;
    const bool blocks = o->context->backend->location == TROPIC_DEVICE && w->count.entries + count > TP_LISTED_MAX;
    if (!tp_operation_keeps(o) || w->count.entries == 0) return false;
    if (!blocks && (w->count.entries <= TP_EWISE_FEW || w->count.entries <= TP_EWISE_MUCH_LONGER * count)) return false;
    w->merged += w->count.entries + (blocks ? TP_EWISE_BLOCKS_STEPS : 0);
    return w->merged > w->n / TP_EWISE_MERGED_PART;
}

tropic_status tp_operation_run_listed(tp_operation *o, tp_elementwise *e, bool full, bool *done)
{
    tropic_vector *w = o->w;
    const bool list = !w->view && (w->form == TROPIC_SPARSE || !tp_operation_keeps(o));
    const bool may_lose = tp_operation_keeps(o) && !full && w->form == TROPIC_FULL;
    const bool host = o->context->backend->location == TROPIC_HOST;
    choice c = choose(o, false, false);
    int64_t bound;
    *done = false;
    if (o->context->recorded || (may_lose && !host && w->view)) return tp_operation_count(o);
    if (c.along == TP_ALONG_ALL && o->mask && !o->descriptor.complement) {
        /* (A GPU lists a bitmap in so little time that it may stay one, which is written in less than a list.) */
        if (host)
            tp_vector_settle((tropic_vector *)o->mask); /* its content stays */
        else if (list)
            TP_TRY(tp_vector_have_count(o->mask));
        c = choose(o, false, list && !host);
    }
    bound = c.count + (tp_operation_keeps(o) ? w->count.entries : 0);
    if (list && c.along != TP_ALONG_ALL && is_short(o, bound)) {
        *done = !outgrows(o, c.count);
        if (*done) return run_along(o, e, c.along, false, bound);
        TP_TRY(tp_vector_densify(w));
    }
    /* (One that had all entries is full now, and has no flags to clear.) */
    if (w->form == TROPIC_SPARSE || o->removes || (!full && w->form == TROPIC_FULL && !may_lose))
        return tp_operation_count(o);
    c = choose(o, !o->accum, false);
    if (c.along == TP_ALONG_ALL || !is_short(o, c.count)) return tp_operation_count(o);
    *done = true;
    if (may_lose && host) return run_in_full(o, e, c.along);
    if (may_lose) TP_TRY(tp_vector_set_form(w, TROPIC_BITMAP)); /* once it has lost nothing, it is full again */
    return run_along(o, e, c.along, true, c.count);
}
