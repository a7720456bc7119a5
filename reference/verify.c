/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared by the three verifications.
 */
#include "reference/verify.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

verify_report verify_begin(const tropic_matrix *A, char *message, size_t length)
{
    if (message && length > 0) message[0] = '\0';
    return (verify_report){A, message, message ? length : 0};
}

reference_verdict verify_failed(const verify_report *report, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (report->length > 0) vsnprintf(report->message, report->length, format, arguments);
    va_end(arguments);
    return REFERENCE_FAILED;
}

reference_verdict verify_differs(const verify_report *report, tropic_index vertex, const char *format, ...)
{
    int used = 0;
    va_list arguments;
    if (report->length > 0)
        used = snprintf(report->message, report->length,
                        "vertex %" PRId64 " (index %" PRId32 "): ", tropic_matrix_label(report->A, vertex), vertex);
    va_start(arguments, format);
    if (used > 0 && (size_t)used < report->length)
        vsnprintf(report->message + used, report->length - (size_t)used, format, arguments);
    va_end(arguments);
    return REFERENCE_MISMATCH;
}

reference_verdict verify_told(const verify_report *report, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (report->length > 0) vsnprintf(report->message, report->length, format, arguments);
    va_end(arguments);
    return REFERENCE_MISMATCH;
}

void *verify_values(const verify_report *report, const tropic_vector *v, tropic_type type, const char *name)
{
    tropic_index n = tropic_matrix_rows(report->A);
    if (tropic_vector_size(v) != n || tropic_vector_type(v) != type || tropic_vector_count(v) != n) {
        verify_failed(report, "%s is not a full vector of %" PRId32 " values of type %s", name, n,
                      tropic_type_name(type));
        return NULL;
    }
    void *values = malloc((size_t)n * tropic_type_size(type));
    if (!values) {
        verify_failed(report, "no memory for the reference");
        return NULL;
    }
    tropic_status status = tropic_vector_get_dense(v, values, NULL);
    if (status == TROPIC_OK) return values;
    verify_failed(report, "cannot read %s: %s", name, tropic_status_message(status));
    free(values);
    return NULL;
}

double *verify_reals(const verify_report *report, const tropic_vector *v, const char *name)
{
    const bool single = v && tropic_vector_type(v) == TROPIC_FP32;
    void *values = verify_values(report, v, single ? TROPIC_FP32 : TROPIC_FP64, name);
    double *got = single && values ? malloc(((size_t)tropic_vector_size(v) + 1) * sizeof *got) : NULL;
    if (!single) return values;
    for (tropic_index i = 0; got && i < tropic_vector_size(v); i++) got[i] = (double)((const float *)values)[i];
    free(values);
    return got;
}

bool verify_arguments(const verify_report *report, tropic_index source)
{
    tropic_index n = tropic_matrix_rows(report->A);
    if (n == tropic_matrix_cols(report->A) && source >= 0 && source < n) return true;
    verify_failed(report, "no vertex %" PRId32 " in a matrix of %" PRId32 " x %" PRId32, source, n,
                  tropic_matrix_cols(report->A));
    return false;
}

/* (As cli/files/value.c has it: the reference shares no code with the tool that it checks.) */
long double verify_value_at(const void *values, tropic_type type, int64_t k)
{
    if (!values) return 1;
    switch (type) {
    case TROPIC_BOOL: return ((const bool *)values)[k];
    case TROPIC_INT8: return ((const int8_t *)values)[k];
    case TROPIC_INT16: return ((const int16_t *)values)[k];
    case TROPIC_INT32: return ((const int32_t *)values)[k];
    case TROPIC_INT64: return ((const int64_t *)values)[k];
    case TROPIC_UINT8: return ((const uint8_t *)values)[k];
    case TROPIC_UINT16: return ((const uint16_t *)values)[k];
    case TROPIC_UINT32: return ((const uint32_t *)values)[k];
    case TROPIC_UINT64: return ((const uint64_t *)values)[k];
    case TROPIC_FP32: return (long double)((const float *)values)[k];
    case TROPIC_FP64: return (long double)((const double *)values)[k];
    }
    return 0;
}

reference_verdict verify_weight(const verify_report *report, bool exact, int64_t integer, double real, int64_t edges,
                                long double weight, long double size)
{
    if (exact && (long double)integer != weight)
        return verify_told(report, "the weight is told as %" PRId64 ", but is %.0Lf", integer, weight);
    /* (Equal where both are infinite.) */
    if (real != weight &&
        !(fabsl((long double)real - weight) <= (long double)(edges + 1) * (long double)DBL_EPSILON * size))
        return verify_told(report, "the weight is told as %.17g, but is %.18Lg", real, weight);
    return REFERENCE_MATCH;
}

bool verify_arcs_of(const verify_report *report, verify_arcs *arcs, tropic_context *context)
{
    const tropic_matrix *A = report->A;
    *arcs = (verify_arcs){.A = A, .n = tropic_matrix_rows(A), .type = tropic_matrix_type(A)};
    if (tropic_matrix_csr(A, context, &arcs->offsets, &arcs->ids, &arcs->weights) == TROPIC_OK) return true;
    return verify_failed(report, "the graph cannot be read"), false;
}
