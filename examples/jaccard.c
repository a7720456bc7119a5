/* SPDX-License-Identifier: Apache-2.0
 *
 * How alike two neighbours of an undirected graph are (Jaccard): the neighbours of both, over the neighbours of either.
 *     S<A> = A plus.pair A;   D has degrees on its diagonal;   J(i,j) = S(i,j) / (D(i,i) + D(j,j) - S(i,j))
 */
#include <stdio.h>
#include <tropic_define.h>

TROPIC_OPERATOR(jaccard, double, double, double, x / (y - x));

int main(int argc, char **argv)
{
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64);
    const tropic_semiring *plus_pair = tropic_semiring_builtin(TROPIC_PLUS_PAIR, TROPIC_FP64);
    const tropic_semiring *plus_first = tropic_semiring_builtin(TROPIC_PLUS_FIRST, TROPIC_FP64);
    const tropic_semiring *plus_second = tropic_semiring_builtin(TROPIC_PLUS_SECOND, TROPIC_FP64);
    const tropic_descriptor arcs = {.size = sizeof arcs, .structure = true};
    const tropic_load_options pattern = {.size = sizeof pattern, .ignore_values = true, .loops = TROPIC_LOOPS_DROP};
    double most = -1, sum = -1;
    tropic_context *c = NULL;
    tropic_operator *op = NULL;
    tropic_vector *degree = NULL;
    tropic_matrix *A = NULL, *S = NULL, *D = NULL, *J = NULL;

    if (argc != 2) return fprintf(stderr, "usage: jaccard GRAPH\n"), 2;
    tropic_status e = tropic_context_create(&c, NULL);
    if (!e) e = tropic_operator_create(&op, c, &jaccard);
    if (!e) e = tropic_matrix_load(&A, c, argv[1], &pattern);
    if (!e) e = tropic_mxm(&S, c, A, NULL, plus_pair, A, A, &arcs);
    if (!e) e = tropic_vector_create(&degree, c, TROPIC_FP64, tropic_matrix_rows(A));
    if (!e) e = tropic_reduce_matrix(degree, NULL, NULL, plus, A, NULL);
    if (!e) e = tropic_matrix_diagonal(&D, c, NULL, NULL, degree, 0, NULL);
    if (!e) e = tropic_mxm(&J, c, NULL, NULL, plus_first, D, A, NULL);  /* D(i,i) */
    if (!e) e = tropic_mxm(&J, c, NULL, plus, plus_second, A, D, NULL); /* + D(j,j) */
    if (!e) e = tropic_matrix_ewise_multiply(&J, c, NULL, NULL, op, S, J, NULL);
    if (!e) e = tropic_matrix_reduce(&most, c, tropic_operator_builtin(TROPIC_MAX, TROPIC_FP64), J);
    if (!e) e = tropic_matrix_reduce(&sum, c, plus, J);
    if (e)
        fprintf(stderr, "%s\n", tropic_context_error(c));
    else
        printf("%lld pairs, sum %.6f, maximum %.6f\n", (long long)tropic_matrix_count(J) / 2, sum / 2, most);
    tropic_matrix_free(&A), tropic_matrix_free(&S), tropic_matrix_free(&D), tropic_matrix_free(&J);
    return tropic_vector_free(&degree), tropic_operator_free(&op), tropic_context_free(&c), e != TROPIC_OK;
}
