/* SPDX-License-Identifier: Apache-2.0
 *
 * A layout of a graph, and its quality.
 */
#include <stdio.h>
#include <tropic.h>

int main(int argc, char **argv)
{
    tropic_context *c = NULL;
    tropic_matrix *A = NULL;
    tropic_vector *x = NULL, *y = NULL;
    tropic_layout_quality quality = {.size = sizeof quality};
    const tropic_layout_options options = {.size = sizeof options, .seed = 7};

    if (argc != 2) return fprintf(stderr, "usage: layout GRAPH\n"), 2;
    tropic_status e = tropic_context_create(&c, NULL);
    if (!e) e = tropic_matrix_load(&A, c, argv[1], NULL);
    if (!e) e = tropic_vector_create(&x, c, TROPIC_FP64, tropic_matrix_rows(A));
    if (!e) e = tropic_vector_create(&y, c, TROPIC_FP64, tropic_matrix_rows(A));
    if (!e) e = tropic_layout(x, y, NULL, A, &options, NULL);
    if (!e) e = tropic_layout_measure(&quality, A, x, y, NULL, 100, 1);
    if (e) fprintf(stderr, "%s\n", tropic_context_error(c));
    for (tropic_index v = 0; !e && v < tropic_matrix_rows(A); v++) {
        double at[2];
        bool there;
        e = tropic_vector_get(x, v, &at[0], &there);
        if (!e) e = tropic_vector_get(y, v, &at[1], &there);
        if (!e) printf("%lld\t%g\t%g\n", (long long)tropic_matrix_label(A, v), at[0], at[1]);
    }
    if (!e) fprintf(stderr, "stress %.4f of %lld pairs\n", quality.stress, (long long)quality.pairs);
    tropic_vector_free(&x), tropic_vector_free(&y), tropic_matrix_free(&A), tropic_context_free(&c);
    return e != TROPIC_OK;
}
