/* SPDX-License-Identifier: Apache-2.0
 *
 * Elementwise operations on the CPU.
 */
#include "spmv/cpu.h"
#include "spmv/elementwise.h"

/* Positions that a thread takes at a time. */
#define BLOCK 1024

/* Nothing but full arrays: no flags, mask, or list. */
static bool is_plain(const tp_elementwise *e)
{
    return !e->places && !e->mask.has && e->mask.structure && !e->mask.complement && !e->x.has &&
           !e->x.listed && !e->y.has && !e->y.listed && !e->w_has && !e->w_listed;
}

/* The same e, of which the compiler sees that: one pass then takes a third of the time. */
static inline __attribute__((always_inline)) tp_elementwise plainly(const tp_elementwise *e)
{
    tp_elementwise f = *e;
    f.places = NULL;
    f.mask = (tp_mask){.structure = true};
    f.x = (tp_input){.values = e->x.values};
    f.y = (tp_input){.values = e->y.values};
    f.w_has = NULL;
    f.w_listed = false;
    return f;
}

#define PRAGMA(text) _Pragma(#text)
#define RUN(name)                                                                                  \
    PRAGMA(omp parallel for num_threads(threads) schedule(static))                                 \
    for (int64_t b = 0; b < e.n; b += BLOCK) {                                                     \
        const int64_t end = b + BLOCK < e.n ? b + BLOCK : e.n;                                     \
        if (plain) {                                                                               \
            const tp_elementwise f = plainly(&e);                                                  \
            for (int64_t c = b; c < end; c++) tp_elementwise_##name(&f, c);                        \
        } else {                                                                                   \
            for (int64_t c = b; c < end; c++) tp_elementwise_##name(&e, c);                        \
        }                                                                                          \
    }
#define SAME(type)                                                                                 \
    case TP_TYPE_##type: {                                                                         \
        RUN(type)                                                                                  \
        break;                                                                                     \
    }
#define TO_BOOL(type)                                                                              \
    case TP_TYPE_##type: {                                                                         \
        RUN(to_bool_##type)                                                                        \
        break;                                                                                     \
    }

tropic_status tp_cpu_elementwise(tropic_context *context, const tp_elementwise *elementwise)
{
    const tp_elementwise e = *elementwise;
    const int threads = tp_threads(context, e.n), size = (int)tropic_type_size(e.result);
    const bool plain = is_plain(&e);
    if (e.user) return tp_cpu_elementwise_user(context, elementwise);
    if (tp_type_struct(e.result)) {
#pragma omp parallel for num_threads(threads) schedule(static)
        for (int64_t c = 0; c < e.n; c++) tp_elementwise_bytes(&e, c, size);
    } else if (e.result == e.type) {
        switch (e.type) {
            SAME(bool8)
            TP_EACH_NUMERIC(SAME)
        }
    } else {
        switch (e.type) {
            TP_EACH_NUMERIC(TO_BOOL)
        default: break;
        }
    }
    return TROPIC_OK;
}
