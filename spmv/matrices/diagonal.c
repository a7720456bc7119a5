/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_matrix_diagonal and tropic_matrix_extract_diagonal.
 */
#include "spmv/matrices/matrix_calls.h"

tropic_status tropic_matrix_diagonal(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                     const tropic_operator *accum, const tropic_vector *u, tropic_index k,
                                     const tropic_descriptor *descriptor)
{
    tp_matrix_output o;
    tp_line line = {.down = true, .right = true};
    int64_t n;
    tp_lists T;
    TP_TRY(tp_matrix_output_open(&o, C, context, mask, accum, descriptor));
    TP_TRY(tp_vector_check(context, u, "u", u ? u->n : 0)); /* of any length */
    n = u->n + (k < 0 ? -(int64_t)k : k);
    if (n > TROPIC_INDEX_MAX)
        return tp_fail(context, TROPIC_NOT_SUPPORTED, "the result would have %lld rows, of at most %d", (long long)n,
                       TROPIC_INDEX_MAX);
    if (o.descriptor.transpose) k = -k;
    line.row = k < 0 ? -k : 0;
    line.col = k < 0 ? 0 : k;
    TP_TRY(tp_matrix_output_check(&o, (tropic_index)n, (tropic_index)n, u->type, false));
    TP_TRY(tp_line_lists(context, u, line, o.rows, &T));
    return TP_BACKEND_PART(context, matrix)->write_lists(&o, &T);
}

/* Number of places of diagonal k. */
static tropic_index places(tropic_index rows, tropic_index cols, int64_t k)
{
    const int64_t down = k < 0 ? rows + k : rows, right = k < 0 ? cols : cols - k, n = down < right ? down : right;
    return n < 0 ? 0 : (tropic_index)n;
}

tropic_status tropic_matrix_extract_diagonal(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                             const tropic_matrix *A, tropic_index k,
                                             const tropic_descriptor *descriptor)
{
    tropic_context *context;
    tropic_descriptor d;
    tropic_index n;
    tp_lists T;
    int64_t diagonal;
    if (!w) return TROPIC_INVALID_ARGUMENT;
    context = w->context;
    TP_TRY(tp_outside_loops(context, "extract from matrices"));
    TP_TRY(tp_options_copy(context, &d, sizeof d, descriptor, "descriptor"));
    TP_TRY(tp_matrix_check_input(context, A, "A", true, w->type));
    diagonal = d.transpose ? -(int64_t)k : k;
    n = places(A->rows, A->cols, diagonal);
    TP_TRY(tp_vector_check(context, w, "w", n));
    TP_TRY(TP_BACKEND_PART(context, matrix)->diagonal(context, A, diagonal, n, &T));
    return tp_line_write(w, mask, accum, &T, A->type, NULL, n, descriptor);
}
