/* SPDX-License-Identifier: Apache-2.0
 *
 * Matrices and vectors from bytes, and questions about bytes.
 */
#include "graphblas/fields.h"
#include "graphblas/operators.h"
#include "graphblas/serialize.h"

#include <stdio.h>
#include <string.h>

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
        got->number = x->h.count > 0 && (grb_area)x->h.count == (grb_area)x->h.rows * x->h.cols ? GxB_FULL : GxB_SPARSE;
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
