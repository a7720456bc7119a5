/* SPDX-License-Identifier: Apache-2.0
 *
 * The number of vertices within K arcs:  seen<!seen> = f or.and A, K times, from one vertex.
 */
#include <stdio.h>
#include <tropic.h>

int main(int argc, char **argv)
{
    enum { K = 2 };
    const tropic_descriptor fresh = {.size = sizeof fresh, .complement = true, .structure = true, .replace = true};
    const tropic_descriptor there = {.size = sizeof there, .structure = true};
    const tropic_semiring *or_and = tropic_semiring_builtin(TROPIC_OR_AND, TROPIC_BOOL);
    const tropic_load_options pattern = {.size = sizeof pattern, .ignore_values = true};
    const bool yes = true;
    tropic_index within = 0, from = 0;
    long long id = 0;
    char rest = 0;
    tropic_context *c = NULL;
    tropic_matrix *A = NULL;
    tropic_vector *f = NULL, *seen = NULL;

    if (argc < 2 || argc > 3 || (argc > 2 && sscanf(argv[2], "%lld%c", &id, &rest) != 1))
        return fprintf(stderr, "usage: neighbourhood GRAPH [ID]\n"), 2;
    tropic_status e = tropic_context_create(&c, NULL);
    if (!e) e = tropic_matrix_load(&A, c, argv[1], &pattern);
    if (!e && argc > 2) from = tropic_matrix_find(A, id);
    if (!e) e = tropic_vector_create(&f, c, TROPIC_BOOL, tropic_matrix_rows(A));
    if (!e) e = tropic_vector_create(&seen, c, TROPIC_BOOL, tropic_matrix_rows(A));
    if (!e) e = tropic_vector_set(f, from, &yes);
    if (!e) e = tropic_vector_set(seen, from, &yes);
    for (int k = 0; k < K && !e; k++) {
        e = tropic_vxm(f, seen, NULL, or_and, f, A, &fresh);
        if (!e) e = tropic_assign(seen, f, NULL, f, NULL, tropic_vector_size(f), &there);
    }
    if (!e) within = tropic_vector_count(seen);
    if (e)
        fprintf(stderr, "%s\n", tropic_context_error(c));
    else
        printf("%d vertices within %d arcs\n", within, K);
    tropic_vector_free(&f), tropic_vector_free(&seen);
    tropic_matrix_free(&A), tropic_context_free(&c);
    return e != TROPIC_OK;
}
