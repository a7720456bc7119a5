/* SPDX-License-Identifier: Apache-2.0
 *
 * Verifies similarities by all ways of two steps, row by row; given pairs one by one.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "reference/oracle.h"
#include "reference/verify.h"

/* Of sums in another order and type. */
#define TOLERANCE 1e-12L

typedef struct checking {
    const verify_report *report;
    const reference_pairs *got;
    tropic_similarity_options options;
    oracle_links links;
    long double last; /* pairs of this score or less may be left out; -1: none may */
} checking;

static long double score_of(const checking *c, int64_t u, const oracle_common *common)
{
    const long double a = (long double)c->links.out[u], b = (long double)c->links.out[common->vertex];
    const long double count = (long double)common->count;
    switch (c->options.measure) {
    case TROPIC_SIMILARITY_JACCARD: return count == 0 ? 0 : count / (a + b - count);
    case TROPIC_SIMILARITY_OVERLAP: return count == 0 ? 0 : count / (a < b ? a : b);
    case TROPIC_SIMILARITY_COSINE: return count == 0 ? 0 : count / sqrtl(a * b);
    case TROPIC_SIMILARITY_ADAMIC_ADAR: return common->logarithms;
    case TROPIC_SIMILARITY_ALLOCATION: return common->parts;
    case TROPIC_SIMILARITY_ATTACHMENT: return a * b;
    default: return count;
    }
}

static bool is_near(long double got, long double expected)
{
    return fabsl(got - expected) <= TOLERANCE * (expected > 1 ? expected : 1);
}

static reference_verdict differs(const checking *c, int64_t k, const char *what, long double expected)
{
    const tropic_index to = c->got->to[k];
    return verify_differs(c->report, c->got->from[k], "and vertex %lld: expected %s %.17Lg, got %.17g",
                          (long long)tropic_matrix_label(c->report->A, to), what, expected, c->got->score[k]);
}

static reference_verdict check_given(const checking *c)
{
    bool *mark = calloc((size_t)c->links.n + 1, sizeof *mark);
    reference_verdict found = mark ? REFERENCE_MATCH : verify_failed(c->report, "out of memory for marks");
    for (int64_t k = 0; k < c->got->count && found == REFERENCE_MATCH; k++) {
        const oracle_common common = oracle_common_with(&c->links, c->got->from[k], c->got->to[k], mark);
        const long double expected = score_of(c, c->got->from[k], &common);
        if (!is_near(c->got->score[k], expected)) found = differs(c, k, "the score", expected);
    }
    free(mark);
    return found;
}

static reference_verdict lacks(const checking *c, int64_t u, int64_t v, long double expected)
{
    return verify_differs(c->report, (tropic_index)u, "expected the pair with vertex %lld, of score %.17Lg",
                          (long long)tropic_matrix_label(c->report->A, (tropic_index)v), expected);
}

/* Is the pair wanted, whatever its rank, for certain, or perhaps? */
static bool passes(const checking *c, int64_t u, const oracle_common *common, bool certainly)
{
    const long double score = score_of(c, u, common), threshold = c->options.threshold;
    const long double slack = TOLERANCE * (score > 1 ? score : 1);
    if (c->options.best == 0 && common->vertex < u) return false;
    if (c->options.unlinked && common->linked) return false;
    return certainly ? score >= threshold + (threshold > 0 ? slack : 0) : score >= threshold - slack;
}

/* Row u of all pairs; *at: the first pair that was got of it. */
static reference_verdict check_row(const checking *c, int64_t u, const oracle_common *common, int64_t count,
                                   int64_t *at)
{
    const reference_pairs *got = c->got;
    for (int64_t k = 0; k < count; k++) {
        const long double expected = score_of(c, u, &common[k]);
        const bool there = *at < got->count && got->from[*at] == u && got->to[*at] == common[k].vertex;
        if (!there && expected > c->last && !is_near(c->last, expected) && passes(c, u, &common[k], true))
            return lacks(c, u, common[k].vertex, expected);
        if (!there) continue;
        if (!passes(c, u, &common[k], false)) return differs(c, *at, "no such pair, for it has", expected);
        if (!is_near(got->score[*at], expected)) return differs(c, *at, "the score", expected);
        ++*at;
    }
    return REFERENCE_MATCH;
}

static int64_t place_of(const oracle_common *common, int64_t count, int64_t v)
{
    int64_t low = 0, high = count;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (common[middle].vertex < v)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && common[low].vertex == v ? low : -1;
}

/* The best of u: each with its score, in order, none twice, and none left out that is better. */
static reference_verdict check_best(const checking *c, int64_t u, const oracle_common *common, int64_t count,
                                    int64_t *at)
{
    const reference_pairs *got = c->got;
    const int64_t first = *at;
    long double last;
    int64_t certain = 0;
    for (; *at < got->count && got->from[*at] == u; ++*at) {
        const int64_t k = place_of(common, count, got->to[*at]);
        if (k < 0 || !passes(c, u, &common[k], false)) return differs(c, *at, "no such pair; 0, not", 0);
        if (!is_near(got->score[*at], score_of(c, u, &common[k])))
            return differs(c, *at, "the score", score_of(c, u, &common[k]));
        if (*at > first && !(got->score[*at - 1] > got->score[*at] ||
                             (got->score[*at - 1] == got->score[*at] && got->to[*at - 1] < got->to[*at])))
            return differs(c, *at, "another order; the one before has", got->score[*at - 1]);
    }
    for (int64_t k = 0; k < count; k++) certain += passes(c, u, &common[k], true);
    if (*at - first > c->options.best || (*at - first < c->options.best && *at - first < certain))
        return verify_differs(c->report, (tropic_index)u, "expected %lld pairs, got %lld",
                              (long long)(certain < c->options.best ? certain : c->options.best),
                              (long long)(*at - first));
    if (*at - first < c->options.best) return REFERENCE_MATCH;
    last = got->score[*at - 1];
    for (int64_t k = 0; k < count; k++) {
        const long double score = score_of(c, u, &common[k]);
        bool there = false;
        if (!passes(c, u, &common[k], true)) continue;
        for (int64_t j = first; j < *at && !there; j++) there = got->to[j] == common[k].vertex;
        if (!there && score > last && !is_near(score, last)) return lacks(c, u, common[k].vertex, score);
    }
    return REFERENCE_MATCH;
}

static reference_verdict check_all(const checking *c)
{
    reference_verdict found = REFERENCE_MATCH;
    int64_t at = 0;
    for (int64_t u = 0; u < c->links.n && found == REFERENCE_MATCH; u++) {
        oracle_common *common;
        int64_t count;
        if (!oracle_common_of(&c->links, u, &common, &count))
            return verify_failed(c->report, "out of memory for the neighbours of a vertex");
        found = c->options.best > 0 ? check_best(c, u, common, count, &at) : check_row(c, u, common, count, &at);
        free(common);
    }
    if (found == REFERENCE_MATCH && at < c->got->count) found = differs(c, at, "no such pair; 0, not", 0);
    return found;
}

typedef struct pair {
    tropic_index from, to;
    double score;
} pair;

static int by_ids(const void *a, const void *b)
{
    const pair *x = a, *y = b;
    if (x->from != y->from) return x->from < y->from ? -1 : 1;
    return (x->to > y->to) - (x->to < y->to);
}

/* Are the best in order, so that none is there twice? */
static reference_verdict check_order(const checking *c)
{
    const reference_pairs *got = c->got;
    for (int64_t k = 1; k < got->count; k++) {
        const bool after =
            got->from[k - 1] < got->from[k] || (got->from[k - 1] == got->from[k] && got->to[k - 1] < got->to[k]);
        if (!(got->score[k - 1] > got->score[k] || (got->score[k - 1] == got->score[k] && after)))
            return differs(c, k, "another order; the one before has", got->score[k - 1]);
    }
    return REFERENCE_MATCH;
}

/* The best of all: in order of ids they are as all pairs are, but for those that are no better than the last. */
static reference_verdict check_top(const checking *c)
{
    const reference_pairs *got = c->got;
    const size_t count = (size_t)got->count + 1;
    pair *pairs = malloc(count * sizeof *pairs);
    tropic_index *from = malloc(count * sizeof *from), *to = malloc(count * sizeof *to);
    double *score = malloc(count * sizeof *score);
    const reference_pairs sorted = {from, to, score, got->count, false, got->top};
    checking all = *c;
    reference_verdict found = check_order(c);
    all.got = &sorted;
    if (got->count == got->top) all.last = got->score[got->count - 1];
    if (!pairs || !from || !to || !score) found = verify_failed(c->report, "out of memory for pairs");
    if (found == REFERENCE_MATCH) {
        for (int64_t k = 0; k < got->count; k++) pairs[k] = (pair){got->from[k], got->to[k], got->score[k]};
        qsort(pairs, (size_t)got->count, sizeof *pairs, by_ids);
        for (int64_t k = 0; k < got->count; k++) {
            from[k] = pairs[k].from;
            to[k] = pairs[k].to;
            score[k] = pairs[k].score;
        }
        found = check_all(&all);
    }
    free(pairs);
    free(from);
    free(to);
    free(score);
    return found;
}

/* options: tropic_similarity_options; other: reference_pairs */
static reference_verdict check(const reference_result *r, char *message, size_t length)
{
    const verify_report report = verify_begin(r->A, message, length);
    oracle_graph G = {0};
    checking c = {.report = &report, .got = r->other, .last = -1};
    reference_verdict found;
    if (r->options) c.options = *(const tropic_similarity_options *)r->options;
    if (oracle_graph_from_matrix(&G, r->A, r->context) && oracle_links_make(&c.links, &G))
        found = c.got->given ? check_given(&c) : c.got->top > 0 ? check_top(&c) : check_all(&c);
    else
        found = verify_failed(&report, "out of memory for similarities");
    if (found == REFERENCE_MATCH)
        snprintf(message, length, "the score%s of %lld pair%s %s equal", c.got->count == 1 ? "" : "s",
                 (long long)c.got->count, c.got->count == 1 ? "" : "s", c.got->count == 1 ? "is" : "are");
    oracle_links_free(&c.links);
    oracle_graph_free(&G);
    return found;
}

const reference_row reference_similarity = {.check = check, .textbook = true};
