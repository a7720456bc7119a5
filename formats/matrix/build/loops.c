/* SPDX-License-Identifier: Apache-2.0
 *
 * Loops that a matrix is made without. They combine as if they were entries: so it is known how many places they had,
 * and at which the value would be negative, a cycle of negative length.
 */
#include "formats/matrix/build/loops.h"

#include "formats/matrix/facts/facts.h"
#include "formats/matrix/forms/hypersparse.h"
#include "formats/matrix/lists.h"
#include "semiring/cast.h"

#include <string.h>

typedef struct counting {
    const tropic_index *row_ids, *col_ids;
    tropic_offset *loops;
} counting;

static void count_some(const void *of, int64_t begin, int64_t end)
{
    const counting *c = of;
    const tropic_index *row_ids = c->row_ids, *col_ids = c->col_ids;
    tropic_offset loops = 0;
    for (int64_t k = begin; k < end; k++) loops += row_ids[k] == col_ids[k];
    if (loops > 0) __atomic_fetch_add(c->loops, loops, __ATOMIC_RELAXED);
}

static void move(tp_entries *to, tropic_offset at, const tp_entries *from, tropic_offset k, size_t size)
{
    to->row_ids[at] = from->row_ids[k];
    to->col_ids[at] = from->col_ids[k];
    if (size > 0) memcpy(tp_value_at(to->values, size, at), tp_value_at(from->values, size, k), size);
}

tropic_status tp_loops_take(tropic_context *context, tp_entries *e, tp_entries *loops)
{
    const size_t size = tp_entries_size(e);
    tropic_offset count = 0, kept = 0;
    const counting of = {e->row_ids, e->col_ids, &count};
    tp_for(tp_team_for(context, e->count), e->count, TP_CHUNK_ANY, count_some, &of);
    *loops = *e;
    loops->labels = NULL;
    loops->borrowed = false;
    loops->count = 0;
    loops->row_ids = loops->col_ids = NULL;
    loops->values = NULL;
    if (count == 0) return TROPIC_OK;
    TP_TRY(tp_entries_allocate(context, loops, count, size, "the loops of a matrix"));
    loops->count = 0;
    for (tropic_offset k = 0; k < e->count; k++) {
        if (e->row_ids[k] == e->col_ids[k])
            move(loops, loops->count++, e, k, size);
        else if (!e->borrowed)
            move(e, kept++, e, k, size);
    }
    if (!e->borrowed) e->count = kept;
    return TROPIC_OK;
}

/* Values as reals, where a sum leaves their type: of that, the sign is right. */
static tropic_status combine_as_reals(tropic_context *context, tp_lists *diagonal, tp_combining *how)
{
    double *values = tp_allocate(&context->memory, diagonal->count, sizeof *values);
    if (!values) return tp_out_of_memory(context, "the loops of a matrix");
    tp_cast_all(context, values, TROPIC_FP64, diagonal->values, how->type, diagonal->count);
    tp_release(&context->memory, diagonal->values);
    diagonal->values = values;
    diagonal->size = sizeof *values;
    how->type = TROPIC_FP64;
    return tp_combine(context, &context->memory, diagonal, how);
}

/* Lists of which some have more than one entry become lists of one. */
static tropic_status combine(tropic_context *context, const tropic_matrix *A, const tp_entries *loops,
                             tropic_duplicates duplicates, tp_lists *diagonal, tropic_type *type)
{
    /* (The rule that refuses duplicates does not apply to loops that are dropped: any that is negative counts.) */
    tp_combining how = {.type = loops->type,
                        .rule = duplicates == TROPIC_DUPLICATES_REFUSE ? TROPIC_DUPLICATES_MIN
                                                                       : tp_duplicates_rule(duplicates, false),
                        .widens = loops->narrowed,
                        .row_names = loops->row_names,
                        .col_names = loops->col_names,
                        .labels = A->labels,
                        .label_base = A->label_base};
    tp_evaluator op;
    tropic_status status;
    if (loops->op) {
        TP_TRY(tp_evaluator_open(context, &op, loops->op));
        op.row_names = loops->row_names;
        op.col_names = loops->col_names;
        how.op = &op;
    }
    status = tp_combine(context, &context->memory, diagonal, &how);
    if (status == TROPIC_OVERFLOW && !how.op && how.type != TROPIC_FP64)
        status = combine_as_reals(context, diagonal, &how);
    *type = how.type;
    return status;
}

static tropic_index count_lists(const tp_lists *diagonal)
{
    tropic_index count = 0;
    for (tropic_index l = 0; l < diagonal->lists; l++) count += diagonal->offsets[l] < diagonal->offsets[l + 1];
    return count;
}

/* May some values of the type be negative? */
static bool has_sign(const tp_entries *loops)
{
    const tropic_type type = loops->type;
    return loops->values && !tp_type_struct(type) && !tp_type_unsigned(type) && type != TROPIC_BOOL;
}

/* The ids whose value of the type is negative, in place of all. */
static tropic_index keep_negative(tp_lists *diagonal, tropic_type type)
{
    tropic_index negatives = 0;
    for (tropic_offset k = 0; k < diagonal->count; k++)
        if (tp_value_as_double(diagonal->values, type, k) < 0) diagonal->ids[negatives++] = diagonal->ids[k];
    return negatives;
}

static tropic_status record(tropic_context *context, tropic_matrix *A, const tp_entries *loops,
                            tropic_duplicates duplicates, tp_lists *diagonal)
{
    tropic_type type = loops->type;
    tropic_index negatives;
    A->loops.count = count_lists(diagonal);
    if (!has_sign(loops)) return TROPIC_OK;
    if (A->loops.count < diagonal->count) TP_TRY(combine(context, A, loops, duplicates, diagonal, &type));
    negatives = keep_negative(diagonal, type);
    if (negatives == 0) return TROPIC_OK;
    A->loops.negative = tp_allocate(&A->memory, negatives, sizeof *A->loops.negative);
    if (!A->loops.negative) return tp_out_of_memory(context, "the loops of a matrix");
    memcpy(A->loops.negative, diagonal->ids, (size_t)negatives * sizeof *diagonal->ids);
    A->loops.negatives = negatives;
    return TROPIC_OK;
}

/* Lists for those rows alone that have a loop, where that are few of many. */
static tropic_status name_rows(tropic_context *context, tp_entries *loops, tp_hyperlist *names)
{
    *names = tp_hyperlist_all(loops->rows);
    if (!tp_hypersparse_pays(loops->rows, loops->rows, loops->count)) return TROPIC_OK;
    TP_TRY(tp_hyperlist_of(context, loops->rows, loops->row_ids, NULL, loops->count, names));
    tp_hyperlist_find_all(context, names, loops->row_ids, loops->count, loops->row_ids);
    loops->rows = names->count;
    loops->row_names = names->ids;
    return TROPIC_OK;
}

/* The loops as lists, of which some may have several. */
static tropic_status make_diagonal(tropic_context *context, const tp_entries *loops, tp_lists *diagonal)
{
    const tp_pairs pairs = {.count = loops->count,
                            .keys = loops->row_ids,
                            .ids = loops->col_ids,
                            .values = loops->values,
                            .size = tp_entries_size(loops)};
    tp_buckets buckets;
    TP_TRY(tp_partition(context, &context->memory, loops->rows, &pairs, &buckets));
    return tp_scatter_buckets(context, &context->memory, &buckets, diagonal);
}

tropic_status tp_loops_note(tropic_context *context, tropic_matrix *A, tp_entries *loops, tropic_duplicates duplicates)
{
    tp_lists diagonal = {0};
    tp_hyperlist names;
    tropic_status status;
    if (loops->count == 0) return TROPIC_OK;
    TP_TRY(name_rows(context, loops, &names));
    status = make_diagonal(context, loops, &diagonal);
    if (status == TROPIC_OK) status = record(context, A, loops, duplicates, &diagonal);
    tp_lists_free(&context->memory, &diagonal);
    tp_hyperlist_free(&context->memory, &names);
    return status;
}

tropic_status tp_loops_copy(tropic_context *context, tropic_matrix *to, const tropic_matrix *from)
{
    const tp_dropped_loops *loops = &from->loops;
    tropic_index *negative = NULL;
    if (loops->negatives > 0) {
        negative = tp_allocate(&to->memory, loops->negatives, sizeof *negative);
        if (!negative) return tp_out_of_memory(context, "the loops of a matrix");
        memcpy(negative, loops->negative, (size_t)loops->negatives * sizeof *negative);
    }
    to->loops = (tp_dropped_loops){loops->count, loops->negatives, negative};
    return TROPIC_OK;
}

void tp_loops_forget(tropic_matrix *A)
{
    tp_release(&A->memory, A->loops.negative);
    A->loops = (tp_dropped_loops){0};
}

tropic_offset tropic_matrix_loops_dropped(const tropic_matrix *A)
{
    return A ? A->loops.count : 0;
}
