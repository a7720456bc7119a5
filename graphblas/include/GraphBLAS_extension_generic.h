/* SPDX-License-Identifier: Apache-2.0
 *
 * GraphBLAS_extension_generic.h: the polymorphic names of extensions, as in GraphBLAS_generic.h.
 */
#ifndef GRAPHBLAS_EXTENSION_GENERIC_H
#define GRAPHBLAS_EXTENSION_GENERIC_H

#include "GraphBLAS_extensions.h"

#define GRB_FREE_MORE , GxB_Iterator * : GxB_Iterator_free, GxB_Context * : GxB_Context_free
#define GRB_WAIT_MORE , GxB_Context : GxB_Context_wait
#define GRB_ERROR_MORE , GxB_Context : GxB_Context_error
#define GRB_GET_MORE(x) , GxB_Context : GRB_GET_BY(GxB_Context, x)
#define GRB_SET_MORE(x) , GxB_Context : GRB_SET_BY(GxB_Context, x)
#define GRB_SET_BYTES_MORE , GxB_Context : GxB_Context_set_VOID

#include "GraphBLAS_generic.h"

#define GRB_FPRINT(KIND, x) GrB_##KIND : GxB_##KIND##_fprint
#define GRB_FPRINT_OF(object) _Generic((object), GRB_KINDS(GRB_FPRINT, ), GxB_Context : GxB_Context_fprint)
#define GxB_fprint(object, level, file) GRB_FPRINT_OF(object)(object, #object, level, file)
#define GxB_print(object, level) GRB_FPRINT_OF(object)(object, #object, level, NULL)

/* GxB_set(object, option, value) and GxB_get(object, option, &value); without an object, of the library. */
#define GRB_OPTION_OF(x, what)                                                                                         \
    _Generic((x), GrB_Matrix                                                                                           \
             : GxB_Matrix_Option_##what, GrB_Vector                                                                    \
             : GxB_Vector_Option_##what, GrB_Descriptor                                                                \
             : GxB_Desc_##what, GxB_Context                                                                            \
             : GxB_Context_##what, default                                                                             \
             : GxB_Global_Option_##what)
#define GxB_set(x, ...) GRB_OPTION_OF(x, set)(x, __VA_ARGS__)
#define GxB_get(x, ...) GRB_OPTION_OF(x, get)(x, __VA_ARGS__)

#endif /* GRAPHBLAS_EXTENSION_GENERIC_H */
