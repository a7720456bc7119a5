/* SPDX-License-Identifier: Apache-2.0
 *
 * The end of an iteration of PageRank on the CPU: a thread takes some groups at a time.
 */
#include "algorithms/pagerank/settle.h"
#include "semiring/operators.h"
#include "spmv/cpu_backend.h"

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

/* In pairs, half of the lanes apart. */
static tp_pagerank_sums add_lanes(double change[TP_SETTLE_LANES], double sunk[TP_SETTLE_LANES])
{
    for (int half = TP_SETTLE_LANES / 2; half > 0; half /= 2)
        for (int lane = 0; lane < half; lane++) {
            change[lane] += change[lane + half];
            sunk[lane] += sunk[lane + half];
        }
    return (tp_pagerank_sums){change[0], sunk[0]};
}

static tp_pagerank_sums settle_group(const tp_pagerank_settle *s, int64_t group)
{
    double change[TP_SETTLE_LANES] = {0}, sunk[TP_SETTLE_LANES] = {0};
    const int64_t begin = group * TP_SETTLE_GROUP;
    const int64_t end = begin + TP_SETTLE_GROUP < s->n ? begin + TP_SETTLE_GROUP : s->n;
    const double even = 1.0 / s->n, nowhere = s->sunk * s->record->sums.sunk;
    for (int64_t first = begin; first < end; first += TP_SETTLE_LANES) {
        const int lanes = end - first < TP_SETTLE_LANES ? (int)(end - first) : TP_SETTLE_LANES;
        if (s->single)
            for (int lane = 0; lane < lanes; lane++)
                settle_float(s, first + lane, nowhere, even, &change[lane], &sunk[lane]);
        else
            for (int lane = 0; lane < lanes; lane++)
                settle_double(s, first + lane, nowhere, even, &change[lane], &sunk[lane]);
    }
    return add_lanes(change, sunk);
}

typedef struct settling {
    const tp_pagerank_settle *s;
    tp_pagerank_sums *groups;
    tp_chunks_left left; /* groups */
} settling;

static void settle_some(tp_worker *worker, void *of)
{
    settling *all = of;
    int64_t begin, end;
    while (tp_take(worker, &all->left, &begin, &end))
        for (int64_t group = begin; group < end; group++) all->groups[group] = settle_group(all->s, group);
}

tropic_status tp_cpu_pagerank_settle(tropic_context *context, const tp_pagerank_settle *s)
{
    const int64_t groups = ((int64_t)s->n + TP_SETTLE_GROUP - 1) / TP_SETTLE_GROUP;
    double change[TP_SETTLE_LANES] = {0}, sunk[TP_SETTLE_LANES] = {0};
    settling all = {.s = s};
    if (s->record->sums.change < s->tolerance) return TROPIC_OK;
    all.groups = tp_allocate(&context->memory, groups, sizeof *all.groups);
    if (!all.groups) return tp_out_of_memory(context, "sums of PageRank");
    tp_parallel(tp_chunks_begin(&all.left, tp_team_for(context, s->n), groups, SETTLE_CHUNK), settle_some, &all);
    for (int64_t group = 0; group < groups; group++) {
        change[group % TP_SETTLE_LANES] += all.groups[group].change;
        sunk[group % TP_SETTLE_LANES] += all.groups[group].sunk;
    }
    tp_release(&context->memory, all.groups);
    s->record->sums = add_lanes(change, sunk);
    s->record->iterations++;
    return TROPIC_OK;
}

const tp_pagerank_calls tp_cpu_pagerank_calls = {TP_PAGERANK_CALLS(TP_CALL_ROW, tp_cpu_pagerank_)};
