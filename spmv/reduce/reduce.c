/* SPDX-License-Identifier: Apache-2.0
 *
 * Sums under a monoid on the CPU.
 */
#include "semiring/operator.h"
#include "spmv/cpu_backend.h"
#include "spmv/ewise/ewise_builtin.h"

/* The entries are cut into so many pieces, whose sums are added in order: the result is the same with any
 * number of threads. Fewer places are pieces by themselves. */
#define PIECES 256
/* Places between two looks at whether the sum may stop. */
#define STOP_CHUNK 512
/* Sums side by side of values that are all there, so that no sum waits for the one before. */
#define LANES 16

/* The sums of the pieces of one type, for PIECES values of it, and which pieces have entries. */
typedef struct pieces {
    const tp_reduction *r;
    void *sums;
    uint8_t *found;
    bool *decided; /* a piece has come to a terminal value: later ones need not begin */
} pieces;

/* The sum of count > 0 values, in an order that depends on their number alone; a loop of its own for each monoid. */
#define SUM(type)                                                                                                      \
    TP_FN TP_C(type) sum_lanes_##type(tropic_builtin_operator op, const TP_C(type) * values, int64_t count)            \
    {                                                                                                                  \
        const int lanes = count < LANES ? (int)count : LANES;                                                          \
        TP_C(type) t[LANES];                                                                                           \
        int64_t i = LANES;                                                                                             \
        for (int l = 0; l < LANES; l++) t[l] = values[l < lanes ? l : 0];                                              \
        for (; i + LANES <= count; i += LANES)                                                                         \
            for (int l = 0; l < LANES; l++) t[l] = tp_operate_##type(op, t[l], values[i + l], 0);                      \
        for (int l = 0; i + l < count; l++) t[l] = tp_operate_##type(op, t[l], values[i + l], 0);                      \
        for (int l = 1; l < lanes; l++) t[0] = tp_operate_##type(op, t[0], t[l], 0);                                   \
        return t[0];                                                                                                   \
    }                                                                                                                  \
    static TP_C(type) sum_##type(tropic_builtin_operator op, const TP_C(type) * values, int64_t count)                 \
    {                                                                                                                  \
        switch (op) {                                                                                                  \
        case TROPIC_PLUS: return sum_lanes_##type(TROPIC_PLUS, values, count);                                         \
        case TROPIC_MIN: return sum_lanes_##type(TROPIC_MIN, values, count);                                           \
        case TROPIC_MAX: return sum_lanes_##type(TROPIC_MAX, values, count);                                           \
        default: return sum_lanes_##type(op, values, count);                                                           \
        }                                                                                                              \
    }
TP_EACH_TYPE(SUM)

/* A terminal value decides all but under any, where the first piece does. */
#define TOTAL(type)                                                                                                    \
    static void sum_pieces_##type(const void *of, int64_t begin, int64_t last)                                         \
    {                                                                                                                  \
        const pieces *all = of;                                                                                        \
        const tp_reduction *r = all->r;                                                                                \
        const tropic_builtin_operator op = r->monoid->builtin;                                                         \
        const TP_C(type) *values = r->values;                                                                          \
        for (int64_t p = begin; p < last; p++) {                                                                       \
            const int64_t end = r->n / PIECES * (p + 1) + r->n % PIECES * (p + 1) / PIECES;                            \
            int64_t i = r->n / PIECES * p + r->n % PIECES * p / PIECES;                                                \
            TP_C(type) t = tp_neutral_##type(op);                                                                      \
            bool hit = false, stop = __atomic_load_n(all->decided, __ATOMIC_RELAXED);                                  \
            while (i < end && !stop) {                                                                                 \
                const int64_t pause = i + STOP_CHUNK < end ? i + STOP_CHUNK : end;                                     \
                if (!r->has) {                                                                                         \
                    const TP_C(type) sum = sum_##type(op, values + i, pause - i);                                      \
                    t = hit ? tp_operate_##type(op, t, sum, 0) : sum;                                                  \
                    hit = true;                                                                                        \
                    i = pause;                                                                                         \
                }                                                                                                      \
                for (; i < pause; i++)                                                                                 \
                    if (r->has[i]) {                                                                                   \
                        t = hit ? tp_operate_##type(op, t, values[i], 0) : values[i];                                  \
                        hit = true;                                                                                    \
                    }                                                                                                  \
                stop = hit && tp_absorbs_##type(op, t);                                                                \
            }                                                                                                          \
            ((TP_C(type) *)all->sums)[p] = t;                                                                          \
            all->found[p] = hit;                                                                                       \
            if (hit && stop && op != TROPIC_ANY) __atomic_store_n(all->decided, true, __ATOMIC_RELAXED);               \
        }                                                                                                              \
    }                                                                                                                  \
    static void total_##type(const tp_reduction *r, TP_C(type) * total, tp_team team)                                  \
    {                                                                                                                  \
        const tropic_builtin_operator op = r->monoid->builtin;                                                         \
        TP_C(type) made[PIECES];                                                                                       \
        uint8_t found[PIECES];                                                                                         \
        bool decided = false, any = false;                                                                             \
        const pieces all = {r, made, found, &decided};                                                                 \
        const bool cut = r->n > PIECES;                                                                                \
        const int64_t count = cut ? PIECES : r->n;                                                                     \
        const TP_C(type) *sums = cut ? made : r->values;                                                               \
        const uint8_t *has = cut ? found : r->has;                                                                     \
        if (cut) tp_for(team, PIECES, 1, sum_pieces_##type, &all);                                                     \
        TP_C(type) t = tp_neutral_##type(op);                                                                          \
        for (int64_t p = 0; p < count; p++)                                                                            \
            if (!has || has[p]) {                                                                                      \
                t = any ? tp_operate_##type(op, t, sums[p], 0) : sums[p];                                              \
                any = true;                                                                                            \
            }                                                                                                          \
        *total = t;                                                                                                    \
    }
TP_EACH_TYPE(TOTAL)

tropic_status tp_cpu_reduce(tropic_context *context, void *value, const tp_reduction *r)
{
    const tp_team team = tp_team_for(context, r->n);
    if (r->monoid->user) return tp_cpu_reduce_user(context, value, r);
#define CASE(type)                                                                                                     \
    case TP_TYPE_##type: total_##type(r, value, team); break;
    switch (r->monoid->z) {
        TP_EACH_TYPE(CASE)
    }
    return TROPIC_OK;
}
