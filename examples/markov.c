/* SPDX-License-Identifier: Apache-2.0
 *
 * Markov clustering of an undirected graph: M(i,j) is the part of j's walks that are at i. It begins with A + I.
 */
#include <stdio.h>
#include <tropic_define.h>

TROPIC_SEMIRING(inflate, double, double, double, a + b, x / y * x, 0.0);

int main(int argc, char **argv)
{
    const tropic_operator *ge = tropic_operator_builtin(TROPIC_GE, TROPIC_FP64);
    const tropic_semiring *plus_times = tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_FP64);
    const tropic_descriptor first = {.size = sizeof first, .transpose = true, .structure = true};
    const tropic_load_options pattern = {.size = sizeof pattern, .ignore_values = true, .loops = TROPIC_LOOPS_DROP};
    double least = 1e-4, one = 1, clusters = -1;
    tropic_context *c = NULL;
    tropic_semiring *op = NULL;
    tropic_vector *v = NULL;
    tropic_matrix *A = NULL, *I = NULL, *M = NULL, *D = NULL;

    if (argc != 2) return fprintf(stderr, "usage: markov GRAPH\n"), 2;
    tropic_status e = tropic_context_create(&c, NULL);
    if (!e) e = tropic_semiring_create(&op, c, &inflate);
    if (!e) e = tropic_matrix_load(&A, c, argv[1], &pattern);
    if (!e) e = tropic_vector_create(&v, c, TROPIC_FP64, tropic_matrix_rows(A));
    if (!e) e = tropic_assign_scalar(v, NULL, NULL, &one, NULL, tropic_vector_size(v), NULL);
    if (!e) e = tropic_matrix_diagonal(&I, c, NULL, NULL, v, 0, NULL);
    if (!e) e = tropic_matrix_ewise_add(&M, c, NULL, NULL, tropic_semiring_add(plus_times), A, I, NULL);
    for (int step = 0; !e && step < 20; step++) {
        e = tropic_mxm(&D, c, I, NULL, plus_times, M, M, &first);                 /* the sum of each column's squares */
        if (!e) e = tropic_mxm(&M, c, NULL, NULL, op, M, D, NULL);                /* inflation, and columns to sum 1 */
        if (!e) e = tropic_mxm(&M, c, NULL, NULL, plus_times, M, M, NULL);        /* expansion */
        if (!e) e = tropic_matrix_select(&M, c, NULL, NULL, ge, M, &least, NULL); /* pruning */
    }
    if (!e) e = tropic_matrix_extract_diagonal(v, NULL, NULL, M, 0, NULL);
    if (!e) e = tropic_reduce(&clusters, tropic_semiring_add(plus_times), v); /* M = M M: its trace is its rank */
    if (e)
        fprintf(stderr, "%s\n", tropic_context_error(c));
    else
        printf("%.6f clusters\n", clusters);
    tropic_matrix_free(&A), tropic_matrix_free(&I), tropic_matrix_free(&M), tropic_matrix_free(&D);
    return tropic_vector_free(&v), tropic_semiring_free(&op), tropic_context_free(&c), e != TROPIC_OK;
}
