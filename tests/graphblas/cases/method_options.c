/* SPDX-License-Identifier: Apache-2.0
 *
 * Methods that set and get options, of the specification's objects and of those that only SuiteSparse has.
 */
#include "tests/graphblas/cases/methods.h"

/* As many as one form of the functions may write. */
typedef union option_value {
    int32_t number;
    double real;
} option_value;

/* Functions of one kind, by its handle. */
#define OPTION_FUNCTIONS(name, prefix)                                                                                 \
    static GrB_Info set_##name(void *object, int field, bool real, const option_value *v)                              \
    {                                                                                                                  \
        return real ? prefix##_set_FP64(object, field, v->real) : prefix##_set_INT32(object, field, v->number);        \
    }                                                                                                                  \
    static GrB_Info get_##name(void *object, int field, bool real, option_value *v)                                    \
    {                                                                                                                  \
        return real ? prefix##_get_FP64(object, field, &v->real) : prefix##_get_INT32(object, field, &v->number);      \
    }
OPTION_FUNCTIONS(matrix, GxB_Matrix_Option)
OPTION_FUNCTIONS(vector, GxB_Vector_Option)
OPTION_FUNCTIONS(descriptor, GxB_Desc)

typedef GrB_Info setter(void *object, int field, bool real, const option_value *v);
typedef GrB_Info getter(void *object, int field, bool real, option_value *v);

/* An option, perhaps not one of the kind, with a value of either type, perhaps not its own. */
static void check_option(world *w, const char *kind, void *object, setter *set, getter *get)
{
    static const int fields[] = {GxB_HYPER_SWITCH, GxB_FORMAT,     GxB_BITMAP_SWITCH, GxB_SPARSITY_CONTROL,
                                 GxB_NTHREADS,     GxB_CHUNK,      GxB_SORT,          GxB_COMPRESSION,
                                 GxB_IMPORT,       GxB_AxB_METHOD, GrB_OUTP,          GrB_MASK,
                                 GrB_INP0,         GrB_INP1};
    static const int numbers[] = {-2, -1, 0, 1, 2, 3, 4, 6, 15, 99, 502, 1001, 1003, 1004, 1005, 2003};
    static const double reals[] = {-1, 0, 0.0625, 0.5, 1, 4096};
    const int field = fields[world_below(w, (int)(sizeof fields / sizeof *fields))];
    const bool real = world_one_in(w, 2);
    const option_value value =
        real ? (option_value){.real = reals[world_below(w, 6)]} : (option_value){.number = numbers[world_below(w, 16)]};
    const GrB_Info info = set(object, field, real, &value);
    if (real)
        answer_add(w->answer, info, "option %d of %s to %g", field, kind, value.real);
    else
        answer_add(w->answer, info, "option %d of %s to %d", field, kind, value.number);
    /* (The format that an object has by itself is each library's own.) */
    for (int form = 0; form < 2 && (info == GrB_SUCCESS || field != GxB_FORMAT); form++) {
        option_value got = {.real = -77};
        const GrB_Info told = get(object, field, form == 1, &got);
        /* (SuiteSparse keeps a switch of 32 bits.) */
        const float as_real = told != GrB_SUCCESS ? 0 : form == 1 ? (float)got.real : (float)got.number;
        answer_value(answer_add(w->answer, told, "it is, as %s", form == 1 ? "FP64" : "INT32"), TYPE_FP32, &as_real);
    }
}

void method_check_option(world *w)
{
    GrB_Descriptor d = NULL;
    object *o;
    GrB_Info info;
    switch (world_below(w, 3)) {
    case 0:
        o = world_take(w, OBJECT_MATRIX, world_type(w), world_size(w), world_size(w));
        check_option(w, "a matrix", o->A, set_matrix, get_matrix);
        world_tell(w, o, "with its options");
        break;
    case 1:
        o = world_take(w, OBJECT_VECTOR, world_type(w), world_size(w), 1);
        check_option(w, "a vector", o->v, set_vector, get_vector);
        world_tell(w, o, "with its options");
        break;
    default:
        info = GrB_Descriptor_new(&d);
        answer_add(w->answer, info, "a descriptor");
        for (int k = 0; k < 4 && d; k++) check_option(w, "it", d, set_descriptor, get_descriptor);
        GrB_Descriptor_free(&d);
    }
}
