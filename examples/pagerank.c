/* SPDX-License-Identifier: Apache-2.0
 *
 * PageRank:  r = (1 - d) / n + A' (plus.first) (d r / degree). A vertex without arcs passes its rank to nobody: then
 * the ranks sum to less than 1. Its degree counts as 1, so that every vertex has one: full vectors are the fastest.
 */
#include <stdio.h>
#include <tropic_define.h>

#define D 0.85
TROPIC_OPERATOR(damped_share, double, double, double, 0.85 * x / y);

int main(int argc, char **argv)
{
    const tropic_semiring *plus_first = tropic_semiring_builtin(TROPIC_PLUS_FIRST, TROPIC_FP64);
    const tropic_semiring *count = tropic_semiring_builtin(TROPIC_PLUS_PAIR, TROPIC_FP64);
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64);
    const tropic_operator *max = tropic_operator_builtin(TROPIC_MAX, TROPIC_FP64);
    const tropic_load_options pattern = {.size = sizeof pattern, .ignore_values = true};
    double sum = 0, most = 0;
    tropic_index first = 0;
    tropic_context *c = NULL;
    tropic_matrix *A = NULL;
    tropic_operator *op = NULL;
    tropic_vector *r = NULL, *share = NULL, *degree = NULL;

    if (argc != 2) return fprintf(stderr, "usage: pagerank GRAPH\n"), 2;
    tropic_status e = tropic_context_create(&c, NULL);
    if (!e) e = tropic_matrix_load(&A, c, argv[1], &pattern);
    const tropic_index n = tropic_matrix_rows(A);
    const double start = 1.0 / n, rest = (1 - D) / n, one = 1;
    if (!e) e = tropic_operator_create(&op, c, &damped_share);
    if (!e) e = tropic_vector_create(&r, c, TROPIC_FP64, n);
    if (!e) e = tropic_vector_create(&share, c, TROPIC_FP64, n);
    if (!e) e = tropic_vector_create(&degree, c, TROPIC_FP64, n);
    if (!e) e = tropic_vector_fill(r, &start);
    if (!e) e = tropic_vector_fill(degree, &one);
    if (!e) e = tropic_mxv(degree, NULL, max, count, A, r, NULL);
    for (int round = 0; round < 100 && !e; round++) {
        e = tropic_ewise_multiply(share, NULL, NULL, op, r, degree, NULL);
        if (!e) e = tropic_vector_fill(r, &rest);
        if (!e) e = tropic_vxm(r, NULL, plus, plus_first, share, A, NULL);
    }
    if (!e) e = tropic_reduce(&sum, plus, r);
    for (tropic_index v = 0; !e && v < n; v++) {
        double rank = 0;
        e = tropic_vector_get(r, v, &rank, NULL);
        if (rank > most) most = rank, first = v;
    }
    if (e)
        fprintf(stderr, "%s\n", tropic_context_error(c));
    else
        printf("vertex %lld: %.6f of %.6f\n", (long long)tropic_matrix_label(A, first), most, sum);
    tropic_vector_free(&r), tropic_vector_free(&share), tropic_vector_free(&degree), tropic_operator_free(&op);
    return tropic_matrix_free(&A), tropic_context_free(&c), e != TROPIC_OK;
}
