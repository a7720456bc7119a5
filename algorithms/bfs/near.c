/* SPDX-License-Identifier: Apache-2.0
 *
 * An order of the vertices in which near ones are side by side: that of breadth-first searches.
 */
#include "algorithms/bfs/near.h"

tropic_status tp_near_order(tropic_context *context, const tp_arcs *out, tropic_index *order, tropic_index *rank)
{
    tropic_index begin = 0, end = 0;
    for (tropic_index v = 0; v < out->lists; v++) rank[v] = -1;
    for (tropic_index first = 0; first < out->lists; first++) {
        if (rank[first] >= 0) continue;
        rank[first] = end;
        order[end++] = first;
        for (; begin < end; begin++) {
            const tropic_index v = order[begin];
            for (tropic_offset k = out->offsets[v]; k < out->offsets[v + 1]; k++) {
                const tropic_index w = out->ids[k];
                if (rank[w] >= 0) continue;
                rank[w] = end;
                order[end++] = w;
            }
        }
    }
    return tp_progress(context, 0);
}

/* Balls of vertices, grown one after another. */
typedef struct balls {
    const tp_arcs *arcs;
    uint8_t *state;                    /* by vertex: TAKEN, WAITING, LEFT */
    tropic_index *queue, *left;        /* of the ball; of what balls have left behind, in turn */
    tropic_index left_begin, left_end; /* in `left` */
    tropic_index next;                 /* vertices before it are taken */
} balls;

enum { TAKEN = 1, WAITING = 2, LEFT = 4 };

/* A vertex that no ball has, beside others if there is one. */
static tropic_index seed(balls *b)
{
    while (b->left_begin < b->left_end) {
        const tropic_index v = b->left[b->left_begin++];
        if (!(b->state[v] & TAKEN)) return v;
    }
    while (b->state[b->next] & TAKEN) b->next++;
    return b->next;
}

/* The neighbours of v wait for the ball; the queue's new end. */
static tropic_index ask(balls *b, tropic_index v, tropic_index end)
{
    for (tropic_offset k = b->arcs->offsets[v]; k < b->arcs->offsets[v + 1]; k++) {
        const tropic_index w = b->arcs->ids[k];
        if (b->state[w] & (TAKEN | WAITING)) continue;
        b->state[w] |= WAITING;
        b->queue[end++] = w;
    }
    return end;
}

/* list[0 ..] = up to `most` of the listed vertices, of one ball, or of several if the first end before. */
static void grow(balls *b, const bool *listed, tropic_index *list, tropic_index most)
{
    tropic_index begin = 0, end = 0, count = 0;
    while (count < most) {
        if (begin == end) {
            begin = 0;
            end = 1;
            b->queue[0] = seed(b);
        }
        const tropic_index v = b->queue[begin++];
        b->state[v] |= TAKEN;
        if (listed[v]) list[count++] = v;
        end = ask(b, v, end);
    }
    for (; begin < end; begin++) {
        const tropic_index v = b->queue[begin];
        b->state[v] &= (uint8_t)~WAITING;
        if (b->state[v] & LEFT) continue;
        b->state[v] |= LEFT;
        b->left[b->left_end++] = v;
    }
}

tropic_status tp_near_sort(tp_run *run, tropic_index *list, tropic_index count, tropic_index group)
{
    const int arrays = run->arena.count;
    tp_arcs rows = {.lists = run->n, .count = run->A->count};
    balls b = {.arcs = &rows};
    const void *values;
    bool *listed = tp_arena_zeros(&run->arena, run->n, sizeof *listed);
    b.state = tp_arena_zeros(&run->arena, run->n, sizeof *b.state);
    b.queue = tp_arena_array(&run->arena, (int64_t)run->n + 1, sizeof *b.queue);
    b.left = tp_arena_array(&run->arena, run->n, sizeof *b.left);
    TP_TRY(tp_arena_check(&run->arena, "an order of the vertices"));
    TP_TRY(tropic_matrix_csr(run->A, run->context, &rows.offsets, &rows.ids, &values));
    for (tropic_index k = 0; k < count; k++) listed[list[k]] = true;
    for (tropic_index done = 0; done < count; done += group) {
        const tropic_index left = count - done;
        grow(&b, listed, list + done, left < group ? left : group);
    }
    tp_arena_release_since(&run->arena, arrays);
    return tp_progress(run->context, 0);
}

tropic_status tp_near_renumber(tp_run *run, const tp_arcs *arcs, const tropic_index *order, const tropic_index *rank,
                               tp_arcs *to)
{
    tropic_offset *offsets = tp_arena_array(&run->arena, (int64_t)arcs->lists + 1, sizeof *offsets), end = 0;
    tropic_index *ids = tp_arena_array(&run->arena, arcs->count, sizeof *ids);
    TP_TRY(tp_arena_check(&run->arena, "arcs in another order"));
    for (tropic_index at = 0; at < arcs->lists; at++) {
        const tropic_index v = order[at];
        offsets[at] = end;
        for (tropic_offset k = arcs->offsets[v]; k < arcs->offsets[v + 1]; k++) ids[end++] = rank[arcs->ids[k]];
    }
    offsets[arcs->lists] = end;
    *to = (tp_arcs){.lists = arcs->lists, .longest = arcs->longest, .count = end, .offsets = offsets, .ids = ids};
    return TROPIC_OK;
}
