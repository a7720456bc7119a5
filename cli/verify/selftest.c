/* SPDX-License-Identifier: Apache-2.0
 *
 * The self-test: a graph small enough to check by hand, with two shortest paths to one vertex, an
 * arc of length zero and a vertex that cannot be reached.
 *
 *           2         4
 *     0 --------> 1 ----> 3 ---> 4 ---> 5        6 --> 0 has length 1
 *      \          |2      ^   0      3
 *       \         v       |1
 *        -------> 2 ------+
 *           5
 */
#include "cli/verify/selftest.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define N 7
#define ARCS 8

static const tropic_index tails[ARCS] = {0, 0, 1, 1, 2, 3, 4, 6};
static const tropic_index heads[ARCS] = {1, 2, 2, 3, 3, 4, 5, 0};
static const int32_t lengths[ARCS] = {2, 5, 2, 4, 1, 0, 3, 1};

/* From vertex 0. */
static const int32_t levels[N] = {0, 1, 1, 2, 3, 4, -1};
static const int32_t level_parents[N] = {0, 0, 0, 1, 3, 4, -1};
static const int64_t distances[N] = {0, 2, 4, 5, 5, 8, INT64_MAX};
static const int32_t distance_parents[N] = {0, 0, 1, 2, 3, 4, -1};
/* Over all sources: halves and their sums, exact in binary, so compared exactly. */
static const double centralities[N] = {5, 3, 3, 8, 5, 0, 0};

typedef struct test {
    tropic_context *context;
    tropic_matrix *A;
    tropic_vector *level, *distance, *parent, *centrality;
    bool verify;
    char *message;
} test;

/* Is the call fine, and the vector as expected? Where not, says so. */
static bool equals(const test *t, const char *what, tropic_status status, const tropic_vector *v, const void *expected)
{
    double found[N]; /* room for any type */
    if (status == TROPIC_OK) status = tropic_vector_get_dense(v, found, NULL);
    if (status != TROPIC_OK) {
        snprintf(t->message, CLI_VERIFY_MESSAGE, "%s: %.512s", what, tropic_context_error(t->context));
        return false;
    }
    if (memcmp(found, expected, N * tropic_type_size(tropic_vector_type(v))) == 0) return true;
    snprintf(t->message, CLI_VERIFY_MESSAGE, "%s: wrong result", what);
    return false;
}

static bool matches(const test *t, const char *what, reference_verdict verdict)
{
    char text[CLI_VERIFY_MESSAGE];
    if (verdict == REFERENCE_MATCH) return true;
    memcpy(text, t->message, sizeof text);
    snprintf(t->message, CLI_VERIFY_MESSAGE, "%s: %.512s", what, text);
    return false;
}

static bool verified(test *t, const char *algorithm, const tropic_vector *values, const tropic_vector *parent,
                     const void *options)
{
    const reference_result r = {.values = {values, parent}, .A = t->A, .context = t->context, .options = options};
    return !t->verify || matches(t, algorithm, cli_verify(algorithm, &r, t->message));
}

static bool passes(test *t, tropic_strategy strategy)
{
    const tropic_run_options options = {.size = sizeof options, .strategy = strategy};
    const tropic_bc_options bc = {.size = sizeof bc, .strategy = strategy};
    tropic_status status;

    status = tropic_bfs(t->level, t->parent, t->A, 0, &options, NULL);
    if (!equals(t, "bfs", status, t->level, levels)) return false;
    if (!equals(t, "bfs parents", status, t->parent, level_parents)) return false;
    if (!verified(t, "bfs", t->level, t->parent, NULL)) return false;

    status = tropic_sssp(t->distance, t->parent, t->A, 0, &options, NULL);
    if (!equals(t, "sssp", status, t->distance, distances)) return false;
    if (!equals(t, "sssp parents", status, t->parent, distance_parents)) return false;
    if (!verified(t, "sssp", t->distance, t->parent, NULL)) return false;

    status = tropic_bc(t->centrality, t->A, &bc, NULL);
    if (!equals(t, "bc", status, t->centrality, centralities)) return false;
    return verified(t, "bc", t->centrality, NULL, &bc);
}

static tropic_status prepare(test *t)
{
    tropic_context *context = t->context;
    tropic_status status =
        tropic_matrix_from_coo(&t->A, context, N, N, ARCS, tails, heads, TROPIC_INT32, lengths, NULL);
    if (status == TROPIC_OK) status = tropic_vector_create(&t->level, context, TROPIC_INT32, N);
    if (status == TROPIC_OK) status = tropic_vector_create(&t->parent, context, TROPIC_INT32, N);
    if (status == TROPIC_OK) status = tropic_vector_create(&t->distance, context, TROPIC_INT64, N);
    if (status == TROPIC_OK) status = tropic_vector_create(&t->centrality, context, TROPIC_FP64, N);
    return status;
}

bool cli_selftest(tropic_context *context, bool verify, char *message)
{
    test t = {.context = context, .verify = verify, .message = message};
    bool good = prepare(&t) == TROPIC_OK;

    if (!good) snprintf(message, CLI_VERIFY_MESSAGE, "%.512s", tropic_context_error(context));
    for (int k = 0; good && k < TROPIC_STRATEGIES; k++) {
        char text[CLI_VERIFY_MESSAGE];
        good = passes(&t, (tropic_strategy)k);
        if (good) continue;
        memcpy(text, message, sizeof text);
        snprintf(message, CLI_VERIFY_MESSAGE, "%s, %.640s", tropic_strategy_name((tropic_strategy)k), text);
    }
    tropic_vector_free(&t.level);
    tropic_vector_free(&t.parent);
    tropic_vector_free(&t.distance);
    tropic_vector_free(&t.centrality);
    tropic_matrix_free(&t.A);
    return good;
}
