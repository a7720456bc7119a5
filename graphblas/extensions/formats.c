/* SPDX-License-Identifier: Apache-2.0
 *
 * Import, pack, export and unpack in each format.
 */
#include "graphblas/extensions/pack.h"

/* ------------------------------------------------------------------------------------------------
 * Import and pack
 */

static bool describe(grb_call *c, grb_arrays *a, GrB_Descriptor desc)
{
    if (a->missing) return grb_fail(c, GrB_NULL_POINTER, "the address of an array, or of an output, is NULL");
    if (!GRB_MAY(*c, desc)) return false;
    a->secure = desc && desc->hints.import == GxB_SECURE_IMPORT;
    return true;
}

/* What the arrays were is kept for those that the caller gets back. */
static void keep_sizes(GrB_Matrix A, const grb_arrays *a)
{
    A->ids_room = a->format == GxB_SPARSE ? a->i.bytes / sizeof(GrB_Index) : 0;
    A->one_value = a->iso;
}

static GrB_Info import_matrix(const char *function, GrB_Matrix *A, GrB_Type type, grb_arrays *a, GrB_Descriptor desc)
{
    grb_call c;
    GrB_Matrix made = NULL;
    if (grb_open(&c, function) && GRB_POINTER(c, A) && describe(&c, a, desc) && GRB_NEED(c, type) &&
        grb_api_size(&c, a->nrows, "nrows") && grb_api_size(&c, a->ncols, "ncols") && grb_ready(&c, GRB_PASS_NONE) &&
        (made = grb_new_matrix(&c, type)) &&
        (grb_are_large(a) ? grb_pack_large_matrix(&c, made, type, a) : grb_pack_matrix(&c, &made->of, type, a))) {
        grb_orient(made, a->by_columns);
        keep_sizes(made, a);
        grb_release_arrays(a);
        *A = made;
    } else {
        grb_delete(made);
    }
    return grb_close(&c);
}

static GrB_Info pack_matrix(const char *function, GrB_Matrix A, grb_arrays *a, GrB_Descriptor desc)
{
    grb_call c;
    tropic_matrix *made = NULL;
    if (grb_open_large(&c, function) && grb_output(&c, A, GRB_Matrix, "A") && describe(&c, a, desc) &&
        grb_ready(&c, GRB_PASS_NONE)) {
        a->nrows = grb_rows(A);
        a->ncols = grb_columns(A);
        if (A->dictionary ? grb_pack_large_matrix(&c, A, A->type, a) : grb_pack_matrix(&c, &made, A->type, a)) {
            if (made) grb_replace_matrix(A, made, A->type);
            grb_orient(A, a->by_columns);
            keep_sizes(A, a);
            grb_release_arrays(a);
        }
    }
    return grb_close(&c);
}

static GrB_Info import_vector(const char *function, GrB_Vector *v, GrB_Type type, grb_arrays *a, GrB_Descriptor desc)
{
    grb_call c;
    GrB_Vector made = NULL;
    if (grb_open(&c, function) && GRB_POINTER(c, v) && describe(&c, a, desc) && GRB_NEED(c, type) &&
        grb_api_size(&c, a->nrows, "n") && grb_ready(&c, GRB_PASS_NONE) && (made = grb_new_vector(&c, type)) &&
        (grb_are_large(a) ? grb_pack_large_vector(&c, made, type, a) : grb_pack_vector(&c, &made->of, type, a))) {
        grb_release_arrays(a);
        *v = made;
    } else {
        grb_delete(made);
    }
    return grb_close(&c);
}

static GrB_Info pack_vector(const char *function, GrB_Vector v, grb_arrays *a, GrB_Descriptor desc)
{
    grb_call c;
    tropic_vector *made = NULL;
    if (grb_open_large(&c, function) && grb_output(&c, v, GRB_Vector, "v") && describe(&c, a, desc) &&
        grb_ready(&c, GRB_PASS_NONE)) {
        a->nrows = grb_places_of(v);
        if (v->dictionary ? grb_pack_large_vector(&c, v, v->type, a) : grb_pack_vector(&c, &made, v->type, a)) {
            if (made) grb_replace_vector(&c, v, made, v->type);
            grb_release_arrays(a);
        }
    }
    return grb_close(&c);
}

/* An array of the caller, by its address and size. */
#define GIVEN(X)                                                                                                       \
    {                                                                                                                  \
        .at = X ? *X : NULL, .bytes = X##_size                                                                         \
    }
/* The caller has it no longer, if the call was successful. */
#define PASS(X)                                                                                                        \
    if (info == GrB_SUCCESS) *X = NULL

#define SPARSE_ARGUMENTS                                                                                               \
    GrB_Index **p, GrB_Index **i, void **x, GrB_Index p_size, GrB_Index i_size, GrB_Index x_size, bool iso,            \
        bool jumbled, const GrB_Descriptor desc
#define SPARSE_ARRAYS(columns)                                                                                         \
    .format = GxB_SPARSE, .by_columns = columns, .missing = !p || !i || !x, .iso = iso, .jumbled = jumbled,            \
    .p = GIVEN(p), .i = GIVEN(i), .x = GIVEN(x)
#define SPARSE_PASS                                                                                                    \
    PASS(p);                                                                                                           \
    PASS(i);                                                                                                           \
    PASS(x)

#define HYPER_ARGUMENTS                                                                                                \
    GrB_Index **p, GrB_Index **h, GrB_Index **i, void **x, GrB_Index p_size, GrB_Index h_size, GrB_Index i_size,       \
        GrB_Index x_size, bool iso, GrB_Index nvec, bool jumbled, const GrB_Descriptor desc
#define HYPER_ARRAYS(columns)                                                                                          \
    .format = GxB_HYPERSPARSE, .by_columns = columns, .missing = !p || !h || !i || !x, .iso = iso, .jumbled = jumbled, \
    .nvec = nvec, .p = GIVEN(p), .h = GIVEN(h), .i = GIVEN(i), .x = GIVEN(x)
#define HYPER_PASS                                                                                                     \
    SPARSE_PASS;                                                                                                       \
    PASS(h)

#define BITMAP_ARGUMENTS                                                                                               \
    int8_t **b, void **x, GrB_Index b_size, GrB_Index x_size, bool iso, GrB_Index nvals, const GrB_Descriptor desc
#define BITMAP_ARRAYS(columns)                                                                                         \
    .format = GxB_BITMAP, .by_columns = columns, .missing = !b || !x, .iso = iso, .nvals = nvals, .b = GIVEN(b),       \
    .x = GIVEN(x)
#define BITMAP_PASS                                                                                                    \
    PASS(b);                                                                                                           \
    PASS(x)

#define FULL_ARGUMENTS void **x, GrB_Index x_size, bool iso, const GrB_Descriptor desc
#define FULL_ARRAYS(columns) .format = GxB_FULL, .by_columns = columns, .missing = !x, .iso = iso, .x = GIVEN(x)
#define FULL_PASS PASS(x)

/* (FORMAT in LAYOUT, by columns or not.) */
#define DEFINE_MATRIX(FORMAT, LAYOUT, columns)                                                                         \
    GrB_Info GxB_Matrix_import_##FORMAT(GrB_Matrix *A, GrB_Type type, GrB_Index nrows, GrB_Index ncols,                \
                                        LAYOUT##_ARGUMENTS)                                                            \
    {                                                                                                                  \
        grb_arrays a = {.nrows = nrows, .ncols = ncols, LAYOUT##_ARRAYS(columns)};                                     \
        const GrB_Info info = import_matrix(__func__, A, type, &a, desc);                                              \
        LAYOUT##_PASS;                                                                                                 \
        return info;                                                                                                   \
    }                                                                                                                  \
    GrB_Info GxB_Matrix_pack_##FORMAT(GrB_Matrix A, LAYOUT##_ARGUMENTS)                                                \
    {                                                                                                                  \
        grb_arrays a = {LAYOUT##_ARRAYS(columns)};                                                                     \
        const GrB_Info info = pack_matrix(__func__, A, &a, desc);                                                      \
        LAYOUT##_PASS;                                                                                                 \
        return info;                                                                                                   \
    }
DEFINE_MATRIX(CSR, SPARSE, false)
DEFINE_MATRIX(CSC, SPARSE, true)
DEFINE_MATRIX(HyperCSR, HYPER, false)
DEFINE_MATRIX(HyperCSC, HYPER, true)
DEFINE_MATRIX(BitmapR, BITMAP, false)
DEFINE_MATRIX(BitmapC, BITMAP, true)
DEFINE_MATRIX(FullR, FULL, false)
DEFINE_MATRIX(FullC, FULL, true)
#undef DEFINE_MATRIX

#define COLUMN_ARGUMENTS                                                                                               \
    GrB_Index **i, void **x, GrB_Index i_size, GrB_Index x_size, bool iso, GrB_Index nvals, bool jumbled,              \
        const GrB_Descriptor desc
#define COLUMN_ARRAYS(columns)                                                                                         \
    .format = GxB_SPARSE, .by_columns = columns, .missing = !i || !x, .iso = iso, .jumbled = jumbled, .nvals = nvals,  \
    .i = GIVEN(i), .x = GIVEN(x)
#define COLUMN_PASS                                                                                                    \
    PASS(i);                                                                                                           \
    PASS(x)

#define DEFINE_VECTOR(FORMAT, LAYOUT)                                                                                  \
    GrB_Info GxB_Vector_import_##FORMAT(GrB_Vector *v, GrB_Type type, GrB_Index n, LAYOUT##_ARGUMENTS)                 \
    {                                                                                                                  \
        grb_arrays a = {.nrows = n, .ncols = 1, LAYOUT##_ARRAYS(true)};                                                \
        const GrB_Info info = import_vector(__func__, v, type, &a, desc);                                              \
        LAYOUT##_PASS;                                                                                                 \
        return info;                                                                                                   \
    }                                                                                                                  \
    GrB_Info GxB_Vector_pack_##FORMAT(GrB_Vector v, LAYOUT##_ARGUMENTS)                                                \
    {                                                                                                                  \
        grb_arrays a = {.ncols = 1, LAYOUT##_ARRAYS(true)};                                                            \
        const GrB_Info info = pack_vector(__func__, v, &a, desc);                                                      \
        LAYOUT##_PASS;                                                                                                 \
        return info;                                                                                                   \
    }
DEFINE_VECTOR(CSC, COLUMN)
DEFINE_VECTOR(Bitmap, BITMAP)
DEFINE_VECTOR(Full, FULL)
#undef DEFINE_VECTOR

/* ------------------------------------------------------------------------------------------------
 * Export and unpack
 */

/* The type and sizes of an object that is exported. */
typedef struct shape {
    GrB_Type *type;
    GrB_Index *nrows, *ncols; /* ncols NULL: a vector */
} shape;

/* *A is freed where `shape` is there, else left empty. */
static GrB_Info unpack_matrix(const char *function, GrB_Matrix *A, const shape *s, grb_arrays *a, GrB_Descriptor desc)
{
    grb_call c;
    tropic_matrix *empty = NULL;
    if (!grb_open_large(&c, function) || !GRB_POINTER(c, A) || !grb_output(&c, *A, GRB_Matrix, "A") ||
        !describe(&c, a, desc) || !grb_ready(&c, GRB_PASS_NONE))
        return grb_close(&c);
    GrB_Matrix B = *A;
    if ((s || grb_done(&c, tropic_matrix_create(&empty, c.context, B->type->type, tropic_matrix_rows(B->of),
                                                tropic_matrix_cols(B->of)))) &&
        (B->dictionary ? grb_unpack_large_matrix(&c, B, a) : grb_unpack_matrix(&c, B, a))) {
        if (s) {
            *s->type = B->type;
            *s->nrows = a->nrows;
            *s->ncols = a->ncols;
            c.output = c.written[0] = NULL;
            grb_return_taken(&c);
            grb_delete(B);
            *A = NULL;
        } else if (B->dictionary) {
            tropic_matrix_free(&B->of);
            B->of = empty;
        } else {
            grb_replace_matrix(B, empty, B->type);
        }
    } else {
        tropic_matrix_free(&empty);
    }
    return grb_close(&c);
}

static GrB_Info unpack_vector(const char *function, GrB_Vector *v, const shape *s, grb_arrays *a, GrB_Descriptor desc)
{
    grb_call c;
    tropic_vector *empty = NULL;
    if (!grb_open_large(&c, function) || !GRB_POINTER(c, v) || !grb_output(&c, *v, GRB_Vector, "v") ||
        !describe(&c, a, desc) || !grb_ready(&c, GRB_PASS_NONE))
        return grb_close(&c);
    GrB_Vector u = *v;
    a->vector = true;
    if ((s || grb_done(&c, tropic_vector_create(&empty, c.context, u->type->type, tropic_vector_size(u->of)))) &&
        (u->dictionary ? grb_unpack_large_vector(&c, u, a) : grb_unpack_vector(&c, u->of, u->type, a))) {
        if (s) {
            *s->type = u->type;
            *s->nrows = a->nrows;
            c.output = c.written[0] = NULL;
            grb_return_taken(&c);
            grb_delete(u);
            *v = NULL;
        } else if (u->dictionary) {
            tropic_vector_free(&u->of);
            u->of = empty;
        } else {
            grb_replace_vector(&c, u, empty, u->type);
        }
    } else {
        tropic_vector_free(&empty);
    }
    return grb_close(&c);
}

/* Gives the caller an array, and what else there is, if the call was successful. */
#define GET(X) *X = a.X.at, *X##_size = a.X.room > a.X.bytes ? a.X.room : a.X.bytes
#define GET_FALSE(flag)                                                                                                \
    if (flag) *flag = false
#define NO(X) !X || !X##_size

#define SPARSE_OUTPUTS                                                                                                 \
    GrB_Index **p, GrB_Index **i, void **x, GrB_Index *p_size, GrB_Index *i_size, GrB_Index *x_size, bool *iso,        \
        bool *jumbled, const GrB_Descriptor desc
#define SPARSE_WANTED(columns) .format = GxB_SPARSE, .by_columns = columns, .missing = NO(p) || NO(i) || NO(x)
#define SPARSE_GET GET(p), GET(i), GET(x)

#define HYPER_OUTPUTS                                                                                                  \
    GrB_Index **p, GrB_Index **h, GrB_Index **i, void **x, GrB_Index *p_size, GrB_Index *h_size, GrB_Index *i_size,    \
        GrB_Index *x_size, bool *iso, GrB_Index *nvec, bool *jumbled, const GrB_Descriptor desc
#define HYPER_WANTED(columns)                                                                                          \
    .format = GxB_HYPERSPARSE, .by_columns = columns, .missing = NO(p) || NO(h) || NO(i) || NO(x) || !nvec
#define HYPER_GET SPARSE_GET, GET(h), *nvec = a.nvec

#define BITMAP_OUTPUTS                                                                                                 \
    int8_t **b, void **x, GrB_Index *b_size, GrB_Index *x_size, bool *iso, GrB_Index *nvals, const GrB_Descriptor desc
#define BITMAP_WANTED(columns) .format = GxB_BITMAP, .by_columns = columns, .missing = NO(b) || NO(x) || !nvals
#define BITMAP_GET GET(b), GET(x), *nvals = a.nvals

#define FULL_OUTPUTS void **x, GrB_Index *x_size, bool *iso, const GrB_Descriptor desc
#define FULL_WANTED(columns) .format = GxB_FULL, .by_columns = columns, .missing = NO(x)
#define FULL_GET GET(x)

#define COLUMN_OUTPUTS                                                                                                 \
    GrB_Index **i, void **x, GrB_Index *i_size, GrB_Index *x_size, bool *iso, GrB_Index *nvals, bool *jumbled,         \
        const GrB_Descriptor desc
#define COLUMN_WANTED(columns) .format = GxB_SPARSE, .by_columns = columns, .missing = NO(i) || NO(x) || !nvals
#define COLUMN_GET GET(i), GET(x), *nvals = a.nvals

#define WITHOUT_JUMBLED
#define WITH_JUMBLED GET_FALSE(jumbled);

/* Ends a function whose arrays are `a`. */
#define GIVE(LAYOUT, JUMBLED)                                                                                          \
    if (info == GrB_SUCCESS) {                                                                                         \
        LAYOUT##_GET;                                                                                                  \
        if (iso) *iso = a.iso;                                                                                         \
        JUMBLED                                                                                                        \
    }                                                                                                                  \
    return info

#define DEFINE_MATRIX(FORMAT, LAYOUT, columns, JUMBLED)                                                                \
    GrB_Info GxB_Matrix_export_##FORMAT(GrB_Matrix *A, GrB_Type *type, GrB_Index *nrows, GrB_Index *ncols,             \
                                        LAYOUT##_OUTPUTS)                                                              \
    {                                                                                                                  \
        grb_arrays a = {LAYOUT##_WANTED(columns)};                                                                     \
        a.missing = a.missing || !type || !nrows || !ncols;                                                            \
        a.iso = iso;                                                                                                   \
        const GrB_Info info = unpack_matrix(__func__, A, &(shape){type, nrows, ncols}, &a, desc);                      \
        GIVE(LAYOUT, JUMBLED);                                                                                         \
    }                                                                                                                  \
    GrB_Info GxB_Matrix_unpack_##FORMAT(GrB_Matrix A, LAYOUT##_OUTPUTS)                                                \
    {                                                                                                                  \
        grb_arrays a = {LAYOUT##_WANTED(columns)};                                                                     \
        a.iso = iso;                                                                                                   \
        const GrB_Info info = unpack_matrix(__func__, &A, NULL, &a, desc);                                             \
        GIVE(LAYOUT, JUMBLED);                                                                                         \
    }
DEFINE_MATRIX(CSR, SPARSE, false, WITH_JUMBLED)
DEFINE_MATRIX(CSC, SPARSE, true, WITH_JUMBLED)
DEFINE_MATRIX(HyperCSR, HYPER, false, WITH_JUMBLED)
DEFINE_MATRIX(HyperCSC, HYPER, true, WITH_JUMBLED)
DEFINE_MATRIX(BitmapR, BITMAP, false, WITHOUT_JUMBLED)
DEFINE_MATRIX(BitmapC, BITMAP, true, WITHOUT_JUMBLED)
DEFINE_MATRIX(FullR, FULL, false, WITHOUT_JUMBLED)
DEFINE_MATRIX(FullC, FULL, true, WITHOUT_JUMBLED)
#undef DEFINE_MATRIX

#define DEFINE_VECTOR(FORMAT, LAYOUT, JUMBLED)                                                                         \
    GrB_Info GxB_Vector_export_##FORMAT(GrB_Vector *v, GrB_Type *type, GrB_Index *n, LAYOUT##_OUTPUTS)                 \
    {                                                                                                                  \
        grb_arrays a = {LAYOUT##_WANTED(true)};                                                                        \
        a.missing = a.missing || !type || !n;                                                                          \
        const GrB_Info info = unpack_vector(__func__, v, &(shape){type, n, NULL}, &a, desc);                           \
        GIVE(LAYOUT, JUMBLED);                                                                                         \
    }                                                                                                                  \
    GrB_Info GxB_Vector_unpack_##FORMAT(GrB_Vector v, LAYOUT##_OUTPUTS)                                                \
    {                                                                                                                  \
        grb_arrays a = {LAYOUT##_WANTED(true)};                                                                        \
        const GrB_Info info = unpack_vector(__func__, &v, NULL, &a, desc);                                             \
        GIVE(LAYOUT, JUMBLED);                                                                                         \
    }
DEFINE_VECTOR(CSC, COLUMN, WITH_JUMBLED)
DEFINE_VECTOR(Bitmap, BITMAP, WITHOUT_JUMBLED)
DEFINE_VECTOR(Full, FULL, WITHOUT_JUMBLED)
#undef DEFINE_VECTOR

GrB_Info GxB_unpack_HyperHash(GrB_Matrix A, GrB_Matrix *Y, const GrB_Descriptor desc)
{
    grb_call c;
    if (GRB_OPEN_LARGE(c, A) && GRB_POINTER(c, Y) && GRB_MAY(c, desc)) *Y = NULL;
    return grb_close(&c);
}

GrB_Info GxB_pack_HyperHash(GrB_Matrix A, GrB_Matrix *Y, const GrB_Descriptor desc)
{
    grb_call c;
    if (GRB_OPEN_LARGE(c, A) && GRB_POINTER(c, Y) && GRB_MAY(c, *Y) && GRB_MAY(c, desc) &&
        (*Y != A || grb_fail(&c, GrB_INVALID_OBJECT, "Y is A"))) {
        grb_delete(*Y);
        *Y = NULL;
    }
    return grb_close(&c);
}
