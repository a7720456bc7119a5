/* SPDX-License-Identifier: Apache-2.0
 *
 * Cycles of four edges of an undirected graph:  C = A plus.pair A' below the diagonal. Two vertices with c common
 * neighbours are opposite corners of c (c - 1) / 2 cycles, and a cycle has two pairs of opposite corners.
 */
#include <stdio.h>
#include <tropic_define.h>

TROPIC_OPERATOR(choose_two, int64_t, int64_t, int64_t, x *(x - 1) / 2);

int main(int argc, char **argv)
{
    const tropic_operator *tril = tropic_operator_builtin(TROPIC_TRIL, TROPIC_INT64);
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT64);
    const tropic_semiring *plus_pair = tropic_semiring_builtin(TROPIC_PLUS_PAIR, TROPIC_INT64);
    const tropic_descriptor second = {.size = sizeof second, .transpose_second = true};
    const tropic_load_options pattern = {.size = sizeof pattern, .ignore_values = true, .loops = TROPIC_LOOPS_DROP};
    const int64_t below = -1;
    int64_t cycles = -1;
    tropic_context *context = NULL;
    tropic_operator *pairs = NULL;
    tropic_matrix *A = NULL, *C = NULL;

    if (argc != 2) return fprintf(stderr, "usage: four_cycles GRAPH\n"), 2;
    tropic_status status = tropic_context_create(&context, NULL);
    if (!status) status = tropic_operator_create(&pairs, context, &choose_two);
    if (!status) status = tropic_matrix_load(&A, context, argv[1], &pattern);
    if (!status) status = tropic_mxm(&C, context, NULL, NULL, plus_pair, A, A, &second);
    if (!status) status = tropic_matrix_select(&C, context, NULL, NULL, tril, C, &below, NULL);
    if (!status) status = tropic_matrix_apply(&C, context, NULL, NULL, pairs, C, NULL, NULL);
    if (!status) status = tropic_matrix_reduce(&cycles, context, plus, C);
    if (status)
        fprintf(stderr, "%s\n", tropic_context_error(context));
    else
        printf("%lld cycles of four edges\n", (long long)cycles / 2);

    tropic_matrix_free(&A), tropic_matrix_free(&C);
    tropic_operator_free(&pairs), tropic_context_free(&context);
    return status != TROPIC_OK;
}
