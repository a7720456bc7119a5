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
    OWNED(entries) e = entries_new(o->type, places);
    value one, v;
    const GrB_Index count = all ? places : world_places(w, o->rows, o->cols, e.i, e.j);
    memset(&one, 0, sizeof one);
    memset(&v, 0, sizeof v);
    world_value(w, o->type, &one, SUMS_ANY);
    for (GrB_Index k = 0; k < count; k++) {
        const GrB_Index at = all ? k : e.i[k] * o->cols + e.j[k];
        world_value(w, o->type, &v, SUMS_ANY);
        d.has[at] = true;
        memcpy(d.values + at * d.size, iso ? &one : &v, d.size);
    }
    return d;
}

/* The formats that have no array of all places, or of all lines that are too many. */
static bool has_small_arrays(format f, GrB_Index rows, GrB_Index cols)
{
    return format_is_hyper(f) || (f == FORMAT_CSR && !is_large(rows)) || (f == FORMAT_CSC && !is_large(cols)) ||
           (!is_large(rows) && !is_large(cols));
}

static format draw_format(world *w, object_kind kind, GrB_Index rows, GrB_Index cols)
{
    static const format of_vectors[] = {FORMAT_CSC, FORMAT_BitmapC, FORMAT_FullC};
    format f;
    do f = kind == OBJECT_VECTOR ? of_vectors[world_below(w, 3)] : (format)world_below(w, FORMATS);
    while (!has_small_arrays(f, rows, cols));
    return f;
}

/* -- lists, of large sizes --------------------------------------------------------------------- */

static void *new_array(GrB_Index *size, GrB_Index count, size_t each)
{
    void *array = calloc(count + 1, each);
    if (!array) abort();
    *size = count * each;
    return array;
}

/* The lines that have entries; or all of them, if that is no hypersparse form. */
static void list_lines(format_arrays *a, const GrB_Index *line, GrB_Index lines)
{
    const bool hyper = format_is_hyper(a->form);
    a->p = new_array(&a->p_size, (hyper ? a->nvals : lines) + 2, sizeof *a->p);
    if (hyper) a->h = new_array(&a->h_size, a->nvals + 1, sizeof *a->h);
    for (GrB_Index k = 0; k < a->nvals; k++) {
        if (!hyper)
            a->p[line[k] + 1] = k + 1;
        else if (k == 0 || line[k] != line[k - 1])
            a->h[a->nvec++] = line[k];
        if (hyper) a->p[a->nvec] = k + 1;
    }
    /* (SuiteSparse 7.4 wants a matrix of one line to have that.) */
    if (hyper && lines == 1) a->nvec = 1;
    a->h_size = hyper ? a->nvec * sizeof *a->h : 0;
    a->p_size = hyper ? (a->nvec + 1) * sizeof *a->p : a->p_size;
    for (GrB_Index l = 0; l < lines && !hyper; l++)
        if (a->p[l + 1] < a->p[l]) a->p[l + 1] = a->p[l];
    if (!hyper) a->nvec = lines;
}

static format_arrays draw_lists(world *w, const object *o, format f, bool iso)
{
    const bool columns = format_by_columns(f);
    const GrB_Index lines = columns ? o->cols : o->rows, width = columns ? o->rows : o->cols;
    OWNED(entries) e = entries_new(o->type, world_room(lines, width));
    format_arrays a = {.form = f, .iso = iso};
    a.nvals = world_places(w, lines, width, e.i, e.j);
    a.i = new_array(&a.i_size, a.nvals, sizeof *a.i);
    a.x = new_array(&a.x_size, iso ? 1 : a.nvals, value_size(o->type));
    memcpy(a.i, e.j, a.nvals * sizeof *a.i);
    for (GrB_Index k = 0; k < (iso ? 1 : a.nvals); k++)
        world_value(w, o->type, (char *)a.x + k * value_size(o->type), SUMS_ANY);
    if (o->kind == OBJECT_MATRIX) list_lines(&a, e.i, lines);
    return a;
}

/* The entries that the arrays say. */
static void tell_lists(const object *o, const format_arrays *a, answer_item *item)
{
    const bool columns = format_by_columns(a->form), matrix = o->kind == OBJECT_MATRIX;
    const bool hyper = format_is_hyper(a->form);
    const GrB_Index lines = !matrix ? 1 : hyper ? a->nvec : columns ? o->cols : o->rows;
    const size_t size = value_size(o->type);
    const GrB_Index count = matrix ? a->p[lines] : a->nvals;
    answer_reserve(item, o->type, count);
    for (GrB_Index l = 0; l < lines; l++)
        for (GrB_Index k = matrix ? a->p[l] : 0; k < (matrix ? a->p[l + 1] : count); k++) {
            const GrB_Index line = hyper ? a->h[l] : l;
            item->i[k] = columns ? a->i[k] : line;
            item->j[k] = columns ? line : a->i[k];
            memcpy(item->values + k * size, (const char *)a->x + (a->iso ? 0 : k * size), size);
            if (!a->jumbled && k > (matrix ? a->p[l] : 0) && a->i[k] <= a->i[k - 1]) item->info = GrB_PANIC;
        }
    item->rows = o->rows;
    item->cols = o->cols;
    answer_sort(item);
}

/* -- calls ------------------------------------------------------------------------------------- */

/* Adds the entries that the arrays say, or a PANIC where they say none, and frees them. */
static void tell_arrays(world *w, const object *o, GrB_Info info, format_arrays *a)
{
    answer_item *item = answer_add(w->answer, info, "unpack #%d, format %s", o->id, format_name(a->form));
    if (info != GrB_SUCCESS) return;
    if (is_large(o->rows) || is_large(o->cols)) {
        tell_lists(o, a, item);
        return;
    }
    OWNED(dense) d = dense_new(o->rows, o->cols, value_size(o->type));
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

/* Perhaps jumbled. */
static format_arrays draw_arrays(world *w, const object *o, format f, bool iso, bool *jumbled)
{
    if (is_large(o->rows) || is_large(o->cols)) {
        *jumbled = false;
        return draw_lists(w, o, f, iso);
    }
    OWNED(dense) d = draw_dense(w, o, format_is_full(f), iso);
    /* (SuiteSparse 7.4 loses the order of values that are all there.) */
    *jumbled = *jumbled && dense_count(&d) < o->rows * o->cols;
    return format_of(&d, f, iso, *jumbled, o->kind == OBJECT_VECTOR);
}

/* Into a new object, or one that there is. */
void method_check_pack(world *w)
{
    const object_kind kind = world_one_in(w, 3) ? OBJECT_VECTOR : OBJECT_MATRIX;
    const bool iso = world_one_in(w, 4), made = world_one_in(w, 2);
    const value_type type = world_type(w);
    const GrB_Index rows = world_size(w), cols = kind == OBJECT_MATRIX ? world_size(w) : 1;
    const format f = draw_format(w, kind, rows, cols);
    object *o = made ? world_enter(w, kind, type, rows, cols) : world_take(w, kind, type, rows, cols);
    bool jumbled = world_one_in(w, 3);
    format_arrays a = draw_arrays(w, o, f, iso, &jumbled);
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
    format_arrays a = {.form = draw_format(w, kind, rows, cols)};
    GrB_Info info = kind == OBJECT_MATRIX ? format_unpack(o->A, &a) : format_unpack_vector(o->v, &a);
    tell_arrays(w, o, info, &a);
    world_tell(w, o, "after it");
    if (info != GrB_SUCCESS) return;
    info = kind == OBJECT_MATRIX ? format_pack(o->A, &a, NULL) : format_pack_vector(o->v, &a, NULL);
    answer_add(w->answer, info, "pack it");
    world_tell(w, o, "after that");
}
