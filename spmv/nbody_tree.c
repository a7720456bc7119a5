/* SPDX-License-Identifier: Apache-2.0
 *
 * Repulsion by a packed tree on the CPU.
 */
#include "spmv/cpu.h"
#include "spmv/nbody_lanes.h"

#include <omp.h>

#define DIGIT_BITS 12
#define DIGITS (1 << DIGIT_BITS)
/* Groups that a thread takes at a time. */
#define CHUNK 16
#define LANES TP_NBODY_LANES
/* Entries of a step that a body's way through the tree takes as long as, about. */
#define BODY_WORK 64
/* Fewer nodes are one thread's. */
#define PARALLEL_NODES 1024

/* ---- the order along the curve ---- */

static void measure(const tp_nbody *b, int threads, float *low, float *scale)
{
    const int D = b->dimensions;
    float side = 0;
    for (int c = 0; c < D; c++) {
        float least = b->position[c], most = least;
#pragma omp parallel for num_threads(threads) reduction(min : least) reduction(max : most)
        for (tropic_index v = 0; v < b->n; v++) {
            const float x = b->position[(int64_t)v * D + c];
            least = x < least ? x : least;
            most = x > most ? x : most;
        }
        low[c] = least;
        side = most - least > side ? most - least : side;
    }
    *scale = tp_nbody_scale(side, D);
}

/* One digit of a radix sort: keys and numbers to their places. counts: DIGITS for each thread. */
static void sort_digit(tropic_index n, int shift, int threads, tropic_index *counts,
                       const uint64_t *keys, const tropic_index *order, uint64_t *to_keys,
                       tropic_index *to_order)
{
#pragma omp parallel num_threads(threads)
    {
        const int me = omp_get_thread_num(), all = omp_get_num_threads();
        const tropic_index from = (tropic_index)((int64_t)n * me / all);
        const tropic_index to = (tropic_index)((int64_t)n * (me + 1) / all);
        tropic_index *const mine = counts + (int64_t)me * DIGITS;
        memset(mine, 0, DIGITS * sizeof *mine);
        for (tropic_index k = from; k < to; k++) mine[keys[k] >> shift & (DIGITS - 1)]++;
#pragma omp barrier
#pragma omp single
        for (tropic_index d = 0, start = 0; d < DIGITS; d++)
            for (int t = 0; t < all; t++) {
                const tropic_index here = counts[(int64_t)t * DIGITS + d];
                counts[(int64_t)t * DIGITS + d] = start;
                start += here;
            }
        for (tropic_index k = from; k < to; k++) {
            const tropic_index place = mine[keys[k] >> shift & (DIGITS - 1)]++;
            to_keys[place] = keys[k];
            to_order[place] = order[k];
        }
    }
}

tropic_status tp_cpu_nbody_order(tropic_context *context, const tp_nbody *b)
{
    const tropic_index n = b->n;
    const int D = b->dimensions, threads = tp_threads(context, n);
    uint64_t *keys = b->tree.keys, *to_keys = keys + n;
    tropic_index *order = b->tree.order, *to_order = b->tree.other;
    float low[TP_NBODY_DIMENSIONS] = {0}, scale;
    measure(b, threads, low, &scale);
#pragma omp parallel for num_threads(threads)
    for (tropic_index v = 0; v < n; v++) {
        const float *p = b->position + (int64_t)v * D;
        keys[v] = D == 2 ? tp_nbody_key(p, low, scale, 2) : tp_nbody_key(p, low, scale, 3);
        order[v] = v;
    }
    for (int shift = 0; shift < D * TP_NBODY_BITS(D); shift += DIGIT_BITS) {
        uint64_t *const done_keys = keys;
        tropic_index *const done = order;
        sort_digit(n, shift, threads, b->room, keys, order, to_keys, to_order);
        keys = to_keys;
        to_keys = done_keys;
        order = to_order;
        to_order = done;
    }
    if (order != b->tree.order) memcpy(b->tree.order, order, (size_t)n * sizeof *order);
    return TROPIC_OK;
}

/* ---- the tree ---- */

static void summarise(const tp_nbody *b, int level, const tp_nbody_shape *shape, int threads)
{
    const int fan = level == 0 ? TP_NBODY_LEAF : TP_NBODY_FAN;
    const tropic_index parts = level == 0 ? b->n : shape->count[level - 1];
    const tropic_index below = level == 0 ? 0 : shape->base[level - 1], at = shape->base[level];
    const tp_body *part = level == 0 ? b->tree.body : b->tree.node + below;
    const float *radius = level == 0 ? NULL : b->tree.radius + below;
#pragma omp parallel for num_threads(shape->count[level] < PARALLEL_NODES ? 1 : threads)
    for (tropic_index k = 0; k < shape->count[level]; k++) {
        const tropic_index first = k * fan;
        const int some = parts - first < fan ? (int)(parts - first) : fan;
        b->tree.node[at + k] = tp_nbody_summarise(part + first, radius ? radius + first : NULL,
                                                  some, b->dimensions, &b->tree.radius[at + k]);
    }
}

static void pack(const tp_nbody *b, int threads)
{
    const int64_t n = b->n, end = TP_NBODY_FILLED(b->n);
    const int D = b->dimensions;
#pragma omp parallel for num_threads(threads)
    for (int64_t k = 0; k < end; k++) {
        const tropic_index v = b->tree.order[k < n ? k : n - 1];
        tp_body body = {{0}, k < n ? b->mass[v] : 0};
        for (int c = 0; c < D; c++) body.at[c] = b->position[(int64_t)v * D + c];
        b->tree.body[k] = body;
    }
}

/* ---- forces ---- */

typedef struct group {
    tp_lanes at[TP_NBODY_GROUP / LANES][TP_NBODY_DIMENSIONS];
    tp_lanes force[TP_NBODY_GROUP / LANES][TP_NBODY_DIMENSIONS];
    tp_nbody_box part[2];
    uint32_t waiting[TP_NBODY_WAITING];
    tp_body found[TP_NBODY_FOUND];
} group;

/* The first bodies of a group, up to the one from which it is furthest to the next. */
TP_FN int first_part(const tp_body *body, int bodies, int dimensions)
{
    float most = -1;
    int count = bodies;
    for (int k = 0; k + 1 < bodies; k++) {
        float square = 0;
        for (int c = 0; c < dimensions; c++) {
            const float d = body[k + 1].at[c] - body[k].at[c];
            square += d * d;
        }
        if (square > most) {
            most = square;
            count = k + 1;
        }
    }
    return count;
}

/* Bodies past the last one lie where the first does, and their forces are nobody's. */
TP_FN void gather(group *g, const tp_body *body, int bodies, int dimensions)
{
    const int first = first_part(body, bodies, dimensions);
    for (int c = 0; c < dimensions; c++) {
        g->part[0].low[c] = g->part[1].low[c] = INFINITY;
        g->part[0].high[c] = g->part[1].high[c] = -INFINITY;
        for (int k = 0; k < TP_NBODY_GROUP; k++) {
            const float x = body[k < bodies ? k : 0].at[c];
            tp_nbody_box *box = &g->part[k >= first && k < bodies];
            g->at[k / LANES][c][k % LANES] = x;
            g->force[k / LANES][c][k % LANES] = 0;
            box->low[c] = x < box->low[c] ? x : box->low[c];
            box->high[c] = x > box->high[c] ? x : box->high[c];
        }
    }
}

TP_FN void repel(group *g, int count, int dimensions)
{
    for (int k = 0; k < TP_NBODY_GROUP / LANES; k++) {
        tp_lanes at[TP_NBODY_DIMENSIONS], force[TP_NBODY_DIMENSIONS];
        memcpy(at, g->at[k], sizeof at);
        memcpy(force, g->force[k], sizeof force);
        for (int e = 0; e < count; e++) {
            const tp_lanes mass = (tp_lanes){0} + g->found[e].mass;
            tp_lanes apart[TP_NBODY_DIMENSIONS];
            for (int c = 0; c < dimensions; c++) apart[c] = at[c] - g->found[e].at[c];
            tp_lanes_repel(force, apart, &mass, dimensions);
        }
        memcpy(g->force[k], force, sizeof force);
    }
}

/* Opens the last nodes that wait, child by child: one that is far is found whole, of a leaf that is not its bodies, and
 * others wait in their turn. *waits: how many do. How many bodies were found. */
TP_FN int open_nodes(group *g, const tp_nbody *b, const tp_nbody_shape *shape, int *waits,
                     float ratio, int dimensions)
{
    const int opened = *waits < TP_NBODY_OPENED ? *waits : TP_NBODY_OPENED;
    uint32_t nodes[TP_NBODY_OPENED];
    int found = 0;
    *waits -= opened;
    memcpy(nodes, g->waiting + *waits, (size_t)opened * sizeof *nodes);
    for (int k = 0; k < opened; k++) {
        const int level = tp_nbody_level(nodes[k]) - 1;
        const tropic_index first = tp_nbody_number(nodes[k]) * TP_NBODY_FAN;
        for (tropic_index c = first; c < first + TP_NBODY_FAN && c < shape->count[level]; c++) {
            const tropic_index node = shape->base[level] + c;
            if (tp_nbody_far(&b->tree.node[node], b->tree.radius[node], g->part, ratio,
                             dimensions)) {
                g->found[found++] = b->tree.node[node];
            } else if (level > 0) {
                g->waiting[(*waits)++] = tp_nbody_wait(level, c);
            } else {
                memcpy(g->found + found, b->tree.body + (int64_t)c * TP_NBODY_LEAF,
                       TP_NBODY_LEAF * sizeof *g->found);
                found += TP_NBODY_LEAF;
            }
        }
    }
    return found;
}

TP_FN void repel_group(const tp_nbody *b, const tp_nbody_shape *shape, tropic_index number,
                       float ratio, int dimensions)
{
    const tropic_index first = number * TP_NBODY_GROUP;
    const int bodies = b->n - first < TP_NBODY_GROUP ? (int)(b->n - first) : TP_NBODY_GROUP;
    int waits = 1;
    group g;
    gather(&g, b->tree.body + first, bodies, dimensions);
    g.waiting[0] = tp_nbody_wait(shape->levels - 1, 0);
    while (waits > 0) {
        const int found = open_nodes(&g, b, shape, &waits, ratio, dimensions);
        repel(&g, found, dimensions);
    }
    for (int k = 0; k < bodies; k++)
        for (int c = 0; c < dimensions; c++)
            b->force[(int64_t)b->tree.order[first + k] * dimensions + c] =
                g.force[k / LANES][c][k % LANES];
}

TP_FN void repel_all(const tp_nbody *b, const tp_nbody_shape *shape, int threads, int dimensions)
{
    const float ratio = tp_nbody_ratio(b->theta);
    const tropic_index groups = (b->n - 1) / TP_NBODY_GROUP + 1;
#pragma omp parallel for num_threads(threads) schedule(dynamic, CHUNK)
    for (tropic_index g = 0; g < groups; g++) repel_group(b, shape, g, ratio, dimensions);
}

tropic_status tp_cpu_nbody_tree(tropic_context *context, const tp_nbody *b)
{
    const tp_nbody_shape shape = tp_nbody_shape_of(b->n);
    const int64_t work = (int64_t)b->n * BODY_WORK;
    const int threads = tp_threads(context, work);
    const double started = threads > 1 ? tp_now() : 0;
    pack(b, threads);
    for (int level = 0; level < shape.levels; level++) summarise(b, level, &shape, threads);
    if (b->dimensions == 2)
        repel_all(b, &shape, threads, 2);
    else
        repel_all(b, &shape, threads, 3);
    if (threads > 1) tp_cpu_ended(context, started, work);
    return TROPIC_OK;
}

tropic_status tp_cpu_nbody_room(tropic_context *context, int dimensions, tropic_index n, bool tree,
                                size_t *bytes)
{
    *bytes = tree ? (size_t)context->threads * DIGITS * sizeof(tropic_index)
                  : (size_t)n * (size_t)dimensions * sizeof(float);
    return TROPIC_OK;
}
