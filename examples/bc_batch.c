/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness from five sources at once, a row for each. F[d]: path counts of level d, P: of all, B: 1 + dependencies.
 */
#include <stdio.h>
#include <tropic.h>

int main(int argc, char **argv)
{
    const tropic_index from[] = {0, 0, 1, 1, 2, 2, 3, 3, 3, 4}, to[] = {1, 3, 0, 2, 1, 3, 0, 2, 4, 3};
    const tropic_index ids[] = {0, 1, 2, 3, 4}; /* a square 0 1 2 3 with a tail 3 4, both arcs of each edge */
    const double ones[] = {1, 1, 1, 1, 1}, *b = NULL;
    const tropic_operator *times = tropic_operator_builtin(TROPIC_TIMES, TROPIC_FP64);
    const tropic_operator *divide = tropic_operator_builtin(TROPIC_DIVIDE, TROPIC_FP64);
    const tropic_semiring *plus_first = tropic_semiring_builtin(TROPIC_PLUS_FIRST, TROPIC_FP64);
    const tropic_descriptor unseen = {.size = sizeof unseen, .structure = true, .complement = true};
    const tropic_descriptor level = {.size = sizeof level, .structure = true, .replace = true};
    tropic_context *c = NULL;
    tropic_matrix *A = NULL, *P = NULL, *B = NULL, *W = NULL, *F[5] = {NULL};
    if (argc > 1) return fprintf(stderr, "usage: %s (its graph is in the source)\n", argv[0]), 2;
    tropic_status e = tropic_context_create(&c, NULL);
    if (!e) e = tropic_matrix_from_coo(&A, c, 5, 5, 10, from, to, TROPIC_BOOL, NULL, NULL);
    if (!e) e = tropic_matrix_from_coo(&F[0], c, 5, 5, 5, ids, ids, TROPIC_FP64, ones, NULL);
    if (!e) e = tropic_matrix_duplicate(&P, c, F[0]);
    for (int d = 0; !e && d < 4; d++) {
        e = tropic_mxm(&F[d + 1], c, P, NULL, plus_first, F[d], A, &unseen); /* F[d+1]<!P> = F[d] A */
        if (!e) e = tropic_matrix_ewise_add(&P, c, NULL, NULL, tropic_semiring_add(plus_first), P, F[d + 1], NULL);
    }
    if (!e) e = tropic_matrix_ewise_multiply(&B, c, NULL, NULL, divide, P, P, NULL); /* B = 1 */
    for (int d = 4; !e && d > 1; d--) {
        e = tropic_matrix_ewise_multiply(&W, c, F[d], NULL, divide, B, P, &level); /* W<F[d]> = B / P */
        if (!e) e = tropic_mxm(&W, c, F[d - 1], NULL, plus_first, W, A, &level);   /* W<F[d-1]> = W A', where A' = A */
        if (!e) e = tropic_matrix_ewise_multiply(&B, c, NULL, tropic_semiring_add(plus_first), times, W, P, NULL);
    }
    if (!e) e = tropic_matrix_csr(B, c, NULL, NULL, (const void **)&b);
    if (e) fprintf(stderr, "%s\n", tropic_context_error(c));
    for (int v = 0; !e && v < 5; v++) printf("%d %g\n", v, b[v] + b[v + 5] + b[v + 10] + b[v + 15] + b[v + 20] - 5);
    for (int d = 0; d < 5; d++) tropic_matrix_free(&F[d]);
    tropic_matrix_free(&A), tropic_matrix_free(&P), tropic_matrix_free(&B), tropic_matrix_free(&W);
    return tropic_context_free(&c), e != TROPIC_OK;
}
