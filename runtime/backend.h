/* SPDX-License-Identifier: Apache-2.0
 *
 * The one seam between host code and a device. Each backend (CPU: spmv/cpu_backend.c; CUDA: spmv/cuda_backend.cu)
 * fills this table; code above it never asks which one it has.
 *
 * "Memory of the backend" is host memory on the CPU, device memory on CUDA. Calls are ordered as
 * issued, on a lane; those that return something to the host wait for it. Memory is released where
 * the lane at hand comes after all that uses it.
 */
#ifndef TP_BACKEND_H
#define TP_BACKEND_H

#include "runtime/runtime.h"
#include "runtime/step.h"

#ifdef __cplusplus
extern "C" {
#endif

struct tp_brandes;
struct tp_brandes_batch_arcs;
struct tp_brandes_level;
struct tp_brandes_sum;
struct tp_brandes_weighted;
struct tp_degrees;
struct tp_generator;
struct tp_nbody;
struct tp_nbody_move;
struct tp_survey;

typedef struct tp_backend {
    tropic_device device;
    tropic_location location;
    /* How auto pulls a product: tp_choose_product or tp_choose_host_product (formats/matrix/matrix.h). */
    tropic_strategy (*choose)(const struct tp_degrees *lists, tropic_offset entries, double part, size_t size);

    tropic_status (*open)(tropic_context *context, int index, void *stream);
    void (*close)(tropic_context *context);

    /* Memory of the backend, counted in context->working. Bytes are remembered by the backend. */
    tropic_status (*allocate)(tropic_context *context, void **pointer, size_t bytes, const char *what);
    void (*release)(tropic_context *context, void *pointer);
    /* *bytes that `allocate` may get, about; SIZE_MAX where nothing tells. */
    tropic_status (*available)(tropic_context *context, size_t *bytes);
    /* Device memory for a matrix's mirror, which may outlive the context and is not counted in
     * context->working. It comes from `memory`'s device functions, or the backend's own, on the
     * context's device. mirror_release needs no context: `device` is the context's device_index.
     * NULL, both, where location is TROPIC_HOST. */
    tropic_status (*mirror_allocate)(tropic_context *context, const tp_memory *memory, void **pointer, size_t bytes,
                                     const char *what);
    void (*mirror_release)(const tp_memory *memory, int device, void *pointer);
    /* A matrix made by rule, in memory of the backend (formats/generate/generator.h). */
    tropic_status (*generate)(tropic_context *context, const struct tp_generator *g, tropic_matrix **A);
    /* heads[k] = the list that position k lies in; split_points as tp_arcs has them, TP_NNZ_TILES(count) + 1; and
     * formats/matrix/survey.h. Of lists in memory of a device; NULL, all three, where location is TROPIC_HOST. */
    tropic_status (*heads)(tropic_context *context, const tp_arcs *arcs, tropic_index *heads);
    tropic_status (*split_points)(tropic_context *context, const tp_arcs *arcs, tropic_index *split_points);
    tropic_status (*survey)(tropic_context *context, const tp_arcs *arcs, tropic_type type, struct tp_survey *found);
    /* What follows goes to lane 0, as at first, or 1, where things may go on beside each other; `after`: when what the
     * other lane has been given has ended. NULL where there is one lane. */
    tropic_status (*lane)(tropic_context *context, int lane, bool after);
    tropic_status (*upload)(tropic_context *context, void *to, const void *from, size_t bytes);
    tropic_status (*download)(tropic_context *context, void *to, const void *from, size_t bytes);
    tropic_status (*copy)(tropic_context *context, void *to, const void *from, size_t bytes);
    /* to[0 .. n-1] = *value, `value` in host memory. */
    tropic_status (*fill)(tropic_context *context, void *to, tropic_type type, const void *value, int64_t n);
    /* Waits, and reports any fault of earlier calls. */
    tropic_status (*wait)(tropic_context *context);
    /* Seconds of device time between the two calls (wall clock on the CPU); stop waits. */
    tropic_status (*timer_start)(tropic_context *context);
    tropic_status (*timer_stop)(tropic_context *context, double *seconds);

    /* One product with its update (runtime/step.h). Over a semiring of the user's own, functions are compiled when
     * first asked for: COMPILE_ERROR or NOT_SUPPORTED before anything is written. */
    tropic_status (*step)(tropic_context *context, const tp_step *step);
    /* Products until the frontier is empty. */
    tropic_status (*traverse)(tropic_context *context, tp_traversal *traversal);
    /* The width of a bucket to begin with, in typical keys over the mean degree: wide enough that a bucket has work for
     * the whole device, narrow enough that few values in it are improved twice. */
    double bucket_factor;

    /* How betweenness is fastest where searches are not deep, TROPIC_BC_PRODUCTS or TROPIC_BC_BATCHED; but up to so
     * many sources by sets of vertices (tp_bc_single_source), where that can be. */
    tropic_bc_method shallow;
    tropic_index alone;
    /* A source alone has the counts of one level spread over an array of zeros (tp_brandes_level's `spread`). */
    bool spreads;
    /* Bytes for each entry that the sums of hubs' pieces of a batch take, at most. */
    double hub_each;
    /* Sources from which reductions of the graph pay. */
    tropic_index reduce_from;
    /* The sweeps of some sources, and what they add; the second part alone, of `delta`
     * (algorithms/betweenness/brandes.h). */
    tropic_status (*brandes)(tropic_context *context, const struct tp_brandes *brandes);
    tropic_status (*brandes_add)(tropic_context *context, const struct tp_brandes *brandes);
    /* The same along tight arcs (algorithms/betweenness/brandes_weighted.h). */
    tropic_status (*brandes_tight)(tropic_context *context, const struct tp_brandes_weighted *tight);
    /* And what they add to arcs, after either; tight: NULL after the first. */
    tropic_status (*brandes_arcs)(tropic_context *context, const struct tp_brandes *brandes,
                                  const struct tp_brandes_weighted *tight);
    /* *sources = how many of them, in a graph of n vertices, these are to take at once, of so many. */
    tropic_status (*brandes_room)(tropic_context *context, tropic_index n, tropic_index *sources);
    /* A level of a batch of sources, and what it adds in the end. */
    tropic_status (*brandes_level)(tropic_context *context, const struct tp_brandes_level *level);
    /* sets[d * words + ..] = the set of vertices on level d, for d < levels; words = TP_BRANDES_WORDS(n). */
    tropic_status (*brandes_sets)(tropic_context *context, const int32_t *level, tropic_index n, int32_t levels,
                                  uint64_t *sets);
    tropic_status (*brandes_sum)(tropic_context *context, const struct tp_brandes_sum *sum);
    tropic_status (*brandes_batch_arcs)(tropic_context *context, const struct tp_brandes_batch_arcs *arcs);

    /* Bodies that repel one another (algorithms/layout/nbody.h): between all pairs; the order along the curve, which
     * may be kept for some steps, and then by a tree; and their move. `room` is what the first, or with `tree` the
     * second two, need. */
    tropic_index pairs_most; /* up to so many bodies all pairs take less time than the tree */
    tropic_status (*nbody_room)(tropic_context *context, int dimensions, tropic_index n, bool tree, size_t *bytes);
    tropic_status (*nbody_exact)(tropic_context *context, const struct tp_nbody *bodies);
    tropic_status (*nbody_order)(tropic_context *context, const struct tp_nbody *bodies);
    tropic_status (*nbody_tree)(tropic_context *context, const struct tp_nbody *bodies);
    tropic_status (*nbody_move)(tropic_context *context, const struct tp_nbody_move *move);

    /* What a step of a batch of searches found is taken over and counted (runtime/step.h). */
    tropic_status (*commit_level)(tropic_context *context, const tp_level_commit *commit);

    /* Elementwise passes around a product; all arrays in memory of the backend, n places.
     * has[i] = has[i] and the mask lets place i through. */
    tropic_status (*restrict_to)(tropic_context *context, uint8_t *has, const tp_mask *mask, int64_t n);
    /* *count = how many of has[0 .. n-1] are set. After one call, with n = 0, others need no memory. */
    tropic_status (*count)(tropic_context *context, const uint8_t *has, int64_t n, int64_t *count);
    /* w<mask> (accum)= t (runtime/step.h); call it through tp_elementwise_run. */
    tropic_status (*elementwise)(tropic_context *context, const tp_elementwise *e);
    /* *value, in host memory, = the sum of entries, or the monoid's identity. */
    tropic_status (*reduce)(tropic_context *context, void *value, const tp_reduction *r);
    /* *found = does the mask let any of n places through? */
    tropic_status (*any)(tropic_context *context, const tp_mask *mask, int64_t n, bool *found);
    /* Runs the program until its `go_on` lets no place through, at most limit times. *done: how often;
     * *going: it still lets one through.
     * NOT_SUPPORTED, with *done 0: it cannot be run. NULL, where calling the body is as fast. */
    tropic_status (*run)(tropic_context *context, const struct tp_program *program, int64_t limit, int64_t *done,
                         bool *going);
    /* Sums of a matrix's lists (runtime/step.h). */
    tropic_status (*reduce_lists)(tropic_context *context, const tp_list_reduction *r);
    /* ids[...] = the places i with has[i], ascending; *count: how many. */
    tropic_status (*compact)(tropic_context *context, tropic_index *ids, const uint8_t *has, int64_t n, int64_t *count);
    /* dense[ids[k]] = values[k] and has[ids[k]] = 1 for k < count (scatter), or
     * values[k] = dense[ids[k]] (gather). `type` sizes the values. */
    tropic_status (*scatter)(tropic_context *context, void *dense, uint8_t *has, tropic_type type,
                             const tropic_index *ids, const void *values, int64_t count);
    tropic_status (*gather)(tropic_context *context, void *values, tropic_type type, const tropic_index *ids,
                            const void *dense, int64_t count);
    /* to[i] = (type)(factor * from[i]); type FP32 or FP64. */
    tropic_status (*scale)(tropic_context *context, void *to, tropic_type type, const double *from, double factor,
                           int64_t n);
    /* *found = is there an i with !(x[i] <= bound)? (Finds infinities and NaN.) */
    tropic_status (*any_above)(tropic_context *context, const double *x, double bound, int64_t n, bool *found);
} tp_backend;

/* Room for t->starts[0 .. wanted - 1], of which the first `kept` stay; *room: how many there is room
 * for, 0 at first. For the backends' traverse. */
tropic_status tp_starts_reserve(tropic_context *context, tp_traversal *t, int64_t *room, int64_t kept, int64_t wanted);

/* Between these two, calls are made, also while a loop's body is recorded. The first tells what the second
 * needs. */
static inline const tp_backend *tp_really_begin(tropic_context *context)
{
    const tp_backend *before = context->backend;
    if (context->recorded) context->backend = context->recorded;
    context->recorded = NULL;
    return before;
}
static inline void tp_really_end(tropic_context *context, const tp_backend *before)
{
    if (before == context->backend) return;
    context->recorded = context->backend;
    context->backend = before;
}

/* NOT_SUPPORTED within a loop's body. Whatever public call a recording cannot hold begins with this (those that
 * take a value to the host or from it, that make objects or change them otherwise than a step does), so that one
 * body gets the same answer where it is recorded and where it is called. */
static inline tropic_status tp_outside_loops(tropic_context *context, const char *what)
{
    if (!context->looping) return TROPIC_OK;
    return tp_fail(context, TROPIC_NOT_SUPPORTED, "a loop's body may not %s", what);
}

extern const tp_backend tp_cpu_backend;
/* NULL where the build has no CUDA. */
const tp_backend *tp_cuda_backend(void);

#ifdef __cplusplus
}
#endif
#endif
