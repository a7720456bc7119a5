/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/reduced_search.h"

#include "tests/common.h"

typedef struct naive {
    tropic_index *level, *order;
    long double *sigma, *delta, ends;
} naive;

/* Returns how many vertices were reached. */
static tropic_index search_from(const tp_bc_reduced *r, tropic_index source, const naive *s, double *results)
{
    tropic_index head = 0, tail = 0, reached;
    s->order[tail++] = source;
    s->level[source] = 0;
    s->sigma[source] = 1;
    while (head < tail) {
        const tropic_index u = s->order[head++];
        const long double paths = u == source ? 1 : (long double)r->copies[u] * s->sigma[u];
        for (tropic_offset k = r->offsets[u]; k < r->offsets[u + 1]; k++) {
            const tropic_index v = r->ids[k];
            if (s->level[v] < 0) {
                s->level[v] = s->level[u] + 1;
                s->order[tail++] = v;
            }
            if (s->level[v] == s->level[u] + 1) s->sigma[v] += paths;
        }
    }
    reached = tail;
    while (tail > 0) {
        const tropic_index u = s->order[--tail];
        for (tropic_offset k = r->offsets[u]; k < r->offsets[u + 1]; k++) {
            const tropic_index v = r->ids[k];
            if (s->level[v] == s->level[u] + 1)
                s->delta[u] +=
                    s->sigma[u] / s->sigma[v] * ((long double)r->ends[v] + (long double)r->copies[v] * s->delta[v]);
        }
        if (u != source) results[u] += (double)((long double)r->factor[source] * (s->delta[u] + s->ends));
    }
    while (head > 0) {
        const tropic_index u = s->order[--head];
        s->level[u] = -1;
        s->sigma[u] = s->delta[u] = 0;
    }
    return reached;
}

double *test_reduced_search(const tp_bc_reduced *r, double ends, double *others)
{
    const size_t n = (size_t)r->n + 1;
    double *results = calloc(n, sizeof *results);
    const naive s = {malloc(n * sizeof *s.level), malloc(n * sizeof *s.order), calloc(n, sizeof *s.sigma),
                     calloc(n, sizeof *s.delta), ends};
    assert_true(results && s.level && s.order && s.sigma && s.delta);
    for (tropic_index x = 0; x < r->n; x++) s.level[x] = -1;
    for (tropic_index x = 0; x < r->n; x++) {
        const tropic_index reached = r->factor[x] > 0 ? search_from(r, x, &s, results) : 1;
        if (others) others[x] = reached - 1;
    }
    free(s.level);
    free(s.order);
    free(s.sigma);
    free(s.delta);
    return results;
}
