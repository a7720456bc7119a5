/* SPDX-License-Identifier: Apache-2.0
 *
 * Fields of objects, which GrB_get and GrB_set read and write, and the functions of options.
 */
#ifndef GRB_FIELDS_H
#define GRB_FIELDS_H

#include "graphblas/large.h"

/* Of a field, and of the caller's value. */
typedef enum grb_form {
    GRB_INT32,
    GRB_TRUTH, /* a bool, for the variadic functions; else as INT32 */
    GRB_SIZE,
    GRB_REAL,
    GRB_VALUE, /* of a type of its own, as a GrB_Scalar alone */
    GRB_STRING,
    GRB_INT32_ARRAY,
    GRB_INT64_ARRAY,
    GRB_REAL_ARRAY,
    GRB_HANDLE_OF, /* of another object, as bytes alone */
    GRB_FUNCTION,
    /* Of values alone: a GrB_Scalar, bytes, a text of the library's, and that of the field. */
    GRB_SCALAR,
    GRB_VOID,
    GRB_LENT_STRING,
    GRB_ANY
} grb_form;

/* The value of a field, in the member of its form. */
typedef struct grb_content {
    int64_t number;
    double real;
    const char *text;
    const void *array; /* or a value, or a handle. NULL, to set: the default; of a value: there is none */
    GrB_Type type;     /* of that value */
    void (*function)(void);
} grb_content;

/* They return false if the call has failed, or the object has no such value: NO_VALUE. `which` is the field's. */
typedef bool grb_getter(grb_call *c, const grb_object *o, int which, grb_content *value);
typedef bool grb_setter(grb_call *c, grb_object *o, int which, const grb_content *value);

typedef struct grb_field {
    int name;
    unsigned kinds; /* that have it */
    grb_form form;
    int which;
    grb_getter *get;
    grb_setter *set;  /* NULL: it cannot be set */
    const char *hint; /* its name, if it is kept without an effect */
} grb_field;

/* Kinds that have a field. */
#define GRB_OF(kind) (1u << GRB_##kind)

/* Rows of the options: one, and one that is kept without an effect. */
#define GRB_OPTION(name, kinds, form, which, get, set)                                                                 \
    {                                                                                                                  \
        name, kinds, GRB_##form, which, get, set, NULL                                                                 \
    }
#define GRB_HINT(name, kinds, form, which, get, set)                                                                   \
    {                                                                                                                  \
        name, kinds, GRB_##form, which, get, set, #name                                                                \
    }
/* `which` of an option that is a member of the library's settings. */
#define GRB_SETTING(member) (int)offsetof(struct GrB_Global_opaque, settings.member)

typedef struct grb_fields {
    const grb_field *at;
    int count;
} grb_fields;
/* Options of the library, descriptors and contexts (settings.c), of matrices and vectors (storage.c), and parts of
 * monoids and semirings (inquire.c). */
extern const grb_fields grb_settings_options, grb_storage_options, grb_algebra_options;

/* A double, `which` bytes from the object's beginning. */
grb_getter grb_get_real;
grb_setter grb_set_real;
/* The value is `which`, or the mode of GrB_init. */
grb_getter grb_get_constant, grb_get_mode;

/* The caller's value, of this form, and its address. */
typedef struct grb_given {
    grb_form form;
    const void *at;         /* NULL is an error, but of an array or a function */
    void (*function)(void); /* of FUNCTION and of bytes: the same */
    GrB_Scalar scalar;      /* of SCALAR: the same */
    size_t size;            /* of bytes */
} grb_given;

/* A field, by GrB_get and GrB_set or, `option`, a function of options: where two have one number, that of the
 * specification, or the option. *value, of this form, = the field. */
GrB_Info grb_get_field(const char *function, grb_object *object, grb_kind kind, grb_form form, void *value, int name,
                       bool option);
GrB_Info grb_set_field(const char *function, grb_object *object, grb_kind kind, grb_given from, int name, bool option);
/* *value, of this form, = the content of a field that has the form `own`. */
bool grb_give_content(grb_call *c, int name, grb_form own, const grb_content *got, grb_form form, void *value);
/* The form of an option; INT32, if there is none. */
grb_form grb_option_form(grb_kind kind, int name);

#endif
