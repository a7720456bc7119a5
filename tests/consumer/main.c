/* SPDX-License-Identifier: Apache-2.0
 *
 * A plain C11 program that uses the library: betweenness of a path of five vertices, 0 3 4 3 0.
 */
#include <stdio.h>
#include <tropic.h>

int header_from_cpp(void);

int main(void)
{
    const tropic_index rows[] = {0, 1, 2, 3}, cols[] = {1, 2, 3, 4};
    const double expected[] = {0, 3, 4, 3, 0};
    double got[5];
    tropic_context_options device = {.size = sizeof device, .device = TROPIC_DEVICE_CPU};
    tropic_build_options build = {.size = sizeof build, .direction = TROPIC_DIRECTION_UNDIRECTED};
    tropic_bc_options halved = {.size = sizeof halved, .normalize = TROPIC_NORMALIZE_PAIRS};
    tropic_context *context = NULL;
    tropic_matrix *A = NULL;
    tropic_vector *centrality = NULL;
    int wrong = header_from_cpp();

    if (tropic_context_create(&context, &device) ||
        tropic_matrix_from_coo(&A, context, 5, 5, 4, rows, cols, TROPIC_BOOL, NULL, &build) ||
        tropic_vector_create(&centrality, context, TROPIC_FP64, 5) ||
        tropic_bc(centrality, A, &halved, NULL) || tropic_vector_get_dense(centrality, got, NULL)) {
        fprintf(stderr, "%s\n", tropic_context_error(context));
        wrong = 1;
    } else {
        for (int i = 0; i < 5; i++) wrong |= !(got[i] == expected[i]);
        printf("tropic %s: %g %g %g %g %g\n", tropic_version(), got[0], got[1], got[2], got[3],
               got[4]);
    }
    tropic_vector_free(&centrality);
    tropic_matrix_free(&A);
    tropic_context_free(&context);
    return wrong;
}
