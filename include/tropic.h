/* SPDX-License-Identifier: Apache-2.0
 *
 * Tropic: graph algorithms in the language of linear algebra, on NVIDIA GPUs and on the CPU.
 *
 * Every algorithm is a loop around one operation, the masked product of a sparse matrix and a vector over a semiring:
 *
 *     w<mask> (accum)= A (add.mul) u
 *
 * This header has what all calls share, and it includes three levels. Level 1 (tropic_algorithms.h, tropic_layout.h)
 * runs a whole algorithm on a matrix. Level 2 makes matrices (tropic_matrix.h), vectors (tropic_vector.h) and generated
 * graphs (tropic_generate.h). Level 3 is the algebra: operators and semirings (tropic_algebra.h), operations on vectors
 * (tropic_vector_algebra.h) and on matrices (tropic_matrix_algebra.h). These headers need only C11 and name no CUDA
 * type; tropic_cuda.h adds the calls that name one.
 *
 * A comment above a declaration is its contract. A comment that begins with "Notes" stands below a declaration and
 * explains the method, measurements, advice and sources.
 *
 * These conventions hold unless a comment says otherwise:
 *   - Entry A(i,j) is the arc i -> j. Indices count from 0. Ids have 32 bits, entry counts have 64.
 *   - A call that can fail returns a tropic_status. It also leaves a sentence in tropic_context_error() and its name
 *     in tropic_context_call(). If a call fails, its outputs are unchanged.
 *   - "Status: usual" means INVALID_ARGUMENT (a NULL that is not allowed, a choice that does not exist, a `size` that
 *     was not set), OUT_OF_MEMORY, OUT_OF_DEVICE_MEMORY and DEVICE_ERROR (from the GPU or its driver).
 *   - Outputs come first, then mask, accumulator, semiring, inputs and descriptor.
 *   - `X_free(X **)` accepts NULL and a pointer to NULL, and sets the pointer to NULL.
 *   - A call that makes an object overwrites the pointer: free what it held before. mxm and others that write a matrix
 *     C read it: set it to NULL first.
 *   - C cannot see a handle that was freed through a copy or was never set, or a void * to the wrong type: all three
 *     are undefined behaviour. A void * points to values of the type that the call names, as the
 *     monoid's in tropic_reduce.
 *   - Structs that the caller fills begin with `size`: set it to sizeof(struct). Zero in any other member means the
 *     default, and NULL for the whole struct means all defaults.
 *   - Each thread needs its own context, or one that threads share (tropic_context_options.shared). A matrix may be
 *     used by several contexts at once, except while one of them changes it (tropic_matrix_set, _remove,
 *     _update_values, _set_form). They may be of any devices: arrays that one GPU alone has come to the others, and to
 *     the CPU, by way of host memory on first use. They then stay there, too.
 *   - A call returns when its result is complete, unless a GPU writes a vector: calls that read it wait for that
 *     (tropic_vector_algebra.h). No call prints, exits or installs a signal handler.
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

/* A vertex, row or column: 0 <= id < n <= TROPIC_INDEX_MAX. */
typedef int32_t tropic_index;
/* A number of stored entries, or a position among them. */
typedef int64_t tropic_offset;
#define TROPIC_INDEX_MAX INT32_MAX

typedef struct tropic_context tropic_context;
typedef struct tropic_matrix tropic_matrix;
typedef struct tropic_vector tropic_vector;
typedef struct tropic_operator tropic_operator;
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

/* Returns the fixed message of a status; never NULL, static storage. */
TROPIC_API const char *tropic_status_message(tropic_status status);
/* Returns the name of a status ("OK", "OUT_OF_MEMORY"); never NULL, static storage. */
TROPIC_API const char *tropic_status_name(tropic_status status);

/* Returns the version, "0.1.0". */
TROPIC_API const char *tropic_version(void);

/* ------------------------------------------------------------------------------------------------
 * Types and choices
 */

/* Types of stored values. A matrix without values ("pattern") has type TROPIC_BOOL, all true. */
typedef enum tropic_type
#ifdef __cplusplus
    : int32_t /* without this, the numbers of struct types would lie outside the enum */
#endif
{ TROPIC_BOOL,   /* bool     */
  TROPIC_INT8,   /* int8_t   */
  TROPIC_INT16,  /* int16_t  */
  TROPIC_INT32,  /* int32_t  */
  TROPIC_INT64,  /* int64_t  */
  TROPIC_UINT8,  /* uint8_t  */
  TROPIC_UINT16, /* uint16_t */
  TROPIC_UINT32, /* uint32_t */
  TROPIC_UINT64, /* uint64_t */
  TROPIC_FP32,   /* float    */
  TROPIC_FP64    /* double   */
} tropic_type;
#define TROPIC_TYPES 11 /* the number of built-in types; tropic_type_define gives out the numbers from here on */

/* Returns "bool", "int32", ..., or the name of a struct type; NULL if there is no such type. */
TROPIC_API const char *tropic_type_name(tropic_type type);
/* Returns the bytes of one value; 0 if there is no such type. */
TROPIC_API size_t tropic_type_size(tropic_type type);

typedef enum tropic_device {
    TROPIC_DEVICE_AUTO, /* as TROPIC_DEVICE in the environment says; else the CPU, or CUDA for much work */
    TROPIC_DEVICE_CPU,
    TROPIC_DEVICE_CUDA
} tropic_device;

/* Where the caller's memory lies. */
typedef enum tropic_location { TROPIC_HOST, TROPIC_DEVICE } tropic_location;

/* How a product walks the matrix. Each strategy exists on both devices under one basename in spmv/. */
typedef enum tropic_strategy {
    TROPIC_STRATEGY_AUTO,        /* the library chooses for each graph and each level */
    TROPIC_STRATEGY_COOC_SCALAR, /* one thread per stored entry, by column; or an equal share of the entries each */
    TROPIC_STRATEGY_CSC_SCALAR,  /* one thread per column that the mask lets through */
    TROPIC_STRATEGY_CSC_VECTOR,  /* lanes of a warp per such column; on the CPU, long columns are summed in lanes */
    TROPIC_STRATEGY_CSR_PUSH     /* the out-arcs of the vertices that have an entry, balanced between threads */
} tropic_strategy;
#define TROPIC_STRATEGIES 5

/* Returns "auto", "cooc-scalar", ...; NULL if there is no such strategy. */
TROPIC_API const char *tropic_strategy_name(tropic_strategy strategy);

/* How a push on a GPU fills the next frontier. With every choice except AUTO the whole GPU runs each level, however
 * small it is. The CPU has a method of its own. */
typedef enum tropic_queue {
    TROPIC_QUEUE_AUTO,        /* small frontiers stay in shared memory; larger ones are filled as by HIERARCHICAL */
    TROPIC_QUEUE_GLOBAL,      /* one counter for the whole GPU */
    TROPIC_QUEUE_BLOCK,       /* one queue per block in shared memory, which is appended by the one counter */
    TROPIC_QUEUE_HIERARCHICAL /* one queue per warp; each block asks the counter once, when a level ends */
} tropic_queue;
#define TROPIC_QUEUES 4

/* Returns "auto", "global", ...; NULL if there is no such queue. */
TROPIC_API const char *tropic_queue_name(tropic_queue queue);

/* ------------------------------------------------------------------------------------------------
 * Context: device, threads, memory, errors
 */

typedef struct tropic_context_options {
    size_t size;
    tropic_device device;
    int device_index; /* which GPU to use, from 0; AUTO and TROPIC_DEVICE=cuda:K: the K-th */
    /* The number of CPU threads, maximum 4096. 0: as many as OpenMP would use (OMP_NUM_THREADS, else one per core).
     * The calling thread is one of them. The context starts the others once there was enough work for them (in all
     * about a millisecond of one thread), fewer if the system grants fewer. These threads leave signals to the
     * program's threads. While other programs want their cores they stay away, and the calling thread works alone.
     * Inside a parallel region of the caller it always works alone, unless OpenMP would nest another region
     * (OMP_MAX_ACTIVE_LEVELS). A child process gets threads of its own. It may be forked at any time, by a callback,
     * too, and while other threads are in calls, for which the fork does not wait (except for one that gives up forms
     * of matrices where memory is short): in the child, nobody may use the objects that these calls change, nor return
     * from that callback. */
    int threads;
    /* Results are bitwise equal from run to run. The algorithms have this property with strategy AUTO in any case,
     * except for the parents from tropic_bfs; this option also gives it to tropic_mxv and tropic_vxm. If a sum depends
     * on the order of its terms (plus on floating-point values; any_secondi), a strategy without a fixed order
     * (atomics) is then never chosen by AUTO, and refused if a call names it. */
    bool reproducible;

    /* Allocates host memory; set `release` as well, or neither. Both must be thread-safe, unless the context has one
     * thread and no other thread uses its matrices. NULL: the library allocates. It then refuses a matrix or a run
     * with OUT_OF_MEMORY before the work starts, if that certainly needs more memory than the system has or a limit of
     * the process allows. */
    void *(*allocate)(size_t bytes, void *memory_user);
    /* Frees a pointer that `allocate` returned. */
    void (*release)(void *pointer, void *memory_user);
    /* Allocates device memory; set `device_release` as well, or neither. */
    void *(*device_allocate)(size_t bytes, void *memory_user);
    /* Frees a pointer that `device_allocate` returned. */
    void (*device_release)(void *pointer, void *memory_user);
    void *memory_user; /* passed to the four functions above */

    /* Called on the calling thread; return false to cancel, and the call ends with TROPIC_CANCELLED. Algorithms call
     * it often, between products, with the part that is done (0 to 1, never decreasing), and so does
     * tropic_matrix_generate. Calls that read or write a file call it with 0 for each block. A call that waits for a
     * pipe calls it if a signal interrupts the wait (EINTR: the handler must be installed without SA_RESTART). Any call
     * on a GPU that compiles kernels, or waits for another process that does, calls it from a second of that on, with
     * the part that is done: 0 outside of algorithms. */
    bool (*progress)(double done, void *progress_user);
    void *progress_user; /* passed to `progress` */

    /* A cudaStream_t to work on (tropic_cuda.h). NULL: a stream of the context, which waits for the legacy default
     * stream. Betweenness by BATCHED also uses a second stream of the context; its work there starts after the work
     * that precedes the call on this stream, and ends before the work that follows. */
    void *stream;

    /* Several threads may call with this context at once, as long as none changes an object that another one uses, and
     * a vector that several read has no updates pending (tropic_vector_wait). One alone calls what is of level 1, whose
     * reports then tell of no memory, tropic_loop, tropic_matrix_generate and files. An error is told to the thread
     * whose call failed. The context's threads help in the loops of a few calls at once; further calls work alone.
     * For TROPIC_DEVICE_CPU and without `progress`, else INVALID_ARGUMENT. */
    bool shared;
} tropic_context_options;

/* Creates a context.
 *   context  out
 *   options  in   may be NULL
 * With TROPIC_DEVICE_AUTO the environment chooses by TROPIC_DEVICE: cpu, cuda, cuda:K (the GPU of that device_index) or
 * auto, which is as if it were not there: the context chooses once, when it knows the work (Notes).
 * Status: usual, and NO_DEVICE (the requested GPU does not exist), OUT_OF_DEVICE_MEMORY or DEVICE_ERROR (it cannot be
 * opened; the text says how much of its memory is free), INVALID_ARGUMENT or NOT_SUPPORTED (an instruction set that
 * TROPIC_INSTRUCTION_SET names is unknown, or this processor lacks it), INVALID_ARGUMENT (TROPIC_DEVICE names no
 * device).
 */
TROPIC_API tropic_status tropic_context_create(tropic_context **context, const tropic_context_options *options);
/* Notes on TROPIC_DEVICE_AUTO. A GPU takes a quarter of a second to start, and a CPU may end sooner. So the context
 * begins on the CPU. Calls with work count the time that they take a CPU, by a guess from sizes, except for those that
 * a GPU would not do sooner (0.2 ms). The GPU of device_index is opened, and takes the context's vectors over, when
 *   - all this, with the call that begins, comes to more than the GPU's start;
 *   - a call is given device memory, or tropic_cuda_stream asks for the stream;
 *   - tropic_context_device, _device_name or _device_reason asks, and there was no call with work before; after one,
 *     the answer is the CPU, and the context stays there.
 * With a stream in the options that is at once. A view of host memory chooses the CPU, and so does a question from
 * within a call (`progress`, a loop's body). Where the GPU cannot be opened (there is none, its memory is taken, an
 * address limit), the context stays on the CPU, unless a stream was given. tropic_context_device_reason says why it is
 * there. Each choice is final, and depends on the calls and the number of threads alone: a program that runs again on
 * the same machine chooses the same. Views of host memory are for contexts on the CPU: one that is made after the GPU
 * was chosen is NOT_SUPPORTED. An operator or a semiring from text without functions for the CPU chooses the GPU if
 * there is no C compiler. */
/* Frees a context. Objects made with it may outlive it, and are then freed at any time and in any order: matrices and
 * operators serve other contexts; its vectors can only be freed, one at a time, and every other call that is given one
 * returns INVALID_ARGUMENT. The threads of the context end at once. Its state for its vectors is freed with the last of
 * them; until then the functions of its options that free memory must be there, but not its stream: this call waits for
 * that, if vectors are left. */
TROPIC_API void tropic_context_free(tropic_context **context);
/* Returns a sentence about the latest failure: on this context or, if that is later, on this thread in a call that had
 * no context (tropic_context_create, tropic_cast, a NULL in its place, a vector whose context was freed) or a shared
 * one. For NULL: the latest of the second kind since the last tropic_context_create on this thread. "" if there is
 * none. It is valid until the next call on the context or, of the second kind, on this thread. */
TROPIC_API const char *tropic_context_error(const tropic_context *context);
/* Returns the name of the call that tropic_context_error describes, such as "tropic_mxv"; "" if none has failed, and
 * of a shared context. It is always valid. Of a call on the same context that a loop's body or `progress` makes, it is
 * that of the call that runs these. */
TROPIC_API const char *tropic_context_call(const tropic_context *context);
/* Returns the device, CPU or CUDA. This and the next two make a context of TROPIC_DEVICE_AUTO choose. */
TROPIC_API tropic_device tropic_context_device(const tropic_context *context);
/* Returns the device in words, such as "CPU, 2 threads" or "NVIDIA H200"; valid as long as the context. */
TROPIC_API const char *tropic_context_device_name(const tropic_context *context);
/* Returns why a context of TROPIC_DEVICE_AUTO is on the CPU though there may be a GPU, in a sentence (its work is
 * small, the GPU cannot be opened); "" where that is not so, and for NULL. It is valid as long as the context. */
TROPIC_API const char *tropic_context_device_reason(const tropic_context *context);
/* Returns the instruction set that the context uses on the CPU: "x86-64", "x86-64-v3" or "x86-64-v4"; on other
 * processors there is one, such as "aarch64". For NULL: the newest of these that this processor has. A context uses it,
 * or the one that TROPIC_INSTRUCTION_SET in the environment names; results are the same, bit by bit. */
TROPIC_API const char *tropic_context_instruction_set(const tropic_context *context);
/* Returns the number of GPUs that this build can use here; 0 without CUDA support, driver or GPU. */
TROPIC_API int tropic_device_count(void);
/* Returns whether the library was built with CUDA. */
TROPIC_API bool tropic_built_with_cuda(void);

#ifndef TROPIC_WITHOUT_LEVEL_1   /* (The library's own sources include the headers of the algorithms that they need.) */
#include "tropic_algorithms.h"   /* level 1 */
#include "tropic_layout.h"       /* level 1: places for vertices */
#include "tropic_closeness.h"    /* level 1 */
#include "tropic_coloring.h"     /* level 1 */
#include "tropic_communities.h"  /* level 1 */
#include "tropic_components.h"   /* level 1 */
#include "tropic_core.h"         /* level 1 */
#include "tropic_cycles.h"       /* level 1 */
#include "tropic_degree.h"       /* level 1 */
#include "tropic_distances.h"    /* level 1 */
#include "tropic_eccentricity.h" /* level 1 */
#include "tropic_independent_set.h" /* level 1 */
#include "tropic_matching.h"        /* level 1 */
#include "tropic_mst.h"             /* level 1 */
#include "tropic_pagerank.h"        /* level 1 */
#include "tropic_similarity.h"      /* level 1 */
#include "tropic_spectral.h"        /* level 1 */
#include "tropic_triangles.h"       /* level 1 */
#include "tropic_truss.h"           /* level 1 */
#endif

#include "tropic_generate.h" /* level 2: generated graphs */
#include "tropic_matrix.h"   /* level 2: from arrays and files */
#include "tropic_vector.h"   /* level 2 */

#include "tropic_algebra.h"        /* level 3: operators and semirings */
#include "tropic_vector_algebra.h" /* level 3: operations on vectors */
#include "tropic_matrix_algebra.h" /* level 3: operations on matrices */

#ifdef __cplusplus
}
#endif
#endif /* TROPIC_H */
