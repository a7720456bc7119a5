/* SPDX-License-Identifier: Apache-2.0
 *
 * Connected components:  label = min(label, A min.second label), until none changes. Each vertex of the file gets the
 * smallest id of its component. Arcs count both ways.
 */
#include <stdio.h>
#include <stdlib.h>
#include <tropic.h>

int main(int argc, char **argv)
{
    const tropic_semiring *min_second = tropic_semiring_builtin(TROPIC_MIN_SECOND, TROPIC_INT64);
    const tropic_operator *min = tropic_operator_builtin(TROPIC_MIN, TROPIC_INT64);
    const tropic_operator *differs = tropic_operator_builtin(TROPIC_NE, TROPIC_INT64);
    const tropic_load_options edges = {
        .size = sizeof edges, .direction = TROPIC_DIRECTION_UNDIRECTED, .ignore_values = true};
    bool changed = true;
    int64_t *ids = NULL;
    tropic_context *c = NULL;
    tropic_matrix *A = NULL;
    tropic_vector *label = NULL, *before = NULL, *change = NULL;

    if (argc != 2) return fprintf(stderr, "usage: components GRAPH\n"), 2;
    tropic_status e = tropic_context_create(&c, NULL);
    if (!e) e = tropic_matrix_load(&A, c, argv[1], &edges);
    const tropic_index n = tropic_matrix_rows(A);
    if (!e && !(ids = calloc((size_t)n, sizeof *ids))) e = TROPIC_OUT_OF_MEMORY;
    for (tropic_index v = 0; !e && v < n; v++) ids[v] = tropic_matrix_label(A, v);
    if (!e) e = tropic_vector_create(&label, c, TROPIC_INT64, n);
    if (!e) e = tropic_vector_create(&before, c, TROPIC_INT64, n);
    if (!e) e = tropic_vector_create(&change, c, TROPIC_BOOL, n);
    if (!e) e = tropic_vector_put_dense(label, ids, NULL);
    while (!e && changed) {
        e = tropic_assign(before, NULL, NULL, label, NULL, n, NULL);
        if (!e) e = tropic_mxv(label, NULL, min, min_second, A, label, NULL);
        if (!e) e = tropic_ewise_multiply(change, NULL, NULL, differs, label, before, NULL);
        if (!e) e = tropic_reduce(&changed, tropic_operator_builtin(TROPIC_LOR, TROPIC_BOOL), change);
    }
    if (!e) e = tropic_vector_get_dense(label, ids, NULL);
    if (e) fprintf(stderr, "%s\n", tropic_context_error(c));
    for (tropic_index v = 0; !e && v < n; v++)
        printf("%lld %lld\n", (long long)tropic_matrix_label(A, v), (long long)ids[v]);
    tropic_vector_free(&label), tropic_vector_free(&before), tropic_vector_free(&change);
    tropic_matrix_free(&A), tropic_context_free(&c);
    return free(ids), e != TROPIC_OK;
}
