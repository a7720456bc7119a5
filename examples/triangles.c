/* SPDX-License-Identifier: Apache-2.0
 *
 * Triangles of an undirected graph:  C<L> = L plus.pair L', where L is below the diagonal;  the sum of C.
 */
#include <stdio.h>
#include <tropic.h>

int main(int argc, char **argv)
{
    const tropic_operator *tril = tropic_operator_builtin(TROPIC_TRIL, TROPIC_INT64);
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT64);
    const tropic_semiring *plus_pair = tropic_semiring_builtin(TROPIC_PLUS_PAIR, TROPIC_INT64);
    const tropic_descriptor second = {.size = sizeof second, .transpose_second = true, .structure = true};
    const tropic_load_options pattern = {.size = sizeof pattern, .ignore_values = true};
    const int64_t below = -1;
    int64_t triangles = -1;
    tropic_context *context = NULL;
    tropic_matrix *A = NULL, *L = NULL, *C = NULL;

    if (argc != 2) return fprintf(stderr, "usage: triangles GRAPH\n"), 2;
    tropic_status status = tropic_context_create(&context, NULL);
    if (!status) status = tropic_matrix_load(&A, context, argv[1], &pattern);
    if (!status) status = tropic_matrix_select(&L, context, NULL, NULL, tril, A, &below, NULL);
    if (!status) status = tropic_mxm(&C, context, L, NULL, plus_pair, L, L, &second);
    if (!status) status = tropic_matrix_reduce(&triangles, context, plus, C);
    if (status)
        fprintf(stderr, "%s\n", tropic_context_error(context));
    else
        printf("%lld triangles\n", (long long)triangles);

    tropic_matrix_free(&A);
    tropic_matrix_free(&L);
    tropic_matrix_free(&C);
    tropic_context_free(&context);
    return status != TROPIC_OK;
}
