/* SPDX-License-Identifier: Apache-2.0
 *
 * An operator over packed lists of values, on the host: one call for many entries, and a loop of its own for each
 * built-in operator and type.
 */
#ifndef TP_EVALUATE_H
#define TP_EVALUATE_H

#include "semiring/cast.h"
#include "semiring/operator.h"

#include <string.h>

TP_BEGIN_C

struct tropic_host_operator;

/* Entries that are evaluated at a time: their operands stay in the first cache. */
#define TP_PACKED 256
/* ... but no more values of one operand than have so many bytes: of the largest type, one. */
#define TP_PACKED_BYTES TROPIC_TYPE_MAX
typedef struct tp_packed_room {
    char byte[TP_PACKED_BYTES] __attribute__((aligned(64)));
} tp_packed_room;
static inline int tp_packed_of(size_t size)
{
    return size > TP_PACKED_BYTES / TP_PACKED ? (int)(TP_PACKED_BYTES / size) : TP_PACKED;
}

typedef struct tp_evaluator {
    const tropic_operator *op;
    const struct tropic_host_operator *host; /* of a user's operator */
    bool reads_places;                       /* i and j; if not, they may be anything */
    /* The rows and columns that op sees, by i and j; NULL: i and j themselves. */
    const tropic_index *row_names, *col_names;
} tp_evaluator;

/* Finds the functions of op, which is not NULL: COMPILE_ERROR or NOT_SUPPORTED where a user's has none. */
tropic_status tp_evaluator_open(tropic_context *context, tp_evaluator *f, const tropic_operator *op);
/* z[k] = op(x[k], y[k]) at row i[k] and column j[k], for k < count, in packed arrays of op's types. z may be x or y
 * where their types have the same size. */
void tp_evaluate(const tp_evaluator *f, void *z, const void *x, const void *y, const tropic_index *i,
                 const tropic_index *j, int64_t count);

/* Of a monoid: t[to[k]] = z[k] where fresh[k], else t[to[k]] + z[k], in order, for k < count. It sees row 0 and
 * column 0. */
void tp_evaluate_sums(const tp_evaluator *f, void *t, const void *z, const tropic_index *to, const uint8_t *fresh,
                      int64_t count);
void tp_evaluate_identity(const tp_evaluator *f, void *value);
/* May a sum stop at *a? */
bool tp_evaluate_terminal(const tp_evaluator *f, const void *a);

/* A value of so many bytes. */
static inline void tp_copy_value(void *to, const void *from, size_t size)
{
    switch (size) {
    case 1: memcpy(to, from, 1); break;
    case 2: memcpy(to, from, 2); break;
    case 4: memcpy(to, from, 4); break;
    case 8: memcpy(to, from, 8); break;
    default: memcpy(to, from, size);
    }
}
/* The same of a value that may have to be cast; NULL: not. `size` is that of the result. */
static inline void tp_cast_value(void *to, const void *from, size_t size, tp_cast *cast)
{
    if (cast)
        cast(to, from, 1);
    else
        tp_copy_value(to, from, size);
}

/* The sizes that types mostly have are constants in their loops. */
#define TP_BY_SIZE(size, call)                                                                                         \
    switch (size) {                                                                                                    \
    case 0: call(0); break;                                                                                            \
    case 1: call(1); break;                                                                                            \
    case 2: call(2); break;                                                                                            \
    case 4: call(4); break;                                                                                            \
    case 8: call(8); break;                                                                                            \
    default: call(size);                                                                                               \
    }

TP_END_C

#endif
