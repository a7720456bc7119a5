/* SPDX-License-Identifier: Apache-2.0
 *
 * label(j) = min(label(j), label(i)) over the arcs i -> j. Labels only fall, so a stale one does no harm.
 */
#include "spmv/ops/op.h"

#define OP_PULL_ONLY 0
#define OP_PREPARE 0
#define OP_FINISH 0
#define OP_TERMINAL 0
#define OP_VISITS_ONCE 0
#define OP_BUCKETS 0
#define OP_PULLS_ENTRIES 0

typedef int64_t OP(value);

TP_FN bool OP(want)(const OP_STATE *s, tropic_index j)
{
    (void)s, (void)j;
    return true;
}
TP_FN bool OP(source)(const OP_STATE *s, tropic_index i, tropic_index j)
{
    (void)s, (void)i, (void)j;
    return true;
}
TP_FN int64_t OP(multiply)(const OP_STATE *s, const void *values, tropic_offset k, tropic_index i, tropic_index j)
{
    (void)values, (void)k, (void)j;
    return tp_load_int64(&s->label[i]);
}
TP_FN int64_t OP(identity)(void)
{
    return INT64_MAX;
}
TP_FN int64_t OP(add)(int64_t a, int64_t b)
{
    return a < b ? a : b;
}
TP_FN bool OP(terminal)(int64_t t)
{
    (void)t;
    return false;
}
TP_FN int OP(update)(const OP_STATE *s, tropic_index j, int64_t t, bool hit)
{
    if (!hit || t >= tp_load_int64(&s->label[j])) return 0;
    tp_store_int64(&s->label[j], t);
    tp_store_int32(s->changed, 1);
    return 0;
}
TP_FN int OP(push)(const OP_STATE *s, tropic_index j, int64_t t)
{
    if (t < tp_load_int64(&s->label[j]) && t < tp_fetch_min_int64(&s->label[j], t)) tp_store_int32(s->changed, 1);
    return 0;
}
