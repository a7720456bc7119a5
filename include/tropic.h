/* SPDX-License-Identifier: Apache-2.0
 *
 * Tropic: graph algorithms in the language of linear algebra, on NVIDIA GPUs and on the CPU.
 *
 * Everything is a loop around one operation, the masked product of a sparse matrix and a vector
 * over a semiring,
 *
 *     w<mask> (accum)= A (add.mul) u
 *
 * What all calls share is here, and three levels are included. Level 1 (tropic_algorithms.h, tropic_layout.h) runs a
 * whole algorithm on a matrix. Level 2 builds matrices (tropic_matrix.h), vectors (tropic_vector.h), and graphs by rule
 * (tropic_generate.h). Level 3 (tropic_algebra.h) is the algebra: operators, semirings, operations. All need nothing
 * but C11 and name no CUDA type; tropic_cuda.h adds the calls that do.
 *
 * Conventions, true everywhere unless a comment says otherwise:
 *   - Entry A(i,j) is the arc i -> j. Indices count from 0. Ids are 32-bit, entry counts 64-bit.
 *   - A fallible call returns a tropic_status and leaves a sentence in tropic_context_error() (but
 *     where the argument that carries the context, or the first vector, is NULL).
 *     On failure outputs are untouched, unless the call says otherwise. "Status: usual" means
 *     INVALID_ARGUMENT (a NULL that is not allowed, a choice that does not exist, a size that was
 *     never set), OUT_OF_MEMORY, OUT_OF_DEVICE_MEMORY and DEVICE_ERROR (the GPU, or its driver).
 *   - Outputs come first, then mask, accumulator, semiring, inputs and descriptor.
 *   - `X_free(X **)` accepts NULL and a pointer to NULL, and sets the pointer to NULL.
 *   - Structs that the caller fills begin with `size`: set it to sizeof(struct). Zero in any other
 *     member means the default, and NULL for the whole struct means all defaults.
 *   - One context per thread. A finished matrix may be used by several contexts at once.
 *   - Calls return when their result is complete, on every device. None prints, exits or installs
 *     a signal handler.
 */
#ifndef TROPIC_H
#define TROPIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TROPIC_VERSION_MAJOR 0
#define TROPIC_VERSION_MINOR 1
#define TROPIC_VERSION_PATCH 0

#if defined(__GNUC__)
#define TROPIC_API __attribute__((visibility("default")))
#else
#define TROPIC_API
#endif

/* A vertex, row or column: 0 <= id < n, n at most TROPIC_INDEX_MAX. */
typedef int32_t tropic_index;
/* A count of stored entries, or a position among them. */
typedef int64_t tropic_offset;
#define TROPIC_INDEX_MAX INT32_MAX

typedef struct tropic_context tropic_context;
typedef struct tropic_matrix tropic_matrix;
typedef struct tropic_vector tropic_vector;
typedef struct tropic_semiring tropic_semiring;

/* ------------------------------------------------------------------------------------------------
 * Status
 */

/* X(NAME, message): the one table of statuses. */
#define TROPIC_STATUS_TABLE(X)                                                                                         \
    X(OK, "success")                                                                                                   \
    X(INVALID_ARGUMENT, "invalid argument")                                                                            \
    X(DIMENSION_MISMATCH, "dimensions do not match")                                                                   \
    X(TYPE_MISMATCH, "types do not match")                                                                             \
    X(INDEX_OUT_OF_RANGE, "index out of range")                                                                        \
    X(OUT_OF_MEMORY, "out of host memory")                                                                             \
    X(OUT_OF_DEVICE_MEMORY, "out of device memory")                                                                    \
    X(NO_DEVICE, "no such device, or built without support for it")                                                    \
    X(NOT_SUPPORTED, "not supported")                                                                                  \
    X(DEVICE_ERROR, "device error")                                                                                    \
    X(IO_ERROR, "input or output failed")                                                                              \
    X(FORMAT_ERROR, "malformed file")                                                                                  \
    X(NEGATIVE_CYCLE, "a negative cycle is reachable")                                                                 \
    X(OVERFLOW, "a value overflows its type")                                                                          \
    X(CANCELLED, "cancelled by the caller")                                                                            \
    X(COMPILE_ERROR, "an expression does not compile")                                                                 \
    X(LAW_BROKEN, "a law of the algebra does not hold")

typedef enum tropic_status {
#define TROPIC_STATUS_ENUM(name, message) TROPIC_##name,
    TROPIC_STATUS_TABLE(TROPIC_STATUS_ENUM)
#undef TROPIC_STATUS_ENUM
} tropic_status;

/* The fixed message of a status; never NULL, static storage. */
TROPIC_API const char *tropic_status_message(tropic_status status);
/* The status by name ("OK", "OUT_OF_MEMORY"); never NULL, static storage. */
TROPIC_API const char *tropic_status_name(tropic_status status);

/* "0.1.0" */
TROPIC_API const char *tropic_version(void);

/* ------------------------------------------------------------------------------------------------
 * Types and choices
 */

/* Types of stored values. A matrix without values ("pattern") has type TROPIC_BOOL, all true. */
typedef enum tropic_type
#ifdef __cplusplus
    : int32_t /* or numbers of struct types would be outside the enum */
#endif
{ TROPIC_BOOL,   /* bool     */
  TROPIC_INT32,  /* int32_t  */
  TROPIC_INT64,  /* int64_t  */
  TROPIC_UINT32, /* uint32_t */
  TROPIC_UINT64, /* uint64_t */
  TROPIC_FP32,   /* float    */
  TROPIC_FP64    /* double   */
} tropic_type;
#define TROPIC_TYPES 7 /* built-in ones; numbers from here on are tropic_type_define's */

/* "bool", "int32", ...; NULL for no type. */
TROPIC_API const char *tropic_type_name(tropic_type type);
/* Bytes of one value; 0 for no type. */
TROPIC_API size_t tropic_type_size(tropic_type type);

typedef enum tropic_device {
    TROPIC_DEVICE_AUTO, /* CUDA where there is a usable GPU, else the CPU */
    TROPIC_DEVICE_CPU,
    TROPIC_DEVICE_CUDA
} tropic_device;

/* Where memory that the caller owns lies. */
typedef enum tropic_location { TROPIC_HOST, TROPIC_DEVICE } tropic_location;

/* How a product walks the matrix. Each exists on both devices under one basename in spmv/. */
typedef enum tropic_strategy {
    TROPIC_STRATEGY_AUTO,        /* chosen per graph and per level */
    TROPIC_STRATEGY_COOC_SCALAR, /* a thread per stored entry, by column; or equal shares of them */
    TROPIC_STRATEGY_CSC_SCALAR,  /* a thread per column that the mask lets through */
    TROPIC_STRATEGY_CSC_VECTOR,  /* lanes of a warp per such column; on the CPU, sums in lanes of long ones */
    TROPIC_STRATEGY_CSR_PUSH     /* the out-arcs of the sources that have an entry, balanced */
} tropic_strategy;
#define TROPIC_STRATEGIES 5

/* "auto", "cooc-scalar", ...; NULL for no strategy. */
TROPIC_API const char *tropic_strategy_name(tropic_strategy strategy);

/* How a GPU's push fills its next frontier. All but AUTO have the whole GPU take every level, however small. The CPU
 * has its own way. */
typedef enum tropic_queue {
    TROPIC_QUEUE_AUTO,        /* small frontiers stay in shared memory; others as HIERARCHICAL */
    TROPIC_QUEUE_GLOBAL,      /* one counter for all */
    TROPIC_QUEUE_BLOCK,       /* a queue per block in shared memory, then the one counter */
    TROPIC_QUEUE_HIERARCHICAL /* a queue per warp; at a level's end the counter is asked once a block */
} tropic_queue;
#define TROPIC_QUEUES 4

/* "auto", "global", ...; NULL for no such queue. */
TROPIC_API const char *tropic_queue_name(tropic_queue queue);

/* ------------------------------------------------------------------------------------------------
 * Context: device, threads, memory, error text
 */

typedef struct tropic_context_options {
    size_t size;
    tropic_device device;
    int device_index; /* which GPU, from 0 */
    /* CPU threads, up to 4096; 0: as many as OpenMP would take (OMP_NUM_THREADS, else one a core). One of
     * them is the calling thread; the context makes the others when it first needs them, fewer if the
     * system grants fewer. They leave signals to the program's threads. While other programs want their
     * cores they stay away, and the calling thread goes on alone. In a parallel region of the caller's
     * own it always does, unless OpenMP would nest another (OMP_MAX_ACTIVE_LEVELS). A child that is forked
     * between two calls gets its own. */
    int threads;
    /* Bitwise equal results from run to run. With strategy AUTO the algorithms are so in any case; this
     * makes tropic_mxv and tropic_vxm so too. Where a sum depends on the order of its terms (plus on
     * floating values; any_secondi), a strategy that has no fixed order (atomics) is then refused when
     * asked for by name, and never chosen by AUTO. */
    bool reproducible;

    /* Host memory; both or neither. `release` takes what `allocate` returned. Thread-safe, but with
     * one thread and matrices that no other thread uses. Without them, a matrix or a run that surely needs more than
     * the system has, or a limit of the process allows, is refused with OUT_OF_MEMORY before it is begun. */
    void *(*allocate)(size_t bytes, void *memory_user);
    void (*release)(void *pointer, void *memory_user);
    /* Device memory; both or neither. */
    void *(*device_allocate)(size_t bytes, void *memory_user);
    void (*device_release)(void *pointer, void *memory_user);
    void *memory_user;

    /* Called from the calling thread: by the algorithms between products, often, with the part done
     * (0 to 1, not falling), and by tropic_matrix_generate likewise; by reading and writing a file for each
     * block of it, with 0, and by what waits for a pipe where a signal interrupts that (EINTR: its handler is
     * installed without SA_RESTART). Return false to cancel: the call then ends with TROPIC_CANCELLED. */
    bool (*progress)(double done, void *progress_user);
    void *progress_user;

    /* A cudaStream_t to work on; NULL: a stream of the context's own, which waits for the legacy
     * default stream. (Betweenness by batches also has work on another of the context's own, in between:
     * what comes before a call and after it on this one comes before and after that, too.) See tropic_cuda.h. */
    void *stream;
} tropic_context_options;

/* Makes a context.
 *   context  out
 *   options  in, may be NULL
 * Status: usual, and NO_DEVICE (the GPU asked for is not there).
 */
TROPIC_API tropic_status tropic_context_create(tropic_context **context, const tropic_context_options *options);
/* Frees a context. Its vectors must be freed first; matrices may outlive it. */
TROPIC_API void tropic_context_free(tropic_context **context);
/* What went wrong in the last call that failed on this context, as a sentence; "" at first. Valid
 * until the next call on the context. With NULL: why the last tropic_context_create of this thread
 * failed. */
TROPIC_API const char *tropic_context_error(const tropic_context *context);
/* CPU or CUDA, as chosen. */
TROPIC_API tropic_device tropic_context_device(const tropic_context *context);
/* The device in words, such as "CPU, 2 threads" or "NVIDIA H200". Valid as long as the context. */
TROPIC_API const char *tropic_context_device_name(const tropic_context *context);
/* How many GPUs this build can use here: 0 without CUDA support, driver or GPU. */
TROPIC_API int tropic_device_count(void);
/* Whether the library was built with CUDA. */
TROPIC_API bool tropic_built_with_cuda(void);

#include "tropic_algorithms.h" /* level 1 */
#include "tropic_layout.h"     /* level 1: places for vertices */

#include "tropic_generate.h" /* level 2: graphs made by rule */
#include "tropic_matrix.h"   /* level 2: from arrays and files */
#include "tropic_vector.h"   /* level 2 */

#include "tropic_algebra.h" /* level 3: operators, semirings, operations */

#ifdef __cplusplus
}
#endif
#endif /* TROPIC_H */
