/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness centrality of a reduced graph (algorithms/betweenness/reduce/bc_reduce.h): the graph is made on the host,
 * the run takes its vertices as sources, and their sums go to the vertices of the original that they stand for.
 */
#include "algorithms/betweenness/bc.h"
#include "algorithms/betweenness/bc_sample.h"
#include "algorithms/betweenness/bc_sources.h"
#include "algorithms/betweenness/reduce/bc_reduce.h"
#include "algorithms/tuning.h"

tropic_status tp_bc_choose_reductions(tp_run *run, const tp_bc *bc, const tropic_bc_options *options, unsigned *which)
{
    const unsigned requested = options->reductions;
    const bool products = options->method == TROPIC_BC_PRODUCTS || options->strategy != TROPIC_STRATEGY_AUTO;
    *which = 0;
    if (requested > TROPIC_BC_UNREDUCED)
        return tp_fail(run->context, TROPIC_INVALID_ARGUMENT, "no reductions %u", requested);
    if (requested == TROPIC_BC_UNREDUCED) return TROPIC_OK;
    if (requested > 0 && (products || options->error != 0 || options->weighted))
        return tp_fail(run->context, TROPIC_INVALID_ARGUMENT, "reductions are not taken with %s",
                       products            ? "products"
                       : options->weighted ? "lengths"
                                           : "an error");
    if (products || options->error != 0 || options->weighted || run->n == 0) return TROPIC_OK;
    if (requested == 0 && bc->count < TP_BACKEND_PART(run->context, brandes)->reduce_from) return TROPIC_OK;
    *which = (requested > 0 ? requested : TP_BC_ALL) & (tp_run_symmetric(run) ? TP_BC_ALL : TP_BC_DIRECTED);
    return TROPIC_OK;
}

/* The run on the reduced graph. */
typedef struct reduced_run {
    tp_bc_reduced graph;
    tropic_matrix *matrix;
    tp_run run;
    tp_bc bc;
    tropic_index *sources;
    double given;   /* sources of the original that have arcs: the others cost nothing */
    double *values; /* host: a value for each reduced vertex or for each of the original, whichever are more */
} reduced_run;

/* Reduces the graph, in which each source is listed once. */
static tropic_status reduce(tp_run *run, const tp_bc *bc, const tropic_bc_options *options, unsigned which,
                            reduced_run *s)
{
    const int arrays = run->arena.count;
    tp_bc_graph graph = {.n = run->n};
    tropic_index *times = NULL;
    TP_TRY(tropic_matrix_csr(run->A, run->context, &graph.offsets, &graph.ids, NULL));
    if (options->sources || options->samples > 0) {
        times = tp_arena_zeros(&run->arena, run->n, sizeof *times);
        TP_TRY(tp_arena_check(&run->arena, "the sources"));
        for (tropic_index k = 0; k < bc->count; k++) times[bc->sources[k]] = 1;
    }
    for (tropic_index k = 0; k < bc->count; k++)
        s->given += graph.offsets[bc->sources[k] + 1] > graph.offsets[bc->sources[k]];
    TP_TRY((tp_run_symmetric(run) ? tp_bc_reduce : tp_bc_reduce_directed)(&s->graph, run->context, &graph, times, which,
                                                                          options->endpoints));
    tp_arena_release_since(&run->arena, arrays);
    return TROPIC_OK;
}

/* Is the work, the sum over blocks of sources times arcs, little enough? A mesh cannot be reduced: on its copy the run
 * would be slower by a third for nothing. */
static bool pays(const tp_run *run, const reduced_run *s)
{
    const tp_bc_reduced *g = &s->graph;
    double work = 0;
    for (tropic_index b = 0; b < g->blocks; b++) {
        const tropic_index begin = g->starts[b], end = g->starts[b + 1];
        double searches = 0;
        for (tropic_index x = begin; x < end; x++) searches += g->factor[x] > 0;
        work += searches * (double)(g->offsets[end] - g->offsets[begin]);
    }
    return work < TP_BC_REDUCED_PART_MAX * s->given * (double)run->out.count;
}

/* Makes the matrix of the reduced graph, and begins the run on it. */
static tropic_status begin(tp_run *run, reduced_run *s)
{
    const tp_bc_reduced *g = &s->graph;
    TP_TRY(tropic_matrix_from_csr(&s->matrix, run->context, g->n, g->n, g->offsets, g->ids, TROPIC_BOOL, NULL, NULL));
    return tp_run_begin(&s->run, s->matrix, TROPIC_STRATEGY_AUTO, false);
}

/* Lists the sources, the reduced vertices that stand for any, in the order in which the run takes them. Of a directed
 * graph the run counts the vertices that each of them reaches. */
static tropic_status list_sources(tp_run *run, const tropic_bc_options *options, reduced_run *s)
{
    const tp_bc_reduced *g = &s->graph;
    s->sources = tp_arena_array(&run->arena, g->searches, sizeof *s->sources);
    s->values = tp_arena_array(&run->arena, g->n > g->original ? g->n : g->original, sizeof *s->values);
    if (g->directed) s->bc.reached = tp_arena_zeros(&run->arena, g->searches, sizeof *s->bc.reached);
    TP_TRY(tp_arena_check(&run->arena, "the sources"));
    for (tropic_index x = 0; x < g->n; x++)
        if (g->factor[x] > 0) s->sources[s->bc.count++] = x;
    s->bc.sources = s->sources;
    return tp_bc_sources_order(run, options, s->sources, s->bc.count);
}

/* Uploads the multiplicities of the reduced vertices. */
static tropic_status put_classes(reduced_run *s)
{
    tp_run *run = &s->run;
    const tp_bc_reduced *g = &s->graph;
    tp_brandes_multiplicity *classes, *of = tp_arena_array(&run->arena, g->n, sizeof *of);
    TP_TRY(tp_arena_check(&run->arena, "classes of vertices"));
    for (tropic_index x = 0; x < g->n; x++) {
        of[x] = (tp_brandes_multiplicity){.ends = g->ends[x], .copies = g->copies[x]};
        if (s->bc.copies_max < g->copies[x]) s->bc.copies_max = g->copies[x];
    }
    TP_TRY(tp_run_array(run, &classes, g->n, sizeof *classes, "classes of vertices"));
    TP_TRY(run->backend->upload(run->context, classes, of, (size_t)g->n * sizeof *of));
    s->bc.classes = classes;
    return TROPIC_OK;
}

/* Uploads how many sources those of the run stand for, and makes the total. */
static tropic_status put_factors(reduced_run *s)
{
    tp_run *run = &s->run;
    double *factor;
    for (tropic_index k = 0; k < s->bc.count; k++) s->values[k] = s->graph.factor[s->bc.sources[k]];
    TP_TRY(tp_run_array(run, &factor, s->bc.count, sizeof *factor, "the sources"));
    TP_TRY(run->backend->upload(run->context, factor, s->values, (size_t)s->bc.count * sizeof *factor));
    s->bc.total.factor = factor;
    return tp_run_array(run, &s->bc.total.centrality, s->graph.n, sizeof(double), "centralities");
}

/* total.centrality = the sums of the reduced vertices, which are of the first `done` sources, for the original's. */
static tropic_status expand(tp_run *run, const tp_bc *bc, reduced_run *s, tropic_index done,
                            const tropic_bc_options *options)
{
    const tp_bc_reduced *g = &s->graph;
    const tropic_index count = s->bc.count;
    const tp_bc_sample sample = tp_bc_sample_of(options, s->sources, done, count);
    double *sums = tp_arena_array(&run->arena, g->n, sizeof *sums);
    double *weights = done < count ? tp_arena_array(&run->arena, g->n, sizeof *weights) : NULL;
    double *others = g->directed ? tp_arena_zeros(&run->arena, g->n, sizeof *others) : NULL;
    TP_TRY(tp_arena_check(&run->arena, "centralities"));
    if (g->n > 0)
        TP_TRY(run->backend->download(run->context, sums, s->bc.total.centrality, (size_t)g->n * sizeof *sums));
    for (tropic_index k = 0; k < done && others; k++) others[s->sources[k]] = (double)(s->bc.reached[k] - 1);
    if (weights) tp_bc_sample_weights(weights, g->n, &sample);
    for (tropic_index x = 0; x < g->n && weights; x++) {
        sums[x] *= weights[x];
        if (others) others[x] *= (double)count / done;
    }
    tp_bc_expand(g, sums, others, s->values);
    for (tropic_index v = 0; g->endpoints && v < g->original; v++) s->values[v] += g->endpoints[v];
    return run->backend->upload(run->context, bc->total.centrality, s->values, (size_t)g->original * sizeof *s->values);
}

/* Does all that comes before the run. *taken: the reduced graph is worth it. */
static tropic_status prepare(tp_run *run, const tp_bc *bc, const tropic_bc_options *options, unsigned which,
                             reduced_run *s, bool *taken)
{
    *taken = false;
    TP_TRY(reduce(run, bc, options, which, s));
    if (options->reductions == 0 && !pays(run, s)) return TROPIC_OK;
    TP_TRY(begin(run, s));
    TP_TRY(list_sources(run, options, s));
    /* Without classes, kernels need not look for them. */
    if (!s->graph.directed)
        TP_TRY(put_classes(s));
    else if (options->endpoints)
        s->bc.total.ends = 1;
    TP_TRY(put_factors(s));
    *taken = true;
    return TROPIC_OK;
}

static tropic_status reduce_and_run(tp_run *run, const tp_bc *bc, const tropic_bc_options *options, unsigned which,
                                    reduced_run *s, double *part)
{
    const double start = tp_now();
    tropic_index done = 0;
    bool taken;
    const tropic_status status = prepare(run, bc, options, which, s, &taken);
    run->earlier = tp_now() - start;
    /* If reductions were not requested, the unreduced graph may still fit. */
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
    TP_TRY(expand(run, bc, s, done, options));
    run->partial = s->run.partial;
    run->report = s->run.report;
    bc->report->reduced = s->graph.n;
    bc->report->reduced_arcs = s->graph.nnz;
    return TROPIC_OK;
}

tropic_status tp_bc_reduced_run(tp_run *run, const tp_bc *bc, const tropic_bc_options *options, unsigned which,
                                double *part)
{
    const int arrays = run->arena.count;
    reduced_run s = {.run = {.context = run->context, .backend = run->backend, .arena = {.context = run->context}},
                     .bc = {.batch = bc->batch, .report = bc->report, .part = 1, .identity = bc->identity}};
    tropic_status status;
    s.bc.identity.run |= (uint64_t)which << 32;
    status = reduce_and_run(run, bc, options, which, &s, part);
    tp_arena_release(&s.run.arena);
    tropic_matrix_free(&s.matrix);
    tp_bc_reduced_free(&s.graph);
    tp_arena_release_since(&run->arena, arrays);
    return status;
}
