/* SPDX-License-Identifier: Apache-2.0
 *
 * Widest paths: those whose narrowest arc is widest:  w = max(w, w max.min A)
 */
#include <stdio.h>
#include <tropic_define.h>

int main(int argc, char **argv)
{
    const tropic_index from[] = {0, 0, 1, 2, 3}, to[] = {1, 2, 3, 3, 4};
    const double arc[] = {5, 8, 3, 4, 9}, expected[] = {INFINITY, 5, 8, 4, 4}, first = INFINITY;
    const tropic_semiring *semiring = tropic_semiring_builtin(TROPIC_MAX_MIN, TROPIC_FP64);
    const tropic_operator *max = tropic_operator_builtin(TROPIC_MAX, TROPIC_FP64);
    double best[5] = {-1};
    tropic_context *c = NULL;
    tropic_matrix *A = NULL;
    tropic_vector *w = NULL;

    if (argc > 1) return fprintf(stderr, "usage: %s (its graph is in the source)\n", argv[0]), 2;
    tropic_status e = tropic_context_create(&c, NULL);
    if (!e) e = tropic_matrix_from_coo(&A, c, 5, 5, 5, from, to, TROPIC_FP64, arc, NULL);
    if (!e) e = tropic_vector_create(&w, c, TROPIC_FP64, 5);
    if (!e) e = tropic_vector_set(w, 0, &first);
    for (int round = 1; round < 5 && !e; round++) e = tropic_vxm(w, NULL, max, semiring, w, A, NULL);
    if (!e) e = tropic_vector_get_dense(w, best, NULL);
    if (e) fprintf(stderr, "%s\n", tropic_context_error(c));
    for (int v = 0; !e && v < 5; v++) printf("%d %g\n", v, best[v]);
    tropic_vector_free(&w), tropic_matrix_free(&A), tropic_context_free(&c);
    return e || memcmp(best, expected, sizeof best) != 0;
}
