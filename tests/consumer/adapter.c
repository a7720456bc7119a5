/* SPDX-License-Identifier: Apache-2.0
 *
 * A matrix of GraphBLAS becomes one of Tropic.
 */
#include <stdio.h>
#include <tropic_suitesparse.h>

int main(void)
{
    const tropic_context_options device = {.size = sizeof device, .device = TROPIC_DEVICE_CPU};
    tropic_context *context = NULL;
    tropic_matrix *A = NULL;
    GrB_Matrix G = NULL;
    int wrong = GrB_init(GrB_NONBLOCKING) != GrB_SUCCESS || GrB_Matrix_new(&G, GrB_FP64, 3, 4) != GrB_SUCCESS ||
                GrB_Matrix_setElement_FP64(G, 2.5, 1, 2) != GrB_SUCCESS ||
                tropic_context_create(&context, &device) != TROPIC_OK ||
                tropic_matrix_from_suitesparse(&A, context, G) != TROPIC_OK || tropic_matrix_count(A) != 1 ||
                tropic_matrix_cols(A) != 4;
    if (wrong) fprintf(stderr, "%s\n", tropic_suitesparse_error());
    tropic_matrix_free(&A);
    tropic_context_free(&context);
    GrB_Matrix_free(&G);
    GrB_finalize();
    return wrong;
}
