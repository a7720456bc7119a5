/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of all pairs, each with a sparse accumulator: from u over each neighbour w to all vertices that have w as a
 * neighbour. Neighbours are taken in order, so that each sum has its terms in that order.
 */
#include "algorithms/similarity/similarity_cpu.h"
#include "spmv/cpu_backend.h"

/* Rows that a thread takes at a time. (Not measured.) */
#define ROWS_AT_ONCE 16

#define BITS 64

typedef struct rows {
    const tp_similarity *s;
    const tp_similarity_wanted *wanted;
    tp_similarity_spa *spas;
    const tp_similarity_places *places;
    tp_chunks_left left;
} rows;

/* ---- two steps ---- */

/* The list of w, from `first` on. */
static tropic_offset begin_at(const tp_similarity *s, tropic_index w, tropic_index first)
{
    const tropic_offset begin = s->in.offsets[w];
    return first > 0 ? tp_find_id(s->in.ids, begin, s->in.offsets[w + 1], first) : begin;
}

/* Vertices from `first` on that have a neighbour in common with u; returns how many there are, u among them. (A place
 * is written in any case, and counts if the vertex is new.) */
static int64_t count_common(const tp_similarity *s, const tp_similarity_spa *spa, tropic_index u, tropic_index first)
{
    int64_t count = 0;
    for (tropic_offset k = s->out.offsets[u]; k < s->out.offsets[u + 1]; k++) {
        const tropic_index w = s->out.ids[k];
        const tropic_offset end = s->in.offsets[w + 1];
        for (tropic_offset j = begin_at(s, w, first); j < end; j++) {
            const tropic_index v = s->in.ids[j];
            const int32_t before = spa->common[v];
            spa->common[v] = before + 1;
            spa->reached[count] = v;
            count += before == 0;
        }
    }
    return count;
}

static int64_t add_common(const tp_similarity *s, const tp_similarity_spa *spa, tropic_index u, tropic_index first)
{
    int64_t count = 0;
    for (tropic_offset k = s->out.offsets[u]; k < s->out.offsets[u + 1]; k++) {
        const tropic_index w = s->out.ids[k];
        const double weight = s->weight[w];
        const tropic_offset end = s->in.offsets[w + 1];
        for (tropic_offset j = begin_at(s, w, first); j < end; j++) {
            const tropic_index v = s->in.ids[j];
            const double before = spa->sum[v];
            spa->sum[v] = before + weight;
            spa->reached[count] = v;
            count += before == 0;
        }
    }
    return count;
}

static double common_of(const tp_similarity_spa *spa, tropic_index v)
{
    return spa->sum ? spa->sum[v] : spa->common[v];
}

static void clear(const tp_similarity_spa *spa, tropic_index v)
{
    if (spa->sum)
        spa->sum[v] = 0;
    else
        spa->common[v] = 0;
}

static void clear_list(const tp_similarity_spa *spa, const tp_arcs *arcs, tropic_index u)
{
    for (tropic_offset k = arcs->offsets[u]; k < arcs->offsets[u + 1]; k++) clear(spa, arcs->ids[k]);
}

/* ---- all, in order ---- */

static void mark(const tp_similarity_spa *spa, tropic_index v)
{
    int64_t at = v;
    for (int l = 0; l < TP_SIMILARITY_LEVELS; l++, at /= BITS) spa->bits[l][at / BITS] |= (uint64_t)1 << at % BITS;
}

static tropic_index take_lowest(uint64_t *word, int64_t at)
{
    const int bit = __builtin_ctzll(*word);
    *word &= *word - 1;
    return (tropic_index)(at * BITS + bit);
}

static int64_t put_all(const tp_similarity *s, const tp_similarity_wanted *wanted, const tp_similarity_spa *spa,
                       tropic_index u, int64_t count, tropic_index *to, double *score)
{
    const int64_t words = (s->n + (int64_t)BITS * BITS * BITS - 1) / ((int64_t)BITS * BITS * BITS);
    int64_t put = 0;
    for (int64_t r = 0; r < count; r++) {
        const tropic_index v = spa->reached[r];
        const double common = common_of(spa, v);
        if (common > 0 && tp_similarity_score_of(s, u, v, common) >= wanted->threshold)
            mark(spa, v);
        else
            clear(spa, v);
    }
    for (int64_t i = 0; i < words; i++)
        while (spa->bits[2][i]) {
            const tropic_index j = take_lowest(&spa->bits[2][i], i);
            while (spa->bits[1][j]) {
                const tropic_index k = take_lowest(&spa->bits[1][j], j);
                while (spa->bits[0][k]) {
                    const tropic_index v = take_lowest(&spa->bits[0][k], k);
                    to[put] = v;
                    score[put++] = tp_similarity_score_of(s, u, v, common_of(spa, v));
                    clear(spa, v);
                }
            }
        }
    return put;
}

/* ---- the best ---- */

typedef struct heap {
    tropic_index *to;
    double *score;
    int64_t count;
} heap;

/* Is the first worse: of a lower score, or of the same and a greater id? */
static bool is_worse(double score, tropic_index to, double other, tropic_index other_to)
{
    return score != other ? score < other : to > other_to;
}

/* Puts an entry where `at` is free, and moves it down until both below are better: the worst is on top. */
static void sink(const heap *h, int64_t at, double score, tropic_index to)
{
    for (int64_t below = 2 * at + 1; below < h->count; below = 2 * at + 1) {
        if (below + 1 < h->count && is_worse(h->score[below + 1], h->to[below + 1], h->score[below], h->to[below]))
            below++;
        if (!is_worse(h->score[below], h->to[below], score, to)) break;
        h->score[at] = h->score[below];
        h->to[at] = h->to[below];
        at = below;
    }
    h->score[at] = score;
    h->to[at] = to;
}

static void rise(const heap *h, int64_t at, double score, tropic_index to)
{
    for (int64_t above = (at - 1) / 2; at > 0; at = above, above = (at - 1) / 2) {
        if (!is_worse(score, to, h->score[above], h->to[above])) break;
        h->score[at] = h->score[above];
        h->to[at] = h->to[above];
    }
    h->score[at] = score;
    h->to[at] = to;
}

static int64_t put_best(const tp_similarity *s, const tp_similarity_wanted *wanted, const tp_similarity_spa *spa,
                        tropic_index u, int64_t count, tropic_index *to, double *score)
{
    heap h = {to, score, 0};
    int64_t put;
    for (int64_t r = 0; r < count; r++) {
        const tropic_index v = spa->reached[r];
        const double common = common_of(spa, v);
        const double found = tp_similarity_score_of(s, u, v, common);
        clear(spa, v);
        if (!(common > 0 && found >= wanted->threshold)) continue;
        if (h.count < wanted->best)
            rise(&h, h.count++, found, v);
        else if (is_worse(h.score[0], h.to[0], found, v))
            sink(&h, 0, found, v);
    }
    /* The worst goes to the end, again and again. */
    put = h.count;
    while (h.count > 1) {
        const double last = h.score[--h.count], worst = h.score[0];
        const tropic_index last_to = h.to[h.count], worst_to = h.to[0];
        sink(&h, 0, last, last_to);
        h.score[h.count] = worst;
        h.to[h.count] = worst_to;
    }
    return put;
}

/* ---- some rows ---- */

static void find_row(const rows *r, const tp_similarity_spa *spa, tropic_index row)
{
    const tp_similarity *s = r->s;
    const tp_similarity_places *places = r->places;
    const tropic_index u = places->first + row, first = r->wanted->best > 0 ? 0 : u + 1;
    const int64_t count = spa->sum ? add_common(s, spa, u, first) : count_common(s, spa, u, first);
    tropic_index *to = places->to + places->place[row];
    double *score = places->score + places->place[row];
    clear(spa, u);
    if (r->wanted->unlinked) {
        clear_list(spa, &s->out, u);
        if (s->in.ids != s->out.ids) clear_list(spa, &s->in, u);
    }
    places->count[row] = r->wanted->best > 0 ? put_best(s, r->wanted, spa, u, count, to, score)
                                             : put_all(s, r->wanted, spa, u, count, to, score);
}

static void find_region(tp_worker *worker, void *of)
{
    rows *r = of;
    int64_t begin, end;
    while (tp_take(worker, &r->left, &begin, &end))
        for (int64_t row = begin; row < end; row++) find_row(r, &r->spas[worker->number], (tropic_index)row);
}

void tp_similarity_rows(tp_team team, const tp_similarity *s, const tp_similarity_wanted *wanted,
                        tp_similarity_spa *spas, const tp_similarity_places *places)
{
    rows r = {s, wanted, spas, places, {0}};
    team = tp_chunks_begin(&r.left, team, places->rows, ROWS_AT_ONCE);
    tp_parallel(team, find_region, &r);
}
