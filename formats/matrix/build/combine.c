/* SPDX-License-Identifier: Apache-2.0
 *
 * Several entries at one place become one, by the duplicate rule.
 */
#include "formats/matrix/lists.h"
#include "semiring/operators.h"

#include <math.h>
#include <string.h>

/* Holds the sum of any count of terms, so that their order does not matter. */
__extension__ typedef __int128 wide_int;

/* *sum = v[0] + ... + v[n-1]. Does it fit? */
#define WHOLE_SUM(type)                                                                                                \
    static bool sum_##type(TP_C(type) * sum, const TP_C(type) * v, tropic_offset n)                                    \
    {                                                                                                                  \
        wide_int wide = 0;                                                                                             \
        for (tropic_offset k = 0; k < n; k++) wide += v[k];                                                            \
        *sum = (TP_C(type))wide;                                                                                       \
        return wide >= TP_MIN_##type && wide <= TP_MAX_##type;                                                         \
    }
TP_EACH_SIGNED(WHOLE_SUM)
TP_EACH_UNSIGNED(WHOLE_SUM)

/* The same in the order they lie. A sum that is infinite or NaN because a term is counts as fitting. */
#define REAL_SUM(type)                                                                                                 \
    static bool sum_##type(TP_C(type) * sum, const TP_C(type) * v, tropic_offset n)                                    \
    {                                                                                                                  \
        bool fits;                                                                                                     \
        *sum = v[0];                                                                                                   \
        for (tropic_offset k = 1; k < n; k++) *sum += v[k];                                                            \
        fits = isfinite(*sum);                                                                                         \
        for (tropic_offset k = 0; k < n && !fits; k++) fits = !isfinite(v[k]);                                         \
        return fits;                                                                                                   \
    }
TP_EACH_FLOATING(REAL_SUM)

static bool sum_bool8(bool *sum, const bool *v, tropic_offset n)
{
    *sum = false;
    for (tropic_offset k = 0; k < n; k++) *sum = *sum || v[k];
    return true;
}

/* min and max keep a NaN only where there is nothing else. */
#define FOLD(type)                                                                                                     \
    static bool fold_##type(tropic_duplicates rule, void *to, const void *from, tropic_offset n)                       \
    {                                                                                                                  \
        const TP_C(type) *v = from;                                                                                    \
        TP_C(type) t = v[0];                                                                                           \
        const bool fits = rule != TROPIC_DUPLICATES_SUM || sum_##type(&t, v, n);                                       \
        for (tropic_offset k = 1; k < n; k++) {                                                                        \
            switch (rule) {                                                                                            \
            case TROPIC_DUPLICATES_MIN: t = v[k] < t || t != t ? v[k] : t; break;                                      \
            case TROPIC_DUPLICATES_MAX: t = v[k] > t || t != t ? v[k] : t; break;                                      \
            case TROPIC_DUPLICATES_LAST: t = v[k]; break;                                                              \
            default: break;                                                                                            \
            }                                                                                                          \
        }                                                                                                              \
        memcpy(to, &t, sizeof t);                                                                                      \
        return fits;                                                                                                   \
    }
TP_EACH_TYPE(FOLD)

/* Of structs we know the bytes alone: the first or the last, as tp_combine and tp_unite see to. */
static bool fold_struct(tropic_type type, tropic_duplicates rule, void *to, const void *from, tropic_offset n)
{
    const size_t size = tropic_type_size(type);
    const tropic_offset chosen = rule == TROPIC_DUPLICATES_LAST ? n - 1 : 0;
    memcpy(to, (const char *)from + (size_t)chosen * size, size);
    return true;
}

/* The same by an operator, at place (i, j). */
static bool fold_by_op(const tp_evaluator *op, void *to, const void *from, tropic_offset n, tropic_index i,
                       tropic_index j)
{
    const size_t size = tropic_type_size(op->op->z);
    tp_copy_value(to, from, size);
    for (tropic_offset k = 1; k < n; k++) tp_evaluate(op, to, to, (const char *)from + (size_t)k * size, &i, &j, 1);
    return true;
}

/* *to = from[0 .. n-1], which lie at this id of list l, combined as `how` says, n > 0. Does it fit? */
static bool fold(const tp_combining *how, void *to, const void *from, tropic_offset n, tropic_index l, tropic_index id)
{
    const tropic_index at = l + how->first;
    if (how->op) return fold_by_op(how->op, to, from, n, how->by_column ? id : at, how->by_column ? at : id);
#define CASE(type)                                                                                                     \
    case TP_TYPE_##type: return fold_##type(how->rule, to, from, n);
    switch (how->type) {
        TP_EACH_TYPE(CASE)
    }
    return fold_struct(how->type, how->rule, to, from, n);
}

tropic_status tp_widen(tropic_context *context, const tp_memory *memory, tp_lists *lists, const tp_combining *how)
{
    const int32_t *from = lists->values;
    int64_t *to;
    if (how->type != TROPIC_INT64 || lists->size != sizeof *from) return TROPIC_OK;
    to = tp_allocate(memory, lists->count, sizeof *to);
    if (!to) return tp_out_of_memory(context, "the values of a matrix");
    for (tropic_offset k = 0; k < lists->count; k++) to[k] = from[k];
    tp_release(memory, lists->values);
    lists->values = to;
    lists->size = sizeof *to;
    return TROPIC_OK;
}

/* Where the run of equal ids that begins at k ends. */
static tropic_offset run_end(const tropic_index *ids, tropic_offset k, tropic_offset end)
{
    const tropic_index id = ids[k];
    do k++;
    while (k < end && ids[k] == id);
    return k;
}

/* Parameters of a pass over all lists; and the first list with a case that it looks for. */
typedef struct pass {
    const tp_lists *in, *other;
    tropic_offset *offsets;
    const tp_lists *out;
    const tp_combining *how;
    int64_t *first;
} pass;

/* That list, or `lists`. */
static tropic_index run(tropic_context *context, pass p, tp_loop_body *body)
{
    int64_t first = p.in->lists;
    p.first = &first;
    tp_for(tp_team_for(context, p.in->count), p.in->lists, TP_LIST_CHUNK, body, &p);
    return (tropic_index)first;
}

/* offsets[l + 1] = distinct ids of list l. Looks for a duplicate. */
static void count_distinct(const void *of, int64_t from, int64_t beyond)
{
    const pass *p = of;
    const tp_lists *in = p->in;
    int64_t first = INT64_MAX;
    for (int64_t l = from; l < beyond; l++) {
        const tropic_offset begin = in->offsets[l], end = in->offsets[l + 1];
        tropic_offset distinct = end - begin;
        for (tropic_offset k = begin + 1; k < end; k++) distinct -= in->ids[k] == in->ids[k - 1];
        p->offsets[l + 1] = distinct;
        if (distinct < end - begin && l < first) first = l;
    }
    tp_atomic_min(p->first, first);
}

/* An id whose sum does not fit; -1: none. */
static tropic_index combine_list(const tp_lists *in, tropic_index l, const tp_lists *out, const tp_combining *how)
{
    tropic_index beyond = -1;
    const tropic_offset end = in->offsets[l + 1];
    const size_t size = in->size;
    tropic_offset to = out->offsets[l];
    for (tropic_offset k = in->offsets[l], next; k < end; k = next, to++) {
        next = run_end(in->ids, k, end);
        out->ids[to] = in->ids[k];
        if (size == 0) continue;
        if (next == k + 1)
            memcpy(tp_value_at(out->values, size, to), tp_value_at(in->values, size, k), size);
        else if (!fold(how, tp_value_at(out->values, size, to), tp_value_at(in->values, size, k), next - k, l,
                       in->ids[k]))
            beyond = in->ids[k];
    }
    return beyond;
}

/* Looks for a sum that does not fit. */
static void combine_lists(const void *of, int64_t begin, int64_t end)
{
    const pass *p = of;
    for (int64_t l = begin; l < end; l++)
        if (combine_list(p->in, (tropic_index)l, p->out, p->how) >= 0) tp_atomic_min(p->first, l);
}

/* Can the rule make one value of several? */
static bool can_fold(const tp_combining *how)
{
    if (how->op || how->rule == TROPIC_DUPLICATES_FIRST || how->rule == TROPIC_DUPLICATES_LAST) return true;
    return how->rule != TROPIC_DUPLICATES_REFUSE && !tp_type_struct(how->type);
}

/* An entry of the list, as the caller knows it. */
static void name_entry(const tp_combining *how, tropic_index list, tropic_index id, long long *i, long long *j)
{
    const tropic_index at = list + how->first;
    tropic_index row = how->by_column ? id : at, col = how->by_column ? at : id;
    if (how->row_names) row = how->row_names[row];
    if (how->col_names) col = how->col_names[col];
    *i = how->labels ? how->labels[row] : row + how->label_base;
    *j = how->labels ? how->labels[col] : col + how->label_base;
}

static tropic_status refuse(tropic_context *context, const tp_combining *how, tropic_index list, tropic_index id,
                            const char *what)
{
    long long i, j;
    name_entry(how, list, id, &i, &j);
    if (how->rule == TROPIC_DUPLICATES_REFUSE)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "entry (%lld, %lld) %s", i, j, what);
    return tp_fail(context, TROPIC_NOT_SUPPORTED,
                   "entry (%lld, %lld) %s, and of values of type %s only the first or the last can "
                   "be kept",
                   i, j, what, tropic_type_name(how->type));
}

/* A sum does not fit: is there a type in which to try again? */
static bool widen_type(tp_combining *how)
{
    if (!how->widens || how->type != TROPIC_INT32) return false;
    how->type = TROPIC_INT64;
    return true;
}

static tropic_status refuse_sum(tropic_context *context, const tp_combining *how, tropic_index list, tropic_index id)
{
    long long i, j;
    name_entry(how, list, id, &i, &j);
    return tp_fail(context, TROPIC_OVERFLOW, "the values of entry (%lld, %lld) add up to what is beyond %s", i, j,
                   tropic_type_name(how->type));
}

tropic_status tp_combine(tropic_context *context, const tp_memory *memory, tp_lists *lists, tp_combining *how)
{
    tp_lists out;
    pass p = {.in = lists, .out = &out, .how = how};
    tropic_offset *offsets;
    tropic_index first, beyond;

    TP_TRY(tp_widen(context, memory, lists, how));
    p.offsets = offsets = tp_allocate(memory, (int64_t)lists->lists + 1, sizeof *offsets);
    if (!offsets) return tp_out_of_memory(context, "a matrix");
    first = run(context, p, count_distinct);
    if (first == lists->lists || !can_fold(how)) {
        tropic_offset k;
        tp_release(memory, offsets);
        if (first == lists->lists) return TROPIC_OK;
        for (k = lists->offsets[first]; lists->ids[k] != lists->ids[k + 1]; k++) continue;
        return refuse(context, how, first, lists->ids[k], "is there more than once");
    }
    out = (tp_lists){.lists = lists->lists, .offsets = offsets, .size = lists->size};
    TP_TRY(tp_lists_allocate_entries(context, memory, &out));
    beyond = run(context, p, combine_lists);
    if (beyond < lists->lists) {
        const tropic_index id = combine_list(lists, beyond, &out, how);
        tp_lists_free(memory, &out);
        return widen_type(how) ? tp_combine(context, memory, lists, how) : refuse_sum(context, how, beyond, id);
    }
    tp_lists_free(memory, lists);
    *lists = out;
    return TROPIC_OK;
}

/* The same as fold of two values that are larger than numbers. */
static void unite_structs(const tp_combining *how, void *to, const void *first, const void *second, size_t size,
                          tropic_index l, tropic_index id)
{
    const tropic_index at = l + how->first, i = how->by_column ? id : at, j = how->by_column ? at : id;
    memcpy(to, how->op || how->rule != TROPIC_DUPLICATES_LAST ? first : second, size);
    if (how->op) tp_evaluate(how->op, to, to, second, &i, &j, 1);
}

/* *to = x, which lies at this id of list l, combined with its opposite y. Both places get one value: that of the place
 * above the diagonal. */
static void unite_values(const tp_combining *how, void *to, const void *x, const void *y, size_t size, tropic_index l,
                         tropic_index id)
{
    const bool below = how->by_column ? id > l : l > id;
    const tropic_index i = below ? id : l, j = below ? l : id;
    const void *first = below ? y : x, *second = below ? x : y;
    int64_t both[2]; /* aligned for numbers */
    if (size > sizeof *both) {
        unite_structs(how, to, first, second, size, i, j);
        return;
    }
    memcpy(both, first, size);
    memcpy((char *)both + size, second, size);
    fold(how, to, both, 2, i, j);
}

/* Do an entry of list l at this id and its opposite have to be made one value? (A rule keeps a value that both have,
 * bit by bit; an operator may not. A loop is its own opposite.) */
static bool has_to_fold(const tp_combining *how, const void *x, const void *y, size_t size, tropic_index l,
                        tropic_index id)
{
    return size > 0 && id != l && (how->op || memcmp(x, y, size) != 0);
}

/* The union of list l of a and b: its length and, with `out`, the list itself. *clash is an id where both have to be
 * made one value, or left alone. */
static tropic_offset unite_list(const tp_lists *a, const tp_lists *b, tropic_index l, const tp_lists *out,
                                const tp_combining *how, tropic_index *clash)
{
    const size_t size = a->size;
    tropic_offset i = a->offsets[l], j = b->offsets[l], length = 0;
    while (i < a->offsets[l + 1] || j < b->offsets[l + 1]) {
        const bool in_a = i < a->offsets[l + 1] && (j == b->offsets[l + 1] || a->ids[i] <= b->ids[j]);
        const bool in_b = j < b->offsets[l + 1] && (!in_a || a->ids[i] == b->ids[j]);
        const void *x = tp_value_at(a->values, size, i), *y = tp_value_at(b->values, size, j);
        const bool folds = in_a && in_b && has_to_fold(how, x, y, size, l, a->ids[i]);
        if (folds) *clash = a->ids[i];
        if (out) {
            const tropic_offset to = out->offsets[l] + length;
            out->ids[to] = in_a ? a->ids[i] : b->ids[j];
            if (folds)
                unite_values(how, tp_value_at(out->values, size, to), x, y, size, l, a->ids[i]);
            else if (size > 0)
                memcpy(tp_value_at(out->values, size, to), in_a ? x : y, size);
        }
        length++;
        i += in_a;
        j += in_b;
    }
    return length;
}

/* Without `out`: offsets[l + 1] = the length of list l; looks for values to be made one. With it: the lists
 * themselves. */
static void unite_lists(const void *of, int64_t begin, int64_t end)
{
    const pass *p = of;
    for (int64_t l = begin; l < end; l++) {
        tropic_index clash = -1;
        const tropic_offset length = unite_list(p->in, p->other, (tropic_index)l, p->out, p->how, &clash);
        if (!p->out) p->offsets[l + 1] = length;
        if (clash >= 0) tp_atomic_min(p->first, l);
    }
}

tropic_status tp_unite(tropic_context *context, const tp_memory *memory, tp_lists *lists, const tp_combining *how)
{
    const tropic_index n = lists->lists;
    tropic_index first = n, clash = 0;
    tp_lists other, out;
    pass p = {.in = lists, .other = &other, .how = how};
    tropic_status status;

    TP_TRY(tp_transpose(context, memory, lists, n, &other));
    p.offsets = tp_allocate(memory, (int64_t)n + 1, sizeof *p.offsets);
    status = p.offsets ? TROPIC_OK : tp_out_of_memory(context, "a matrix");
    if (status == TROPIC_OK) {
        first = run(context, p, unite_lists);
        if (first < n && !can_fold(how)) {
            unite_list(lists, &other, first, NULL, how, &clash);
            status = refuse(context, how, first, clash, "and its transpose differ");
            tp_release(memory, p.offsets);
        }
    }
    out = (tp_lists){.lists = n, .offsets = p.offsets, .size = lists->size};
    if (status == TROPIC_OK) status = tp_lists_allocate_entries(context, memory, &out);
    if (status == TROPIC_OK) {
        p.out = &out;
        run(context, p, unite_lists);
        tp_lists_free(memory, lists);
        *lists = out;
    }
    tp_lists_free(memory, &other);
    return status;
}
