/* SPDX-License-Identifier: Apache-2.0
 *
 * Repulsion by a packed tree on the CPU.
 */
#include "algorithms/tuning.h"
#include "spmv/cpu_backend.h"
#include "algorithms/layout/nbody_lanes.h"
#include "runtime/instruction_set.h"

#include <pthread.h>

#define CODE_DIGIT_BITS 12
#define CODE_DIGITS (1 << CODE_DIGIT_BITS)
/* Groups that a thread takes at a time. */
#define GROUPS_CHUNK 16
#define LANES TP_NBODY_LANES
/* Nodes that a thread takes at a time. */
#define NODE_CHUNK 256

/* ---- the order along the curve ---- */

/* Parameters of the loops of a sort or of a tree. */
typedef struct ordering {
    const tp_nbody *b;
    float *low, scale;
    pthread_mutex_t *lock; /* of `low` and `high` */
    float *high;
    /* One digit of a radix sort: keys and numbers go to their places. */
    int parts, shift;
    tropic_index *counts; /* CODE_DIGITS for each part */
    const uint64_t *keys;
    const tropic_index *order;
    uint64_t *to_keys;
    tropic_index *to_order;
} ordering;

static void find_box(const void *of, int64_t begin, int64_t end)
{
    const ordering *s = of;
    const int D = s->b->dimensions;
    for (int c = 0; c < D; c++) {
        float min = INFINITY, max = -INFINITY;
        for (int64_t v = begin; v < end; v++) {
            const float x = s->b->position[v * D + c];
            min = x < min ? x : min;
            max = x > max ? x : max;
        }
        pthread_mutex_lock(s->lock);
        s->low[c] = min < s->low[c] ? min : s->low[c];
        s->high[c] = max > s->high[c] ? max : s->high[c];
        pthread_mutex_unlock(s->lock);
    }
}

static void make_keys(const void *of, int64_t begin, int64_t end)
{
    const ordering *s = of;
    const tp_nbody *b = s->b;
    const int D = b->dimensions;
    for (int64_t v = begin; v < end; v++) {
        const float *p = b->position + v * D;
        b->tree.keys[v] = D == 2 ? tp_nbody_key(p, s->low, s->scale, 2) : tp_nbody_key(p, s->low, s->scale, 3);
        b->tree.order[v] = (tropic_index)v;
    }
}

static int64_t part_at(const ordering *s, int64_t part)
{
    return s->b->n * part / s->parts;
}

static int digit(const ordering *s, int64_t k)
{
    return (int)(s->keys[k] >> s->shift & (CODE_DIGITS - 1));
}

static void count_digits(const void *of, int64_t begin, int64_t end)
{
    const ordering *s = of;
    for (int64_t part = begin; part < end; part++) {
        tropic_index *const mine = s->counts + part * CODE_DIGITS;
        memset(mine, 0, CODE_DIGITS * sizeof *mine);
        for (int64_t k = part_at(s, part); k < part_at(s, part + 1); k++) mine[digit(s, k)]++;
    }
}

static void start_digits(const ordering *s)
{
    tropic_index start = 0;
    for (int d = 0; d < CODE_DIGITS; d++)
        for (int part = 0; part < s->parts; part++) {
            tropic_index *const at = &s->counts[(int64_t)part * CODE_DIGITS + d];
            const tropic_index here = *at;
            *at = start;
            start += here;
        }
}

static void move_digits(const void *of, int64_t begin, int64_t end)
{
    const ordering *s = of;
    for (int64_t part = begin; part < end; part++) {
        tropic_index *const mine = s->counts + part * CODE_DIGITS;
        for (int64_t k = part_at(s, part); k < part_at(s, part + 1); k++) {
            const tropic_index place = mine[digit(s, k)]++;
            s->to_keys[place] = s->keys[k];
            s->to_order[place] = s->order[k];
        }
    }
}

static float scale_of(const ordering *s)
{
    float side = 0;
    for (int c = 0; c < s->b->dimensions; c++) side = s->high[c] - s->low[c] > side ? s->high[c] - s->low[c] : side;
    return tp_nbody_scale(side, s->b->dimensions);
}

tropic_status tp_cpu_nbody_order(tropic_context *context, const tp_nbody *b)
{
    const tropic_index n = b->n;
    const int D = b->dimensions;
    const tp_team team = tp_team_for(context, n);
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    float low[TP_NBODY_DIMENSIONS], high[TP_NBODY_DIMENSIONS];
    ordering s = {.b = b,
                  .low = low,
                  .high = high,
                  .lock = &lock,
                  .parts = team.threads,
                  .counts = b->room,
                  .keys = b->tree.keys,
                  .order = b->tree.order,
                  .to_keys = b->tree.keys + n,
                  .to_order = b->tree.other};
    for (int c = 0; c < TP_NBODY_DIMENSIONS; c++) {
        low[c] = INFINITY;
        high[c] = -INFINITY;
    }
    tp_for(team, n, TP_CHUNK_ANY, find_box, &s);
    s.scale = scale_of(&s);
    tp_for(team, n, TP_CHUNK_ANY, make_keys, &s);
    for (s.shift = 0; s.shift < D * TP_NBODY_BITS(D); s.shift += CODE_DIGIT_BITS) {
        uint64_t *const done_keys = (uint64_t *)s.keys;
        tropic_index *const done = (tropic_index *)s.order;
        tp_for(team, s.parts, 1, count_digits, &s);
        start_digits(&s);
        tp_for(team, s.parts, 1, move_digits, &s);
        s.keys = s.to_keys;
        s.to_keys = done_keys;
        s.order = s.to_order;
        s.to_order = done;
    }
    if (s.order != b->tree.order) memcpy(b->tree.order, s.order, (size_t)n * sizeof *s.order);
    return TROPIC_OK;
}

/* ---- the tree ---- */

/* One level of it, and all. */
typedef struct growing {
    const tp_nbody *b;
    const tp_nbody_shape *shape;
    int level;
    float ratio;
} growing;

static void summarise(const void *of, int64_t begin, int64_t end)
{
    const growing *s = of;
    const tp_nbody *b = s->b;
    const tp_nbody_shape *shape = s->shape;
    const int level = s->level, fan = level == 0 ? TP_NBODY_LEAF : TP_NBODY_FAN;
    const tropic_index parts = level == 0 ? b->n : shape->count[level - 1];
    const tropic_index below = level == 0 ? 0 : shape->base[level - 1], at = shape->base[level];
    const tp_body *part = level == 0 ? b->tree.body : b->tree.node + below;
    const float *radius = level == 0 ? NULL : b->tree.radius + below;
    for (tropic_index k = (tropic_index)begin; k < end; k++) {
        const tropic_index first = k * fan;
        const int some = parts - first < fan ? (int)(parts - first) : fan;
        b->tree.node[at + k] = tp_nbody_summarise(part + first, radius ? radius + first : NULL, some, b->dimensions,
                                                  &b->tree.radius[at + k]);
    }
}

static void pack(const void *of, int64_t begin, int64_t end)
{
    const tp_nbody *b = ((const growing *)of)->b;
    const int64_t n = b->n;
    const int D = b->dimensions;
    for (int64_t k = begin; k < end; k++) {
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
    float max = -1;
    int count = bodies;
    for (int k = 0; k + 1 < bodies; k++) {
        float square = 0;
        for (int c = 0; c < dimensions; c++) {
            const float d = body[k + 1].at[c] - body[k].at[c];
            square += d * d;
        }
        if (square > max) {
            max = square;
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
TP_FN int open_nodes(group *g, const tp_nbody *b, const tp_nbody_shape *shape, int *waits, float ratio, int dimensions)
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
            if (tp_nbody_far(&b->tree.node[node], b->tree.radius[node], g->part, ratio, dimensions)) {
                g->found[found++] = b->tree.node[node];
            } else if (level > 0) {
                g->waiting[(*waits)++] = tp_nbody_wait(level, c);
            } else {
                memcpy(g->found + found, b->tree.body + (int64_t)c * TP_NBODY_LEAF, TP_NBODY_LEAF * sizeof *g->found);
                found += TP_NBODY_LEAF;
            }
        }
    }
    return found;
}

TP_FN void repel_group(const tp_nbody *b, const tp_nbody_shape *shape, tropic_index number, float ratio, int dimensions)
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
            b->force[(int64_t)b->tree.order[first + k] * dimensions + c] = g.force[k / LANES][c][k % LANES];
}

TP_FN void repel_plane(const void *of, int64_t begin, int64_t end)
{
    const growing *s = of;
    for (int64_t g = begin; g < end; g++) repel_group(s->b, s->shape, (tropic_index)g, s->ratio, 2);
}

TP_FN void repel_space(const void *of, int64_t begin, int64_t end)
{
    const growing *s = of;
    for (int64_t g = begin; g < end; g++) repel_group(s->b, s->shape, (tropic_index)g, s->ratio, 3);
}
TP_VERSIONS_V4(repel_plane, (const void *of, int64_t begin, int64_t end), (of, begin, end));
TP_VERSIONS_V4(repel_space, (const void *of, int64_t begin, int64_t end), (of, begin, end));

tropic_status tp_cpu_nbody_tree(tropic_context *context, const tp_nbody *b)
{
    const tp_nbody_shape shape = tp_nbody_shape_of(b->n);
    const tp_team team = tp_team_for(context, (int64_t)b->n * TP_NBODY_BODY_WORK);
    growing s = {.b = b, .shape = &shape, .ratio = tp_nbody_ratio(b->theta)};
    tp_for(team, TP_NBODY_FILLED(b->n), TP_CHUNK_ANY, pack, &s);
    for (; s.level < shape.levels; s.level++)
        tp_for(shape.count[s.level] < TP_NBODY_PARALLEL_NODES ? tp_team_of(team, 1) : team, shape.count[s.level],
               NODE_CHUNK, summarise, &s);
    tp_for(team, (b->n - 1) / TP_NBODY_GROUP + 1, GROUPS_CHUNK,
           b->dimensions == 2 ? TP_VERSION(context, repel_plane) : TP_VERSION(context, repel_space), &s);
    return TROPIC_OK;
}

tropic_status tp_cpu_nbody_room(tropic_context *context, int dimensions, tropic_index n, bool tree, size_t *bytes)
{
    *bytes = tree ? (size_t)context->threads * CODE_DIGITS * sizeof(tropic_index)
                  : (size_t)n * (size_t)dimensions * sizeof(float);
    return TROPIC_OK;
}
