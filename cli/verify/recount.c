/* SPDX-License-Identifier: Apache-2.0
 *
 * Facts of a matrix from its rows alone: counters, a search per entry for its mirror, union-find.
 */
#include "cli/verify/recount.h"

#include "cli/files/graphs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct rows {
    tropic_index n, m;
    tropic_offset count;
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values; /* NULL: a pattern */
    tropic_type type;
} rows;

static bool same_bits(const rows *A, tropic_offset k, tropic_offset l)
{
    const size_t size = tropic_type_size(A->type);
    const char *values = A->values;
    return !values || memcmp(values + (size_t)k * size, values + (size_t)l * size, size) == 0;
}

/* The position of entry (i,j), or -1. */
static tropic_offset position(const rows *A, tropic_index i, tropic_index j)
{
    tropic_offset low = A->offsets[i], high = A->offsets[i + 1];
    while (low < high) {
        const tropic_offset middle = low + (high - low) / 2;
        if (A->ids[middle] == j) return middle;
        if (A->ids[middle] < j)
            low = middle + 1;
        else
            high = middle;
    }
    return -1;
}

/* Is it the extreme value that was found, also as the double of the facts? */
static bool is_extreme(const rows *A, long double value, double fact, const cli_number *exact)
{
    if (A->count == 0) return true;
    return fact == (double)value && (!A->values || cli_value_at(exact, A->type, 0) == value);
}

static const char *check_entries(const rows *A, const tropic_matrix_facts *facts, const cli_range *range)
{
    tropic_offset loops = 0;
    bool mirrored = A->n == A->m, equal = mirrored;
    long double min = HUGE_VALL, max = -HUGE_VALL;
    for (tropic_index i = 0; i < A->n; i++)
        for (tropic_offset k = A->offsets[i]; k < A->offsets[i + 1]; k++) {
            const long double value = cli_value_at(A->values, A->type, k);
            const tropic_offset mirror = mirrored ? position(A, A->ids[k], i) : -1;
            loops += A->ids[k] == i;
            min = fminl(min, value);
            max = fmaxl(max, value);
            mirrored = mirror >= 0;
            equal = equal && mirrored && same_bits(A, k, mirror);
        }
    if (facts->loops != loops) return "loops";
    if (facts->symmetric_pattern != mirrored) return "symmetric_pattern";
    if (facts->symmetric != equal) return "symmetric";
    if (!is_extreme(A, min, facts->min_value, &range->min)) return "min_value";
    if (!is_extreme(A, max, facts->max_value, &range->max)) return "max_value";
    return NULL;
}

/* Does a list of degrees have this minimum, maximum and deviation? */
static bool has_degrees(const tropic_index *degree, tropic_index n, tropic_index low, tropic_index high,
                        double deviation)
{
    tropic_index min = n ? degree[0] : 0, max = min;
    double sum = 0, squares = 0, mean, found;
    for (tropic_index i = 0; i < n; i++) {
        if (degree[i] < min) min = degree[i];
        if (degree[i] > max) max = degree[i];
        sum += degree[i];
    }
    mean = n ? sum / n : 0;
    for (tropic_index i = 0; i < n; i++) squares += (degree[i] - mean) * (degree[i] - mean);
    found = n ? sqrt(squares / n) : 0;
    return min == low && max == high && fabs(found - deviation) <= 1e-9 * (1 + found);
}

static const char *check_degrees(const rows *A, const tropic_matrix_facts *facts, tropic_index *degree)
{
    for (tropic_index i = 0; i < A->n; i++) degree[i] = (tropic_index)(A->offsets[i + 1] - A->offsets[i]);
    if (!has_degrees(degree, A->n, facts->min_out, facts->max_out, facts->deviation_out)) return "degree_out";
    for (tropic_index j = 0; j < A->m; j++) degree[j] = 0;
    for (tropic_offset k = 0; k < A->count; k++) degree[A->ids[k]]++;
    if (!has_degrees(degree, A->m, facts->min_in, facts->max_in, facts->deviation_in)) return "degree_in";
    return NULL;
}

/* The root of i's tree; halves the path to it. */
static tropic_index root(tropic_index *up, tropic_index i)
{
    while (up[i] != i) {
        up[i] = up[up[i]];
        i = up[i];
    }
    return i;
}

static const char *check_components(const rows *A, const tropic_matrix_facts *facts, tropic_index *up,
                                    tropic_index *size)
{
    tropic_index components = 0, largest = 0, isolated = 0;
    for (tropic_index i = 0; i < A->n; i++) {
        up[i] = i;
        size[i] = 1;
    }
    for (tropic_index i = 0; i < A->n; i++)
        for (tropic_offset k = A->offsets[i]; k < A->offsets[i + 1]; k++) {
            tropic_index a = root(up, i), b = root(up, A->ids[k]);
            if (a == b) continue;
            if (size[a] < size[b]) {
                const tropic_index swap = a;
                a = b;
                b = swap;
            }
            up[b] = a;
            size[a] += size[b];
        }
    for (tropic_index i = 0; i < A->n; i++) {
        if (up[i] != i) continue;
        components++;
        isolated += size[i] == 1;
        if (size[i] > largest) largest = size[i];
    }
    if (facts->components != components) return "components";
    if (facts->largest_component != largest) return "largest_component";
    if (facts->isolated != isolated) return "isolated";
    return NULL;
}

const char *cli_recount(const tropic_matrix_facts *facts, const cli_range *range, const tropic_matrix *A,
                        tropic_context *context)
{
    rows R = {.n = tropic_matrix_rows(A),
              .m = tropic_matrix_cols(A),
              .count = tropic_matrix_count(A),
              .type = tropic_matrix_type(A)};
    const size_t longest = (size_t)(R.n > R.m ? R.n : R.m) + 1;
    tropic_index *work = malloc(2 * longest * sizeof *work);
    const char *wrong = "(out of memory)";

    if (work && tropic_matrix_csr(A, context, &R.offsets, &R.ids, &R.values) == TROPIC_OK) {
        wrong = facts->rows != R.n || facts->cols != R.m || facts->count != R.count ? "n" : NULL;
        if (!wrong && R.offsets[R.n] != R.count) wrong = "entries";
        if (!wrong) wrong = check_entries(&R, facts, range);
        if (!wrong) wrong = check_degrees(&R, facts, work);
        if (!wrong && !tropic_matrix_is_bipartite(A)) wrong = check_components(&R, facts, work, work + longest);
    }
    free(work);
    return wrong;
}
