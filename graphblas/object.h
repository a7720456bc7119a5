/* SPDX-License-Identifier: Apache-2.0
 *
 * The objects that handles point to. Each begins with a grb_object, so that a call can tell it from anything else.
 */
#ifndef GRB_OBJECT_H
#define GRB_OBJECT_H

#include <tropic.h>
#include <tropic_host.h>

#include "GraphBLAS.h"

typedef enum grb_kind {
#define GRB_KIND(KIND) GRB_##KIND,
    GRB_OBJECTS_WITH_FIELDS(GRB_KIND)
#undef GRB_KIND
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
    int32_t hint;              /* GrB_STORAGE_ORIENTATION_HINT + 1, which has no effect; 0: that of GrB_GLOBAL */
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

/* A function of the caller, in the form that Tropic calls. */
typedef struct grb_function {
    tropic_host_operator host;
    void (*call)(void);             /* cast to the kind's function type */
    size_t z, x, y;                 /* bytes of the values */
    const void *identity;           /* of a monoid */
    const tropic_operator *builtin; /* of a monoid: the operator in place of `call` */
} grb_function;

/* An operator: z = f(x), f(x, y), or f(x, i, j, y). */
typedef struct grb_operator {
    grb_object object;
    GrB_Type z, x, y;                /* y of a unary one, and the types a position does not read: NULL */
    tropic_builtin_operator builtin; /* TROPIC_OPERATORS: the caller's */
    tropic_type over;                /* of a built-in one: the type of its operands */
    tropic_operator *made;           /* of the caller's */
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

struct GrB_Monoid_opaque {
    grb_object object;
    GrB_BinaryOp op;
    tropic_operator *made; /* NULL: Tropic's own monoid of op */
    grb_function function;
    void *identity; /* a value of op's type; NULL: Tropic's */
    bool host;      /* made of functions alone: the CPU runs it */
};

struct GrB_Semiring_opaque {
    grb_object object;
    GrB_Monoid add;
    GrB_BinaryOp multiply;
    tropic_semiring *made;  /* at the first use */
    tropic_builtin builtin; /* of an extension that has no two operators; else 0 */
};

/* Hints that are kept. */
typedef struct grb_hints {
    int32_t import; /* GxB_SECURE_IMPORT, or 0 */
} grb_hints;

struct GrB_Descriptor_opaque {
    grb_object object;
    tropic_descriptor of;
    grb_hints hints;
};

/* In which form a matrix or vector is to be. */
typedef struct grb_storage {
    int32_t control; /* a sum of forms; 0: all of them */
} grb_storage;

/* A value or none. */
struct GrB_Scalar_opaque {
    grb_object object;
    GrB_Type type;
    bool has;
    _Alignas(16) char value[TROPIC_TYPE_MAX];
};

struct GrB_Vector_opaque {
    grb_object object;
    GrB_Type type;
    tropic_vector *of;
    tropic_context *context; /* that `of` belongs to */
    /* An array of the caller, with the values of all places, from GxB_Vector_load on until the vector changes; NULL:
     * there is none. `of` is NULL then, until a call needs it. */
    void *held;
    GrB_Index held_bytes, places;
    bool loaned; /* it stays the caller's, and the vector as it is */
    grb_storage storage;
};

struct GrB_Matrix_opaque {
    grb_object object;
    GrB_Type type;
    tropic_matrix *of;    /* without entries, if there are rows */
    tropic_vector **rows; /* NULL: `of` has the entries (graphblas/rows.c) */
    bool walked;          /* by an iterator, which looks into `of`: there will be no rows */
    /* Where the last call that wrote it worked, so that the entries lie there; NULL: in no context. */
    const tropic_context *made_in;
    grb_storage storage;
};

struct GrB_Global_opaque {
    grb_object object;
};

/* Frees the memory that predefined objects took on demand. */
void grb_free_predefined(void);

#endif
