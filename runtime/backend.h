/* SPDX-License-Identifier: Apache-2.0
 *
 * The border between host code and a device. Each backend (CPU: spmv/cpu_backend.c; CUDA: spmv/cuda_backend.cu) fills
 * this table; code above it never asks which backend it has.
 *
 * "Memory of the backend" is host memory on the CPU, device memory on CUDA. Calls run in the order in which they are
 * issued on a stream; those that return something to the host wait for it. Memory is released when the stream at hand
 * comes after all that uses it.
 *
 * A table's calls are listed once, as rows X(result, prefix, name, (parameters)), from which the table's pointers, the
 * prototypes of both backends and the rows of their tables are made:
 *
 *     struct table { CALLS(TP_CALL_POINTER, ) };
 *     CALLS(TP_CALL_PROTOTYPE, tp_cpu_)
 *     const struct table cpu = {CALLS(TP_CALL_ROW, tp_cpu_)};
 */
#ifndef TP_BACKEND_H
#define TP_BACKEND_H

#include "runtime/arcs.h"
#include "runtime/count.h"
#include "runtime/ewise.h"
#include "runtime/runtime.h"

TP_BEGIN_C

/* The structs of products and reductions, which spmv/step.h defines. */
typedef struct tp_entry_list tp_entry_list;
typedef struct tp_list_reduction tp_list_reduction;
typedef struct tp_listed_product tp_listed_product;
typedef struct tp_reduction tp_reduction;
typedef struct tp_step tp_step;

#define TP_CALL_POINTER(result, prefix, name, parameters) result(*name) parameters;
#define TP_CALL_PROTOTYPE(result, prefix, name, parameters) result prefix##name parameters;
#define TP_CALL_ROW(result, prefix, name, parameters) .name = prefix##name,

/* Calls that an algorithm adds to a backend: a table of its own, tp_cpu_PART_calls and tp_cuda_PART_calls, which the
 * algorithm's folder declares and defines. This is the one of the context's backend. No loop records these calls: they
 * are made after tp_run_begin or tp_outside_loops, which refuse a loop's body. */
#if TP_CUDA
#define TP_BACKEND_PART(context, part)                                                                                 \
    ((context)->backend->location == TROPIC_HOST ? &tp_cpu_##part##_calls : &tp_cuda_##part##_calls)
#else
#define TP_BACKEND_PART(context, part) ((void)(context), &tp_cpu_##part##_calls)
#endif

struct tp_degrees;
struct tp_device_build;
struct tp_generator;
struct tp_program;
struct tp_side;
struct tp_survey;

/* Memory and time.
 *   open, close   the context's state on the device
 *   allocate      memory of the backend, counted in context->working; the backend remembers its bytes
 *   hand_over     arrays of `allocate`, some of which may be NULL, become those of another context of the device, whose
 *                 memory comes from the same functions; on failure none does, and `to` has the sentence
 *   available     *bytes that `allocate` may get, about; SIZE_MAX if nothing tells
 *   generate      a matrix made by rule, in memory of the backend (formats/generate/generator.h)
 *   fill          to[0 .. n-1] = *value, `value` in host memory
 *   wait          waits, and reports any fault of earlier calls
 *   timer_stop    seconds of device time since timer_start (wall clock on the CPU); waits
 *
 * Products
 *   step          one product with its update (spmv/step.h). Functions of a user's semiring, and on a GPU of any,
 *                 are compiled when first asked for: COMPILE_ERROR or NOT_SUPPORTED before anything is written
 *   multiply_listed  *t = the product along a list (spmv/step.h); the caller releases the arrays, if *t's count is
 *                    known. Too many: the lists have more entries than `work`
 *   list_entries     *entries = how many entries lists[0 .. count-1] of the arcs have, all together
 *
 * Passes over n places of vectors; all arrays in memory of the backend.
 *   restrict_to   has[i] = has[i] and the mask lets place i through
 *   count         *count = how many of has[0 .. n-1] are set. After one call, with n = 0, others need no memory
 *   look_up       at[k] = where ids[k] stands in an ascending list, -1: nowhere
 *   elementwise   w<mask> (accum)= t (runtime/ewise.h); call it through tp_elementwise_run
 *   listed        the operation of a tp_listed (runtime/ewise.h). *change = how many entries w has more than before:
 *                 waited for as `wait` says (runtime/count.h). TP_WAIT_NEVER: it may stay as it is
 *   reduce        *value, in host memory, = the sum of entries, or the monoid's identity
 *   any           *found = does the mask let any of n places through?
 *   reduce_lists  sums of a matrix's lists (spmv/step.h)
 *   compact       ids[...] = the places i with has[i], ascending; *count: how many. NULL: the caller knows
 *   scatter       dense[ids[k]] = values[k] and has[ids[k]] = 1 for k < count; `type` sizes the values
 *   gather        values[k] = dense[ids[k]] for k < count
 *   cast          to[i] = from[i], as a value of another built-in type (semiring/cast.h); with `has`, to[i] is anything
 *                 where has[i] is 0
 *   scale         to[i] = (type)(factor * from[i]); type FP32 or FP64
 *   any_above     *found = is there an i with !(x[i] <= bound)? (Finds infinities and NaN.) */
#define TP_BACKEND_CALLS(X, prefix)                                                                                    \
    X(tropic_status, prefix, open, (tropic_context * context, int index, void *stream))                                \
    X(void, prefix, close, (tropic_context * context))                                                                 \
    X(tropic_status, prefix, allocate, (tropic_context * context, void **pointer, size_t bytes, const char *what))     \
    X(void, prefix, release, (tropic_context * context, void *pointer))                                                \
    X(tropic_status, prefix, hand_over,                                                                                \
      (tropic_context * context, tropic_context * to, void *const *arrays, int count))                                 \
    X(tropic_status, prefix, available, (tropic_context * context, size_t * bytes))                                    \
    X(tropic_status, prefix, generate,                                                                                 \
      (tropic_context * context, const struct tp_generator *generator, tropic_matrix **A))                             \
    X(tropic_status, prefix, upload, (tropic_context * context, void *to, const void *from, size_t bytes))             \
    X(tropic_status, prefix, download, (tropic_context * context, void *to, const void *from, size_t bytes))           \
    X(tropic_status, prefix, copy, (tropic_context * context, void *to, const void *from, size_t bytes))               \
    X(tropic_status, prefix, fill,                                                                                     \
      (tropic_context * context, void *to, tropic_type type, const void *value, int64_t n))                            \
    X(tropic_status, prefix, wait, (tropic_context * context))                                                         \
    X(tropic_status, prefix, timer_start, (tropic_context * context))                                                  \
    X(tropic_status, prefix, timer_stop, (tropic_context * context, double *seconds))                                  \
    X(tropic_status, prefix, step, (tropic_context * context, const tp_step *step))                                    \
    X(tropic_status, prefix, multiply_listed,                                                                          \
      (tropic_context * context, const tp_listed_product *product, tp_entry_list *t))                                  \
    X(tropic_status, prefix, list_entries,                                                                             \
      (tropic_context * context, const tp_arcs *arcs, const tropic_index *lists, tropic_index count,                   \
       int64_t *entries))                                                                                              \
    X(tropic_status, prefix, restrict_to, (tropic_context * context, uint8_t * has, const tp_mask *mask, int64_t n))   \
    X(tropic_status, prefix, count, (tropic_context * context, const uint8_t *has, int64_t n, int64_t *count))         \
    X(tropic_status, prefix, look_up,                                                                                  \
      (tropic_context * context, tropic_index * at, const tropic_index *ids, int64_t n, const tropic_index *list,      \
       int64_t count))                                                                                                 \
    X(tropic_status, prefix, elementwise, (tropic_context * context, const tp_elementwise *e))                         \
    X(tropic_status, prefix, listed, (tropic_context * context, const tp_listed *l, tp_wait wait, tp_count *change))   \
    X(tropic_status, prefix, reduce, (tropic_context * context, void *value, const tp_reduction *r))                   \
    X(tropic_status, prefix, any, (tropic_context * context, const tp_mask *mask, int64_t n, bool *found))             \
    X(tropic_status, prefix, reduce_lists, (tropic_context * context, const tp_list_reduction *r))                     \
    X(tropic_status, prefix, compact,                                                                                  \
      (tropic_context * context, tropic_index * ids, const uint8_t *has, int64_t n, int64_t *count))                   \
    X(tropic_status, prefix, scatter,                                                                                  \
      (tropic_context * context, void *dense, uint8_t *has, tropic_type type, const tropic_index *ids,                 \
       const void *values, int64_t count))                                                                             \
    X(tropic_status, prefix, gather,                                                                                   \
      (tropic_context * context, void *values, tropic_type type, const tropic_index *ids, const void *dense,           \
       int64_t count))                                                                                                 \
    X(tropic_status, prefix, cast,                                                                                     \
      (tropic_context * context, void *to, tropic_type to_type, const void *from, tropic_type from_type,               \
       const uint8_t *has, int64_t n))                                                                                 \
    X(tropic_status, prefix, scale,                                                                                    \
      (tropic_context * context, void *to, tropic_type type, const double *from, double factor, int64_t n))            \
    X(tropic_status, prefix, any_above,                                                                                \
      (tropic_context * context, const double *x, double bound, int64_t n, bool *found))

/* Calls that a backend has if its location is TROPIC_DEVICE, and NULL else.
 *   mirror_allocate  memory for a matrix's mirror, which may outlive the context and is not counted in
 *                    context->working; from `memory`'s device functions, or the backend's own, on the context's device
 *   mirror_release   of arrays, some of which may be NULL, with one wait for all; needs no context: `device` is the
 *                    context's device_index
 *   row_of           row_of[k] = the list that position k lies in
 *   build            makes A's arrays, and sets its count, of entries in device memory
 *                    (formats/matrix/build/device_build.h); *done false: that is the host's to do, or to say what is
 *                    wrong
 *   transpose        the other orientation of arcs, with `lists` lists and values of a type, in memory as of
 *                    mirror_allocate; NOT_SUPPORTED: there are 2^31 entries or more
 *   pack_dense       the dense form of rows that are not full, with values of `size` bytes
 *                    (formats/matrix/forms/dense.h), in memory as of mirror_allocate
 *   split_points     as tp_arcs has them, TP_NNZ_TILES(count) + 1
 *   survey           formats/matrix/facts/survey.h
 *   is_captured      does the caller capture the stream in a graph of his own?
 *   use_stream       later calls go to stream 0, as at first, or 1, whose work may go on beside the other's; `after`:
 *                    once the other stream's earlier work has ended
 *   take_slot        waits for the number in the slot of a count that is pinned, and gives the slot back
 *   make_due         launches the product of a count that is due: it is on the device then
 *   push_into        the product along a list (spmv/step.h) of at most push_room entries of `size` bytes, in arrays
 *                    with such room, which may be the sources' own. Too many: nothing was written. TP_WAIT_LATER: of a
 *                    product that has no more for sure
 *   run              runs the program until its `go_on` lets no place through, at most limit times. *done: how often;
 *                    *going: it still lets one through. NOT_SUPPORTED, with *done 0: it cannot be run
 *   mirror_download  copies from a mirror to host memory, after all that its device was given before, and waits. The
 *                    context may be of another device, or of the CPU; `device` as for mirror_release
 *   check_device     DEVICE_ERROR, if the caller has reset the device, so that nothing of the context's is there
 *   detach           the caller has freed the context, of which vectors are left: his stream is waited for, and their
 *                    work until `close` goes to another stream */
#define TP_DEVICE_CALLS(X, prefix)                                                                                     \
    X(tropic_status, prefix, mirror_allocate,                                                                          \
      (tropic_context * context, const tp_memory *memory, void **pointer, size_t bytes, const char *what))             \
    X(void, prefix, mirror_release, (const tp_memory *memory, int device, void *const *arrays, int count))             \
    X(tropic_status, prefix, row_of, (tropic_context * context, const tp_arcs *arcs, tropic_index *row_of))            \
    X(tropic_status, prefix, build,                                                                                    \
      (tropic_context * context, const struct tp_device_build *entries, tropic_matrix *A, bool *done))                 \
    X(tropic_status, prefix, transpose,                                                                                \
      (tropic_context * context, const tp_arcs *from, tropic_index lists, tropic_type type, struct tp_side *to))       \
    X(tropic_status, prefix, pack_dense,                                                                               \
      (tropic_context * context, const tp_arcs *rows, tropic_index cols, size_t size, struct tp_side *made))           \
    X(tropic_status, prefix, split_points, (tropic_context * context, const tp_arcs *arcs, tropic_index *points))      \
    X(tropic_status, prefix, survey,                                                                                   \
      (tropic_context * context, const tp_arcs *arcs, tropic_type type, struct tp_survey *found))                      \
    X(bool, prefix, is_captured, (tropic_context * context))                                                           \
    X(tropic_status, prefix, use_stream, (tropic_context * context, int stream, bool after))                           \
    X(tropic_status, prefix, take_slot, (tropic_context * context, volatile int64_t * slot, int64_t * number))         \
    X(tropic_status, prefix, make_due, (tropic_context * context, tp_count * count))                                   \
    X(int64_t, prefix, push_room, (size_t size))                                                                       \
    X(tropic_status, prefix, push_into,                                                                                \
      (tropic_context * context, const tp_listed_product *product, void *ids, void *values, tp_wait wait,              \
       tp_count *count))                                                                                               \
    X(tropic_status, prefix, run,                                                                                      \
      (tropic_context * context, const struct tp_program *program, int64_t limit, int64_t *done, bool *going))         \
    X(tropic_status, prefix, mirror_download,                                                                          \
      (tropic_context * context, int device, void *to, const void *from, size_t bytes))                                \
    X(tropic_status, prefix, check_device, (tropic_context * context))                                                 \
    X(void, prefix, detach, (tropic_context * context))

typedef struct tp_backend {
    tropic_device device;
    tropic_location location;
    /* How auto pulls a product: tp_choose_product or tp_choose_host_product (formats/matrix/matrix.h). */
    tropic_strategy (*choose)(const struct tp_degrees *lists, tropic_offset entries, double part, size_t size);
    TP_BACKEND_CALLS(TP_CALL_POINTER, )
    TP_DEVICE_CALLS(TP_CALL_POINTER, )
} tp_backend;

/* tropic_context_create, over these two backends. cuda: NULL in a build without CUDA. */
tropic_status tp_context_create(tropic_context **context, const tropic_context_options *options, const tp_backend *cpu,
                                const tp_backend *cuda);

/* Between these two, calls are made, also while a loop's body is recorded. The second takes the result of the first. */
static inline const tp_backend *tp_recording_suspend(tropic_context *context)
{
    const tp_backend *before = context->backend;
    if (!context->recorded) return before;
    context->backend = context->recorded;
    context->recorded = NULL;
    return before;
}
static inline void tp_recording_resume(tropic_context *context, const tp_backend *before)
{
    if (before == context->backend) return;
    context->recorded = context->backend;
    context->backend = before;
}

/* The backend that makes the context's calls, also while a loop's body is recorded. */
static inline const tp_backend *tp_backend_of(const tropic_context *context)
{
    return context->recorded ? context->recorded : context->backend;
}

/* Between these two, calls are none of a loop's body, which may not make objects. The second takes the result of the
 * first. */
static inline bool tp_looping_suspend(tropic_context *context)
{
    const bool before = context->looping;
    if (before) context->looping = false;
    return before;
}
static inline void tp_looping_resume(tropic_context *context, bool before)
{
    if (before) context->looping = true;
}

/* INVALID_ARGUMENT once the caller has freed the context, of which vectors are left; DEVICE_ERROR once he has reset its
 * device. */
static inline tropic_status tp_check_context(tropic_context *context)
{
    if (context->freed) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "the context was freed");
    return context->backend->check_device ? context->backend->check_device(context) : TROPIC_OK;
}

/* NOT_SUPPORTED within a loop's body. Whatever public call a recording cannot hold begins with this (those that
 * take a value to the host or from it, that make objects or change them otherwise than a step does), so that one
 * body gets the same answer where it is recorded and where it is called. INVALID_ARGUMENT as above. */
static inline tropic_status tp_outside_loops(tropic_context *context, const char *what)
{
    TP_TRY(tp_check_context(context));
    if (!context->looping) return TROPIC_OK;
    return tp_fail(context, TROPIC_NOT_SUPPORTED, "a loop's body may not %s", what);
}

TP_END_C
#endif
