/* SPDX-License-Identifier: Apache-2.0
 *
 * The objects that handles point to. Each begins with a grb_object, so that a call can tell it from anything else.
 */
#ifndef GRB_OBJECT_H
#define GRB_OBJECT_H

#include <stddef.h>

#include <tropic.h>
#include <tropic_host.h>

#include "GraphBLAS.h"

typedef enum grb_kind {
#define GRB_KIND(KIND) GRB_##KIND,
    GRB_OBJECTS_WITH_FIELDS(GRB_KIND)
#undef GRB_KIND
        GRB_SelectOp,
    GRB_IndexBinaryOp,
    GRB_Context
} grb_kind;

/* The first bytes of a live object; a freed one has others. */
#define GRB_LIVE UINT32_C(0x54726f70)
#define GRB_FREED UINT32_C(0x66726565)

typedef struct grb_object {
    uint32_t magic;
    grb_kind kind;
    bool predefined;
    char *error;               /* about the last call that failed with this object as its first output; NULL: none */
    char *name;                /* of GrB_NAME; NULL: none. Of a predefined object never freed */
    char *c_name, *definition; /* the C text of a type or operator; NULL: none */
    struct grb_object
        *taken;   /* in a call that takes objects for others (graphblas/extensions/columns.c): the next one of them */
    int32_t hint; /* GrB_STORAGE_ORIENTATION_HINT + 1, which has no effect; 0: that of GrB_GLOBAL */
} grb_object;
#define GRB_PREDEFINED(KIND, name_)                                                                                    \
    {                                                                                                                  \
        .magic = GRB_LIVE, .kind = GRB_##KIND, .predefined = true, .name = (char *)(name_)                             \
    }

struct GrB_Type_opaque {
    grb_object object;
    tropic_type type; /* users' types of one size share one */
    GrB_Type_Code code;
    size_t size;
};
#define GRB_DECLARE(T, ctype) extern struct GrB_Type_opaque grb_type_##T;
GRB_TYPES(GRB_DECLARE)
#undef GRB_DECLARE

/* "FP64", "GrB_FP64" or the like; never NULL. */
static inline const char *grb_type_name(GrB_Type type)
{
    return type->object.name ? type->object.name : "a user's type";
}

/* The type's name in C, for Tropic: "double", or the struct of a user's. */
const char *grb_c_name(GrB_Type type);

/* A function of the caller, in the form that Tropic calls. */
typedef struct grb_function {
    tropic_host_operator host;
    void (*call)(void);             /* cast to the kind's function type */
    size_t z, x, y;                 /* bytes of the values */
    const void *identity;           /* of a monoid */
    const void *terminal;           /* the same; NULL: it has no such value */
    const tropic_operator *builtin; /* of a monoid: the operator in place of `call` */
} grb_function;

/* An operator of an extension that Tropic has not built in. */
typedef struct grb_expression {
    const char *text;                 /* in C, of x, y, i and j, and the functions of grb_definitions */
    const tropic_host_operator *host; /* the same, compiled */
} grb_expression;
extern const char grb_definitions[];

/* The operations whose operands have two places. Those before kronecker take semirings. */
typedef enum grb_product { GRB_MXM, GRB_MXV, GRB_VXM, GRB_KRONECKER, GRB_PRODUCTS } grb_product;

struct grb_operator;
/* A binary operator of places in a product, which sees the index that it sums over as a row, and the place of a result
 * as a column. A place that is neither comes with the operand, in whose stead is the result of a unary operator. */
typedef struct grb_view {
    const struct grb_operator *op;
    /* Of each operand, as it is and if it is transposed; NULL: the operand stays. */
    const struct grb_operator *instead[2][2];
} grb_view;

/* Where both operands have one place, the operator is itself. */
typedef struct grb_places {
    grb_view views[GRB_PRODUCTS];
} grb_places;

/* Which place of a value an extension's operator gives, in place of any value: the row or column, from 0 or from 1. */
typedef enum grb_position { GRB_NO_PLACE, GRB_ROW, GRB_ROW1, GRB_COLUMN, GRB_COLUMN1 } grb_position;

/* An operator: z = f(x), f(x, y), or f(x, i, j, y). */
typedef struct grb_operator {
    grb_object object;
    GrB_Type z, x, y;                 /* y of a unary one, and the types a position does not read: NULL */
    tropic_builtin_operator builtin;  /* TROPIC_OPERATORS: the caller's, or an expression's */
    tropic_type over;                 /* of a built-in one: the type of its operands */
    bool any_type;                    /* it does not read its operands, of whatever type they are */
    const grb_expression *expression; /* of an extension's; else NULL */
    grb_position position;            /* of an extension's that gives one: at one place of both operands */
    const grb_places *places;         /* of an operator of places that has two operands; else NULL */
    struct grb_indexed *indexed;      /* of one that is made of a GxB_IndexBinaryOp, and of its views; else NULL */
    grb_product product;              /* of such a view; GRB_PRODUCTS of the operator itself */
    tropic_operator *made;            /* of the caller's; of an expression and of a view, at the first use */
    grb_function function;
    bool host; /* made of a function alone: the CPU runs it */
} grb_operator;
struct GrB_UnaryOp_opaque {
    grb_operator of;
};
struct GrB_BinaryOp_opaque {
    grb_operator of;
};
struct GrB_IndexUnaryOp_opaque {
    grb_operator of;
};
struct GxB_IndexBinaryOp_opaque {
    grb_operator of; /* never made: it has no theta */
    GrB_Type theta;
};

/* A value of `size` bytes and its place, as one of Tropic's types: the value's words, and i and j at `at`. */
typedef struct grb_placed {
    struct GrB_Type_opaque type; /* size 0: Tropic has no type so large */
    size_t size, at;
} grb_placed;

/* Of a binary operator that is made of a GxB_IndexBinaryOp. */
typedef struct grb_indexed {
    grb_places places;
    const grb_operator *op; /* that operator */
    GrB_Type theta_type;
    grb_placed placed[2]; /* of x and of y */
    grb_operator views[GRB_PRODUCTS];
    /* From x or y to a value with its place; that of the transposed matrix. */
    grb_operator with_place[2][2];
    _Alignas(16) char theta[]; /* a value of its type */
} grb_indexed;

/* What a GxB_SelectOp keeps: a comparison of the place, of the value with 0 or with the thunk, or a function's
 * choice. */
typedef enum grb_rule { GRB_BY_PLACE, GRB_BY_ZERO, GRB_BY_THUNK, GRB_BY_FUNCTION } grb_rule;
struct GxB_SelectOp_opaque {
    grb_object object;
    grb_rule rule;
    tropic_builtin_operator builtin;
    GxB_select_function function;
    GrB_Type x, thunk; /* of the function; NULL: it does not read that */
};

struct GrB_Monoid_opaque {
    grb_object object;
    GrB_BinaryOp op;
    tropic_operator *made; /* NULL: Tropic's own monoid of op */
    grb_function function;
    void *identity; /* a value of op's type; NULL: Tropic's */
    void *terminal; /* the same, at which sums may stop; NULL: that of Tropic's, if it has one */
    bool host;      /* made of functions alone: the CPU runs it */
};

struct GrB_Semiring_opaque {
    grb_object object;
    GrB_Monoid add;
    GrB_BinaryOp multiply;
    tropic_semiring *made[GRB_KRONECKER]; /* at the first use; by product, if the multiply takes places, else one */
};

/* Hints that are kept. */
typedef struct grb_hints {
    int32_t threads, sort, compression, import, method, gpu;
    double chunk;
} grb_hints;

struct GrB_Descriptor_opaque {
    grb_object object;
    tropic_descriptor of;
    int32_t rows, columns, values; /* what a list that is a vector is */
    grb_hints hints;
};

struct GxB_Context_opaque {
    grb_object object;
    grb_hints hints;
};

/* Kinds of integers that a matrix or a vector has besides values. */
enum { GRB_BITS = 3 };

/* In which form a matrix or vector is to be. Without switches of its own it has those of the library. */
typedef struct grb_storage {
    int32_t control; /* a sum of forms; 0: all of them */
    bool has_hyper, has_bitmap;
    double hyper, bitmap;
    int32_t bits[GRB_BITS]; /* hints: of row ids, column ids and offsets; 0: those of the library */
} grb_storage;

/* A value or none. */
struct GrB_Scalar_opaque {
    grb_object object;
    GrB_Type type;
    bool has;
    _Alignas(16) char value[];
};

struct grb_dictionary; /* graphblas/dictionary.h */

struct GrB_Vector_opaque {
    grb_object object;
    GrB_Type type;
    tropic_vector *of;
    tropic_context *context; /* that `of` belongs to */
    /* An array of the caller, with the values of all places, from GxB_Vector_load on until the vector changes; NULL:
     * there is none. `of` is NULL then, until a call needs it. */
    void *held;
    GrB_Index held_bytes, places;
    bool loaned;                       /* it stays the caller's, and the vector as it is */
    struct grb_dictionary *dictionary; /* of more than 2^31 - 1 places; else NULL */
    GrB_Index size;                    /* the places, where there is a dictionary */
    grb_storage storage;
};

/* (Vectors have the room of a matrix: each kind has its members apart, for calls that take one for the other.) */
struct GrB_Matrix_opaque {
    grb_object object;
    GrB_Type type;
    char vector[sizeof(struct GrB_Vector_opaque) - offsetof(struct GrB_Vector_opaque, of)];
    tropic_matrix *of;                 /* without entries, if there are rows */
    tropic_vector **rows;              /* NULL: `of` has the entries (graphblas/rows.c) */
    GrB_Index ids_room;                /* members of the array of ids that the caller brought: as many he gets back */
    bool one_value;                    /* he brought one value for all entries: he gets one back, if that is still so */
    bool walked;                       /* by an iterator, which looks into `of`: there will be no rows */
    struct grb_dictionary *dictionary; /* of more than 2^31 - 1 rows or columns; else NULL */
    GrB_Index size[2];                 /* rows and columns, where there is a dictionary */
    /* Where the last call that wrote it worked, so that the entries lie there; NULL: in no context. */
    const tropic_context *made_in;
    grb_storage storage;
};

/* Of the library, from GrB_init to GrB_finalize. */
#define GRB_JIT_TEXTS 8
typedef struct grb_settings {
    bool burble;                           /* each call is told */
    int (*print)(const char *format, ...); /* by this one; NULL: printf */
    int (*flush)(void);                    /* NULL: that of stdout */
    int32_t jit;                           /* a GxB_JIT_Control */
    double hyper, bitmap[GxB_NBITMAP_SWITCH];
    /* Kept: */
    grb_hints hints;
    double gpu_chunk;
    int32_t gpu_id, one_based, jit_use_cmake;
    int32_t bits[GRB_BITS];
    int64_t pool[GxB_NMEMORY_POOL];
    char *jit_texts[GRB_JIT_TEXTS]; /* NULL: "" */
} grb_settings;

struct GrB_Global_opaque {
    grb_object object;
    grb_settings settings;
};
extern struct GrB_Global_opaque grb_global; /* GrB_GLOBAL */

/* Frees the memory that predefined objects took on demand. */
void grb_free_predefined(void);

#endif
