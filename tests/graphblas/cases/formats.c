/* SPDX-License-Identifier: Apache-2.0
 *
 * The arrays of each format, made and read.
 */
#include "tests/graphblas/cases/formats.h"

void *(*format_allocate)(size_t bytes) = malloc;
void (*format_release)(void *pointer) = free;

const char *format_name(format f)
{
#define NAME(FORMAT, columns)                                                                                          \
    if (f == FORMAT_##FORMAT) return #FORMAT;
    FORMATS_ALL(NAME)
#undef NAME
    return "none";
}

bool format_by_columns(format f)
{
#define COLUMNS(FORMAT, columns)                                                                                       \
    if (f == FORMAT_##FORMAT) return columns;
    FORMATS_ALL(COLUMNS)
#undef COLUMNS
    return false;
}

bool format_is_hyper(format f)
{
    return f == FORMAT_HyperCSR || f == FORMAT_HyperCSC;
}
static bool is_bitmap(format f)
{
    return f == FORMAT_BitmapR || f == FORMAT_BitmapC;
}
bool format_is_full(format f)
{
    return f == FORMAT_FullR || f == FORMAT_FullC;
}
bool format_of_vectors(format f)
{
    return f == FORMAT_CSC || f == FORMAT_BitmapC || f == FORMAT_FullC;
}

/* ------------------------------------------------------------------------------------------------
 * Places
 */

dense dense_new(GrB_Index rows, GrB_Index cols, size_t size)
{
    dense d = {rows, cols, size, calloc(rows * cols + 1, sizeof *d.has), calloc(rows * cols + 1, size)};
    if (!d.has || !d.values) abort();
    return d;
}

void dense_free(dense *d)
{
    free(d->has);
    free(d->values);
    *d = (dense){.rows = 0};
}

GrB_Index dense_count(const dense *d)
{
    GrB_Index count = 0;
    for (GrB_Index k = 0; k < d->rows * d->cols; k++) count += d->has[k];
    return count;
}

/* Place k of line l. */
static GrB_Index place(const dense *d, format f, GrB_Index l, GrB_Index k)
{
    return format_by_columns(f) ? k * d->cols + l : l * d->cols + k;
}
static GrB_Index lines_of(const dense *d, format f)
{
    return format_by_columns(f) ? d->cols : d->rows;
}
static GrB_Index width_of(const dense *d, format f)
{
    return format_by_columns(f) ? d->rows : d->cols;
}

/* ------------------------------------------------------------------------------------------------
 * Made
 */

static void *new_array(GrB_Index *size, GrB_Index count, size_t each)
{
    void *array = format_allocate(count * each + 1);
    if (!array) abort();
    *size = count * each;
    return memset(array, 0, count * each + 1);
}

static void make_dense(format_arrays *a, const dense *d)
{
    const GrB_Index lines = lines_of(d, a->form), width = width_of(d, a->form);
    if (is_bitmap(a->form)) a->b = new_array(&a->b_size, lines * width, 1);
    for (GrB_Index l = 0; l < lines; l++)
        for (GrB_Index k = 0; k < width; k++) {
            const GrB_Index from = place(d, a->form, l, k), to = l * width + k;
            if (a->b) a->b[to] = d->has[from];
            if (!a->iso)
                memcpy((char *)a->x + to * d->size, d->values + from * d->size, d->size);
            else if (d->has[from])
                memcpy(a->x, d->values + from * d->size, d->size);
        }
}

static void make_lines(format_arrays *a, const dense *d)
{
    const GrB_Index lines = lines_of(d, a->form), width = width_of(d, a->form);
    GrB_Index count = 0;
    a->nvec = 0;
    for (GrB_Index l = 0; l < lines; l++) {
        const GrB_Index before = count;
        for (GrB_Index s = 0; s < width; s++) {
            const GrB_Index k = a->jumbled ? width - 1 - s : s, from = place(d, a->form, l, k);
            if (!d->has[from]) continue;
            memcpy((char *)a->x + (a->iso ? 0 : count * d->size), d->values + from * d->size, d->size);
            a->i[count++] = k;
        }
        /* (SuiteSparse 7.4 wants a matrix of one line to have that.) */
        if (format_is_hyper(a->form) && count == before && lines > 1) continue;
        if (a->h) a->h[a->nvec] = l;
        if (a->p) a->p[++a->nvec] = count;
    }
    if (a->h) a->h_size = a->nvec * sizeof *a->h;
    if (a->p) a->p_size = (a->nvec + 1) * sizeof *a->p;
}

format_arrays format_of(const dense *d, format f, bool iso, bool jumbled, bool vector)
{
    format_arrays a = {.form = f, .iso = iso, .jumbled = jumbled, .nvals = dense_count(d)};
    const bool lists = !is_bitmap(f) && !format_is_full(f);
    a.x = new_array(&a.x_size, iso ? 1 : lists ? a.nvals : d->rows * d->cols, d->size);
    if (!lists) {
        make_dense(&a, d);
        return a;
    }
    a.i = new_array(&a.i_size, a.nvals, sizeof *a.i);
    if (format_is_hyper(f)) a.h = new_array(&a.h_size, lines_of(d, f) + 1, sizeof *a.h);
    if (!vector) a.p = new_array(&a.p_size, lines_of(d, f) + 1, sizeof *a.p);
    make_lines(&a, d);
    return a;
}

void format_free(format_arrays *a)
{
    void *const arrays[] = {a->p, a->h, a->i, a->b, a->x};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        if (arrays[k]) format_release(arrays[k]);
    *a = (format_arrays){.form = a->form};
}

/* ------------------------------------------------------------------------------------------------
 * Read
 */

static bool read_dense(const format_arrays *a, dense *d)
{
    const GrB_Index lines = lines_of(d, a->form), width = width_of(d, a->form);
    GrB_Index count = 0;
    for (GrB_Index l = 0; l < lines; l++)
        for (GrB_Index k = 0; k < width; k++) {
            const GrB_Index to = place(d, a->form, l, k), from = l * width + k;
            d->has[to] = !a->b || a->b[from];
            count += d->has[to];
            if (a->b && a->b[from] != 0 && a->b[from] != 1) return false;
            if (d->has[to]) memcpy(d->values + to * d->size, (char *)a->x + (a->iso ? 0 : from * d->size), d->size);
        }
    return !a->b || count == a->nvals;
}

static bool read_line(const format_arrays *a, dense *d, GrB_Index l, GrB_Index begin, GrB_Index end)
{
    for (GrB_Index k = begin; k < end; k++) {
        if (a->i[k] >= width_of(d, a->form) || (!a->jumbled && k > begin && a->i[k - 1] >= a->i[k])) return false;
        const GrB_Index to = place(d, a->form, l, a->i[k]);
        if (d->has[to]) return false;
        d->has[to] = true;
        memcpy(d->values + to * d->size, (char *)a->x + (a->iso ? 0 : k * d->size), d->size);
    }
    return true;
}

bool format_read(const format_arrays *a, dense *d, bool vector)
{
    const GrB_Index lines = lines_of(d, a->form), count = format_is_hyper(a->form) ? a->nvec : lines;
    if (is_bitmap(a->form) || format_is_full(a->form)) return read_dense(a, d);
    if (vector) return read_line(a, d, 0, 0, a->nvals);
    if (!a->p || a->p[0] != 0) return false;
    for (GrB_Index l = 0; l < count; l++) {
        const GrB_Index line = format_is_hyper(a->form) ? a->h[l] : l;
        if (line >= lines || (format_is_hyper(a->form) && l > 0 && a->h[l - 1] >= line)) return false;
        if (a->p[l + 1] < a->p[l] || (format_is_hyper(a->form) && a->p[l + 1] == a->p[l])) return false;
        if (!read_line(a, d, line, a->p[l], a->p[l + 1])) return false;
    }
    return true;
}

bool format_is_tight(const format_arrays *a, const dense *d, bool vector)
{
    const GrB_Index places = d->rows * d->cols, count = dense_count(d);
    if (is_bitmap(a->form)) return a->b_size == places && a->x_size == places * d->size;
    if (format_is_full(a->form)) return a->x_size == places * d->size;
    if (a->i_size != count * sizeof *a->i || a->x_size != count * d->size) return false;
    if (vector) return true;
    const GrB_Index lines = format_is_hyper(a->form) ? a->nvec : lines_of(d, a->form);
    return a->p_size == (lines + 1) * sizeof *a->p && (!format_is_hyper(a->form) || a->h_size == lines * sizeof *a->h);
}

/* ------------------------------------------------------------------------------------------------
 * Calls
 */

GrB_Info format_import(GrB_Matrix *A, GrB_Type type, GrB_Index rows, GrB_Index cols, format_arrays *a,
                       GrB_Descriptor desc)
{
#define SPARSE(FORMAT, columns)                                                                                        \
    if (a->form == FORMAT_##FORMAT)                                                                                    \
        return GxB_Matrix_import_##FORMAT(A, type, rows, cols, &a->p, &a->i, &a->x, a->p_size, a->i_size, a->x_size,   \
                                          a->iso, a->jumbled, desc);
#define HYPER(FORMAT, columns)                                                                                         \
    if (a->form == FORMAT_##FORMAT)                                                                                    \
        return GxB_Matrix_import_##FORMAT(A, type, rows, cols, &a->p, &a->h, &a->i, &a->x, a->p_size, a->h_size,       \
                                          a->i_size, a->x_size, a->iso, a->nvec, a->jumbled, desc);
#define BITMAP(FORMAT, columns)                                                                                        \
    if (a->form == FORMAT_##FORMAT)                                                                                    \
        return GxB_Matrix_import_##FORMAT(A, type, rows, cols, &a->b, &a->x, a->b_size, a->x_size, a->iso, a->nvals,   \
                                          desc);
#define FULL(FORMAT, columns)                                                                                          \
    if (a->form == FORMAT_##FORMAT)                                                                                    \
        return GxB_Matrix_import_##FORMAT(A, type, rows, cols, &a->x, a->x_size, a->iso, desc);
    FORMATS_SPARSE(SPARSE) FORMATS_HYPER(HYPER) FORMATS_BITMAP(BITMAP) FORMATS_FULL(FULL) return GrB_PANIC;
#undef SPARSE
#undef HYPER
#undef BITMAP
#undef FULL
}

GrB_Info format_pack(GrB_Matrix A, format_arrays *a, GrB_Descriptor desc)
{
#define SPARSE(FORMAT, columns)                                                                                        \
    if (a->form == FORMAT_##FORMAT)                                                                                    \
        return GxB_Matrix_pack_##FORMAT(A, &a->p, &a->i, &a->x, a->p_size, a->i_size, a->x_size, a->iso, a->jumbled,   \
                                        desc);
#define HYPER(FORMAT, columns)                                                                                         \
    if (a->form == FORMAT_##FORMAT)                                                                                    \
        return GxB_Matrix_pack_##FORMAT(A, &a->p, &a->h, &a->i, &a->x, a->p_size, a->h_size, a->i_size, a->x_size,     \
                                        a->iso, a->nvec, a->jumbled, desc);
#define BITMAP(FORMAT, columns)                                                                                        \
    if (a->form == FORMAT_##FORMAT)                                                                                    \
        return GxB_Matrix_pack_##FORMAT(A, &a->b, &a->x, a->b_size, a->x_size, a->iso, a->nvals, desc);
#define FULL(FORMAT, columns)                                                                                          \
    if (a->form == FORMAT_##FORMAT) return GxB_Matrix_pack_##FORMAT(A, &a->x, a->x_size, a->iso, desc);
    FORMATS_SPARSE(SPARSE) FORMATS_HYPER(HYPER) FORMATS_BITMAP(BITMAP) FORMATS_FULL(FULL) return GrB_PANIC;
#undef SPARSE
#undef HYPER
#undef BITMAP
#undef FULL
}

GrB_Info format_export(GrB_Matrix *A, GrB_Type *type, GrB_Index *rows, GrB_Index *cols, format_arrays *a)
{
#define SPARSE(FORMAT, columns)                                                                                        \
    if (a->form == FORMAT_##FORMAT)                                                                                    \
        return GxB_Matrix_export_##FORMAT(A, type, rows, cols, &a->p, &a->i, &a->x, &a->p_size, &a->i_size,            \
                                          &a->x_size, &a->iso, &a->jumbled, NULL);
#define HYPER(FORMAT, columns)                                                                                         \
    if (a->form == FORMAT_##FORMAT)                                                                                    \
        return GxB_Matrix_export_##FORMAT(A, type, rows, cols, &a->p, &a->h, &a->i, &a->x, &a->p_size, &a->h_size,     \
                                          &a->i_size, &a->x_size, &a->iso, &a->nvec, &a->jumbled, NULL);
#define BITMAP(FORMAT, columns)                                                                                        \
    if (a->form == FORMAT_##FORMAT)                                                                                    \
        return GxB_Matrix_export_##FORMAT(A, type, rows, cols, &a->b, &a->x, &a->b_size, &a->x_size, &a->iso,          \
                                          &a->nvals, NULL);
#define FULL(FORMAT, columns)                                                                                          \
    if (a->form == FORMAT_##FORMAT)                                                                                    \
        return GxB_Matrix_export_##FORMAT(A, type, rows, cols, &a->x, &a->x_size, &a->iso, NULL);
    FORMATS_SPARSE(SPARSE) FORMATS_HYPER(HYPER) FORMATS_BITMAP(BITMAP) FORMATS_FULL(FULL) return GrB_PANIC;
#undef SPARSE
#undef HYPER
#undef BITMAP
#undef FULL
}

GrB_Info format_unpack(GrB_Matrix A, format_arrays *a)
{
#define SPARSE(FORMAT, columns)                                                                                        \
    if (a->form == FORMAT_##FORMAT)                                                                                    \
        return GxB_Matrix_unpack_##FORMAT(A, &a->p, &a->i, &a->x, &a->p_size, &a->i_size, &a->x_size, &a->iso,         \
                                          &a->jumbled, NULL);
#define HYPER(FORMAT, columns)                                                                                         \
    if (a->form == FORMAT_##FORMAT)                                                                                    \
        return GxB_Matrix_unpack_##FORMAT(A, &a->p, &a->h, &a->i, &a->x, &a->p_size, &a->h_size, &a->i_size,           \
                                          &a->x_size, &a->iso, &a->nvec, &a->jumbled, NULL);
#define BITMAP(FORMAT, columns)                                                                                        \
    if (a->form == FORMAT_##FORMAT)                                                                                    \
        return GxB_Matrix_unpack_##FORMAT(A, &a->b, &a->x, &a->b_size, &a->x_size, &a->iso, &a->nvals, NULL);
#define FULL(FORMAT, columns)                                                                                          \
    if (a->form == FORMAT_##FORMAT) return GxB_Matrix_unpack_##FORMAT(A, &a->x, &a->x_size, &a->iso, NULL);
    FORMATS_SPARSE(SPARSE) FORMATS_HYPER(HYPER) FORMATS_BITMAP(BITMAP) FORMATS_FULL(FULL) return GrB_PANIC;
#undef SPARSE
#undef HYPER
#undef BITMAP
#undef FULL
}

GrB_Info format_import_vector(GrB_Vector *v, GrB_Type type, GrB_Index n, format_arrays *a, GrB_Descriptor desc)
{
    if (a->form == FORMAT_CSC)
        return GxB_Vector_import_CSC(v, type, n, &a->i, &a->x, a->i_size, a->x_size, a->iso, a->nvals, a->jumbled,
                                     desc);
    if (a->form == FORMAT_BitmapC)
        return GxB_Vector_import_Bitmap(v, type, n, &a->b, &a->x, a->b_size, a->x_size, a->iso, a->nvals, desc);
    return GxB_Vector_import_Full(v, type, n, &a->x, a->x_size, a->iso, desc);
}

GrB_Info format_pack_vector(GrB_Vector v, format_arrays *a, GrB_Descriptor desc)
{
    if (a->form == FORMAT_CSC)
        return GxB_Vector_pack_CSC(v, &a->i, &a->x, a->i_size, a->x_size, a->iso, a->nvals, a->jumbled, desc);
    if (a->form == FORMAT_BitmapC)
        return GxB_Vector_pack_Bitmap(v, &a->b, &a->x, a->b_size, a->x_size, a->iso, a->nvals, desc);
    return GxB_Vector_pack_Full(v, &a->x, a->x_size, a->iso, desc);
}

GrB_Info format_export_vector(GrB_Vector *v, GrB_Type *type, GrB_Index *n, format_arrays *a)
{
    if (a->form == FORMAT_CSC)
        return GxB_Vector_export_CSC(v, type, n, &a->i, &a->x, &a->i_size, &a->x_size, &a->iso, &a->nvals, &a->jumbled,
                                     NULL);
    if (a->form == FORMAT_BitmapC)
        return GxB_Vector_export_Bitmap(v, type, n, &a->b, &a->x, &a->b_size, &a->x_size, &a->iso, &a->nvals, NULL);
    return GxB_Vector_export_Full(v, type, n, &a->x, &a->x_size, &a->iso, NULL);
}

GrB_Info format_unpack_vector(GrB_Vector v, format_arrays *a)
{
    if (a->form == FORMAT_CSC)
        return GxB_Vector_unpack_CSC(v, &a->i, &a->x, &a->i_size, &a->x_size, &a->iso, &a->nvals, &a->jumbled, NULL);
    if (a->form == FORMAT_BitmapC)
        return GxB_Vector_unpack_Bitmap(v, &a->b, &a->x, &a->b_size, &a->x_size, &a->iso, &a->nvals, NULL);
    return GxB_Vector_unpack_Full(v, &a->x, &a->x_size, &a->iso, NULL);
}
