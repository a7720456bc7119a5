/* SPDX-License-Identifier: Apache-2.0
 *
 * The number of vertices within K arcs:  seen<!seen> = f or.and A, K times, from one vertex.
 */
#include <stdio.h>
#include <tropic_define.h>

int main(void)
{
    enum { K = 2, EXPECTED = 26 }; /* vertex 1 of the karate club */
    const tropic_descriptor fresh = {.size = sizeof fresh, .complement = true, .structure = true, .replace = true};
    const tropic_descriptor there = {.size = sizeof there, .structure = true};
    const tropic_semiring *or_and = tropic_semiring_builtin(TROPIC_OR_AND, TROPIC_BOOL);
    const bool yes = true;
    int within = 0;
    tropic_context *c = NULL;
    tropic_matrix *A = NULL;
    tropic_vector *f = NULL, *seen = NULL;

    tropic_status e = tropic_context_create(&c, NULL);
    if (!e) e = tropic_matrix_load(&A, c, "matrices/karate.mtx", NULL);
    if (!e) e = tropic_vector_create(&f, c, TROPIC_BOOL, tropic_matrix_rows(A));
    if (!e) e = tropic_vector_create(&seen, c, TROPIC_BOOL, tropic_matrix_rows(A));
    if (!e) e = tropic_vector_set(f, 0, &yes);
    if (!e) e = tropic_vector_set(seen, 0, &yes);
    for (int k = 0; k < K && !e; k++) {
        e = tropic_vxm(f, seen, NULL, or_and, f, A, &fresh);
        if (!e) e = tropic_assign(seen, f, NULL, f, NULL, tropic_vector_size(f), &there);
    }
    if (!e) within = tropic_vector_count(seen);
    if (e) fprintf(stderr, "%s\n", tropic_context_error(c));
    printf("%d vertices within %d arcs\n", within, K);
    tropic_vector_free(&f), tropic_vector_free(&seen);
    tropic_matrix_free(&A), tropic_context_free(&c);
    return e || within != EXPECTED;
}
