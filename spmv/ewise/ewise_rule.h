/* SPDX-License-Identifier: Apache-2.0
 *
 * The rule of elementwise operations, position by position: the same text for CPU and GPU. Includes no header of the
 * CUDA toolkit. (On the CPU, users' operators and passes over many places go by
 * spmv/ewise/ewise_blockwise.c, which has the same rules and says why.)
 */
#ifndef TP_EWISE_RULE_H
#define TP_EWISE_RULE_H

#include "spmv/write/mask_accum.h"

/* Where an operand has its value and its flag for position c, which is place i; negative: nowhere. */
TP_FN int64_t tp_input_at(const tp_input *in, int64_t c, int64_t i)
{
    return in->at ? in->at[c] : in->listed ? c : i;
}
/* (Of a missing one nobody reads the value.) */
TP_FN const void *tp_input_value(const tp_elementwise *e, const tp_input *in, int64_t at, size_t size)
{
    return in->values && at >= 0    ? (const char *)in->values + (size_t)at * size
           : size > sizeof e->value ? e->large.at
                                    : e->value.byte;
}
TP_FN bool tp_input_has(const tp_input *in, int64_t at)
{
    return at >= 0 && (!in->has || in->has[at]);
}
/* Does the mask let position c through, which is place i? */
TP_FN bool tp_position_allowed(const tp_elementwise *e, int64_t c, int64_t i)
{
    const int64_t at = e->mask_at ? e->mask_at[c] : i;
    return at < 0 ? e->mask.complement : tp_mask_allows(&e->mask, at);
}
/* Where w has position c. */
TP_FN int64_t tp_output_at(const tp_elementwise *e, int64_t c, int64_t i)
{
    return e->w_at ? e->w_at[c] : e->w_listed ? c : i;
}

/* tp_elementwise_<name>(e, c): position c.
 *   X, Y, Z                          C types of x, y and w
 *   Z    OPERATE(code, x, y, i)      op, where the kind is TP_UNION or TP_INTERSECTION
 *   bool TEST(code, x, y, i)         op, where it is TP_SELECT
 *   PUT(w, w_has, accum, k, i, t, hit)  as tp_put of spmv/write/mask_accum.h
 * Operators see entries alone. A value that is copied is of type Z already, whatever X and Y are. */
#define TP_ELEMENTWISE(name, X, Y, Z, OPERATE, TEST, PUT)                                                              \
    TP_FN void tp_elementwise_##name(const tp_elementwise *e, int64_t c)                                               \
    {                                                                                                                  \
        const int64_t i = e->places ? e->places[c] : c;                                                                \
        const int64_t x_at = tp_input_at(&e->x, c, i), y_at = tp_input_at(&e->y, c, i);                                \
        const void *x = tp_input_value(e, &e->x, x_at, sizeof(X));                                                     \
        const void *y = tp_input_value(e, &e->y, y_at, sizeof(Y));                                                     \
        Z t = {0};                                                                                                     \
        if (tp_position_allowed(e, c, i)) {                                                                            \
            const bool has_x = tp_input_has(&e->x, x_at), has_y = tp_input_has(&e->y, y_at);                           \
            const bool both = has_x && has_y;                                                                          \
            bool hit = both || (e->kind == TP_UNION && (has_x || has_y));                                              \
            if (hit && e->kind == TP_SELECT) hit = TEST(e->op_code, *(const X *)x, *(const Y *)y, (tropic_index)i);    \
            if (both && e->kind >= TP_UNION)                                                                           \
                t = OPERATE(e->op_code, *(const X *)x, *(const Y *)y, (tropic_index)i);                                \
            else if (hit)                                                                                              \
                t = *(const Z *)(has_x ? x : y);                                                                       \
            PUT((Z *)e->w, e->w_has, e->accum_code, tp_output_at(e, c, i), i, t, hit);                                 \
        }                                                                                                              \
    }

/* Structs, of which the library can but copy the bytes. */
TP_FN void tp_elementwise_bytes(const tp_elementwise *e, int64_t c, int size)
{
    const int64_t i = e->places ? e->places[c] : c, k = tp_output_at(e, c, i), at = tp_input_at(&e->x, c, i);
    const char *x = (const char *)tp_input_value(e, &e->x, at, (size_t)size);
    const bool hit = tp_input_has(&e->x, at);
    if (!tp_position_allowed(e, c, i)) return;
    for (int b = 0; hit && b < size; b++) ((char *)e->w)[k * size + b] = x[b];
    if (e->w_has) e->w_has[k] = hit;
}

#endif
