/* SPDX-License-Identifier: Apache-2.0
 *
 * Matrices from and to the caller's arrays: import, export.
 */
#include "graphblas/large.h"

#include <string.h>

static bool format_exists(grb_call *c, GrB_Format format)
{
    return format == GrB_CSR_FORMAT || format == GrB_CSC_FORMAT || format == GrB_COO_FORMAT ||
           grb_fail(c, GrB_INVALID_VALUE, "there is no format %d", (int)format);
}

/* ------------------------------------------------------------------------------------------------
 * Import
 */

typedef struct arrays {
    const GrB_Index *offsets, *indices;
    const void *values;
    GrB_Index n_offsets, n_indices, n_values;
    GrB_Format format;
} arrays;

/* Are the arrays long enough, and how many entries are there? */
static bool lengths(grb_call *c, const arrays *a, GrB_Index lines, GrB_Index *count)
{
    if (a->format == GrB_COO_FORMAT) {
        *count = a->n_values;
        return (a->n_offsets == *count && a->n_indices == *count) ||
               grb_fail(c, GrB_INVALID_VALUE, "%llu rows, %llu columns and %llu values",
                        (unsigned long long)a->n_offsets, (unsigned long long)a->n_indices, (unsigned long long)*count);
    }
    if (a->n_offsets < lines + 1)
        return grb_fail(c, GrB_INVALID_VALUE, "%llu offsets, of %llu", (unsigned long long)a->n_offsets,
                        (unsigned long long)lines + 1);
    *count = a->offsets[lines];
    return (a->n_indices >= *count && a->n_values >= *count) ||
           grb_fail(c, GrB_INVALID_VALUE, "%llu indices and %llu values, of %llu", (unsigned long long)a->n_indices,
                    (unsigned long long)a->n_values, (unsigned long long)*count);
}

/* The line of each entry, by offsets that must not fall. */
static bool spread_lines(grb_call *c, GrB_Index *line_of, const GrB_Index *offsets, GrB_Index lines)
{
    const GrB_Index count = offsets[lines];
    if (offsets[0] != 0) return grb_fail(c, GrB_INDEX_OUT_OF_BOUNDS, "the first offset is not 0");
    for (GrB_Index l = 0; l < lines; l++) {
        if (offsets[l + 1] < offsets[l] || offsets[l + 1] > count)
            return grb_fail(c, GrB_INDEX_OUT_OF_BOUNDS, "the offsets fall");
        for (GrB_Index k = offsets[l]; k < offsets[l + 1]; k++) line_of[k] = l;
    }
    return true;
}

static bool import_large(grb_call *c, GrB_Matrix made, GrB_Index nrows, GrB_Index ncols, const arrays *a)
{
    const bool by_columns = a->format == GrB_CSC_FORMAT, coo = a->format == GrB_COO_FORMAT;
    const GrB_Index lines = by_columns ? ncols : nrows, width = by_columns ? nrows : ncols;
    GrB_Index count = 0;
    grb_tuples t;
    if (!lengths(c, a, lines, &count) || !grb_all_below(c, a->indices, count, width) ||
        (coo && !grb_all_below(c, a->offsets, count, nrows)) || !grb_new_tuples(c, &t, made->type, count, true))
        return false;
    GrB_Index *line_of = by_columns ? t.columns : t.rows, *ids = by_columns ? t.rows : t.columns;
    bool good = coo || spread_lines(c, line_of, a->offsets, lines);
    if (coo) memcpy(line_of, a->offsets, (size_t)count * sizeof *line_of);
    memcpy(ids, a->indices, (size_t)count * sizeof *ids);
    memcpy(t.values, a->values, (size_t)count * made->type->size);
    good = good && grb_refill_matrix(c, made, &t, nrows, ncols);
    if (!coo && c->info == GrB_INVALID_VALUE) c->info = GrB_INDEX_OUT_OF_BOUNDS; /* an id twice in a list */
    grb_free_tuples(&t);
    return good;
}

static bool import(grb_call *c, GrB_Matrix made, GrB_Index nrows, GrB_Index ncols, const arrays *a)
{
    const bool by_columns = a->format == GrB_CSC_FORMAT;
    const tropic_index rows = (tropic_index)nrows, cols = (tropic_index)ncols;
    GrB_Index count = 0;
    const tropic_index *ids, *row_ids;
    if (grb_large(nrows) || grb_large(ncols)) return import_large(c, made, nrows, ncols, a);
    if (!lengths(c, a, by_columns ? ncols : nrows, &count) ||
        !(ids = grb_narrow(c, a->indices, count, by_columns ? nrows : ncols, "indices")))
        return false;
    if (a->format == GrB_COO_FORMAT)
        return (row_ids = grb_narrow(c, a->offsets, count, nrows, "the rows")) &&
               grb_done(c, tropic_matrix_from_coo(&made->of, c->context, rows, cols, (tropic_offset)count, row_ids, ids,
                                                  made->type->type, a->values, &grb_each_once));
    const tropic_offset *offsets = (const tropic_offset *)a->offsets;
    const bool good =
        grb_done(c, (by_columns ? tropic_matrix_from_csc : tropic_matrix_from_csr)(
                        &made->of, c->context, rows, cols, offsets, ids, made->type->type, a->values, &grb_each_once));
    /* (What Tropic still refuses are offsets that fall, or an id twice in a list.) */
    if (c->info == GrB_INVALID_VALUE) c->info = GrB_INDEX_OUT_OF_BOUNDS;
    return good;
}

static GrB_Info import_matrix(GrB_Matrix *matrix, GrB_Type type, GrB_Index nrows, GrB_Index ncols, GrB_Type array,
                              const arrays *a)
{
    grb_call c;
    if (!grb_open(&c, "GrB_Matrix_import") || !GRB_POINTER(c, matrix) || !GRB_NEED(c, type) ||
        !((a->offsets && a->indices && a->values) || grb_fail(&c, GrB_NULL_POINTER, "an array is NULL")) ||
        !grb_api_size(&c, nrows, "nrows") || !grb_api_size(&c, ncols, "ncols") || !format_exists(&c, a->format) ||
        !grb_same_type(&c, array, type) || !grb_ready(&c, GRB_PASS_NONE))
        return grb_close(&c);
    GrB_Matrix made = grb_new_matrix(&c, type);
    if (made && import(&c, made, nrows, ncols, a))
        *matrix = made;
    else
        grb_delete(made);
    return grb_close(&c);
}

/* ------------------------------------------------------------------------------------------------
 * Export
 */

static GrB_Index offsets_of(GrB_Matrix A, GrB_Format format)
{
    switch (format) {
    case GrB_CSR_FORMAT: return grb_rows(A) + 1;
    case GrB_CSC_FORMAT: return grb_columns(A) + 1;
    default: return grb_entries(A);
    }
}

GrB_Info GrB_Matrix_exportHint(GrB_Format *format, GrB_Matrix matrix)
{
    grb_call c;
    if (grb_open_large(&c, __func__) && GRB_POINTER(c, format) && GRB_NEED(c, matrix)) *format = GrB_CSR_FORMAT;
    return grb_close(&c);
}

GrB_Info GrB_Matrix_exportSize(GrB_Index *n_offsets, GrB_Index *n_indices, GrB_Index *n_values, GrB_Format format,
                               GrB_Matrix matrix)
{
    grb_call c;
    if (grb_open_large(&c, __func__) && GRB_POINTER(c, n_offsets) && GRB_POINTER(c, n_indices) &&
        GRB_POINTER(c, n_values) && GRB_NEED(c, matrix) && format_exists(&c, format)) {
        *n_offsets = offsets_of(matrix, format);
        *n_indices = *n_values = grb_entries(matrix);
    }
    return grb_close(&c);
}

/* (Tropic's arrays are copied, and its ids widened.) */
static bool export_lines(grb_call *c, GrB_Matrix A, GrB_Format format, GrB_Index *offsets, GrB_Index *indices,
                         void *values)
{
    const tropic_offset *o;
    const tropic_index *ids;
    const void *v;
    if (!grb_done(c,
                  (format == GrB_CSC_FORMAT ? tropic_matrix_csc : tropic_matrix_csr)(A->of, c->context, &o, &ids, &v)))
        return false;
    const GrB_Index lines = offsets_of(A, format), count = grb_entries(A);
    grb_copy(c, offsets, o, lines * sizeof *offsets);
    grb_widen(c, indices, ids, count);
    grb_copy(c, values, v, count * A->type->size);
    return c->info == GrB_SUCCESS;
}

static bool export_entries(grb_call *c, GrB_Matrix A, GrB_Index *rows, GrB_Index *columns, void *values)
{
    const GrB_Index count = grb_entries(A);
    tropic_index *row_ids = grb_room(c, count, sizeof *row_ids), *col_ids = grb_room(c, count, sizeof *col_ids);
    if (!row_ids || !col_ids || !grb_done(c, tropic_matrix_get_entries(A->of, c->context, row_ids, col_ids, values)))
        return false;
    grb_widen(c, rows, row_ids, count);
    grb_widen(c, columns, col_ids, count);
    return c->info == GrB_SUCCESS;
}

static bool export_large(grb_call *c, GrB_Matrix A, GrB_Format format, GrB_Index *offsets, GrB_Index *indices,
                         void *values)
{
    grb_tuples t;
    if (!grb_tuples_of_matrix(c, &t, A)) return false;
    const bool good = format != GrB_CSC_FORMAT || grb_turn_tuples(c, &t);
    if (format == GrB_COO_FORMAT)
        memcpy(offsets, t.rows, (size_t)t.count * sizeof *offsets);
    else if (good)
        grb_count_tuples(&t, offsets, format == GrB_CSC_FORMAT ? grb_columns(A) : grb_rows(A));
    memcpy(indices, t.columns, (size_t)t.count * sizeof *indices);
    memcpy(values, t.values, (size_t)t.count * A->type->size);
    grb_free_tuples(&t);
    return good;
}

static GrB_Info export_matrix(GrB_Index *offsets, GrB_Index *indices, void *values, GrB_Type array,
                              GrB_Index *n_offsets, GrB_Index *n_indices, GrB_Index *n_values, GrB_Format format,
                              GrB_Matrix matrix)
{
    grb_call c;
    if (!grb_open_large(&c, "GrB_Matrix_export") || !GRB_POINTER(c, offsets) || !GRB_POINTER(c, indices) ||
        !GRB_POINTER(c, values) || !GRB_POINTER(c, n_offsets) || !GRB_POINTER(c, n_indices) ||
        !GRB_POINTER(c, n_values) || !GRB_NEED(c, matrix) || !format_exists(&c, format) ||
        !grb_same_type(&c, array, matrix->type) || !grb_ready(&c, GRB_PASS_NONE))
        return grb_close(&c);
    const GrB_Index lines = offsets_of(matrix, format), count = grb_entries(matrix);
    if (*n_offsets < lines || *n_indices < count || *n_values < count)
        grb_fail(&c, GrB_INSUFFICIENT_SPACE, "room for %llu, %llu and %llu members, of %llu, %llu and %llu",
                 (unsigned long long)*n_offsets, (unsigned long long)*n_indices, (unsigned long long)*n_values,
                 (unsigned long long)lines, (unsigned long long)count, (unsigned long long)count);
    else if (matrix->dictionary         ? export_large(&c, matrix, format, offsets, indices, values)
             : format == GrB_COO_FORMAT ? export_entries(&c, matrix, offsets, indices, values)
                                        : export_lines(&c, matrix, format, offsets, indices, values)) {
        *n_offsets = lines;
        *n_indices = *n_values = count;
    }
    return grb_close(&c);
}

#define GRB_DEFINE(T, ctype)                                                                                           \
    GrB_Info GrB_Matrix_import_##T(GrB_Matrix *matrix, GrB_Type type, GrB_Index nrows, GrB_Index ncols,                \
                                   const GrB_Index *offsets, const GrB_Index *indices, const ctype *values,            \
                                   GrB_Index n_offsets, GrB_Index n_indices, GrB_Index n_values, GrB_Format format)    \
    {                                                                                                                  \
        return import_matrix(matrix, type, nrows, ncols, grb_array_##T,                                                \
                             &(arrays){offsets, indices, values, n_offsets, n_indices, n_values, format});             \
    }                                                                                                                  \
    GrB_Info GrB_Matrix_export_##T(GrB_Index *offsets, GrB_Index *indices, ctype *values, GrB_Index *n_offsets,        \
                                   GrB_Index *n_indices, GrB_Index *n_values, GrB_Format format, GrB_Matrix matrix)    \
    {                                                                                                                  \
        return export_matrix(offsets, indices, values, grb_array_##T, n_offsets, n_indices, n_values, format, matrix); \
    }
GRB_ARRAYS(GRB_DEFINE)
#undef GRB_DEFINE
