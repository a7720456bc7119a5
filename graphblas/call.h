/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared by all calls. A call is a chain of checks, the last of which lets Tropic work:
 *
 *     grb_call c;
 *     if (GRB_OPEN(c, C) && GRB_MAY(c, Mask) && GRB_NEED(c, A) && ... && grb_ready(&c, GRB_PASS_...))
 *         grb_done(&c, tropic_...(&C->of, c.context, ...));
 *     return grb_close(&c);
 *
 * A check that fails keeps status and text, and returns false.
 */
#ifndef GRB_CALL_H
#define GRB_CALL_H

#include "graphblas/dictionary.h"

/* Vectors, and matrices, of one call: output, mask and two inputs. One more is GrB_PANIC. */
#define GRB_OPERANDS 4
/* Lists of ids, and other memory, that live as long as a call. A sort takes the most, 13. One too many is GrB_PANIC. */
#define GRB_ROOMS 16

/* The measure of a call's work. NONE: not known. ENTRIES: those of its operands, where all have one. UNION: where any
 * has one. PRODUCT: the terms of a product of the last two matrices. PAIRS: all pairs of their entries. */
typedef enum grb_pass { GRB_PASS_NONE, GRB_PASS_ENTRIES, GRB_PASS_UNION, GRB_PASS_PRODUCT, GRB_PASS_PAIRS } grb_pass;

typedef struct grb_call {
    const char *function;
    grb_object *output;     /* keeps the text */
    grb_object *taken;      /* objects that the call takes for the other kind, vector or matrix; NULL: none */
    grb_object *written[2]; /* the outputs that are among them */
    GrB_Info info;
    grb_thread *locked; /* this one; NULL: the call has not begun */
    bool host;          /* an operator is a function of the caller, so the CPU works */
    bool wide;          /* so it does for values that are too large for a GPU */
    bool takes_large;   /* it knows objects that have a dictionary */
    bool large;         /* it has one as an operand, so it runs alone up to the end of grb_ready */
    bool only_finds;    /* its lists are of an input: their ids get no codes */
    bool long_range;    /* one of its lists is a range that is too long to be a list */
    double begun;       /* in seconds, where calls are told; else 0 */
    int vector_count, matrix_count, room_count;
    tropic_index rows;            /* of a call that goes row by row; else 0 */
    GrB_Matrix whole;             /* does not: the second operand of a product */
    GrB_Vector multiplied;        /* by a matrix; NULL: none is */
    grb_dictionary *dictionary;   /* of its large operands, from grb_unite on; else NULL */
    tropic_context *context;      /* from grb_ready on */
    tropic_descriptor descriptor; /* of the call's GrB_Descriptor */
    GrB_Vector vectors[GRB_OPERANDS];
    GrB_Matrix matrices[GRB_OPERANDS];
    void *rooms[GRB_ROOMS];
} grb_call;

#define GRB_KIND_OF(object)                                                                                            \
    _Generic((object), GrB_Type                                                                                        \
             : GRB_Type, GrB_UnaryOp                                                                                   \
             : GRB_UnaryOp, GrB_IndexUnaryOp                                                                           \
             : GRB_IndexUnaryOp, GrB_BinaryOp                                                                          \
             : GRB_BinaryOp, GrB_Monoid                                                                                \
             : GRB_Monoid, GrB_Semiring                                                                                \
             : GRB_Semiring, GrB_Scalar                                                                                \
             : GRB_Scalar, GrB_Vector                                                                                  \
             : GRB_Vector, GrB_Matrix                                                                                  \
             : GRB_Matrix, GrB_Descriptor                                                                              \
             : GRB_Descriptor, GxB_SelectOp                                                                            \
             : GRB_SelectOp, GxB_IndexBinaryOp                                                                         \
             : GRB_IndexBinaryOp, GxB_Context                                                                          \
             : GRB_Context)
/* Opens a call whose first output is this object. */
#define GRB_OPEN(c, output) (grb_open(&(c), __func__) && grb_output(&(c), output, GRB_KIND_OF(output), #output))
/* An object that must be there, and one that may be NULL. */
#define GRB_NEED(c, object) grb_need(&(c), object, GRB_KIND_OF(object), #object)
#define GRB_MAY(c, object) (!(object) || GRB_NEED(c, object))
/* A pointer that must be there. */
#define GRB_POINTER(c, pointer) ((pointer) || grb_fail(&(c), GrB_NULL_POINTER, "%s is NULL", #pointer))

bool grb_open(grb_call *c, const char *function);
bool grb_output(grb_call *c, void *object, grb_kind kind, const char *name);
/* The same of a further output, which keeps no text. */
bool grb_writes(grb_call *c, void *object, grb_kind kind, const char *name);
bool grb_need(grb_call *c, void *object, grb_kind kind, const char *name);
/* The same of an object that takes no part in the work; there may be any number of them. */
bool grb_is(grb_call *c, const void *object, grb_kind kind, const char *name);
/* Is the object a vector where a matrix is asked, or the opposite? */
static inline bool grb_is_other(const grb_object *o, grb_kind kind)
{
    return o->kind != kind && o->magic == GRB_LIVE && (o->kind == GRB_Vector || o->kind == GRB_Matrix) &&
           (kind == GRB_Vector || kind == GRB_Matrix);
}
/* The kind of such an object; else `kind`. */
static inline grb_kind grb_own_kind(const void *object, grb_kind kind)
{
    return object && grb_is_other((const grb_object *)object, kind) ? ((const grb_object *)object)->kind : kind;
}
/* Gives such an object the members of the kind that is asked, up to the end of the call, which is alone. Of a matrix
 * that has not one column: DIMENSION_MISMATCH. */
bool grb_take_as_other(grb_call *c, grb_object *o, const char *name);
/* Ends that: what the call has written becomes the object. */
void grb_return_taken(grb_call *c);
/* The same as grb_need of a vector that stays an array of the caller, if it holds one that no call has looked into. */
bool grb_need_as_held(grb_call *c, GrB_Vector v, const char *name);
/* Opens a call that makes a vector anew, whatever it holds, as its first output. */
bool grb_remakes(grb_call *c, GrB_Vector v, const char *name);
/* Keeps status and text, unless the call has failed before; returns false. */
bool grb_fail(grb_call *c, GrB_Info info, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* The same for memory of the host that ran out. */
bool grb_no_memory(grb_call *c);
/* Reads the descriptor, which may be NULL, into c->descriptor. */
bool grb_describe(grb_call *c, GrB_Descriptor desc);
/* Notes that values of this type take part, and those of an operator; true. */
static inline bool grb_uses_type(grb_call *c, GrB_Type type)
{
    c->wide = c->wide || (type && type->size > TROPIC_TYPE_DEVICE_MAX);
    return true;
}
static inline bool grb_uses_types(grb_call *c, const grb_operator *op)
{
    return grb_uses_type(c, op->z) && grb_uses_type(c, op->x) && grb_uses_type(c, op->y);
}
/* Notes that an operator takes part; false: the call has failed. */
bool grb_uses(grb_call *c, const grb_operator *op);
void grb_uses_monoid(grb_call *c, GrB_Monoid monoid);
void grb_uses_semiring(grb_call *c, GrB_Semiring semiring); /* (grb_takes notes its multiply) */
/* Chooses the device for a call that works so long, and has the call's vectors and matrices there. */
bool grb_ready(grb_call *c, grb_pass pass);
/* Notes before grb_ready that the call may go row by row, c->rows of them: its matrices that lie as the output are few
 * long rows, and one of them is kept so, or will be, because the call is a product with B (else NULL). `like` has the
 * output first, and may have NULLs; the call has no lists of rows or columns, and transposes none of them, or is the
 * reduction of one matrix's transpose. */
void grb_row_by_row(grb_call *c, GrB_Matrix B, const GrB_Matrix *like, int count);
/* Takes Tropic's status; true for OK. An error's text is that of the call's context, or of this one. */
bool grb_done_in(grb_call *c, const tropic_context *context, tropic_status status);
static inline bool grb_done(grb_call *c, tropic_status status)
{
    return grb_done_in(c, c->context, status);
}
/* Waits until the vector is written. */
bool grb_wait_for(grb_call *c, const tropic_vector *v);
/* The forms of a matrix, of which none is made, and what they hold. */
bool grb_report(grb_call *c, const tropic_matrix *A, tropic_context *context, tropic_matrix_forms *forms);
/* Of tropic_matrix_from_coo and the like: a place that comes twice is an error. */
extern const tropic_build_options grb_each_once;
/* w<mask> (accum)= t, and C<Mask> (accum)= T, by the call's descriptor without its transposes. */
tropic_status grb_write_vector(grb_call *c, GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accum, const tropic_vector *t);
tropic_status grb_write_matrix(grb_call *c, GrB_Matrix C, GrB_Matrix Mask, GrB_BinaryOp accum, const tropic_matrix *T);
/* w<mask> (accum)= the entries of u where `keep` has a value that is not 0, and C<Mask> (accum)= those of A, or of its
 * transpose as the descriptor says, as `keep` lies. */
tropic_status grb_write_kept_vector(grb_call *c, GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accum, GrB_Vector u,
                                    const tropic_vector *keep);
tropic_status grb_write_kept_matrix(grb_call *c, GrB_Matrix C, GrB_Matrix Mask, GrB_BinaryOp accum, GrB_Matrix A,
                                    const tropic_matrix *keep);
/* Ends the call. */
GrB_Info grb_close(grb_call *c);

/* Calls body(of, begin, end) for chunks of 0 .. count - 1, on the context's threads; false: the call has failed. */
bool grb_loop(grb_call *c, GrB_Index count, tropic_host_body *body, const void *of);
/* Memory that lives as long as the call, not cleared; NULL: it has failed. */
void *grb_room(grb_call *c, size_t count, size_t size);
/* The room is no longer the call's to free; anything else is left as it is. */
void grb_keep(grb_call *c, const void *room);
/* Copies bytes, and casts values of types that cast. */
bool grb_copy(grb_call *c, void *to, const void *from, size_t bytes);
bool grb_cast_all(grb_call *c, void *to, GrB_Type to_type, const void *from, GrB_Type from_type, GrB_Index count);
/* The ids of an array, each below `end`, as Tropic's; NULL: the call has failed. */
const tropic_index *grb_narrow(grb_call *c, const GrB_Index *list, GrB_Index n, GrB_Index end, const char *name);
/* The opposite; `to` may be NULL. `from` NULL: 0 .. count - 1. */
void grb_widen(grb_call *c, GrB_Index *to, const tropic_index *from, GrB_Index count);
/* Reads a list of places, rows or columns: of ids as grb_narrow does, a range (n is GxB_RANGE, GxB_STRIDE or
 * GxB_BACKWARDS), or GrB_ALL. *indices is NULL for all, else room. grb_listed has the ids of a range, too. */
bool grb_indices(grb_call *c, const GrB_Index *list, GrB_Index n, GrB_Index end, tropic_indices *room,
                 const tropic_indices **indices, const char *name);
bool grb_listed(grb_call *c, const GrB_Index *list, GrB_Index n, GrB_Index end, tropic_indices *room,
                const tropic_indices **indices, const char *name);
/* A size or an id that Tropic can hold. */
bool grb_size(grb_call *c, GrB_Index n, const char *name);
/* i < end, else INVALID_INDEX. */
bool grb_index(grb_call *c, GrB_Index i, GrB_Index end, const char *name);

/* Can values of one type be cast to the other? A check of the call, with its names. */
bool grb_domain(grb_call *c, GrB_Type to, GrB_Type from, const char *to_name, const char *from_name);
/* Is output<..> (accum)= t right, for a t of this type? accum may be NULL. */
bool grb_accumulates(grb_call *c, GrB_Type output, GrB_BinaryOp accum, GrB_Type t);
/* Does op, a binary one, read its first operand, or the second? One that it does not read has any type. */
bool grb_reads(const grb_operator *op, bool second);
/* Does op, a binary one, take these operands? */
bool grb_takes(grb_call *c, const grb_operator *op, GrB_Type x, GrB_Type y);

/* An operator, monoid or semiring, where a call takes one of several kinds. */
typedef struct grb_handle {
    grb_object *object;
    grb_kind kind;
} grb_handle;
#define GRB_HANDLE(op) ((grb_handle){(grb_object *)(op), GRB_KIND_OF(op)})
/* The operator that combines two values: itself, that of a monoid, or a semiring's that adds or multiplies. NULL:
 * the call has failed. */
const grb_operator *grb_multiply_of(grb_call *c, grb_handle op, bool add);

/* Tropic's object: NULL for NULL. (Of an operator that the call has noted by grb_uses it is there.) */
const tropic_operator *grb_operator_of(const grb_operator *op);
static inline const tropic_operator *grb_accum(GrB_BinaryOp accum)
{
    return accum ? grb_operator_of(&accum->of) : NULL;
}
static inline const tropic_matrix *grb_matrix_of(GrB_Matrix A)
{
    return A ? A->of : NULL;
}
static inline const tropic_vector *grb_vector_of(GrB_Vector v)
{
    return v ? v->of : NULL;
}
/* Of a call that goes row by row. */
static inline const tropic_vector *grb_row_of(GrB_Matrix A, tropic_index i)
{
    return A ? A->rows[i] : NULL;
}
/* How many entries it has. */
GrB_Index grb_entries(GrB_Matrix A);
const tropic_operator *grb_monoid_of(GrB_Monoid monoid);
/* Tropic's monoid of a built-in operator; NULL: it has none. */
const tropic_operator *grb_monoid_of_operator(const grb_operator *op);
/* The identity of built-in monoids for which Tropic has another: a NaN, which min and max ignore. NULL: of others. */
const void *grb_identity_of(const grb_operator *op);
/* Made at the first use, as the product takes it; NULL: the call has failed. */
const tropic_semiring *grb_semiring_of(grb_call *c, GrB_Semiring semiring, grb_product product);
/* grb_uses of an operator that may be one of a view. */
bool grb_uses_view(grb_call *c, const grb_operator *op);
/* Has views of functions see ids in place of ix, jx, iy and jy, where these are a dictionary's codes, until the same of
 * NULL. The call is alone. */
void grb_see_ids(const GrB_Index *const ids[4]);

/* ------------------------------------------------------------------------------------------------
 * Objects
 */

/* New objects without a Tropic object, in the call's context. */
GrB_Vector grb_new_vector(grb_call *c, GrB_Type type);
GrB_Matrix grb_new_matrix(grb_call *c, GrB_Type type);
/* Sets one field of a descriptor; false: it has no such value. */
bool grb_descriptor_set(tropic_descriptor *d, int field, int value);
/* Allocates an object of this kind; NULL: the call has failed. `size` is that of its struct. */
void *grb_new(grb_call *c, grb_kind kind, size_t size);
/* A copy of a text; NULL: memory is short. */
char *grb_text(const char *text);
/* Copies a name, for GrB_NAME and the text, and a text, of a new object; either may be NULL. */
bool grb_name(grb_call *c, grb_object *o, const char *name, const char *definition);
/* Frees an object and all it has; NULL: nothing. */
void grb_delete(void *object);
/* Frees what Tropic made of an operator, and of its views. */
void grb_unmake(grb_operator *op);
/* *to = from, a value of another type that casts. */
void grb_cast(void *to, GrB_Type to_type, const void *from, GrB_Type from_type);

/* ------------------------------------------------------------------------------------------------
 * A value that the caller gives, in any of the forms of GRB_VALUES_AND_SCALAR
 */

/* A value of any type: in the struct, or a large one in room of the call. */
typedef struct grb_bytes {
    char *bytes;
    _Alignas(64) char small[TROPIC_TYPE_DEVICE_MAX];
} grb_bytes;
/* Room for one of this type, not cleared; false: the call has failed. */
static inline bool grb_room_for(grb_call *c, grb_bytes *x, GrB_Type type)
{
    x->bytes = type->size <= sizeof x->small ? x->small : grb_room(c, 1, type->size);
    return x->bytes != NULL;
}

typedef struct grb_value {
    const void *at;    /* where it lies; NULL: the caller gave NULL */
    GrB_Type type;     /* NULL: of the user's type that the call needs */
    GrB_Scalar scalar; /* where it comes from; NULL: from C */
} grb_value;

#define GRB_DECLARE(T, ctype)                                                                                          \
    static inline grb_value grb_value_##T(const ctype *value)                                                          \
    {                                                                                                                  \
        return (grb_value){value, &grb_type_##T, NULL};                                                                \
    }
GRB_TYPES(GRB_DECLARE)
#undef GRB_DECLARE
static inline grb_value grb_value_UDT(const void *const *value)
{
    return (grb_value){*value, NULL, NULL};
}
static inline grb_value grb_value_Scalar(const GrB_Scalar *scalar)
{
    return (grb_value){*scalar ? (*scalar)->value : NULL, NULL, *scalar};
}

/* Is the value there, and does it cast to the type? (An empty scalar has no value: see grb_value_has.) */
bool grb_value_check(grb_call *c, const grb_value *value, GrB_Type type, const char *name);
static inline bool grb_value_has(const grb_value *value)
{
    return !value->scalar || value->scalar->has;
}
/* The same for a call that needs one: EMPTY_OBJECT. */
bool grb_value_need(grb_call *c, const grb_value *value, GrB_Type type, const char *name);
/* The value's type, which is `type` for one of the user's. */
static inline GrB_Type grb_value_type(const grb_value *value, GrB_Type type)
{
    return value->scalar ? value->scalar->type : value->type ? value->type : type;
}
/* *to = the value as one of this type. */
void grb_value_cast(void *to, GrB_Type type, const grb_value *value);

/* The type of an array of the caller, GRB_ARRAYS: NULL for one of the user's type of the object. */
#define GRB_DECLARE(T, ctype) static const GrB_Type grb_array_##T __attribute__((unused)) = &grb_type_##T;
GRB_TYPES(GRB_DECLARE)
#undef GRB_DECLARE
static const GrB_Type grb_array_UDT __attribute__((unused)) = NULL;
/* Do its values cast to or from `object`, the type of the object? Replaces NULL by that. */
bool grb_array_type(grb_call *c, GrB_Type *array, GrB_Type object);
/* Are they of the object's own type? */
bool grb_same_type(grb_call *c, GrB_Type array, GrB_Type object);

#endif
