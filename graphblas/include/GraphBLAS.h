/* SPDX-License-Identifier: Apache-2.0
 *
 * GraphBLAS.h: the GraphBLAS C API, version 2.1, on Tropic.
 *
 * The specification (graphblas.org) is the contract of every GrB_ name here. The comments below only sum it up, and say
 * where this library goes further or chooses. The parts: GraphBLAS_types.h (handles, enumerations, tables of types),
 * GraphBLAS_objects.h (predefined objects), GraphBLAS_methods.h (making, reading and changing objects),
 * GraphBLAS_operations.h (mxm, assign, reduce, ...), GraphBLAS_extensions.h (GxB_ and TROPIC_ names that the
 * specification does not have; with TROPIC_GRAPHBLAS_STRICT defined, there are none), and the polymorphic names such as
 * GrB_assign: GraphBLAS_generic.h in C11, GraphBLAS_overloads.h in C++.
 *
 * Conventions, unless a comment says otherwise:
 *   - A function returns GrB_SUCCESS or one of GrB_Info. If it fails, its outputs are unchanged (except some rows of a
 *     matrix of few long rows, and after an error of the device), and GrB_error() has a sentence about it for the first
 *     output. Calls that only read leave that sentence as it is.
 *   - On a GPU, unless GrB_init was given GrB_BLOCKING, a call may return before a vector is written: calls that read
 *     it wait, and an error of the device is returned by one of those.
 *   - A NULL that is not allowed is GrB_NULL_POINTER, a handle that is no object GrB_UNINITIALIZED_OBJECT.
 *   - Masks, accumulators and descriptors may be NULL: no mask, no accumulator, the default descriptor.
 *   - A type, operator or monoid must live as long as the objects made of it are used.
 *   - Call GrB_init first. Calls of several threads run side by side on the CPU, and one at a time on a GPU. Objects
 *     may be read by several threads at once (a vector after GrB_wait), and changed by one.
 *   - The macros that begin with GRB_ and take X are tables: X is invoked once for each row.
 */
#ifndef GRAPHBLAS_H
#define GRAPHBLAS_H

/* This is Tropic's. */
#define TROPIC_GRAPHBLAS 1

#ifndef TROPIC_GRAPHBLAS_STRICT
/* Programs ask by SuiteSparse's version which of its names they may use. These are the numbers of the version whose
 * names are here for the most part. Each stands in this file, and once, for those who search it for them. */
#define GxB_IMPLEMENTATION_MAJOR 7
#define GxB_IMPLEMENTATION_MINOR 4
#define GxB_IMPLEMENTATION_SUB 0
#endif

/* Programs count on these, too. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "GraphBLAS_types.h"
#include "GraphBLAS_objects.h"
#include "GraphBLAS_methods.h"
#include "GraphBLAS_operations.h"
#ifndef TROPIC_GRAPHBLAS_STRICT
#include "GraphBLAS_extensions.h"
#endif
#if defined(__cplusplus) && defined(TROPIC_GRAPHBLAS_STRICT)
#include "GraphBLAS_overloads.h"
#elif defined(__cplusplus)
#include "GraphBLAS_extension_overloads.h"
#elif defined(TROPIC_GRAPHBLAS_STRICT)
#include "GraphBLAS_generic.h"
#else
#include "GraphBLAS_extension_generic.h"
#endif

#endif /* GRAPHBLAS_H */
