/* SPDX-License-Identifier: Apache-2.0
 *
 * Forms that a matrix can do without, since they can be made again of those that stay: they are given up where memory
 * is short. A form on a device is made of any on the host, or of the other orientation there; one on the host, which
 * every context must find, of another one there. So the last form that holds the entries stays. A view stays, too: it
 * is not ours.
 */
#include "formats/matrix/forms/evict.h"
#include "formats/matrix/forms/dense.h"
#include "formats/matrix/given_lines.h"
#include "formats/matrix/pending.h"

#include <stddef.h>

/* -- bytes --------------------------------------------------------------------------------------- */

tropic_offset tp_matrix_merged_count(const tropic_matrix *A)
{
    const tp_pending *p = A->pending;
    tropic_offset count = A->count;
    for (int64_t k = 0; p && k < p->count; k++) count += p->stored[k] == TP_STORED ? p->removed[k] : -!p->removed[k];
    if (p && p->lines) count += tp_given_replaced(p->lines) - tp_given_entries(p->lines);
    return count;
}

size_t tp_side_bytes(const tropic_matrix *A, const tp_side *side, tp_orientation o)
{
    const size_t count = (size_t)tp_matrix_merged_count(A), lists = (size_t)tp_matrix_lists(A, o) + 1;
    size_t bytes = 0;
    if (!side->present) return 0;
    if (!(side->borrowed & TP_BORROWED_OFFSETS)) bytes += lists * sizeof *side->offsets;
    if (!(side->borrowed & TP_BORROWED_IDS)) bytes += count * sizeof *side->ids;
    if (!(side->borrowed & TP_BORROWED_VALUES)) bytes += count * tp_matrix_value_size(A);
    if (side->row_of && !(side->borrowed & TP_BORROWED_ROW_OF)) bytes += count * sizeof *side->row_of;
    if (side->split_points) bytes += ((size_t)TP_NNZ_TILES(A->count) + 1) * sizeof *side->split_points;
    if (side->grouped)
        bytes +=
            (count + (size_t)tp_matrix_lists(A, o == TP_BY_ROW ? TP_BY_COLUMN : TP_BY_ROW)) * sizeof *side->grouped;
    return bytes;
}

size_t tp_dense_bytes(const tropic_matrix *A, const tp_side *form)
{
    size_t bytes = 0;
    if (form->bits) bytes += (size_t)A->rows * (size_t)tp_dense_words(A->cols) * sizeof *form->bits;
    if (form->present && !(form->borrowed & TP_BORROWED_VALUES))
        bytes += (size_t)A->rows * (size_t)A->cols * tp_matrix_value_size(A);
    return bytes;
}

/* -- free forms ---------------------------------------------------------------------------------- */

typedef enum victim_kind {
    VICTIM_NONE,
    VICTIM_SIDE,
    VICTIM_DENSE,
    VICTIM_PLACES,  /* of a side: the list of each position, split points, groups */
    VICTIM_CAST,    /* all of its forms there */
    VICTIM_SYMBOLIC /* the terms of products */
} victim_kind;

typedef struct victim {
    victim_kind kind;
    tp_side *side;
    tp_orientation o;
    tropic_matrix *cast;
    tp_victim is;
} victim;

/* A's forms in a memory; NULL: there are none. */
static tp_forms *forms_at(tropic_matrix *A, const tp_place *place)
{
    tp_forms *forms = &A->host;
    while (forms && forms->device != place->device) forms = forms->next;
    return forms;
}

/* Is the side there, and its memory the one that is short? */
static bool is_there(const tropic_matrix *A, const tp_place *place, const tp_side *side)
{
    return side->present && tp_place_of(place, place->device == TP_ON_HOST ? &A->memory : &side->memory);
}

static void consider(victim *best, victim s)
{
    if (tp_is_free(s.is.used) && (best->kind == VICTIM_NONE || s.is.used < best->is.used)) *best = s;
}

/* Does another form use its arrays? */
static bool lends(const tropic_matrix *A, const tp_forms *f, const tp_side *side, const tp_place *place)
{
    if (f->dense.present && f->dense.borrowed && side == &f->sides[TP_BY_ROW]) return true;
    for (tropic_matrix *cast = A->casts; cast; cast = cast->next_cast) {
        const tp_forms *theirs;
        bool borrows = false;
        if (!tp_mutex_try(&cast->lock)) return true;
        theirs = forms_at(cast, place);
        for (int o = TP_BY_ROW; o <= TP_BY_COLUMN && theirs; o++) {
            const tp_side *its = &theirs->sides[o];
            borrows = borrows || (its->present && (its->borrowed & TP_BORROWED_IDS) && its->ids == side->ids);
        }
        tp_mutex_unlock(&cast->lock);
        if (borrows) return true;
    }
    return false;
}

static bool has_places(const tp_side *side)
{
    return side->split_points || side->grouped || (side->row_of && !(side->borrowed & TP_BORROWED_ROW_OF));
}

static void look_at_sides(tropic_matrix *A, tp_forms *f, const tp_place *place, bool elsewhere, victim *best)
{
    const bool host_dense = f->device == TP_ON_HOST && f->dense.present && !f->dense.borrowed;
    for (int o = TP_BY_ROW; o <= TP_BY_COLUMN; o++) {
        tp_side *side = &f->sides[o];
        const bool source = elsewhere || f->sides[!o].present || host_dense;
        victim s = {.side = side, .o = (tp_orientation)o, .is = {.used = side->used}};
        if (!is_there(A, place, side)) continue;
        if (source && (side->borrowed | TP_BORROWED_ROW_OF) == TP_BORROWED_ROW_OF && !lends(A, f, side, place))
            s.kind = VICTIM_SIDE;
        else if (has_places(side))
            s.kind = VICTIM_PLACES;
        else
            continue;
        consider(best, s);
    }
}

static void look_at_dense(tropic_matrix *A, tp_forms *f, const tp_place *place, bool elsewhere, victim *best)
{
    const victim s = {.kind = VICTIM_DENSE, .side = &f->dense, .is = {.used = f->dense.used}};
    const bool source = elsewhere || f->sides[TP_BY_ROW].present || f->sides[TP_BY_COLUMN].present;
    /* (One that borrows has no memory, but the form that it borrows from stays for its sake.) */
    if (source && f->dense.present && (f->dense.borrowed || is_there(A, place, &f->dense))) consider(best, s);
}

/* Are all of the cast's forms there free, and that memory's? *used: of the one used last. The cast's lock is held. */
static bool cast_is_free(tropic_matrix *cast, const tp_place *place, uint64_t *used)
{
    tp_forms *f = forms_at(cast, place);
    bool any = false, there = true;
    *used = 0;
    if (!f) return false;
    tp_side *const all[] = {&f->sides[TP_BY_ROW], &f->sides[TP_BY_COLUMN], &f->dense};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        if (!all[k]->present) continue;
        any = true;
        there = there && ((all[k] == &f->dense && all[k]->borrowed) || is_there(cast, place, all[k]));
        if (all[k]->used > *used) *used = all[k]->used;
    }
    return any && there && tp_is_free(*used);
}

/* Of one that is nobody's at the moment. */
static void look_at_cast(tropic_matrix *cast, const tp_place *place, victim *best)
{
    victim s = {.kind = VICTIM_CAST, .cast = cast};
    bool is_free;
    if (!tp_mutex_try(&cast->lock)) return;
    is_free = cast_is_free(cast, place, &s.is.used);
    tp_mutex_unlock(&cast->lock);
    if (is_free) consider(best, s);
}

static victim look(tropic_matrix *A, const tp_place *place)
{
    tp_forms *f = forms_at(A, place);
    const bool on_host = place->device == TP_ON_HOST;
    const bool elsewhere =
        A->hypersparse || (!on_host && (A->host.sides[TP_BY_ROW].present || A->host.sides[TP_BY_COLUMN].present ||
                                        A->host.dense.present));
    const tp_symbolic *kept = A->symbolic;
    victim best = {.kind = VICTIM_NONE};
    if (f) {
        look_at_sides(A, f, place, elsewhere, &best);
        look_at_dense(A, f, place, elsewhere, &best);
    }
    for (tropic_matrix *cast = A->casts; cast; cast = cast->next_cast) look_at_cast(cast, place, &best);
    if (!on_host && kept && kept->before && kept->device == place->device && tp_place_of(place, &kept->memory))
        consider(&best, (victim){.kind = VICTIM_SYMBOLIC, .is = {.used = kept->used}});
    return best;
}

/* -- given up ------------------------------------------------------------------------------------ */

static void free_places(tropic_matrix *A, const tp_forms *f, tp_side *side)
{
    /* A side that has nothing but these. */
    tp_side places = {.memory = side->memory,
                      .owner = side->owner,
                      .split_points = side->split_points,
                      .grouped = side->grouped,
                      .order = side->order};
    if (!(side->borrowed & TP_BORROWED_ROW_OF)) {
        places.row_of = side->row_of;
        side->row_of = NULL;
    }
    side->split_points = side->grouped = side->order = NULL;
    tp_form_free(A, f, &places);
}

static size_t cast_bytes(const tropic_matrix *cast, const tp_forms *f)
{
    return tp_side_bytes(cast, &f->sides[TP_BY_ROW], TP_BY_ROW) +
           tp_side_bytes(cast, &f->sides[TP_BY_COLUMN], TP_BY_COLUMN) + tp_dense_bytes(cast, &f->dense);
}

/* False: the cast is in use after all. */
static bool free_cast(tropic_matrix *cast, const tp_place *place, size_t *bytes)
{
    uint64_t used;
    bool is_free;
    if (!tp_mutex_try(&cast->lock)) return false;
    is_free = cast_is_free(cast, place, &used);
    if (is_free) {
        tp_forms *f = forms_at(cast, place);
        *bytes = cast_bytes(cast, f);
        tp_form_free(cast, f, &f->dense);
        for (int o = TP_BY_ROW; o <= TP_BY_COLUMN; o++) tp_form_free(cast, f, &f->sides[o]);
    }
    tp_mutex_unlock(&cast->lock);
    return is_free;
}

static bool release(tropic_matrix *A, const tp_place *place, victim *s)
{
    const tp_forms *f = forms_at(A, place);
    bool released = true;
    switch (s->kind) {
    case VICTIM_SIDE:
        s->is.bytes = tp_side_bytes(A, s->side, s->o);
        tp_form_free(A, f, s->side);
        break;
    case VICTIM_DENSE:
        s->is.bytes = tp_dense_bytes(A, s->side);
        tp_form_free(A, f, s->side);
        break;
    case VICTIM_PLACES:
        s->is.bytes = tp_side_bytes(A, s->side, s->o);
        free_places(A, f, s->side);
        s->is.bytes -= tp_side_bytes(A, s->side, s->o);
        break;
    case VICTIM_CAST: released = free_cast(s->cast, place, &s->is.bytes); break;
    case VICTIM_SYMBOLIC:
        s->is.bytes = A->symbolic->bytes;
        tp_symbolic_free(&A->symbolic);
        break;
    case VICTIM_NONE: released = false;
    }
    A->dropped += released;
    A->bytes_dropped += released ? s->is.bytes : 0;
    return released;
}

static bool evict(tp_cache *cache, const tp_place *place, bool releases, tp_victim *found)
{
    tropic_matrix *A = (tropic_matrix *)((char *)cache - offsetof(tropic_matrix, cache));
    bool any = false;
    if (!tp_mutex_try(&A->lock)) return false;
    {
        victim s = look(A, place);
        any = releases ? release(A, place, &s) : s.kind != VICTIM_NONE;
        *found = s.is;
    }
    tp_mutex_unlock(&A->lock);
    return any;
}

/* -- for those who use forms --------------------------------------------------------------------- */

void tp_matrix_enter_cache(tropic_matrix *A)
{
    tp_cache_enter(&A->cache, evict);
}

static void hold(tropic_context *context, tropic_matrix *A, uint64_t *used)
{
    const tp_backend *backend = tp_backend_of(context);
    tp_matrix_enter_cache(A);
    tp_hold(context, used);
    if (backend->is_captured && backend->is_captured(context)) *used = TP_FOREVER;
}

void tp_matrix_hold(tropic_context *context, tropic_matrix *A, tp_side *form)
{
    hold(context, A, &form->used);
}

void tp_symbolic_hold(tropic_context *context, tropic_matrix *A)
{
    hold(context, A, &A->symbolic->used);
}
