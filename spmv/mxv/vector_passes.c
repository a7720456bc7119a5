/* SPDX-License-Identifier: Apache-2.0
 *
 * The elementwise passes around a product, on the CPU.
 */
#include "semiring/cast.h"
#include "spmv/cpu_backend.h"
#include "spmv/ewise/ewise_builtin.h"

#include <string.h>

/* Parameters of the passes; each uses some of them. */
typedef struct pass {
    void *to;
    const void *from;
    const tropic_index *ids, *list;
    tropic_index *at;
    int64_t list_count;
    uint8_t *has;
    const tp_mask *mask;
    size_t size; /* of a value */
    double number;
    int64_t *count;
    bool *any;
} pass;

static tropic_status run(tropic_context *context, int64_t n, tp_loop_body *body, const pass *p)
{
    tp_for(tp_team_for(context, n), n, TP_CHUNK_ANY, body, p);
    return TROPIC_OK;
}

/* Passes over values of any type move values by their size: NAME_T where T is an unsigned type of it, NAME_bytes for
 * the rest. */
#define OF_SIZE(size, NAME)                                                                                            \
    ((size) == sizeof(uint8_t)    ? NAME##_uint8_t                                                                     \
     : (size) == sizeof(uint16_t) ? NAME##_uint16_t                                                                    \
     : (size) == sizeof(uint32_t) ? NAME##_uint32_t                                                                    \
     : (size) == sizeof(uint64_t) ? NAME##_uint64_t                                                                    \
                                  : NAME##_bytes)
#define MOVERS(T)                                                                                                      \
    static void fill_##T(const void *of, int64_t begin, int64_t end)                                                   \
    {                                                                                                                  \
        const pass *p = of;                                                                                            \
        T *to = p->to, value;                                                                                          \
        memcpy(&value, p->from, sizeof value);                                                                         \
        for (int64_t i = begin; i < end; i++) to[i] = value;                                                           \
    }                                                                                                                  \
    static void scatter_##T(const void *of, int64_t begin, int64_t end)                                                \
    {                                                                                                                  \
        const pass *p = of;                                                                                            \
        const T *from = p->from;                                                                                       \
        T *to = p->to;                                                                                                 \
        for (int64_t i = begin; i < end; i++) to[p->ids[i]] = from[i];                                                 \
    }                                                                                                                  \
    static void gather_##T(const void *of, int64_t begin, int64_t end)                                                 \
    {                                                                                                                  \
        const pass *p = of;                                                                                            \
        const T *from = p->from;                                                                                       \
        T *to = p->to;                                                                                                 \
        for (int64_t i = begin; i < end; i++) to[i] = from[p->ids[i]];                                                 \
    }
MOVERS(uint8_t)
MOVERS(uint16_t)
MOVERS(uint32_t)
MOVERS(uint64_t)

static void fill_bytes(const void *of, int64_t begin, int64_t end)
{
    const pass *p = of;
    for (int64_t i = begin; i < end; i++) memcpy((char *)p->to + (size_t)i * p->size, p->from, p->size);
}

static void scatter_bytes(const void *of, int64_t begin, int64_t end)
{
    const pass *p = of;
    for (int64_t i = begin; i < end; i++)
        memcpy((char *)p->to + (size_t)p->ids[i] * p->size, (const char *)p->from + (size_t)i * p->size, p->size);
}

static void gather_bytes(const void *of, int64_t begin, int64_t end)
{
    const pass *p = of;
    for (int64_t i = begin; i < end; i++)
        memcpy((char *)p->to + (size_t)i * p->size, (const char *)p->from + (size_t)p->ids[i] * p->size, p->size);
}

tropic_status tp_cpu_fill(tropic_context *context, void *to, tropic_type type, const void *value, int64_t n)
{
    const pass p = {.to = to, .from = value, .size = tropic_type_size(type)};
    return run(context, n, OF_SIZE(p.size, fill), &p);
}

static void mark(const void *of, int64_t begin, int64_t end)
{
    const pass *p = of;
    for (int64_t i = begin; i < end; i++) p->has[p->ids[i]] = 1;
}

tropic_status tp_cpu_scatter(tropic_context *context, void *dense, uint8_t *has, tropic_type type,
                             const tropic_index *ids, const void *values, int64_t count)
{
    const pass p = {.to = dense, .from = values, .ids = ids, .has = has, .size = tropic_type_size(type)};
    TP_TRY(run(context, count, OF_SIZE(p.size, scatter), &p));
    return run(context, count, mark, &p);
}

tropic_status tp_cpu_gather(tropic_context *context, void *values, tropic_type type, const tropic_index *ids,
                            const void *dense, int64_t count)
{
    const pass p = {.to = values, .from = dense, .ids = ids, .size = tropic_type_size(type)};
    return run(context, count, OF_SIZE(p.size, gather), &p);
}

tropic_status tp_cpu_cast(tropic_context *context, void *to, tropic_type to_type, const void *from,
                          tropic_type from_type, const uint8_t *has, int64_t n)
{
    (void)has; /* to look costs more */
    tp_cast_all(context, to, to_type, from, from_type, n);
    return TROPIC_OK;
}

static void restrict_some(const void *of, int64_t begin, int64_t end)
{
    const pass *p = of;
    const tp_mask m = *p->mask;
    uint8_t *restrict has = p->has;
    const uint8_t *restrict there = m.has;
    if (m.structure && there) { /* a loop that becomes vectors */
        for (int64_t i = begin; i < end; i++) has[i] = (has[i] != 0) & ((there[i] != 0) ^ m.complement);
        return;
    }
    for (int64_t i = begin; i < end; i++) has[i] = has[i] && tp_mask_allows(&m, i);
}

tropic_status tp_cpu_restrict_to(tropic_context *context, uint8_t *has, const tp_mask *mask, int64_t n)
{
    const pass p = {.has = has, .mask = mask};
    return run(context, n, restrict_some, &p);
}

tropic_status tp_cpu_any(tropic_context *context, const tp_mask *mask, int64_t n, bool *found)
{
    (void)context;
    *found = false;
    for (int64_t i = 0; i < n && !*found; i++) *found = tp_mask_allows(mask, i);
    return TROPIC_OK;
}

static void count_some(const void *of, int64_t begin, int64_t end)
{
    const pass *p = of;
    const uint8_t *has = p->from;
    int64_t entries = 0;
    for (int64_t i = begin; i < end;) {
        const int64_t pause = end - i < UINT8_MAX ? end : i + UINT8_MAX;
        uint8_t few = 0; /* narrow, so that sixteen are counted at a time */
        for (; i < pause; i++) few = (uint8_t)(few + (has[i] != 0));
        entries += few;
    }
    __atomic_fetch_add(p->count, entries, __ATOMIC_RELAXED);
}

tropic_status tp_cpu_count(tropic_context *context, const uint8_t *has, int64_t n, int64_t *count)
{
    const pass p = {.from = has, .count = count};
    *count = 0;
    return run(context, n, count_some, &p);
}

/* Ids mostly ascend, so each is looked for from where the last one stood: in steps that double, then by halves. */
void tp_cpu_look_up_from(tropic_index *at, const tropic_index *ids, int64_t n, tp_places list, int64_t *from)
{
    int64_t low = *from;
    for (int64_t c = 0; c < n; c++) {
        const tropic_index id = ids[c];
        int64_t step = 1, high;
        if (low > 0 && list.ids[low - 1] >= id) low = 0;
        while (low + step <= list.count && list.ids[low + step - 1] < id) {
            low += step;
            step *= 2;
        }
        high = low + step < list.count ? low + step : list.count;
        while (low < high) {
            const int64_t middle = low + (high - low) / 2;
            if (list.ids[middle] < id)
                low = middle + 1;
            else
                high = middle;
        }
        at[c] = low < list.count && list.ids[low] == id ? (tropic_index)low : -1;
    }
    *from = low;
}

static void look_up_some(const void *of, int64_t begin, int64_t end)
{
    const pass *p = of;
    int64_t from = 0;
    tp_cpu_look_up_from(p->at + begin, p->ids + begin, end - begin, (tp_places){p->list, p->list_count}, &from);
}

tropic_status tp_cpu_look_up(tropic_context *context, tropic_index *at, const tropic_index *ids, int64_t n,
                             const tropic_index *list, int64_t count)
{
    const pass p = {.at = at, .ids = ids, .list = list, .list_count = count};
    return run(context, n, look_up_some, &p);
}

tropic_status tp_cpu_compact(tropic_context *context, tropic_index *ids, const uint8_t *has, int64_t n, int64_t *count)
{
    enum { FLAGS = sizeof(uint64_t) };
    int64_t found = 0;
    (void)context;
    for (int64_t i = 0; i < n; i += FLAGS) { /* most of them zero, in a bitmap of few */
        const int64_t end = i + FLAGS < n ? i + FLAGS : n;
        uint64_t word = 1;
        if (end - i == FLAGS) memcpy(&word, has + i, FLAGS);
        for (int64_t k = i; word != 0 && k < end; k++)
            if (has[k]) ids[found++] = (tropic_index)k;
    }
    if (count) *count = found;
    return TROPIC_OK;
}

#define SCALE(type)                                                                                                    \
    static void scale_##type(const void *of, int64_t begin, int64_t end)                                               \
    {                                                                                                                  \
        const pass *p = of;                                                                                            \
        const double *from = p->from, factor = p->number;                                                              \
        TP_C(type) *to = p->to;                                                                                        \
        for (int64_t i = begin; i < end; i++) to[i] = (TP_C(type))(factor * from[i]);                                  \
    }
TP_EACH_FLOATING(SCALE)

tropic_status tp_cpu_scale(tropic_context *context, void *to, tropic_type type, const double *from, double factor,
                           int64_t n)
{
    const pass p = {.to = to, .from = from, .number = factor};
    return run(context, n, type == TROPIC_FP32 ? scale_fp32 : scale_fp64, &p);
}

static void look_above(const void *of, int64_t begin, int64_t end)
{
    const pass *p = of;
    const double *x = p->from, bound = p->number;
    bool above = false;
    for (int64_t i = begin; i < end; i++)
        if (!(x[i] <= bound)) above = true;
    if (above) __atomic_store_n(p->any, true, __ATOMIC_RELAXED);
}

tropic_status tp_cpu_any_above(tropic_context *context, const double *x, double bound, int64_t n, bool *found)
{
    const pass p = {.from = x, .number = bound, .any = found};
    *found = false;
    return run(context, n, look_above, &p);
}
