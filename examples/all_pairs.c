/* SPDX-License-Identifier: Apache-2.0
 *
 * Distances between all pairs of vertices:  D = D min.plus D, where D begins as the arcs' lengths and zeros on the
 * diagonal. After k products D has the shortest paths of up to 2^k arcs.
 */
#include <stdio.h>
#include <tropic.h>

enum { N = 6 };

int main(int argc, char **argv)
{
    /* A ring of one-way arcs of length 1, a short cut 0 -> 3 of length 2, and the diagonal. */
    const tropic_index from[] = {0, 1, 2, 3, 4, 5, 0, 0, 1, 2, 3, 4, 5}, to[] = {1, 2, 3, 4, 5, 0, 3, 0, 1, 2, 3, 4, 5};
    const int32_t lengths[] = {1, 1, 1, 1, 1, 1, 2, 0, 0, 0, 0, 0, 0}, *distance = NULL;
    const tropic_semiring *min_plus = tropic_semiring_builtin(TROPIC_MIN_PLUS, TROPIC_INT32);
    const tropic_offset *offsets = NULL;
    const tropic_index *ids = NULL;
    tropic_context *context = NULL;
    tropic_matrix *D = NULL;

    if (argc > 1) return fprintf(stderr, "usage: %s (its graph is in the source)\n", argv[0]), 2;
    tropic_status status = tropic_context_create(&context, NULL);
    if (!status) status = tropic_matrix_from_coo(&D, context, N, N, 13, from, to, TROPIC_INT32, lengths, NULL);
    for (int arcs = 1; !status && arcs < N - 1; arcs *= 2)
        status = tropic_mxm(&D, context, NULL, NULL, min_plus, D, D, NULL);
    if (!status) status = tropic_matrix_csr(D, context, &offsets, &ids, (const void **)&distance);
    if (status) fprintf(stderr, "%s\n", tropic_context_error(context));
    for (tropic_index i = 0; !status && i < N; i++)
        for (tropic_offset k = offsets[i]; k < offsets[i + 1]; k++)
            printf("%d%c", distance[k], k + 1 < offsets[i + 1] ? ' ' : '\n');

    tropic_matrix_free(&D);
    tropic_context_free(&context);
    return status != TROPIC_OK;
}
