/* SPDX-License-Identifier: Apache-2.0
 *
 * A product and a pass over all vertices, again and again.
 */
#include "algorithms/pagerank/settle_loop.h"

#include <math.h>

tropic_status tp_settle_loop_make(tp_settle_loop *loop, tp_power *power)
{
    tp_run *run = &power->run;
    loop->power = power;
    loop->settle.n = run->n;
    loop->settle.single = power->type == TROPIC_FP32;
    /* (A vertex without an arc to it keeps 0.) */
    TP_TRY(tp_run_array(run, &loop->sum, run->n, tropic_type_size(power->type), "sums of an iteration"));
    loop->settle.sum = loop->sum;
    return tp_run_array(run, &loop->settle.record, 1, sizeof *loop->settle.record, "a record of an iteration");
}

static tropic_status once(void *of)
{
    tp_settle_loop *loop = of;
    tropic_context *context = loop->power->run.context;
    /* sum = A' (plus.times) share */
    TP_TRY(tp_power_product(loop->power, loop->sum, loop->share, TP_BY_COLUMN));
    return TP_BACKEND_PART(context, pagerank)->settle(context, &loop->settle);
}

static tropic_status look(void *of, tp_power_found *found)
{
    tp_settle_loop *loop = of;
    const tp_run *run = &loop->power->run;
    TP_TRY(run->backend->download(run->context, &loop->last, loop->settle.record, sizeof loop->last));
    found->iterations = loop->last.iterations;
    found->residual = loop->last.sums.change;
    found->ended = !(found->residual <= loop->limit);
    return TROPIC_OK;
}

tropic_status tp_settle_loop_run(tp_settle_loop *loop, int32_t most, tp_power_found *found)
{
    const tp_run *run = &loop->power->run;
    const tp_power_loop iterations = {
        .most = most, .tolerance = loop->settle.tolerance, .once = once, .look = look, .of = loop};
    const double zero = 0;
    loop->last = (tp_pagerank_record){.sums = {.change = INFINITY, .sunk = loop->last.sums.sunk}};
    TP_TRY(run->backend->fill(run->context, loop->sum, loop->power->type, &zero, run->n));
    TP_TRY(run->backend->upload(run->context, loop->settle.record, &loop->last, sizeof loop->last));
    return tp_power_iterate(&loop->power->run, &iterations, found);
}
