/* SPDX-License-Identifier: Apache-2.0
 *
 * Elementwise operations and sums with operators of the user's own on the CPU. Their functions take lists of
 * places, so that they never see what is no entry (on which they may trap).
 */
#include "semiring/operator.h"
#include "semiring/user.h"
#include "spmv/cpu.h"
#include "spmv/elementwise.h"

#include <tropic_define.h>

/* Positions that are looked at together: their lists and values fit in the first-level cache. */
#define BLOCK 256

/* Values of a block, of any type. */
typedef union block_values {
    tp_any any[BLOCK];
    _Alignas(16) char byte[BLOCK * TROPIC_TYPE_MOST];
} block_values;

/* Calls of an operator: z[k] = op(x[x_at[k]], y[y_at[k]]) at place at[k]; y_at NULL: y[0]. */
typedef struct calls {
    const tropic_operator *op;
    const tropic_host_operator *host; /* NULL: built in */
    void *z;
    const void *x, *y;
    const tropic_index *x_at, *y_at, *at;
    int count;
} calls;

static void call_builtin(const calls *c)
{
#define CALL(type)                                                                                 \
    case TP_TYPE_##type:                                                                           \
        for (int k = 0; k < c->count; k++) {                                                       \
            const TP_C(type) x = ((const TP_C(type) *)c->x)[c->x_at[k]];                           \
            const TP_C(type) y = ((const TP_C(type) *)c->y)[c->y_at ? c->y_at[k] : 0];             \
            if (c->op->z == c->op->x)                                                              \
                ((TP_C(type) *)c->z)[k] =                                                          \
                    tp_operate_##type(c->op->builtin, x, y, (tropic_index)c->at[k]);               \
            else                                                                                   \
                ((bool *)c->z)[k] =                                                                \
                    tp_compare_##type(c->op->builtin, x, y, (tropic_index)c->at[k]);               \
        }                                                                                          \
        break;
    switch (c->op->x) {
        CALL(bool8)
        TP_EACH_NUMERIC(CALL)
    }
}

static void call(const calls *c)
{
    if (c->host)
        c->host->map(c->z, c->x, c->x_at, c->y, c->y_at, c->at, c->count);
    else
        call_builtin(c);
}

/* The operation, with the functions it needs. */
typedef struct work {
    tp_elementwise e;
    const tropic_host_operator *op, *accum;
    size_t size; /* of w's values */
} work;

/* What a block has come to: `count` positions where t has an entry, with w's index of each and its value. */
typedef struct found {
    int count;
    tropic_index at[BLOCK], w_at[BLOCK];
    block_values t;
} found;

/* Positions where op is to be called, and where its results go. */
typedef struct pending {
    int count, slot[BLOCK];
    tropic_index at[BLOCK], x_at[BLOCK], y_at[BLOCK];
    block_values z;
} pending;

/* Without t: w loses what it had, unless there is an accumulator. */
static void lose(const work *o, int64_t k)
{
    if (!o->e.accum && o->e.w_has) o->e.w_has[k] = 0;
}

static void gather(const work *o, int64_t begin, int64_t end, found *f, pending *p)
{
    const tp_elementwise *e = &o->e;
    f->count = p->count = 0;
    for (int64_t c = begin; c < end; c++) {
        const int64_t i = e->places ? e->places[c] : c, k = e->w_listed ? c : i;
        const bool has_x = tp_input_has(&e->x, c, i), has_y = tp_input_has(&e->y, c, i);
        const bool both = has_x && has_y, hit = both || (e->kind == TP_UNION && (has_x || has_y));
        if (!tp_mask_allows(&e->mask, i)) continue;
        if (!hit) {
            lose(o, k);
            continue;
        }
        f->at[f->count] = (tropic_index)i;
        f->w_at[f->count] = (tropic_index)k;
        if (both && e->kind != TP_COPY) {
            p->slot[p->count] = f->count;
            p->at[p->count] = (tropic_index)i;
            p->x_at[p->count] = e->x.values ? (tropic_index)(e->x.listed ? c : i) : 0;
            p->y_at[p->count++] = e->y.values ? (tropic_index)(e->y.listed ? c : i) : 0;
        }
        if (!both || e->kind < TP_UNION)
            memcpy(f->t.byte + (size_t)f->count * o->size,
                   tp_input_value(e, has_x ? &e->x : &e->y, c, i, o->size), o->size);
        f->count++;
    }
}

/* Calls op where it is to be called; under select, drops what it does not keep. */
static void operate(const work *o, found *f, pending *p)
{
    const tp_elementwise *e = &o->e;
    const calls c = {.op = e->op,
                     .host = o->op,
                     .z = p->z.byte,
                     .x = e->x.values ? e->x.values : e->value.byte,
                     .y = e->y.values ? e->y.values : e->value.byte,
                     .x_at = p->x_at,
                     .y_at = p->y_at,
                     .at = p->at,
                     .count = p->count};
    int kept = 0;
    if (p->count == 0) return;
    call(&c);
    if (e->kind != TP_SELECT) {
        for (int q = 0; q < p->count; q++)
            memcpy(f->t.byte + (size_t)p->slot[q] * o->size, p->z.byte + (size_t)q * o->size,
                   o->size);
        return;
    }
    for (int q = 0; q < f->count; q++) {
        if (!((const bool *)p->z.byte)[q]) {
            lose(o, f->w_at[q]);
            continue;
        }
        f->w_at[kept] = f->w_at[q];
        f->at[kept] = f->at[q];
        memmove(f->t.byte + (size_t)kept * o->size, f->t.byte + (size_t)q * o->size, o->size);
        kept++;
    }
    f->count = kept;
}

static void put(const work *o, const found *f, pending *p)
{
    const tp_elementwise *e = &o->e;
    calls c = {.op = e->accum,
               .host = o->accum,
               .z = p->z.byte,
               .x = e->w,
               .y = f->t.byte,
               .x_at = p->x_at,
               .y_at = p->y_at,
               .at = p->at};
    for (int q = 0; q < f->count; q++) {
        const tropic_index k = f->w_at[q];
        const bool had = !e->w_has || e->w_has[k];
        if (had && e->accum) {
            p->x_at[c.count] = k;
            p->y_at[c.count] = q;
            p->at[c.count++] = f->at[q];
        } else {
            memcpy((char *)e->w + (size_t)k * o->size, f->t.byte + (size_t)q * o->size, o->size);
            if (e->w_has) e->w_has[k] = 1;
        }
    }
    if (c.count == 0) return;
    call(&c);
    for (int q = 0; q < c.count; q++)
        memcpy((char *)e->w + (size_t)p->x_at[q] * o->size, p->z.byte + (size_t)q * o->size,
               o->size);
}

tropic_status tp_cpu_elementwise_user(tropic_context *context, const tp_elementwise *e)
{
    const int threads = tp_threads(context, e->n);
    work o = {.e = *e, .size = tropic_type_size(e->result)};
    if (e->op && e->op->user) TP_TRY(tp_user_host_operator(context, e->op->user, &o.op));
    if (e->accum && e->accum->user)
        TP_TRY(tp_user_host_operator(context, e->accum->user, &o.accum));
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int64_t begin = 0; begin < e->n; begin += BLOCK) {
        const int64_t end = e->n - begin > BLOCK ? begin + BLOCK : e->n;
        found f;
        pending p;
        gather(&o, begin, end, &f, &p);
        operate(&o, &f, &p);
        put(&o, &f, &p);
    }
    return TROPIC_OK;
}

/* The sum of count values, which it overwrites: of each in the first half with its mate in the second, until one
 * is left. */
static void halve(const tropic_host_operator *host, size_t size, block_values *v, int count)
{
    tropic_index at[BLOCK], mate[BLOCK];
    block_values sums;
    for (; count > 1; count = (count + 1) / 2) {
        const int half = count / 2, rest = count - half;
        for (int k = 0; k < half; k++) {
            at[k] = k;
            mate[k] = rest + k;
        }
        host->map(sums.byte, v->byte, at, v->byte, mate, at, half);
        memcpy(v->byte, sums.byte, (size_t)half * size);
    }
}

/* One thread, so that the order is one: a block of entries after another, each added to what there is. */
tropic_status tp_cpu_reduce_user(tropic_context *context, void *value, const tp_reduction *r)
{
    const size_t size = tropic_type_size(r->monoid->z);
    const tropic_host_operator *host;
    block_values v;
    int count = 0;
    TP_TRY(tp_user_host_operator(context, r->monoid->user, &host));
    for (int64_t i = 0; i < r->n; i++) {
        if (r->has && !r->has[i]) continue;
        memcpy(v.byte + (size_t)count * size, (const char *)r->values + (size_t)i * size, size);
        count++;
        if (count < BLOCK) continue;
        halve(host, size, &v, count);
        count = 1;
        if (host->terminal(v.byte)) break;
    }
    if (count > 0) {
        halve(host, size, &v, count);
        memcpy(value, v.byte, size);
    } else {
        host->identity(value);
    }
    return TROPIC_OK;
}
