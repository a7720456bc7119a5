/* SPDX-License-Identifier: Apache-2.0
 *
 * The end of an iteration of PageRank on the CPU: a thread takes some groups at a time.
 */
#include "algorithms/pagerank/settle.h"
#include "runtime/instruction_set.h"
#include "semiring/operators.h"
#include "spmv/cpu_backend.h"

#include <math.h>

#define VALUE float
#define SETTLE_ONE settle_float
#include "algorithms/pagerank/settle_one.h"
#undef VALUE
#undef SETTLE_ONE
#define VALUE double
#define SETTLE_ONE settle_double
#include "algorithms/pagerank/settle_one.h"

/* Groups that a thread takes at a time. */
#define SETTLE_CHUNK 4

/* Of a group's lanes. */
typedef struct lane_sums {
    double change[TP_SETTLE_LANES], sunk[TP_SETTLE_LANES];
} lane_sums;

typedef struct settling {
    const tp_pagerank_settle *s;
    double nowhere;               /* sunk s */
    double even[TP_SETTLE_LANES]; /* 1 / n each, where p or q is not given */
    void (*settle_group)(const struct settling *all, int64_t begin, int64_t end, lane_sums *lanes);
    tp_pagerank_sums *groups;
    tp_chunks_left left; /* groups */
} settling;

/* In pairs, half of the lanes apart. */
static tp_pagerank_sums add_lanes(lane_sums *lanes)
{
    for (int half = TP_SETTLE_LANES / 2; half > 0; half /= 2)
        for (int lane = 0; lane < half; lane++) {
            lanes->change[lane] += lanes->change[lane + half];
            lanes->sunk[lane] += lanes->sunk[lane + half];
        }
    return (tp_pagerank_sums){lanes->change[0], lanes->sunk[0]};
}

/* Vertices that lie side by side, of a lane each: no two arrays overlap, so that the loop becomes one of vectors. And a
 * group, a row of lanes after the other. */
#define DEFINE_GROUP(VALUE, one, row, group)                                                                           \
    TP_FN void row(int count, double jump, double nowhere, const VALUE *restrict sum, const VALUE *restrict damped,    \
                   const double *restrict p, const double *restrict q, VALUE *restrict rank, VALUE *restrict share,    \
                   double *restrict change, double *restrict sunk)                                                     \
    {                                                                                                                  \
        for (int k = 0; k < count; k++)                                                                                \
            one(sum[k], damped[k], jump *p[k], nowhere *q[k], &rank[k], &share[k], &change[k], &sunk[k]);              \
    }                                                                                                                  \
    TP_FN void group(const settling *all, int64_t begin, int64_t end, lane_sums *lanes)                                \
    {                                                                                                                  \
        const tp_pagerank_settle *s = all->s;                                                                          \
        for (int64_t v = begin; v < end; v += TP_SETTLE_LANES)                                                         \
            row(end - v < TP_SETTLE_LANES ? (int)(end - v) : TP_SETTLE_LANES, s->jump, all->nowhere,                   \
                (const VALUE *)s->sum + v, (const VALUE *)s->damped + v, s->p ? s->p + v : all->even,                  \
                s->q ? s->q + v : all->even, (VALUE *)s->rank + v, (VALUE *)s->share + v, lanes->change, lanes->sunk); \
    }                                                                                                                  \
    TP_VERSIONS_V3(group, (const settling *all, int64_t begin, int64_t end, lane_sums *lanes), (all, begin, end, lanes))

DEFINE_GROUP(float, settle_float, settle_row_of_floats, settle_floats);
DEFINE_GROUP(double, settle_double, settle_row_of_doubles, settle_doubles);

static tp_pagerank_sums settle_group(const settling *all, int64_t group)
{
    lane_sums lanes = {{0}, {0}};
    const int64_t begin = group * TP_SETTLE_GROUP;
    const int64_t end = begin + TP_SETTLE_GROUP < all->s->n ? begin + TP_SETTLE_GROUP : all->s->n;
    all->settle_group(all, begin, end, &lanes);
    return add_lanes(&lanes);
}

static void settle_some(tp_worker *worker, void *of)
{
    settling *all = of;
    int64_t begin, end;
    while (tp_take(worker, &all->left, &begin, &end))
        for (int64_t group = begin; group < end; group++) all->groups[group] = settle_group(all, group);
}

tropic_status tp_cpu_pagerank_settle(tropic_context *context, const tp_pagerank_settle *s)
{
    const int64_t groups = ((int64_t)s->n + TP_SETTLE_GROUP - 1) / TP_SETTLE_GROUP;
    lane_sums lanes = {{0}, {0}};
    settling all = {.s = s, .nowhere = s->sunk * s->record->sums.sunk};
    if (s->record->sums.change < s->tolerance) return TROPIC_OK;
    all.groups = tp_allocate(&context->work, groups, sizeof *all.groups);
    if (!all.groups) return tp_out_of_memory(context, "sums of PageRank");
    all.settle_group = s->single ? TP_VERSION(context, settle_floats) : TP_VERSION(context, settle_doubles);
    for (int lane = 0; lane < TP_SETTLE_LANES; lane++) all.even[lane] = 1.0 / s->n;
    tp_parallel(tp_chunks_begin(&all.left, tp_team_for(context, s->n), groups, SETTLE_CHUNK), settle_some, &all);
    for (int64_t group = 0; group < groups; group++) {
        lanes.change[group % TP_SETTLE_LANES] += all.groups[group].change;
        lanes.sunk[group % TP_SETTLE_LANES] += all.groups[group].sunk;
    }
    tp_release(&context->work, all.groups);
    s->record->sums = add_lanes(&lanes);
    s->record->iterations++;
    return TROPIC_OK;
}

typedef struct damping {
    const tropic_offset *offsets;
    tropic_index n;
    double damping;
    bool single;
    void *damped;
    tp_chunks_left left; /* groups */
} damping;

static void damp_some(tp_worker *worker, void *of)
{
    damping *all = of;
    int64_t first, last;
    while (tp_take(worker, &all->left, &first, &last)) {
        const int64_t end = last * TP_SETTLE_GROUP < all->n ? last * TP_SETTLE_GROUP : all->n;
        for (int64_t v = first * TP_SETTLE_GROUP; v < end; v++) {
            const tropic_offset degree = all->offsets[v + 1] - all->offsets[v];
            const double damped = degree > 0 ? all->damping / (double)degree : 0;
            if (all->single)
                ((float *)all->damped)[v] = (float)damped;
            else
                ((double *)all->damped)[v] = damped;
        }
    }
}

void tp_cpu_pagerank_damped(tropic_context *context, const tropic_offset *offsets, tropic_index n, double part,
                            bool single, void *damped)
{
    const int64_t groups = ((int64_t)n + TP_SETTLE_GROUP - 1) / TP_SETTLE_GROUP;
    damping all = {.offsets = offsets, .n = n, .damping = part, .single = single, .damped = damped};
    tp_parallel(tp_chunks_begin(&all.left, tp_team_for(context, n), groups, SETTLE_CHUNK), damp_some, &all);
}

const tp_pagerank_calls tp_cpu_pagerank_calls = {TP_PAGERANK_CALLS(TP_CALL_ROW, tp_cpu_pagerank_)};
