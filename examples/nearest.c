/* SPDX-License-Identifier: Apache-2.0
 *
 * The nearest shop and its distance: a product over pairs (distance, shop), which are a user-defined struct.
 */
#include <stdio.h>
#include <tropic_define.h>

TROPIC_STRUCT(way, double length; int64_t shop;);
TROPIC_SEMIRING(nearest, way, way, double, (a.length < b.length || (a.length == b.length && a.shop < b.shop) ? a : b),
                ((way){x.length + y, x.shop}), ((way){INFINITY, INT64_MAX}));

int main(int argc, char **argv)
{
    const tropic_index from[] = {0, 1, 1, 2, 2, 3, 3, 4}, to[] = {1, 0, 2, 1, 3, 2, 4, 3};
    const double length[] = {2, 2, 2, 2, 5, 5, 1, 1};
    const tropic_index shops[] = {0, 4};
    const way at[] = {{0, 0}, {0, 4}};
    const int64_t expected[] = {0, 0, 0, 4, 4};
    way found[5];
    bool wrong = false;
    tropic_type type;
    tropic_context *c = NULL;
    tropic_matrix *A = NULL;
    tropic_vector *w = NULL;
    tropic_semiring *s = NULL;

    if (argc > 1) return fprintf(stderr, "usage: %s (its graph is in the source)\n", argv[0]), 2;
    tropic_status e = tropic_context_create(&c, NULL);
    if (!e) e = tropic_type_define(&type, c, &way_type);
    if (!e) e = tropic_semiring_create(&s, c, &nearest);
    if (!e) e = tropic_matrix_from_coo(&A, c, 5, 5, 8, from, to, TROPIC_FP64, length, NULL);
    if (!e) e = tropic_vector_create(&w, c, type, 5);
    if (!e) e = tropic_vector_put_entries(w, 2, shops, at);
    for (int round = 1; round < 5 && !e; round++) e = tropic_vxm(w, NULL, tropic_semiring_add(s), s, w, A, NULL);
    if (!e) e = tropic_vector_get_dense(w, found, NULL);
    if (e) fprintf(stderr, "%s\n", tropic_context_error(c));
    for (int v = 0; !e && v < 5; v++) {
        printf("%d: shop %d at %g\n", v, (int)found[v].shop, found[v].length);
        wrong = wrong || found[v].shop != expected[v];
    }
    tropic_vector_free(&w), tropic_matrix_free(&A), tropic_semiring_free(&s), tropic_context_free(&c);
    return e || wrong;
}
