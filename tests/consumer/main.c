/* SPDX-License-Identifier: Apache-2.0
 *
 * A plain C11 program that uses the library: betweenness of a path of five vertices, 0 3 4 3 0; and its neighbours'
 * greatest number, over a semiring of its own whose function is of <math.h>.
 */
#include <stdio.h>
#include <tropic_define.h>

TROPIC_STRUCT(pair, double x; double y;);
TROPIC_SEMIRING(greatest, double, bool, double, fmax(a, b), y, -INFINITY);

int header_from_cpp(void);

int main(void)
{
    const tropic_index rows[] = {0, 1, 2, 3}, cols[] = {1, 2, 3, 4};
    const double expected[] = {0, 3, 4, 3, 0};
    const double numbers[] = {1, 5, 2, 4, 3}, neighbours[] = {5, 2, 5, 3, 4};
    double got[5], found[5];
    tropic_context_options device = {.size = sizeof device, .device = TROPIC_DEVICE_CPU};
    tropic_build_options build = {.size = sizeof build, .direction = TROPIC_DIRECTION_UNDIRECTED};
    tropic_bc_options halved = {.size = sizeof halved, .normalize = TROPIC_NORMALIZE_PAIRS};
    tropic_context *context = NULL;
    tropic_matrix *A = NULL;
    tropic_vector *centrality = NULL, *number = NULL;
    tropic_semiring *semiring = NULL;
    tropic_type type;
    int wrong = header_from_cpp();

    if (tropic_context_create(&context, &device) ||
        tropic_matrix_from_coo(&A, context, 5, 5, 4, rows, cols, TROPIC_BOOL, NULL, &build) ||
        tropic_vector_create(&centrality, context, TROPIC_FP64, 5) || tropic_bc(centrality, A, &halved, NULL) ||
        tropic_vector_get_dense(centrality, got, NULL) || tropic_type_define(&type, context, &pair_type) ||
        tropic_semiring_create(&semiring, context, &greatest) ||
        tropic_vector_create(&number, context, TROPIC_FP64, 5) || tropic_vector_put_dense(number, numbers, NULL) ||
        tropic_mxv(centrality, NULL, NULL, semiring, A, number, NULL) ||
        tropic_vector_get_dense(centrality, found, NULL)) {
        fprintf(stderr, "%s\n", tropic_context_error(context));
        wrong = 1;
    } else {
        for (int i = 0; i < 5; i++) wrong |= !(got[i] == expected[i] && found[i] == neighbours[i]);
        printf("tropic %s: %g %g %g %g %g\n", tropic_version(), got[0], got[1], got[2], got[3], got[4]);
    }
    tropic_vector_free(&centrality);
    tropic_vector_free(&number);
    tropic_semiring_free(&semiring);
    tropic_matrix_free(&A);
    tropic_context_free(&context);
    return wrong;
}
