/* SPDX-License-Identifier: Apache-2.0
 *
 * Breadth-first search, written as a loop:  f<!level> = f any.(x + 1) A;  level<f> = f
 */
#include <stdio.h>
#include <tropic_define.h>

TROPIC_SEMIRING_STOP(next_level, int32_t, int32_t, bool, a, x + 1, 0, true);

struct search {
    tropic_matrix *A;
    tropic_vector *f, *level;
    tropic_semiring *next;
};

static tropic_status step(void *user)
{
    struct search *s = user;
    const tropic_descriptor fresh = {.size = sizeof fresh, .complement = true, .structure = true, .replace = true};
    const tropic_descriptor there = {.size = sizeof there, .structure = true};
    tropic_status e = tropic_vxm(s->f, s->level, NULL, s->next, s->f, s->A, &fresh);
    return e ? e : tropic_assign(s->level, s->f, NULL, s->f, NULL, 5, &there);
}

int main(int argc, char **argv)
{
    const tropic_index from[] = {0, 0, 1, 2, 3}, to[] = {1, 2, 3, 3, 4};
    const int32_t zero = 0, expected[] = {0, 1, 1, 2, 3};
    int32_t level[5] = {-1};
    tropic_context *c = NULL;
    struct search s = {NULL};
    if (argc > 1) return fprintf(stderr, "usage: %s (its graph is in the source)\n", argv[0]), 2;
    tropic_status e = tropic_context_create(&c, NULL);
    if (!e) e = tropic_matrix_from_coo(&s.A, c, 5, 5, 5, from, to, TROPIC_BOOL, NULL, NULL);
    if (!e) e = tropic_semiring_create(&s.next, c, &next_level);
    if (!e) e = tropic_vector_create(&s.f, c, TROPIC_INT32, 5);
    if (!e) e = tropic_vector_create(&s.level, c, TROPIC_INT32, 5);
    if (!e) e = tropic_vector_set(s.f, 0, &zero);
    if (!e) e = tropic_vector_set(s.level, 0, &zero);
    if (!e) e = tropic_loop(c, step, &s, s.f, 5, NULL);
    if (!e) e = tropic_vector_get_dense(s.level, level, NULL);
    if (e) fprintf(stderr, "%s\n", tropic_context_error(c));
    for (int v = 0; !e && v < 5; v++) printf("%d %d\n", v, level[v]);
    tropic_vector_free(&s.f), tropic_vector_free(&s.level), tropic_matrix_free(&s.A);
    tropic_semiring_free(&s.next), tropic_context_free(&c);
    return e || memcmp(level, expected, sizeof level) != 0;
}
