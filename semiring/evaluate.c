/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators over packed lists of values.
 */
#include "semiring/coded.h"
#include "semiring/evaluate.h"

#include <tropic_host.h>

typedef struct packed {
    void *z;
    const void *x, *y;
    const tropic_index *i, *j;
    int64_t count;
} packed;

/* Packed values of one type by one operator, which the compiler knows where it is called. */
typedef void loop(tropic_builtin_operator op, const packed *p);

#define LOOP(name, type, Z, FUNCTION)                                                                                  \
    TP_FN void name##_##type(tropic_builtin_operator op, const packed *p)                                              \
    {                                                                                                                  \
        const TP_C(type) *x = p->x, *y = p->y;                                                                         \
        Z *z = p->z;                                                                                                   \
        for (int64_t k = 0; k < p->count; k++) z[k] = FUNCTION(op, x[k], y[k], p->i[k], p->j[k]);                      \
    }
#define LOOPS(type)                                                                                                    \
    LOOP(operate, type, TP_C(type), tp_operate_at_##type)                                                              \
    LOOP(compare, type, bool, tp_compare_at_##type)
TP_EACH_TYPE(LOOPS)

/* A loop of its own for each operator, by its kind of result. */
TP_FN void each_operator(tropic_builtin_operator op, const packed *p, loop *to_SAME, loop *to_BOOL)
{
#define OPERATOR(NAME, name, result, types)                                                                            \
    case TROPIC_##NAME: to_##result(TROPIC_##NAME, p); break;
    switch (op) {
        TROPIC_OPERATOR_TABLE(OPERATOR)
    default: break;
    }
}

#define EVALUATE(type)                                                                                                 \
    static void evaluate_##type(tropic_builtin_operator op, const packed *p)                                           \
    {                                                                                                                  \
        each_operator(op, p, operate_##type, compare_##type);                                                          \
    }
TP_EACH_TYPE(EVALUATE)

tropic_status tp_evaluator_open(tropic_context *context, tp_evaluator *f, const tropic_operator *op)
{
    *f = (tp_evaluator){.op = op, .reads_places = op->user || tp_operator_reads_places(op->builtin)};
    return op->user ? tp_user_host_operator(context, op->user, &f->host) : TROPIC_OK;
}

static void evaluate(const tp_evaluator *f, const packed *p)
{
    if (f->host) {
        f->host->map(f->host, p->z, p->x, p->y, p->i, p->j, p->count);
        return;
    }
#define CASE(type)                                                                                                     \
    case TP_TYPE_##type: evaluate_##type(f->op->builtin, p); break;
    switch (f->op->x) {
        TP_EACH_TYPE(CASE)
    }
}

/* names[ids[k]]; the ids themselves where there are no names. */
static const tropic_index *translate(const tropic_index *names, const tropic_index *ids, int64_t count,
                                     tropic_index *room)
{
    if (!names) return ids;
    for (int64_t k = 0; k < count; k++) room[k] = names[ids[k]];
    return room;
}

/* Block by block, at the places that have these names. */
static void evaluate_named(const tp_evaluator *f, const packed *all)
{
    const tropic_operator *op = f->op;
    const size_t z = tropic_type_size(op->z), x = tropic_type_size(op->x), y = tropic_type_size(op->y);
    for (int64_t k = 0; k < all->count; k += TP_PACKED) {
        const int64_t count = all->count - k < TP_PACKED ? all->count - k : TP_PACKED;
        const size_t at = (size_t)k;
        tropic_index i[TP_PACKED], j[TP_PACKED];
        evaluate(f, &(packed){(char *)all->z + at * z, (const char *)all->x + at * x, (const char *)all->y + at * y,
                              translate(f->row_names, all->i + k, count, i),
                              translate(f->col_names, all->j + k, count, j), count});
    }
}

void tp_evaluate(const tp_evaluator *f, void *z, const void *x, const void *y, const tropic_index *i,
                 const tropic_index *j, int64_t count)
{
    const packed p = {z, x, y, i, j, count};
    if (count == 0) return;
    if (f->reads_places && (f->row_names || f->col_names))
        evaluate_named(f, &p);
    else
        evaluate(f, &p);
}

/* Terms and the sums that they belong to. */
typedef struct terms {
    void *t;
    const void *z;
    const tropic_index *to;
    const uint8_t *fresh;
    int64_t count;
} terms;

/* By a loop of their own for those that the compiler is to know; the others ask at each term. */
#define SUMS(type)                                                                                                     \
    TP_FN void sums_##type(tropic_builtin_operator op, const terms *s)                                                 \
    {                                                                                                                  \
        const TP_C(type) *z = s->z;                                                                                    \
        for (int64_t k = 0; k < s->count; k++) {                                                                       \
            TP_C(type) *sum = (TP_C(type) *)s->t + s->to[k];                                                           \
            *sum = s->fresh[k] ? z[k] : tp_combine_##type(op, *sum, z[k]);                                             \
        }                                                                                                              \
    }                                                                                                                  \
    static void add_##type(tropic_builtin_operator op, const terms *s)                                                 \
    {                                                                                                                  \
        switch (op) {                                                                                                  \
        case TROPIC_PLUS: sums_##type(TROPIC_PLUS, s); break;                                                          \
        case TROPIC_TIMES: sums_##type(TROPIC_TIMES, s); break;                                                        \
        case TROPIC_MIN: sums_##type(TROPIC_MIN, s); break;                                                            \
        case TROPIC_MAX: sums_##type(TROPIC_MAX, s); break;                                                            \
        default: sums_##type(op, s);                                                                                   \
        }                                                                                                              \
    }
TP_EACH_TYPE(SUMS)

static void add_builtin(const tropic_operator *op, const terms *s)
{
#define ADD(type)                                                                                                      \
    case TP_TYPE_##type: add_##type(op->builtin, s); break;
    switch (op->z) {
        TP_EACH_TYPE(ADD)
    }
}

void tp_evaluate_sums(const tp_evaluator *f, void *t, const void *z, const tropic_index *to, const uint8_t *fresh,
                      int64_t count)
{
    static const tropic_index place;
    const size_t size = tropic_type_size(f->op->z);
    if (!f->host) add_builtin(f->op, &(terms){t, z, to, fresh, count});
    for (int64_t k = 0; f->host && k < count; k++) {
        char *sum = (char *)t + (size_t)to[k] * size;
        const char *term = (const char *)z + (size_t)k * size;
        if (fresh[k])
            memcpy(sum, term, size);
        else
            evaluate(f, &(packed){sum, sum, term, &place, &place, 1});
    }
}

void tp_evaluate_identity(const tp_evaluator *f, void *value)
{
    if (f->host) {
        f->host->identity(f->host, value);
        return;
    }
#define IDENTITY(type)                                                                                                 \
    case TP_TYPE_##type: *(TP_C(type) *)value = tp_neutral_##type(f->op->builtin); break;
    switch (f->op->z) {
        TP_EACH_TYPE(IDENTITY)
    }
}

bool tp_evaluate_terminal(const tp_evaluator *f, const void *a)
{
    if (f->host) return f->host->terminal && f->host->terminal(f->host, a);
#define TERMINAL(type)                                                                                                 \
    case TP_TYPE_##type: return tp_absorbs_##type(f->op->builtin, *(const TP_C(type) *)a);
    switch (f->op->z) {
        TP_EACH_TYPE(TERMINAL)
    }
    return false;
}
