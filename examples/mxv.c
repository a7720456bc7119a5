/* SPDX-License-Identifier: Apache-2.0
 *
 * An algorithm of one's own, from products: shortest paths by w = min(w, w' (min.plus) A), as often as
 * there are vertices.
 */
#include <stdio.h>
#include <tropic.h>

int main(void)
{
    const tropic_index from[] = {0, 0, 1, 2}, to[] = {1, 2, 3, 3};
    const double length[] = {1, 4, 7, 2};
    const tropic_semiring *min_plus = tropic_semiring_builtin(TROPIC_MIN_PLUS, TROPIC_FP64);
    const tropic_operator *min = tropic_operator_builtin(TROPIC_MIN, TROPIC_FP64);
    double distance[4];
    tropic_context *context = NULL;
    tropic_matrix *A = NULL;
    tropic_vector *w = NULL;

    tropic_status status = tropic_context_create(&context, NULL);
    if (!status)
        status = tropic_matrix_from_coo(&A, context, 4, 4, 4, from, to, TROPIC_FP64, length, NULL);
    if (!status) status = tropic_vector_create(&w, context, TROPIC_FP64, 4);
    if (!status) status = tropic_vector_set(w, 0, &(double){0});
    for (int round = 1; round < 4 && !status; round++)
        status = tropic_vxm(w, NULL, min, min_plus, w, A, NULL);
    if (!status) status = tropic_vector_get_dense(w, distance, NULL);
    if (status) fprintf(stderr, "%s\n", tropic_context_error(context));
    for (int v = 0; v < 4 && !status; v++) printf("%d %g\n", v, distance[v]);

    tropic_vector_free(&w);
    tropic_matrix_free(&A);
    tropic_context_free(&context);
    return status != TROPIC_OK;
}
