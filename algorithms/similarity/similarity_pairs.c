/* SPDX-License-Identifier: Apache-2.0
 *
 * Scores of given pairs: two ascending lists are merged, or the ids of a short one looked up in a long one. Either way
 * common neighbours are found in order.
 */
#include "algorithms/similarity/similarity_cpu.h"
#include "algorithms/tuning.h"
#include "spmv/cpu_backend.h"

/* Pairs between two calls of tp_progress, and those that a thread takes at a time. */
#define PART ((int64_t)1 << 16)
/* And so many neighbours of theirs, about a tenth of a second. Not measured. */
#define PART_STEPS ((int64_t)1 << 26)
#define PAIRS_AT_ONCE 256

typedef struct pairs {
    const tp_similarity *s;
    const tropic_index *from, *to;
    double *score;
} pairs;

static double weight_of(const tp_similarity *s, tropic_index w)
{
    return s->weight ? s->weight[w] : 1;
}

static double merge(const tp_similarity *s, tropic_index u, tropic_index v)
{
    const tropic_index *ids = s->out.ids;
    tropic_offset a = s->out.offsets[u], b = s->out.offsets[v];
    const tropic_offset end = s->out.offsets[u + 1], last = s->out.offsets[v + 1];
    double common = 0;
    while (a < end && b < last) {
        const tropic_index x = ids[a], y = ids[b];
        if (x == y) common += weight_of(s, x);
        a += x <= y;
        b += y <= x;
    }
    return common;
}

/* u's list is the short one. */
static double look_up(const tp_similarity *s, tropic_index u, tropic_index v)
{
    const tropic_index *ids = s->out.ids;
    tropic_offset b = s->out.offsets[v];
    const tropic_offset last = s->out.offsets[v + 1];
    double common = 0;
    for (tropic_offset a = s->out.offsets[u]; a < s->out.offsets[u + 1] && b < last; a++) {
        b = tp_find_id(ids, b, last, ids[a]);
        if (b < last && ids[b] == ids[a]) common += weight_of(s, ids[a]);
    }
    return common;
}

static void score_some(const void *of, int64_t begin, int64_t end)
{
    const pairs *p = of;
    const tp_similarity *s = p->s;
    for (int64_t k = begin; k < end; k++) {
        const tropic_index u = p->from[k], v = p->to[k];
        const tropic_offset a = tp_similarity_degree(s, u), b = tp_similarity_degree(s, v);
        const double common = s->measure == TROPIC_SIMILARITY_ATTACHMENT ? 0
                              : a > TP_SIMILARITY_MERGED * b             ? look_up(s, v, u)
                              : b > TP_SIMILARITY_MERGED * a             ? look_up(s, u, v)
                                                                         : merge(s, u, v);
        p->score[k] = tp_similarity_score_of(s, u, v, common);
    }
}

tropic_status tp_cpu_similarity_pairs(tp_run *run, const tp_similarity *s, const tropic_index *from,
                                      const tropic_index *to, int64_t count, double *score)
{
    const double degree = s->n > 0 ? (double)s->out.count / s->n : 0;
    for (int64_t first = 0, some = 0; first < count; first += some) {
        int64_t steps = 0;
        for (some = 0; some < PART && first + some < count && steps < PART_STEPS; some++)
            steps += tp_similarity_degree(s, from[first + some]) + tp_similarity_degree(s, to[first + some]);
        const pairs p = {s, from + first, to + first, score + first};
        TP_TRY(tp_progress(run->context, (double)first / (double)count));
        tp_for(tp_team_for(run->context, some * (1 + (int64_t)degree)), some, PAIRS_AT_ONCE, score_some, &p);
    }
    return TROPIC_OK;
}
