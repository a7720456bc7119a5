/* SPDX-License-Identifier: Apache-2.0
 *
 * Objects that take arrays over, and give them up.
 */
#include "tests/graphblas/cases/contents.h"
#include "tests/graphblas/cases/formats.h"
#include "tests/graphblas/cases/methods.h"

#include <string.h>

/* Entries, all of them if the format has all; with one value, if so wanted. */
static dense draw_dense(world *w, const object *o, bool all, bool iso)
{
    dense d = dense_new(o->rows, o->cols, value_size(o->type));
    const GrB_Index places = o->rows * o->cols;
    OWNED_MEMORY GrB_Index *ids = calloc(places + 1, sizeof *ids);
    value one, v;
    if (!ids) abort();
    const GrB_Index count = all ? places : world_places(w, places, ids);
    memset(&one, 0, sizeof one);
    memset(&v, 0, sizeof v);
    world_value(w, o->type, &one, SUMS_ANY);
    for (GrB_Index k = 0; k < count; k++) {
        const GrB_Index at = all ? k : ids[k];
        world_value(w, o->type, &v, SUMS_ANY);
        d.has[at] = true;
        memcpy(d.values + at * d.size, iso ? &one : &v, d.size);
    }
    return d;
}

static format draw_format(world *w, object_kind kind)
{
    static const format of_vectors[] = {FORMAT_CSC, FORMAT_BitmapC, FORMAT_FullC};
    return kind == OBJECT_VECTOR ? of_vectors[world_below(w, 3)] : (format)world_below(w, FORMATS);
}

/* Adds the entries that the arrays say, or a PANIC where they say none, and frees them. */
static void tell_arrays(world *w, const object *o, GrB_Info info, format_arrays *a)
{
    answer_item *item = answer_add(w->answer, info, "unpack #%d, format %s", o->id, format_name(a->form));
    OWNED(dense) d = dense_new(o->rows, o->cols, value_size(o->type));
    if (info != GrB_SUCCESS) return;
    if (!format_read(a, &d, o->kind == OBJECT_VECTOR)) item->info = GrB_PANIC;
    item->rows = o->rows;
    item->cols = o->cols;
    answer_reserve(item, o->type, dense_count(&d));
    for (GrB_Index k = 0, e = 0; k < o->rows * o->cols; k++) {
        if (!d.has[k]) continue;
        item->i[e] = k / o->cols;
        item->j[e] = k % o->cols;
        memcpy(item->values + e++ * d.size, d.values + k * d.size, d.size);
    }
    answer_sort(item);
}

static void use(world *w, const object *o)
{
    object *transpose;
    GrB_Info info;
    if (o->kind == OBJECT_VECTOR) return;
    transpose = world_enter(w, OBJECT_MATRIX, o->type, o->cols, o->rows);
    info = GrB_Matrix_new(&transpose->A, ops.types[o->type], o->cols, o->rows);
    if (info == GrB_SUCCESS) info = GrB_transpose(transpose->A, NULL, NULL, o->A, NULL);
    answer_add(w->answer, info, "transpose #%d", o->id);
    world_tell(w, transpose, "is that");
}

/* With GxB_SECURE_IMPORT, or NULL. */
static GrB_Descriptor draw_descriptor(world *w)
{
    GrB_Descriptor desc = NULL;
    if (world_one_in(w, 2)) return NULL;
    if (GrB_Descriptor_new(&desc) != GrB_SUCCESS ||
        GrB_Descriptor_set(desc, GxB_IMPORT, GxB_SECURE_IMPORT) != GrB_SUCCESS)
        abort();
    return desc;
}

/* Into a new object, or one that there is. */
void method_check_pack(world *w)
{
    const object_kind kind = world_one_in(w, 3) ? OBJECT_VECTOR : OBJECT_MATRIX;
    const format f = draw_format(w, kind);
    const bool iso = world_one_in(w, 4), made = world_one_in(w, 2);
    const value_type type = world_type(w);
    const GrB_Index rows = world_size(w), cols = kind == OBJECT_MATRIX ? world_size(w) : 1;
    object *o = made ? world_enter(w, kind, type, rows, cols) : world_take(w, kind, type, rows, cols);
    OWNED(dense) d = draw_dense(w, o, format_is_full(f), iso);
    /* (SuiteSparse 7.4 loses the order of values that are all there.) */
    const bool jumbled = world_one_in(w, 3) && dense_count(&d) < o->rows * o->cols;
    format_arrays a = format_of(&d, f, iso, jumbled, kind == OBJECT_VECTOR);
    GrB_Descriptor desc = draw_descriptor(w);
    GrB_Info info;
    if (kind == OBJECT_MATRIX)
        info = made ? format_import(&o->A, ops.types[type], rows, cols, &a, desc) : format_pack(o->A, &a, desc);
    else
        info = made ? format_import_vector(&o->v, ops.types[type], rows, &a, desc) : format_pack_vector(o->v, &a, desc);
    answer_add(w->answer, info, "%s #%d, format %s%s%s%s", made ? "import" : "pack", o->id, format_name(f),
               iso ? ", iso" : "", jumbled ? ", jumbled" : "", desc ? ", secure" : "");
    GrB_Descriptor_free(&desc);
    world_tell(w, o, "is that");
    use(w, o);
}

/* Out of an object, which is empty then. */
void method_check_unpack(world *w)
{
    const object_kind kind = world_one_in(w, 3) ? OBJECT_VECTOR : OBJECT_MATRIX;
    const value_type type = world_type(w);
    const GrB_Index rows = world_size(w), cols = kind == OBJECT_MATRIX ? world_size(w) : 1;
    const object *o = world_take(w, kind, type, rows, cols);
    format_arrays a = {.form = draw_format(w, kind)};
    GrB_Info info = kind == OBJECT_MATRIX ? format_unpack(o->A, &a) : format_unpack_vector(o->v, &a);
    tell_arrays(w, o, info, &a);
    world_tell(w, o, "after it");
    if (info != GrB_SUCCESS) return;
    info = kind == OBJECT_MATRIX ? format_pack(o->A, &a, NULL) : format_pack_vector(o->v, &a, NULL);
    answer_add(w->answer, info, "pack it");
    world_tell(w, o, "after that");
}
