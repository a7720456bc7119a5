/* SPDX-License-Identifier: Apache-2.0
 *
 * Entries of some lines are found in the arrays that there are, and among the pending updates, which take the place of
 * those.
 */
#include "formats/matrix/part_look.h"

#include "formats/matrix/forms/dense.h"
#include "formats/matrix/forms/evict.h"
#include "formats/matrix/pending.h"
#include "formats/tuning.h"

static tropic_offset size_of(const tropic_matrix *A)
{
    const tropic_matrix *core = A->hypersparse ? A->hypersparse->core : A;
    return A->count + core->rows + core->cols;
}

tropic_offset tp_part_most(const tropic_matrix *A)
{
    return size_of(A) / TP_PART_MOST;
}

/* Has the context's device arrays of it, other than those that updates are merged into there? */
static bool is_there(const tropic_context *context, const tropic_matrix *A, bool core)
{
    const tp_forms *there = tp_matrix_forms(context, A);
    tp_orientation o = TP_BY_ROW;
    const bool any = there->sides[TP_BY_ROW].present || there->sides[TP_BY_COLUMN].present || there->dense.present;
    return any && (core || !tp_stored_there(context, A, &o));
}

bool tp_part_at_hand(tropic_context *context, const tropic_matrix *A)
{
    bool at_hand;
    if (context->backend->location == TROPIC_DEVICE && context->backend->is_captured(context)) return false;
    tp_matrix_lock(A);
    at_hand = !A->viewed && !A->host.sides[tp_matrix_here(A)].borrowed;
    if (context->backend->location == TROPIC_DEVICE && at_hand) {
        const tropic_matrix *core = A->hypersparse ? A->hypersparse->core : NULL;
        at_hand = !is_there(context, A, false);
        if (core) {
            tp_matrix_lock(core);
            at_hand = at_hand && !is_there(context, core, true);
            tp_matrix_unlock(core);
        }
    }
    tp_matrix_unlock(A);
    return at_hand;
}

/* ---- in the arrays ---- */

static bool along(const tp_part_look *w)
{
    return !w->stored.dense && w->stored.o == w->by;
}

/* Entries that a line may have, at most. */
static tropic_offset room_of(const tp_part_look *w, tropic_index l)
{
    const tp_matrix_part *part = w->part;
    const tp_lists *lists = &w->stored.lists;
    tropic_offset room = w->stored.dense ? w->n : lists->lists;
    if (w->stored.there) return w->there.offsets[l + 1] - w->there.offsets[l];
    if (along(w)) {
        const tropic_index number = tp_stored_number(&w->stored, w->by, part->lines[l]);
        room = number >= 0 ? lists->offsets[number + 1] - lists->offsets[number] : 0;
    }
    return part->ids && part->id_count < room ? part->id_count : room;
}

/* Line l's entries in its own list: ids, and where they are. Returns their number. */
static tropic_offset find_along(const tp_part_look *w, tropic_index l, tropic_index *ids, tropic_offset *at)
{
    const tp_matrix_part *part = w->part;
    const tp_lists *lists = &w->stored.lists;
    const tp_orientation of = w->by == TP_BY_ROW ? TP_BY_COLUMN : TP_BY_ROW;
    const tropic_index number = tp_stored_number(&w->stored, w->by, part->lines[l]);
    const tropic_offset end = number >= 0 ? lists->offsets[number + 1] : 0;
    tropic_offset k = number >= 0 ? lists->offsets[number] : 0, found = 0;
    if (!part->ids) {
        for (; k < end; k++, found++) ids[found] = tp_stored_name(&w->stored, of, lists->ids[k]), at[found] = k;
        return found;
    }
    for (tropic_index c = 0; c < part->id_count && k < end; c++) {
        const tropic_index id = tp_stored_number(&w->stored, of, part->ids[c]);
        if (id < 0) continue;
        k = tp_find_id(lists->ids, k, end, id);
        if (k == end || lists->ids[k] != id) continue;
        ids[found] = part->ids[c];
        at[found++] = k;
    }
    return found;
}

typedef struct crossing {
    const tp_part_look *w;
    tropic_index line; /* by its number */
    tropic_offset *at; /* by list */
} crossing;

static void cross_some(const void *of, int64_t begin, int64_t end)
{
    const crossing *c = of;
    for (int64_t q = begin; q < end; q++) c->at[q] = tp_list_position(&c->w->stored.lists, (tropic_index)q, c->line);
}

/* The same in all lists of the other orientation. */
static tropic_offset find_in_lists(const tp_part_look *w, tropic_index l, tropic_index *ids, tropic_offset *at)
{
    const crossing c = {w, tp_stored_number(&w->stored, w->by, w->part->lines[l]), at};
    const tropic_index lists = w->stored.lists.lists;
    tropic_offset found = 0;
    if (c.line < 0) return 0;
    tp_for(tp_team_for(w->context, lists), lists, TP_LIST_CHUNK, cross_some, &c);
    for (tropic_index q = 0; q < lists; q++) {
        if (at[q] < 0) continue;
        ids[found] = tp_stored_name(&w->stored, w->stored.o, q);
        at[found++] = at[q];
    }
    return found;
}

/* The same at each place. */
static tropic_offset find_at_places(const tp_part_look *w, tropic_index l, tropic_index *ids, tropic_offset *at)
{
    const tp_matrix_part *part = w->part;
    const tropic_index count = part->ids ? part->id_count : w->n, line = part->lines[l];
    tropic_offset found = 0;
    for (tropic_index c = 0; c < count; c++) {
        const tropic_index id = part->ids ? part->ids[c] : c;
        const tropic_offset k =
            w->part->by_column ? tp_stored_find(&w->stored, id, line) : tp_stored_find(&w->stored, line, id);
        if (k < 0) continue;
        ids[found] = id;
        at[found++] = k;
    }
    return found;
}

/* The same of those that were brought. */
static tropic_offset find_brought(const tp_part_look *w, tropic_index l, tropic_index *ids, tropic_offset *at)
{
    const tropic_offset begin = w->there.offsets[l], count = w->there.offsets[l + 1] - begin;
    for (tropic_offset k = 0; k < count; k++) ids[k] = w->there.ids[begin + k], at[k] = begin + k;
    return count;
}

static tropic_offset find_stored(const tp_part_look *w, tropic_index l, tropic_index *ids, tropic_offset *at)
{
    if (w->stored.there) return find_brought(w, l, ids, at);
    if (along(w)) return find_along(w, l, ids, at);
    return w->part->ids || w->stored.dense ? find_at_places(w, l, ids, at) : find_in_lists(w, l, ids, at);
}

/* ---- among the updates ---- */

/* The line that an update's is, and -1: it is not in the part. */
static tropic_index line_of(const tp_part_look *w, int64_t at)
{
    const tp_pending *p = w->A->pending;
    const tropic_index line = w->part->by_column ? p->cols[at] : p->rows[at];
    const tropic_index id = w->part->by_column ? p->rows[at] : p->cols[at];
    const tropic_index l = tp_position(w->part->lines, w->part->count, line);
    return l >= 0 && w->part->ids && tp_position(w->part->ids, w->part->id_count, id) < 0 ? -1 : l;
}

/* How many updates of the part are among those from `begin` on. (The first loop is for one line, and without
 * branches.) */
static int64_t count_updates(const tp_part_look *w, int64_t begin, int64_t end)
{
    const tp_pending *p = w->A->pending;
    const tropic_index *lines = w->part->by_column ? p->cols : p->rows;
    const tropic_index first = w->part->lines[0], last = w->part->lines[w->part->count - 1];
    int64_t count = 0;
    for (int64_t k = begin; k < end; k++) count += lines[k] >= first && lines[k] <= last;
    return count;
}

/* Places of the part are few: each is looked up. Otherwise all updates are looked at. */
static bool looks_up(const tp_part_look *w)
{
    const tp_matrix_part *part = w->part;
    return part->ids && (int64_t)part->count * part->id_count <= w->A->pending->count;
}

enum { UPDATES_AT_A_TIME = 256 };

/* Positions of updates, and their lines in the part; returns their number. NULL: counts alone, at most. */
static int64_t scan(const tp_part_look *w, tropic_index *line, int64_t *at)
{
    const int64_t all = w->A->pending->count;
    int64_t found = 0;
    for (int64_t begin = 0; begin < all; begin += UPDATES_AT_A_TIME) {
        const int64_t end = begin + UPDATES_AT_A_TIME < all ? begin + UPDATES_AT_A_TIME : all;
        const int64_t count = count_updates(w, begin, end);
        if (!at) found += count;
        for (int64_t k = begin; at && count > 0 && k < end; k++) {
            const tropic_index l = line_of(w, k);
            if (l < 0) continue;
            line[found] = l;
            at[found++] = k;
        }
    }
    return found;
}

static int64_t look_up(const tp_part_look *w, tropic_index *line, int64_t *at)
{
    const tp_matrix_part *part = w->part;
    int64_t found = 0;
    for (tropic_index l = 0; l < part->count; l++)
        for (tropic_index c = 0; c < part->id_count; c++) {
            const tropic_index i = part->by_column ? part->ids[c] : part->lines[l];
            const tropic_index j = part->by_column ? part->lines[l] : part->ids[c];
            const int64_t k = tp_pending_find(w->A->pending, i, j);
            if (k < 0) continue;
            line[found] = l;
            at[found++] = k;
        }
    return found;
}

static tropic_status find_updates(tp_part_look *w)
{
    const tp_memory *memory = &w->context->memory;
    const tp_pending *p = w->A->pending;
    const bool each = p && looks_up(w);
    const int64_t room = !p ? 0 : each ? (int64_t)w->part->count * w->part->id_count : scan(w, NULL, NULL);
    tropic_index *line, *ids;
    int64_t *at, count;
    tropic_status status = TROPIC_OK;
    if (room == 0) return TROPIC_OK;
    line = tp_allocate(memory, room, sizeof *line);
    ids = tp_allocate(memory, room, sizeof *ids);
    at = tp_allocate(memory, room, sizeof *at);
    if (line && ids && at) {
        count = each ? look_up(w, line, at) : scan(w, line, at);
        for (int64_t k = 0; k < count; k++) ids[k] = w->part->by_column ? p->rows[at[k]] : p->cols[at[k]];
        if (count > 0) status = tp_pending_lists(w->context, line, ids, at, count, w->part->count, &w->updates);
    } else {
        status = tp_out_of_memory(w->context, "entries of some rows");
    }
    tp_release(memory, line);
    tp_release(memory, ids);
    tp_release(memory, at);
    return status;
}

/* ---- both ---- */

/* Line l's stored entries, of which there are so many, with its updates, from `to` on. Returns where they end. */
static tropic_offset unite(tp_part_look *w, tropic_index l, const tropic_index *ids, const tropic_offset *at,
                           tropic_offset count, tropic_offset to)
{
    const tp_lists *updates = &w->updates;
    const int64_t *positions = updates->values;
    tropic_offset k = 0;
    for (tropic_offset u = updates->offsets[l]; u < updates->offsets[l + 1]; u++) {
        const tropic_index id = updates->ids[u];
        for (; k < count && ids[k] < id; k++) w->found.ids[to] = ids[k], w->at[to++] = at[k];
        if (k < count && ids[k] == id) k++;
        if (w->A->pending->removed[positions[u]]) continue;
        w->found.ids[to] = id;
        w->at[to++] = ~positions[u];
    }
    for (; k < count; k++) w->found.ids[to] = ids[k], w->at[to++] = at[k];
    return to;
}

static bool has_updates(const tp_part_look *w, tropic_index l)
{
    return w->updates.offsets && w->updates.offsets[l] < w->updates.offsets[l + 1];
}

/* ids and at: room for a line that has updates. */
static void find_lines(tp_part_look *w, tropic_index *ids, tropic_offset *at)
{
    tropic_offset to = 0;
    w->found.offsets[0] = 0;
    for (tropic_index l = 0; l < w->part->count; l++) {
        if (has_updates(w, l))
            to = unite(w, l, ids, at, find_stored(w, l, ids, at), to);
        else
            to += find_stored(w, l, w->found.ids + to, w->at + to);
        w->found.offsets[l + 1] = to;
    }
    w->found.count = to;
}

/* Copies the entries' values. */
static tropic_status fill(tp_part_look *w)
{
    tp_lists *found = &w->found;
    const tp_pending *p = w->A->pending;
    if (found->size == 0) return TROPIC_OK;
    found->values = tp_allocate(&w->context->memory, found->count, found->size);
    if (!found->values) return tp_out_of_memory(w->context, "entries of some rows");
    for (tropic_offset k = 0; k < found->count; k++) {
        const char *values = w->at[k] >= 0 ? w->stored.values : p->values;
        const size_t from = (size_t)(w->at[k] >= 0 ? w->at[k] : ~w->at[k]);
        tp_copy_value((char *)found->values + (size_t)k * found->size, values + from * found->size, found->size);
    }
    return TROPIC_OK;
}

/* The most entries of all lines, and of one; false: they are not few. */
static bool measure(const tp_part_look *w, tropic_offset *all, tropic_offset *one)
{
    const bool searched = !w->stored.there && !along(w) && !w->part->ids; /* places, and hardly entries */
    const tropic_offset most = searched ? size_of(w->A) / 2 : tp_part_most(w->A);
    *all = *one = 0;
    for (tropic_index l = 0; l < w->part->count && *all <= most; l++) {
        const tropic_offset room = room_of(w, l);
        *all += room;
        if (room > *one) *one = room;
    }
    return *all <= most;
}

tropic_status tp_part_find(tp_part_look *w, bool *fits)
{
    const tp_memory *memory = &w->context->memory;
    tropic_offset all, one;
    tropic_index *ids = NULL;
    tropic_offset *at = NULL;
    *fits = true;
    if (w->stored.there) TP_TRY(tp_part_bring(w, tp_part_most(w->A), fits));
    *fits = *fits && measure(w, &all, &one);
    if (!*fits) return TROPIC_OK;
    TP_TRY(find_updates(w));
    all += w->updates.count;
    w->found = (tp_lists){.lists = w->part->count, .size = tp_matrix_value_size(w->A)};
    w->found.offsets = tp_allocate(memory, (int64_t)w->part->count + 1, sizeof *w->found.offsets);
    w->found.ids = tp_allocate(memory, all, sizeof *w->found.ids);
    w->at = tp_allocate(memory, all, sizeof *w->at);
    if (w->updates.offsets) {
        ids = tp_allocate(memory, one, sizeof *ids);
        at = tp_allocate(memory, one, sizeof *at);
    }
    const bool room = w->found.offsets && w->found.ids && w->at && (!w->updates.offsets || (ids && at));
    if (room) find_lines(w, ids, at);
    tp_release(memory, ids);
    tp_release(memory, at);
    return room ? fill(w) : tp_out_of_memory(w->context, "entries of some rows");
}

void tp_part_close(tp_part_look *w)
{
    tp_lists_free(&w->context->memory, &w->there);
    tp_lists_free(&w->context->memory, &w->updates);
    tp_lists_free(&w->context->memory, &w->found);
    tp_release(&w->context->memory, w->at);
}

tropic_status tp_part_open(tropic_context *context, tropic_matrix *A, const tp_matrix_part *part, tp_part_look *w)
{
    const tropic_offset most = size_of(A) / TP_PENDING_PART;
    *w = (tp_part_look){.context = context,
                        .A = A,
                        .part = part,
                        .by = part->by_column ? TP_BY_COLUMN : TP_BY_ROW,
                        .n = part->by_column ? A->rows : A->cols};
    if (A->pending && A->pending->lines) TP_TRY(tp_matrix_finish(context, A));
    if (A->pending && A->pending->count > TP_PENDING_FEW &&
        (A->pending->count > most || (A->pending->count > TP_PENDING_SCANNED && !looks_up(w))))
        TP_TRY(tp_matrix_finish(context, A));
    return tp_stored_open(context, A, w->by, &w->stored);
}

/* ---- read ---- */

typedef struct reading {
    const tp_matrix_part *part;
    bool *fits;
    tp_lists *entries;
} reading;

static tropic_status read_part(tropic_context *context, tropic_matrix *A, void *of)
{
    const reading *r = of;
    tropic_status status;
    tp_part_look w;
    TP_TRY(tp_part_open(context, A, r->part, &w));
    status = tp_part_find(&w, r->fits);
    if (status == TROPIC_OK && *r->fits) {
        *r->entries = w.found;
        w.found = (tp_lists){0};
    }
    tp_part_close(&w);
    return status;
}

tropic_status tp_part_read(tropic_context *context, const tropic_matrix *A, const tp_matrix_part *part, bool *fits,
                           tp_lists *entries)
{
    return tp_matrix_with_pending(context, A, read_part, &(reading){part, fits, entries});
}
