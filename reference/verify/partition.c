/* SPDX-License-Identifier: Apache-2.0
 *
 * Verifies how alike two partitions are: by the entropies of both and of their pairs of sets, and by the four kinds of
 * pairs of vertices (together in both, in one, in the other, in none).
 */
#include <math.h>
#include <stdlib.h>

#include "reference/verify.h"

/* Absolute, of figures up to 1. */
#define TOLERANCE 1e-9L

/* Of one of the two, or of both: sets, the pairs of vertices in a set, and the entropy. */
typedef struct sets {
    int64_t count;
    long double pairs, entropy;
} sets;

static void add(sets *s, int64_t vertices, int64_t n)
{
    const long double share = (long double)vertices / (long double)n;
    s->count++;
    s->pairs += (long double)vertices * (long double)(vertices - 1) / 2;
    s->entropy -= share * logl(share);
}

static int ascending(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Sets of the names, which it sorts. */
static sets sets_of(int64_t *name, int64_t n)
{
    sets s = {.count = 0};
    int64_t begin = 0;
    qsort(name, (size_t)n, sizeof *name, ascending);
    for (int64_t v = 1; v <= n; v++) {
        if (v < n && name[v] == name[begin]) continue;
        add(&s, v - begin, n);
        begin = v;
    }
    return s;
}

static reference_verdict compare(const verify_report *report, const sets *a, const sets *b, const sets *both,
                                 long double all, const tropic_partition_report *told)
{
    const long double sum = a->entropy + b->entropy;
    const long double only_a = a->pairs - both->pairs, only_b = b->pairs - both->pairs;
    const long double none = all - both->pairs - only_a - only_b;
    const bool same = only_a == 0 && only_b == 0;
    const long double information = same || sum == 0 ? 1 : 2 * (sum - both->entropy) / sum;
    const long double rand =
        same ? 1
             : 2 * (both->pairs * none - only_a * only_b) /
                   ((both->pairs + only_a) * (only_a + none) + (both->pairs + only_b) * (only_b + none));
    if (told->sets_a != a->count || told->sets_b != b->count)
        return verify_told(report, "partitions are told to have %d and %d sets, but have %lld and %lld", told->sets_a,
                           told->sets_b, (long long)a->count, (long long)b->count);
    if (!(fabsl(told->mutual_information - information) <= TOLERANCE))
        return verify_told(report, "NMI is told as %.12g, but is %.12Lg", told->mutual_information, information);
    if (!(fabsl(told->rand - rand) <= TOLERANCE))
        return verify_told(report, "ARI is told as %.12g, but is %.12Lg", told->rand, rand);
    return REFERENCE_MATCH;
}

reference_verdict verify_partition(const verify_report *report, const int32_t *a, const int32_t *b, int64_t n,
                                   const tropic_partition_report *told)
{
    int64_t *name = malloc(((size_t)n + 1) * sizeof *name);
    sets of_a, of_b, of_both;
    if (!name) return verify_failed(report, "out of memory for partitions");
    for (int64_t v = 0; v < n; v++) name[v] = a[v];
    of_a = sets_of(name, n);
    for (int64_t v = 0; v < n; v++) name[v] = b[v];
    of_b = sets_of(name, n);
    for (int64_t v = 0; v < n; v++) name[v] = a[v] * (n + 1) + b[v];
    of_both = sets_of(name, n);
    free(name);
    return compare(report, &of_a, &of_b, &of_both, (long double)n * (long double)(n - 1) / 2, told);
}
