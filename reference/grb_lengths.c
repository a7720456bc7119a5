/* SPDX-License-Identifier: Apache-2.0
 *
 * Lengths that are decimals of few digits, as whole numbers for GraphBLAS.
 */
#include <stdlib.h>

#include "reference/decimals.h"
#include "reference/grb.h"

static GrB_Info replace(grb_graph *G, const GrB_Index *row, const GrB_Index *col, const int64_t *whole, GrB_Index count)
{
    GrB_Info info = GrB_SUCCESS;
    GrB_Matrix_free(&G->A);
    GrB_Matrix_free(&G->AT);
    GRB_DO(GrB_Matrix_new(&G->A, GrB_INT64, G->n, G->n));
    GRB_DO(GrB_Matrix_new(&G->AT, GrB_INT64, G->n, G->n));
    GRB_DO(GrB_Matrix_build_INT64(G->A, row, col, whole, count, GrB_FIRST_INT64));
    GRB_DO(GrB_transpose(G->AT, NULL, NULL, G->A, NULL));
    GRB_DO(GrB_wait(G->A, GrB_MATERIALIZE));
    GRB_DO(GrB_wait(G->AT, GrB_MATERIALIZE));
    return info;
}

GrB_Info grb_graph_decimals(grb_graph *G, tropic_type *type)
{
    const size_t room = (size_t)G->entries + 1;
    GrB_Index count = G->entries, *row = malloc(room * sizeof *row), *col = malloc(room * sizeof *col);
    double *values = malloc(room * sizeof *values);
    int64_t *whole = malloc(room * sizeof *whole);
    GrB_Info info = row && col && values && whole ? GrB_SUCCESS : GrB_OUT_OF_MEMORY;
    GRB_DO(GrB_Matrix_extractTuples_FP64(row, col, values, &count, G->A));
    if (info == GrB_SUCCESS && decimals_whole(whole, values, count, G->n, *type == TROPIC_FP32)) {
        *type = TROPIC_INT64;
        GRB_DO(replace(G, row, col, whole, count));
    }
    free(row);
    free(col);
    free(values);
    free(whole);
    return info;
}
