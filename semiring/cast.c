/* SPDX-License-Identifier: Apache-2.0
 *
 * Casts of arrays: a loop for each pair of types.
 */
#include "semiring/cast.h"

#include "runtime/threads.h"

#define LOOP(from, to, IN, CAST)                                                                                       \
    static void from_##from##_to_##to(void *z, const void *x, int64_t count)                                           \
    {                                                                                                                  \
        const IN *in = x;                                                                                              \
        TP_C(to) *out = z;                                                                                             \
        for (int64_t k = 0; k < count; k++) out[k] = CAST(in[k]);                                                      \
    }
/* (Where a bitmap has no entry, the byte may be anything, and no bool.) */
#define LOOP_BOOL(from, to) LOOP(from, to, uint8_t, (TP_C(to))(bool))
#define LOOP_C(from, to) LOOP(from, to, TP_C(from), (TP_C(to)))
#define LOOP_FLOATING(from, to) LOOP(from, to, TP_C(from), tp_from_floating_##to)
#define LOOPS(to)                                                                                                      \
    TP_TYPES_BOOL(LOOP_BOOL, to)                                                                                       \
    TP_TYPES_INTEGER(LOOP_C, to)                                                                                       \
    TP_TYPES_FLOATING(LOOP_FLOATING, to)
TP_EACH_TYPE(LOOPS)

bool tp_castable(tropic_type to, tropic_type from)
{
    return to == from || (!tp_type_struct(to) && !tp_type_struct(from));
}

tp_cast *tp_cast_of(tropic_type to, tropic_type from)
{
#define ENTRY(from, to) [TP_TYPE_##from] = from_##from##_to_##to,
#define ROW(to) [TP_TYPE_##to] = {TP_TYPES_ALL(ENTRY, to)},
    static tp_cast *const casts[TROPIC_TYPES][TROPIC_TYPES] = {TP_EACH_TYPE(ROW)};
    return to == from || !tp_castable(to, from) ? NULL : casts[to][from];
}

typedef struct casting {
    tp_cast *cast;
    char *to;
    const char *from;
    size_t to_size, from_size;
} casting;

static void cast_range(const void *of, int64_t begin, int64_t end)
{
    const casting *c = of;
    c->cast(c->to + (size_t)begin * c->to_size, c->from + (size_t)begin * c->from_size, end - begin);
}

void tp_cast_all(tropic_context *context, void *to, tropic_type to_type, const void *from, tropic_type from_type,
                 int64_t count)
{
    const casting c = {tp_cast_of(to_type, from_type), to, from, tropic_type_size(to_type),
                       tropic_type_size(from_type)};
    tp_for(tp_team_for(context, count), count, TP_CHUNK_ANY, cast_range, &c);
}
