/* SPDX-License-Identifier: Apache-2.0
 *
 * A matrix from entries in any order: mirror, drop loops, sort, combine duplicates.
 */
#include "formats/matrix/build/loops.h"
#include "formats/matrix/forms/hypersparse.h"
#include "formats/tuning.h"

#include <string.h>

/* to[at] = -from[k] */
static void negate(tropic_type type, void *to, tropic_offset at, const void *from, tropic_offset k)
{
    switch (type) {
    case TROPIC_BOOL: ((bool *)to)[at] = ((const bool *)from)[k]; break;
    case TROPIC_INT8: ((int8_t *)to)[at] = (int8_t)(0 - ((const int8_t *)from)[k]); break;
    case TROPIC_INT16: ((int16_t *)to)[at] = (int16_t)(0 - ((const int16_t *)from)[k]); break;
    case TROPIC_INT32: ((int32_t *)to)[at] = -((const int32_t *)from)[k]; break;
    case TROPIC_INT64: ((int64_t *)to)[at] = -((const int64_t *)from)[k]; break;
    case TROPIC_FP32: ((float *)to)[at] = -((const float *)from)[k]; break;
    case TROPIC_FP64: ((double *)to)[at] = -((const double *)from)[k]; break;
    default: break; /* see expand_negated */
    }
}

/* Writes out the mirrored entries of a skew-symmetric matrix: too rare for the sort to know. */
static tropic_status expand_negated(tropic_context *context, tp_entries *e)
{
    const size_t size = tp_entries_size(e);
    tp_entries out = *e;
    tropic_offset to = 0;
    if (size > 0 && (tp_type_unsigned(e->type) || tp_type_struct(e->type)))
        return tp_fail(context, TROPIC_NOT_SUPPORTED, "values of type %s have no negatives for a skew-symmetric matrix",
                       tropic_type_name(e->type));
    out.labels = NULL;
    if (tp_entries_allocate(context, &out, 2 * e->count, size, "the entries of a skew-symmetric matrix") != TROPIC_OK) {
        tp_entries_free(context, &out);
        return TROPIC_OUT_OF_MEMORY;
    }
    for (tropic_offset k = 0; k < e->count; k++) {
        const tropic_index i = e->row_ids[k], j = e->col_ids[k];
        out.row_ids[to] = i;
        out.col_ids[to] = j;
        if (size > 0) memcpy(tp_value_at(out.values, size, to), tp_value_at(e->values, size, k), size);
        to++;
        if (i == j) continue;
        out.row_ids[to] = j;
        out.col_ids[to] = i;
        if (size > 0) negate(e->type, out.values, to, e->values, k);
        to++;
    }
    out.count = to;
    out.mirrored = out.negated = false;
    out.labels = e->labels;
    e->labels = NULL;
    tp_entries_free(context, e);
    *e = out;
    return TROPIC_OK;
}

/* In which order entries already lie. */
enum {
    BY_ROWS = 1, /* row ids do not fall */
    BY_COLUMNS = 2,
    SORTED_BY_ROWS = 4, /* rows, then columns, and no place twice */
    SORTED_BY_COLUMNS = 8
};

typedef struct look {
    const tropic_index *row_ids, *col_ids;
    unsigned *order;
} look;

static void look_at(const void *of, int64_t begin, int64_t end)
{
    const look *in = of;
    const tropic_index *row_ids = in->row_ids, *col_ids = in->col_ids;
    bool rows = true, cols = true, sorted_rows = true, sorted_cols = true;
    for (tropic_offset k = begin > 0 ? begin : 1; k < end; k++) {
        const tropic_index i0 = row_ids[k - 1], i = row_ids[k];
        const tropic_index j0 = col_ids[k - 1], j = col_ids[k];
        rows &= i0 <= i;
        cols &= j0 <= j;
        sorted_rows &= (i0 < i) | ((i0 == i) & (j0 < j));
        sorted_cols &= (j0 < j) | ((j0 == j) & (i0 < i));
    }
    __atomic_fetch_and(
        in->order, rows * BY_ROWS + cols * BY_COLUMNS + sorted_rows * SORTED_BY_ROWS + sorted_cols * SORTED_BY_COLUMNS,
        __ATOMIC_RELAXED);
}

static unsigned find_order(tropic_context *context, const tp_entries *e)
{
    unsigned order = BY_ROWS | BY_COLUMNS | SORTED_BY_ROWS | SORTED_BY_COLUMNS;
    const look of = {e->row_ids, e->col_ids, &order};
    tp_for(tp_team_for(context, e->count), e->count, TP_CHUNK_ANY, look_at, &of);
    return order;
}

typedef struct beginning {
    const tropic_index *row_of;
    tropic_offset *offsets;
} beginning;

/* Where the lists begin whose first position is one of these, and the empty ones before. */
static void begin_lists(const void *of, int64_t begin, int64_t end)
{
    const beginning *b = of;
    const tropic_index *row_of = b->row_of;
    for (tropic_offset k = begin; k < end; k++)
        for (int64_t l = k > 0 ? (int64_t)row_of[k - 1] + 1 : 0; l <= row_of[k]; l++) b->offsets[l] = k;
}

tropic_status tp_offsets_from_row_of(tropic_context *context, const tp_memory *memory, const tropic_index *row_of,
                                     tropic_offset count, tropic_index lists, tropic_offset **out)
{
    tropic_offset *offsets = tp_allocate(memory, (int64_t)lists + 1, sizeof *offsets);
    const beginning of = {row_of, offsets};
    if (!offsets) return tp_out_of_memory(context, "a matrix");
    tp_for(tp_team_for(context, count), count, TP_CHUNK_ANY, begin_lists, &of);
    for (int64_t l = count > 0 ? (int64_t)row_of[count - 1] + 1 : 0; l <= lists; l++) offsets[l] = count;
    *out = offsets;
    return TROPIC_OK;
}

/* *array taken over; where it is the caller's, a copy. */
static tropic_status take(tropic_context *context, const tp_entries *e, void *array, size_t size, void **out)
{
    void **from = array;
    *out = *from;
    if (e->borrowed && *from) {
        *out = tp_allocate(&context->memory, e->count, size);
        if (!*out) return tp_out_of_memory(context, "a matrix");
        tp_copy(context, *out, *from, (size_t)e->count * size);
    }
    *from = NULL;
    return TROPIC_OK;
}

/* Entries that lie in order need no sort: their ids and values are taken over. */
static tropic_status take_sorted(tropic_context *context, tp_entries *e, const tp_combining *how, tp_lists *out)
{
    const size_t size = tp_entries_size(e);
    void *ids = NULL, *values = NULL;
    *out = (tp_lists){.lists = how->by_column ? e->cols : e->rows, .count = e->count, .size = size};
    TP_TRY(tp_offsets_from_row_of(context, &context->memory, how->by_column ? e->col_ids : e->row_ids, e->count,
                                  out->lists, &out->offsets));
    TP_TRY(take(context, e, how->by_column ? &e->row_ids : &e->col_ids, sizeof *out->ids, &ids));
    out->ids = ids;
    TP_TRY(take(context, e, &e->values, size, &values));
    out->values = values;
    return TROPIC_OK;
}

/* Entries into lists, ascending and combined; by columns where they lie so. Frees the entries on the way. */
static tropic_status sort(tropic_context *context, tp_entries *e, bool mirror, bool skip_loops, tp_combining *how,
                          tp_lists *out)
{
    const tp_memory *memory = &context->memory;
    const unsigned order = mirror || skip_loops ? 0 : find_order(context, e);
    tp_pairs pairs = {
        .count = e->count, .keys = e->col_ids, .ids = e->row_ids, .values = e->values, .size = tp_entries_size(e)};
    tp_buckets buckets;
    tropic_status status;

    how->by_column = !(order & SORTED_BY_ROWS) && order & (SORTED_BY_COLUMNS | BY_ROWS);
    if (order & (SORTED_BY_ROWS | SORTED_BY_COLUMNS)) return take_sorted(context, e, how, out);
    if (!(order & (BY_ROWS | BY_COLUMNS))) return tp_sort_ranges(context, e, mirror, skip_loops, how, out);
    if (!(order & BY_ROWS)) {
        pairs.keys = e->row_ids;
        pairs.ids = e->col_ids;
    }
    status = tp_partition(context, memory, order & BY_ROWS ? e->cols : e->rows, &pairs, &buckets);
    tp_entries_free(context, e);
    if (status != TROPIC_OK) return status;
    TP_TRY(tp_scatter_buckets(context, memory, &buckets, out));
    return tp_combine(context, memory, out, how);
}

bool tp_matrix_unites(const tp_entries *e, tropic_duplicates duplicates, bool undirected)
{
    if (!undirected) return false;
    if (e->op || duplicates == TROPIC_DUPLICATES_DEFAULT) return e->values != NULL;
    return duplicates == TROPIC_DUPLICATES_REFUSE && !e->adds_up;
}

bool tp_matrix_mirrors(const tp_entries *e, tropic_duplicates duplicates, bool undirected)
{
    return e->mirrored || (undirected && !tp_matrix_unites(e, duplicates, undirected));
}

tropic_status tp_matrix_check_memory(tropic_context *context, const tp_entries *e, tropic_duplicates duplicates,
                                     bool undirected)
{
    const bool mirror = tp_matrix_mirrors(e, duplicates, undirected);
    const size_t most = tp_hypersparse_pays(e->rows, e->cols, e->count) ? TP_SHORT_SIDE + 2 * (size_t)e->count
                                                                        : (size_t)TROPIC_INDEX_MAX;
    const size_t rows = (size_t)e->rows < most ? (size_t)e->rows : most;
    const size_t cols = (size_t)e->cols < most ? (size_t)e->cols : most;
    const size_t lists = rows + 1 + (mirror || undirected ? 0 : cols + 1);
    const size_t each = (mirror ? 2 : 1) * (sizeof(tropic_index) + tp_entries_size(e));
    if ((size_t)e->count > (SIZE_MAX - lists * sizeof(tropic_offset)) / each)
        return tp_fail(context, TROPIC_OUT_OF_MEMORY, "a %d x %d matrix of %lld entries is larger than any memory",
                       e->rows, e->cols, (long long)e->count);
    return tp_need_memory(context, &context->memory, lists * sizeof(tropic_offset) + (size_t)e->count * each,
                          "a %d x %d matrix of %lld entries", e->rows, e->cols,
                          mirror ? 2 * (long long)e->count : (long long)e->count);
}

tropic_status tp_matrix_check_rules(tropic_context *context, const char *prefix, tropic_duplicates duplicates,
                                    tropic_loops loops, tropic_direction direction)
{
    const struct {
        const char *name;
        unsigned value, max;
    } rules[] = {{"duplicate rule", duplicates, TROPIC_DUPLICATES_REFUSE},
                 {"loop rule", loops, TROPIC_LOOPS_DROP},
                 {"direction", direction, TROPIC_DIRECTION_UNDIRECTED}};
    for (size_t k = 0; k < sizeof rules / sizeof *rules; k++)
        if (rules[k].value > rules[k].max)
            return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%sno %s %d", prefix, rules[k].name, (int)rules[k].value);
    return TROPIC_OK;
}

tropic_status tp_matrix_build_lists(tropic_matrix **A, tropic_context *context, tp_entries *e,
                                    tropic_duplicates duplicates, tropic_loops loops, bool undirected)
{
    const tp_memory *memory = &context->memory;
    const bool unite = tp_matrix_unites(e, duplicates, undirected);
    tropic_matrix *made = tp_matrix_new(context, e);
    tp_combining how = {.type = e->type, .rule = tp_duplicates_rule(duplicates, false), .widens = e->narrowed};
    tp_evaluator op;
    tp_lists lists = {0};
    tp_entries dropped = {0};
    bool mirror, skip;
    tropic_status status = TROPIC_OK;

    if (!made) return tp_out_of_memory(context, "a matrix");
    how.labels = made->labels;
    how.label_base = made->label_base;
    how.row_names = e->row_names;
    how.col_names = e->col_names;
    if (e->op) {
        how.op = &op;
        status = tp_evaluator_open(context, &op, e->op);
        op.row_names = e->row_names;
        op.col_names = e->col_names;
    }
    if (status == TROPIC_OK && loops == TROPIC_LOOPS_DROP) status = tp_loops_take(context, e, &dropped);
    if (status == TROPIC_OK) status = tp_loops_note(context, made, &dropped, duplicates);
    skip = e->borrowed && dropped.count > 0;
    tp_entries_free(context, &dropped);
    if (status == TROPIC_OK && e->mirrored && e->negated) status = expand_negated(context, e);
    mirror = tp_matrix_mirrors(e, duplicates, undirected);
    if (status == TROPIC_OK) status = tp_matrix_check_memory(context, e, duplicates, undirected);
    if (status == TROPIC_OK) status = sort(context, e, mirror, skip, &how, &lists);
    how.rule = tp_duplicates_rule(duplicates, true);
    if (status == TROPIC_OK && unite && !mirror) status = tp_unite(context, memory, &lists, &how);
    if (status != TROPIC_OK) {
        tp_lists_free(memory, &lists);
        tropic_matrix_free(&made);
        return status;
    }
    made->type = how.type;
    made->count = lists.count;
    made->symmetric = mirror || undirected;
    made->host.sides[made->symmetric ? TP_BY_ROW : how.by_column] = tp_side_of(&lists);
    *A = made;
    return TROPIC_OK;
}
