/* SPDX-License-Identifier: Apache-2.0
 *
 * Matrices and vectors to bytes.
 */
#include "graphblas/operators.h"
#include "graphblas/serialize.h"

#include <string.h>

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
