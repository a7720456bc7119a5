/* SPDX-License-Identifier: Apache-2.0
 *
 * Which forms a matrix has: tropic_matrix_report, tropic_matrix_set_form.
 */
#include "formats/matrix/forms/dense.h"
#include "formats/matrix/forms/evict.h"
#include "formats/matrix/forms/hypersparse.h"
#include "formats/matrix/given_lines.h"
#include "formats/matrix/pending.h"

/* -- the report -------------------------------------------------------------------------------- */

static size_t device_dense_bytes(const tropic_matrix *A)
{
    size_t bytes = 0;
    for (const tp_forms *in = A->host.next; in; in = in->next) bytes += tp_dense_bytes(A, &in->dense);
    return bytes;
}

/* Of all that there is. */
static size_t host_bytes(const tropic_matrix *A)
{
    return tp_side_bytes(A, &A->host.sides[TP_BY_ROW], TP_BY_ROW) +
           tp_side_bytes(A, &A->host.sides[TP_BY_COLUMN], TP_BY_COLUMN) + tp_dense_bytes(A, &A->host.dense);
}

static size_t device_bytes(const tropic_matrix *A, tp_orientation o)
{
    size_t bytes = 0;
    for (const tp_forms *in = A->host.next; in; in = in->next) bytes += tp_side_bytes(A, &in->sides[o], o);
    return bytes;
}

static bool has_dense(const tropic_matrix *A)
{
    bool has = false;
    for (const tp_forms *in = &A->host; in; in = in->next) has = has || in->dense.present;
    return has;
}

static bool has_side(const tropic_matrix *A, tp_orientation o)
{
    bool has = false;
    for (const tp_forms *in = &A->host; in; in = in->next) has = has || in->sides[o].present;
    return has;
}

static size_t names_bytes(const tp_hyperlist *names)
{
    return names->ids ? (size_t)names->count * sizeof *names->ids : 0;
}

static void add_dropped(const tropic_matrix *A, tropic_matrix_forms *f)
{
    f->dropped += A->dropped;
    f->bytes_dropped += A->bytes_dropped;
}

static void add_casts(const tropic_matrix *A, tropic_matrix_forms *f)
{
    for (tropic_matrix *cast = A->casts; cast; cast = cast->next_cast) {
        tp_matrix_lock(cast); /* others may be using it */
        f->casts++;
        add_dropped(cast, f);
        f->bytes_casts += host_bytes(cast);
        f->device_bytes_casts +=
            device_bytes(cast, TP_BY_ROW) + device_bytes(cast, TP_BY_COLUMN) + device_dense_bytes(cast);
        tp_matrix_unlock(cast);
    }
}

static void add_hypersparse(const tp_hypersparse *form, tropic_matrix_forms *f)
{
    const tropic_matrix *core = form->core;
    tp_matrix_lock(core);
    f->hypersparse = true;
    f->bytes_hypersparse = names_bytes(&form->rows) + names_bytes(&form->cols) + host_bytes(core);
    f->device_bytes_hypersparse =
        device_bytes(core, TP_BY_ROW) + device_bytes(core, TP_BY_COLUMN) + device_dense_bytes(core);
    f->named_rows = form->rows.count;
    f->named_cols = form->cols.count;
    add_casts(core, f);
    add_dropped(core, f);
    tp_matrix_unlock(core);
}

tropic_status tropic_matrix_report(const tropic_matrix *A, tropic_context *context, tropic_matrix_forms *forms)
{
    tropic_matrix_forms f = {0};
    TP_ENTER(context);
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    if (!A) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "A is NULL");
    if (!forms) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "forms is NULL");
    TP_TRY(tp_options_check_size(context, forms->size, "forms"));
    tp_matrix_lock(A);
    f.symmetric = A->symmetric;
    f.full = tp_dense_is_full(A->rows, A->cols, tp_matrix_merged_count(A));
    f.by_rows = has_side(A, TP_BY_ROW);
    f.by_columns = A->symmetric ? f.by_rows : has_side(A, TP_BY_COLUMN);
    f.bytes_by_rows = tp_side_bytes(A, &A->host.sides[TP_BY_ROW], TP_BY_ROW);
    f.bytes_by_columns = tp_side_bytes(A, &A->host.sides[TP_BY_COLUMN], TP_BY_COLUMN);
    f.device_bytes_by_rows = device_bytes(A, TP_BY_ROW);
    f.device_bytes_by_columns = device_bytes(A, TP_BY_COLUMN);
    f.bitmap = has_dense(A);
    f.bytes_bitmap = tp_dense_bytes(A, &A->host.dense);
    f.device_bytes_bitmap = device_dense_bytes(A);
    if (A->hypersparse) add_hypersparse(A->hypersparse, &f);
    add_casts(A, &f);
    f.pending = A->pending ? A->pending->count : 0;
    if (A->pending && A->pending->lines) f.pending = tp_given_entries(A->pending->lines);
    f.bytes_pending = tp_pending_bytes(A->pending);
    f.device_bytes_symbolic = A->symbolic ? A->symbolic->bytes : 0;
    add_dropped(A, &f);
    tp_matrix_unlock(A);
    tp_report_copy(forms, &f, sizeof f);
    return TROPIC_OK;
}

/* -- one form alone ---------------------------------------------------------------------------- */

/* Facts of the entries, which hold in any form, stay known. The lock is held. */
static void keep_alone(tropic_matrix *A, const tp_side *form)
{
    tp_matrix_drop_forms(A, form, NULL);
    tp_symbolic_free(&A->symbolic);
}

static tropic_status keep_orientation(tropic_context *context, tropic_matrix *A, void *of)
{
    const tp_orientation o = *(const tp_orientation *)of;
    TP_TRY(tp_matrix_need(context, A, o));
    keep_alone(A, &A->host.sides[tp_matrix_stored(A, o)]);
    return TROPIC_OK;
}

/* The first orientation that there is: on the host, else on a device. */
static tropic_status keep_one(tropic_context *context, tropic_matrix *A, void *unused)
{
    const tp_side *from = NULL;
    (void)context;
    (void)unused;
    for (int o = TP_BY_ROW; o <= TP_BY_COLUMN && !from; o++)
        if (A->host.sides[o].present) from = &A->host.sides[o];
    if (!from && A->host.dense.present) from = &A->host.dense; /* whose values are then its own */
    for (tp_forms *in = A->host.next; in && !from; in = in->next)
        for (int o = TP_BY_ROW; o <= TP_BY_COLUMN && !from; o++)
            if (in->sides[o].present) from = &in->sides[o];
    if (from) keep_alone(A, from);
    return TROPIC_OK;
}

/* (The values of a full form are those of the rows, which give them up.) */
static tropic_status keep_bitmap(tropic_context *context, tropic_matrix *A, void *unused)
{
    tp_side *rows = &A->host.sides[TP_BY_ROW];
    (void)unused;
    if (!tp_dense_fits(A->rows, A->cols))
        return tp_fail(context, TROPIC_NOT_SUPPORTED, "A is %d x %d; a bitmap has at most %d places", A->rows, A->cols,
                       TROPIC_INDEX_MAX);
    TP_TRY(tp_matrix_need_dense(context, A));
    if ((A->host.dense.borrowed & TP_BORROWED_VALUES) && rows->present) {
        A->host.dense.borrowed = rows->borrowed & TP_BORROWED_VALUES;
        rows->borrowed |= TP_BORROWED_VALUES;
    }
    keep_alone(A, &A->host.dense);
    return TROPIC_OK;
}

static tropic_status keep_hypersparse(tropic_context *context, tropic_matrix *A)
{
    tp_hypersparse *form;
    TP_TRY(tp_hypersparse_of(context, A, &form));
    tp_matrix_lock(A); /* (Pending updates are merged.) */
    keep_alone(A, NULL);
    A->hypersparse = form;
    tp_matrix_unlock(A);
    return tp_matrix_with(context, form->core, keep_one, NULL);
}

tropic_status tropic_matrix_set_form(tropic_matrix *A, tropic_context *context, tropic_matrix_form form)
{
    TP_CALL(context);
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    TP_TRY(tp_outside_loops(context, "change a matrix's form"));
    if (!A) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "A is NULL");
    switch (form) {
    case TROPIC_MATRIX_AUTO:
        if (tp_hypersparse_pays(A->rows, A->cols, A->count)) return keep_hypersparse(context, A);
        return tp_matrix_with(context, A, keep_one, NULL);
    case TROPIC_MATRIX_BY_ROWS: return tp_matrix_with(context, A, keep_orientation, &(tp_orientation){TP_BY_ROW});
    case TROPIC_MATRIX_BY_COLUMNS: return tp_matrix_with(context, A, keep_orientation, &(tp_orientation){TP_BY_COLUMN});
    case TROPIC_MATRIX_HYPERSPARSE: return keep_hypersparse(context, A);
    case TROPIC_MATRIX_BITMAP: return tp_matrix_with(context, A, keep_bitmap, NULL);
    default: return tp_fail(context, TROPIC_INVALID_ARGUMENT, "no form %d of matrices", (int)form);
    }
}
