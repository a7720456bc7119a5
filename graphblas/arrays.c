/* SPDX-License-Identifier: Apache-2.0
 *
 * Arrays of the caller: copies, casts, and lists of indices, also as ranges.
 */
#include "graphblas/large.h"

#include <string.h>

/* One array of bytes or values to another. */
typedef struct copying {
    char *to;
    const char *from;
    GrB_Type to_type, from_type;
} copying;

static void copy_some(const void *of, int64_t begin, int64_t end)
{
    const copying *v = of;
    memcpy(v->to + begin, v->from + begin, (size_t)(end - begin));
}

static void cast_some(const void *of, int64_t begin, int64_t end)
{
    const copying *v = of;
    (void)tropic_cast(v->to + (size_t)begin * v->to_type->size, v->to_type->type,
                      v->from + (size_t)begin * v->from_type->size, v->from_type->type, end - begin);
}

bool grb_copy(grb_call *c, void *to, const void *from, size_t bytes)
{
    const copying v = {.to = to, .from = from};
    return grb_loop(c, bytes, copy_some, &v);
}

bool grb_cast_all(grb_call *c, void *to, GrB_Type to_type, const void *from, GrB_Type from_type, GrB_Index count)
{
    const copying v = {to, from, to_type, from_type};
    return grb_loop(c, count, cast_some, &v);
}

/* Ids from the caller, or for him: between 64 bits and Tropic's 32. */
typedef struct conversion {
    const GrB_Index *wide;
    const tropic_index *narrow;
    tropic_index *to_narrow;
    GrB_Index *to_wide, end;
    GrB_Index *wrong; /* the first k whose id is no place; threads lower it */
} conversion;

/* (All ids of a chunk are taken before the question whether all are places, so that it takes no branch for each.) */
static void narrow(const void *of, int64_t begin, int64_t last)
{
    const conversion *v = of;
    const GrB_Index end = v->end;
    bool wrong = false;
    for (int64_t k = begin; k < last; k++) {
        wrong |= v->wide[k] >= end;
        v->to_narrow[k] = (tropic_index)v->wide[k];
    }
    if (!wrong) return;
    GrB_Index first = (GrB_Index)begin, seen = __atomic_load_n(v->wrong, __ATOMIC_RELAXED);
    while (v->wide[first] < end) first++;
    while (first < seen &&
           !__atomic_compare_exchange_n(v->wrong, &seen, first, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
}

static void widen(const void *of, int64_t begin, int64_t end)
{
    const conversion *v = of;
    for (int64_t k = begin; k < end; k++) v->to_wide[k] = (GrB_Index)v->narrow[k];
}

static void count_up(const void *of, int64_t begin, int64_t end)
{
    const conversion *v = of;
    for (int64_t k = begin; k < end; k++) v->to_wide[k] = (GrB_Index)k;
}

const tropic_index *grb_narrow(grb_call *c, const GrB_Index *list, GrB_Index n, GrB_Index end, const char *name)
{
    if (list == GrB_ALL) {
        grb_fail(c, GrB_INVALID_VALUE, "%s is GrB_ALL, and must be an array", name);
        return NULL;
    }
    if (grb_large(end)) return grb_lines_of(c, list, n, end, name);
    tropic_index *ids = grb_room(c, n, sizeof *ids);
    GrB_Index wrong = n;
    const conversion v = {.wide = list, .to_narrow = ids, .end = end, .wrong = &wrong};
    if (!ids || !grb_loop(c, n, narrow, &v)) return NULL;
    if (wrong == n) return ids;
    grb_fail(c, GrB_INDEX_OUT_OF_BOUNDS, "%s[%llu] is %llu, and must be below %llu", name, (unsigned long long)wrong,
             (unsigned long long)list[wrong], (unsigned long long)end);
    return NULL;
}

void grb_widen(grb_call *c, GrB_Index *to, const tropic_index *from, GrB_Index count)
{
    const conversion v = {.narrow = from, .to_wide = to};
    if (to) grb_loop(c, count, from ? widen : count_up, &v);
}

/* So many members of a range of a large dimension become a list. */
#define MOST_OF_A_RANGE (1 << 16)

/* Is the number of indices that of a range? */
static bool is_range(const GrB_Index *list, GrB_Index n)
{
    return list != GrB_ALL && (n == GxB_RANGE || n == GxB_STRIDE || n == GxB_BACKWARDS);
}

static grb_span span_of(const GrB_Index *list, GrB_Index n)
{
    const bool back = n == GxB_BACKWARDS;
    const GrB_Index begin = list[GxB_BEGIN], last = list[GxB_END], step = n == GxB_RANGE ? 1 : list[GxB_INC];
    const bool none = step == 0 || (back ? begin < last : begin > last);
    const GrB_Index steps = none ? 0 : (back ? begin - last : last - begin) / step;
    const GrB_Index count = none ? 0 : steps == UINT64_MAX ? steps : steps + 1;
    return (grb_span){.begin = begin, .step = step, .count = count, .back = back};
}

bool grb_is_long(const GrB_Index *list, GrB_Index n, grb_span *s)
{
    if (!list || !is_range(list, n)) return false;
    const grb_span all = span_of(list, n);
    if (all.count > MOST_OF_A_RANGE) *s = all;
    return all.count > MOST_OF_A_RANGE;
}

bool grb_range_fits(grb_call *c, const grb_span *s, GrB_Index end, const char *name)
{
    const GrB_Index most = s->back ? s->begin : s->begin + (s->count - 1) * s->step;
    return s->count == 0 || most < end ||
           grb_fail(c, GrB_INDEX_OUT_OF_BOUNDS, "%s is a range with %llu, and all must be below %llu", name,
                    (unsigned long long)most, (unsigned long long)end);
}

static bool read_range(grb_call *c, const GrB_Index *list, GrB_Index n, GrB_Index end, grb_span *s, const char *name)
{
    *s = span_of(list, n);
    return grb_range_fits(c, s, end, name);
}

/* The ids of a range of a large dimension, one by one. */
static const tropic_index *list_range(grb_call *c, const grb_span *s, GrB_Index end, const char *name)
{
    if (s->count > MOST_OF_A_RANGE) {
        c->long_range = true;
        grb_fail(c, GrB_NOT_IMPLEMENTED, "%s is a range of %llu", name, (unsigned long long)s->count);
        return NULL;
    }
    GrB_Index *ids = grb_room(c, (size_t)s->count, sizeof *ids);
    if (!ids) return NULL;
    for (GrB_Index k = 0; k < s->count; k++) ids[k] = s->back ? s->begin - k * s->step : s->begin + k * s->step;
    return grb_lines_of(c, ids, s->count, end, name);
}

bool grb_indices(grb_call *c, const GrB_Index *list, GrB_Index n, GrB_Index end, tropic_indices *room,
                 const tropic_indices **indices, const char *name)
{
    *room = (tropic_indices){0};
    *indices = NULL;
    if (!list) return grb_fail(c, GrB_NULL_POINTER, "%s is NULL", name);
    if (list == GrB_ALL) return true;
    if (is_range(list, n)) {
        grb_span s;
        if (!read_range(c, list, n, end, &s, name)) return false;
        if (s.begin == 0 && s.step == 1 && s.count == end && !s.back) return true;
        *indices = room;
        room->count = (tropic_index)s.count;
        if (grb_large(end)) return (room->ids = list_range(c, &s, end, name));
        room->first = s.count > 0 ? (tropic_index)s.begin : 0;
        room->stride = s.count <= 1 ? 1 : s.back ? -(tropic_index)s.step : (tropic_index)s.step;
        return true;
    }
    room->count = (tropic_index)n;
    *indices = room;
    return grb_size(c, n, "the number of indices") && (room->ids = grb_narrow(c, list, n, end, name));
}

bool grb_listed(grb_call *c, const GrB_Index *list, GrB_Index n, GrB_Index end, tropic_indices *room,
                const tropic_indices **indices, const char *name)
{
    if (!grb_indices(c, list, n, end, room, indices, name)) return false;
    if (!*indices || room->ids) return true;
    tropic_index *ids = grb_room(c, (size_t)room->count, sizeof *ids);
    for (tropic_index k = 0; k < room->count && ids; k++) ids[k] = room->first + k * room->stride;
    return (room->ids = ids);
}
