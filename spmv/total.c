/* SPDX-License-Identifier: Apache-2.0
 *
 * Sums under a monoid on the CPU.
 */
#include "semiring/operator.h"
#include "spmv/cpu.h"
#include "spmv/elementwise.h"

/* The entries are cut into so many pieces, whose sums are added in order: the result is the same with any
 * number of threads. */
#define PIECES 256
/* Places between two looks at whether the sum may stop. */
#define CHUNK 512

/* Sums of one type: of the pieces, then of these. A piece that has come to a terminal value decides all (but
 * under any, where the first piece does), so that later ones need not begin. */
#define TOTAL(type)                                                                                \
    static void total_##type(const tp_reduction *r, TP_C(type) * total, int threads)               \
    {                                                                                              \
        const tropic_builtin_operator op = r->monoid->builtin;                                     \
        const TP_C(type) *values = r->values;                                                      \
        TP_C(type) sums[PIECES];                                                                   \
        bool found[PIECES] = {false}, decided = false, any = false;                                \
        PRAGMA(omp parallel for num_threads(threads) schedule(static, 1))                          \
        for (int p = 0; p < PIECES; p++) {                                                         \
            const int64_t end = r->n / PIECES * (p + 1) + r->n % PIECES * (p + 1) / PIECES;        \
            int64_t i = r->n / PIECES * p + r->n % PIECES * p / PIECES;                            \
            TP_C(type) t = tp_neutral_##type(op);                                                  \
            bool hit = false, stop;                                                                \
            PRAGMA(omp atomic read)                                                                \
            stop = decided;                                                                        \
            while (i < end && !stop) {                                                             \
                const int64_t pause = i + CHUNK < end ? i + CHUNK : end;                           \
                for (; i < pause; i++)                                                             \
                    if (!r->has || r->has[i]) {                                                    \
                        t = hit ? tp_operate_##type(op, t, values[i], 0) : values[i];              \
                        hit = true;                                                                \
                    }                                                                              \
                stop = hit && tp_absorbs_##type(op, t);                                            \
            }                                                                                      \
            sums[p] = t;                                                                           \
            found[p] = hit;                                                                        \
            if (hit && stop && op != TROPIC_ANY) {                                                 \
                PRAGMA(omp atomic write)                                                           \
                decided = true;                                                                    \
            }                                                                                      \
        }                                                                                          \
        *total = tp_neutral_##type(op);                                                            \
        for (int p = 0; p < PIECES; p++)                                                           \
            if (found[p]) {                                                                        \
                *total = any ? tp_operate_##type(op, *total, sums[p], 0) : sums[p];                \
                any = true;                                                                        \
            }                                                                                      \
    }
#define PRAGMA(text) _Pragma(#text)
TOTAL(bool8)
TP_EACH_NUMERIC(TOTAL)

tropic_status tp_cpu_reduce(tropic_context *context, void *value, const tp_reduction *r)
{
    const int threads = tp_threads(context, r->n);
    if (r->monoid->user) return tp_cpu_reduce_user(context, value, r);
#define CASE(type)                                                                                 \
    case TP_TYPE_##type: {                                                                         \
        total_##type(r, value, threads);                                                           \
        break;                                                                                     \
    }
    switch (r->monoid->z) {
        CASE(bool8)
        TP_EACH_NUMERIC(CASE)
    }
    return TROPIC_OK;
}
