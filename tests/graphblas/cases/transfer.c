/* SPDX-License-Identifier: Apache-2.0
 *
 * The arrays of CSR, CSC and COO.
 */
#include "tests/graphblas/cases/transfer.h"

#include <stdlib.h>
#include <string.h>

#define IMPORT(T, C_TYPE)                                                                                              \
    case TYPE_##T:                                                                                                     \
        return GrB_Matrix_import_##T(A, type, rows, cols, a->p, a->i, (const C_TYPE *)values, a->p_length,             \
                                     a->i_length, a->values_length, a->format);
#define EXPORT(T, C_TYPE)                                                                                              \
    case TYPE_##T:                                                                                                     \
        return GrB_Matrix_export_##T(a->p, a->i, (C_TYPE *)values, &a->p_length, &a->i_length, &a->values_length,      \
                                     a->format, A);

GrB_Info transfer_import(GrB_Matrix *A, GrB_Type type, GrB_Index rows, GrB_Index cols, const arrays *a)
{
    const void *values = a->values;
    switch (a->type) {
        TEST_EACH_TYPE(IMPORT)
    default:
        return GrB_Matrix_import_UDT(A, type, rows, cols, a->p, a->i, values, a->p_length, a->i_length,
                                     a->values_length, a->format);
    }
}

GrB_Info transfer_export(arrays *a, GrB_Matrix A)
{
    void *values = a->values;
    switch (a->type) {
        TEST_EACH_TYPE(EXPORT)
    default:
        return GrB_Matrix_export_UDT(a->p, a->i, values, &a->p_length, &a->i_length, &a->values_length, a->format, A);
    }
}

arrays arrays_new(value_type type, GrB_Format format, GrB_Index p_length, GrB_Index i_length, GrB_Index values_length)
{
    const size_t size = value_size(type);
    arrays a = {type,
                format,
                calloc(p_length + 1, sizeof *a.p),
                calloc(i_length + 1, sizeof *a.i),
                calloc(values_length + 1, size),
                p_length,
                i_length,
                values_length};
    if (!a.p || !a.i || !a.values) abort();
    return a;
}

void arrays_free(arrays *a)
{
    free(a->p);
    free(a->i);
    free(a->values);
}

/* The lines of CSR are rows, those of CSC columns. */
static void fill_lines(arrays *a, const entries *e, GrB_Index lines)
{
    const GrB_Index *line = a->format == GrB_CSR_FORMAT ? e->i : e->j;
    const GrB_Index *other = a->format == GrB_CSR_FORMAT ? e->j : e->i;
    const size_t size = value_size(e->type);
    GrB_Index count = 0;
    for (GrB_Index l = 0; l < lines; l++) {
        for (GrB_Index k = 0; k < e->count; k++) {
            if (line[k] != l) continue;
            a->i[count] = other[k];
            memcpy(a->values + count++ * size, e->values + k * size, size);
        }
        a->p[l + 1] = count;
    }
}

arrays arrays_of(const entries *e, GrB_Format format, GrB_Index rows, GrB_Index cols)
{
    const GrB_Index lines = format == GrB_CSR_FORMAT ? rows : cols;
    arrays a = arrays_new(e->type, format, format == GrB_COO_FORMAT ? e->count : lines + 1, e->count, e->count);
    if (format != GrB_COO_FORMAT) {
        fill_lines(&a, e, lines);
        return a;
    }
    memcpy(a.p, e->i, e->count * sizeof *e->i);
    memcpy(a.i, e->j, e->count * sizeof *e->j);
    memcpy(a.values, e->values, e->count * value_size(e->type));
    return a;
}

void arrays_tell(const arrays *a, answer_item *item, GrB_Index rows, GrB_Index cols)
{
    const bool by_rows = a->format == GrB_CSR_FORMAT, coo = a->format == GrB_COO_FORMAT;
    const GrB_Index lines = by_rows ? rows : cols;
    const bool right = coo ? a->p_length == a->i_length : a->p_length == lines + 1 && a->p[lines] == a->i_length;
    item->rows = rows;
    item->cols = cols;
    if (!right || a->values_length != a->i_length) {
        item->info = GrB_PANIC;
        return;
    }
    answer_reserve(item, a->type, a->i_length);
    for (GrB_Index line = 0, k = 0; k < a->i_length; k++) {
        while (!coo && line < lines && a->p[line + 1] <= k) line++;
        item->i[k] = coo ? a->p[k] : by_rows ? line : a->i[k];
        item->j[k] = coo || by_rows ? a->i[k] : line;
    }
    memcpy(item->values, a->values, a->i_length * value_size(a->type));
    answer_sort(item);
}
