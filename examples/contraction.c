/* SPDX-License-Identifier: Apache-2.0
 *
 * A graph whose vertices are contracted to clusters:  C = S' A S, where S(v,k) stands for vertex v in cluster k. C(k,l)
 * is the number of arcs from cluster k to cluster l. The graph is Zachary's karate club, the clusters are its factions.
 */
#include <stdio.h>
#include <tropic.h>

enum { N = 34, K = 2 };

int main(int argc, char **argv)
{
    const tropic_index faction[N] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0,
                                     0, 1, 0, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    const tropic_semiring *plus_times = tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_INT64);
    const tropic_descriptor first = {.size = sizeof first, .transpose = true};
    const tropic_load_options pattern = {.size = sizeof pattern, .ignore_values = true};
    const tropic_offset *offsets = NULL;
    const int64_t *arcs = NULL;
    const tropic_index *ids = NULL;
    tropic_offset begin[N + 1] = {0};
    tropic_context *context = NULL;
    tropic_matrix *A = NULL, *S = NULL, *T = NULL, *C = NULL;

    for (int v = 0; v < N; v++) begin[v + 1] = v + 1; /* one entry in each row of S */
    if (argc < 2) return fprintf(stderr, "usage: contraction matrices/karate.mtx\n"), 2;
    tropic_status status = tropic_context_create(&context, NULL);
    if (!status) status = tropic_matrix_load(&A, context, argv[1], &pattern);
    if (!status) status = tropic_matrix_from_csr(&S, context, N, K, begin, faction, TROPIC_BOOL, NULL, NULL);
    if (!status) status = tropic_mxm(&T, context, NULL, NULL, plus_times, A, S, NULL);
    if (!status) status = tropic_mxm(&C, context, NULL, NULL, plus_times, S, T, &first);
    if (!status) status = tropic_matrix_csr(C, context, &offsets, &ids, (const void **)&arcs);
    if (status) fprintf(stderr, "%s\n", tropic_context_error(context));
    for (tropic_index k = 0; !status && k < K; k++)
        for (tropic_offset e = offsets[k]; e < offsets[k + 1]; e++)
            printf("%d -> %d: %lld\n", k, ids[e], (long long)arcs[e]);
    tropic_matrix_free(&A), tropic_matrix_free(&S), tropic_matrix_free(&T), tropic_matrix_free(&C);
    return tropic_context_free(&context), status != TROPIC_OK;
}
