/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness centrality, source after source: Brandes' two sweeps as products over the whole device.
 *
 * The forward sweep is a search, then one product per level that counts paths; with the levels known
 * it needs no atomics and its sums have a fixed order, so results are bitwise reproducible. (Counting
 * while searching would save one pass over the arcs and cost the search its early stop.)
 */
#include "algorithms/betweenness/bc.h"

#include "algorithms/betweenness/wide_count.h"

/* How paths are counted: the type's size, and the ops of such counts. */
typedef struct bc_counting {
    size_t size;
    const tp_op *count, *gather;
} bc_counting;

static const bc_counting in_doubles = {sizeof(double), &tp_op_bc_count, &tp_op_bc_gather};
static const bc_counting in_wide = {sizeof(tp_wide), &tp_op_bc_count_wide, &tp_op_bc_gather_wide};

/* sigma and g have 2n elements: n for even levels, n for odd ones, zero off their level (the ops say why). They are
 * doubles until a source has more paths than doubles count, and wide from then on. If doubles suffice, both give the
 * same bits. */
typedef struct bc_arrays {
    int32_t *level;              /* of each vertex */
    tropic_index *order;         /* vertices by level */
    const bc_counting *counting; /* in_doubles or in_wide */
    void *sigma, *g;
    double *delta;      /* if products merge; else NULL */
    double *centrality; /* the source's dependencies are added to it: the total or `own` */
    double *own;        /* the source's dependencies, if more is done than to add them; NULL */
} bc_arrays;

static const double ZERO = 0, ONE = 1;

static tropic_status count_in(tp_run *run, bc_arrays *a, const bc_counting *counting)
{
    const int64_t places = 2 * (int64_t)run->n;
    a->counting = counting;
    TP_TRY(tp_run_array(run, &a->sigma, places, counting->size, "path counts"));
    return tp_run_array(run, &a->g, places, counting->size, "dependencies");
}

/* The product of one level: pulled by the vertices of `level`, or pushed by those of the adjacent level `from`. Levels
 * ascend when paths are counted, and descend when dependencies are gathered. Wide counts are always pulled. */
static tropic_status level_step(tp_run *run, tp_step *step, int phase, const char *name, const bc_arrays *a,
                                const tp_traversal *search, int64_t level, int64_t from)
{
    const tropic_index *starts = search->starts;
    const double depth = (double)level / (double)search->levels / 2;
    TP_TRY(tp_progress(run->context, from < level ? depth : 1 - depth));
    step->strategy = run->strategy != TROPIC_STRATEGY_AUTO && a->counting == &in_doubles ? run->strategy
                     : from < level                                                      ? run->pull
                                                                                         : run->pull_out;
    step->targets = a->order + starts[level];
    step->target_count = starts[level + 1] - starts[level];
    step->sources = a->order + starts[from];
    step->source_count = starts[from + 1] - starts[from];
    return tp_run_step(run, phase, name, step);
}

/* The half of an array of 2n counts that has level d. */
static void *half(const tp_run *run, const bc_arrays *a, void *array, int64_t d)
{
    return (char *)array + (size_t)(d % 2) * (size_t)run->n * a->counting->size;
}

static tropic_status clear(tp_run *run, const bc_arrays *a, void *array)
{
    const int64_t words = (int64_t)(a->counting->size / sizeof ZERO);
    return run->backend->fill(run->context, array, TROPIC_FP64, &ZERO, 2 * (int64_t)run->n * words);
}

/* *overflowed: a vertex has more paths than doubles count. */
static tropic_status count_paths(tp_run *run, const bc_arrays *a, const tp_traversal *search, tropic_index source,
                                 bool *overflowed)
{
    tp_bc_count_state state = {.level = a->level};
    tp_step step = {.op = a->counting->count, .state = &state, .gather = run->in, .scatter = run->out};

    /* sigma = 0;  sigma(source) = 1;  g = 0 */
    TP_TRY(clear(run, a, a->sigma));
    TP_TRY(clear(run, a, a->g));
    TP_TRY(tp_run_put(run, (char *)a->sigma + (size_t)source * a->counting->size, TROPIC_FP64, 0, &ONE));
    for (int64_t d = 1; d < search->levels; d++) {
        /* sigma<level == d> = A' (plus.first) sigma<level == d - 1>
         * on the deepest level  g = 1 / sigma */
        state.depth = (int32_t)d;
        state.from = half(run, a, a->sigma, d - 1);
        state.to = half(run, a, a->sigma, d);
        state.g = d == search->levels - 1 ? half(run, a, a->g, d) : NULL;
        TP_TRY(level_step(run, &step, 1, "count", a, search, d, d - 1));
    }
    *overflowed = false;
    if (a->counting == &in_wide) return TROPIC_OK;
    return run->backend->any_above(run->context, a->sigma, TP_DOUBLE_COUNT_MAX, 2 * (int64_t)run->n, overflowed);
}

static tropic_status gather_dependencies(tp_run *run, const bc_arrays *a, const tp_traversal *search)
{
    tp_bc_gather_state state = {.level = a->level, .delta = a->delta, .centrality = a->centrality};
    /* The product is with A itself: a destination is an arc's tail. */
    tp_step step = {.op = a->counting->gather, .state = &state, .gather = run->out, .scatter = run->in};

    if (a->delta) TP_TRY(run->backend->fill(run->context, a->delta, TROPIC_FP64, &ZERO, run->n));
    /* The deepest level has delta = 0, and its g already. */
    for (int64_t d = search->levels - 2; d > 0; d--) {
        /* delta<level == d> = sigma * (A (plus.second) (1 + delta) / sigma <level == d + 1>)
         * centrality += delta */
        state.depth = (int32_t)d;
        state.sigma = half(run, a, a->sigma, d);
        state.below = half(run, a, a->g, d + 1);
        state.g = half(run, a, a->g, d);
        TP_TRY(level_step(run, &step, 2, "gather", a, search, d, d + 1));
    }
    return TROPIC_OK;
}

static tropic_status widen(tp_run *run, bc_arrays *a)
{
    tp_run_release(run, a->sigma);
    tp_run_release(run, a->g);
    return count_in(run, a, &in_wide);
}

/* centrality += delta of the source whose levels are known. */
static tropic_status two_sweeps(tp_run *run, bc_arrays *a, const tp_traversal *search, tropic_index source)
{
    bool overflowed;
    TP_TRY(count_paths(run, a, search, source, &overflowed));
    if (overflowed) {
        TP_TRY(widen(run, a));
        TP_TRY(count_paths(run, a, search, source, &overflowed));
    }
    return gather_dependencies(run, a, search);
}

/* Adds one source, whose dependencies and levels are known, to the total. */
static tropic_status add(tp_run *run, const tp_bc *one, const bc_arrays *a)
{
    const tp_brandes b = {.out = run->out, .count = 1, .total = one->total, .delta = a->own, .level = a->level};
    return TP_BACKEND_PART(run->context, brandes)->add(run->context, &b);
}

static tropic_status one_source(tp_run *run, const tp_bc *one, bc_arrays *a)
{
    const tropic_index source = one->sources[0];
    tp_traversal search;
    tropic_status status = TROPIC_OK;
    tp_run_part(run, one->from, one->part / 3);
    TP_TRY(tp_bfs_levels(run, source, a->level, NULL, a->order, &search));
    tp_run_part(run, one->from + one->part / 3, one->part * 2 / 3);
    if (a->own) status = run->backend->fill(run->context, a->own, TROPIC_FP64, &ZERO, run->n);
    if (status == TROPIC_OK) status = two_sweeps(run, a, &search, source);
    tp_release(&run->context->work, search.starts);
    if (one->reached) one->reached[0] = run->report.reached;
    return status == TROPIC_OK && a->own ? add(run, one, a) : status;
}

tropic_status tp_bc_products_check(tp_run *run)
{
    if (!tp_strategy_merges(run->strategy, false) || !run->context->reproducible) return TROPIC_OK;
    return tp_fail(run->context, TROPIC_NOT_SUPPORTED,
                   "%s adds path counts in no fixed order, and the context is reproducible",
                   tropic_strategy_name(run->strategy));
}

/* Bytes of a vertex: level and place; path counts with exponents of their own, and dependencies by them; two sums. */
#define PRODUCTS_BYTES (2 * sizeof(int32_t) + 2 * sizeof(tp_wide) + 2 * sizeof(double))

tropic_status tp_bc_products(tp_run *run, const tp_bc *bc)
{
    bc_arrays a = {.centrality = bc->total.centrality};
    /* The backward sweep by entries needs the row of each entry. */
    if (run->strategy == TROPIC_STRATEGY_COOC_SCALAR) {
        TP_TRY(tp_matrix_arcs(run->context, run->A, TP_BY_ROW, true, &run->out));
        run->out.values = NULL;
    }
    TP_TRY(tp_run_need_memory(run, PRODUCTS_BYTES));
    TP_TRY(tp_run_array(run, &a.level, run->n, sizeof *a.level, "levels"));
    TP_TRY(tp_run_array(run, &a.order, run->n, sizeof *a.order, "the frontiers"));
    TP_TRY(count_in(run, &a, &in_doubles));
    if (tp_strategy_merges(run->strategy, false))
        TP_TRY(tp_run_array(run, &a.delta, run->n, sizeof *a.delta, "dependencies"));
    if (!tp_bc_plain(bc) || bc->total.ends != 0) {
        TP_TRY(tp_run_array(run, &a.own, run->n, sizeof *a.own, "dependencies"));
        a.centrality = a.own;
    }
    for (tropic_index k = 0; k < bc->count; k++) {
        const tp_bc one = tp_bc_some(bc, k, 1);
        TP_TRY(one_source(run, &one, &a));
    }
    return TROPIC_OK;
}
