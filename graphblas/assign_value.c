/* SPDX-License-Identifier: Apache-2.0
 *
 * assign and subassign of one value to vectors and matrices.
 */
#include "graphblas/assign.h"
#include "graphblas/large/ranges.h"

/* The value, as one of the output's type or, if the accumulator takes another, of its own. False: the call failed. */
static bool give_value(grb_call *c, grb_assignment *a, grb_bytes *room, const grb_value *value, GrB_Type output,
                       GrB_BinaryOp accum)
{
    const GrB_Type type = grb_value_type(value, output);
    const bool own = accum && accum->of.y != output && type != output;
    if (!grb_room_for(c, room, output)) return false;
    a->own = own ? type : NULL;
    a->value = own ? value->at : room->bytes;
    if (!own) grb_value_cast(room->bytes, output, value);
    return true;
}

/* Does a value go where the mask is not? */
static bool goes_to_all(const grb_call *c, const grb_value *value, bool mask)
{
    return mask == c->descriptor.complement && grb_value_has(value);
}

/* Can a value go to all places that it is for? It cannot, if `list` is NULL, and the dimension has more than can be
 * used, and the other one a place (`some`). */
static bool fits(grb_call *c, const grb_value *value, bool mask, const tropic_indices *list, GrB_Index size, bool some)
{
    return list || !grb_large(size) || !some || !goes_to_all(c, value, mask) ||
           grb_fail(c, GrB_OUT_OF_MEMORY,
                    "the value goes to all places of a dimension of %llu, and at most 2^31 - 1 can be used",
                    (unsigned long long)size);
}

static bool fits_matrix(grb_call *c, const grb_value *value, GrB_Matrix C, GrB_Matrix Mask, bool region,
                        const tropic_indices *rows, const tropic_indices *cols)
{
    if (!c->large) return true;
    const GrB_Index m = rows ? (GrB_Index)rows->count : grb_rows(C), n = cols ? (GrB_Index)cols->count : grb_columns(C);
    return (!Mask ||
            (grb_agree(c, grb_rows(Mask), region ? m : grb_rows(C), "rows of the mask", "of its places") &&
             grb_agree(c, grb_columns(Mask), region ? n : grb_columns(C), "columns of the mask", "of its places"))) &&
           fits(c, value, Mask, rows, m, n > 0) && fits(c, value, Mask, cols, n, m > 0);
}

static bool fits_vector(grb_call *c, const grb_value *value, GrB_Vector w, GrB_Vector mask, bool region,
                        const tropic_indices *list)
{
    if (!c->large) return true;
    const GrB_Index n = list && region ? (GrB_Index)list->count : grb_places_of(w);
    return (!mask || grb_agree(c, grb_places_of(mask), n, "size of the mask", "of its places")) &&
           fits(c, value, mask, list, grb_places_of(w), true);
}

static GrB_Info vector(const char *function, bool region, GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accum,
                       grb_value value, const GrB_Index *indices, GrB_Index nindices, GrB_Descriptor desc)
{
    grb_call c;
    tropic_indices list;
    const tropic_indices *ids;
    grb_bytes x;
    tropic_vector *empty = NULL;
    if (!grb_open_large(&c, function) || !grb_output(&c, w, GRB_Vector, "w") || !GRB_MAY(c, mask) ||
        !GRB_MAY(c, accum) || !grb_value_check(&c, &value, w->type, "the value") || !grb_describe(&c, desc) ||
        !grb_accumulates(&c, w->type, accum, grb_value_type(&value, w->type)) ||
        !grb_listed(&c, indices, nindices, grb_places_of(w), &list, &ids, "indices") ||
        !fits_vector(&c, &value, w, mask, region, ids) || !grb_ready(&c, GRB_PASS_NONE)) {
        grb_cut cut = {.w = w,
                       .mask = mask,
                       .region = region,
                       .all = c.long_range && goes_to_all(&c, &value, mask),
                       .lists = {indices},
                       .counts = {nindices}};
        GrB_Info info;
        if (!grb_again(&c, &info)) return info;
        info = grb_cut_ranges(function, &cut);
        if (info == GrB_SUCCESS)
            info = vector(function, region, w, cut.mask, accum, value, cut.lists[0], cut.counts[0], desc);
        grb_free_cut(&cut);
        return info;
    }
    grb_assignment a = {.to = GRB_TO_VECTOR,
                        .region = region,
                        .w = w->of,
                        .mask = grb_vector_of(mask),
                        .accum = grb_accum(accum),
                        .monoid = grb_assign_monoid(w->type, accum),
                        .rows = ids,
                        .descriptor = c.descriptor};
    /* (An empty scalar: the places lose their entries.) */
    if (grb_value_has(&value))
        (void)give_value(&c, &a, &x, &value, w->type, accum);
    else
        grb_done(&c,
                 tropic_vector_create(&empty, c.context, w->type->type, ids ? ids->count : tropic_vector_size(w->of)));
    a.u = empty;
    if (c.info == GrB_SUCCESS) grb_assign(&c, &a);
    tropic_vector_free(&empty);
    return grb_close(&c);
}

/* Row by row, if it goes so; false: else. */
static bool by_row(grb_call *c, GrB_Matrix C, GrB_Matrix Mask, const grb_assignment *a)
{
    bool good = true;
    for (tropic_index i = 0; i < c->rows && good; i++)
        good = grb_done(c, tropic_assign_scalar(C->rows[i], grb_row_of(Mask, i), a->accum, a->value, NULL,
                                                tropic_matrix_cols(C->of), &c->descriptor));
    return c->rows > 0;
}

static GrB_Info matrix(const char *function, bool region, GrB_Matrix C, GrB_Matrix Mask, GrB_BinaryOp accum,
                       grb_value value, const GrB_Index *rows, GrB_Index nrows, const GrB_Index *columns,
                       GrB_Index ncols, GrB_Descriptor desc)
{
    grb_call c;
    tropic_indices row_list, col_list;
    const tropic_indices *row_ids, *col_ids;
    grb_bytes x;
    tropic_matrix *empty = NULL;
    if (!grb_open_large(&c, function) || !grb_output(&c, C, GRB_Matrix, "C") || !GRB_MAY(c, Mask) ||
        !GRB_MAY(c, accum) || !grb_value_check(&c, &value, C->type, "the value") || !grb_describe(&c, desc) ||
        !grb_accumulates(&c, C->type, accum, grb_value_type(&value, C->type)) ||
        !grb_indices(&c, rows, nrows, grb_rows(C), &row_list, &row_ids, "rows") ||
        !grb_indices(&c, columns, ncols, grb_columns(C), &col_list, &col_ids, "columns") ||
        !fits_matrix(&c, &value, C, Mask, region, row_ids, col_ids)) {
        grb_cut cut = {.C = C,
                       .Mask = Mask,
                       .region = region,
                       .all = c.long_range && goes_to_all(&c, &value, Mask),
                       .lists = {rows, columns},
                       .counts = {nrows, ncols}};
        GrB_Info info;
        if (!grb_again(&c, &info)) return info;
        info = grb_cut_ranges(function, &cut);
        if (info == GrB_SUCCESS)
            info = matrix(function, region, C, cut.Mask, accum, value, cut.lists[0], cut.counts[0], cut.lists[1],
                          cut.counts[1], desc);
        grb_free_cut(&cut);
        return info;
    }
    grb_assignment a = {.to = GRB_TO_MATRIX,
                        .region = region,
                        .accum = grb_accum(accum),
                        .rows = row_ids,
                        .cols = col_ids,
                        .descriptor = c.descriptor};
    const bool has = grb_value_has(&value);
    if (has && !give_value(&c, &a, &x, &value, C->type, accum)) return grb_close(&c);
    if (!row_ids && !col_ids && has && !a.own) grb_row_by_row(&c, NULL, (GrB_Matrix[]){C, Mask}, 2);
    if (!grb_ready(&c, GRB_PASS_NONE) || by_row(&c, C, Mask, &a)) return grb_close(&c);
    if (!has) {
        a.descriptor.transpose = false;
        grb_done(&c, tropic_matrix_create(&empty, c.context, C->type->type,
                                          row_ids ? row_ids->count : tropic_matrix_rows(C->of),
                                          col_ids ? col_ids->count : tropic_matrix_cols(C->of)));
    }
    a.C = &C->of;
    a.Mask = grb_matrix_of(Mask);
    a.A = empty;
    if (c.info == GrB_SUCCESS) grb_assign(&c, &a);
    tropic_matrix_free(&empty);
    return grb_close(&c);
}

#define GRB_DEFINE_ONE(PREFIX, name, region, T, ctype)                                                                 \
    GrB_Info PREFIX##_Vector_##name##_##T(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum, ctype value,  \
                                          const GrB_Index *indices, GrB_Index nindices, const GrB_Descriptor desc)     \
    {                                                                                                                  \
        return vector(#PREFIX "_" #name, region, w, mask, accum, grb_value_##T(&value), indices, nindices, desc);      \
    }                                                                                                                  \
    GrB_Info PREFIX##_Matrix_##name##_##T(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum, ctype value,  \
                                          const GrB_Index *rows, GrB_Index nrows, const GrB_Index *columns,            \
                                          GrB_Index ncols, const GrB_Descriptor desc)                                  \
    {                                                                                                                  \
        return matrix(#PREFIX "_" #name, region, C, Mask, accum, grb_value_##T(&value), rows, nrows, columns, ncols,   \
                      desc);                                                                                           \
    }
#define GRB_DEFINE(T, ctype)                                                                                           \
    GRB_DEFINE_ONE(GrB, assign, false, T, ctype)                                                                       \
    GRB_DEFINE_ONE(GxB, subassign, true, T, ctype)
GRB_VALUES_AND_SCALAR(GRB_DEFINE)
#undef GRB_DEFINE
