/* SPDX-License-Identifier: Apache-2.0
 *
 * Trusses of an undirected graph. In the k-truss each edge is in k - 2 triangles or more:
 *     T<C> = C plus.pair C';  C = the entries of T that are at least k - 2;  until no edge is dropped
 */
#include <stdio.h>
#include <tropic.h>

int main(int argc, char **argv)
{
    const tropic_operator *pair = tropic_operator_builtin(TROPIC_PAIR, TROPIC_INT64);
    const tropic_operator *ge = tropic_operator_builtin(TROPIC_GE, TROPIC_INT64);
    const tropic_semiring *plus_pair = tropic_semiring_builtin(TROPIC_PLUS_PAIR, TROPIC_INT64);
    const tropic_descriptor second = {.size = sizeof second, .transpose_second = true, .structure = true};
    const tropic_load_options pattern = {.size = sizeof pattern, .ignore_values = true, .loops = TROPIC_LOOPS_DROP};
    tropic_context *context = NULL;
    tropic_matrix *A = NULL, *C = NULL;

    if (argc != 2) return fprintf(stderr, "usage: trusses GRAPH\n"), 2;
    tropic_status status = tropic_context_create(&context, NULL);
    if (!status) status = tropic_matrix_load(&A, context, argv[1], &pattern);
    if (!status) status = tropic_matrix_apply(&C, context, NULL, NULL, pair, A, NULL, NULL);
    tropic_offset before, count = tropic_matrix_count(C);
    for (int64_t k = 3; !status && count > 0; k++) {
        const int64_t least = k - 2;
        do {
            before = count;
            status = tropic_mxm(&C, context, C, NULL, plus_pair, C, C, &second);
            if (!status) status = tropic_matrix_select(&C, context, NULL, NULL, ge, C, &least, NULL);
            count = tropic_matrix_count(C);
        } while (!status && count < before);
        if (!status && count > 0) printf("%lld-truss: %lld edges\n", (long long)k, (long long)count / 2);
    }
    if (status) fprintf(stderr, "%s\n", tropic_context_error(context));

    tropic_matrix_free(&A), tropic_matrix_free(&C), tropic_context_free(&context);
    return status != TROPIC_OK;
}
