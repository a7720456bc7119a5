/* SPDX-License-Identifier: Apache-2.0
 *
 * Shortest paths:  d = min(d, d min.plus A), once for each vertex.
 */
#include <stdio.h>
#include <tropic_define.h>

int main(int argc, char **argv)
{
    const tropic_index from[] = {0, 0, 1, 2}, to[] = {1, 2, 3, 3};
    const double length[] = {1, 4, 7, 2}, expected[] = {0, 1, 4, 6}, zero = 0;
    const tropic_semiring *min_plus = tropic_semiring_builtin(TROPIC_MIN_PLUS, TROPIC_FP64);
    const tropic_operator *min = tropic_operator_builtin(TROPIC_MIN, TROPIC_FP64);
    double distance[4] = {-1};
    tropic_context *c = NULL;
    tropic_matrix *A = NULL;
    tropic_vector *d = NULL;

    if (argc > 1) return fprintf(stderr, "usage: %s (its graph is in the source)\n", argv[0]), 2;
    tropic_status e = tropic_context_create(&c, NULL);
    if (!e) e = tropic_matrix_from_coo(&A, c, 4, 4, 4, from, to, TROPIC_FP64, length, NULL);
    if (!e) e = tropic_vector_create(&d, c, TROPIC_FP64, 4);
    if (!e) e = tropic_vector_set(d, 0, &zero);
    for (int round = 1; round < 4 && !e; round++) e = tropic_vxm(d, NULL, min, min_plus, d, A, NULL);
    if (!e) e = tropic_vector_get_dense(d, distance, NULL);
    if (e) fprintf(stderr, "%s\n", tropic_context_error(c));
    for (int v = 0; !e && v < 4; v++) printf("%d %g\n", v, distance[v]);
    tropic_vector_free(&d), tropic_matrix_free(&A), tropic_context_free(&c);
    return e || memcmp(distance, expected, sizeof distance) != 0;
}
