/* SPDX-License-Identifier: Apache-2.0
 *
 * Elementwise operations along a list of places, in place of all n: the places outside of which t has no entry, or to
 * which the mask lets it, or that a caller names. The cost is that of the list, and of w's entries where w is a list,
 * too; on a GPU, where a mask that is a bitmap is listed first, also a pass over its flags.
 *
 * A list that is merged into a much longer one costs the longer one's length. A vector that this happens to again and
 * again becomes a bitmap, once all such merges together have cost about as much as that; those before it was last gone
 * along do not count, since that saved a pass over all places. On the CPU a mask that is a bitmap of few
 * entries becomes a list before such a pass; on a GPU it stays one, and its places are listed each time.
 */
#include "formats/tuning.h"
#include "spmv/ewise/ewise_places.h"
#include "spmv/ewise/ewise_rule.h"
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

/* ---- inputs ---- */

/* One input at the places. `used`: op looks at its values. */
static tropic_status open_input(tp_operation *o, tp_input *in, tp_operand *operand, const tropic_vector *v,
                                tp_listed_array what, bool used)
{
    if (!v) return TROPIC_OK;
    if (v->form != TROPIC_SPARSE || o->ids) return tp_input_open(o, in, operand, v, used);
    in->values = used ? v->values : NULL;
    in->listed = v->ids == o->places.ids;
    return in->listed ? TROPIC_OK : tp_places_look_up(o, what, o->places, tp_places_of(v), &in->at);
}

static tropic_status open_inputs(tp_operation *o, tp_elementwise *e)
{
    const bool takes = o->kind != TP_INTERSECTION; /* values of x and y themselves */
    TP_TRY(open_input(o, &e->x, &o->x, o->u, TP_LISTED_X, takes || o->op->uses_x));
    return open_input(o, &e->y, &o->y, o->v, TP_LISTED_Y, takes || o->op->uses_y);
}

/* The mask as it is stored: by place, or as a list that places are looked up in. */
static tropic_status open_mask(tp_operation *o, tp_elementwise *e)
{
    const tropic_descriptor *d = &o->descriptor;
    const bool none = !o->mask && d->complement;
    if (!none && !tp_is_sparse(o->mask)) {
        TP_TRY(tp_mask_open(&o->m, o->context, o->mask, d, o->w->n, false));
        e->mask = o->m.mask;
        return TROPIC_OK;
    }
    e->mask = tp_list_mask(o);
    return tp_places_look_up(o, TP_LISTED_MASK, o->places, tp_places_of(o->mask), &e->mask_at);
}

/* ---- into w, by place ---- */

static tropic_status run_in_place(tp_operation *o, tp_elementwise *e)
{
    tropic_vector *w = o->w;
    const tp_backend *backend = o->context->backend;
    int64_t before = 0, after = 0;
    e->places = o->places.ids;
    e->n = o->places.count;
    e->w = w->values;
    e->w_has = w->has;
    TP_TRY(open_inputs(o, e));
    TP_TRY(open_mask(o, e));
    if (w->has) TP_TRY(backend->count(o->context, w->has, e->places, e->n, &before));
    TP_TRY(tp_elementwise_run(o->context, e));
    if (!w->has) return TROPIC_OK;
    TP_TRY(backend->count(o->context, w->has, e->places, e->n, &after));
    w->count.entries += (tropic_index)(after - before);
    return w->count.entries == w->n ? tp_vector_densify(w) : TROPIC_OK;
}

/* Into w, which is full, where t may lack entries: apart at first, so that w becomes a bitmap only if it loses some. */
static tropic_status run_in_full(tp_operation *o, tp_elementwise *e)
{
    tropic_vector *w = o->w;
    const tp_backend *backend = o->context->backend;
    const int64_t count = o->places.count;
    const uint8_t all = 1;
    tp_elementwise put = {.kind = TP_COPY, .type = w->type, .result = w->type, .mask = {.structure = true}};
    int64_t kept = 0;
    if (count == 0) return TROPIC_OK;
    TP_TRY(tp_places_make(o, TP_LISTED_VALUES, count, tropic_type_size(w->type)));
    TP_TRY(tp_places_make(o, TP_LISTED_HAS, count, sizeof *e->w_has));
    TP_TRY(backend->gather(o->context, o->listed[TP_LISTED_VALUES], w->type, o->places.ids, w->values, count));
    TP_TRY(backend->fill(o->context, o->listed[TP_LISTED_HAS], TROPIC_BOOL, &all, count));
    e->places = put.places = o->places.ids;
    e->n = put.n = count;
    e->w = o->listed[TP_LISTED_VALUES];
    e->w_has = o->listed[TP_LISTED_HAS];
    e->w_listed = true;
    TP_TRY(open_inputs(o, e));
    TP_TRY(open_mask(o, e));
    TP_TRY(tp_elementwise_run(o->context, e));
    TP_TRY(backend->count(o->context, e->w_has, NULL, count, &kept));
    if (kept < count) TP_TRY(tp_vector_set_form(w, TROPIC_BITMAP));
    put.x = (tp_input){.values = e->w, .has = e->w_has, .listed = true};
    put.w = w->values;
    put.w_has = w->has;
    TP_TRY(tp_elementwise_run(o->context, &put));
    w->count.entries -= (tropic_index)(count - kept);
    return TROPIC_OK;
}

/* ---- into a new list ---- */

/* All places at which w may have an entry afterwards, and its present values there. */
static tropic_status open_list(tp_operation *o, tp_elementwise *e, tp_along along, tp_places *all)
{
    const tropic_vector *w = o->w;
    const tp_backend *backend = o->context->backend;
    const bool merges = tp_operation_keeps(o) && w->count.entries > 0;
    const uint8_t none = 0;
    tp_elementwise copy = {.kind = TP_COPY, .type = w->type, .result = w->type, .mask = {.structure = true}};
    *all = o->places;
    if (merges) TP_TRY(tp_places_unite(o, TP_LISTED_ALL, tp_places_of(w), o->places, all));
    TP_TRY(tp_places_make(o, TP_LISTED_VALUES, all->count, tropic_type_size(w->type)));
    TP_TRY(tp_places_make(o, TP_LISTED_HAS, all->count, sizeof *e->w_has));
    e->w = copy.w = o->listed[TP_LISTED_VALUES];
    e->w_has = copy.w_has = o->listed[TP_LISTED_HAS];
    e->w_listed = copy.w_listed = true;
    if (!merges) return backend->fill(o->context, e->w_has, TROPIC_BOOL, &none, all->count);
    copy.places = all->ids;
    copy.n = all->count;
    copy.x.values = w->values;
    TP_TRY(tp_places_look_up(o, TP_LISTED_FROM, *all, tp_places_of(w), &copy.x.at));
    TP_TRY(tp_elementwise_run(o->context, &copy));
    /* Where w has an entry and t none, it goes, unless there is an accumulator, or the mask does not let through. */
    if (along == TP_ALONG_T && !o->accum)
        o->places = *all;
    else
        TP_TRY(tp_places_look_up(o, TP_LISTED_W, o->places, *all, &e->w_at));
    return TROPIC_OK;
}

/* Removes the entries that the mask does not let through from the new list. */
static tropic_status restrict_list(tp_operation *o, const tp_elementwise *e, tp_places all)
{
    const tp_backend *backend = o->context->backend;
    const tropic_index *at = all.ids;
    if (e->mask_at) {
        backend->release(o->context, o->listed[TP_LISTED_FROM]);
        o->listed[TP_LISTED_FROM] = NULL;
        TP_TRY(tp_places_look_up(o, TP_LISTED_FROM, all, tp_places_of(o->mask), &at));
    }
    return backend->restrict_to(o->context, e->w_has, &e->mask, at, all.count);
}

static void *take(tp_operation *o, tp_listed_array what)
{
    void *array = o->listed[what];
    o->listed[what] = NULL;
    return array;
}

/* w = those of the new list that have an entry. */
static tropic_status keep_entries(tp_operation *o, tp_places all)
{
    tropic_context *context = o->context;
    const tp_backend *backend = context->backend;
    const size_t size = tropic_type_size(o->w->type), id_size = sizeof *all.ids;
    void *const *m = o->listed;
    int64_t kept = 0;
    TP_TRY(tp_places_make(o, TP_LISTED_KEPT, all.count, id_size));
    TP_TRY(backend->compact(context, m[TP_LISTED_KEPT], m[TP_LISTED_HAS], all.count, &kept));
    if (kept == all.count && all.ids == m[TP_LISTED_ALL]) {
        tp_vector_replace(o->w, TROPIC_SPARSE, (tropic_index)kept, take(o, TP_LISTED_VALUES), NULL,
                          take(o, TP_LISTED_ALL));
        return TROPIC_OK;
    }
    TP_TRY(tp_places_make(o, TP_LISTED_KEPT_IDS, kept, id_size));
    TP_TRY(tp_places_make(o, TP_LISTED_KEPT_VALUES, kept, size));
    if (kept > 0) {
        TP_TRY(backend->gather(context, m[TP_LISTED_KEPT_IDS], TROPIC_INT32, m[TP_LISTED_KEPT], all.ids, kept));
        TP_TRY(backend->gather(context, m[TP_LISTED_KEPT_VALUES], o->w->type, m[TP_LISTED_KEPT], m[TP_LISTED_VALUES],
                               kept));
    }
    tp_vector_replace(o->w, TROPIC_SPARSE, (tropic_index)kept, take(o, TP_LISTED_KEPT_VALUES), NULL,
                      take(o, TP_LISTED_KEPT_IDS));
    return TROPIC_OK;
}

static tropic_status run_into_list(tp_operation *o, tp_elementwise *e, tp_along along)
{
    tp_places all;
    TP_TRY(open_list(o, e, along, &all));
    e->places = o->places.ids;
    e->n = o->places.count;
    TP_TRY(open_inputs(o, e));
    TP_TRY(open_mask(o, e));
    TP_TRY(tp_elementwise_run(o->context, e));
    if (o->removes && tp_operation_keeps(o)) TP_TRY(restrict_list(o, e, all));
    TP_TRY(keep_entries(o, all));
    tp_vector_settle(o->w);
    return TROPIC_OK;
}

/* Is w, a list, to become a bitmap before so few places of it are written? */
static bool outgrows(tp_operation *o, int64_t count, bool at_once)
{
    const bool launches = o->context->backend->location == TROPIC_DEVICE && !at_once;
    tropic_vector *w = o->w;
    if (!tp_operation_keeps(o) || w->count.entries == 0) return false;
    if (!launches && (w->count.entries <= TP_EWISE_FEW || w->count.entries <= TP_EWISE_MUCH_LONGER * count))
        return false;
    w->merged += w->count.entries + (launches ? TP_EWISE_LAUNCHES_STEPS : 0);
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
    bool at_once;
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
        at_once = tp_operation_runs_at_once(o, c.along, false, bound);
        if (!outgrows(o, c.count, at_once)) {
            *done = true;
            if (at_once) return tp_operation_run_at_once(o, e, c.along, false, bound);
            TP_TRY(tp_operation_count(o));
            if (tp_operation_lacks(o)) return TROPIC_OK;
            TP_TRY(tp_places_open(o, c.along, true));
            return run_into_list(o, e, c.along);
        }
        TP_TRY(tp_vector_densify(w));
    }
    /* (One that had all entries is full now, and has no flags to clear.) */
    if (w->form == TROPIC_SPARSE || o->removes || (!full && w->form == TROPIC_FULL && !may_lose))
        return tp_operation_count(o);
    c = choose(o, !o->accum, false);
    at_once = tp_operation_runs_at_once(o, c.along, true, c.count);
    /* (A GPU passes over all places in less time than so many launches take.) */
    if (c.along == TP_ALONG_ALL || !is_short(o, c.count) || (may_lose && !host && !at_once))
        return tp_operation_count(o);
    *done = true;
    if (at_once) {
        if (may_lose) TP_TRY(tp_vector_set_form(w, TROPIC_BITMAP)); /* once it has lost nothing, it is full again */
        return tp_operation_run_at_once(o, e, c.along, true, c.count);
    }
    TP_TRY(tp_operation_count(o));
    if (tp_operation_lacks(o)) return TROPIC_OK;
    TP_TRY(tp_places_open(o, c.along, false));
    return may_lose ? run_in_full(o, e) : run_in_place(o, e);
}
