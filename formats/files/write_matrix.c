/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts that the writers of matrices share.
 */
#include "formats/files/write_matrix.h"

#include "formats/files/put.h"
#include "formats/matrix/facts/facts.h"
#include "formats/matrix/forms/hypersparse.h"

#include <math.h>
#include <string.h>

static tropic_status open_lists(tropic_context *context, const tropic_matrix *A, tp_rows *of)
{
    *of = (tp_rows){.A = A,
                    .rows = tropic_matrix_rows(A),
                    .cols = tropic_matrix_cols(A),
                    .count = tropic_matrix_count(A),
                    .type = tropic_matrix_type(A),
                    .lists = tropic_matrix_rows(A)};
    return tropic_matrix_csr(A, context, &of->offsets, &of->ids, &of->values);
}

tropic_status tp_rows_open(tropic_context *context, const tropic_matrix *A, tp_rows *of)
{
    const tp_hypersparse *form;
    TP_TRY(tp_matrix_hypersparse(context, A, &form));
    TP_TRY(open_lists(context, form ? form->core : A, of));
    if (!form) return TROPIC_OK;
    of->A = A;
    of->rows = A->rows;
    of->cols = A->cols;
    of->row_names = form->rows.ids;
    of->col_names = form->cols.ids;
    return TROPIC_OK;
}

/* Of a hypersparse matrix, with the same names for rows and columns. */
static tropic_status is_core_symmetric(tropic_context *context, const tp_hypersparse *form, bool *symmetric)
{
    const tropic_matrix *core = NULL;
    const tropic_matrix_facts *facts;
    tropic_matrix *made = NULL;
    tp_hyperlist names;
    tropic_status status;
    TP_TRY(tp_hypersparse_square(context, form, &names, &made, &core));
    status = tp_matrix_facts(context, core, &facts);
    if (status == TROPIC_OK) *symmetric = facts->symmetric;
    tropic_matrix_free(&made);
    tp_hyperlist_free(&context->memory, &names);
    return status;
}

tropic_status tp_is_symmetric(tropic_context *context, const tropic_matrix *A, bool *symmetric)
{
    const tropic_matrix_facts *facts;
    const tp_hypersparse *form;
    *symmetric = false;
    if (tropic_matrix_rows(A) != tropic_matrix_cols(A)) return TROPIC_OK;
    TP_TRY(tp_matrix_hypersparse(context, A, &form));
    if (form) return is_core_symmetric(context, form, symmetric);
    TP_TRY(tp_matrix_facts(context, A, &facts));
    *symmetric = facts->symmetric;
    return TROPIC_OK;
}

tropic_offset tp_count_lower(const tp_rows *of)
{
    tropic_offset count = 0;
    for (tropic_index l = 0; l < of->lists; l++)
        for (tropic_offset k = of->offsets[l]; k < of->offsets[l + 1] && tp_col_at(of, k) <= tp_row_at(of, l); k++)
            count++;
    return count;
}

tropic_status tp_find_isolated(tropic_context *context, const tp_rows *of, tp_isolated *found)
{
    const tp_hyperlist all = tp_hyperlist_all(of->rows);
    const tp_hypersparse *form = NULL;
    *found = (tp_isolated){.count = of->rows, .names = all};
    if (of->row_names || of->col_names) {
        TP_TRY(tp_matrix_hypersparse(context, of->A, &form));
        TP_TRY(tp_hyperlist_unite(context, &form->rows, &form->cols, &found->names));
    }
    found->alone = tp_allocate(&context->memory, found->names.count, sizeof *found->alone);
    if (!found->alone) {
        tp_isolated_free(context, found);
        return tp_out_of_memory(context, "writing a file");
    }
    memset(found->alone, 1, (size_t)found->names.count);
    for (tropic_index l = 0; l < of->lists; l++) {
        if (of->offsets[l] < of->offsets[l + 1])
            found->alone[tp_hyperlist_find(&found->names, tp_row_at(of, l))] = false;
        for (tropic_offset k = of->offsets[l]; k < of->offsets[l + 1]; k++)
            found->alone[tp_hyperlist_find(&found->names, tp_col_at(of, k))] = false;
    }
    for (tropic_index k = 0; k < found->names.count; k++) found->count -= !found->alone[k];
    return TROPIC_OK;
}

bool tp_is_isolated(const tp_isolated *of, tropic_index vertex)
{
    const tropic_index at = tp_hyperlist_find(&of->names, vertex);
    return at < 0 || of->alone[at];
}

void tp_isolated_free(tropic_context *context, tp_isolated *of)
{
    tp_release(&context->memory, of->alone);
    tp_hyperlist_free(&context->memory, &of->names);
}

tropic_status tp_refuse_structs(tropic_context *context, tropic_type type)
{
    if (!tp_type_struct(type)) return TROPIC_OK;
    return tp_fail(context, TROPIC_NOT_SUPPORTED, "no file holds values of type %s: only numbers",
                   tropic_type_name(type));
}

tropic_status tp_refuse_shape(tropic_context *context, const tropic_matrix *A, const char *format)
{
    const int rows = tropic_matrix_rows(A), cols = tropic_matrix_cols(A);
    if (tropic_matrix_is_bipartite(A))
        return tp_fail(context, TROPIC_NOT_SUPPORTED, "%s cannot hold a matrix %s (%d x %d)" TP_INSTEAD, format,
                       rows != cols ? "that is not square" : "between two sets of vertices", rows, cols);
    if (rows > 0) return TROPIC_OK;
    return tp_fail(context, TROPIC_NOT_SUPPORTED, "%s cannot hold a graph without vertices", format);
}

tropic_status tp_refuse_special(tropic_context *context, const tp_rows *of, const char *format)
{
    if (!of->values || !tp_type_floating(of->type)) return TROPIC_OK;
    for (tropic_offset k = 0; k < of->count; k++) {
        const double value = tp_value_as_double(of->values, of->type, k);
        if (!isfinite(value))
            return tp_fail(context, TROPIC_NOT_SUPPORTED, "%s cannot hold the value %g", format, value);
    }
    return TROPIC_OK;
}

int64_t tp_integer_value(const tp_rows *of, int64_t k)
{
    if (!of->values) return 1;
    if (of->type == TROPIC_INT64) return ((const int64_t *)of->values)[k];
    if (of->type == TROPIC_UINT64) return (int64_t)((const uint64_t *)of->values)[k];
    return (int64_t)tp_value_as_double(of->values, of->type, k); /* others are exact */
}

tropic_status tp_refuse_fractions(tropic_context *context, const tp_rows *of, int64_t min, const char *format)
{
    const double limit = 0x1p63; /* the first integer beyond int64 */

    TP_TRY(tp_refuse_special(context, of, format));
    for (tropic_offset k = 0; of->values && k < of->count; k++) {
        if (tp_type_floating(of->type)) {
            const double value = tp_value_as_double(of->values, of->type, k);
            if (!(fabs(value) < limit) || value != floor(value)) {
                char text[TP_DECIMAL_ROOM];
                tp_write_real(text, value, of->type == TROPIC_FP32);
                return tp_fail(context, TROPIC_NOT_SUPPORTED, "%s cannot hold the weight %s, only integers" TP_INSTEAD,
                               format, text);
            }
        }
        if (of->type == TROPIC_UINT64 && ((const uint64_t *)of->values)[k] > INT64_MAX)
            return tp_fail(context, TROPIC_NOT_SUPPORTED, "%s cannot hold the weight %llu, only up to %lld", format,
                           (unsigned long long)((const uint64_t *)of->values)[k], (long long)INT64_MAX);
        if (tp_integer_value(of, k) < min)
            return tp_fail(context, TROPIC_NOT_SUPPORTED,
                           "%s cannot hold the weight %lld, only %lld or more" TP_INSTEAD, format,
                           (long long)tp_integer_value(of, k), (long long)min);
    }
    return TROPIC_OK;
}

/* Value k, where a real number always looks like one. */
static void put_typed(tp_buffer *text, const tp_rows *of, int64_t k)
{
    const char *begin = tp_put_reserve(text);
    tp_put_value(text, of->type, of->values, k);
    if (!tp_type_floating(of->type)) return;
    for (const char *c = begin; c < text->at; c++)
        if (*c == '.' || *c == 'e' || *c == 'n') return;
    tp_put_text(text, ".0");
}

static void put_value(tp_buffer *text, const tp_rows *of, const tp_entry_lines *lines, int64_t k)
{
    tp_put_char(text, lines->separator);
    switch (lines->form) {
    case TP_VALUE_SHORT: tp_put_value(text, of->type, of->values, k); break;
    case TP_VALUE_TYPED: put_typed(text, of, k); break;
    case TP_VALUE_INTEGER: tp_put_integer(text, tp_integer_value(of, k)); break;
    }
}

void tp_write_entries(tp_writer *out, const tp_rows *of, const tp_entry_lines *lines)
{
    const bool valued = of->values || lines->form == TP_VALUE_INTEGER, labels = lines->labels;
    tp_buffer *text = tp_writer_text(out);
    for (tropic_index l = 0; l < of->lists; l++) {
        const tropic_index i = tp_row_at(of, l);
        for (tropic_offset k = of->offsets[l]; k < of->offsets[l + 1] && !tp_writer_stopped(out); k++) {
            const tropic_index j = tp_col_at(of, k);
            if (lines->lower && j > i) break;
            if (lines->letter) {
                tp_put_char(text, lines->letter);
                tp_put_char(text, lines->separator);
            }
            tp_put_integer(text, labels ? tropic_matrix_label(of->A, i) : (int64_t)i + 1);
            tp_put_char(text, lines->separator);
            tp_put_integer(text, labels ? tropic_matrix_label(of->A, j) : (int64_t)j + 1);
            if (valued) put_value(text, of, lines, k);
            tp_put_char(text, '\n');
        }
    }
}
