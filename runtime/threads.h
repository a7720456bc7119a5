/* SPDX-License-Identifier: Apache-2.0
 *
 * Loops on several threads of a context: the calling thread, and helpers that join where cores are free.
 *
 * Work is taken in chunks, by whoever comes, and never dealt out: a helper that the system does not run has taken
 * nothing, and nobody waits for it. The calling thread works through a loop by itself if it must, and at the end waits
 * for the chunks alone that helpers are at. A helper that finds that others want its core stays away for a while.
 */
#ifndef TP_THREADS_H
#define TP_THREADS_H

#include "runtime/runtime.h"

/* Threads for one piece of work. */
typedef struct tp_team {
    tropic_context *context;
    int threads; /* at most, the calling one included */
} tp_team;

/* The threads for work that touches so many entries: one, and one more for each TP_PARALLEL_WORK of them, as far as the
 * context has them. The calling one alone until helpers are worth their start (TP_START_WORK), and in a parallel region
 * of the caller's own that OpenMP would not nest another in. And for work of a few milliseconds while most helpers are
 * away: sharing it among several threads costs more. */
tp_team tp_team_for(tropic_context *context, int64_t work);
/* Does the calling thread work alone for now: has the context one thread, or do other programs have the cores of most
 * of its helpers? */
bool tp_threads_alone(const tropic_context *context);
/* Of a team, so many threads at most. */
tp_team tp_team_of(tp_team team, int64_t threads);

/* ---- loops ---- */

/* Indices begin .. end - 1 of a loop. */
typedef void tp_loop_body(const void *of, int64_t begin, int64_t end);

/* As a chunk: small enough that threads end together, large enough to cost nothing (of a simple loop some
 * microseconds to tens of them). */
#define TP_CHUNK_ANY 0

/* Calls body(of, begin, end) for chunks of 0 .. count - 1, in any order, on any of the team's threads; returns when all
 * are done. One thread takes all in one chunk. In a loop or region of the context already, a thread goes on alone. */
void tp_for(tp_team team, int64_t count, int64_t chunk, tp_loop_body *body, const void *of);

/* memcpy, by all threads where that pays. (One core moves a third to a half of the bytes that memory gives two.) */
void tp_copy(tropic_context *context, void *to, const void *from, size_t bytes);

/* *min = value if that is smaller: how chunks, in whatever order they are done, find the first place of all that
 * they look for. */
void tp_atomic_min(int64_t *min, int64_t value);

/* ---- regions: threads that have something of their own while they take chunks of one or more loops ---- */

/* One thread's visit to a region. */
typedef struct tp_worker {
    int number;   /* from 0, the calling thread, to the team's threads - 1: no two in a region have the same */
    int part;     /* of a loop, in which it found work last */
    double until; /* when a helper is to look whether others want its core */
    bool paused;  /* it left for that reason */
} tp_worker;

/* The rest of a loop. It is cut into parts, one a thread. A thread takes chunks of its own first, so that data in its
 * caches serves it again the next time, and neighbours do not write to the same lines; then of others'. */
#define TP_PARTS 16
#define TP_LINE 64 /* bytes of a cache line */
typedef struct tp_range {
    int64_t next, end;
} __attribute__((aligned(TP_LINE))) tp_range;
typedef struct tp_chunks_left {
    int64_t count, chunk;
    int parts;
    tp_range part[TP_PARTS];
} tp_chunks_left;

/* Called by the calling thread once, and by helpers, each as often as it comes, also never. It takes its work from
 * loops that all of them share, and is over when there is none left: when the calling thread's call and all others have
 * returned, all is done. */
typedef void tp_region(tp_worker *worker, void *of);

void tp_parallel(tp_team team, tp_region *region, void *of);
/* Begins a loop of so many indices. Returns the team that it is worth: at most a thread for each chunk. */
tp_team tp_chunks_begin(tp_chunks_left *left, tp_team team, int64_t count, int64_t chunk);
/* Takes a chunk. False: none is left, or the helper is to pause; either way the region is to return. */
bool tp_take(tp_worker *worker, tp_chunks_left *left, int64_t *begin, int64_t *end);
/* Of work that is no loop: is the region to return before it takes more? */
bool tp_pauses(tp_worker *worker);

/* Makes room for the helpers of a context, of which context->threads is set. Status: OUT_OF_MEMORY. */
tropic_status tp_threads_open(tropic_context *context);
/* Ends the helpers. */
void tp_threads_close(tropic_context *context);

#endif
