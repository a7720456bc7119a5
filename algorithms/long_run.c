/* SPDX-License-Identifier: Apache-2.0
 *
 * A long run over sources, in chunks.
 */
#include "algorithms/long_run.h"

/* About how long a chunk of the sources takes: a run that is ended loses at most so much. */
#define CHUNK_SECONDS 1.0
#define CHECKPOINT_SECONDS 60.0

static tropic_status put_back(const tp_long_run *d)
{
    return d->put_back ? d->put_back(d->of) : TROPIC_OK;
}

static tropic_status save(tp_long_run *d)
{
    if (!d->checkpoint || !d->unsaved) return TROPIC_OK;
    TP_TRY(tp_checkpoint_save(d->context, d->checkpoint, &d->progress));
    d->saved = tp_now();
    d->unsaved = false;
    return TROPIC_OK;
}

/* Saves, and reports a failure: the run goes on, and tries again when the next checkpoint is due, because the finished
 * work is worth more than the file. */
static void save_or_report(tp_long_run *d)
{
    if (save(d) == TROPIC_OK) return;
    d->saved = tp_now();
    if (d->checkpoint_failed) d->checkpoint_failed(tropic_context_error(d->context), d->checkpoint_user);
}

/* Reads the checkpoint, and saves before the first chunk, so that a file that cannot be written is known before hours
 * of work. What the caller has read stays as it is: a file that could not be written since then is older. */
static tropic_status open_checkpoint(tp_long_run *d)
{
    d->unsaved = true;
    if (d->opened) return TROPIC_OK;
    d->progress.done = 0;
    if (d->checkpoint) TP_TRY(tp_checkpoint_load(d->context, d->checkpoint, &d->progress));
    return save(d);
}

/* After how many sources the error is looked at next. The numbers are fixed: results must not depend on time. */
static tropic_index next_look(tropic_index done)
{
    int64_t next = TROPIC_BFS_BATCH;
    while (next <= done) next += (next / 3 + TROPIC_BFS_BATCH) / TROPIC_BFS_BATCH * TROPIC_BFS_BATCH;
    return next < INT32_MAX ? (tropic_index)next : INT32_MAX;
}

tropic_index tp_long_run_look_before(tropic_index count, int32_t *number)
{
    tropic_index at = 0;
    for (*number = 0; next_look(at) < count; ++*number) at = next_look(at);
    return at;
}

/* Is the error met? */
static bool look(tp_long_run *d)
{
    return d->looks && d->look(d->of, d->progress.done, ++d->progress.looks);
}

/* How many sources the next chunk has. The last had `last` and took `seconds`; the method takes `step` at a time. */
static tropic_index next_chunk(tropic_index last, double seconds, tropic_index step)
{
    const double factor = seconds * 2 < CHUNK_SECONDS ? 2 : CHUNK_SECONDS / seconds;
    const double chunk = factor * last;
    if (last == 0 || chunk < step) return step;
    return chunk < INT32_MAX / 2 ? (tropic_index)(chunk / step) * step : INT32_MAX / 2;
}

static tropic_status run_chunks(tp_long_run *d, tropic_index step)
{
    tp_checkpoint *p = &d->progress;
    const double every = d->checkpoint_seconds > 0 ? d->checkpoint_seconds : CHECKPOINT_SECONDS;
    tropic_index last = 0;
    double seconds = 0;
    if (p->done > 0) {
        TP_TRY(put_back(d));
        /* If the checkpoint was written when the error was looked at, the error may have been met. */
        if (p->looks > 0 && (p->done == d->most || next_look(p->done - 1) == p->done)) {
            p->looks--;
            if (look(d)) return TROPIC_OK;
        }
    }
    while (p->done < d->most) {
        const tropic_index stop = d->looks ? next_look(p->done) : d->most;
        const tropic_index end = stop < d->most ? stop : d->most;
        const double start = tp_now();
        tropic_index chunk = next_chunk(last, seconds, step);
        if (chunk > end - p->done) chunk = end - p->done;
        TP_TRY(d->take(d->of, p->done, chunk));
        d->unsaved = false; /* while arrays are incomplete, there is nothing to save */
        TP_TRY(d->fetch(d->of));
        p->done += chunk;
        d->unsaved = true;
        last = chunk;
        seconds = tp_now() - start;
        if (p->done == end && look(d)) break;
        if (tp_now() - d->saved >= every) save_or_report(d);
    }
    return TROPIC_OK;
}

tropic_status tp_long_run_do(tp_long_run *d)
{
    tp_checkpoint *p = &d->progress;
    tropic_status status = TROPIC_OK, saved;
    tropic_index step = 1;
    d->saved = tp_now();
    TP_TRY(open_checkpoint(d));
    d->resumed = p->count > 0 ? (double)p->done / p->count : 0;
    if (p->done < d->most) status = d->begin(d->of, &step);
    if (status == TROPIC_OK) status = run_chunks(d, step);
    if (status == TROPIC_OK) {
        save_or_report(d);
        return TROPIC_OK;
    }
    if (d->partial && p->done > 0) {
        save_or_report(d);
        look(d);
        /* Undoes the additions of an unfinished chunk. */
        saved = put_back(d);
    } else {
        saved = save(d);
    }
    return saved == TROPIC_OK ? status : saved;
}
