/* SPDX-License-Identifier: Apache-2.0
 *
 * Matrices and vectors from and to bytes: a header, the name of a user's type, and the arrays of rows, columns and
 * values, in the machine's order of bytes. A vector is a matrix of one column. Of a large object, the second format has
 * sizes and ids of 64 bits.
 */
#include "graphblas/fields.h"
#include "graphblas/operators.h"

#include <stdio.h>
#include <string.h>

typedef struct header {
    char format[8];
    uint64_t type_size;
    int32_t type_code, rows, cols;
    int32_t name_size; /* bytes of the type's name, with zeros behind it; 0: it has none, or is built in */
    int64_t count;
} header;
#define GRB_FORMAT "Tropic1"

typedef struct large_header {
    char format[8];
    uint64_t type_size, rows, cols;
    int32_t type_code, name_size;
    int64_t count;
} large_header;
#define GRB_LARGE_FORMAT "Tropic2"

/* What all parts are aligned to, where the first byte is. */
#define ALIGNMENT sizeof(int64_t)

/* What the bytes hold. The arrays are those of the first format. */
typedef struct contents {
    large_header h; /* whatever the format is */
    bool large;     /* it is the second */
    const char *name;
    tropic_index *rows, *cols;
    void *values;
} contents;

static size_t head_size(const contents *x)
{
    return x->large ? sizeof(large_header) : sizeof(header);
}

static size_t id_size(const contents *x)
{
    return x->large ? sizeof(GrB_Index) : sizeof(tropic_index);
}

static size_t bytes_of(const contents *x)
{
    return head_size(x) + (size_t)x->h.name_size + (size_t)x->h.count * (2 * id_size(x) + (size_t)x->h.type_size);
}

/* ------------------------------------------------------------------------------------------------
 * Serialize
 */

static contents contents_of(GrB_Type type, GrB_Index rows, GrB_Index cols, GrB_Index count)
{
    const char *name = type->code == GrB_UDT_CODE ? grb_shown_name(type) : "";
    const size_t length = strnlen(name, GxB_MAX_NAME_LEN - 1);
    const bool large = grb_large(rows) || grb_large(cols);
    contents x = {.h = {.type_size = type->size,
                        .type_code = (int32_t)type->code,
                        .rows = rows,
                        .cols = cols,
                        .name_size = length > 0 ? (int32_t)((length / ALIGNMENT + 1) * ALIGNMENT) : 0,
                        .count = (int64_t)count},
                  .large = large,
                  .name = name};
    memcpy(x.h.format, large ? GRB_LARGE_FORMAT : GRB_FORMAT, sizeof x.h.format);
    return x;
}

static contents contents_of_matrix(GrB_Matrix A)
{
    return contents_of(A->type, grb_rows(A), grb_columns(A), grb_entries(A));
}

static bool rooms(grb_call *c, contents *x)
{
    const size_t count = (size_t)x->h.count;
    x->rows = grb_room(c, count, sizeof *x->rows);
    x->cols = grb_room(c, count, sizeof *x->cols);
    x->values = grb_room(c, count, (size_t)x->h.type_size);
    return c->info == GrB_SUCCESS;
}

/* The arrays where they lie in the bytes, which are aligned. */
static void in_place(contents *x, char *bytes)
{
    const size_t count = (size_t)x->h.count;
    x->rows = (tropic_index *)(void *)(bytes + head_size(x) + x->h.name_size);
    x->cols = x->rows + count;
    x->values = x->cols + count;
}

static bool read_matrix(grb_call *c, contents *x, GrB_Matrix A)
{
    return grb_done(c, tropic_matrix_get_entries(A->of, c->context, x->rows, x->cols, x->values));
}

static bool read_vector(grb_call *c, contents *x, GrB_Vector v)
{
    if (!grb_done_in(c, v->context, tropic_vector_get_entries(v->of, x->rows, x->values))) return false;
    memset(x->cols, 0, (size_t)x->h.count * sizeof *x->cols);
    return true;
}

static char *put(char *to, const void *from, size_t bytes)
{
    memcpy(to, from, bytes);
    return to + bytes;
}

/* Header and name; returns where they end. */
static char *write_head(char *to, const contents *x)
{
    const header small = {.type_size = x->h.type_size,
                          .type_code = x->h.type_code,
                          .rows = (int32_t)x->h.rows,
                          .cols = (int32_t)x->h.cols,
                          .name_size = x->h.name_size,
                          .count = x->h.count};
    to = put(to, x->large ? (const void *)&x->h : &small, head_size(x));
    memcpy(to - head_size(x), x->h.format, sizeof x->h.format);
    const size_t name = (size_t)x->h.name_size;
    memset(to, 0, name);
    if (name > 0) memcpy(to, x->name, strnlen(x->name, name - 1));
    return to + name;
}

/* The second format: of a matrix, or of a vector. */
static bool write_large(grb_call *c, char *to, const contents *x, GrB_Matrix A, GrB_Vector v)
{
    grb_tuples t;
    if (!(A ? grb_tuples_of_matrix(c, &t, A) : grb_tuples_of_vector(c, &t, v))) return false;
    const size_t ids = (size_t)t.count * sizeof *t.rows;
    to = put(write_head(to, x), t.rows, ids);
    (void)(A ? memcpy(to, t.columns, ids) : memset(to, 0, ids));
    put(to + ids, t.values, (size_t)t.count * t.type->size);
    grb_free_tuples(&t);
    return true;
}

/* (The caller's bytes may lie anywhere.) */
static void write_bytes(char *to, const contents *x)
{
    const size_t count = (size_t)x->h.count;
    to = write_head(to, x);
    to = put(to, x->rows, count * sizeof *x->rows);
    to = put(to, x->cols, count * sizeof *x->cols);
    put(to, x->values, count * (size_t)x->h.type_size);
}

GrB_Info GrB_Matrix_serializeSize(GrB_Index *size, GrB_Matrix matrix)
{
    grb_call c;
    if (grb_open_large(&c, __func__) && GRB_POINTER(c, size) && GRB_NEED(c, matrix)) {
        const contents x = contents_of_matrix(matrix);
        *size = bytes_of(&x);
    }
    return grb_close(&c);
}

GrB_Info GrB_Matrix_serialize(void *bytes, GrB_Index *size, GrB_Matrix matrix)
{
    grb_call c;
    if (!grb_open_large(&c, __func__) || !GRB_POINTER(c, bytes) || !GRB_POINTER(c, size) || !GRB_NEED(c, matrix) ||
        !grb_ready(&c, GRB_PASS_NONE))
        return grb_close(&c);
    contents x = contents_of_matrix(matrix);
    const size_t needed = bytes_of(&x);
    if (*size < needed)
        grb_fail(&c, GrB_INSUFFICIENT_SPACE, "room for %llu bytes, of %zu", (unsigned long long)*size, needed);
    else if (x.large) {
        if (write_large(&c, bytes, &x, matrix, NULL)) *size = needed;
    } else if (rooms(&c, &x) && read_matrix(&c, &x, matrix)) {
        write_bytes(bytes, &x);
        *size = needed;
    }
    return grb_close(&c);
}

/* Bytes of their own, for the arrays to be read into; NULL: the call has failed. */
static char *new_bytes(grb_call *c, contents *x)
{
    char *bytes = grb_allocate(bytes_of(x));
    if (bytes && !x->large) {
        write_head(bytes, x);
        in_place(x, bytes);
    } else if (!bytes) {
        grb_no_memory(c);
    }
    return bytes;
}

/* Gives them to the caller, unless the call has failed. */
static void give_bytes(grb_call *c, void **bytes, GrB_Index *size, char *made, const contents *x)
{
    if (c->info != GrB_SUCCESS) {
        grb_release(made);
        return;
    }
    *bytes = made;
    *size = bytes_of(x);
}

GrB_Info GxB_Matrix_serialize(void **bytes, GrB_Index *size, GrB_Matrix matrix, const GrB_Descriptor desc)
{
    grb_call c;
    if (grb_open_large(&c, __func__) && GRB_POINTER(c, bytes) && GRB_POINTER(c, size) && GRB_NEED(c, matrix) &&
        grb_describe(&c, desc) && grb_ready(&c, GRB_PASS_NONE)) {
        contents x = contents_of_matrix(matrix);
        char *made = new_bytes(&c, &x);
        if (made) (void)(x.large ? write_large(&c, made, &x, matrix, NULL) : read_matrix(&c, &x, matrix));
        give_bytes(&c, bytes, size, made, &x);
    }
    return grb_close(&c);
}

GrB_Info GxB_Vector_serialize(void **bytes, GrB_Index *size, GrB_Vector vector, const GrB_Descriptor desc)
{
    grb_call c;
    if (grb_open_large(&c, __func__) && GRB_POINTER(c, bytes) && GRB_POINTER(c, size) && GRB_NEED(c, vector) &&
        grb_describe(&c, desc)) {
        contents x = contents_of(vector->type, grb_places_of(vector), 1, (GrB_Index)tropic_vector_count(vector->of));
        char *made = new_bytes(&c, &x);
        if (made) (void)(x.large ? write_large(&c, made, &x, NULL, vector) : read_vector(&c, &x, vector));
        give_bytes(&c, bytes, size, made, &x);
    }
    return grb_close(&c);
}

/* ------------------------------------------------------------------------------------------------
 * Deserialize
 */

/* The built-in type of a code; NULL: it is none. */
static GrB_Type type_of_code(int32_t code)
{
#define GRB_CODE(T, ctype)                                                                                             \
    if (code == GrB_##T##_CODE) return GrB_##T;
    GRB_TYPES(GRB_CODE)
#undef GRB_CODE
    return NULL;
}

static bool wrong(grb_call *c)
{
    return grb_fail(c, GrB_INVALID_OBJECT, "these bytes are no matrix, or not all of one");
}

/* Reads the header of either format. */
static bool read_head(grb_call *c, contents *x, const char *bytes, GrB_Index size)
{
    header small;
    *x = (contents){.large = size >= sizeof x->h && memcmp(bytes, GRB_LARGE_FORMAT, sizeof x->h.format) == 0};
    if (size < head_size(x)) return wrong(c);
    if (x->large) {
        memcpy(&x->h, bytes, sizeof x->h);
        return true;
    }
    memcpy(&small, bytes, sizeof small);
    if (memcmp(small.format, GRB_FORMAT, sizeof small.format) != 0 || small.rows < 0 || small.cols < 0) return wrong(c);
    x->h = (large_header){.type_size = small.type_size,
                          .type_code = small.type_code,
                          .rows = (uint64_t)small.rows,
                          .cols = (uint64_t)small.cols,
                          .name_size = small.name_size,
                          .count = small.count};
    return true;
}

/* Is the header whole, and are there as many bytes as it tells? (A bool is 0 or 1.) Sets the name. */
static bool header_is_right(grb_call *c, contents *x, const char *bytes, GrB_Index size)
{
    const large_header *h = &x->h;
    if (!read_head(c, x, bytes, size)) return false;
    const GrB_Type own = type_of_code(h->type_code);
    uint64_t room = size - head_size(x);
    if (h->type_size == 0 || h->type_size > TROPIC_TYPE_MAX ||
        (own ? own->size != h->type_size || h->name_size != 0 : h->type_code != GrB_UDT_CODE) ||
        h->rows > GrB_INDEX_MAX + 1 || h->cols > GrB_INDEX_MAX + 1 || h->count < 0 || h->name_size < 0 ||
        h->name_size > GxB_MAX_NAME_LEN || (size_t)h->name_size % ALIGNMENT != 0 || (uint64_t)h->name_size > room)
        return wrong(c);
    room -= (uint64_t)h->name_size;
    if ((uint64_t)h->count > room / (2 * id_size(x) + h->type_size)) return wrong(c);
    x->name = h->name_size > 0 ? bytes + head_size(x) : "";
    return h->name_size == 0 || strnlen(x->name, (size_t)h->name_size) < (size_t)h->name_size || wrong(c);
}

/* Is the type, which may be NULL, that of the contents? Sets it. */
static bool type_is_right(grb_call *c, const contents *x, GrB_Type *type)
{
    const GrB_Type own = type_of_code(x->h.type_code);
    if (!own && !*type) return grb_fail(c, GrB_NULL_POINTER, "type is NULL, and the values have a user's type");
    if (!*type) *type = own;
    const char *name = grb_shown_name(*type);
    return (own ? own == *type
                : (*type)->code == GrB_UDT_CODE && (*type)->size == x->h.type_size &&
                      (!*name || !*x->name || strncmp(name, x->name, GxB_MAX_NAME_LEN - 1) == 0)) ||
           grb_fail(c, GrB_DOMAIN_MISMATCH, "the values have another type");
}

static bool are_values(grb_call *c, GrB_Type type, const void *values, size_t count)
{
    const uint8_t *bytes = values;
    size_t k = 0;
    while (type == GrB_BOOL && k < count && bytes[k] <= 1) k++;
    return type != GrB_BOOL || k == count || wrong(c);
}

/* (Where the bytes are not aligned, their arrays are copied.) */
static bool read_bytes(grb_call *c, contents *x, const char *bytes, const GrB_Type type)
{
    const size_t count = (size_t)x->h.count;
    const char *from = bytes + head_size(x) + x->h.name_size;
    if ((uintptr_t)bytes % ALIGNMENT == 0) {
        in_place(x, (char *)(uintptr_t)bytes); /* (Nobody writes there.) */
    } else {
        if (!rooms(c, x)) return false;
        memcpy(x->rows, from, count * sizeof *x->rows);
        memcpy(x->cols, from + count * sizeof *x->rows, count * sizeof *x->cols);
        memcpy(x->values, from + 2 * count * sizeof *x->rows, count * type->size);
    }
    return are_values(c, type, x->values, count);
}

/* The entries of the second format. */
static bool read_large(grb_call *c, grb_tuples *t, const contents *x, const char *bytes, GrB_Type type, bool matrix)
{
    const char *from = bytes + head_size(x) + x->h.name_size;
    if (!grb_new_tuples(c, t, type, (GrB_Index)x->h.count, true)) return false;
    const size_t ids = (size_t)t->count * sizeof *t->rows;
    memcpy(t->rows, from, ids);
    memcpy(t->columns, from + ids, ids);
    memcpy(t->values, from + 2 * ids, (size_t)t->count * type->size);
    const bool good = are_values(c, type, t->values, (size_t)t->count) &&
                      grb_all_below(c, t->rows, t->count, x->h.rows) &&
                      grb_all_below(c, t->columns, t->count, x->h.cols) && (matrix || x->h.cols == 1 || wrong(c));
    if (!matrix) grb_release(t->columns);
    if (!matrix) t->columns = NULL;
    if (!good) grb_free_tuples(t);
    return good;
}

/* (Tropic tells ids out of range, and places that come twice.) */
static GrB_Info close_read(grb_call *c)
{
    if (c->info == GrB_INVALID_VALUE || c->info == GrB_INDEX_OUT_OF_BOUNDS) c->info = GrB_INVALID_OBJECT;
    return grb_close(c);
}

static bool fill_matrix(grb_call *c, GrB_Matrix made, contents *x, const char *bytes)
{
    grb_tuples t;
    if (!x->large)
        return read_bytes(c, x, bytes, made->type) &&
               grb_done(c, tropic_matrix_from_coo(&made->of, c->context, (tropic_index)x->h.rows,
                                                  (tropic_index)x->h.cols, x->h.count, x->rows, x->cols,
                                                  made->type->type, x->values, &grb_each_once));
    if (!read_large(c, &t, x, bytes, made->type, true)) return false;
    (void)grb_refill_matrix(c, made, &t, x->h.rows, x->h.cols);
    grb_free_tuples(&t);
    return c->info == GrB_SUCCESS;
}

static GrB_Info deserialize_matrix(const char *function, GrB_Matrix *matrix, GrB_Type type, const void *bytes,
                                   GrB_Index size, GrB_Descriptor desc)
{
    grb_call c;
    contents x;
    if (!grb_open(&c, function) || !GRB_POINTER(c, matrix) || !GRB_POINTER(c, bytes) || !GRB_MAY(c, type) ||
        !grb_describe(&c, desc) || !header_is_right(&c, &x, bytes, size) || !type_is_right(&c, &x, &type) ||
        !grb_ready(&c, GRB_PASS_NONE))
        return close_read(&c);
    GrB_Matrix made = grb_new_matrix(&c, type);
    if (made && fill_matrix(&c, made, &x, bytes))
        *matrix = made;
    else
        grb_delete(made);
    return close_read(&c);
}

GrB_Info GrB_Matrix_deserialize(GrB_Matrix *matrix, GrB_Type type, const void *bytes, GrB_Index size)
{
    return deserialize_matrix(__func__, matrix, type, bytes, size, NULL);
}

GrB_Info GxB_Matrix_deserialize(GrB_Matrix *matrix, GrB_Type type, const void *bytes, GrB_Index size,
                                const GrB_Descriptor desc)
{
    return deserialize_matrix(__func__, matrix, type, bytes, size, desc);
}

static bool is_vector(grb_call *c, const contents *x)
{
    int64_t k = 0;
    while (k < x->h.count && x->cols[k] == 0) k++;
    return (x->h.cols == 1 && k == x->h.count && (uint64_t)x->h.count <= x->h.rows) ||
           grb_fail(c, GrB_INVALID_OBJECT, "these bytes are no vector");
}

static bool fill_vector(grb_call *c, GrB_Vector made, contents *x, const char *bytes)
{
    grb_tuples t;
    if (!x->large)
        return read_bytes(c, x, bytes, made->type) && is_vector(c, x) &&
               grb_done(c, tropic_vector_create(&made->of, c->context, made->type->type, (tropic_index)x->h.rows)) &&
               grb_done(c, tropic_vector_put_entries(made->of, (tropic_index)x->h.count, x->rows, x->values));
    if (!read_large(c, &t, x, bytes, made->type, false)) return false;
    const bool good = grb_refill_vector(c, made, &t, x->h.rows);
    grb_free_tuples(&t);
    return good;
}

GrB_Info GxB_Vector_deserialize(GrB_Vector *vector, GrB_Type type, const void *bytes, GrB_Index size,
                                const GrB_Descriptor desc)
{
    grb_call c;
    contents x;
    if (!grb_open(&c, __func__) || !GRB_POINTER(c, vector) || !GRB_POINTER(c, bytes) || !GRB_MAY(c, type) ||
        !grb_describe(&c, desc) || !header_is_right(&c, &x, bytes, size) || !type_is_right(&c, &x, &type) ||
        !grb_ready(&c, GRB_PASS_NONE))
        return close_read(&c);
    GrB_Vector made = grb_new_vector(&c, type);
    if (made && fill_vector(&c, made, &x, bytes))
        *vector = made;
    else
        grb_delete(made);
    return close_read(&c);
}

GrB_Info GxB_deserialize_type_name(char *name, const void *bytes, GrB_Index size)
{
    grb_call c;
    contents x;
    if (grb_open(&c, __func__) && GRB_POINTER(c, name) && GRB_POINTER(c, bytes) &&
        header_is_right(&c, &x, bytes, size)) {
        const GrB_Type own = type_of_code(x.h.type_code);
        snprintf(name, GxB_MAX_NAME_LEN, "%s", own ? grb_shown_name(own) : x.name);
    }
    return grb_close(&c);
}

/* ------------------------------------------------------------------------------------------------
 * Questions about bytes
 */

/* The content of a field, in the member of the form that it returns; VOID: there is no such field. */
static grb_form content_of(const contents *x, int field, grb_content *got)
{
    const GrB_Type own = type_of_code(x->h.type_code);
    const bool column = x->h.cols == 1;
    switch (field) {
    case GrB_EL_TYPE_CODE: got->number = x->h.type_code; return GRB_INT32;
    case GrB_STORAGE_ORIENTATION_HINT: got->number = column ? GrB_COLMAJOR : GrB_ROWMAJOR; return GRB_INT32;
    case GxB_FORMAT: got->number = column ? GxB_BY_COL : GxB_BY_ROW; return GRB_INT32;
    case GxB_SPARSITY_CONTROL: got->number = GxB_AUTO_SPARSITY; return GRB_INT32;
    case GxB_SPARSITY_STATUS:
        got->number = x->h.count > 0 && (grb_wide)x->h.count == (grb_wide)x->h.rows * x->h.cols ? GxB_FULL : GxB_SPARSE;
        return GRB_INT32;
    case GxB_ISO: return GRB_TRUTH;
    case GxB_HYPER_SWITCH: got->real = GRB_HYPER_SWITCH; return GRB_REAL;
    case GxB_BITMAP_SWITCH: got->real = (double[GxB_NBITMAP_SWITCH])GRB_BITMAP_SWITCH[0]; return GRB_REAL;
    case GrB_NAME: got->text = ""; return GRB_STRING;
    case GrB_EL_TYPE_STRING: got->text = own ? grb_type_name(own) : x->name; return GRB_STRING;
    case GxB_JIT_C_NAME: got->text = own ? grb_shown_name(own) : x->name; return GRB_STRING;
    default: return GRB_VOID;
    }
}

static GrB_Info get_of_bytes(const char *function, const void *bytes, grb_form form, void *value, int field,
                             size_t size)
{
    grb_call c;
    contents x;
    grb_content got = {0};
    if (grb_open(&c, function) && GRB_POINTER(c, bytes) && GRB_POINTER(c, value) &&
        header_is_right(&c, &x, bytes, size)) {
        const grb_form own = content_of(&x, field, &got);
        if (own == GRB_VOID)
            grb_fail(&c, GrB_INVALID_VALUE, "bytes have no field %d", field);
        else
            (void)grb_give_content(&c, field, own, &got, form, value);
    }
    return grb_close(&c);
}

#define GRB_DEFINE(suffix, form, type)                                                                                 \
    GrB_Info GxB_Serialized_get_##suffix(const void *bytes, type value, int field, size_t size)                        \
    {                                                                                                                  \
        return get_of_bytes(__func__, bytes, form, value, field, size);                                                \
    }
GRB_DEFINE(Scalar, GRB_SCALAR, GrB_Scalar)
GRB_DEFINE(String, GRB_STRING, char *)
GRB_DEFINE(INT32, GRB_INT32, int32_t *)
GRB_DEFINE(SIZE, GRB_SIZE, size_t *)
GRB_DEFINE(VOID, GRB_VOID, void *)
#undef GRB_DEFINE
