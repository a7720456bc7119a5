/* SPDX-License-Identifier: Apache-2.0
 *
 * Elementwise operations on the CPU whose operators are functions: the rules of elementwise_rule.h, a block of
 * positions at a time.
 *
 * This is the one place that has these rules a second time. A user's function on the CPU takes a list of values, so
 * that its loop is vectorised and the call costs little; the text for one position cannot be stopped at each
 * operator until others have come as far. So here each rule is a pass over the block: what meets, op over what
 * met, where there is something to accumulate, the accumulator over that. A rule that changes there changes here;
 * tests/test_mapped.c compares the two on random operations.
 */
#include "spmv/vectors/elementwise_blockwise.h"

#include <string.h>
#include <tropic_host.h>

#include "semiring/operator.h"
#include "spmv/vectors/elementwise.h"

#define BLOCK 256
/* Blocks that a thread takes at a time. */
#define BLOCKS 4

/* Packed operands of some of the block's positions. */
typedef struct packed {
    int64_t count;
    int from[BLOCK]; /* position in the block */
    tropic_index places[BLOCK];
    tp_any x[BLOCK], y[BLOCK], z[BLOCK]; /* room for any type */
} packed;

typedef struct mapping {
    const tp_elementwise *e;
    const tropic_host_operator *op, *accum;
    size_t x, y, w; /* sizes: op's types, and w's */
} mapping;

static void pack(packed *p, int from, int64_t place, const void *x, size_t x_size, const void *y, size_t y_size)
{
    memcpy((char *)p->x + (size_t)p->count * x_size, x, x_size);
    memcpy((char *)p->y + (size_t)p->count * y_size, y, y_size);
    p->from[p->count] = from;
    p->places[p->count++] = (tropic_index)place;
}

/* z = op(x, y) by a built-in operator. */
static void evaluate(packed *p, tropic_builtin_operator op, tropic_type type, bool to_bool)
{
#define EVALUATE(type, C, FUNCTION)                                                                                    \
    for (int64_t k = 0; k < p->count; k++)                                                                             \
    ((C *)(void *)p->z)[k] = FUNCTION(op, ((const TP_C(type) *)(const void *)p->x)[k],                                 \
                                      ((const TP_C(type) *)(const void *)p->y)[k], p->places[k])
#define CASE(type)                                                                                                     \
    case TP_TYPE_##type: {                                                                                             \
        if (to_bool)                                                                                                   \
            EVALUATE(type, bool, tp_compare_##type);                                                                   \
        else                                                                                                           \
            EVALUATE(type, TP_C(type), tp_operate_##type);                                                             \
        break;                                                                                                         \
    }
    switch (type) {
    case TROPIC_BOOL:
        EVALUATE(bool8, bool, tp_operate_bool8);
        break;
        TP_EACH_NUMERIC(CASE)
    }
}

static void call(packed *p, const tropic_host_operator *host, tropic_builtin_operator op, tropic_type type,
                 bool to_bool)
{
    if (p->count == 0) return;
    if (host)
        host->map(host, p->z, p->x, p->y, p->places, NULL, p->count);
    else
        evaluate(p, op, type, to_bool);
}

/* t, and where it has entries, at the positions from `begin` on; where the mask does not let through: not
 * allowed. */
static void make_t(const mapping *m, int64_t begin, int count, packed *p, char *t, bool *hit, bool *allowed)
{
    const tp_elementwise *e = m->e;
    p->count = 0;
    for (int k = 0; k < count; k++) {
        const int64_t c = begin + k, i = e->places ? e->places[c] : c;
        const int64_t x_at = tp_input_at(&e->x, c, i), y_at = tp_input_at(&e->y, c, i);
        const void *x = tp_input_value(e, &e->x, x_at, m->x);
        const void *y = tp_input_value(e, &e->y, y_at, m->y);
        const bool has_x = tp_input_has(&e->x, x_at), has_y = tp_input_has(&e->y, y_at);
        const bool both = has_x && has_y;
        allowed[k] = tp_position_allowed(e, c, i);
        hit[k] = allowed[k] && (both || (e->kind == TP_UNION && (has_x || has_y)));
        if (hit[k] && both && e->kind != TP_COPY)
            pack(p, k, i, x, m->x, y, m->y);
        else if (hit[k])
            memcpy(t + (size_t)k * m->w, has_x ? x : y, m->w);
    }
    call(p, m->op, e->op_code, e->type, e->kind == TP_SELECT || e->result != e->type);
    for (int64_t k = 0; k < p->count; k++) {
        const int at = p->from[k];
        const char *from = e->kind == TP_SELECT ? (const char *)p->x : (const char *)p->z;
        if (e->kind == TP_SELECT) hit[at] = ((const bool *)(const void *)p->z)[k];
        memcpy(t + (size_t)at * m->w, from + (size_t)k * m->w, m->w);
    }
}

static void run_block(const mapping *m, int64_t begin, int count)
{
    const tp_elementwise *e = m->e;
    tp_any room[BLOCK];
    bool hit[BLOCK], allowed[BLOCK];
    packed p;
    char *t = (char *)room, *w = e->w;
    make_t(m, begin, count, &p, t, hit, allowed);
    p.count = 0;
    for (int k = 0; k < count; k++) {
        const int64_t c = begin + k, i = e->places ? e->places[c] : c, at = tp_output_at(e, c, i);
        const bool accumulates = e->accum != NULL;
        if (accumulates && hit[k] && (!e->w_has || e->w_has[at]))
            pack(&p, k, i, w + (size_t)at * m->w, m->w, t + (size_t)k * m->w, m->w);
        if (e->w_has && allowed[k] && (hit[k] || !accumulates)) e->w_has[at] = hit[k];
    }
    call(&p, m->accum, (tropic_builtin_operator)e->accum_code, e->result, false);
    for (int64_t k = 0; k < p.count; k++) memcpy(t + (size_t)p.from[k] * m->w, (char *)p.z + (size_t)k * m->w, m->w);
    for (int k = 0; k < count; k++) {
        const int64_t c = begin + k, i = e->places ? e->places[c] : c, at = tp_output_at(e, c, i);
        if (hit[k]) memcpy(w + (size_t)at * m->w, t + (size_t)k * m->w, m->w);
    }
}

static void run_blocks(const void *of, int64_t begin, int64_t end)
{
    const mapping *m = of;
    for (int64_t b = begin; b < end; b++) {
        const int64_t left = m->e->n - b * BLOCK;
        run_block(m, b * BLOCK, (int)(left < BLOCK ? left : BLOCK));
    }
}

tropic_status tp_cpu_elementwise_blockwise(tropic_context *context, const tp_elementwise *e,
                                           const tropic_host_operator *op, const tropic_host_operator *accum)
{
    const size_t size = tropic_type_size(e->result);
    const mapping m = {.e = e,
                       .op = op,
                       .accum = accum,
                       .x = e->op ? tropic_type_size(e->op->x) : size,
                       .y = e->op ? tropic_type_size(e->op->y) : size,
                       .w = size};
    const int64_t blocks = (e->n + BLOCK - 1) / BLOCK;
    tp_for(tp_team_for(context, e->n), blocks, BLOCKS, run_blocks, &m);
    return TROPIC_OK;
}
