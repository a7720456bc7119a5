/* SPDX-License-Identifier: Apache-2.0
 *
 * Vertices that no arc leads to are removed, with their arcs, level by level. They stand in one list, in which a level
 * is followed by the next one: which vertices these are does not depend on the threads, only their order there does.
 */
#include "algorithms/cycles/cycles.h"
#include "algorithms/tuning.h"
#include "spmv/cpu_backend.h"

#include <string.h>

/* Vertices that a thread takes at a time: to count arcs, and of a level. */
#define ARCS_CHUNK 4096
#define LEVEL_CHUNK 64
/* Vertices of the next level that a thread keeps to itself. */
#define LEVEL_BUFFER 256
/* Vertices between two calls of tp_progress. */
#define LEVEL_PROGRESS (1 << 16)

typedef struct removal {
    tp_kahn *l;
    bool shared; /* by several threads */
    int64_t begin;
    tp_chunks_left left;
} removal;

static void count_arcs(const void *of, int64_t begin, int64_t end)
{
    const removal *r = of;
    const tp_kahn *l = r->l;
    const tropic_offset last = l->out.offsets[end];
    if (r->shared)
        for (tropic_offset k = l->out.offsets[begin]; k < last; k++)
            __atomic_fetch_add(&l->left[l->out.ids[k]], 1, __ATOMIC_RELAXED);
    else
        for (tropic_offset k = l->out.offsets[begin]; k < last; k++) l->left[l->out.ids[k]]++;
}

static void remove_alone(tp_kahn *l, int64_t begin, int64_t end)
{
    for (int64_t i = begin; i < end; i++) {
        const tropic_index u = l->queue[i];
        for (tropic_offset k = l->out.offsets[u]; k < l->out.offsets[u + 1]; k++) {
            const tropic_index v = l->out.ids[k];
            if (--l->left[v] > 0) continue;
            l->level[v] = l->levels;
            l->queue[l->count++] = v;
        }
    }
}

static void append(tp_kahn *l, const tropic_index *vertices, int64_t count)
{
    const int64_t at = __atomic_fetch_add(&l->count, count, __ATOMIC_RELAXED);
    memcpy(l->queue + at, vertices, (size_t)count * sizeof *vertices);
}

static void remove_region(tp_worker *worker, void *of)
{
    removal *r = of;
    tp_kahn *l = r->l;
    tropic_index next[LEVEL_BUFFER];
    int64_t begin, end, count = 0;
    while (tp_take(worker, &r->left, &begin, &end))
        for (int64_t i = r->begin + begin; i < r->begin + end; i++) {
            const tropic_index u = l->queue[i];
            for (tropic_offset k = l->out.offsets[u]; k < l->out.offsets[u + 1]; k++) {
                const tropic_index v = l->out.ids[k];
                if (__atomic_fetch_sub(&l->left[v], 1, __ATOMIC_RELAXED) > 1) continue;
                l->level[v] = l->levels;
                next[count++] = v;
                if (count < LEVEL_BUFFER) continue;
                append(l, next, count);
                count = 0;
            }
        }
    append(l, next, count);
}

tropic_status tp_remove_rest(tp_run *run, tp_kahn *l, int64_t begin)
{
    removal r = {.l = l};
    int64_t told = 0;
    for (int64_t end; begin < l->count; begin = end) {
        tp_team team;
        end = l->count;
        l->levels++;
        team = tp_team_for(run->context, end - begin < TP_KAHN_SHARED ? 0 : (end - begin) * TP_KAHN_WORK);
        if (team.threads > 1) {
            r.begin = begin;
            tp_parallel(tp_chunks_begin(&r.left, team, end - begin, LEVEL_CHUNK), remove_region, &r);
        } else {
            remove_alone(l, begin, end);
        }
        if (end - told < LEVEL_PROGRESS) continue;
        told = end;
        TP_TRY(tp_progress(run->context, (double)end / l->n));
    }
    return TROPIC_OK;
}

tropic_status tp_remove_levels(tp_run *run, tp_kahn *l)
{
    removal r = {.l = l};
    const tp_team team = tp_team_for(run->context, l->out.count);
    l->left = tp_arena_zeros(&run->arena, l->n, sizeof *l->left);
    l->queue = tp_arena_array(&run->arena, l->n, sizeof *l->queue);
    TP_TRY(tp_arena_check(&run->arena, "levels of vertices"));
    r.shared = team.threads > 1;
    tp_for(team, l->n, ARCS_CHUNK, count_arcs, &r);
    for (tropic_index v = 0; v < l->n; v++) {
        l->level[v] = 0;
        if (l->left[v] == 0) l->queue[l->count++] = v;
    }
    return tp_remove_rest(run, l, 0);
}
