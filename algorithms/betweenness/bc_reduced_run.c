/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness centrality by way of a smaller graph: it is made on the host, its vertices are the sources, and what they
 * find is handed to the vertices that they stand for.
 */
#include "algorithms/betweenness/bc_reduced_run.h"

#include "algorithms/betweenness/bc_run.h"
#include "algorithms/betweenness/bc_reduce.h"
#include "algorithms/betweenness/bc_sources.h"

/* What is to be left of the work. */
#define LITTLE 0.95

tropic_status tp_bc_reduces(tp_run *run, const tp_bc *bc, const tropic_bc_options *options, unsigned *which)
{
    const unsigned asked = options->reductions;
    const bool products = options->method == TROPIC_BC_PRODUCTS || options->strategy != TROPIC_STRATEGY_AUTO;
    *which = 0;
    if (asked > TROPIC_BC_UNREDUCED) return tp_fail(run->context, TROPIC_INVALID_ARGUMENT, "no reductions %u", asked);
    if (asked == TROPIC_BC_UNREDUCED) return TROPIC_OK;
    if (asked > 0 && (products || options->error != 0 || options->weighted))
        return tp_fail(run->context, TROPIC_INVALID_ARGUMENT, "reductions are not taken with %s",
                       products            ? "products"
                       : options->weighted ? "lengths"
                                           : "an error");
    if (!tp_run_symmetric(run) || products || options->error != 0 || options->weighted || run->n == 0) return TROPIC_OK;
    if (asked == 0 && bc->count < run->backend->reduce_from) return TROPIC_OK;
    *which = asked > 0 ? asked : TP_BC_ALL;
    return TROPIC_OK;
}

/* The run on the smaller graph. */
typedef struct smaller {
    tp_bc_reduced graph;
    tropic_matrix *matrix;
    tp_run run;
    tp_bc bc;
    tropic_index *sources;
    double *values; /* host memory for so many of its vertices, or of the original's */
} smaller;

/* The original, with how often each vertex is a source. */
static tropic_status reduce(tp_run *run, const tp_bc *bc, const tropic_bc_options *options, unsigned which, smaller *s)
{
    const tp_memory *memory = &run->context->memory;
    tp_bc_graph graph = {.n = run->n};
    tropic_index *times = NULL;
    tropic_status status;
    TP_TRY(tropic_matrix_csr(run->A, run->context, &graph.offsets, &graph.ids, NULL));
    if (options->sources || options->samples > 0) {
        times = tp_allocate_zero(memory, run->n, sizeof *times);
        if (!times) return tp_out_of_memory(run->context, "the sources");
        for (tropic_index k = 0; k < bc->count; k++) times[bc->sources[k]] = 1;
    }
    status = tp_bc_reduce(&s->graph, run->context, &graph, times, which, options->endpoints);
    tp_release(memory, times);
    return status;
}

/* Sources times arcs that they search, each in its own block. (Of a mesh, which stays as it is, the run would be slower
 * by a third for nothing.) */
static bool pays(const tp_run *run, const tp_bc *bc, const tp_bc_reduced *g)
{
    double work = 0;
    for (tropic_index b = 0; b < g->blocks; b++) {
        const tropic_index begin = g->starts[b], end = g->starts[b + 1];
        double searches = 0;
        for (tropic_index x = begin; x < end; x++) searches += g->factor[x] > 0;
        work += searches * (double)(g->offsets[end] - g->offsets[begin]);
    }
    return work < LITTLE * (double)bc->count * (double)run->out.count;
}

/* Its matrix, and the run on it. */
static tropic_status begin(tp_run *run, smaller *s)
{
    const tp_bc_reduced *g = &s->graph;
    TP_TRY(tropic_matrix_from_csr(&s->matrix, run->context, g->n, g->n, g->offsets, g->ids, TROPIC_BOOL, NULL, NULL));
    return tp_run_begin(&s->run, s->matrix, TROPIC_STRATEGY_AUTO, false);
}

/* Its sources: what stands for any, in an order of their own where that is wanted. */
static tropic_status list_sources(tp_run *run, const tropic_bc_options *options, smaller *s)
{
    const tp_memory *memory = &run->context->memory;
    const tp_bc_reduced *g = &s->graph;
    s->sources = tp_allocate(memory, g->searches, sizeof *s->sources);
    s->values = tp_allocate(memory, g->n > g->original ? g->n : g->original, sizeof *s->values);
    if (!s->sources || !s->values) return tp_out_of_memory(run->context, "the sources");
    for (tropic_index x = 0; x < g->n; x++)
        if (g->factor[x] > 0) s->sources[s->bc.count++] = x;
    s->bc.sources = s->sources;
    return tp_bc_sources_order(run, options, s->sources, s->bc.count);
}

/* What its vertices stand for, on the device. */
static tropic_status put_classes(smaller *s)
{
    tp_run *run = &s->run;
    const tp_memory *memory = &run->context->memory;
    const tp_bc_reduced *g = &s->graph;
    double *factor;
    tp_brandes_multiplicity *classes, *of = tp_allocate(memory, g->n, sizeof *of);
    tropic_status status = TROPIC_OK;
    if (!of) return tp_out_of_memory(run->context, "classes of vertices");
    for (tropic_index x = 0; x < g->n; x++) {
        of[x] = (tp_brandes_multiplicity){.ends = g->ends[x], .copies = g->copies[x]};
        if (s->bc.copies < g->copies[x]) s->bc.copies = g->copies[x];
    }
    for (tropic_index k = 0; k < s->bc.count; k++) s->values[k] = g->factor[s->bc.sources[k]];
    status = tp_run_array(run, &classes, g->n, sizeof *classes, "classes of vertices");
    if (status == TROPIC_OK) status = run->backend->upload(run->context, classes, of, (size_t)g->n * sizeof *of);
    tp_release(memory, of);
    TP_TRY(status);
    TP_TRY(tp_run_array(run, &factor, s->bc.count, sizeof *factor, "classes of vertices"));
    TP_TRY(run->backend->upload(run->context, factor, s->values, (size_t)s->bc.count * sizeof *factor));
    s->bc.classes = classes;
    s->bc.total.factor = factor;
    return tp_run_array(run, &s->bc.total.centrality, g->n, sizeof(double), "centralities");
}

/* The sums to the vertices that they belong to. */
static tropic_status expand(tp_run *run, const tp_bc *bc, smaller *s, double part)
{
    const tp_memory *memory = &run->context->memory;
    const tp_bc_reduced *g = &s->graph;
    double *sums = tp_allocate(memory, g->n, sizeof *sums);
    tropic_status status = TROPIC_OK;
    if (!sums) return tp_out_of_memory(run->context, "centralities");
    if (g->n > 0)
        status = run->backend->download(run->context, sums, s->bc.total.centrality, (size_t)g->n * sizeof *sums);
    for (tropic_index x = 0; x < g->n && part < 1; x++) sums[x] /= part;
    if (status == TROPIC_OK) tp_bc_expand(g, sums, s->values);
    tp_release(memory, sums);
    TP_TRY(status);
    for (tropic_index v = 0; g->endpoints && v < g->original; v++) s->values[v] += g->endpoints[v];
    return run->backend->upload(run->context, bc->total.centrality, s->values, (size_t)g->original * sizeof *s->values);
}

/* All that is before the run; is it to be had, and worth it? */
static tropic_status prepare(tp_run *run, const tp_bc *bc, const tropic_bc_options *options, unsigned which, smaller *s,
                             bool *taken)
{
    *taken = false;
    TP_TRY(reduce(run, bc, options, which, s));
    if (options->reductions == 0 && !pays(run, bc, &s->graph)) return TROPIC_OK;
    TP_TRY(begin(run, s));
    TP_TRY(list_sources(run, options, s));
    TP_TRY(put_classes(s));
    *taken = true;
    return TROPIC_OK;
}

static tropic_status run_smaller(tp_run *run, const tp_bc *bc, const tropic_bc_options *options, unsigned which,
                                 smaller *s, double *part)
{
    const double start = tp_now();
    tropic_index done = 0;
    bool taken;
    const tropic_status status = prepare(run, bc, options, which, s, &taken);
    run->earlier = tp_now() - start;
    /* Nobody asked for it: the graph as it is may still do. */
    if (status != TROPIC_OK &&
        (options->reductions != 0 ||
         (status != TROPIC_OUT_OF_MEMORY && status != TROPIC_OUT_OF_DEVICE_MEMORY && status != TROPIC_NOT_SUPPORTED)))
        return status;
    if (!taken) {
        *part = 0;
        return TROPIC_OK;
    }
    TP_TRY(tp_run_start(run));
    TP_TRY(tp_bc_run(&s->run, &s->bc, options, &done));
    *part = done < s->bc.count ? (double)done / s->bc.count : 1;
    TP_TRY(expand(run, bc, s, *part));
    run->partial = s->run.partial;
    run->report = s->run.report;
    run->report.reduced = s->graph.n;
    run->report.reduced_arcs = s->graph.nnz;
    return TROPIC_OK;
}

tropic_status tp_bc_smaller(tp_run *run, const tp_bc *bc, const tropic_bc_options *options, unsigned which,
                            double *part)
{
    const tp_memory *memory = &run->context->memory;
    smaller s = {.run = {.context = run->context, .backend = run->backend, .arena = {.context = run->context}},
                 .bc = {.batch = bc->batch, .part = 1, .identity = bc->identity}};
    tropic_status status;
    s.bc.identity.run |= (uint64_t)which << 32;
    status = run_smaller(run, bc, options, which, &s, part);
    tp_arena_release(&s.run.arena);
    tropic_matrix_free(&s.matrix);
    tp_bc_reduced_free(&s.graph);
    tp_release(memory, s.sources);
    tp_release(memory, s.values);
    return status;
}
