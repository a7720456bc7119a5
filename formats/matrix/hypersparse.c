/* SPDX-License-Identifier: Apache-2.0
 *
 * The hypersparse form of a matrix: found, with other names, and given up where it does not pay.
 */
#include "formats/matrix/hypersparse.h"

#include <string.h>

tropic_status tp_matrix_hypersparse(tropic_context *context, const tropic_matrix *A, const tp_hypersparse **form)
{
    *form = NULL;
    TP_TRY(tp_matrix_lock(context, A));
    *form = A->hypersparse;
    tp_matrix_unlock(A);
    return TROPIC_OK;
}

/* -- other names ------------------------------------------------------------------------------- */

static tropic_status relabel_core(tropic_context *context, const tropic_matrix *core, const tropic_index *row_to,
                                  const tropic_index *col_to, tropic_matrix *made)
{
    tp_orientation o;
    tp_lists in, out;
    unsigned borrowed;
    bool by_row;
    TP_TRY(tp_matrix_open_either(context, core, &o, &in));
    by_row = o == TP_BY_ROW;
    TP_TRY(tp_lists_relabel(context, &made->memory, &in, by_row ? row_to : col_to, tp_matrix_lists(made, o),
                            by_row ? col_to : row_to, &borrowed, &out));
    made->host[o] = tp_side_of(&out);
    made->host[o].borrowed = borrowed;
    return TROPIC_OK;
}

tropic_status tp_hypersparse_express(tropic_context *context, const tp_hypersparse *form, const tp_names *rows,
                                     const tp_names *cols, tropic_matrix **made, const tropic_matrix **expressed)
{
    const tp_memory *memory = &context->memory;
    const tropic_matrix *core = form->core;
    tp_entries shape = {.rows = rows->count, .cols = cols->count, .count = core->count, .type = core->type};
    tropic_index *row_to = NULL, *col_to = NULL;
    tropic_status status;
    *made = NULL;
    *expressed = core;
    if (tp_names_equal(rows, &form->rows) && tp_names_equal(cols, &form->cols)) return TROPIC_OK;
    status = tp_names_positions(context, &form->rows, rows, &row_to);
    if (status == TROPIC_OK) status = tp_names_positions(context, &form->cols, cols, &col_to);
    if (status == TROPIC_OK) {
        *made = tp_matrix_new(context, &shape);
        if (!*made) status = tp_out_of_memory(context, "a matrix by other names");
    }
    if (status == TROPIC_OK) {
        (*made)->pattern = core->pattern;
        (*made)->bipartite = core->bipartite;
        status = relabel_core(context, core, row_to, col_to, *made);
    }
    tp_release(memory, row_to);
    tp_release(memory, col_to);
    if (status == TROPIC_OK)
        *expressed = *made;
    else
        tropic_matrix_free(made);
    return status;
}

/* -- without names that have no entry ---------------------------------------------------------- */

/* *kept = the names of rows or columns that occur (`has`), and *to their positions in it, -1 for the others. */
static tropic_status keep_names(tropic_context *context, const tp_names *names, const bool *has, tp_names *kept,
                                tropic_index **to)
{
    tropic_index count = 0;
    kept->n = names->n;
    kept->ids = tp_allocate(&context->memory, names->count, sizeof *kept->ids);
    *to = tp_allocate(&context->memory, names->count, sizeof **to);
    if (!kept->ids || !*to) return tp_out_of_memory(context, "names of rows and columns");
    for (tropic_index i = 0; i < names->count; i++) {
        (*to)[i] = has[i] ? count : -1;
        if (has[i]) kept->ids[count++] = tp_name_at(names, i);
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
    tp_lists from, to;
    const tp_names *names[2]; /* by row, and column; as all that follows */
    bool *has[2];
    tropic_index *at[2];
    tp_names kept[2];
    tropic_matrix *core;
} trimming;

/* `all`: a side without names gets some. */
static tropic_status trim_core(tropic_context *context, const tropic_matrix *from, bool all, trimming *t)
{
    const tp_memory *memory = &context->memory;
    tp_entries shape = {.count = from->count, .type = from->type};
    TP_TRY(tp_matrix_open_either(context, from, &t->o, &t->from));
    for (int k = 0; k < 2; k++) {
        t->has[k] = tp_allocate_zero(memory, t->names[k]->count, sizeof **t->has);
        if (!t->has[k]) return tp_out_of_memory(context, "names of rows and columns");
    }
    look(&t->from, t->has[t->o], t->has[!t->o]);
    for (int k = 0; k < 2; k++) {
        t->kept[k] = tp_names_all(t->names[k]->n);
        if (all || t->names[k]->ids) TP_TRY(keep_names(context, t->names[k], t->has[k], &t->kept[k], &t->at[k]));
    }
    shape.rows = t->kept[TP_BY_ROW].count;
    shape.cols = t->kept[TP_BY_COLUMN].count;
    t->core = tp_matrix_new(context, &shape);
    if (!t->core) return tp_out_of_memory(context, "a matrix");
    t->core->pattern = from->pattern;
    t->core->bipartite = from->bipartite;
    TP_TRY(tp_lists_relabel(context, memory, &t->from, t->at[t->o], t->kept[t->o].count, t->at[!t->o], NULL, &t->to));
    t->core->host[t->o] = tp_side_of(&t->to);
    return TROPIC_OK;
}

static tropic_status trim(tropic_context *context, const tropic_matrix *from, const tp_names *rows,
                          const tp_names *cols, bool all, tp_hypersparse **made)
{
    const tp_memory *memory = &context->memory;
    trimming t = {.names = {rows, cols}};
    tropic_status status = trim_core(context, from, all, &t);
    if (status == TROPIC_OK)
        status = tp_hypersparse_new(context, &t.core, &t.kept[TP_BY_ROW], &t.kept[TP_BY_COLUMN], made);
    tropic_matrix_free(&t.core);
    for (int k = 0; k < 2; k++) {
        tp_names_free(memory, &t.kept[k]);
        tp_release(memory, t.at[k]);
        tp_release(memory, t.has[k]);
    }
    return status;
}

tropic_status tp_hypersparse_of(tropic_context *context, const tropic_matrix *A, tp_hypersparse **made)
{
    const tp_names rows = tp_names_all(A->rows), cols = tp_names_all(A->cols);
    const tp_hypersparse *form;
    TP_TRY(tp_matrix_hypersparse(context, A, &form));
    if (form) return trim(context, form->core, &form->rows, &form->cols, true, made);
    return trim(context, A, &rows, &cols, true, made);
}

/* Names for so many times as many rows and columns as there are entries are too many. */
#define NAMES_MAX 4
/* So few do not matter. */
#define NAMES_FEW 256

tropic_status tp_hypersparse_trim(tropic_context *context, tp_hypersparse **of)
{
    const tp_hypersparse *form = *of;
    const int64_t named = (form->rows.ids ? form->rows.count : 0) + (form->cols.ids ? (int64_t)form->cols.count : 0);
    tp_hypersparse *trimmed;
    if (named <= NAMES_MAX * form->core->count + NAMES_FEW) return TROPIC_OK;
    TP_TRY(trim(context, form->core, &form->rows, &form->cols, false, &trimmed));
    tp_hypersparse_free(of);
    *of = trimmed;
    return TROPIC_OK;
}

tropic_status tp_hypersparse_settle(tropic_context *context, tropic_matrix *A)
{
    tp_lists made;
    if (!tp_hypersparse_stays(A->rows, A->cols, A->count)) {
        TP_TRY(tp_matrix_open_lists(context, A, TP_BY_ROW, &made));
        tp_hypersparse_free(&A->hypersparse);
        return TROPIC_OK;
    }
    return tp_hypersparse_trim(context, &A->hypersparse);
}
