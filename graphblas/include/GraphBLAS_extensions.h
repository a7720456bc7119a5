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
#define GxB_IMPLEMENTATION_DATE "Dec 1, 2026"
#define GxB_IMPLEMENTATION_ABOUT "Tropic: the GraphBLAS C API on CPUs and GPUs"
#define GxB_IMPLEMENTATION_LICENSE "SPDX-License-Identifier: Apache-2.0"

/* The specification. */
#define GxB_SPEC_MAJOR GRB_VERSION
#define GxB_SPEC_MINOR GRB_SUBVERSION
#define GxB_SPEC_SUB 0
#define GxB_SPEC_VERSION GxB_VERSION(GxB_SPEC_MAJOR, GxB_SPEC_MINOR, GxB_SPEC_SUB)
#define GxB_SPEC_DATE "Dec 22, 2023"
#define GxB_SPEC_ABOUT "The GraphBLAS C API, graphblas.org"

/* The largest number of rows or columns in version 1.2 of the C API. */
#define GxB_INDEX_MAX (GrB_INDEX_MAX + 1)

/* That of the language: the C compiler's, or that of C90. */
#ifdef GxB_STDC_VERSION /* the program has its own */
#elif defined(__STDC_VERSION__)
#define GxB_STDC_VERSION __STDC_VERSION__
#else
#define GxB_STDC_VERSION 199001L
#endif

#include "GraphBLAS_extension_objects.h"
#include "GraphBLAS_extension_semirings.h"
#include "GraphBLAS_extension_options.h"
#include "GraphBLAS_extension_methods.h"
#include "GraphBLAS_extension_iterators.h"
#include "GraphBLAS_extension_operations.h"
#include "GraphBLAS_extension_lists.h"
#include "GraphBLAS_extension_pack.h"

#endif /* GRAPHBLAS_EXTENSIONS_H */
