/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness centrality of a graph in the caller's own CSR arrays, which are used in place. The result goes directly
 * into the caller's array.
 */
#include <stdio.h>
#include <tropic.h>

int main(int argc, char **argv)
{
    /* A square 0 1 2 3 with a tail 3 4. Both arcs of each edge are listed. */
    const tropic_offset offsets[] = {0, 2, 4, 6, 9, 10};
    const tropic_index neighbours[] = {1, 3, 0, 2, 1, 3, 0, 2, 4, 3};
    double centrality[5] = {0};
    const tropic_build_options view = {.size = sizeof view, .view = true};
    const tropic_bc_options options = {.size = sizeof options, .normalize = TROPIC_NORMALIZE_PAIRS};
    tropic_context *context = NULL;
    tropic_matrix *A = NULL;
    tropic_vector *result = NULL;

    if (argc > 1) return fprintf(stderr, "usage: %s (its graph is in the source)\n", argv[0]), 2;
    tropic_status status = tropic_context_create(&context, NULL);
    if (!status) status = tropic_matrix_from_csr(&A, context, 5, 5, offsets, neighbours, TROPIC_BOOL, NULL, &view);
    if (!status) status = tropic_vector_view(&result, context, TROPIC_FP64, 5, centrality, TROPIC_HOST);
    if (!status) status = tropic_bc(result, A, &options, NULL);
    if (status) fprintf(stderr, "%s\n", tropic_context_error(context));
    for (int v = 0; !status && v < 5; v++) printf("%d %g\n", v, centrality[v]);

    tropic_vector_free(&result);
    tropic_matrix_free(&A);
    tropic_context_free(&context);
    return status != TROPIC_OK;
}
