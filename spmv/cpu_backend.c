/* SPDX-License-Identifier: Apache-2.0
 *
 * The CPU backend: its memory is host memory, its threads are the context's.
 */
#include "spmv/cpu_backend.h"

#include "formats/generate/generator.h"
#include "semiring/semiring.h"

#include <stdio.h>
#include <string.h>

/* Before each block: its size, in a cache line, so that the block is aligned as the allocation was. */
#define HEADER 64

/* What an arc, whose end lies anywhere, costs, in entries that lie side by side. (Of 1, 2, 4 the best on 16 threads:
 * BFS on a lattice of 1200 x 1200 takes 60, 57, 48 ms, a batch of 9 searches 0.91, 0.73, 0.69 s.) */
#define ARC_WORK 4

void tp_cpu_run(tropic_context *context, const tp_step *step, tp_sink *sink, int64_t work)
{
    const tp_kernels *kernels = step->kernels ? step->kernels : tp_cpu_kernels(step->op);
    tp_kernel *kernel = step->columns > 1 ? kernels->columns : kernels->run[step->strategy];
    kernel(step, sink, tp_team_for(context, ARC_WORK * work));
}

static tropic_status cpu_open(tropic_context *context, int index, void *stream)
{
    (void)index;
    if (stream) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "context options: a stream needs a CUDA device");
    snprintf(context->device_name, sizeof context->device_name, "CPU, %d thread%s", context->threads,
             context->threads == 1 ? "" : "s");
    return TROPIC_OK;
}

static void cpu_close(tropic_context *context)
{
    (void)context;
}

static tropic_status cpu_allocate(tropic_context *context, void **pointer, size_t bytes, const char *what)
{
    char *block = NULL;
    if (bytes <= (size_t)INT64_MAX - HEADER) block = tp_allocate(&context->memory, (int64_t)(bytes + HEADER), 1);
    if (!block) return tp_fail(context, TROPIC_OUT_OF_MEMORY, "out of memory for %s (%zu bytes)", what, bytes);
    memcpy(block, &bytes, sizeof bytes);
    context->working += bytes;
    if (context->working > context->working_peak) context->working_peak = context->working;
    *pointer = block + HEADER;
    return TROPIC_OK;
}

static void cpu_release(tropic_context *context, void *pointer)
{
    size_t bytes;
    if (!pointer) return;
    memcpy(&bytes, (char *)pointer - HEADER, sizeof bytes);
    context->working -= bytes;
    tp_release(&context->memory, (char *)pointer - HEADER);
}

static tropic_status cpu_available(tropic_context *context, size_t *bytes)
{
    *bytes = context->memory.allocate ? SIZE_MAX : tp_available_memory();
    return TROPIC_OK;
}

static tropic_status cpu_copy(tropic_context *context, void *to, const void *from, size_t bytes)
{
    (void)context;
    if (bytes > 0) memcpy(to, from, bytes);
    return TROPIC_OK;
}

static tropic_status cpu_wait(tropic_context *context)
{
    (void)context;
    return TROPIC_OK;
}

static tropic_status cpu_timer_start(tropic_context *context)
{
    context->timer = tp_now();
    return TROPIC_OK;
}

static tropic_status cpu_timer_stop(tropic_context *context, double *seconds)
{
    *seconds = tp_now() - context->timer;
    return TROPIC_OK;
}

/* Entries that a step can touch: those of the lists it is given, or all. Of many lists, the first tell
 * how long they are. */
static int64_t step_work(const tp_step *step)
{
    const bool push = step->strategy == TROPIC_STRATEGY_CSR_PUSH;
    const tp_arcs *arcs = push ? &step->scatter : &step->gather;
    const tropic_index *list = push ? step->sources : step->targets;
    const tropic_index count = push ? step->source_count : step->target_count;
    tropic_index c = 0;
    int64_t work = 0;
    if (step->columns > 1) return (arcs->lists + arcs->count) * step->columns;
    if (!list || step->strategy == TROPIC_STRATEGY_COOC_SCALAR) return arcs->lists + arcs->count;
    for (; c < count && work < TP_PARALLEL_WORK; c++) work += 1 + arcs->offsets[list[c] + 1] - arcs->offsets[list[c]];
    return c < count ? work / c * count : work;
}

static tropic_status cpu_step(tropic_context *context, const tp_step *step)
{
    tp_sink sink = {.next = step->emitted, .offsets = step->emitted ? step->scatter.offsets : NULL};
    tp_step specialised = *step;
    if (step->semiring && step->semiring->user) TP_TRY(tp_cpu_specialise(context, &specialised));
    tp_cpu_run(context, &specialised, &sink, step_work(step));
    if (step->emitted) *step->emitted_count += sink.count;
    return TROPIC_OK;
}

const tp_backend tp_cpu_backend = {
    .device = TROPIC_DEVICE_CPU,
    .location = TROPIC_HOST,
    .choose = tp_choose_host_product,
    .open = cpu_open,
    .close = cpu_close,
    .allocate = cpu_allocate,
    .release = cpu_release,
    .available = cpu_available,
    .generate = tp_cpu_generate,
    .upload = cpu_copy,
    .download = cpu_copy,
    .copy = cpu_copy,
    .fill = tp_cpu_fill,
    .wait = cpu_wait,
    .timer_start = cpu_timer_start,
    .timer_stop = cpu_timer_stop,
    .step = cpu_step,
    .traverse = tp_cpu_traverse,
    /* (Two cores, Kronecker 20: arcs are relaxed 1.15 times at 1/2, 1.3 at 1, 1.9 at 2, 2.3 at 4, and time follows. On
     * a lattice and on the roads of New York all from 1/2 to 8 are alike.) */
    .bucket_factor = 0.5,
    .shallow = TROPIC_BC_PRODUCTS,
    /* (64 sources of uniform random graph 18, ms each: 18.5 alone, 20 by products, 41 side by side.) */
    .alone = TROPIC_INDEX_MAX,
    .spreads = true,
    .reduce_from = 128,
    .brandes = tp_cpu_brandes,
    .brandes_add = tp_cpu_brandes_add,
    .brandes_tight = tp_cpu_brandes_weighted,
    .brandes_arcs = tp_cpu_brandes_arcs,
    .brandes_room = tp_cpu_brandes_room,
    .brandes_level = tp_cpu_brandes_level,
    .brandes_sum = tp_cpu_brandes_sum,
    .brandes_sets = tp_cpu_brandes_sets,
    .brandes_batch_arcs = tp_cpu_brandes_batch_arcs,
    /* (Two cores, an iteration on a mesh: of 256 vertices 0.06 ms, by the tree 0.14; of 529 0.5 and 0.3.) */
    .pairs_most = 384,
    .nbody_room = tp_cpu_nbody_room,
    .nbody_exact = tp_cpu_nbody_exact,
    .nbody_order = tp_cpu_nbody_order,
    .nbody_tree = tp_cpu_nbody_tree,
    .nbody_move = tp_cpu_nbody_move,
    .commit_level = tp_cpu_commit_level,
    .restrict_to = tp_cpu_restrict,
    .any = tp_cpu_any,
    .count = tp_cpu_count,
    .elementwise = tp_cpu_elementwise,
    .reduce = tp_cpu_reduce,
    .reduce_lists = tp_cpu_reduce_lists,
    .compact = tp_cpu_compact,
    .scatter = tp_cpu_scatter,
    .gather = tp_cpu_gather,
    .scale = tp_cpu_scale,
    .any_above = tp_cpu_any_above,
};
