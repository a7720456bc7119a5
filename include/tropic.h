/* SPDX-License-Identifier: Apache-2.0
 *
 * Tropic: graph algorithms in the language of linear algebra, on NVIDIA GPUs and on the CPU.
 *
 * Everything is a loop around one operation, the masked product of a sparse matrix and a vector
 * over a semiring,
 *
 *     w<mask> (accum)= A (add.mul) u
 *
 * This header has three levels. Level 1 runs a whole algorithm on a matrix. Level 2 builds matrices
 * and vectors, and graphs by rule (tropic_generate.h). Level 3 (tropic_algebra.h) is the algebra:
 * operators, semirings, operations. All need nothing but C11 and name no CUDA type; tropic_cuda.h adds
 * the calls that do.
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
#define TROPIC_STATUS_TABLE(X)                                                                     \
    X(OK, "success")                                                                               \
    X(INVALID_ARGUMENT, "invalid argument")                                                        \
    X(DIMENSION_MISMATCH, "dimensions do not match")                                               \
    X(TYPE_MISMATCH, "types do not match")                                                         \
    X(INDEX_OUT_OF_RANGE, "index out of range")                                                    \
    X(OUT_OF_MEMORY, "out of host memory")                                                         \
    X(OUT_OF_DEVICE_MEMORY, "out of device memory")                                                \
    X(NO_DEVICE, "no such device, or built without support for it")                                \
    X(NOT_SUPPORTED, "not supported")                                                              \
    X(DEVICE_ERROR, "device error")                                                                \
    X(IO_ERROR, "input or output failed")                                                          \
    X(FORMAT_ERROR, "malformed file")                                                              \
    X(NEGATIVE_CYCLE, "a negative cycle is reachable")                                             \
    X(OVERFLOW, "a value overflows its type")                                                      \
    X(CANCELLED, "cancelled by the caller")                                                        \
    X(COMPILE_ERROR, "an expression does not compile")                                             \
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
    TROPIC_STRATEGY_CSC_VECTOR, /* lanes of a warp per such column; on the CPU, sums in lanes of long ones */
    TROPIC_STRATEGY_CSR_PUSH /* the out-arcs of the sources that have an entry, balanced */
} tropic_strategy;
#define TROPIC_STRATEGIES 5

/* "auto", "cooc-scalar", ...; NULL for no strategy. */
TROPIC_API const char *tropic_strategy_name(tropic_strategy strategy);

/* How a GPU's push fills its next frontier. All but AUTO have the whole GPU take every level, however small. The CPU has
 * its own way. */
typedef enum tropic_queue {
    TROPIC_QUEUE_AUTO,        /* small frontiers stay in shared memory; others as HIERARCHICAL */
    TROPIC_QUEUE_GLOBAL,      /* one counter for all */
    TROPIC_QUEUE_BLOCK,       /* a queue per block in shared memory, then the one counter */
    TROPIC_QUEUE_HIERARCHICAL /* a queue per warp, then the block's, then the one counter */
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
    /* CPU threads, up to 4096; 0: as OpenMP would choose. (OpenMP ends the process where the system
     * grants it fewer than asked for.) While other programs want the cores, steps go on alone. */
    int threads;
    /* Bitwise equal results from run to run. With strategy AUTO the algorithms are so in any case; this
     * makes tropic_mxv and tropic_vxm so too. Where a sum depends on the order of its terms (plus on
     * floating values; any_secondi), a strategy that has no fixed order (atomics) is then refused when
     * asked for by name, and never chosen by AUTO. */
    bool reproducible;

    /* Host memory; both or neither. `release` takes what `allocate` returned. Thread-safe when a
     * matrix is shared between threads. */
    void *(*allocate)(size_t bytes, void *memory_user);
    void (*release)(void *pointer, void *memory_user);
    /* Device memory; both or neither. */
    void *(*device_allocate)(size_t bytes, void *memory_user);
    void (*device_release)(void *pointer, void *memory_user);
    void *memory_user;

    /* Called from the calling thread: by the algorithms between products, often, with the part done
     * (0 to 1, not falling), and by tropic_matrix_generate likewise; by writing a file for each block of
     * it, and by reading where a signal interrupts it, with 0. Return false to cancel: the call then ends
     * with TROPIC_CANCELLED. */
    bool (*progress)(double done, void *progress_user);
    void *progress_user;

    /* A cudaStream_t to work on; NULL: a stream of the context's own, which waits for the legacy
     * default stream. See tropic_cuda.h. */
    void *stream;
} tropic_context_options;

/* Makes a context.
 *   context  out
 *   options  in, may be NULL
 * Status: usual, and NO_DEVICE (the GPU asked for is not there).
 */
TROPIC_API tropic_status tropic_context_create(tropic_context **context,
                                               const tropic_context_options *options);
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

/* ------------------------------------------------------------------------------------------------
 * Level 1: algorithms
 */

typedef struct tropic_run_options {
    size_t size;
    tropic_strategy strategy;
    /* The run ends as soon as the results of all these vertices are final. What it then gives is right, and
     * vertices whose results are not final are unreached in it: of BFS those beyond the last level taken, of
     * SSSP those beyond the last bucket. NULL: none. Negative weights without a potential: not looked at. */
    const tropic_index *targets;
    tropic_index target_count;
    /* BFS: the most levels, after which it ends as above; 0: no limit. SSSP: 0 */
    tropic_index depth;
    tropic_queue queue;
    /* SSSP: a full vector of the distances' type, or NULL; see tropic_sssp. BFS: NULL */
    const tropic_vector *potential;
} tropic_run_options;

/* What a run did. The caller sets `size`; the call fills the rest. */
typedef struct tropic_phase_report {
    const char *name;                 /* static, such as "search"; NULL: not run */
    int64_t steps[TROPIC_STRATEGIES]; /* products taken by each strategy */
} tropic_phase_report;
#define TROPIC_PHASES 4

typedef struct tropic_run_report {
    size_t size;
    double seconds;     /* the call, wall clock, conversions and transfers included */
    double run_seconds; /* the algorithm alone, once the matrix is in place (GPU time on a GPU) */
    int64_t levels;     /* BFS and BC: levels of the last source; SSSP: steps, 0 by Bellman-Ford */
    int64_t reached;    /* vertices reached from the last source, the source included */
    int64_t reached_arcs; /* stored arcs that leave those, summed over all sources */
    size_t memory;        /* most bytes that the run had on the device, beside A and the vectors
                              it was given */
    tropic_phase_report phase[TROPIC_PHASES];
    int64_t settled; /* of those reached, the ones whose results are final and given: all, unless
                        the run ended early */
} tropic_run_report;

/* Breadth-first search.
 *
 *     level<!visited> = depth  where  A' (any.pair) frontier;  parent = A' (min.secondi) level
 *
 *   level   out  INT32, n entries: number of arcs from the source; -1 where unreached
 *   parent  out  INT32, n entries, or NULL: a neighbour one level nearer, the smallest where the
 *                context is reproducible, else any; the source's own parent is itself; -1 where
 *                unreached
 *   A       in   n x n, any type; values are not looked at
 *   source  in   0 <= source < n
 *   options in   may be NULL
 *   report  out  may be NULL
 * Cost O(n + nnz) by AUTO and CSR_PUSH. The others look at every vertex, COOC_SCALAR at every arc, on
 * every level: O(n levels + nnz) and O(nnz levels), which on a long path is quadratic.
 * Status: usual, and DIMENSION_MISMATCH (A is not square, a vector has another length), TYPE_MISMATCH
 * (of level or parent), INDEX_OUT_OF_RANGE (source, a target), INVALID_ARGUMENT (a negative depth, a potential), NOT_SUPPORTED
 * (A views another device's memory), CANCELLED.
 * Source: direction-optimising search, Beamer, Asanovic and Patterson, SC12.
 */
TROPIC_API tropic_status tropic_bfs(tropic_vector *level, tropic_vector *parent,
                                    const tropic_matrix *A, tropic_index source,
                                    const tropic_run_options *options, tropic_run_report *report);

/* Breadth-first searches from several sources, side by side: a bit of a word for each of 64, so that one pass over
 * the arcs serves them all.
 *
 *     next<!seen> = A' (bor.first) front;  seen |= next;  level<next> = depth      until next is empty
 *
 *   level    out  INT32, a block (tropic_vector_create_block) of n x count, or NULL: place (v, c) is the number of
 *                 arcs from sources[c] to v; -1 where unreached
 *   reached  out  UINT64, n entries, or NULL, for up to 64 sources: bit c of entry v tells whether v is reached
 *                 from sources[c]
 *   counts   out  host, `count` members, or NULL: vertices reached from sources[c], itself included
 *   sums     out  host, `count` members, or NULL: the sum of their levels. The closeness of sources[c] is
 *                 (counts[c] - 1) / sums[c]; for arcs towards it, A is to be transposed
 *   context  in   that of the vectors
 *   sources  in   `count` of them, 0 <= source < n, in any order, also several times
 *   count    in   1 or more; each 64 are searched together
 *   A, options, report   as for tropic_bfs. Each source's search ends early at the targets, or at the depth; levels,
 *                 reached and settled are the last source's
 * Cost, of each 64 sources: by AUTO and CSR_PUSH O(n), and the arcs of each frontier once, however many of the 64
 * have it in common: little more than one search where the diameter is small, as much as 64 where it is large. Where
 * AUTO pulls, also O(n) a level; other strategies as for tropic_bfs. Memory beside the results: 32 bytes a vertex.
 * Results are the same by every strategy. Status: as tropic_bfs, and INVALID_ARGUMENT (no source; `reached`, and more
 * than 64 of them), DIMENSION_MISMATCH (the block has not `count` columns).
 * Source: multi-source search, Then, Kaufmann and others, PVLDB 8 (2014).
 */
TROPIC_API tropic_status tropic_bfs_batch(tropic_vector *level, tropic_vector *reached,
                                          int64_t *counts, int64_t *sums, tropic_context *context,
                                          const tropic_matrix *A, const tropic_index *sources,
                                          tropic_index count, const tropic_run_options *options,
                                          tropic_run_report *report);

/* Shortest paths from one source.
 *
 *     distance = min(distance, A' (min.plus) distance)   until nothing changes
 *
 *   distance out  n entries: +inf where unreached, for an integer type the type's maximum. FP32 where
 *                 A is FP32, FP64 where it is FP64, INT64 where it is BOOL, INT32 or INT64
 *   parent   out  INT32, n entries, or NULL: a shortest-path tree, also with zero weights; the
 *                 source's parent is itself; -1 where unreached
 *   A        in   n x n; entry A(i,j) is the length of arc i -> j (false 0, true 1); a pattern has
 *                 all lengths 1
 *   source, options, report   as for tropic_bfs
 * With options->potential, pi, arcs count as w(i,j) - pi(i) + pi(j), which must not be negative; distances come out
 * as without (integers exactly; reals with the rounding of sums of that size), but those towards vertices of low
 * potential are found first. tropic_potential makes one towards a target. Negative weights are then legal, too.
 * Vertices are relaxed in buckets of distance, nearest first, each bucket until nothing in it changes;
 * its width follows from the usual weight and the mean degree. Zero weights are legal; an infinite one is no arc.
 * Where a weight is negative, a queue on one host thread does it (Bellman-Ford-Moore), and `strategy` is
 * not looked at.
 * Cost by AUTO and CSR_PUSH: O(n), and O(nnz) times how often a vertex's distance changes in its bucket, at most n;
 * on a GPU also n/32 words per bucket. The others look at every arc on every step. With parents also O(n + nnz). With a
 * potential, or where the largest weight times n leaves the type, also a pass over A on the host. Status: as tropic_bfs,
 * and INVALID_ARGUMENT (a weight is NaN or -inf; the potential has no value somewhere, or leaves an arc negative, which
 * the text names; a depth), NEGATIVE_CYCLE (one is reachable; the text names a vertex of it), OVERFLOW (a distance, or
 * one with its potential, leaves its type).
 * Source: delta-stepping, Meyer and Sanders, J. Algorithms 49 (2003), of one kind of arcs; the check for
 * cycles after Cherkassky and Goldberg, Math. Programming 85 (1999).
 */
TROPIC_API tropic_status tropic_sssp(tropic_vector *distance, tropic_vector *parent,
                                     const tropic_matrix *A, tropic_index source,
                                     const tropic_run_options *options, tropic_run_report *report);

/* Shortest paths from several sources: the distances, and one preparation for all.
 *
 *   distances out  a block (tropic_vector_create_block) of n x count, of tropic_sssp's type: place (v, c) is v's
 *                  distance from sources[c]
 *   sources   in   `count` of them, 0 <= source < n, in any order, also several times
 *   count     in   1 or more
 *   A, options, report   as for tropic_sssp. Each source's run ends early at the targets; levels, reached and
 *                  settled are the last source's
 * Cost and status: those of `count` calls of tropic_sssp, and DIMENSION_MISMATCH (the block has not `count`
 * columns), INVALID_ARGUMENT (no source).
 */
TROPIC_API tropic_status tropic_sssp_batch(tropic_vector *distances, const tropic_matrix *A,
                                           const tropic_index *sources, tropic_index count,
                                           const tropic_run_options *options,
                                           tropic_run_report *report);

/* A potential that directs shortest paths to a target: at most what is left to it, by the coordinates.
 *
 *     potential = c |v - target|,  with w(u,v) / |u - v| of nearly all arcs for c;  then
 *     potential = min(potential, A (min.plus) potential)   until no arc u -> v has a larger difference than w(u,v)
 *
 *   potential out  n entries, of tropic_sssp's type of distances
 *   A         in   n x n; no weight negative
 *   x, y      in   FP64, n entries each, finite: where the vertices lie in a plane, in any units, which may differ:
 *                  the ratio of the axes is fitted to the weights. On a sphere, longitude and latitude do where the
 *                  graph is small against it. Any coordinates are right; good ones are fast
 *   target    in   0 <= target < n
 * Where that takes long, the least w(u,v) / |u - v| serves for c, which may be 0.
 * Cost O(n + nnz), on the host. Status: usual, and DIMENSION_MISMATCH, TYPE_MISMATCH, INDEX_OUT_OF_RANGE (target),
 * INVALID_ARGUMENT (a weight is negative or NaN, a coordinate is not finite or missing), NOT_SUPPORTED (A views
 * another device's memory).
 * Source: A*, Hart, Nilsson and Raphael, IEEE Trans. SSC 4 (1968).
 */
TROPIC_API tropic_status tropic_potential(tropic_vector *potential, const tropic_matrix *A,
                                          const tropic_vector *x, const tropic_vector *y,
                                          tropic_index target);

/* Scalings of betweenness. For an undirected graph, which stores both arcs, each unordered pair is
 * counted twice under NONE. */
typedef enum tropic_normalize {
    TROPIC_NORMALIZE_NONE,  /* the sum itself */
    TROPIC_NORMALIZE_PAIRS, /* half of it: unordered pairs */
    TROPIC_NORMALIZE_FULL   /* divided by (n - 1)(n - 2), as NetworkX does */
} tropic_normalize;

typedef struct tropic_bc_options {
    size_t size;
    tropic_strategy strategy;
    tropic_normalize normalize;
    /* Sources, each 0 <= s < n, counted as often as they are listed; NULL: all n, and source_count is
     * not looked at. An empty list gives zeros. */
    const tropic_index *sources;
    tropic_index source_count;
    /* With a list of K > 0 sources, scale by n / K: an estimate of the sum over all sources. */
    bool extrapolate;
} tropic_bc_options;

/* Betweenness centrality (Brandes): the sum over ordered pairs s != v != t of
 * sigma_st(v) / sigma_st, end points not counted.
 *
 *     forward   sigma<level == d>      = A' (plus.first) sigma<level == d - 1>
 *     backward  delta<level == d - 1>  = sigma * (A (plus.second) (1 + delta) / sigma <level == d>)
 *
 *   centrality out  FP64 or FP32, n entries; computed in double either way (what exceeds 3.4e38
 *                   becomes infinite in FP32)
 *   A          in   n x n, any type; values are not looked at
 *   options    in   may be NULL: all sources, no scaling
 *   report     out  may be NULL
 * Cost O(n + nnz) per source, other strategies than AUTO and CSR_PUSH as for tropic_bfs. Status: as
 * tropic_bfs, and OVERFLOW (some vertex has more than 1.8e308 shortest paths), NOT_SUPPORTED (CSR_PUSH or
 * COOC_SCALAR on a reproducible context).
 * Source: Brandes, J. Math. Sociology 25 (2001); in linear algebra, Artiles and Saeed, TurboBC (2021).
 */
TROPIC_API tropic_status tropic_bc(tropic_vector *centrality, const tropic_matrix *A,
                                   const tropic_bc_options *options, tropic_run_report *report);

/* ------------------------------------------------------------------------------------------------
 * Level 2: matrices
 */

/* What becomes of several entries at one place. */
typedef enum tropic_duplicates {
    TROPIC_DUPLICATES_DEFAULT, /* sum for arrays and Matrix Market, minimum for graph files */
    TROPIC_DUPLICATES_SUM,     /* integers saturate */
    TROPIC_DUPLICATES_MIN,
    TROPIC_DUPLICATES_MAX,
    TROPIC_DUPLICATES_FIRST,
    TROPIC_DUPLICATES_LAST,
    TROPIC_DUPLICATES_REFUSE /* INVALID_ARGUMENT, naming the place */
} tropic_duplicates;

typedef enum tropic_loops { TROPIC_LOOPS_KEEP, TROPIC_LOOPS_DROP } tropic_loops;

typedef enum tropic_direction {
    TROPIC_DIRECTION_AUTO,      /* as the file says; arrays, edge lists and DIMACS: directed */
    TROPIC_DIRECTION_DIRECTED,  /* each entry is one arc */
    TROPIC_DIRECTION_UNDIRECTED /* the transpose is added: where an entry and its opposite have one
                                   value it stays, so that a symmetric input stays as it is; where
                                   they differ the two combine by the duplicate rule */
} tropic_direction;

typedef struct tropic_build_options {
    size_t size;
    tropic_duplicates duplicates;
    tropic_loops loops;
    tropic_direction direction;
    /* Use the caller's arrays without a copy; they must stay alive and unchanged until the matrix is
     * freed. They must be sorted (row ids ascending within a column and the reverse; COO by column,
     * then row), without duplicates; `loops` and `direction` must be left at zero. Host arrays are
     * checked. Device arrays are trusted but for the first and last offset and, of COO, col_ids, which
     * are fetched to count them. */
    bool view;
    tropic_location location; /* where the arrays lie; TROPIC_DEVICE needs a CUDA context */
} tropic_build_options;

/* Builds a rows x cols matrix.
 *   A        out
 *   context  in
 *   values   in   count values of `type`, or NULL: a pattern (type must be TROPIC_BOOL)
 *   options  in   may be NULL
 * COO: entry k is (row_ids[k], col_ids[k]), in any order. CSR: row i has entries offsets[i] up to
 * offsets[i+1] - 1 of col_ids; offsets has rows + 1 members. CSC: the same by columns.
 * Cost O(rows + cols + count), no comparison sort; from COO on the host with memory of at most 2.5 times the matrix,
 * the caller's arrays not counted (of a million entries and more). Status: usual, and INVALID_ARGUMENT (a duplicate that
 * is refused; a view that is not sorted), INDEX_OUT_OF_RANGE, DIMENSION_MISMATCH (symmetrising a
 * rectangle), NO_DEVICE (device arrays without a CUDA context), NOT_SUPPORTED (a view on the 17th GPU).
 */
TROPIC_API tropic_status tropic_matrix_from_coo(tropic_matrix **A, tropic_context *context,
                                                tropic_index rows, tropic_index cols,
                                                tropic_offset count, const tropic_index *row_ids,
                                                const tropic_index *col_ids, tropic_type type,
                                                const void *values,
                                                const tropic_build_options *options);
TROPIC_API tropic_status tropic_matrix_from_csr(tropic_matrix **A, tropic_context *context,
                                                tropic_index rows, tropic_index cols,
                                                const tropic_offset *offsets,
                                                const tropic_index *col_ids, tropic_type type,
                                                const void *values,
                                                const tropic_build_options *options);
TROPIC_API tropic_status tropic_matrix_from_csc(tropic_matrix **A, tropic_context *context,
                                                tropic_index rows, tropic_index cols,
                                                const tropic_offset *offsets,
                                                const tropic_index *row_ids, tropic_type type,
                                                const void *values,
                                                const tropic_build_options *options);
TROPIC_API void tropic_matrix_free(tropic_matrix **A);

typedef enum tropic_format {
    TROPIC_FORMAT_AUTO,          /* reading: by content, then name; writing: by name */
    TROPIC_FORMAT_MATRIX_MARKET, /* .mtx */
    TROPIC_FORMAT_DIMACS,        /* .gr */
    TROPIC_FORMAT_METIS,         /* .graph, .metis */
    TROPIC_FORMAT_EDGE_LIST,     /* .txt, .tsv, .edges, .el, .csv: `from to [weight]` */
    TROPIC_FORMAT_KONECT         /* out.*, .konect */
} tropic_format;
#define TROPIC_FORMATS 6

/* "matrix-market", "dimacs", ...; NULL for no format. */
TROPIC_API const char *tropic_format_name(tropic_format format);

typedef struct tropic_load_options {
    size_t size;
    tropic_format format;
    tropic_duplicates duplicates;
    tropic_loops loops;
    tropic_direction direction;
    tropic_type real_type; /* FP32 or FP64 for real values; zero means FP64 */
    bool ignore_values;    /* read the pattern only */
} tropic_load_options;

/* Reads a matrix from a file; gzip is transparent. Integer values become INT32 where all fit, else
 * INT64; real values options->real_type. Formats whose ids are sparse (edge lists, KONECT) number
 * their vertices by ascending file id and keep it: tropic_matrix_label.
 * Cost O(bytes) in parallel. Status: usual, and IO_ERROR (cannot open or read), FORMAT_ERROR (the text is
 * "file:line: cause"), NOT_SUPPORTED (complex values, another compression), DIMENSION_MISMATCH
 * (UNDIRECTED, of a matrix that is not square), CANCELLED.
 */
TROPIC_API tropic_status tropic_matrix_load(tropic_matrix **A, tropic_context *context,
                                            const char *path, const tropic_load_options *options);
/* Writes a matrix; a name that ends in .gz is compressed. The file appears complete or not at all. Edge
 * lists and KONECT have the vertices' labels, the other formats count from 1.
 * Status: usual, and INVALID_ARGUMENT (AUTO, and a name that says no format), IO_ERROR, CANCELLED,
 * NOT_SUPPORTED (the format cannot hold this matrix; the text says why). */
TROPIC_API tropic_status tropic_matrix_save(const tropic_matrix *A, tropic_context *context,
                                            const char *path, tropic_format format);

TROPIC_API tropic_index tropic_matrix_rows(const tropic_matrix *A);
TROPIC_API tropic_index tropic_matrix_cols(const tropic_matrix *A);
TROPIC_API tropic_offset tropic_matrix_count(const tropic_matrix *A);
TROPIC_API tropic_type tropic_matrix_type(const tropic_matrix *A);
/* Whether it stores no values (each entry counts as true, or 1). */
TROPIC_API bool tropic_matrix_is_pattern(const tropic_matrix *A);
/* The format of the file that it was loaded from, found or asked for; AUTO for arrays. */
TROPIC_API tropic_format tropic_matrix_format(const tropic_matrix *A);

/* The id that vertex i has in its file; i + 1 or i where the format counts so; i for arrays. */
TROPIC_API int64_t tropic_matrix_label(const tropic_matrix *A, tropic_index i);
/* The vertex with this label, or -1. O(log n). */
TROPIC_API tropic_index tropic_matrix_find(const tropic_matrix *A, int64_t label);

/* Host arrays by rows (CSR) or by columns (CSC), borrowed: valid until A is freed. Made on first
 * use. *values is NULL for a pattern. Any output may be NULL. Status: usual, and NOT_SUPPORTED (A views
 * device memory, and the context is of another device). */
TROPIC_API tropic_status tropic_matrix_csr(const tropic_matrix *A, tropic_context *context,
                                           const tropic_offset **offsets,
                                           const tropic_index **col_ids, const void **values);
TROPIC_API tropic_status tropic_matrix_csc(const tropic_matrix *A, tropic_context *context,
                                           const tropic_offset **offsets,
                                           const tropic_index **row_ids, const void **values);

typedef struct tropic_matrix_facts {
    size_t size;
    tropic_index rows, cols;
    tropic_offset count;
    tropic_offset loops;               /* diagonal entries */
    bool symmetric_pattern, symmetric; /* of structure; of structure and values, bit by bit */
    tropic_index min_out, max_out;     /* entries of a row */
    tropic_index min_in, max_in;       /* entries of a column */
    double mean_degree, deviation_out, deviation_in; /* of entries per row and per column */
    tropic_index components;                         /* weakly connected; -1 where not square */
    tropic_index largest_component;                  /* its vertices */
    tropic_index isolated;                           /* vertices without any arc but a loop */
    double min_value, max_value; /* 1 and 1 for a pattern; 0 and 0 when empty; NaN and NaN
                                            where a value is NaN */
    double mean_value;
    tropic_strategy pull; /* the pulling strategy that auto takes */
} tropic_matrix_facts;

/* Counts and properties; the caller sets facts->size. Cost O(n + nnz) the first time. Status: as
 * tropic_matrix_csr. */
TROPIC_API tropic_status tropic_matrix_describe(const tropic_matrix *A, tropic_context *context,
                                                tropic_matrix_facts *facts);

/* ------------------------------------------------------------------------------------------------
 * Level 2: vectors
 *
 * A vector of n places, some of which hold an entry. Stored as full (all places), bitmap (a flag per
 * place) or sparse (a list of entries, ascending); the library changes the form as it likes.
 */

typedef enum tropic_vector_form { TROPIC_FULL, TROPIC_BITMAP, TROPIC_SPARSE } tropic_vector_form;

/* A vector without entries. The calls on it below have the usual statuses, and those that they name. */
TROPIC_API tropic_status tropic_vector_create(tropic_vector **v, tropic_context *context,
                                              tropic_type type, tropic_index n);
/* A block: `columns` vectors of n places side by side, without entries; place (i, c) is place i * columns + c. A
 * vector of n * columns places to all calls but tropic_mxm, which takes the product with all columns at once.
 * Status: also INVALID_ARGUMENT (no column, or more than TROPIC_COLUMNS_MOST), NOT_SUPPORTED (n * columns exceeds
 * TROPIC_INDEX_MAX). */
#define TROPIC_COLUMNS_MOST 4096
TROPIC_API tropic_status tropic_vector_create_block(tropic_vector **v, tropic_context *context,
                                                    tropic_type type, tropic_index n,
                                                    tropic_index columns);
/* A full vector that uses the caller's n values in place; they must outlive it. Calls that write the
 * vector write them. A view stays full: whatever would leave a place without an entry is refused
 * (NOT_SUPPORTED). Status: usual, and NO_DEVICE (device memory without a CUDA context), NOT_SUPPORTED
 * (host memory with a CUDA context). */
TROPIC_API tropic_status tropic_vector_view(tropic_vector **v, tropic_context *context,
                                            tropic_type type, tropic_index n, void *values,
                                            tropic_location location);
TROPIC_API void tropic_vector_free(tropic_vector **v);

/* Places, of a block those of all its columns. */
TROPIC_API tropic_index tropic_vector_size(const tropic_vector *v);
/* 1 unless v is a block; 0 of NULL. */
TROPIC_API tropic_index tropic_vector_columns(const tropic_vector *v);
TROPIC_API tropic_type tropic_vector_type(const tropic_vector *v);
TROPIC_API tropic_index tropic_vector_count(const tropic_vector *v); /* entries */
TROPIC_API tropic_vector_form tropic_vector_get_form(const tropic_vector *v);
/* Changes the form. FULL needs an entry at every place (else INVALID_ARGUMENT); a view has no other
 * (NOT_SUPPORTED). */
TROPIC_API tropic_status tropic_vector_set_form(tropic_vector *v, tropic_vector_form form);

/* Removes all entries / gives every place the value (one value of v's type). */
TROPIC_API tropic_status tropic_vector_clear(tropic_vector *v);
TROPIC_API tropic_status tropic_vector_fill(tropic_vector *v, const void *value);
/* One entry. get: *present tells whether there is one; *value is untouched where there is none. Cost
 * O(n) where it changes the form, on a GPU a transfer. Status: INDEX_OUT_OF_RANGE. */
TROPIC_API tropic_status tropic_vector_set(tropic_vector *v, tropic_index i, const void *value);
TROPIC_API tropic_status tropic_vector_get(const tropic_vector *v, tropic_index i, void *value,
                                           bool *present);
/* All entries at once. put_dense: n values (present: n flags, NULL for all). put_entries: `count`
 * entries, ids distinct (else INVALID_ARGUMENT), in any order. These four copy in and out of host
 * memory. Status: INDEX_OUT_OF_RANGE. */
TROPIC_API tropic_status tropic_vector_put_dense(tropic_vector *v, const void *values,
                                                 const bool *present);
TROPIC_API tropic_status tropic_vector_put_entries(tropic_vector *v, tropic_index count,
                                                   const tropic_index *ids, const void *values);
/* get_dense: places without an entry are set to zero; present may be NULL. get_entries: ascending
 * ids; both arrays hold tropic_vector_count(v) members, either may be NULL. */
TROPIC_API tropic_status tropic_vector_get_dense(const tropic_vector *v, void *values,
                                                 bool *present);
TROPIC_API tropic_status tropic_vector_get_entries(const tropic_vector *v, tropic_index *ids,
                                                   void *values);

/* Matrix Market vectors (array n x 1 where every place has an entry, else coordinate). Unlike weights,
 * values may be infinite or NaN. Loaded integers are INT32 where all fit, else INT64; real values FP64.
 * Status: as tropic_matrix_load and tropic_matrix_save. */
TROPIC_API tropic_status tropic_vector_load(tropic_vector **v, tropic_context *context,
                                            const char *path);
TROPIC_API tropic_status tropic_vector_save(const tropic_vector *v, const char *path);

/* Coordinates of vertices, from a DIMACS file (.co; gzip is transparent):
 *
 *     p aux sp co VERTICES          v ID X Y      one for each vertex
 *
 *   x, y   out  FP64, full, VERTICES entries each
 * Cost O(bytes) in parallel. Status: as tropic_matrix_load.
 */
TROPIC_API tropic_status tropic_coordinates_load(tropic_vector **x, tropic_vector **y,
                                                 tropic_context *context, const char *path);

#include "tropic_generate.h" /* level 2: graphs made by rule */

#include "tropic_algebra.h" /* level 3: operators, semirings, operations */

#ifdef __cplusplus
}
#endif
#endif /* TROPIC_H */
