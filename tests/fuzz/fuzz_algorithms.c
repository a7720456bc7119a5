/* SPDX-License-Identifier: Apache-2.0
 *
 * Any bytes as a small weighted graph: results obey mathematics and do not depend on the strategy. An arc
 * takes three bytes: tail, head, weight.
 */
#include "tests/fuzz/fuzz.h"

#define N 16
#define MAX_ARCS 256

typedef struct results {
    int32_t level[N], parent[N], tree[N];
    int64_t distance[N];
    double centrality[N];
    tropic_status status;
} results;

static void get(tropic_vector **v, void *values)
{
    if (tropic_vector_count(*v) == N) DEMAND(tropic_vector_get_dense(*v, values, NULL) == TROPIC_OK);
    tropic_vector_free(v);
}

static void run(tropic_context *context, const tropic_matrix *A, tropic_index source, tropic_strategy strategy,
                results *out)
{
    const tropic_run_options options = {.size = sizeof options, .strategy = strategy};
    const tropic_bc_options bc = {.size = sizeof bc, .strategy = strategy};
    tropic_vector *level, *parent, *distance, *tree, *centrality;
    memset(out, 0, sizeof *out);
    DEMAND(tropic_vector_create(&level, context, TROPIC_INT32, N) == TROPIC_OK);
    DEMAND(tropic_vector_create(&parent, context, TROPIC_INT32, N) == TROPIC_OK);
    DEMAND(tropic_vector_create(&tree, context, TROPIC_INT32, N) == TROPIC_OK);
    DEMAND(tropic_vector_create(&distance, context, TROPIC_INT64, N) == TROPIC_OK);
    DEMAND(tropic_vector_create(&centrality, context, TROPIC_FP64, N) == TROPIC_OK);
    DEMAND(tropic_bfs(level, parent, A, source, &options, NULL) == TROPIC_OK);
    out->status = tropic_sssp(distance, tree, A, source, &options, NULL);
    DEMAND(out->status == TROPIC_OK || out->status == TROPIC_NEGATIVE_CYCLE);
    DEMAND(tropic_bc(centrality, A, &bc, NULL) == TROPIC_OK);
    get(&level, out->level);
    get(&parent, out->parent);
    get(&tree, out->tree);
    get(&distance, out->distance);
    get(&centrality, out->centrality);
}

static void check(const results *r, tropic_index source, const int8_t weight[N][N], const bool arc[N][N])
{
    DEMAND(r->level[source] == 0 && r->parent[source] == source);
    for (tropic_index u = 0; u < N; u++) {
        DEMAND(r->centrality[u] >= 0 && r->centrality[u] <= (N - 1) * (N - 2));
        DEMAND((r->level[u] < 0) == (r->parent[u] < 0));
        if (u != source && r->level[u] >= 0) DEMAND(arc[r->parent[u]][u] && r->level[r->parent[u]] == r->level[u] - 1);
        for (tropic_index v = 0; v < N; v++) {
            if (!arc[u][v] || r->level[u] < 0) continue;
            DEMAND(r->level[v] >= 0 && r->level[v] <= r->level[u] + 1);
            if (r->status != TROPIC_OK) continue;
            DEMAND(r->distance[v] <= r->distance[u] + weight[u][v]);
        }
    }
    for (tropic_index v = 0; v < N && r->status == TROPIC_OK; v++) {
        tropic_index above = v;
        DEMAND((r->distance[v] == INT64_MAX) == (r->level[v] < 0));
        DEMAND((r->tree[v] < 0) == (r->level[v] < 0));
        if (v == source || r->level[v] < 0) continue;
        DEMAND(arc[r->tree[v]][v]);
        DEMAND(r->distance[v] == r->distance[r->tree[v]] + weight[r->tree[v]][v]);
        for (int steps = 0; above != source; steps++) {
            DEMAND(steps < N);
            above = r->tree[above];
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    const tropic_build_options options = {.size = sizeof options, .duplicates = TROPIC_DUPLICATES_LAST};
    tropic_context *context = fuzz_context();
    tropic_index row[MAX_ARCS], col[MAX_ARCS], source = 0;
    int32_t weights[MAX_ARCS];
    int8_t weight[N][N] = {0};
    bool arc[N][N] = {0};
    tropic_offset arcs = 0;
    tropic_matrix *A = NULL;
    results first, other;

    if (count > 0) source = bytes[0] % N;
    for (size_t k = 1; k + 2 < count && arcs < MAX_ARCS; k += 3, arcs++) {
        row[arcs] = bytes[k] % N;
        col[arcs] = bytes[k + 1] % N;
        weights[arcs] = weight[row[arcs]][col[arcs]] = (int8_t)bytes[k + 2];
        arc[row[arcs]][col[arcs]] = true;
    }
    DEMAND(tropic_matrix_from_coo(&A, context, N, N, arcs, row, col, TROPIC_INT32, weights, &options) == TROPIC_OK);
    run(context, A, source, TROPIC_STRATEGY_AUTO, &first);
    check(&first, source, weight, arc);
    for (int s = 1; s < TROPIC_STRATEGIES; s++) {
        run(context, A, source, (tropic_strategy)s, &other);
        for (int v = 0; v < N; v++) {
            DEMAND(fabs(other.centrality[v] - first.centrality[v]) <= 1e-9);
            other.centrality[v] = first.centrality[v];
        }
        DEMAND(memcmp(&first, &other, sizeof first) == 0);
    }
    tropic_matrix_free(&A);
    return 0;
}
