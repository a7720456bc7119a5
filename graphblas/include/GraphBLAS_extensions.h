/* SPDX-License-Identifier: Apache-2.0
 *
 * GraphBLAS_extensions.h: extensions of the specification. The GxB_ names and their meaning are those of
 * SuiteSparse:GraphBLAS; they are those that programs use in practice, and no sign that all of them are there. If
 * TROPIC_GRAPHBLAS_STRICT is defined before GraphBLAS.h is included, there are none.
 */
#ifndef GRAPHBLAS_EXTENSIONS_H
#define GRAPHBLAS_EXTENSIONS_H

/* A program that defines TROPIC_GRAPHBLAS_SUITESPARSE_NAMES takes this library for SuiteSparse's. LAGraph does so for
 * algorithms that it has for that library alone, of this version or a newer one. */
#ifdef TROPIC_GRAPHBLAS_SUITESPARSE_NAMES
#define GxB_SUITESPARSE_GRAPHBLAS 1
#undef GxB_IMPLEMENTATION_MAJOR
#undef GxB_IMPLEMENTATION_MINOR
#define GxB_IMPLEMENTATION_MAJOR 10
#define GxB_IMPLEMENTATION_MINOR 0
#endif
/* A version as one number, to compare. */
#define GxB_VERSION(major, minor, sub) (((major)*1000ULL + (minor)) * 1000ULL + (sub))
#define GxB_IMPLEMENTATION GxB_VERSION(GxB_IMPLEMENTATION_MAJOR, GxB_IMPLEMENTATION_MINOR, GxB_IMPLEMENTATION_SUB)
#define GxB_IMPLEMENTATION_NAME "Tropic"

#include "GraphBLAS_extension_objects.h"
#include "GraphBLAS_extension_options.h"
#include "GraphBLAS_extension_methods.h"
#include "GraphBLAS_extension_operations.h"
#include "GraphBLAS_extension_pack.h"

#endif /* GRAPHBLAS_EXTENSIONS_H */
