/* SPDX-License-Identifier: Apache-2.0
 *
 * Loops that a matrix is made without. They combine as if they were entries: so it is known how many places they had,
 * and at which the value would be negative, a cycle of negative length.
 */
#include "formats/matrix/loops.h"

#include "formats/matrix/facts.h"
#include "formats/matrix/hypersparse.h"
#include "formats/matrix/lists.h"

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

/* Lists of which some have more than one entry become lists of one. */
static tropic_status combine(tropic_context *context, const tropic_matrix *A, const tp_entries *loops,
                             tropic_duplicates duplicates, tp_lists *diagonal, tropic_type *type)
{
    /* (What refuses duplicates has never looked at loops that are dropped: any that is negative counts.) */
    tp_combining how = {.type = loops->type,
                        .rule = duplicates == TROPIC_DUPLICATES_REFUSE ? TROPIC_DUPLICATES_MIN : duplicates,
                        .widens = loops->narrowed,
                        .row_names = loops->row_names,
                        .col_names = loops->col_names,
                        .labels = A->labels,
                        .label_base = A->label_base};
    tp_evaluator op;
    if (loops->op && loops->values) {
        TP_TRY(tp_evaluator_open(context, &op, loops->op));
        op.row_names = loops->row_names;
        op.col_names = loops->col_names;
        how.op = &op;
    }
    TP_TRY(tp_combine(context, &context->memory, diagonal, &how));
    *type = how.type;
    return TROPIC_OK;
}

static tropic_index count_lists(const tp_lists *diagonal)
{
    tropic_index count = 0;
    for (tropic_index l = 0; l < diagonal->lists; l++) count += diagonal->offsets[l] < diagonal->offsets[l + 1];
    return count;
}

/* The ids of `diagonal` whose value of the type is negative, in its own memory. */
static void keep_negative(tp_lists *diagonal, tropic_type type, tropic_index *negatives)
{
    *negatives = 0;
    if (diagonal->size == 0 || tp_type_struct(type)) return;
    for (tropic_offset k = 0; k < diagonal->count; k++)
        if (tp_value_as_double(diagonal->values, type, k) < 0) diagonal->ids[(*negatives)++] = diagonal->ids[k];
}

static tropic_status record(tropic_context *context, tropic_matrix *A, tp_lists *diagonal, tropic_type type)
{
    tropic_index negatives;
    A->loops.count = diagonal->count;
    keep_negative(diagonal, type, &negatives);
    if (negatives == 0) return TROPIC_OK;
    A->loops.negative = tp_allocate(&A->memory, negatives, sizeof *A->loops.negative);
    if (!A->loops.negative) return tp_out_of_memory(context, "the loops of a matrix");
    memcpy(A->loops.negative, diagonal->ids, (size_t)negatives * sizeof *diagonal->ids);
    A->loops.negatives = negatives;
    return TROPIC_OK;
}

/* The loops as lists of one orientation, and combined; *type: of the values then. */
static tropic_status make_diagonal(tropic_context *context, const tropic_matrix *A, const tp_entries *loops,
                                   tropic_duplicates duplicates, tp_lists *diagonal, tropic_type *type)
{
    const tp_memory *memory = &context->memory;
    const tp_pairs pairs = {.count = loops->count,
                            .keys = loops->row_ids,
                            .ids = loops->col_ids,
                            .values = loops->values,
                            .size = tp_entries_size(loops)};
    tp_buckets buckets;
    tropic_status status = TROPIC_OK;
    TP_TRY(tp_partition(context, memory, loops->rows, &pairs, &buckets));
    TP_TRY(tp_scatter_buckets(context, memory, &buckets, diagonal));
    *type = loops->type;
    if (count_lists(diagonal) < diagonal->count) status = combine(context, A, loops, duplicates, diagonal, type);
    if (status != TROPIC_OK) tp_lists_free(memory, diagonal);
    return status;
}

/* Lists for those rows alone that have a loop, where that are few of many. */
static tropic_status name_rows(tropic_context *context, tp_entries *loops, tp_names *names)
{
    *names = tp_names_all(loops->rows);
    if (!tp_hypersparse_pays(loops->rows, loops->rows, loops->count)) return TROPIC_OK;
    TP_TRY(tp_names_of(context, loops->rows, loops->row_ids, NULL, loops->count, names));
    tp_names_find_all(context, names, loops->row_ids, loops->count, loops->row_ids);
    loops->rows = names->count;
    loops->row_names = names->ids;
    return TROPIC_OK;
}

tropic_status tp_loops_note(tropic_context *context, tropic_matrix *A, tp_entries *loops, tropic_duplicates duplicates)
{
    tropic_type type;
    tp_lists diagonal;
    tp_names names;
    tropic_status status;
    if (loops->count == 0) return TROPIC_OK;
    TP_TRY(name_rows(context, loops, &names));
    status = make_diagonal(context, A, loops, duplicates, &diagonal, &type);
    if (status == TROPIC_OK) {
        status = record(context, A, &diagonal, type);
        tp_lists_free(&context->memory, &diagonal);
    }
    tp_names_free(&context->memory, &names);
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
