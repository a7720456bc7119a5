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
