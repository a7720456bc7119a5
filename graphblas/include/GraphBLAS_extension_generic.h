/* SPDX-License-Identifier: Apache-2.0
 *
 * GraphBLAS_extension_generic.h: the polymorphic names of extensions, as in GraphBLAS_generic.h.
 */
#ifndef GRAPHBLAS_EXTENSION_GENERIC_H
#define GRAPHBLAS_EXTENSION_GENERIC_H

#include "GraphBLAS_extensions.h"

#define GRB_FREE_MORE , GxB_Iterator * : GxB_Iterator_free, GxB_Container * : GxB_Container_free

#include "GraphBLAS_generic.h"

#define GRB_FPRINT(KIND, x) GrB_##KIND : GxB_##KIND##_fprint
#define GxB_fprint(object, level, file) _Generic((object), GRB_KINDS(GRB_FPRINT, ))(object, #object, level, file)
#define GxB_print(object, level) _Generic((object), GRB_KINDS(GRB_FPRINT, ))(object, #object, level, NULL)

#endif /* GRAPHBLAS_EXTENSION_GENERIC_H */
