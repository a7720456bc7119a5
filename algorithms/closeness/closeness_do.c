/* SPDX-License-Identifier: Apache-2.0
 *
 * Closeness and harmonic centrality: values, and the course of a run.
 */
#include "algorithms/closeness/closeness.h"

double tp_closeness_value(const tp_closeness *c, const tp_closeness_sums *s, double others)
{
    if (c->options->kind == TROPIC_CLOSENESS_HARMONIC) {
        if (c->options->normalize) return others > 0 ? s->inverse / others : 0;
        if (!c->drawn || c->done == c->run->n) return s->inverse;
        return others > 0 ? s->inverse * (((double)c->run->n - 1) / others) : 0;
    }
    if (!(s->sum > 0)) return 0;
    return c->options->kind == TROPIC_CLOSENESS_CLASSIC ? s->reached / s->sum
                                                        : s->reached / s->sum * (s->reached / others);
}

tp_long_run tp_closeness_long_run(tp_closeness *c)
{
    const tropic_closeness_options *o = c->options;
    const uint64_t error = o->error == 0 ? 0 : o->kind == TROPIC_CLOSENESS_HARMONIC ? 1 : 2; /* squares of what? */
    const uint64_t how[] = {(uint64_t)c->count, c->by_sources,        o->weighted, o->outgoing,
                            o->samples > 0,     (uint64_t)o->samples, error};
    tp_identity identity = c->identity;
    identity.run = tp_checksum(identity.run, how, sizeof how);
    return (tp_long_run){.context = c->run->context,
                         .progress = {.magic = "TROPICCC", .identity = identity, .n = c->run->n, .count = c->count},
                         .checkpoint = o->checkpoint,
                         .checkpoint_seconds = o->checkpoint_seconds,
                         .checkpoint_failed = o->checkpoint_failed,
                         .checkpoint_user = o->checkpoint_user,
                         .partial = o->partial,
                         .most = c->count};
}

tropic_status tp_closeness_do(tp_closeness *c, tp_long_run *all)
{
    const tropic_closeness_options *o = c->options;
    tropic_status status = TROPIC_OK;
    tropic_index step;
    if (o->checkpoint || o->partial || (o->error > 0 && c->by_sources)) {
        status = tp_long_run_do(all);
        c->done = all->progress.done;
        c->report.resumed = all->resumed;
        return status;
    }
    if (all->most == 0) return TROPIC_OK;
    TP_TRY(all->begin(all->of, &step));
    TP_TRY(all->take(all->of, 0, all->most));
    TP_TRY(all->fetch(all->of));
    c->done = all->most;
    return TROPIC_OK;
}
