/* SPDX-License-Identifier: Apache-2.0
 *
 * GraphBLAS_extension_options.h: settings of the library and of objects.
 */
#ifndef GRAPHBLAS_EXTENSION_OPTIONS_H
#define GRAPHBLAS_EXTENSION_OPTIONS_H

#include "GraphBLAS_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ----------------------------------------------------------------------------------------------------------------
 * The device
 * ------------------------------------------------------------------------------------------------------------- */

/* TROPIC_GRAPHBLAS_DEVICE (INT32, of GrB_GLOBAL, W) is where operations run: a tropic_device, 1 for the CPU, 2 for a
 * GPU, 0 for the device of TROPIC_DEVICE. Without that, or with `auto`, each call chooses: a GPU if it is large,
 * or if an operand lies there. Reading then gives 0, else 1 or 2; where there is no support for GPUs, 1. Objects stay
 * when it is set, and move when they are used.
 * Errors: NOT_IMPLEMENTED (there is no GPU). */

/* ----------------------------------------------------------------------------------------------------------------
 * Memory
 * ------------------------------------------------------------------------------------------------------------- */

/* As GrB_init; all memory of the host comes from user_malloc, which must be thread-safe, and goes back by user_free.
 * The other two may be NULL. */
GRB_API GrB_Info GxB_init(GrB_Mode mode, void *(*user_malloc)(size_t), void *(*user_calloc)(size_t, size_t),
                          void *(*user_realloc)(void *, size_t), void (*user_free)(void *));

#define GxB_HYPERSPARSE 1
#define GxB_SPARSE 2
#define GxB_BITMAP 4
#define GxB_FULL 8
#define GxB_FAST_IMPORT GxB_DEFAULT

#ifdef __cplusplus
}
#endif

#endif /* GRAPHBLAS_EXTENSION_OPTIONS_H */
