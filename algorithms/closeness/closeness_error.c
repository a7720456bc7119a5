/* SPDX-License-Identifier: Apache-2.0
 *
 * The error of closeness from a sample. Of a symmetric graph the sources that were drawn in a component are a sample of
 * it, all of whose vertices reach each other: so r is known, and the mean distance mu is that of a sample of numbers
 * between the least length and twice the way to the farthest vertex of any source.
 */
#include "algorithms/closeness/closeness.h"
#include "algorithms/components/components.h"
#include "algorithms/sample_error.h"

typedef struct component {
    tropic_index size, drawn;
    double farthest;                    /* no distance is greater */
    tp_sample_bound other_bound, bound; /* of a vertex that was not drawn, and of one that was */
} component;

struct tp_closeness_error {
    const tp_closeness *c;
    double least, most;      /* lengths of arcs */
    tropic_index *component; /* by vertex, its number */
    bool *drawn;             /* by vertex */
    component *components;
    tropic_index count; /* of these */
};

static tropic_status check(const tp_closeness *c, const tropic_matrix_facts *facts)
{
    const bool weighted = c->options->weighted;
    if (weighted ? facts->symmetric : facts->symmetric_pattern) return TROPIC_OK;
    return tp_fail(c->run->context, TROPIC_INVALID_ARGUMENT,
                   "there is no bound for an error of closeness in a directed graph: no search tells how great the "
                   "distances between other vertices may be (%s)",
                   weighted ? "each arc must have an opposite of its length" : "each arc must have an opposite");
}

/* component[v] = the number of v's component: components are numbered in the order of their first vertices. */
static tropic_status find_components(tp_run *run, tp_closeness_error *e)
{
    const tp_arcs *in = tp_run_symmetric(run) ? NULL : &run->in;
    tropic_index *first;
    TP_TRY(tp_run_array(run, &first, run->n, sizeof *first, "components"));
    if (run->n > 0) TP_TRY(TP_BACKEND_PART(run->context, components)->weak(run->context, &run->out, in, first));
    TP_TRY(run->backend->download(run->context, e->component, first, (size_t)run->n * sizeof *first));
    tp_run_release(run, first);
    for (tropic_index v = 0; v < run->n; v++)
        e->component[v] = e->component[v] == v ? e->count++ : e->component[e->component[v]];
    return TROPIC_OK;
}

tropic_status tp_closeness_error_begin(tp_closeness *c, tp_closeness_error **error)
{
    tp_run *run = c->run;
    const tropic_matrix_facts *facts;
    tp_closeness_error *e = tp_arena_zeros(&run->arena, 1, sizeof *e);
    TP_TRY(tp_arena_check(&run->arena, "components"));
    TP_TRY(tp_matrix_facts(run->context, run->A, &facts));
    TP_TRY(check(c, facts));
    TP_TRY(tp_run_need_memory(run, sizeof *e->component + sizeof *e->drawn));
    e->component = tp_arena_array(&run->arena, run->n, sizeof *e->component);
    e->drawn = tp_arena_zeros(&run->arena, run->n, sizeof *e->drawn);
    TP_TRY(tp_arena_check(&run->arena, "components"));
    TP_TRY(find_components(run, e));
    e->components = tp_arena_zeros(&run->arena, e->count, sizeof *e->components);
    TP_TRY(tp_arena_check(&run->arena, "components"));
    for (tropic_index v = 0; v < run->n; v++) e->components[e->component[v]].size++;
    e->c = c;
    e->least = c->options->weighted ? facts->min_value : 1;
    e->most = c->options->weighted ? facts->max_value : 1;
    *error = e;
    return TROPIC_OK;
}

static tp_sample_bound bound_of(const tp_closeness_error *e, const component *part, double drawn, int32_t look)
{
    const tp_sample_means means = {.means = e->c->run->n,
                                   .population = (double)part->size - 1,
                                   .drawn = drawn,
                                   .confidence = e->c->options->confidence,
                                   .look = look};
    return tp_sample_bound_of(&means);
}

void tp_closeness_error_look(tp_closeness_error *e, tropic_index done, double times, int32_t look,
                             const double *farthest)
{
    for (tropic_index k = 0; k < e->count; k++) {
        component *part = &e->components[k];
        part->drawn = 0;
        part->farthest = e->most * ((double)part->size - 1); /* no way is longer */
    }
    for (tropic_index k = 0; k < done; k++) {
        component *part = &e->components[e->component[e->c->list[k]]];
        e->drawn[e->c->list[k]] = true;
        part->drawn++;
        if (2 * farthest[k] < part->farthest) part->farthest = 2 * farthest[k]; /* there and back */
    }
    for (tropic_index k = 0; k < e->count; k++) {
        component *part = &e->components[k];
        if (part->size == 1) continue;
        part->other_bound = bound_of(e, part, times * part->drawn, look);
        part->bound = bound_of(e, part, times * part->drawn - 1, look);
    }
}

double tp_closeness_error_part(const tp_closeness_error *e, tropic_index v)
{
    return ((double)e->components[e->component[v]].size - 1) / ((double)e->c->run->n - 1);
}

double tp_closeness_error_of(const tp_closeness_error *e, tropic_index v, double sum, double squares)
{
    const component *part = &e->components[e->component[v]];
    const double K = part->drawn - e->drawn[v];
    const double factor = e->c->options->kind == TROPIC_CLOSENESS_CLASSIC ? 1 : tp_closeness_error_part(e, v);
    const tp_sample_bound bound = e->drawn[v] ? part->bound : part->other_bound;
    double variance, off, mean, low;
    if (part->size == 1) return 0;
    if (!(K > 0)) return factor / e->least; /* its value is 0 */
    mean = sum / K;
    variance = tp_sample_variance(sum, squares, K);
    off = bound.by_sigma * (variance > 0 ? sqrt(variance) : 0) + bound.rest * (part->farthest - e->least);
    low = mean - off > e->least ? mean - off : e->least;
    /* closeness = factor / mu, and mu is between `low` and mean + off */
    return factor * fmax(1 / low - 1 / mean, 1 / mean - 1 / (mean + off));
}
