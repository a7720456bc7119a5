/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs a case: a few calls and methods on the same objects, so that results of one are operands of the next.
 */
#include "tests/graphblas/plugin.h"
#include "tests/graphblas/cases/call.h"
#include "tests/graphblas/cases/methods.h"
#include "tests/graphblas/cases/wrong.h"

/* SuiteSparse 7.4 frees a part of some matrices twice. So it is to give memory back, to the C library, which sees that
 * and ends the process, and not to keep it and use it twice. */
static GrB_Info keep_no_memory(void)
{
#if !defined(TROPIC_GRAPHBLAS) && defined(GxB_IMPLEMENTATION_MAJOR) && GxB_IMPLEMENTATION_MAJOR == 7
    int64_t none[64] = {0};
    return GxB_Global_Option_set(GxB_MEMORY_POOL, none);
#else
    return GrB_SUCCESS;
#endif
}

static int32_t open_library(bool blocking)
{
    GrB_Info info = GrB_init(blocking ? GrB_BLOCKING : GrB_NONBLOCKING);
    if (info == GrB_SUCCESS) info = keep_no_memory();
    return info == GrB_SUCCESS ? operators_open() : info;
}

static int32_t close_library(void)
{
    const GrB_Info info = operators_close();
    return info == GrB_SUCCESS ? GrB_finalize() : info;
}

static void run_step(world *w, case_list list)
{
    enum { METHODS_ONE_IN = 4 };
    const bool method = world_one_in(w, METHODS_ONE_IN);
    call c;
    if (method && list == CASE_WRONG) {
        wrong_check_method(w);
    } else if (method) {
        method_check(w);
    } else if (list == CASE_WRONG) {
        wrong_check(w);
    } else {
        call_draw(w, &c);
        call_check(w, &c);
        call_free(&c);
    }
}

/* All objects are told again at the end: none changes but by a call that writes it; a wrong call
 * writes none. */
static void run_case(answer *a, case_list list, bool large, uint64_t seed)
{
    enum { MOST_STEPS = 8 };
    OWNED(world) w;
    int steps;
    world_open(&w, a, large, seed);
    steps = list == CASE_WRONG ? 1 : 1 + world_below(&w, MOST_STEPS);
    for (int step = 0; step < steps; step++) run_step(&w, list);
    for (int k = 0; k < w.count; k++) {
        if (list == CASE_WRONG)
            world_tell_change(&w, &w.objects[k]);
        else
            world_tell(&w, &w.objects[k], "at the end");
    }
}

__attribute__((visibility("default"))) const plugin *graphblas_plugin(void)
{
    static const plugin self = {open_library, close_library, run_case};
    return &self;
}
