/* SPDX-License-Identifier: Apache-2.0
 *
 * Sorts pairs by digits of their keys, the lowest first; digits that are the same in all keys are left out. The first
 * pass takes the pairs from runs that lie anywhere.
 */
#include "algorithms/mst/sort.h"
#include "algorithms/tuning.h"

#include <string.h>

#define BINS (1 << TP_MST_DIGIT)

typedef struct pass {
    const tp_mst_pair *from;
    tp_mst_pair *to;
    const tp_mst_run *runs;
    int64_t run_count;
    int parts;
    int shift;
    uint64_t first;    /* a key */
    uint64_t *varying; /* of each part: the bits in which its keys differ from that */
    int64_t (*places)[BINS];
} pass;

static int64_t first_run(const pass *p, int64_t part)
{
    return p->run_count * part / p->parts;
}

static void compare(const void *of, int64_t begin, int64_t end)
{
    const pass *p = of;
    for (int64_t part = begin; part < end; part++) {
        uint64_t varying = 0;
        for (int64_t r = first_run(p, part); r < first_run(p, part + 1); r++)
            for (int64_t k = p->runs[r].begin; k < p->runs[r].begin + p->runs[r].count; k++)
                varying |= p->from[k].key ^ p->first;
        p->varying[part] = varying;
    }
}

static void count(const void *of, int64_t begin, int64_t end)
{
    const pass *p = of;
    for (int64_t part = begin; part < end; part++) {
        int64_t *places = p->places[part];
        memset(places, 0, BINS * sizeof *places);
        for (int64_t r = first_run(p, part); r < first_run(p, part + 1); r++)
            for (int64_t k = p->runs[r].begin; k < p->runs[r].begin + p->runs[r].count; k++)
                places[p->from[k].key >> p->shift & (BINS - 1)]++;
    }
}

static void move(const void *of, int64_t begin, int64_t end)
{
    const pass *p = of;
    for (int64_t part = begin; part < end; part++) {
        int64_t *places = p->places[part];
        for (int64_t r = first_run(p, part); r < first_run(p, part + 1); r++)
            for (int64_t k = p->runs[r].begin; k < p->runs[r].begin + p->runs[r].count; k++)
                p->to[places[p->from[k].key >> p->shift & (BINS - 1)]++] = p->from[k];
    }
}

/* places[part][digit] = where that part's first pair with that digit goes. */
static void add_up(const pass *p)
{
    int64_t before = 0;
    for (int digit = 0; digit < BINS; digit++)
        for (int part = 0; part < p->parts; part++) {
            const int64_t here = p->places[part][digit];
            p->places[part][digit] = before;
            before += here;
        }
}

static void one_pass(tp_team team, pass *p, int shift)
{
    p->shift = shift;
    tp_for(team, p->parts, 1, count, p);
    add_up(p);
    tp_for(team, p->parts, 1, move, p);
}

static void insert(const tp_mst_sorting *s)
{
    tp_mst_pair *to = s->spare;
    int64_t n = 0;
    for (int64_t r = 0; r < s->run_count; r++)
        for (int64_t k = s->runs[r].begin; k < s->runs[r].begin + s->runs[r].count; k++) {
            const tp_mst_pair pair = s->pairs[k];
            int64_t at = n++;
            for (; at > 0 && to[at - 1].key > pair.key; at--) to[at] = to[at - 1];
            to[at] = pair;
        }
}

/* The runs of later passes: equal parts. */
static void even_out(pass *p, tp_mst_run *even, int64_t all)
{
    for (int part = 0; part < p->parts; part++) {
        const int64_t begin = all * part / p->parts;
        even[part] = (tp_mst_run){begin, all * (part + 1) / p->parts - begin};
    }
    p->runs = even;
    p->run_count = p->parts;
}

tp_mst_pair *tp_mst_sort(tropic_context *context, const tp_mst_sorting *s)
{
    uint64_t varying[TP_MST_PARTS], left = 0;
    tp_mst_run even[TP_MST_PARTS];
    int64_t all = 0, first = -1;
    tp_team team;
    pass p;
    for (int64_t r = 0; r < s->run_count; r++) {
        if (first < 0 && s->runs[r].count > 0) first = s->runs[r].begin;
        all += s->runs[r].count;
    }
    if (all <= TP_MST_INSERTED) {
        insert(s);
        return s->spare;
    }
    team = tp_team_of(tp_team_for(context, all), TP_MST_PARTS);
    p = (pass){.from = s->pairs,
               .to = s->spare,
               .runs = s->runs,
               .run_count = s->run_count,
               .parts = team.threads,
               .first = s->pairs[first].key,
               .varying = varying,
               .places = s->places};
    tp_for(team, p.parts, 1, compare, &p);
    for (int part = 0; part < p.parts; part++) left |= varying[part];
    do { /* (once at least, which gathers the runs) */
        const int lowest = left ? __builtin_ctzll(left) : 0;
        tp_mst_pair *const other = (tp_mst_pair *)(p.to == s->spare ? s->pairs : s->spare);
        one_pass(team, &p, lowest);
        left &= lowest + TP_MST_DIGIT < 64 ? ~(uint64_t)0 << (lowest + TP_MST_DIGIT) : 0;
        p.from = p.to;
        p.to = other;
        even_out(&p, even, all);
    } while (left);
    return p.to == s->spare ? s->pairs : s->spare; /* the other one has the result */
}
