/* SPDX-License-Identifier: Apache-2.0
 *
 * Elementwise operations on the CPU.
 */
#include "spmv/cpu_backend.h"
#include "spmv/vectors/elementwise.h"

/* Nothing but full arrays: no flags, mask, or list. */
static bool is_plain(const tp_elementwise *e)
{
    return !e->places && !e->mask.has && !e->mask_at && e->mask.structure && !e->mask.complement && !e->x.has &&
           !e->x.at && !e->x.listed && !e->y.has && !e->y.at && !e->y.listed && !e->w_has && !e->w_at && !e->w_listed;
}

/* The same e, of which the compiler sees that: one pass then takes a third of the time. */
static inline __attribute__((always_inline)) tp_elementwise plainly(const tp_elementwise *e)
{
    tp_elementwise f = *e;
    f.places = NULL;
    f.mask = (tp_mask){.structure = true};
    f.mask_at = NULL;
    f.x = (tp_input){.values = e->x.values};
    f.y = (tp_input){.values = e->y.values};
    f.w_has = NULL;
    f.w_at = NULL;
    f.w_listed = false;
    return f;
}

/* By place, with flags or a mask. */
static bool is_by_place(const tp_elementwise *e)
{
    return !e->places && !e->mask_at && !e->x.at && !e->x.listed && !e->y.at && !e->y.listed && !e->w_at &&
           !e->w_listed;
}

static inline __attribute__((always_inline)) tp_elementwise by_place(const tp_elementwise *e)
{
    tp_elementwise f = *e;
    f.places = f.mask_at = f.x.at = f.y.at = f.w_at = NULL;
    f.x.listed = f.y.listed = f.w_listed = false;
    return f;
}

/* Positions of an operation whose result is of the operands' type, or bool. */
#define RUN(name)                                                                                                      \
    static void run_##name(const void *of, int64_t begin, int64_t end)                                                 \
    {                                                                                                                  \
        const tp_elementwise *e = of;                                                                                  \
        if (is_plain(e)) {                                                                                             \
            const tp_elementwise f = plainly(e);                                                                       \
            for (int64_t c = begin; c < end; c++) tp_elementwise_##name(&f, c);                                        \
        } else if (is_by_place(e)) {                                                                                   \
            const tp_elementwise f = by_place(e);                                                                      \
            for (int64_t c = begin; c < end; c++) tp_elementwise_##name(&f, c);                                        \
        } else {                                                                                                       \
            for (int64_t c = begin; c < end; c++) tp_elementwise_##name(e, c);                                         \
        }                                                                                                              \
    }
#define RUN_TO_BOOL(type) RUN(to_bool_##type)
TP_EACH_TYPE(RUN)
TP_EACH_NUMERIC(RUN_TO_BOOL)

static void run_bytes(const void *of, int64_t begin, int64_t end)
{
    const tp_elementwise *e = of;
    const int size = (int)tropic_type_size(e->result);
    for (int64_t c = begin; c < end; c++) tp_elementwise_bytes(e, c, size);
}

#define CASE(type, run)                                                                                                \
    case TP_TYPE_##type: return run##type;

static tp_loop_body *body_of(const tp_elementwise *e)
{
    if (tp_type_struct(e->result)) return run_bytes;
    if (e->result == e->type) switch (e->type) {
            TP_TYPES_ALL(CASE, run_)
        }
    switch (e->type) {
        TP_TYPES_NUMERIC(CASE, run_to_bool_)
    default: return NULL;
    }
}

tropic_status tp_cpu_elementwise(tropic_context *context, const tp_elementwise *e)
{
    if (e->user) return tp_cpu_elementwise_user(context, e);
    tp_for(tp_team_for(context, e->n), e->n, TP_CHUNK_ANY, body_of(e), e);
    return TROPIC_OK;
}
