/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_matrix_save, and what the writers ask of a matrix.
 */
#include "formats/files/save.h"

#include "formats/files/decimal.h"

#include <math.h>
#include <string.h>

tropic_status tropic_matrix_save(const tropic_matrix *A, tropic_context *context, const char *path,
                                 tropic_format format)
{
    const tp_reader *reader;
    tropic_status status;
    tp_writer *out;

    if (!context) return TROPIC_INVALID_ARGUMENT;
    if (!A || !path)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "tropic_matrix_save: %s is NULL", A ? "path" : "A");
    reader = format == TROPIC_FORMAT_AUTO ? tp_reader_named(path) : tp_reader_of(format);
    if (!reader && format == TROPIC_FORMAT_AUTO)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT,
                       "%s: its name does not tell the format: end it in .mtx, .gr, .graph, .txt or "
                       ".konect",
                       path);
    if (!reader) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "tropic_matrix_save: no format %d", (int)format);
    if (!reader->write) return tp_fail(context, TROPIC_NOT_SUPPORTED, "the %s format cannot be written", reader->name);
    TP_TRY(tp_refuse_structs(context, A->type));
    TP_TRY(tp_writer_open(context, path, &out));
    status = tp_writer_close(&out, reader->write(context, A, out));
    return status == TROPIC_NOT_SUPPORTED ? tp_name_file(context, path, status) : status;
}

tropic_status tp_refuse_structs(tropic_context *context, tropic_type type)
{
    if (!tp_type_struct(type)) return TROPIC_OK;
    return tp_fail(context, TROPIC_NOT_SUPPORTED, "no file holds values of type %s: only numbers",
                   tropic_type_name(type));
}

tropic_status tp_is_symmetric(tropic_context *context, const tropic_matrix *A, bool *symmetric)
{
    const tropic_matrix_facts *facts;
    *symmetric = false;
    if (tropic_matrix_rows(A) != tropic_matrix_cols(A)) return TROPIC_OK;
    TP_TRY(tp_matrix_facts(context, A, &facts));
    *symmetric = facts->symmetric;
    return TROPIC_OK;
}

tropic_offset tp_count_lower(tropic_index rows, const tropic_offset *offsets, const tropic_index *ids)
{
    tropic_offset count = 0;
    for (tropic_index i = 0; i < rows; i++)
        for (tropic_offset k = offsets[i]; k < offsets[i + 1] && ids[k] <= i; k++) count++;
    return count;
}

static double real_value(tropic_type type, const void *values, int64_t k)
{
    return type == TROPIC_FP32 ? (double)((const float *)values)[k] : ((const double *)values)[k];
}

tropic_status tp_refuse_special(tropic_context *context, const tropic_matrix *A, const void *values, const char *format)
{
    const tropic_type type = tropic_matrix_type(A);
    const tropic_offset count = tropic_matrix_count(A);
    if (!values || !tp_type_floating(type)) return TROPIC_OK;
    for (tropic_offset k = 0; k < count; k++)
        if (!isfinite(real_value(type, values, k)))
            return tp_fail(context, TROPIC_NOT_SUPPORTED, "%s cannot hold the value %g", format,
                           real_value(type, values, k));
    return TROPIC_OK;
}

tropic_status tp_refuse_shape(tropic_context *context, const tropic_matrix *A, const char *format)
{
    if (tropic_matrix_rows(A) != tropic_matrix_cols(A))
        return tp_fail(context, TROPIC_NOT_SUPPORTED, "%s cannot hold a matrix that is not square (%d x %d)" TP_INSTEAD,
                       format, (int)tropic_matrix_rows(A), (int)tropic_matrix_cols(A));
    if (tropic_matrix_is_bipartite(A))
        return tp_fail(context, TROPIC_NOT_SUPPORTED,
                       "%s cannot hold a matrix between two sets of vertices (%d x %d)" TP_INSTEAD, format,
                       (int)tropic_matrix_rows(A), (int)tropic_matrix_cols(A));
    if (tropic_matrix_rows(A) == 0)
        return tp_fail(context, TROPIC_NOT_SUPPORTED, "%s cannot hold a graph without vertices", format);
    return TROPIC_OK;
}

int64_t tp_integer_value(const tropic_matrix *A, const void *values, int64_t k)
{
    const tropic_type type = tropic_matrix_type(A);
    if (!values) return 1;
    switch (type) {
    case TROPIC_BOOL: return ((const bool *)values)[k];
    case TROPIC_INT32: return ((const int32_t *)values)[k];
    case TROPIC_INT64: return ((const int64_t *)values)[k];
    case TROPIC_UINT32: return ((const uint32_t *)values)[k];
    case TROPIC_UINT64: return (int64_t)((const uint64_t *)values)[k];
    default: return (int64_t)real_value(type, values, k);
    }
}

tropic_status tp_refuse_fractions(tropic_context *context, const tropic_matrix *A, const void *values, int64_t least,
                                  const char *format)
{
    const double limit = 0x1p63; /* the first integer beyond int64 */
    const tropic_type type = tropic_matrix_type(A);
    const tropic_offset count = tropic_matrix_count(A);

    TP_TRY(tp_refuse_special(context, A, values, format));
    for (tropic_offset k = 0; values && k < count; k++) {
        if (tp_type_floating(type)) {
            double value = real_value(type, values, k);
            if (!(fabs(value) < limit) || value != floor(value)) {
                char text[TP_DECIMAL_ROOM];
                tp_write_real(text, value, type == TROPIC_FP32);
                return tp_fail(context, TROPIC_NOT_SUPPORTED, "%s cannot hold the weight %s, only integers" TP_INSTEAD,
                               format, text);
            }
        }
        if (type == TROPIC_UINT64 && ((const uint64_t *)values)[k] > INT64_MAX)
            return tp_fail(context, TROPIC_NOT_SUPPORTED, "%s cannot hold the weight %llu, only up to %lld", format,
                           (unsigned long long)((const uint64_t *)values)[k], (long long)INT64_MAX);
        if (tp_integer_value(A, values, k) < least)
            return tp_fail(context, TROPIC_NOT_SUPPORTED,
                           "%s cannot hold the weight %lld, only %lld or more" TP_INSTEAD, format,
                           (long long)tp_integer_value(A, values, k), (long long)least);
    }
    return TROPIC_OK;
}

tropic_status tp_find_lone(tropic_context *context, const tropic_matrix *A, bool **lone, tropic_index *count)
{
    const tropic_index n = tropic_matrix_rows(A);
    const tropic_offset *offsets;
    const tropic_index *ids;
    bool *alone;

    TP_TRY(tropic_matrix_csr(A, context, &offsets, &ids, NULL));
    alone = tp_allocate(&context->memory, n, sizeof *alone);
    if (!alone) return tp_out_of_memory(context, "writing a file");
    memset(alone, 1, (size_t)n);
    for (tropic_index i = 0; i < n; i++) {
        if (offsets[i] < offsets[i + 1]) alone[i] = false;
        for (tropic_offset k = offsets[i]; k < offsets[i + 1]; k++) alone[ids[k]] = false;
    }
    *count = 0;
    for (tropic_index i = 0; i < n; i++) *count += alone[i];
    *lone = alone;
    return TROPIC_OK;
}
