/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/edge_tables.h"

#include "tests/files.h"

void test_draw_edges(test_edge *edges, int count, int64_t ids, bool weights, uint64_t *random)
{
    for (int k = 0; k < count; k++) {
        bool there = true;
        while (there) {
            there = false;
            edges[k].from = (int64_t)(test_random(random) % (uint64_t)ids);
            edges[k].to = (int64_t)(test_random(random) % (uint64_t)ids);
            for (int j = 0; j < k && !there; j++)
                there = (edges[j].from == edges[k].from && edges[j].to == edges[k].to) ||
                        (edges[j].from == edges[k].to && edges[j].to == edges[k].from);
        }
        edges[k].weight = weights ? 0.25 * (1 + test_below(random, 400)) : 1;
    }
}

static double value_at(const tropic_matrix *A, const void *values, tropic_offset k)
{
    if (!values) return 1;
    switch (tropic_matrix_type(A)) {
    case TROPIC_INT32: return ((const int32_t *)values)[k];
    case TROPIC_FP64: return ((const double *)values)[k];
    default: return NAN;
    }
}

/* The weight of an arc; NaN: there is none. */
static double find(const test_edge *edges, int count, bool undirected, int64_t from, int64_t to)
{
    for (int k = 0; k < count; k++)
        if ((edges[k].from == from && edges[k].to == to) || (undirected && edges[k].from == to && edges[k].to == from))
            return edges[k].weight;
    return NAN;
}

static tropic_offset count_arcs(const test_edge *edges, int count, bool undirected)
{
    tropic_offset arcs = count;
    for (int k = 0; k < count; k++) arcs += undirected && edges[k].from != edges[k].to;
    return arcs;
}

static int64_t count_ids(const test_edge *edges, int count)
{
    int64_t ids = 0;
    for (int k = 0; k < 2 * count; k++) {
        const int64_t id = k % 2 ? edges[k / 2].to : edges[k / 2].from;
        bool before = false;
        for (int j = 0; j < k; j++) before = before || (j % 2 ? edges[j / 2].to : edges[j / 2].from) == id;
        ids += !before;
    }
    return ids;
}

static tropic_status load(tropic_matrix **A, tropic_context *context, const char *text,
                          const tropic_load_options *options)
{
    OWNED_MEMORY char *path = test_file_name("edges");
    tropic_status status;
    test_write(path, text, strlen(text));
    status = tropic_matrix_load(A, context, path, options);
    return status;
}

void test_expect_edges(const char *text, const tropic_load_options *options, const test_edge *edges, int count,
                       bool undirected, int64_t vertices, int notes)
{
    OWNED(tropic_context) *context = test_context_of(2);
    OWNED(tropic_matrix) *A = NULL;
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    int found = 0;

    if (load(&A, context, text, options) != TROPIC_OK) fail_msg("%s\nof\n%s", tropic_context_error(context), text);
    if (tropic_matrix_count(A) != count_arcs(edges, count, undirected))
        fail_msg("%lld entries of\n%s", (long long)tropic_matrix_count(A), text);
    if (tropic_matrix_rows(A) != (vertices >= 0 ? vertices : count_ids(edges, count)))
        fail_msg("%d vertices of\n%s", (int)tropic_matrix_rows(A), text);
    assert_ok(context, tropic_matrix_csr(A, context, &offsets, &ids, &values));
    for (tropic_index i = 0; i < tropic_matrix_rows(A); i++)
        for (tropic_offset k = offsets[i]; k < offsets[i + 1]; k++) {
            const int64_t from = tropic_matrix_label(A, i), to = tropic_matrix_label(A, ids[k]);
            const double weight = value_at(A, values, k), expected = find(edges, count, undirected, from, to);
            if (!(weight == expected))
                fail_msg("%lld -> %lld weighs %g, not %g, in\n%s", (long long)from, (long long)to, weight, expected,
                         text);
        }
    while (tropic_matrix_note(A, found)) found++;
    if (found != notes)
        fail_msg("%d notes, not %d, the first %s, on\n%s", found, notes, tropic_matrix_note(A, 0), text);
}

void test_expect_refusal(const char *text, const tropic_load_options *options, const char *words)
{
    OWNED(tropic_context) *context = test_context_of(2);
    tropic_matrix *A = NULL;
    if (load(&A, context, text, options) == TROPIC_OK) fail_msg("not refused:\n%s", text);
    if (!strstr(tropic_context_error(context), words)) fail_msg("%s\nof\n%s", tropic_context_error(context), text);
    assert_null(A);
}
