/* SPDX-License-Identifier: Apache-2.0
 *
 * Breadth-first search in a graph file:  bfs GRAPH [ID]
 */
#include <stdio.h>
#include <tropic.h>

int main(int argc, char **argv)
{
    tropic_context *context = NULL;
    tropic_matrix *A = NULL;
    tropic_vector *level = NULL;
    tropic_index source = 0;
    long long id = 0;
    char rest = 0;
    tropic_run_report report = {.size = sizeof report};
    tropic_status status = TROPIC_INVALID_ARGUMENT;

    if (argc < 2 || argc > 3 || (argc > 2 && sscanf(argv[2], "%lld%c", &id, &rest) != 1))
        return fprintf(stderr, "usage: bfs GRAPH [ID]\n"), 2;
    if ((status = tropic_context_create(&context, NULL)) || (status = tropic_matrix_load(&A, context, argv[1], NULL)))
        goto done;
    if (argc > 2) source = tropic_matrix_find(A, id);
    if ((status = tropic_vector_create(&level, context, TROPIC_INT32, tropic_matrix_rows(A))) ||
        (status = tropic_bfs(level, NULL, A, source, NULL, &report)))
        goto done;
    printf("%s: %lld of %d vertices reached in %lld levels\n", argv[1], (long long)report.reached,
           tropic_matrix_rows(A), (long long)report.levels);
done:
    if (status) fprintf(stderr, "%s\n", tropic_context_error(context));
    tropic_vector_free(&level);
    tropic_matrix_free(&A);
    tropic_context_free(&context);
    return status != TROPIC_OK;
}
