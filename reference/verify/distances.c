/* SPDX-License-Identifier: Apache-2.0
 *
 * Verifies distances by a textbook search from each source, and parents by what makes a tree of shortest paths.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "reference/oracle.h"
#include "reference/verify.h"

/* Relative, where sums are rounded, of a path's length. (Whole lengths are compared exactly, as far as the type holds
 * them.) */
#define TOLERANCE_FP64 1e-11L
#define TOLERANCE_FP32 1e-4L

typedef struct checking {
    const verify_report *report;
    const reference_rows *got;
    oracle_graph G;
    tropic_type type;
    bool weighted, negative, exact;
    long double longest; /* the greatest length of an arc, without its sign */
    long double *expected;
    int64_t *level;
    uint8_t *state; /* of vertices on the way up: 0 unknown, 1 on the way, 2 hangs on the source */
} checking;

static long double got_at(const checking *c, int64_t at)
{
    if (c->type == TROPIC_FP32) return (long double)((const float *)c->got->distance)[at];
    return (long double)((const double *)c->got->distance)[at];
}

static bool is_near(const checking *c, long double got, long double expected)
{
    const long double tolerance = c->type == TROPIC_FP32 ? TOLERANCE_FP32 : TOLERANCE_FP64;
    const long double scale = fabsl(expected) > c->longest ? fabsl(expected) : c->longest;
    if (got == expected) return true;
    return !c->exact && isfinite(got) && isfinite(expected) && fabsl(got - expected) <= tolerance * scale;
}

static bool search(const checking *c, int64_t source, bool *cycle)
{
    *cycle = false;
    if (c->weighted && c->negative) return oracle_bellman_ford(&c->G, source, c->expected, cycle);
    if (c->weighted) return oracle_dijkstra(&c->G, source, c->expected);
    if (!oracle_bfs(&c->G, source, c->level)) return false;
    for (int64_t v = 0; v < c->G.rows; v++)
        c->expected[v] = c->level[v] < 0 ? (long double)INFINITY : (long double)c->level[v];
    return true;
}

/* The length of an arc; false: there is none. */
static bool find_arc(const checking *c, int64_t from, int64_t to, long double *length)
{
    for (int64_t k = c->G.offset[from]; k < c->G.offset[from + 1]; k++)
        if (c->G.target[k] == to) {
            *length = c->weighted ? c->G.weight[k] : 1;
            return true;
        }
    return false;
}

static reference_verdict check_parent(const checking *c, int64_t begin, int64_t source, int64_t v)
{
    const int64_t p = c->got->parent[begin + v];
    long double length;
    if (v == source && p == source) return REFERENCE_MATCH;
    if (isinf(c->expected[v]) && p == -1) return REFERENCE_MATCH;
    if (v == source || isinf(c->expected[v]) || p < 0 || p >= c->G.rows)
        return verify_differs(c->report, (tropic_index)v, "from source %lld: its parent is %lld", (long long)source,
                              (long long)p);
    if (!find_arc(c, p, v, &length))
        return verify_differs(c->report, (tropic_index)v, "from source %lld: no arc from its parent, %lld",
                              (long long)source, (long long)p);
    if (!is_near(c, c->expected[p] + length, c->expected[v]))
        return verify_differs(c->report, (tropic_index)v, "from source %lld: not on a shortest path by %lld",
                              (long long)source, (long long)p);
    return REFERENCE_MATCH;
}

/* Do all hang on the source, without a circle? */
static reference_verdict check_tree(const checking *c, int64_t begin, int64_t source)
{
    const tropic_index *parent = c->got->parent + begin;
    for (int64_t v = 0; v < c->G.rows; v++) c->state[v] = v == source || parent[v] < 0 ? 2 : 0;
    for (int64_t start = 0; start < c->G.rows; start++) {
        int64_t v = start;
        for (; c->state[v] == 0; v = parent[v]) c->state[v] = 1;
        if (c->state[v] == 1)
            return verify_differs(c->report, (tropic_index)v, "from source %lld: parents go in a circle",
                                  (long long)source);
        for (v = start; c->state[v] == 1; v = parent[v]) c->state[v] = 2;
    }
    return REFERENCE_MATCH;
}

static reference_verdict check_row(const checking *c, tropic_index row)
{
    const int64_t begin = (int64_t)row * c->G.rows, source = c->got->sources ? c->got->sources[row] : row;
    bool cycle;
    if (!search(c, source, &cycle)) return verify_failed(c->report, "out of memory for a search");
    if (cycle) return verify_differs(c->report, (tropic_index)source, "a negative cycle is reachable");
    for (int64_t v = 0; v < c->G.rows; v++) {
        reference_verdict found = REFERENCE_MATCH;
        if (!is_near(c, got_at(c, begin + v), c->expected[v]))
            return verify_differs(c->report, (tropic_index)v, "from source %lld: expected %.17Lg, got %.17Lg",
                                  (long long)tropic_matrix_label(c->report->A, (tropic_index)source), c->expected[v],
                                  got_at(c, begin + v));
        if (c->got->parent) found = check_parent(c, begin, source, v);
        if (found != REFERENCE_MATCH) return found;
    }
    return c->got->parent ? check_tree(c, begin, source) : REFERENCE_MATCH;
}

/* What the lengths allow. */
static void look(checking *c)
{
    const long double most = c->type == TROPIC_FP32 ? 0x1p24L : 0x1p53L;
    bool whole = true;
    c->longest = 1;
    for (int64_t k = 0; c->weighted && k < c->G.offset[c->G.rows]; k++) {
        const long double length = c->G.weight[k];
        if (isinf(length)) continue;
        c->negative = c->negative || length < 0;
        whole = whole && length == floorl(length);
        if (fabsl(length) > c->longest) c->longest = fabsl(length);
    }
    c->exact = whole && c->longest * (long double)c->G.rows <= most;
}

/* options: tropic_distances_options; other: reference_rows */
static reference_verdict check(const reference_result *r, char *message, size_t length)
{
    const tropic_distances_options *options = r->options;
    const verify_report report = verify_begin(r->A, message, length);
    const size_t n = (size_t)tropic_matrix_rows(r->A) + 1;
    checking c = {.report = &report, .got = r->other, .weighted = options && options->weighted};
    reference_verdict found = REFERENCE_MATCH;
    c.type = options && options->type == TROPIC_FP32 ? TROPIC_FP32 : TROPIC_FP64;
    c.expected = malloc(n * sizeof *c.expected);
    c.level = malloc(n * sizeof *c.level);
    c.state = malloc(n);
    if (!c.expected || !c.level || !c.state || !oracle_graph_from_matrix(&c.G, r->A, r->context))
        found = verify_failed(&report, "out of memory for distances");
    else
        look(&c);
    for (tropic_index row = 0; row < c.got->count && found == REFERENCE_MATCH; row++) found = check_row(&c, row);
    if (found == REFERENCE_MATCH)
        snprintf(message, length, "the distances%s from %d source%s %s", c.got->parent ? " and parents" : "",
                 c.got->count, c.got->count == 1 ? "" : "s", c.exact ? "are equal" : "are equal but for rounding");
    free(c.expected);
    free(c.level);
    free(c.state);
    oracle_graph_free(&c.G);
    return found;
}

const reference_row reference_distances = {.check = check, .textbook = true};
