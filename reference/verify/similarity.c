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
        if (!there && passes(c, u, &common[k], true)) return lacks(c, u, common[k].vertex, expected);
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

/* options: tropic_similarity_options; other: reference_pairs */
static reference_verdict check(const reference_result *r, char *message, size_t length)
{
    const verify_report report = verify_begin(r->A, message, length);
    oracle_graph G = {0};
    checking c = {.report = &report, .got = r->other};
    reference_verdict found;
    if (r->options) c.options = *(const tropic_similarity_options *)r->options;
    if (oracle_graph_from_matrix(&G, r->A, r->context) && oracle_links_make(&c.links, &G))
        found = c.got->given ? check_given(&c) : check_all(&c);
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
