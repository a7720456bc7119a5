/* SPDX-License-Identifier: Apache-2.0
 *
 * A graph whose vertices are contracted to clusters:  C = S' A S, where S(v,k) stands for vertex v in cluster k. C(k,l)
 * is the number of arcs from cluster k to cluster l. Here cluster k has the vertices of 2^k to 2^(k+1) - 1 arcs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <tropic.h>

enum { CLUSTERS = 8 * sizeof(tropic_index) };

int main(int argc, char **argv)
{
    const tropic_semiring *plus_times = tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_INT64);
    const tropic_descriptor first = {.size = sizeof first, .transpose = true};
    const tropic_load_options pattern = {.size = sizeof pattern, .ignore_values = true};
    const tropic_offset *offsets = NULL;
    const int64_t *arcs = NULL;
    const tropic_index *ids = NULL;
    tropic_index *vertex = NULL, *cluster = NULL;
    tropic_context *context = NULL;
    tropic_matrix *A = NULL, *S = NULL, *T = NULL, *C = NULL;

    if (argc != 2) return fprintf(stderr, "usage: contraction GRAPH\n"), 2;
    tropic_status status = tropic_context_create(&context, NULL);
    if (!status) status = tropic_matrix_load(&A, context, argv[1], &pattern);
    const tropic_index n = tropic_matrix_rows(A);
    if (!status) status = tropic_matrix_csr(A, context, &offsets, NULL, NULL);
    if (!status) vertex = calloc((size_t)n, sizeof *vertex), cluster = calloc((size_t)n, sizeof *cluster);
    if (!status && !(vertex && cluster)) status = TROPIC_OUT_OF_MEMORY;
    for (tropic_index v = 0; !status && v < n; v++) {
        vertex[v] = v;
        for (tropic_offset degree = offsets[v + 1] - offsets[v]; degree > 1; degree /= 2) cluster[v]++;
    }
    if (!status) status = tropic_matrix_from_coo(&S, context, n, CLUSTERS, n, vertex, cluster, TROPIC_BOOL, NULL, NULL);
    if (!status) status = tropic_mxm(&T, context, NULL, NULL, plus_times, A, S, NULL);
    if (!status) status = tropic_mxm(&C, context, NULL, NULL, plus_times, S, T, &first);
    if (!status) status = tropic_matrix_csr(C, context, &offsets, &ids, (const void **)&arcs);
    if (status) fprintf(stderr, "%s\n", tropic_context_error(context));
    for (tropic_index k = 0; !status && k < CLUSTERS; k++)
        for (tropic_offset e = offsets[k]; e < offsets[k + 1]; e++)
            printf("%d -> %d: %lld\n", k, ids[e], (long long)arcs[e]);
    tropic_matrix_free(&A), tropic_matrix_free(&S), tropic_matrix_free(&T), tropic_matrix_free(&C);
    tropic_context_free(&context);
    return free(vertex), free(cluster), status != TROPIC_OK;
}
