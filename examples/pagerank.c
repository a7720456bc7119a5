/* SPDX-License-Identifier: Apache-2.0
 *
 * PageRank of an undirected graph:  r = (1 - d) / n + d * A' (plus.first) (r / degree)
 */
#include <stdio.h>
#include <tropic_define.h>

#define D 0.85
TROPIC_OPERATOR(damped, double, double, double, 0.85 * x + y);

int main(void)
{
    const tropic_semiring *plus_first = tropic_semiring_builtin(TROPIC_PLUS_FIRST, TROPIC_FP64);
    const tropic_semiring *count = tropic_semiring_builtin(TROPIC_PLUS_PAIR, TROPIC_FP64);
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64);
    const tropic_operator *divide = tropic_operator_builtin(TROPIC_DIVIDE, TROPIC_FP64);
    const double start = 1.0 / 34, rest = (1 - D) / 34;
    double sum = 0, last = 0;
    tropic_context *c = NULL;
    tropic_matrix *A = NULL;
    tropic_operator *step = NULL;
    tropic_vector *r = NULL, *degree = NULL;

    tropic_status e = tropic_context_create(&c, NULL);
    if (!e) e = tropic_matrix_load(&A, c, "matrices/karate.mtx", NULL);
    if (!e) e = tropic_operator_create(&step, c, &damped);
    if (!e) e = tropic_vector_create(&r, c, TROPIC_FP64, 34);
    if (!e) e = tropic_vector_create(&degree, c, TROPIC_FP64, 34);
    if (!e) e = tropic_vector_fill(r, &start);
    if (!e) e = tropic_mxv(degree, NULL, NULL, count, A, r, NULL);
    for (int round = 0; round < 100 && !e; round++) {
        e = tropic_ewise_multiply(r, NULL, NULL, divide, r, degree, NULL);
        if (!e) e = tropic_vxm(r, NULL, NULL, plus_first, r, A, NULL);
        if (!e) e = tropic_apply(r, NULL, NULL, step, r, &rest, NULL);
    }
    if (!e) e = tropic_reduce(&sum, plus, r);
    if (!e) e = tropic_vector_get(r, 33, &last, NULL);
    if (e) fprintf(stderr, "%s\n", tropic_context_error(c));
    printf("vertex 34: %.6f of %.6f\n", last, sum);
    tropic_vector_free(&r), tropic_vector_free(&degree), tropic_operator_free(&step);
    tropic_matrix_free(&A), tropic_context_free(&c);
    return e || !(fabs(sum - 1) < 1e-12) || !(fabs(last - 0.100919) < 1e-6);
}
