/* SPDX-License-Identifier: Apache-2.0
 *
 * An oracle's graph, from entries or from a matrix of the library.
 */
#include "reference/oracle.h"
#include "reference/verify.h"

#include <stdlib.h>

static bool allocate(oracle_graph *G, int64_t rows, int64_t cols, int64_t count)
{
    size_t places = (size_t)count + 1;
    *G = (oracle_graph){.rows = rows, .cols = cols};
    G->offset = calloc((size_t)rows + 2, sizeof *G->offset);
    G->target = calloc(places, sizeof *G->target);
    G->weight = calloc(places, sizeof *G->weight);
    if (G->offset && G->target && G->weight) return true;
    oracle_graph_free(G);
    return false;
}

void oracle_graph_free(oracle_graph *G)
{
    if (!G) return;
    free(G->offset);
    free(G->target);
    free(G->weight);
    *G = (oracle_graph){0};
}

/* One entry and where it stands. */
typedef struct entry {
    int64_t row, col;
    long double weight;
} entry;

static int compare(const void *left, const void *right)
{
    const entry *a = left, *b = right;
    if (a->row != b->row) return a->row < b->row ? -1 : 1;
    return (a->col > b->col) - (a->col < b->col);
}

bool oracle_graph_from_entries(oracle_graph *G, int64_t rows, int64_t cols, int64_t count, const int32_t *row,
                               const int32_t *col, const double *weight)
{
    entry *entries = calloc((size_t)count + 1, sizeof *entries);
    if (!entries || !allocate(G, rows, cols, count)) {
        free(entries);
        return false;
    }
    for (int64_t k = 0; k < count; k++) entries[k] = (entry){row[k], col[k], weight ? (long double)weight[k] : 1};
    qsort(entries, (size_t)count, sizeof *entries, compare);

    int64_t kept = 0;
    for (int64_t k = 0; k < count; k++) {
        if (k > 0 && compare(&entries[k - 1], &entries[k]) == 0) {
            if (weight) G->weight[kept - 1] += entries[k].weight;
            continue;
        }
        G->target[kept] = entries[k].col;
        G->weight[kept] = entries[k].weight;
        G->offset[entries[k].row + 1]++;
        kept++;
    }
    for (int64_t i = 0; i < rows; i++) G->offset[i + 1] += G->offset[i];
    free(entries);
    return true;
}

bool oracle_graph_from_matrix(oracle_graph *G, const struct tropic_matrix *A, struct tropic_context *context)
{
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    if (tropic_matrix_csr(A, context, &offsets, &ids, &values) != TROPIC_OK) return false;

    int64_t rows = tropic_matrix_rows(A), count = tropic_matrix_count(A);
    if (!allocate(G, rows, tropic_matrix_cols(A), count)) return false;
    for (int64_t i = 0; i <= rows; i++) G->offset[i] = offsets[i];
    for (int64_t k = 0; k < count; k++) {
        G->target[k] = ids[k];
        G->weight[k] = verify_value_at(values, tropic_matrix_type(A), k);
    }
    return true;
}
