/* SPDX-License-Identifier: Apache-2.0
 *
 * A hypersparse form without the names that have no entry.
 */
#include "formats/matrix/forms/hypersparse.h"
#include "formats/tuning.h"

/* *kept = the names of rows or columns that occur (`has`), and *to their positions in it, -1 for the others. */
static tropic_status keep_names(tropic_context *context, const tp_hyperlist *names, const bool *has, tp_hyperlist *kept,
                                tropic_index **to)
{
    tropic_index count = 0;
    kept->n = names->n;
    kept->ids = tp_allocate(&context->memory, names->count, sizeof *kept->ids);
    *to = tp_allocate(&context->memory, names->count, sizeof **to);
    if (!kept->ids || !*to) return tp_out_of_memory(context, "names of rows and columns");
    for (tropic_index i = 0; i < names->count; i++) {
        (*to)[i] = has[i] ? count : -1;
        if (has[i]) kept->ids[count++] = tp_hyperlist_at(names, i);
    }
    kept->count = count;
    return TROPIC_OK;
}

/* Which lists, and which ids, have an entry. */
static void look(const tp_lists *lists, bool *has_list, bool *has_id)
{
    for (tropic_index l = 0; l < lists->lists; l++) has_list[l] = lists->offsets[l] < lists->offsets[l + 1];
    for (tropic_offset k = 0; k < lists->count; k++) has_id[lists->ids[k]] = true;
}

typedef struct trimming {
    tp_orientation o;
    const tp_lists *from;
    tp_lists to;
    const tp_hyperlist *names[2]; /* by row, and column; as all that follows */
    bool *has[2];
    tropic_index *at[2];
    tp_hyperlist kept[2];
    tropic_matrix *core;
} trimming;

/* `all`: a side without names gets some. */
static tropic_status trim_core(tropic_context *context, const tropic_matrix *from, bool all, trimming *t)
{
    const tp_memory *memory = &context->memory;
    tp_entries shape = {.count = from->count, .type = from->type};
    for (int k = 0; k < 2; k++) {
        t->has[k] = tp_allocate_zero(memory, t->names[k]->count, sizeof **t->has);
        if (!t->has[k]) return tp_out_of_memory(context, "names of rows and columns");
    }
    look(t->from, t->has[t->o], t->has[!t->o]);
    for (int k = 0; k < 2; k++) {
        t->kept[k] = tp_hyperlist_all(t->names[k]->n);
        if (all || t->names[k]->ids) TP_TRY(keep_names(context, t->names[k], t->has[k], &t->kept[k], &t->at[k]));
    }
    shape.rows = t->kept[TP_BY_ROW].count;
    shape.cols = t->kept[TP_BY_COLUMN].count;
    t->core = tp_matrix_new(context, &shape);
    if (!t->core) return tp_out_of_memory(context, "a matrix");
    t->core->pattern = from->pattern;
    t->core->bipartite = from->bipartite;
    TP_TRY(tp_lists_relabel(context, memory, t->from, t->at[t->o], t->kept[t->o].count, t->at[!t->o], NULL, &t->to));
    t->core->host.sides[t->o] = tp_side_of(&t->to);
    return TROPIC_OK;
}

tropic_status tp_hypersparse_trim(tropic_context *context, const tropic_matrix *from, tp_orientation o,
                                  const tp_lists *lists, const tp_hyperlist *rows, const tp_hyperlist *cols, bool all,
                                  tp_hypersparse **made)
{
    const tp_memory *memory = &context->memory;
    trimming t = {.o = o, .from = lists, .names = {rows, cols}};
    tropic_status status = trim_core(context, from, all, &t);
    if (status == TROPIC_OK)
        status = tp_hypersparse_new(context, &t.core, &t.kept[TP_BY_ROW], &t.kept[TP_BY_COLUMN], made);
    tropic_matrix_free(&t.core);
    for (int k = 0; k < 2; k++) {
        tp_hyperlist_free(memory, &t.kept[k]);
        tp_release(memory, t.at[k]);
        tp_release(memory, t.has[k]);
    }
    return status;
}

bool tp_hypersparse_is_loose(const tp_hypersparse *form)
{
    const int64_t rows = form->rows.ids ? form->rows.count : 0, cols = form->cols.ids ? form->cols.count : 0;
    return rows + cols > TP_HYPERLIST_LOOSE * form->core->count + TP_HYPERLIST_FEW;
}
