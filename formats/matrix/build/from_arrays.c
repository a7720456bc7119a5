/* SPDX-License-Identifier: Apache-2.0
 *
 * Matrices from the caller's arrays: checked, then copied and built, or viewed (formats/matrix/build/view.c).
 */
#include "formats/matrix/build/arrays.h"
#include "formats/matrix/build/device_build.h"
#include "formats/matrix/forms/hypersparse.h"
#include "runtime/choice.h"
#include "runtime/types.h"

#include <tropic_arrays.h>

static tropic_status check_options(tropic_context *context, const tp_arrays *arrays)
{
    const tropic_build_options *options = &arrays->options;
    TP_TRY(tp_matrix_check_rules(context, "", options->duplicates, options->loops, options->direction));
    if ((unsigned)options->location > TROPIC_DEVICE)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "no location %d", (int)options->location);
    if (options->location == TROPIC_DEVICE && context->backend->location != TROPIC_DEVICE)
        return tp_fail(context, TROPIC_NO_DEVICE, "arrays in device memory need a CUDA context");
    if (options->offsets32 && arrays->layout == TP_COO)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT,
                       "options->offsets32 is there, but entries by row and column have no offsets");
    if (options->duplicates_op && options->duplicates != TROPIC_DUPLICATES_DEFAULT)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT,
                       "options->duplicates is %d, but options->duplicates_op is there", (int)options->duplicates);
    if (options->view && (options->loops != TROPIC_LOOPS_KEEP || options->direction != TROPIC_DIRECTION_AUTO))
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "a view keeps loops and direction as they are");
    return TROPIC_OK;
}

typedef struct widening {
    tropic_offset *to;
    const int32_t *from;
} widening;

static void widen_some(const void *of, int64_t begin, int64_t end)
{
    const widening *w = of;
    for (int64_t l = begin; l < end; l++) w->to[l] = w->from[l];
}

/* The caller's offsets of 32 bits as ours of 64, on the host, wherever they lie. */
static tropic_status widen(tropic_context *context, tp_arrays *arrays, tropic_index lists)
{
    const tp_memory *memory = &context->memory;
    const int64_t count = (int64_t)lists + 1;
    const size_t narrow_bytes = (size_t)count * sizeof(int32_t);
    const int32_t *narrow = arrays->options.offsets32;
    int32_t *fetched = NULL;
    tropic_status status = TROPIC_OK;
    TP_TRY(tp_need_memory(context, memory, (size_t)count * sizeof *arrays->wide, "offsets of %d lists", lists));
    arrays->wide = tp_allocate(memory, count, sizeof *arrays->wide);
    if (arrays->options.location == TROPIC_DEVICE) narrow = fetched = tp_allocate(memory, count, sizeof *fetched);
    if (!arrays->wide || !narrow) status = tp_out_of_memory(context, "offsets");
    if (status == TROPIC_OK && fetched)
        status = tp_arrays_fetch(context, arrays, fetched, arrays->options.offsets32, narrow_bytes);
    if (status == TROPIC_OK)
        tp_for(tp_team_for(context, count), count, TP_CHUNK_ANY, widen_some, &(widening){arrays->wide, narrow});
    tp_release(memory, fetched);
    return status;
}

/* Finds how many entries CSR and CSC have; of a device's, from the last offset alone. */
static tropic_status count_entries(tropic_context *context, tp_arrays *arrays, tropic_index lists)
{
    const tropic_offset *offsets = arrays->offsets;
    if (!offsets == !arrays->options.offsets32)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT,
                       offsets ? "offsets is there, and options->offsets32 as well" : "offsets is NULL");
    if (!offsets) {
        TP_TRY(widen(context, arrays, lists));
        offsets = arrays->wide;
    }
    if (arrays->wide || arrays->options.location == TROPIC_HOST) {
        TP_TRY(tp_check_offsets(context, offsets, lists));
        arrays->count = offsets[lists];
        return TROPIC_OK;
    }
    TP_TRY(tp_arrays_fetch(context, arrays, &arrays->count, offsets + lists, sizeof *offsets));
    if (arrays->count >= 0) return TROPIC_OK;
    return tp_fail(context, TROPIC_INVALID_ARGUMENT, "offsets[%d] is %lld", lists, (long long)arrays->count);
}

/* The entries of the arrays, but for their ids. */
static tp_entries entries_of(const tp_arrays *arrays)
{
    return (tp_entries){.rows = arrays->rows,
                        .cols = arrays->cols,
                        .count = arrays->count,
                        .type = arrays->type,
                        .values = (void *)arrays->values,
                        .op = arrays->options.duplicates_op};
}

/* Duplicates, which a view has not, need no place of their own. */
static tropic_status check_count(tropic_context *context, const tp_arrays *arrays)
{
    const int64_t places = (int64_t)arrays->rows * arrays->cols;
    if (arrays->count <= places || (!arrays->options.view && places > 0)) return TROPIC_OK;
    return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%lld entries, but a %d x %d matrix has %lld places",
                   (long long)arrays->count, arrays->rows, arrays->cols, (long long)places);
}

/* Everything but the content of the arrays. Finds the count of CSR and CSC. */
static tropic_status check_arrays(tropic_context *context, tp_arrays *arrays)
{
    static const char nothing = 0;
    TP_TRY(check_options(context, arrays));
    if (arrays->rows < 0 || arrays->cols < 0 || arrays->count < 0)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "a matrix of %d rows, %d columns and %lld entries",
                       arrays->rows, arrays->cols, (long long)arrays->count);
    if (!tropic_type_name(arrays->type))
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "no type %d", (int)arrays->type);
    tp_type_chooses(context, arrays->type);
    if (arrays->options.location == TROPIC_DEVICE) TP_TRY(tp_type_fits(context, arrays->type));
    if (arrays->layout != TP_COO)
        TP_TRY(count_entries(context, arrays, arrays->layout == TP_CSR ? arrays->rows : arrays->cols));
    /* No values, of which one is nowhere. */
    if (arrays->count == 0 && !arrays->values && arrays->type != TROPIC_BOOL && !arrays->take)
        arrays->values = &nothing;
    if (arrays->values && arrays->options.duplicates_op)
        TP_TRY(tp_operator_check(context, "duplicates_op", arrays->options.duplicates_op, arrays->type));
    if (!arrays->values && arrays->type != TROPIC_BOOL)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "a pattern (values are NULL) has type bool, not %s",
                       tropic_type_name(arrays->type));
    if (arrays->count > 0 && !arrays->row_ids && arrays->layout != TP_CSR)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "row_ids is NULL");
    if (arrays->count > 0 && !arrays->col_ids && arrays->layout != TP_CSC)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "col_ids is NULL");
    return check_count(context, arrays);
}

/* row_of[k] = the list that position k lies in */
static tropic_status expand(tropic_context *context, const tp_arrays *arrays, tropic_index lists, tropic_index *row_of)
{
    const size_t bytes = ((size_t)lists + 1) * sizeof(tropic_offset);
    const tp_team team = tp_team_for(context, arrays->count);
    tropic_offset *offsets;
    tropic_status status;
    if (arrays->wide) {
        tp_fill_row_of(row_of, arrays->wide, lists, team);
        return TROPIC_OK;
    }
    offsets = tp_allocate(&context->memory, (int64_t)lists + 1, sizeof *offsets);
    if (!offsets) return tp_out_of_memory(context, "offsets");
    status = tp_arrays_fetch(context, arrays, offsets, arrays->offsets, bytes);
    if (status == TROPIC_OK) status = tp_check_offsets(context, offsets, lists);
    if (status == TROPIC_OK) tp_fill_row_of(row_of, offsets, lists, team);
    tp_release(&context->memory, offsets);
    return status;
}

/* COO on the host is only read. */
static tropic_status take_entries(tropic_context *context, const tp_arrays *arrays, tp_entries *e)
{
    const tropic_offset count = arrays->count;
    const size_t id_bytes = (size_t)count * sizeof(tropic_index);
    const size_t size = tropic_type_size(arrays->type);
    if (arrays->layout == TP_COO && arrays->options.location == TROPIC_HOST) {
        e->borrowed = true;
        e->row_ids = (tropic_index *)arrays->row_ids;
        e->col_ids = (tropic_index *)arrays->col_ids;
        e->values = (void *)arrays->values;
        TP_TRY(tp_check_ids(context, "row_ids", e->row_ids, count, arrays->rows, "rows"));
        return tp_check_ids(context, "col_ids", e->col_ids, count, arrays->cols, "columns");
    }
    TP_TRY(tp_entries_allocate(context, e, count, arrays->values ? size : 0, "a matrix's entries"));
    if (arrays->layout == TP_CSR) {
        TP_TRY(expand(context, arrays, arrays->rows, e->row_ids));
    } else {
        TP_TRY(tp_arrays_fetch(context, arrays, e->row_ids, arrays->row_ids, id_bytes));
        TP_TRY(tp_check_ids(context, "row_ids", e->row_ids, count, arrays->rows, "rows"));
    }
    if (arrays->layout == TP_CSC) {
        TP_TRY(expand(context, arrays, arrays->cols, e->col_ids));
    } else {
        TP_TRY(tp_arrays_fetch(context, arrays, e->col_ids, arrays->col_ids, id_bytes));
        TP_TRY(tp_check_ids(context, "col_ids", e->col_ids, count, arrays->cols, "columns"));
    }
    if (arrays->values) TP_TRY(tp_arrays_fetch(context, arrays, e->values, arrays->values, (size_t)count * size));
    return TROPIC_OK;
}

static tropic_status copy_on_host(tropic_matrix **A, tropic_context *context, tp_arrays *arrays)
{
    const tropic_build_options *options = &arrays->options;
    const bool undirected = options->direction == TROPIC_DIRECTION_UNDIRECTED;
    tp_entries entries = entries_of(arrays);
    tropic_status status;
    /* (Before one entry is read.) */
    TP_TRY(tp_matrix_check_memory(context, &entries, options->duplicates, undirected));
    entries.values = NULL;
    status = take_entries(context, arrays, &entries);
    tp_release(&context->memory, arrays->wide);
    arrays->wide = NULL;
    if (status != TROPIC_OK) {
        tp_entries_free(context, &entries);
        return status;
    }
    return tp_matrix_build(A, context, &entries, options->duplicates, options->loops, undirected);
}

/* Arrays in device memory. Where it has no room to sort, or the input is not as it should be, *A stays NULL: the host
 * has more room, and names the error. */
static tropic_status copy_on_device(tropic_matrix **A, tropic_context *context, const tp_arrays *arrays)
{
    const tropic_build_options *options = &arrays->options;
    const bool undirected = options->direction == TROPIC_DIRECTION_UNDIRECTED;
    tp_entries shape = entries_of(arrays);
    const tp_device_build entries = {.rows = arrays->rows,
                                     .cols = arrays->cols,
                                     .count = arrays->count,
                                     .type = arrays->type,
                                     .row_ids = arrays->layout == TP_CSR ? NULL : arrays->row_ids,
                                     .col_ids = arrays->layout == TP_CSC ? NULL : arrays->col_ids,
                                     .offsets = arrays->wide ? arrays->wide : arrays->offsets,
                                     .host_offsets = arrays->wide != NULL,
                                     .values = arrays->values,
                                     .duplicates = options->duplicates,
                                     .op = options->duplicates_op,
                                     .skip_loops = options->loops == TROPIC_LOOPS_DROP,
                                     .mirror = tp_matrix_mirrors(&shape, options->duplicates, undirected),
                                     .unite = tp_matrix_unites(&shape, options->duplicates, undirected)};
    tropic_matrix *made;
    bool done = false;
    tropic_status status;
    if (undirected && arrays->rows != arrays->cols) return TROPIC_OK;
    made = tp_matrix_new(context, &shape);
    if (!made) return tp_out_of_memory(context, "a matrix");
    status = context->backend->build(context, &entries, made, &done);
    if (status == TROPIC_OUT_OF_DEVICE_MEMORY) {
        status = TROPIC_OK;
        done = false;
    }
    if (status == TROPIC_OK && done)
        *A = made;
    else
        tropic_matrix_free(&made);
    return status;
}

static tropic_status copy(tropic_matrix **A, tropic_context *context, tp_arrays *arrays)
{
    tropic_matrix *made = NULL;
    const bool named = tp_hypersparse_pays(arrays->rows, arrays->cols, arrays->count); /* by the host */
    if (arrays->options.location == TROPIC_DEVICE && !named) TP_TRY(copy_on_device(&made, context, arrays));
    if (!made) TP_TRY(copy_on_host(&made, context, arrays));
    *A = made;
    return TROPIC_OK;
}

/* (Before the options are checked: they may end before this member.) */
static bool given_on_device(const tropic_build_options *given)
{
    const size_t end = offsetof(tropic_build_options, location) + sizeof given->location;
    return given && given->size >= end && given->location == TROPIC_DEVICE;
}

static tropic_status from_arrays(tropic_matrix **A, tropic_context *context, tp_arrays *arrays,
                                 const tropic_build_options *given)
{
    tropic_build_options *options = &arrays->options;
    tropic_status status;
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    TP_TRY(tp_outside_loops(context, "make matrices"));
    if (!A) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "A is NULL");
    TP_TRY(tp_options_copy(context, options, sizeof *options, given, "build options"));
    status = check_arrays(context, arrays);
    if (status == TROPIC_OK) status = options->view ? tp_matrix_view(A, context, arrays) : copy(A, context, arrays);
    tp_release(&context->memory, arrays->wide);
    return status;
}

tropic_status tropic_matrix_from_coo(tropic_matrix **A, tropic_context *context, tropic_index rows, tropic_index cols,
                                     tropic_offset count, const tropic_index *row_ids, const tropic_index *col_ids,
                                     tropic_type type, const void *values, const tropic_build_options *options)
{
    tp_arrays arrays = {.layout = TP_COO,
                        .rows = rows,
                        .cols = cols,
                        .count = count,
                        .row_ids = row_ids,
                        .col_ids = col_ids,
                        .type = type,
                        .values = values};
    TP_ENTER(context);
    if (given_on_device(options)) TP_NEEDS_GPU(context);
    return from_arrays(A, context, &arrays, options);
}

/* Arrays of CSR or CSC. */
static tp_arrays lists(tp_layout layout, tropic_index rows, tropic_index cols, const tropic_offset *offsets,
                       const tropic_index *ids, tropic_type type, const void *values)
{
    return (tp_arrays){.layout = layout,
                       .rows = rows,
                       .cols = cols,
                       .offsets = offsets,
                       .row_ids = layout == TP_CSC ? ids : NULL,
                       .col_ids = layout == TP_CSR ? ids : NULL,
                       .type = type,
                       .values = values};
}

tropic_status tropic_matrix_from_csr(tropic_matrix **A, tropic_context *context, tropic_index rows, tropic_index cols,
                                     const tropic_offset *offsets, const tropic_index *col_ids, tropic_type type,
                                     const void *values, const tropic_build_options *options)
{
    tp_arrays arrays = lists(TP_CSR, rows, cols, offsets, col_ids, type, values);
    TP_ENTER(context);
    if (given_on_device(options)) TP_NEEDS_GPU(context);
    return from_arrays(A, context, &arrays, options);
}

tropic_status tropic_matrix_from_csc(tropic_matrix **A, tropic_context *context, tropic_index rows, tropic_index cols,
                                     const tropic_offset *offsets, const tropic_index *row_ids, tropic_type type,
                                     const void *values, const tropic_build_options *options)
{
    tp_arrays arrays = lists(TP_CSC, rows, cols, offsets, row_ids, type, values);
    TP_ENTER(context);
    if (given_on_device(options)) TP_NEEDS_GPU(context);
    return from_arrays(A, context, &arrays, options);
}

static const tropic_build_options a_view = {.size = sizeof a_view, .view = true};

tropic_status tropic_matrix_take_csr(tropic_matrix **A, tropic_context *context, tropic_index rows, tropic_index cols,
                                     tropic_offset *offsets, tropic_index *col_ids, tropic_type type, void *values)
{
    tp_arrays arrays = lists(TP_CSR, rows, cols, offsets, col_ids, type, values);
    arrays.take = true;
    TP_ENTER(context);
    return from_arrays(A, context, &arrays, &a_view);
}

tropic_status tropic_matrix_take_csc(tropic_matrix **A, tropic_context *context, tropic_index rows, tropic_index cols,
                                     tropic_offset *offsets, tropic_index *row_ids, tropic_type type, void *values)
{
    tp_arrays arrays = lists(TP_CSC, rows, cols, offsets, row_ids, type, values);
    arrays.take = true;
    TP_ENTER(context);
    return from_arrays(A, context, &arrays, &a_view);
}
