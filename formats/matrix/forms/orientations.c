/* SPDX-License-Identifier: Apache-2.0
 *
 * The orientations of a matrix on the host, and its dense form there, made when first needed from the forms that there
 * are. A call that fails halfway leaves the matrix as it was.
 */
#include "formats/matrix/forms/dense.h"
#include "formats/matrix/forms/evict.h"
#include "formats/matrix/forms/hypersparse.h"
#include "formats/matrix/there.h"

#include <string.h>

tp_lists tp_host_lists(const tropic_matrix *A, tp_orientation orientation)
{
    const tp_side *side = &A->host.sides[tp_matrix_stored(A, orientation)];
    return (tp_lists){.lists = tp_matrix_lists(A, orientation),
                      .count = A->count,
                      .offsets = side->offsets,
                      .ids = side->ids,
                      .values = side->values,
                      .size = tp_matrix_value_size(A)};
}

/* Values first: they tell soonest. */
static bool same_lists(const tp_lists *a, const tp_lists *b)
{
    if (a->lists != b->lists) return false;
    if (a->count > 0 && a->size > 0 && memcmp(a->values, b->values, (size_t)a->count * a->size) != 0) return false;
    return memcmp(a->offsets, b->offsets, ((size_t)a->lists + 1) * sizeof *a->offsets) == 0 &&
           (a->count == 0 || memcmp(a->ids, b->ids, (size_t)a->count * sizeof *a->ids) == 0);
}

/* Both orientations turned out to be one: the one that there is becomes TP_BY_ROW. */
static void know_symmetric(tropic_matrix *A)
{
    A->symmetric = true;
    for (tp_forms *in = &A->host; in; in = in->next) {
        if (in->sides[TP_BY_ROW].present) continue;
        in->sides[TP_BY_ROW] = in->sides[TP_BY_COLUMN];
        in->sides[TP_BY_COLUMN] = (tp_side){0};
    }
}

/* The core's arrays with the names' places between. */
static tropic_status expand(tropic_context *context, tropic_matrix *A, tp_orientation o)
{
    const tp_hypersparse *form = A->hypersparse;
    const tp_hyperlist *lists = o == TP_BY_ROW ? &form->rows : &form->cols;
    const tp_hyperlist *ids = o == TP_BY_ROW ? &form->cols : &form->rows;
    tp_lists from, to;
    TP_TRY(tp_need_memory(context, &A->memory,
                          ((size_t)lists->n + 1) * sizeof *to.offsets +
                              (size_t)A->count * (sizeof *to.ids + tp_matrix_value_size(A)),
                          "a %d x %d matrix of %lld entries with all its %s", A->rows, A->cols, (long long)A->count,
                          o == TP_BY_ROW ? "rows" : "columns"));
    TP_TRY(tp_matrix_open_lists(context, form->core, o, &from));
    TP_TRY(tp_lists_relabel(context, &A->memory, &from, lists->ids, lists->n, ids->ids, NULL, &to));
    A->host.sides[o] = tp_side_of(&to);
    return TROPIC_OK;
}

tropic_status tp_matrix_need(tropic_context *context, tropic_matrix *A, tp_orientation orientation)
{
    const tp_orientation o = tp_matrix_stored(A, orientation);
    const tp_orientation other = o == TP_BY_ROW ? TP_BY_COLUMN : TP_BY_ROW;
    tp_lists from, to;
    if (!A->host.sides[o].present && !A->host.sides[other].present)
        TP_TRY(A->hypersparse          ? expand(context, A, o)
               : A->host.dense.present ? tp_dense_unpack(context, A)
                                       : tp_matrix_download(context, A));
    tp_matrix_hold(context, A, &A->host.sides[A->host.sides[o].present ? o : other]);
    if (A->host.sides[o].present) return TROPIC_OK;
    from = tp_host_lists(A, other);
    TP_TRY(tp_transpose(context, &A->memory, &from, tp_matrix_lists(A, o), &to));
    if (same_lists(&from, &to)) {
        tp_lists_free(&A->memory, &to);
        know_symmetric(A);
        return TROPIC_OK;
    }
    A->host.sides[o] = tp_side_of(&to);
    tp_matrix_hold(context, A, &A->host.sides[o]);
    return TROPIC_OK;
}

/* -- the dense form ----------------------------------------------------------------------------- */

tropic_status tp_matrix_need_dense(tropic_context *context, tropic_matrix *A)
{
    tp_lists rows;
    if (A->host.dense.present) return TROPIC_OK;
    TP_TRY(tp_matrix_need(context, A, TP_BY_ROW));
    rows = tp_host_lists(A, TP_BY_ROW);
    return tp_dense_pack(context, &A->memory, &rows, A->cols, &A->host.dense);
}

/* -- for those who read the arrays ------------------------------------------------------------- */

typedef struct opening {
    tp_orientation *o;
    bool either, forever;
    tp_lists *lists;
} opening;

static tropic_status open_locked(tropic_context *context, tropic_matrix *A, void *of)
{
    const opening *w = of;
    if (w->either) *w->o = tp_matrix_here(A);
    TP_TRY(tp_matrix_need(context, A, *w->o));
    if (w->forever) A->host.sides[tp_matrix_stored(A, *w->o)].used = TP_FOREVER;
    *w->lists = tp_host_lists(A, *w->o);
    return TROPIC_OK;
}

tropic_status tp_matrix_open(tropic_context *context, const tropic_matrix *A, tp_orientation *o, bool either,
                             bool forever, tp_lists *lists)
{
    return tp_matrix_with(context, A, open_locked, &(opening){o, either, forever, lists});
}

tropic_status tp_matrix_open_lists(tropic_context *context, const tropic_matrix *A, tp_orientation orientation,
                                   tp_lists *lists)
{
    tp_orientation o = orientation;
    return tp_matrix_open(context, A, &o, false, false, lists);
}

tropic_status tp_matrix_copy_locked(tropic_context *context, tropic_matrix *A, tp_orientation orientation,
                                    tp_lists *lists)
{
    const tp_orientation other = orientation == TP_BY_ROW ? TP_BY_COLUMN : TP_BY_ROW;
    tp_lists from;
    if (!A->host.sides[tp_matrix_here(A)].present) TP_TRY(tp_matrix_need(context, A, tp_matrix_here(A)));
    if (A->host.sides[tp_matrix_stored(A, orientation)].present) {
        from = tp_host_lists(A, orientation);
        return tp_lists_copy(context, &context->memory, &from, lists);
    }
    from = tp_host_lists(A, other);
    return tp_transpose(context, &context->memory, &from, tp_matrix_lists(A, orientation), lists);
}

static tropic_status copy_locked(tropic_context *context, tropic_matrix *A, void *of)
{
    const opening *w = of;
    return tp_matrix_copy_locked(context, A, *w->o, w->lists);
}

tropic_status tp_matrix_copy_lists(tropic_context *context, const tropic_matrix *A, tp_orientation orientation,
                                   tp_lists *lists)
{
    return tp_matrix_with(context, A, copy_locked, &(opening){.o = &orientation, .lists = lists});
}

tropic_status tp_matrix_open_either(tropic_context *context, const tropic_matrix *A, tp_orientation *orientation,
                                    tp_lists *lists)
{
    return tp_matrix_open(context, A, orientation, true, false, lists);
}

static tropic_status host_arrays(const tropic_matrix *A, tropic_context *context, tp_orientation o,
                                 const tropic_offset **offsets, const tropic_index **ids, const void **values)
{
    const bool theirs = tp_is_callers(context);
    tp_lists lists;
    TP_HOLDING(context);
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    if (!A) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "A is NULL");
    TP_TRY(tp_matrix_open(context, A, &o, false, theirs, &lists));
    if (offsets) *offsets = lists.offsets;
    if (ids) *ids = lists.ids;
    if (values) *values = lists.values;
    return TROPIC_OK;
}

tropic_status tropic_matrix_csr(const tropic_matrix *A, tropic_context *context, const tropic_offset **offsets,
                                const tropic_index **col_ids, const void **values)
{
    TP_ENTER(context);
    return host_arrays(A, context, TP_BY_ROW, offsets, col_ids, values);
}

tropic_status tropic_matrix_csc(const tropic_matrix *A, tropic_context *context, const tropic_offset **offsets,
                                const tropic_index **row_ids, const void **values)
{
    TP_ENTER(context);
    return host_arrays(A, context, TP_BY_COLUMN, offsets, row_ids, values);
}
