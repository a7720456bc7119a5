/* SPDX-License-Identifier: Apache-2.0
 *
 * A part of a matrix, written by the merge that writes whole ones.
 */
#include "spmv/assign/few.h"

#include "formats/matrix/build/compact.h"
#include "formats/matrix/pending.h"

/* ---- sorted lists ---- */

/* A key to sort by is an id, above the bits of its position. */
#define POSITION_BITS 32

static tropic_index listed_at(const tp_indices *list, tropic_index k)
{
    if (list->ids) return list->ids[k];
    return list->range ? (tropic_index)(list->first + (int64_t)list->stride * k) : k;
}

static void sort_keys(const tp_indices *list, tp_sorted *s, int64_t *keys, int64_t *spare, bool *distinct)
{
    const int64_t *sorted;
    for (tropic_index k = 0; k < list->count; k++) keys[k] = (int64_t)listed_at(list, k) << POSITION_BITS | k;
    sorted = tp_sort_keys(keys, spare, list->count, POSITION_BITS, 0, INT64_MAX);
    for (tropic_index k = 0; k < list->count; k++) {
        s->made[k] = (tropic_index)(sorted[k] >> POSITION_BITS);
        s->from[k] = (tropic_index)(uint32_t)sorted[k];
        *distinct = *distinct && (k == 0 || s->made[k - 1] < s->made[k]);
    }
}

static tropic_status sort(tropic_context *context, const tp_indices *list, tp_sorted *s, bool *distinct)
{
    const tp_memory *memory = &context->memory;
    int64_t *keys = tp_allocate(memory, list->count, sizeof *keys);
    int64_t *spare = tp_allocate(memory, list->count, sizeof *spare);
    s->from = tp_allocate(memory, list->count, sizeof *s->from);
    const bool room = keys && spare && s->from;
    if (room) sort_keys(list, s, keys, spare, distinct);
    tp_release(memory, keys);
    tp_release(memory, spare);
    return room ? TROPIC_OK : tp_out_of_memory(context, list->name);
}

tropic_status tp_sorted_open(tropic_context *context, const tp_indices *list, tp_sorted *s, bool *distinct)
{
    tropic_status status = TROPIC_OK;
    *s = (tp_sorted){.ids = list->ids, .count = list->count};
    *distinct = true;
    if (list->ascending && list->ids) return TROPIC_OK;
    s->made = tp_allocate(&context->memory, list->count, sizeof *s->made);
    if (!s->made) return tp_out_of_memory(context, list->name);
    s->ids = s->made;
    if (list->ascending)
        for (tropic_index k = 0; k < list->count; k++) s->made[k] = listed_at(list, k);
    else
        status = sort(context, list, s, distinct);
    if (status != TROPIC_OK) tp_sorted_close(context, s);
    return status;
}

void tp_sorted_close(tropic_context *context, tp_sorted *s)
{
    tp_release(&context->memory, s->from);
    tp_release(&context->memory, s->made);
    *s = (tp_sorted){0};
}

/* ---- entries at their places ---- */

/* Entries on their way. */
typedef struct moving {
    const tp_lists *lists;
    const tp_sorted *lines;
    const tp_indices *list;
    tropic_index *line; /* of each; NULL: not asked for */
    tropic_index *ids;
    int64_t *at; /* its position in lists */
    tropic_offset *offsets;
} moving;

static tropic_index moved_from(const tp_sorted *lines, tropic_index l)
{
    return lines->from ? lines->from[l] : l;
}

static void move(const moving *m)
{
    tropic_offset to = 0;
    m->offsets[0] = 0;
    for (tropic_index l = 0; l < m->lines->count; l++) {
        const tropic_index from = moved_from(m->lines, l);
        for (tropic_offset k = m->lists->offsets[from]; k < m->lists->offsets[from + 1]; k++, to++) {
            m->ids[to] = listed_at(m->list, m->lists->ids[k]);
            m->at[to] = k;
            if (m->line) m->line[to] = l;
        }
        m->offsets[l + 1] = to;
    }
}

/* The entries of each list by ascending id. */
static tropic_status sort_moved(tropic_context *context, moving *m, tropic_offset count)
{
    const tp_memory *memory = &context->memory;
    tp_lists sorted;
    if (m->list->ascending || count == 0) return TROPIC_OK;
    TP_TRY(tp_pending_lists(context, m->line, m->ids, m->at, count, m->lines->count, &sorted));
    tp_release(memory, m->ids);
    tp_release(memory, m->at);
    tp_release(memory, m->offsets);
    m->ids = sorted.ids;
    m->at = sorted.values;
    m->offsets = sorted.offsets;
    return TROPIC_OK;
}

static tropic_status take_values(tropic_context *context, const moving *m, tropic_offset count, void **values)
{
    const size_t size = m->lists->size;
    char *made;
    if (size == 0) return TROPIC_OK;
    *values = made = tp_allocate(&context->memory, count, size);
    if (!made) return tp_out_of_memory(context, "entries to assign");
    for (tropic_offset k = 0; k < count; k++)
        tp_copy_value(made + (size_t)k * size, tp_value_at(m->lists->values, size, m->at[k]), size);
    return TROPIC_OK;
}

tropic_status tp_few_place(tropic_context *context, const tp_lists *lists, const tp_sorted *lines,
                           const tp_indices *list, tp_lists *placed)
{
    const tp_memory *memory = &context->memory;
    moving m = {.lists = lists, .lines = lines, .list = list};
    tropic_offset count = 0;
    void *values = NULL;
    tropic_status status = TROPIC_OK;
    for (tropic_index l = 0; l < lines->count; l++) {
        const tropic_index from = moved_from(lines, l);
        count += lists->offsets[from + 1] - lists->offsets[from];
    }
    m.offsets = tp_allocate(memory, (int64_t)lines->count + 1, sizeof *m.offsets);
    m.ids = tp_allocate(memory, count, sizeof *m.ids);
    m.at = tp_allocate(memory, count, sizeof *m.at);
    if (!list->ascending) m.line = tp_allocate(memory, count, sizeof *m.line);
    if (!m.offsets || !m.ids || !m.at || (!m.line && !list->ascending))
        status = tp_out_of_memory(context, "entries to assign");
    if (status == TROPIC_OK) move(&m);
    if (status == TROPIC_OK) status = sort_moved(context, &m, count);
    if (status == TROPIC_OK) status = take_values(context, &m, count, &values);
    tp_release(memory, m.line);
    tp_release(memory, m.at);
    *placed = (tp_lists){lines->count, count, m.offsets, m.ids, values, lists->size};
    if (status == TROPIC_OK) return TROPIC_OK;
    tp_lists_free(memory, placed);
    *placed = (tp_lists){0};
    return status;
}

/* ---- the part ---- */

bool tp_few_may(const tp_matrix_output *o, bool masked, bool pattern, bool bounded)
{
    const tropic_descriptor *d = &o->descriptor;
    const tropic_matrix *C = o->C;
    const bool device = o->context->backend->location == TROPIC_DEVICE;
    if (C->pattern ? !pattern || o->accum : o->type != C->type) return false;
    if (masked ? d->replace && !bounded : d->complement) return false;
    /* (A user's operator may be text for the device.) */
    if (device && o->accum && o->accum->user) return false;
    return tp_part_at_hand(o->context, C) && (!o->mask || tp_part_at_hand(o->context, o->mask));
}

static tropic_status make(tropic_context *context, const tp_lists *before, void *of, tp_lists *after)
{
    const tp_few *f = of;
    const tp_matrix_output *o = f->o;
    const tropic_descriptor *d = &o->descriptor;
    tp_merge m = {.context = context,
                  .kind = TP_MERGE_WRITE,
                  .lists = f->part.count,
                  .x = tp_merge_rows_of(before, o->type),
                  .y = tp_merge_rows_of(&f->T, o->made),
                  .calls = o->accum != NULL,
                  .type = o->type,
                  .pattern = o->C->pattern,
                  .masked = f->masked,
                  .replaces = d->replace,
                  .others_allowed = d->complement};
    if (f->masked) {
        m.m = tp_merge_rows_of(&f->mask, f->mask_type);
        m.mask = (tp_mask){.values = m.m.values,
                           .type = f->mask_type,
                           .structure = d->structure || !m.m.values,
                           .complement = d->complement};
    }
    if (o->accum) {
        TP_TRY(tp_matrix_output_evaluator(o, &m.f, o->accum));
        m.f.row_names = f->part.lines;
    }
    return tp_merge_run(&m, after);
}

tropic_status tp_few_write(tp_few *f, bool *done)
{
    tropic_matrix *C = *f->o->handle;
    TP_TRY(tp_part_change(f->o->context, C, &f->part, !f->masked && !f->o->accum, make, f, done));
    if (*done) tp_matrix_forget_file(C);
    return TROPIC_OK;
}

void tp_few_close(tp_few *f)
{
    tp_lists_free(&f->o->context->memory, &f->T);
    tp_lists_free(&f->o->context->memory, &f->mask);
}
