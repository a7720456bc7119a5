/* SPDX-License-Identifier: Apache-2.0
 *
 * Answers by SuiteSparse:GraphBLAS.
 */
#include <stdlib.h>
#include <string.h>

#include "reference/grb_answers.h"

reference_verdict grb_verdict(const verify_report *report, GrB_Info info)
{
    if (info == GrB_SUCCESS) return REFERENCE_MATCH;
    if (info == GrB_OUT_OF_MEMORY) return verify_failed(report, "no memory for the reference");
    if (info == GrB_INVALID_VALUE && tropic_suitesparse_error()[0])
        return verify_failed(report, "%s", tropic_suitesparse_error());
    if (info == GRB_ABSORBED)
        return verify_failed(report, "rounding absorbs a length, and the reference does not order what lies behind it");
    return verify_failed(report, "GraphBLAS failed with code %d", (int)info);
}

reference_verdict answer_levels(const verify_report *report, int32_t *level, tropic_context *context,
                                tropic_index source)
{
    const tropic_matrix *A = report->A;
    GrB_Index n = (GrB_Index)tropic_matrix_rows(A), count = n;
    GrB_Index *ids = malloc((size_t)n * sizeof *ids);
    int32_t *values = malloc((size_t)n * sizeof *values);
    grb_graph G = {0};
    GrB_Vector found = NULL;
    GrB_Info info = ids && values ? GrB_SUCCESS : GrB_OUT_OF_MEMORY;
    GRB_DO(grb_graph_new(&G, A, context, TROPIC_BOOL));
    GRB_DO(grb_bfs(&found, NULL, &G, (GrB_Index)source));
    GRB_DO(GrB_Vector_extractTuples_INT32(ids, values, &count, found));
    if (info == GrB_SUCCESS) {
        for (GrB_Index v = 0; v < n; v++) level[v] = -1;
        for (GrB_Index k = 0; k < count; k++) level[ids[k]] = values[k];
    }
    GrB_Vector_free(&found);
    grb_graph_free(&G);
    free(ids);
    free(values);
    return grb_verdict(report, info);
}

reference_verdict answer_distances(const verify_report *report, void *distance, bool *negative_cycle,
                                   tropic_context *context, tropic_type type, tropic_index source)
{
    const tropic_matrix *A = report->A;
    GrB_Index n = (GrB_Index)tropic_matrix_rows(A), count = n;
    GrB_Index *ids = malloc((size_t)n * sizeof *ids);
    int64_t *values = malloc((size_t)n * sizeof *values); /* or doubles, which are as large */
    grb_graph G = {0};
    GrB_Vector found = NULL;
    GrB_Info info = ids && values ? GrB_SUCCESS : GrB_OUT_OF_MEMORY;
    GRB_DO(grb_graph_new(&G, A, context, type));
    GRB_DO(grb_sssp(&found, negative_cycle, &G, type, (GrB_Index)source));
    if (type == TROPIC_INT64)
        GRB_DO(GrB_Vector_extractTuples_INT64(ids, values, &count, found));
    else
        GRB_DO(GrB_Vector_extractTuples_FP64(ids, (double *)(void *)values, &count, found));
    for (GrB_Index k = 0; info == GrB_SUCCESS && k < count; k++)
        memcpy((char *)distance + ids[k] * sizeof *values, values + k, sizeof *values);
    GrB_Vector_free(&found);
    grb_graph_free(&G);
    free(ids);
    free(values);
    return grb_verdict(report, info);
}
