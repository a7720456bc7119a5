/* SPDX-License-Identifier: Apache-2.0
 *
 * The checkpoint of eccentricities: how far bounds have come, and behind them the searches from each vertex that they
 * leave.
 */
#include "algorithms/eccentricity/eccentricity.h"

#define CHECKPOINT_SECONDS 60.0
/* Of the file: 1 had searches from each vertex alone. */
#define LAYOUT 2

/* A vertex's both bounds, its value, and if that is known. */
size_t tp_eccentricity_saved_bytes(const tp_eccentricities *e)
{
    const size_t bound = e->options->weighted ? sizeof(double) : sizeof(int32_t);
    return 2 * bound + (e->options->weighted ? sizeof(tp_farthest) : 0) + sizeof *e->known;
}

tropic_status tp_eccentricity_open(tp_eccentricities *e)
{
    const tropic_eccentricity_options *o = e->options;
    const uint64_t how[] = {o->weighted, o->diameter};
    tp_run *run = e->run;
    tp_checkpoint *p = &e->progress;
    const size_t size = tp_eccentricity_saved_bytes(e);
    const int64_t n = run->n;
    *p = (tp_checkpoint){.magic = "TROPICEC", .layout = LAYOUT, .n = run->n, .count = run->n};
    if (!o->checkpoint) return TROPIC_OK;
    TP_TRY(tp_run_need_memory(run, size + sizeof *e->outcomes));
    e->outcomes = tp_arena_zeros(&run->arena, n, sizeof *e->outcomes);
    e->saved_bounds = tp_arena_zeros(&run->arena, n, size);
    TP_TRY(tp_arena_check(&run->arena, "the checkpoint"));
    p->part[0] = (tp_checkpoint_part){e->outcomes, 0, sizeof *e->outcomes, true};
    p->part[1] = (tp_checkpoint_part){e->saved_bounds, n, size, false};
    p->part[2] = (tp_checkpoint_part){&e->state, 1, sizeof e->state, false};
    TP_TRY(tp_identify(run, o->weighted, NULL, 0, &p->identity));
    p->identity.run = tp_checksum(0, how, sizeof how);
    TP_TRY(tp_checkpoint_load(run->context, o->checkpoint, p));
    e->saved = tp_now();
    /* A file that cannot be written is known before hours of work. */
    return tp_checkpoint_save(run->context, o->checkpoint, p);
}

bool tp_eccentricity_is_due(const tp_eccentricities *e)
{
    const double every = e->options->checkpoint_seconds > 0 ? e->options->checkpoint_seconds : CHECKPOINT_SECONDS;
    return e->options->checkpoint && tp_now() - e->saved >= every;
}

tropic_status tp_eccentricity_save(tp_eccentricities *e)
{
    e->state.begun = 1;
    e->state.end = e->end;
    e->state.reaches = e->reaches;
    e->state.falls_short = e->falls_short;
    e->saved = tp_now();
    return tp_checkpoint_save(e->run->context, e->options->checkpoint, &e->progress);
}

void tp_eccentricity_save_or_report(tp_eccentricities *e)
{
    const tropic_eccentricity_options *o = e->options;
    if (tp_eccentricity_save(e) != TROPIC_OK && o->checkpoint_failed)
        o->checkpoint_failed(tropic_context_error(e->run->context), o->checkpoint_user);
}

void tp_eccentricity_restore(tp_eccentricities *e)
{
    e->end = e->state.end;
    e->reaches = e->state.reaches;
    e->falls_short = e->state.falls_short;
}
