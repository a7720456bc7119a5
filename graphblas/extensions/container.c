/* SPDX-License-Identifier: Apache-2.0
 *
 * Containers: the arrays of a matrix or a vector as vectors.
 */
#include "graphblas/extensions/pack.h"

/* ------------------------------------------------------------------------------------------------
 * Containers
 */

/* Its vectors, and the type of each in a new one. */
enum { PARTS = 5 };
typedef enum part { PART_P, PART_H, PART_B, PART_I, PART_X } part;
static const char *const part_names[PARTS] = {"p", "h", "b", "i", "x"};

static GrB_Vector *part_of(GxB_Container container, int k)
{
    GrB_Vector *const parts[PARTS] = {&container->p, &container->h, &container->b, &container->i, &container->x};
    return parts[k];
}

static GrB_Type part_type(int k)
{
    return k == PART_P ? GrB_UINT64 : k == PART_B ? GrB_INT8 : k == PART_X ? GrB_BOOL : GrB_INT32;
}

static void free_parts(GxB_Container container)
{
    for (int k = 0; k < PARTS; k++) {
        GrB_Vector v = *part_of(container, k);
        for (int other = k; other < PARTS; other++) /* (The caller may have put one vector in two places.) */
            if (*part_of(container, other) == v) *part_of(container, other) = NULL;
        grb_delete(v);
    }
}

/* A vector without places of its own; NULL: the call has failed. */
static GrB_Vector new_part(grb_call *c, int k)
{
    GrB_Vector made = grb_new_vector(c, part_type(k));
    if (made && (made->of = grb_no_places(c, made->type))) return made;
    grb_delete(made);
    return NULL;
}

GrB_Info GxB_Container_new(GxB_Container *container)
{
    grb_call c;
    if (!grb_open(&c, __func__) || !GRB_POINTER(c, container) || !grb_ready(&c, GRB_PASS_NONE)) return grb_close(&c);
    GxB_Container made = grb_allocate_zero(1, sizeof *made);
    bool good = made || grb_no_memory(&c);
    for (int k = 0; k < PARTS && good; k++) good = (*part_of(made, k) = new_part(&c, k));
    if (good) {
        made->nrows_nonempty = made->ncols_nonempty = -1;
        made->format = GxB_FULL;
        made->orientation = GrB_ROWMAJOR;
        grb_count_object(1);
        *container = made;
    } else if (made) {
        free_parts(made);
        grb_release(made);
    }
    return grb_close(&c);
}

/* A part that there is, is a vector. */
static bool whole(grb_call *c, GxB_Container container)
{
    if (!GRB_POINTER(*c, container)) return false;
    for (int k = 0; k < PARTS; k++) {
        const GrB_Vector v = *part_of(container, k);
        if (v && !grb_need_as_held(c, v, part_names[k])) return false;
        c->vector_count = 0; /* (They stay where they are.) */
    }
    return true;
}

/* ... and another one than the parts before it and the object, for arrays have one owner. */
static bool distinct(grb_call *c, GxB_Container container)
{
    for (int k = 0; k < PARTS; k++) {
        const GrB_Vector v = *part_of(container, k);
        if (!v) continue;
        if (&v->object == c->output) return grb_fail(c, GrB_INVALID_OBJECT, "v is the container's %s", part_names[k]);
        for (int other = 0; other < k; other++)
            if (v == *part_of(container, other))
                return grb_fail(c, GrB_INVALID_OBJECT, "%s and %s are one vector", part_names[other], part_names[k]);
    }
    return true;
}

GrB_Info GxB_Container_free(GxB_Container *container)
{
    grb_call c;
    if (!container || !*container) return GrB_SUCCESS;
    if (grb_open_large(&c, __func__) && whole(&c, *container) && GRB_MAY(c, (*container)->Y)) {
        free_parts(*container);
        grb_delete((*container)->Y);
        grb_release(*container);
        grb_count_object(-1);
        *container = NULL;
    }
    return grb_close(&c);
}

/* ------------------------------------------------------------------------------------------------
 * Load
 */

static bool right_type(int k, GrB_Type type)
{
    if (k == PART_X) return true;
    if (k == PART_B) return type == GrB_INT8 || type == GrB_UINT8 || type == GrB_BOOL;
    return type == GrB_INT32 || type == GrB_UINT32 || type == GrB_INT64 || type == GrB_UINT64;
}

/* A part's values: its own array, or a copy in a room. */
static bool read_part(grb_call *c, GxB_Container container, int k, grb_array *array)
{
    const GrB_Vector v = *part_of(container, k);
    const char *name = part_names[k];
    if (!v) return grb_fail(c, GrB_NULL_POINTER, "the container has no %s", name);
    if (!right_type(k, v->type)) return grb_fail(c, GrB_DOMAIN_MISMATCH, "%s is of %s", name, grb_type_name(v->type));
    const GrB_Index n = v->held ? v->places : (GrB_Index)tropic_vector_size(v->of);
    *array = (grb_array){.at = v->held, .bytes = n * v->type->size, .narrow = v->type->size == sizeof(uint32_t)};
    if (v->held && !v->loaned) return true;
    if (!(array->at = grb_room(c, n, v->type->size))) return false;
    if (v->held) return grb_copy(c, array->at, v->held, array->bytes);
    return grb_need_all(c, v, name) &&
           (n == 0 || grb_done_in(c, v->context, tropic_vector_get_dense(v->of, array->at, NULL)));
}

/* Reads the parts that the format has. */
static bool read_parts(grb_call *c, GxB_Container container, bool vector, grb_arrays *a)
{
    *a = (grb_arrays){.format = container->format,
                      .by_columns = vector || container->orientation == GrB_COLMAJOR,
                      .iso = container->iso,
                      .jumbled = container->jumbled,
                      .nrows = container->nrows,
                      .ncols = vector ? 1 : container->ncols,
                      .nvals = container->nvals};
    const bool hyper = a->format == GxB_HYPERSPARSE, sparse = a->format == GxB_SPARSE || hyper;
    if (!sparse && a->format != GxB_BITMAP && a->format != GxB_FULL)
        return grb_fail(c, GrB_INVALID_VALUE, "there is no format %d", container->format);
    if (vector && hyper) return grb_fail(c, GrB_INVALID_VALUE, "a vector is not hypersparse");
    if (container->orientation != GrB_ROWMAJOR && container->orientation != GrB_COLMAJOR)
        return grb_fail(c, GrB_INVALID_VALUE, "there is no orientation %d", container->orientation);
    if (!grb_api_size(c, a->nrows, "nrows") || !grb_api_size(c, a->ncols, "ncols") ||
        (hyper && !read_part(c, container, PART_H, &a->h)) ||
        (sparse && !vector && !read_part(c, container, PART_P, &a->p)) ||
        (sparse && !read_part(c, container, PART_I, &a->i)) ||
        (a->format == GxB_BITMAP && !read_part(c, container, PART_B, &a->b)))
        return false;
    a->nvec = a->h.bytes / (a->h.narrow ? sizeof(uint32_t) : sizeof(uint64_t));
    return read_part(c, container, PART_X, &a->x);
}

/* Vectors without places for the parts that there are. */
typedef struct blanks {
    tropic_vector *of[PARTS];
} blanks;

static void free_blanks(blanks *b)
{
    for (int k = 0; k < PARTS; k++) tropic_vector_free(&b->of[k]);
}

static bool make_blanks(grb_call *c, GxB_Container container, blanks *b)
{
    bool good = true;
    *b = (blanks){.of = {NULL}};
    for (int k = 0; k < PARTS && good; k++) {
        const GrB_Vector v = *part_of(container, k);
        good = !v || (b->of[k] = grb_no_places(c, v->type));
    }
    if (!good) free_blanks(b);
    return good;
}

/* (Y is not the caller's matrix that the call is about.) */
static void forget_hash(grb_call *c, GxB_Container container)
{
    if ((grb_object *)container->Y != c->output) grb_delete(container->Y);
    container->Y = NULL;
}

/* The parts have gone into an object, some of them as they were. */
static void empty_parts(grb_call *c, GxB_Container container, const grb_arrays *a, blanks *b)
{
    const grb_array *const arrays[PARTS] = {&a->p, &a->h, &a->b, &a->i, &a->x};
    for (int k = 0; k < PARTS; k++) {
        GrB_Vector v = *part_of(container, k);
        if (!v) continue;
        if (arrays[k]->taken && !v->loaned) v->held = NULL;
        grb_replace_vector(c, v, b->of[k], v->type);
    }
    forget_hash(c, container);
}

static bool ready_to_load(grb_call *c, GxB_Container container, GrB_Descriptor desc, bool vector, grb_arrays *a)
{
    return whole(c, container) && distinct(c, container) && GRB_MAY(*c, container->Y) && GRB_MAY(*c, desc) &&
           grb_ready(c, GRB_PASS_NONE) && read_parts(c, container, vector, a);
}

/* How many ids the array has room for. Programs fill it up after the matrix has been unloaded. */
static GrB_Index ids_room(GxB_Container container)
{
    const GrB_Vector v = container->format == GxB_SPARSE ? container->i : NULL;
    return v && v->held && !v->loaned ? v->held_bytes / v->type->size : 0;
}

/* (Its type may change.) */
static bool of_its_kind(grb_call *c)
{
    return !c->taken || grb_fail(c, GrB_NOT_IMPLEMENTED, "A is a vector: GxB_load_Vector_from_Container");
}

GrB_Info GxB_load_Matrix_from_Container(GrB_Matrix A, GxB_Container container, const GrB_Descriptor desc)
{
    grb_call c;
    grb_arrays a;
    blanks empty;
    tropic_matrix *made = NULL;
    if (!GRB_OPEN_LARGE(c, A) || !of_its_kind(&c) || !ready_to_load(&c, container, desc, false, &a) ||
        !make_blanks(&c, container, &empty))
        return grb_close(&c);
    const GrB_Type type = container->x->type;
    if (grb_are_large(&a) ? grb_pack_large_matrix(&c, A, type, &a) : grb_pack_matrix(&c, &made, type, &a)) {
        if (made) grb_replace_matrix(A, made, type);
        grb_orient(A, a.by_columns);
        A->ids_room = ids_room(container);
        A->one_value = container->iso;
        empty_parts(&c, container, &a, &empty);
    } else {
        free_blanks(&empty);
    }
    return grb_close(&c);
}

GrB_Info GxB_load_Vector_from_Container(GrB_Vector v, GxB_Container container, const GrB_Descriptor desc)
{
    grb_call c;
    grb_arrays a;
    blanks empty;
    tropic_vector *made = NULL;
    if (!grb_open_large(&c, __func__) || !grb_remakes(&c, v, "v") || !ready_to_load(&c, container, desc, true, &a) ||
        !make_blanks(&c, container, &empty))
        return grb_close(&c);
    const GrB_Type type = container->x->type;
    if (grb_are_large(&a) ? grb_pack_large_vector(&c, v, type, &a) : grb_pack_vector(&c, &made, type, &a)) {
        if (made) grb_replace_vector(&c, v, made, type);
        empty_parts(&c, container, &a, &empty);
    } else {
        free_blanks(&empty);
    }
    return grb_close(&c);
}

/* ------------------------------------------------------------------------------------------------
 * Unload
 */

/* What parts need, so that they can take arrays without fail. */
typedef struct fillings {
    GrB_Vector made[PARTS];     /* for parts that the container lacks */
    tropic_vector *none[PARTS]; /* for those that become empty */
} fillings;

static void free_fillings(fillings *f)
{
    for (int k = 0; k < PARTS; k++) {
        tropic_vector_free(&f->none[k]);
        grb_delete(f->made[k]);
    }
}

/* The type of a part of an object of this one. */
static GrB_Type type_of(int k, const grb_arrays *a, GrB_Type type)
{
    const bool ids = k == PART_H || k == PART_I;
    return k == PART_X ? type : ids && !a->i.narrow ? GrB_INT64 : part_type(k);
}

static bool make_fillings(grb_call *c, GxB_Container container, const grb_arrays *a, GrB_Type type, fillings *f)
{
    bool good = true;
    *f = (fillings){.made = {NULL}};
    for (int k = 0; k < PARTS && good; k++)
        good = (*part_of(container, k) || (f->made[k] = new_part(c, k))) &&
               (f->none[k] = grb_no_places(c, type_of(k, a, type)));
    if (!good) free_fillings(f);
    return good;
}

/* The container has the arrays. */
static void give_parts(grb_call *c, GxB_Container container, const grb_arrays *a, GrB_Type type, fillings *f)
{
    const grb_array *const arrays[PARTS] = {&a->p, &a->h, &a->b, &a->i, &a->x};
    for (int k = 0; k < PARTS; k++) {
        const GrB_Type of = type_of(k, a, type);
        if (f->made[k]) *part_of(container, k) = f->made[k];
        GrB_Vector v = *part_of(container, k);
        grb_replace_vector(c, v, f->none[k], of);
        if (arrays[k]->bytes > 0) grb_hold(v, of, arrays[k], arrays[k]->bytes / of->size, false);
        if (arrays[k]->room > arrays[k]->bytes) v->held_bytes = arrays[k]->room;
    }
    forget_hash(c, container);
    container->nrows = a->nrows;
    container->ncols = a->ncols;
    container->nrows_nonempty = container->ncols_nonempty = -1;
    container->nvals = a->nvals;
    container->format = a->format;
    container->orientation = a->by_columns ? GrB_COLMAJOR : GrB_ROWMAJOR;
    container->iso = a->iso;
    container->jumbled = false;
}

/* The object's own format, unless others are to be taken. */
static int choose_format(int control, int own, bool full)
{
    static const int others[] = {GxB_SPARSE, GxB_HYPERSPARSE, GxB_BITMAP};
    if (full && (control == 0 || (control & GxB_FULL))) return GxB_FULL;
    if (control == 0 || (control & own)) return own;
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        if (control & others[k]) return others[k];
    return own;
}

/* The format of the matrix's parts, whose sizes are those of vectors. */
static bool describe(grb_call *c, GrB_Matrix A, grb_arrays *a)
{
    tropic_matrix_forms forms;
    if (!grb_report(c, A->of, c->context, &forms)) return false;
    const bool hyper = forms.hypersparse && !forms.by_rows && !forms.by_columns;
    *a = (grb_arrays){.by_columns = A->object.hint == GrB_COLMAJOR + 1,
                      .iso = true,
                      .nrows = grb_rows(A),
                      .ncols = grb_columns(A),
                      .nvals = (GrB_Index)tropic_matrix_count(A->of)};
    if (A->dictionary) {
        a->format = GxB_HYPERSPARSE;
        return true;
    }
    const GrB_Index places = a->nrows * a->ncols;
    a->format = choose_format(A->storage.control, hyper ? GxB_HYPERSPARSE : GxB_SPARSE, a->nvals == places);
    a->i.narrow = a->format == GxB_SPARSE;
    return a->format == GxB_SPARSE
               ? grb_size(c, grb_lines(a) + 1, "the size of p") && grb_size(c, a->nvals, "the size of i")
           : a->format == GxB_HYPERSPARSE ? grb_size(c, a->nvals + 1, "the size of p")
                                          : grb_size(c, places, "the size of x");
}

static bool ready_to_unload(grb_call *c, GxB_Container container, GrB_Descriptor desc)
{
    return whole(c, container) && distinct(c, container) && GRB_MAY(*c, container->Y) && GRB_MAY(*c, desc) &&
           grb_ready(c, GRB_PASS_NONE);
}

GrB_Info GxB_unload_Matrix_into_Container(GrB_Matrix A, GxB_Container container, const GrB_Descriptor desc)
{
    grb_call c;
    grb_arrays a;
    fillings f;
    tropic_matrix *none = NULL;
    if (!GRB_OPEN_LARGE(c, A) || !of_its_kind(&c) || !ready_to_unload(&c, container, desc) || !describe(&c, A, &a) ||
        !make_fillings(&c, container, &a, A->type, &f))
        return grb_close(&c);
    if (grb_done(&c, tropic_matrix_create(&none, c.context, A->type->type, 0, 0)) &&
        (A->dictionary ? grb_unpack_large_matrix(&c, A, &a) : grb_unpack_matrix(&c, A, &a))) {
        give_parts(&c, container, &a, A->type, &f);
        grb_replace_matrix(A, none, A->type);
    } else {
        tropic_matrix_free(&none);
        free_fillings(&f);
    }
    return grb_close(&c);
}

GrB_Info GxB_unload_Vector_into_Container(GrB_Vector v, GxB_Container container, const GrB_Descriptor desc)
{
    grb_call c;
    fillings f;
    grb_arrays a = {.by_columns = true};
    tropic_vector *none = NULL;
    if (!grb_open_large(&c, __func__) || !grb_remakes(&c, v, "v") || !GRB_NEED(c, v) ||
        !ready_to_unload(&c, container, desc) || !make_fillings(&c, container, &a, v->type, &f))
        return grb_close(&c);
    const tropic_vector_form form = tropic_vector_get_form(v->of);
    a.format = choose_format(v->storage.control, form == TROPIC_SPARSE ? GxB_SPARSE : GxB_BITMAP,
                             tropic_vector_count(v->of) == tropic_vector_size(v->of));
    if (a.format == GxB_HYPERSPARSE || v->dictionary) a.format = GxB_SPARSE;
    uint64_t *p = a.format == GxB_SPARSE ? grb_room(&c, 2, sizeof *p) : NULL;
    if (c.info == GrB_SUCCESS && (none = grb_no_places(&c, v->type)) &&
        (v->dictionary ? grb_unpack_large_vector(&c, v, &a) : grb_unpack_vector(&c, v->of, v->type, &a))) {
        if (p) {
            p[0] = 0;
            p[1] = a.nvals;
            a.p = (grb_array){.at = p, .bytes = 2 * sizeof *p};
            grb_keep(&c, p);
        }
        give_parts(&c, container, &a, v->type, &f);
        grb_replace_vector(&c, v, none, v->type);
    } else {
        tropic_vector_free(&none);
        free_fillings(&f);
    }
    return grb_close(&c);
}
