/* SPDX-License-Identifier: Apache-2.0
 *
 * Loops that a context's threads share: a loop is cut into chunks, of which each thread takes its own first.
 */
#include "runtime/threads.h"

#include "runtime/backend.h"
#include "runtime/tuning.h"

#include <string.h>
#include <tropic_host.h>

tp_team tp_chunks_begin(tp_chunks_left *left, tp_team team, int64_t count, int64_t chunk)
{
    int64_t chunks, begin = 0;
    int parts;
    if (team.threads == 1) chunk = count > 0 ? count : 1;
    if (chunk == TP_CHUNK_ANY) {
        chunk = count / ((int64_t)TP_LOOP_CHUNKS * team.threads);
        chunk = chunk < TP_LOOP_CHUNK_MIN ? TP_LOOP_CHUNK_MIN : chunk > TP_LOOP_CHUNK_MAX ? TP_LOOP_CHUNK_MAX : chunk;
    }
    chunks = count > 0 ? (count - 1) / chunk + 1 : 1;
    team = tp_team_of(team, chunks);
    parts = team.threads < TP_PARTS ? team.threads : TP_PARTS;
    left->count = count;
    left->chunk = chunk;
    left->parts = parts;
    for (int p = 0; p < parts; p++) {
        const int64_t end = p + 1 < parts ? chunks * (p + 1) / parts * chunk : count;
        left->part[p].next = begin;
        left->part[p].end = end;
        begin = end;
    }
    return team;
}

bool tp_pauses(tp_worker *worker)
{
    if (worker->number > 0 && tp_now() > worker->until) worker->paused = true;
    return worker->paused;
}

bool tp_take(tp_worker *worker, tp_chunks_left *left, int64_t *begin, int64_t *end)
{
    for (int k = 0; k < left->parts; k++) {
        const int which = (worker->part + k) % left->parts;
        tp_range *p = &left->part[which];
        if (__atomic_load_n(&p->next, __ATOMIC_RELAXED) >= p->end) continue;
        if (tp_pauses(worker)) return false;
        *begin = __atomic_fetch_add(&p->next, left->chunk, __ATOMIC_RELAXED);
        if (*begin >= p->end) continue;
        *end = p->end - *begin < left->chunk ? p->end : *begin + left->chunk;
        worker->part = which;
        return true;
    }
    return false;
}

typedef struct loop {
    tp_chunks_left left;
    tp_loop_body *body;
    const void *of;
} loop;

static void run_loop(tp_worker *worker, void *of)
{
    loop *l = of;
    int64_t begin, end;
    while (tp_take(worker, &l->left, &begin, &end)) l->body(l->of, begin, end);
}

void tp_for(tp_team team, int64_t count, int64_t chunk, tp_loop_body *body, const void *of)
{
    loop l;
    if (team.threads == 1) {
        if (count > 0) body(of, 0, count);
        return;
    }
    l.body = body;
    l.of = of;
    tp_parallel(tp_chunks_begin(&l.left, team, count, chunk), run_loop, &l);
}

tropic_status tropic_host_loop(tropic_context *context, int64_t count, tropic_host_body *body, const void *of)
{
    TP_ENTER(context);
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    if (!body || count < 0) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "body is NULL, or count is negative");
    tp_for(tp_team_for(context, count), count, TP_CHUNK_ANY, body, of);
    return TROPIC_OK;
}

typedef struct copying {
    char *to;
    const char *from;
} copying;

static void copy_some(const void *of, int64_t begin, int64_t end)
{
    const copying *c = of;
    memcpy(c->to + begin, c->from + begin, (size_t)(end - begin));
}

void tp_copy(tropic_context *context, void *to, const void *from, size_t bytes)
{
    const copying c = {to, from};
    if (bytes > 0) tp_for(tp_team_for(context, (int64_t)bytes), (int64_t)bytes, TP_COPY_BYTES, copy_some, &c);
}

void tp_atomic_min(int64_t *min, int64_t value)
{
    int64_t seen = __atomic_load_n(min, __ATOMIC_RELAXED);
    while (value < seen && !__atomic_compare_exchange_n(min, &seen, value, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
}
