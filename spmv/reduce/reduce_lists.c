/* SPDX-License-Identifier: Apache-2.0
 *
 * Sums of a matrix's lists under a monoid, on the CPU: a thread per list.
 */
#include "runtime/types.h"
#include "semiring/operator.h"
#include "spmv/cpu_backend.h"
#include "spmv/ewise/ewise_builtin.h"

#include <tropic_host.h>

/* Lists of one type's values, each summed in order, by a monoid that the compiler knows where it is called. Of a
 * pattern, whose entries are ones, a sum is their number, or one, unless another monoid makes more of two ones. */
#define TOTALS(type)                                                                                                   \
    TP_FN void add_along_##type(tropic_builtin_operator op, const tp_list_reduction *r, int64_t first, int64_t last)   \
    {                                                                                                                  \
        const TP_C(type) *values = r->arcs.values;                                                                     \
        const tropic_offset *offsets = r->arcs.offsets;                                                                \
        const bool counts = !values && op == TROPIC_PLUS;                                                              \
        const bool known = counts || (!values && tp_operate_##type(op, 1, 1, 0) == 1);                                 \
        const bool plain = known && tp_mask_is_open(&r->mask) && r->accum == TP_ACCUM_NONE;                            \
        TP_C(type) *w = r->w;                                                                                          \
        tropic_index j = (tropic_index)first;                                                                          \
        for (tropic_index i = j; plain && r->w_has && i < last; i++) r->w_has[i] = offsets[i] < offsets[i + 1];        \
        for (; plain && j < last; j++) {                                                                               \
            const tropic_offset n = offsets[j + 1] - offsets[j];                                                       \
            if (n > 0) w[j] = counts ? (TP_C(type))n : (TP_C(type))1;                                                  \
        }                                                                                                              \
        for (; j < last; j++) {                                                                                        \
            const tropic_offset begin = offsets[j], end = offsets[j + 1];                                              \
            TP_C(type) t = counts ? (TP_C(type))(end - begin) : known ? 1 : tp_neutral_##type(op);                     \
            if (!tp_mask_allows(&r->mask, j)) continue;                                                                \
            for (tropic_offset k = begin; !known && k < end; k++) {                                                    \
                const TP_C(type) x = values ? values[k] : 1;                                                           \
                t = k > begin ? tp_operate_##type(op, t, x, 0) : x;                                                    \
                if (tp_absorbs_##type(op, t)) break;                                                                   \
            }                                                                                                          \
            tp_put_##type(w, r->w_has, r->accum, j, j, t, begin < end);                                                \
        }                                                                                                              \
    }                                                                                                                  \
    static void totals_##type(const void *of, int64_t first, int64_t last)                                             \
    {                                                                                                                  \
        const tp_list_reduction *r = of;                                                                               \
        if (r->monoid->builtin == TROPIC_PLUS)                                                                         \
            add_along_##type(TROPIC_PLUS, r, first, last);                                                             \
        else                                                                                                           \
            add_along_##type(r->monoid->builtin, r, first, last);                                                      \
    }
TP_EACH_TYPE(TOTALS)

/* Sums by id, and whether there is one. */
typedef struct crossing {
    const tp_list_reduction *r;
    void *sums;
    uint8_t *has;
} crossing;

/* Sums by id, in the order of the lists, which is that of the entries of one id; then those of w. Those of plus begin
 * with the value that changes no term, -0.0 of reals, so that no branch depends on whether a term is the first. */
#define ACROSS(type)                                                                                                   \
    TP_FN void add_across_##type(tropic_builtin_operator op, const crossing *c)                                        \
    {                                                                                                                  \
        const tp_arcs arcs = c->r->arcs;                                                                               \
        const TP_C(type) *values = arcs.values;                                                                        \
        TP_C(type) *sums = c->sums;                                                                                    \
        uint8_t *has = c->has;                                                                                         \
        for (tropic_index j = 0; j < c->r->places; j++) sums[j] = (TP_C(type)) - 0.0;                                  \
        for (tropic_offset k = 0; k < arcs.count; k++) {                                                               \
            const tropic_index j = arcs.ids[k];                                                                        \
            const TP_C(type) x = values ? values[k] : 1;                                                               \
            sums[j] = op == TROPIC_PLUS || has[j] ? tp_operate_##type(op, sums[j], x, 0) : x;                          \
            has[j] = 1;                                                                                                \
        }                                                                                                              \
    }                                                                                                                  \
    static void put_across_##type(const void *of, int64_t begin, int64_t end)                                          \
    {                                                                                                                  \
        const crossing *c = of;                                                                                        \
        const tp_list_reduction *r = c->r;                                                                             \
        const TP_C(type) *sums = c->sums;                                                                              \
        for (int64_t j = begin; j < end; j++)                                                                          \
            if (tp_mask_allows(&r->mask, j)) tp_put_##type(r->w, r->w_has, r->accum, j, j, sums[j], c->has[j]);        \
    }                                                                                                                  \
    static void across_##type(const crossing *c, tp_team team)                                                         \
    {                                                                                                                  \
        if (c->r->monoid->builtin == TROPIC_PLUS)                                                                      \
            add_across_##type(TROPIC_PLUS, c);                                                                         \
        else                                                                                                           \
            add_across_##type(c->r->monoid->builtin, c);                                                               \
        tp_for(team, c->r->places, TP_CHUNK_ANY, put_across_##type, c);                                                \
    }
TP_EACH_TYPE(ACROSS)

static tropic_status totals_across(tropic_context *context, const tp_list_reduction *r)
{
    const tp_memory *memory = &context->memory;
    const tp_team team = tp_team_for(context, r->places);
    const crossing c = {.r = r,
                        .sums = tp_allocate(memory, r->places, tropic_type_size(r->monoid->z)),
                        .has = tp_allocate_zero(memory, r->places, sizeof *c.has)};
    const tropic_status status = c.sums && c.has ? TROPIC_OK : tp_out_of_memory(context, "sums of a matrix");
#define CASE(type)                                                                                                     \
    case TP_TYPE_##type: across_##type(&c, team); break;
    if (status == TROPIC_OK) switch (r->monoid->z) {
            TP_EACH_TYPE(CASE)
        }
#undef CASE
    tp_release(memory, c.sums);
    tp_release(memory, c.has);
    return status;
}

/* Partial sums of a user's monoid, so that one call of its function adds so many: of the largest type, one. */
#define LANES 16
typedef struct lanes {
    _Alignas(16) char bytes[TROPIC_TYPE_MAX];
} lanes;

/* Parameters of the sum of every list under a user's monoid. */
typedef struct totals {
    const tropic_host_operator *host;
    const tp_list_reduction *r;
    size_t size;
    int lanes;
    lanes ones; /* a pattern's values */
} totals;

/* t = t + entries k .. k + count - 1, one in each lane. */
static void add_entries(const totals *s, void *t, tropic_offset k, int count)
{
    static const tropic_index places[LANES];
    const char *values = s->r->arcs.values;
    s->host->map(s->host, t, t, values ? values + (size_t)k * s->size : s->ones.bytes, places, NULL, count);
}

/* The sum of a list that is not empty: in lanes, then over the lanes, in an order that depends on its length
 * alone. It is in t's first lane. */
static void add_list(const totals *s, lanes *t, tropic_offset begin, tropic_offset end)
{
    const char *values = s->r->arcs.values;
    const int used = end - begin < s->lanes ? (int)(end - begin) : s->lanes;
    const tropic_index first = 0;
    for (int l = 0; l < used; l++)
        memcpy(t->bytes + (size_t)l * s->size, values ? values + (size_t)(begin + l) * s->size : s->ones.bytes,
               s->size);
    for (tropic_offset k = begin + used; k < end; k += used) {
        if (s->host->terminal && s->host->terminal(s->host, t->bytes)) return;
        add_entries(s, t->bytes, k, end - k < used ? (int)(end - k) : used);
    }
    for (tropic_index l = 1; l < used; l++)
        s->host->map(s->host, t->bytes, t->bytes, t->bytes + (size_t)l * s->size, &first, NULL, 1);
}

/* Into w apart (spmv/write/vector_output.h): no accumulator, and flags that are clear. */
static void add_lists(const void *of, int64_t first, int64_t last)
{
    const totals *s = of;
    const tp_list_reduction *r = s->r;
    for (tropic_index j = (tropic_index)first; j < last; j++) {
        const tropic_offset begin = r->arcs.offsets[j], end = r->arcs.offsets[j + 1];
        lanes t;
        if (begin == end || !tp_mask_allows(&r->mask, j)) continue;
        add_list(s, &t, begin, end);
        memcpy((char *)r->w + (size_t)j * s->size, t.bytes, s->size);
        r->w_has[j] = 1;
    }
}

static tropic_status totals_user(tropic_context *context, const tp_list_reduction *r, tp_team team)
{
    const tropic_type type = r->monoid->z;
    totals s;
    s.r = r;
    s.size = tropic_type_size(type);
    s.lanes = s.size > TROPIC_TYPE_MAX / LANES ? (int)(TROPIC_TYPE_MAX / s.size) : LANES;
    for (int l = 0; l < s.lanes; l++) memcpy(s.ones.bytes + (size_t)l * s.size, tp_type_one(type), s.size);
    TP_TRY(tp_user_host_operator(context, r->monoid->user, &s.host));
    tp_for(team, r->arcs.lists, TP_CHUNK, add_lists, &s);
    return TROPIC_OK;
}

tropic_status tp_cpu_reduce_lists(tropic_context *context, const tp_list_reduction *r)
{
    const tp_team team = tp_team_for(context, r->arcs.lists + r->arcs.count);
    if (r->monoid->user) return totals_user(context, r, team);
    if (r->across) return totals_across(context, r);
#define CASE(type)                                                                                                     \
    case TP_TYPE_##type: tp_for(team, r->arcs.lists, TP_CHUNK, totals_##type, r); break;
    switch (r->monoid->z) {
        TP_EACH_TYPE(CASE)
    }
    return TROPIC_OK;
}
