/* SPDX-License-Identifier: Apache-2.0
 *
 * Products of matrices by the definition.
 */
#include "tests/mxm_oracle.h"

tropic_matrix *mxm_matrix(tropic_context *context, test_graph *g, uint64_t seed)
{
    tropic_matrix *A = NULL;
    OWNED_MEMORY int64_t *values = NULL;
    test_deduplicate(g);
    values = calloc((size_t)g->count + 1, sizeof *values);
    for (int64_t k = 0; k < g->count; k++) values[k] = (int64_t)(test_random(&seed) % 9) - 4;
    assert_ok(context, tropic_matrix_from_coo(&A, context, g->rows, g->cols, g->count, g->row, g->col, TROPIC_INT64,
                                              values, NULL));
    test_graph_free(g);
    return A;
}

typedef struct arrays {
    const tropic_offset *offsets;
    const tropic_index *ids;
    const int64_t *values;
} arrays;

static arrays rows_of(tropic_context *context, const tropic_matrix *A)
{
    arrays a;
    assert_ok(context, tropic_matrix_csr(A, context, &a.offsets, &a.ids, (const void **)&a.values));
    return a;
}

tropic_matrix *mxm_oracle(tropic_context *context, const tropic_matrix *A, const tropic_matrix *B, mxm_multiply *f,
                          const bool *allowed)
{
    const tropic_index rows = tropic_matrix_rows(A), cols = tropic_matrix_cols(B);
    const arrays a = rows_of(context, A), b = rows_of(context, B);
    OWNED_MEMORY uint64_t *sum = calloc((size_t)cols + 1, sizeof *sum);
    OWNED_MEMORY bool *has = calloc((size_t)cols + 1, 1);
    OWNED_MEMORY tropic_offset *offsets = calloc((size_t)rows + 1, sizeof *offsets);
    tropic_offset count = 0, room = 1024;
    OWNED_MEMORY tropic_index *ids = malloc((size_t)room * sizeof *ids);
    OWNED_MEMORY int64_t *values = malloc((size_t)room * sizeof *values);
    tropic_matrix *C = NULL;
    for (tropic_index r = 0; r < rows; r++) {
        for (tropic_offset k = a.offsets[r]; k < a.offsets[r + 1]; k++)
            for (tropic_offset e = b.offsets[a.ids[k]]; e < b.offsets[a.ids[k] + 1]; e++) {
                sum[b.ids[e]] += (uint64_t)f(a.values[k], b.values[e], a.ids[k], b.ids[e], r);
                has[b.ids[e]] = true;
            }
        for (tropic_index j = 0; j < cols; j++) {
            if (has[j] && (!allowed || allowed[(size_t)r * (size_t)cols + (size_t)j])) {
                if (count == room) {
                    room *= 2;
                    ids = realloc(ids, (size_t)room * sizeof *ids);
                    values = realloc(values, (size_t)room * sizeof *values);
                }
                ids[count] = j;
                values[count++] = (int64_t)sum[j];
            }
            sum[j] = 0;
            has[j] = false;
        }
        offsets[r + 1] = count;
    }
    assert_ok(context, tropic_matrix_from_csr(&C, context, rows, cols, offsets, ids, TROPIC_INT64, values, NULL));
    return C;
}
