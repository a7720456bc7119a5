/* SPDX-License-Identifier: Apache-2.0
 *
 * The matrix handle: its making and freeing, its sizes and labels.
 */
#include "formats/matrix/build/loops.h"
#include "formats/matrix/forms/hypersparse.h"
#include "formats/matrix/pending.h"

#include <assert.h>

/* So that a program may have millions of small ones. */
static_assert(sizeof(tropic_matrix) < 1000, "a matrix without forms is small");

tropic_matrix *tp_matrix_new_in(const tp_memory *memory, tp_entries *shape)
{
    tropic_matrix *A = tp_allocate_zero(memory, 1, sizeof *A);
    if (!A) return NULL;
    if (!tp_mutex_make(&A->lock)) {
        tp_release(memory, A);
        return NULL;
    }
    A->memory = *memory;
    A->host.device = TP_ON_HOST;
    A->rows = shape->rows;
    A->cols = shape->cols;
    A->count = shape->count;
    A->type = shape->type;
    A->pattern = !shape->values;
    A->bipartite = shape->bipartite;
    A->labels = shape->labels;
    A->label_base = shape->label_base;
    shape->labels = NULL;
    return A;
}

tropic_matrix *tp_matrix_new(tropic_context *context, tp_entries *shape)
{
    return tp_matrix_new_in(&context->memory, shape);
}

/* The forms on a device; NULL: there is no place for any yet. */
static tp_forms *find_forms(const tropic_matrix *A, int device)
{
    tp_forms *forms = A->host.next;
    while (forms && forms->device != device) forms = forms->next;
    return forms;
}

const tp_forms *tp_matrix_forms(const tropic_context *context, const tropic_matrix *A)
{
    static const tp_forms none;
    const tp_forms *found;
    if (context->backend->location == TROPIC_HOST) return &A->host;
    found = find_forms(A, context->device_index);
    return found ? found : &none;
}

tropic_status tp_matrix_make_forms(tropic_context *context, tropic_matrix *A, tp_forms **forms)
{
    tp_forms *made;
    *forms = &A->host;
    if (context->backend->location == TROPIC_HOST) return TROPIC_OK;
    *forms = find_forms(A, context->device_index);
    if (*forms) return TROPIC_OK;
    if (context->device_index >= TP_MAX_DEVICES)
        return tp_fail(context, TROPIC_NOT_SUPPORTED, "device %d: matrices know %d devices", context->device_index,
                       TP_MAX_DEVICES);
    made = tp_allocate_zero(&A->memory, 1, sizeof *made);
    if (!made) return tp_out_of_memory(context, "a matrix");
    made->device = context->device_index;
    made->next = A->host.next;
    *forms = A->host.next = made;
    return TROPIC_OK;
}

void tp_side_free(const tp_memory *memory, tp_side *side)
{
    if (!(side->borrowed & TP_BORROWED_OFFSETS)) tp_release(memory, side->offsets);
    if (!(side->borrowed & TP_BORROWED_ROW_OF)) tp_release(memory, side->row_of);
    if (!(side->borrowed & TP_BORROWED_IDS)) tp_release(memory, side->ids);
    if (!(side->borrowed & TP_BORROWED_VALUES)) tp_release(memory, side->values);
    tp_release(memory, side->grouped);
    tp_release(memory, side->order);
    tp_release(memory, side->bits);
    *side = (tp_side){0};
}

void tp_mirror_free(int device, tp_side *side)
{
    void *arrays[] = {side->offsets, side->row_of, side->ids, side->values, side->split_points, side->bits};
    const unsigned borrowed[] = {TP_BORROWED_OFFSETS, TP_BORROWED_ROW_OF, TP_BORROWED_IDS, TP_BORROWED_VALUES, 0, 0};
    const int count = sizeof arrays / sizeof *arrays;
    for (int k = 0; k < count; k++)
        if (side->borrowed & borrowed[k]) arrays[k] = NULL;
    if (side->owner) side->owner->mirror_release(&side->memory, device, arrays, count);
    *side = (tp_side){0};
}

tropic_status tp_hypersparse_new(tropic_context *context, tropic_matrix **core, tp_hyperlist *rows, tp_hyperlist *cols,
                                 tp_hypersparse **made)
{
    *made = tp_allocate(&context->memory, 1, sizeof **made);
    if (!*made) return tp_out_of_memory(context, "a hypersparse matrix");
    **made = (tp_hypersparse){*core, *rows, *cols, context->memory};
    *core = NULL;
    rows->ids = cols->ids = NULL;
    return TROPIC_OK;
}

void tp_hypersparse_free(tp_hypersparse **form)
{
    tp_hypersparse *f = *form;
    tp_memory memory;
    if (!f) return;
    memory = f->memory;
    tropic_matrix_free(&f->core);
    tp_release(&memory, f->rows.ids);
    tp_release(&memory, f->cols.ids);
    tp_release(&memory, f);
    *form = NULL;
}

void tp_symbolic_drop(tp_symbolic *s)
{
    void *const arrays[] = {s->before, s->words};
    if (s->release) s->release(&s->memory, s->device, arrays, 2);
    s->before = NULL;
    s->words = NULL;
    s->bytes = 0;
}

void tp_symbolic_free(tp_symbolic **symbolic)
{
    tp_symbolic *s = *symbolic;
    tp_memory memory;
    if (!s) return;
    memory = s->memory;
    tp_symbolic_drop(s);
    tp_release(&memory, s);
    *symbolic = NULL;
}

void tp_form_free(const tropic_matrix *A, const tp_forms *in, tp_side *form)
{
    if (in->device == TP_ON_HOST)
        tp_side_free(&A->memory, form);
    else
        tp_mirror_free(in->device, form);
}

void tp_matrix_drop_forms(tropic_matrix *A, const tp_side *kept, const tp_side *too)
{
    while (A->casts) {
        tropic_matrix *cast = A->casts;
        A->casts = cast->next_cast;
        cast->labels = NULL; /* A's own */
        cast->loops = (tp_dropped_loops){0};
        tropic_matrix_free(&cast);
    }
    for (tp_forms *in = &A->host; in; in = in->next) {
        tp_side *const forms[] = {&in->sides[TP_BY_ROW], &in->sides[TP_BY_COLUMN], &in->dense};
        for (size_t k = 0; k < sizeof forms / sizeof *forms; k++)
            if (forms[k]->present && forms[k] != kept && forms[k] != too) tp_form_free(A, in, forms[k]);
    }
    tp_hypersparse_free(&A->hypersparse);
}

void tp_matrix_drop(tropic_matrix *A)
{
    tp_matrix_drop_forms(A, NULL, NULL);
    tp_symbolic_free(&A->symbolic);
    A->degrees_known[TP_BY_ROW] = A->degrees_known[TP_BY_COLUMN] = false;
    A->pushed = A->pulled = 0;
    A->symmetric = A->facts_known = A->components_known = false;
}

void tropic_matrix_free(tropic_matrix **A)
{
    tp_memory memory;
    if (!A || !*A) return;
    memory = (*A)->memory;
    tp_cache_leave(&(*A)->cache);
    tp_matrix_drop(*A);
    while ((*A)->host.next) {
        tp_forms *forms = (*A)->host.next;
        (*A)->host.next = forms->next;
        tp_release(&memory, forms);
    }
    tp_pending_free(&memory, &(*A)->pending);
    tp_release(&memory, (*A)->labels);
    tp_loops_forget(*A);
    tp_notes_free(&memory, &(*A)->notes);
    tp_mutex_destroy(&(*A)->lock);
    tp_release(&memory, *A);
    *A = NULL;
}

tropic_status tp_matrix_check_graph(tropic_context *context, const tropic_matrix *A)
{
    if (!A) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "A is NULL");
    if (!tropic_matrix_is_bipartite(A)) return TROPIC_OK;
    return tp_fail(context, TROPIC_DIMENSION_MISMATCH, "A is %d x %d, %s", A->rows, A->cols,
                   A->rows != A->cols ? "not square" : "between two sets of vertices");
}

tropic_status tp_matrix_check_type(tropic_context *context, const tropic_matrix *A, const char *name, tropic_type type)
{
    if (A->type == type || (A->pattern && !tp_type_struct(type))) return TROPIC_OK;
    return tp_fail(context, TROPIC_TYPE_MISMATCH, "%s is of type %s, not %s", name, tropic_type_name(A->type),
                   tropic_type_name(type));
}

tropic_index tropic_matrix_rows(const tropic_matrix *A)
{
    return A ? A->rows : 0;
}

tropic_index tropic_matrix_cols(const tropic_matrix *A)
{
    return A ? A->cols : 0;
}

tropic_type tropic_matrix_type(const tropic_matrix *A)
{
    return A ? A->type : TROPIC_BOOL;
}

bool tropic_matrix_is_pattern(const tropic_matrix *A)
{
    return A && A->pattern;
}

bool tropic_matrix_has_multiplicities(const tropic_matrix *A)
{
    return A && A->multiplicities;
}

bool tropic_matrix_is_bipartite(const tropic_matrix *A)
{
    return A && (A->bipartite || A->rows != A->cols);
}

tropic_format tropic_matrix_format(const tropic_matrix *A)
{
    return A ? A->format : TROPIC_FORMAT_AUTO;
}

tropic_file_direction tropic_matrix_file_direction(const tropic_matrix *A)
{
    return A ? A->file_direction : TROPIC_FILE_SILENT;
}

int64_t tropic_matrix_label(const tropic_matrix *A, tropic_index i)
{
    if (!A || i < 0 || i >= tp_labelled(A->rows, A->cols)) return -1;
    return A->labels ? A->labels[i] : i + A->label_base;
}

tropic_index tropic_matrix_find(const tropic_matrix *A, int64_t label)
{
    tropic_index low = 0, high = A ? tp_labelled(A->rows, A->cols) : 0;
    while (low < high) {
        const tropic_index middle = low + (high - low) / 2;
        if (tropic_matrix_label(A, middle) < label)
            low = middle + 1;
        else
            high = middle;
    }
    return A && low < tp_labelled(A->rows, A->cols) && tropic_matrix_label(A, low) == label ? low : -1;
}
