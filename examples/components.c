/* SPDX-License-Identifier: Apache-2.0
 *
 * Connected components:  label = min(label, A min.second label), until none changes.
 */
#include <stdio.h>
#include <tropic_define.h>

int main(void)
{
    const tropic_index from[] = {0, 1, 1, 2, 3, 4}, to[] = {1, 0, 2, 1, 4, 3}; /* 0-1-2, 3-4, 5 */
    const int32_t first[] = {0, 1, 2, 3, 4, 5}, expected[] = {0, 0, 0, 3, 3, 5};
    const tropic_semiring *min_second = tropic_semiring_builtin(TROPIC_MIN_SECOND, TROPIC_INT32);
    const tropic_operator *min = tropic_operator_builtin(TROPIC_MIN, TROPIC_INT32);
    const tropic_operator *differs = tropic_operator_builtin(TROPIC_NE, TROPIC_INT32);
    bool changed = true;
    int32_t found[6] = {-1};
    tropic_context *c = NULL;
    tropic_matrix *A = NULL;
    tropic_vector *label = NULL, *before = NULL, *change = NULL;

    tropic_status e = tropic_context_create(&c, NULL);
    if (!e) e = tropic_matrix_from_coo(&A, c, 6, 6, 6, from, to, TROPIC_BOOL, NULL, NULL);
    if (!e) e = tropic_vector_create(&label, c, TROPIC_INT32, 6);
    if (!e) e = tropic_vector_create(&before, c, TROPIC_INT32, 6);
    if (!e) e = tropic_vector_create(&change, c, TROPIC_BOOL, 6);
    if (!e) e = tropic_vector_put_dense(label, first, NULL);
    while (!e && changed) {
        e = tropic_assign(before, NULL, NULL, label, NULL, 6, NULL);
        if (!e) e = tropic_mxv(label, NULL, min, min_second, A, label, NULL);
        if (!e) e = tropic_ewise_multiply(change, NULL, NULL, differs, label, before, NULL);
        if (!e) e = tropic_reduce(&changed, tropic_operator_builtin(TROPIC_LOR, TROPIC_BOOL), change);
    }
    if (!e) e = tropic_vector_get_dense(label, found, NULL);
    if (e) fprintf(stderr, "%s\n", tropic_context_error(c));
    for (int v = 0; v < 6; v++) printf("%d %d\n", v, found[v]);
    tropic_vector_free(&label), tropic_vector_free(&before), tropic_vector_free(&change);
    tropic_matrix_free(&A), tropic_context_free(&c);
    return e || memcmp(found, expected, sizeof found) != 0;
}
