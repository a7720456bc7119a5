/* SPDX-License-Identifier: Apache-2.0
 *
 * The options that say how matrices and vectors lie in memory. Tropic has forms of its own, and chooses: one is made
 * where a program asks for it alone, and all else is kept.
 */
#include "graphblas/fields.h"

#include <string.h>

const GxB_Format_Value GxB_FORMAT_DEFAULT = GxB_BY_ROW;
const double GxB_HYPER_DEFAULT = GRB_HYPER_SWITCH, GxB_ALWAYS_HYPER = 1, GxB_NEVER_HYPER = -1;

static const grb_storage *storage_of(const grb_object *o)
{
    const void *object = o;
    return o->kind == GRB_Matrix ? &((const struct GrB_Matrix_opaque *)object)->storage
                                 : &((const struct GrB_Vector_opaque *)object)->storage;
}

static grb_storage *storage_to_set(grb_object *o)
{
    void *object = o;
    return o->kind == GRB_Matrix ? &((GrB_Matrix)object)->storage : &((GrB_Vector)object)->storage;
}

/* (What is one column or one row lies so, unless it was said how.) */
static bool get_format(grb_call *c, const grb_object *o, int which, grb_content *value)
{
    const tropic_matrix *A = o->kind == GRB_Matrix ? ((const struct GrB_Matrix_opaque *)(const void *)o)->of : NULL;
    const int32_t hint = o->hint > 0 ? o->hint : grb_global.object.hint;
    const bool column = o->kind == GRB_Vector || (o->hint == 0 && A && tropic_matrix_cols(A) == 1);
    const bool row = o->hint == 0 && A && tropic_matrix_rows(A) == 1;
    (void)which;
    return grb_get_constant(c, o, column || (!row && hint == GrB_COLMAJOR + 1) ? GxB_BY_COL : GxB_BY_ROW, value);
}

static bool set_format(grb_call *c, grb_object *o, int which, const grb_content *value)
{
    (void)which;
    if (value->number != GxB_BY_ROW && value->number != GxB_BY_COL)
        return grb_fail(c, GrB_INVALID_VALUE, "there is no format %d", (int)value->number);
    o->hint = (value->number == GxB_BY_ROW ? GrB_ROWMAJOR : GrB_COLMAJOR) + 1;
    return true;
}

static bool get_hyper(grb_call *c, const grb_object *o, int which, grb_content *value)
{
    (void)c;
    (void)which;
    value->real = storage_of(o)->has_hyper ? storage_of(o)->hyper : grb_global.settings.hyper;
    return true;
}

static bool set_hyper(grb_call *c, grb_object *o, int which, const grb_content *value)
{
    (void)c;
    (void)which;
    storage_to_set(o)->has_hyper = true;
    storage_to_set(o)->hyper = value->real;
    return true;
}

/* The library's is by the smaller dimension: 1, 2, 3 to 4, 5 to 8, .., and more than 64. */
static bool get_bitmap(grb_call *c, const grb_object *o, int which, grb_content *value)
{
    const grb_storage *s = storage_of(o);
    GrB_Index least = 1;
    int k = 0;
    (void)c;
    (void)which;
    if (o->kind == GRB_Matrix) {
        GrB_Matrix A = (GrB_Matrix)(uintptr_t)o; /* (which nobody writes to) */
        least = grb_rows(A) < grb_columns(A) ? grb_rows(A) : grb_columns(A);
    }
    while (k < GxB_NBITMAP_SWITCH - 1 && (GrB_Index)1 << k < least) k++;
    value->real = s->has_bitmap ? s->bitmap : grb_global.settings.bitmap[k];
    return true;
}

static bool set_bitmap(grb_call *c, grb_object *o, int which, const grb_content *value)
{
    (void)c;
    (void)which;
    storage_to_set(o)->has_bitmap = true;
    storage_to_set(o)->bitmap = value->real;
    return true;
}

static bool get_bitmaps(grb_call *c, const grb_object *o, int which, grb_content *value)
{
    (void)c;
    (void)o;
    (void)which;
    value->array = grb_global.settings.bitmap;
    return true;
}

static bool set_bitmaps(grb_call *c, grb_object *o, int which, const grb_content *value)
{
    static const double usual[] = GRB_BITMAP_SWITCH;
    (void)c;
    (void)o;
    (void)which;
    memcpy(grb_global.settings.bitmap, value->array ? value->array : usual, sizeof usual);
    return true;
}

static bool get_control(grb_call *c, const grb_object *o, int which, grb_content *value)
{
    const int control = storage_of(o)->control;
    (void)which;
    return grb_get_constant(c, o, control > 0 ? control : GxB_AUTO_SPARSITY, value);
}

/* Gives a matrix the form, if it is one that Tropic has, and not there yet. */
static bool have_matrix_form(grb_call *c, GrB_Matrix A, int form)
{
    tropic_matrix_forms there;
    tropic_matrix_form wanted = TROPIC_MATRIX_AUTO;
    if (A->rows) return true;
    if (!grb_report(c, A->of, grb_context(), &there)) return false;
    if (form == GxB_HYPERSPARSE && !there.hypersparse) wanted = TROPIC_MATRIX_HYPERSPARSE;
    if (form == GxB_SPARSE && !there.by_rows && !there.by_columns) wanted = TROPIC_MATRIX_BY_ROWS;
    if (form == GxB_BITMAP && !there.bitmap) wanted = TROPIC_MATRIX_BITMAP;
    if (wanted == TROPIC_MATRIX_AUTO) return true;
    const tropic_status status = tropic_matrix_set_form(A->of, grb_context(), wanted);
    return status == TROPIC_NOT_SUPPORTED || grb_done_in(c, grb_context(), status);
}

static bool have_vector_form(grb_call *c, GrB_Vector v, int form)
{
    const bool sparse = tropic_vector_get_form(v->of) == TROPIC_SPARSE;
    if (!(form == GxB_SPARSE && !sparse) && !(form == GxB_BITMAP && sparse)) return true;
    return grb_done_in(c, v->context, tropic_vector_set_form(v->of, sparse ? TROPIC_BITMAP : TROPIC_SPARSE));
}

static bool set_control(grb_call *c, grb_object *o, int which, const grb_content *value)
{
    const int control = (int)value->number & GxB_ANY_SPARSITY;
    void *object = o;
    (void)which;
    if (!(o->kind == GRB_Matrix ? have_matrix_form(c, object, control) : have_vector_form(c, object, control)))
        return false;
    storage_to_set(o)->control = control;
    return true;
}

/* (Where all places have entries, they lie as those of a full one do.) */
static bool get_status(grb_call *c, const grb_object *o, int which, grb_content *value)
{
    const int control = storage_of(o)->control;
    const bool may_be_full = control == 0 || (control & GxB_FULL);
    (void)which;
    if (o->kind == GRB_Vector) {
        const tropic_vector *v = ((const struct GrB_Vector_opaque *)(const void *)o)->of;
        const bool full = may_be_full && tropic_vector_count(v) == tropic_vector_size(v) && tropic_vector_size(v) > 0;
        const bool sparse = tropic_vector_get_form(v) == TROPIC_SPARSE;
        return grb_get_constant(c, o, full ? GxB_FULL : sparse ? GxB_SPARSE : GxB_BITMAP, value);
    }
    GrB_Matrix A = (GrB_Matrix)(uintptr_t)o; /* (which nobody writes to) */
    const GrB_Index places = (GrB_Index)tropic_matrix_rows(A->of) * (GrB_Index)tropic_matrix_cols(A->of);
    tropic_matrix_forms there;
    if (!grb_report(c, A->of, grb_context(), &there)) return false;
    const bool lists = A->rows || there.by_rows || there.by_columns;
    const bool full = may_be_full && places > 0 && grb_entries(A) == places;
    return grb_get_constant(c, o,
                            full                          ? GxB_FULL
                            : there.bitmap && !lists      ? GxB_BITMAP
                            : there.hypersparse && !lists ? GxB_HYPERSPARSE
                                                          : GxB_SPARSE,
                            value);
}

static bool get_is_hyper(grb_call *c, const grb_object *o, int which, grb_content *value)
{
    if (!get_status(c, o, which, value)) return false;
    value->number = value->number == GxB_HYPERSPARSE;
    return true;
}

/* Bits of integers: 32 or 64, and 0 for those of the library. */
static int32_t *bits_of(const grb_object *o, int which)
{
    return o->kind == GRB_Global ? &grb_global.settings.bits[which]
                                 : &storage_to_set((grb_object *)(uintptr_t)o)->bits[which];
}

static bool get_bits(grb_call *c, const grb_object *o, int which, grb_content *value)
{
    return grb_get_constant(c, o, *bits_of(o, which), value);
}

static bool set_bits(grb_call *c, grb_object *o, int which, const grb_content *value)
{
    if (value->number != 0 && value->number != 32 && value->number != 64)
        return grb_fail(c, GrB_INVALID_VALUE, "there are no integers of %d bits", (int)value->number);
    *bits_of(o, which) = (int32_t)value->number;
    return true;
}

static bool get_iso(grb_call *c, const grb_object *o, int which, grb_content *value)
{
    const struct GrB_Matrix_opaque *A = (const void *)o;
    (void)which;
    return grb_get_constant(c, o, o->kind == GRB_Matrix && !A->rows && tropic_matrix_is_pattern(A->of), value);
}

static bool get_will_wait(grb_call *c, const grb_object *o, int which, grb_content *value)
{
    tropic_matrix_forms there = {.pending = 0};
    (void)which;
    return (o->kind == GRB_Vector ||
            grb_report(c, ((const struct GrB_Matrix_opaque *)(const void *)o)->of, grb_context(), &there)) &&
           grb_get_constant(c, o, there.pending > 0, value);
}

static bool get_is_readonly(grb_call *c, const grb_object *o, int which, grb_content *value)
{
    (void)which;
    return grb_get_constant(c, o, o->kind == GRB_Vector && ((const struct GrB_Vector_opaque *)(const void *)o)->loaned,
                            value);
}

#define GLOBAL GRB_OF(Global)
#define MATRIX GRB_OF(Matrix)
#define VECTOR GRB_OF(Vector)

static const grb_field options[] = {
    GRB_HINT(GxB_FORMAT, GLOBAL | MATRIX, INT32, 0, get_format, set_format),
    GRB_OPTION(GxB_FORMAT, VECTOR, INT32, 0, get_format, NULL),
    GRB_HINT(GxB_HYPER_SWITCH, GLOBAL, REAL, GRB_SETTING(hyper), grb_get_real, grb_set_real),
    GRB_HINT(GxB_HYPER_SWITCH, MATRIX, REAL, 0, get_hyper, set_hyper),
    GRB_HINT(GxB_BITMAP_SWITCH, GLOBAL, REAL_ARRAY, 0, get_bitmaps, set_bitmaps),
    GRB_HINT(GxB_BITMAP_SWITCH, MATRIX | VECTOR, REAL, 0, get_bitmap, set_bitmap),
    GRB_HINT(GxB_ROWINDEX_INTEGER_HINT, GLOBAL | MATRIX | VECTOR, INT32, 0, get_bits, set_bits),
    GRB_HINT(GxB_COLINDEX_INTEGER_HINT, GLOBAL | MATRIX | VECTOR, INT32, 1, get_bits, set_bits),
    GRB_HINT(GxB_OFFSET_INTEGER_HINT, GLOBAL | MATRIX | VECTOR, INT32, 2, get_bits, set_bits),
    GRB_OPTION(GxB_SPARSITY_CONTROL, MATRIX | VECTOR, INT32, 0, get_control, set_control),
    GRB_OPTION(GxB_SPARSITY_STATUS, MATRIX | VECTOR, INT32, 0, get_status, NULL),
    GRB_OPTION(GxB_IS_HYPER, MATRIX | VECTOR, TRUTH, 0, get_is_hyper, NULL),
    GRB_OPTION(GxB_ISO, MATRIX | VECTOR, TRUTH, 0, get_iso, NULL),
    GRB_OPTION(GxB_WILL_WAIT, MATRIX | VECTOR, TRUTH, 0, get_will_wait, NULL),
    GRB_OPTION(GxB_IS_READONLY, MATRIX | VECTOR, TRUTH, 0, get_is_readonly, NULL),
    GRB_OPTION(GxB_ROWINDEX_INTEGER_BITS, MATRIX | VECTOR, INT32, 32, grb_get_constant, NULL),
    GRB_OPTION(GxB_COLINDEX_INTEGER_BITS, MATRIX | VECTOR, INT32, 32, grb_get_constant, NULL),
    GRB_OPTION(GxB_OFFSET_INTEGER_BITS, MATRIX | VECTOR, INT32, 64, grb_get_constant, NULL),
};
const grb_fields grb_storage_options = {options, sizeof options / sizeof *options};
