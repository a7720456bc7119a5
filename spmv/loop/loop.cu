/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs a recorded loop on the GPU.
 */
#include "spmv/loop/loop.cuh"
#include "spmv/loop/loop_source.h"
#include "spmv/loop/recorder.h"
#include "spmv/jit/jit_kernels.h"

static tropic_status find_kernel(tropic_context *context, const tp_program *program, const void **kernel,
                                 int64_t *places)
{
    const tp_cuda_key key = {TP_CUDA_LOOP, 0, 0, 0}; /* it is the text that tells */
    tp_source_text text = {};
    text.memory = &context->memory;
    *places = tp_loop_source(&text, program->item, program->count, &program->go_on, program->go_on_places, TP_HUB);
    return tp_cuda_specialised_of(context, &key, "loop", &text, "the text of a loop", "loop_kernel", kernel);
}

/* Entries of the matrix for each thread of a pull, before more blocks are worth their part in every barrier. */
#define PULLED_EACH 8

/* Threads that a step has work for: one for each group of flags; a warp for each list that is pulled, but no
 * more than its entries keep busy. */
static int64_t wanted_threads(const tp_loop_item *item)
{
    const int64_t places = item->arcs.lists > item->n ? item->arcs.lists : item->n;
    const int64_t entries = item->arcs.count / PULLED_EACH;
    if (item->kind == TP_ITEM_PULL_SCALAR) return item->n;
    if (item->kind == TP_ITEM_PULL_VECTOR) return entries > item->n ? entries : item->n;
    return (places + TP_FLAGS - 1) / TP_FLAGS;
}

/* A loop that the host launches. */
typedef struct loop_run {
    tropic_context *context;
    const void *kernel;
    tp_cuda_grid wide, narrow; /* narrow.blocks 0: not so */
    tp_loop_program p;
} loop_run;

/* As few blocks as give every step its threads, since barriers want few: one cluster, if it has room for them, whose
 * barrier takes half a microsecond less (100,000 places, H100: 6.0 us an iteration with two of them instead of 7.1). */
static tropic_status choose_grid(loop_run *r, const tp_program *program)
{
    tropic_context *context = r->context;
    int each = 0, cluster = TP_CLUSTER_MAX;
    int64_t threads = 1, wanted, max;
    TP_TRY(tp_cuda_check(context, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, r->kernel, TP_LOOP_BLOCK, 0),
                         "asking for a kernel's occupancy"));
    if (each == 0) return tp_fail(context, TROPIC_NOT_SUPPORTED, "a loop's body that no multiprocessor has room for");
    max = (int64_t)each * tp_cuda_of(context)->processors;
    for (int q = 0; q < program->count; q++)
        if (wanted_threads(&program->item[q]) > threads) threads = wanted_threads(&program->item[q]);
    wanted = (threads + TP_LOOP_BLOCK - 1) / TP_LOOP_BLOCK;
    r->wide = {wanted < max ? wanted : max, TP_LOOP_BLOCK, TP_COOPERATIVE};
    if (wanted == 1 || wanted > TP_CLUSTER_MAX) return TROPIC_OK;
    while (cluster / 2 >= wanted) cluster /= 2;
    TP_TRY(tp_cuda_fit_cluster(context, r->kernel, TP_LOOP_BLOCK, 0, 1, &cluster));
    if (cluster >= wanted) r->wide = {cluster, TP_LOOP_BLOCK, cluster};
    return TROPIC_OK;
}

/* Arcs of a list, on average, up to which a push also says which ranges it went to; and arcs of one list, up to which
 * one block may meet it. */
#define TP_LOOP_SPARSE 8
#define TP_LOOP_LONGEST 65536

static tp_ranges share_ranges(int64_t ranges, int64_t blocks)
{
    tp_ranges r = {};
    r.warps = (uint32_t)(blocks * TP_LOOP_BLOCK / TP_WARP);
    r.each = (uint32_t)(tp_quotient_up(tp_quotient_up(ranges, r.warps), TP_FLAGS) * TP_FLAGS);
    r.inverse = ((UINT64_C(1) << TP_INVERSE_BITS) + r.warps - 1) / r.warps;
    return r;
}

/* Which ranges of places are looked at: at first all. Worth it where there are several blocks (a path of 20 M vertices,
 * H100: 9.5 us a level instead of 23; 4.4 where one block does the little work that there is). */
static tropic_status begin_ranges(loop_run *r, int count, int64_t places)
{
    tp_loop_program *p = &r->p;
    const uint8_t active = TP_ACTIVE;
    void *memory = NULL;
    int64_t bytes;
    bool narrow = true;
    if (places == 0 || r->wide.blocks == 1) return TROPIC_OK;
    for (int q = 0; q < count; q++) {
        if (p->item[q].arcs.count > places * TP_LOOP_SPARSE) return TROPIC_OK;
        if (p->item[q].arcs.longest > TP_LOOP_LONGEST) narrow = false;
    }
    p->ranges = tp_quotient_up(places, TP_RANGE);
    p->wide = share_ranges(p->ranges, r->wide.blocks);
    p->alone = share_ranges(p->ranges, 1);
    bytes = (int64_t)p->wide.warps * p->wide.each + (int64_t)p->alone.warps * p->alone.each;
    TP_TRY(tp_cuda_allocate(r->context, &memory, (size_t)bytes, "a loop"));
    p->wide.left = (uint8_t *)memory;
    p->alone.left = p->wide.left + (size_t)p->wide.warps * p->wide.each;
    if (narrow) r->narrow = {1, TP_LOOP_BLOCK};
    return tp_cuda_fill(r->context, memory, TROPIC_UINT8, &active, bytes);
}

static tropic_status launch(loop_run *r, bool narrow, tp_loop_state *after)
{
    const tp_cuda_grid *grid = narrow ? &r->narrow : &r->wide;
    const uint8_t zero = 0;
    void *arguments[] = {&r->p};
    r->p.narrow = narrow;
    r->p.cluster = !narrow && grid->cluster != TP_COOPERATIVE;
    TP_TRY(tp_cuda_fill(r->context, r->p.state, TROPIC_BOOL, &zero, sizeof *after));
    TP_TRY(tp_cuda_launch_at(r->context, "launching a loop", *grid, r->kernel, arguments));
    r->p.fresh = false;
    return tp_cuda_download(r->context, after, r->p.state, sizeof *after);
}

/* Iterations that make up for the two launches that leave the grid for a block and come back, some 40 us. */
#define TP_LOOP_SHORT 256

/* By the whole grid, and by one block where there is little to do. The grid does TP_ACTIVE iterations at least, by when
 * ranges are left out; and twice as many each time that one block had soon too much to do. */
static tropic_status run(loop_run *r, int64_t limit, int64_t *done, bool *going)
{
    int64_t patience = TP_ACTIVE;
    tropic_status status = TROPIC_OK;
    for (bool narrow = false; status == TROPIC_OK; narrow = !narrow) {
        tp_loop_state after = {};
        r->p.limit = limit - *done;
        r->p.least = r->narrow.blocks > 0 ? patience : INT64_MAX;
        status = launch(r, narrow, &after);
        if (status != TROPIC_OK) break;
        *done += after.done;
        *going = after.going;
        if (!*going || *done >= limit) break;
        if (narrow) patience = after.done < TP_LOOP_SHORT ? 2 * patience : TP_LOOP_WEIGHS;
    }
    return status;
}

tropic_status tp_cuda_run(tropic_context *context, const tp_program *program, int64_t limit, int64_t *done, bool *going)
{
    loop_run r = {};
    tropic_offset entries = 0; /* of the largest matrix */
    int64_t places = 0;        /* of all passes; 0: ranges cannot be left out */
    void *state = NULL;
    tropic_status status;
    tp_cuda_use use(context);

    *done = 0;
    r.context = context;
    TP_TRY(find_kernel(context, program, &r.kernel, &places));
    TP_TRY(choose_grid(&r, program));
    for (int q = 0; q < program->count; q++)
        if (program->item[q].arcs.count > entries) entries = program->item[q].arcs.count;
    TP_TRY(tp_cuda_need_items(context, TP_HUB_ITEMS(entries)));
    TP_TRY(tp_cuda_allocate(context, &state, sizeof *r.p.state, "a loop"));
    r.p.state = (tp_loop_state *)state;
    r.p.hubs = tp_cuda_of(context)->scratch.items.memory;
    r.p.fresh = true;
    r.p.go_on = program->go_on;
    r.p.go_on_places = program->go_on_places;
    for (int q = 0; q < program->count; q++) r.p.item[q] = program->item[q];
    status = begin_ranges(&r, program->count, places);
    if (status == TROPIC_OK) status = run(&r, limit, done, going);
    tp_cuda_release(context, r.p.wide.left);
    tp_cuda_release(context, state);
    return status;
}
