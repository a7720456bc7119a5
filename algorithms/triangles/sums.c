/* SPDX-License-Identifier: Apache-2.0
 *
 * Sums over the triangles of each vertex on the CPU: the values of its edges lie by vertex, and the earlier neighbours
 * of each neighbour are looked up there. Each triangle is met at each of its vertices, whose sum is one thread's.
 */
#include "algorithms/triangles/clustering.h"
#include "algorithms/triangles/earlier.h"
#include "formats/matrix/lists.h"

/* Vertices that a thread takes at a time. */
#define SUMS_CHUNK 16
/* Edges of a part of the work, after which the progress is told. */
#define SUMS_PART (1 << 20)
#define NO_EDGE (-1.0)

/* -- each vertex's earlier neighbours ----------------------------------------------------------- */

typedef struct filtering {
    const tp_edges *edges, *earlier;
    tropic_offset *lengths; /* first: of list v at v + 1; else NULL */
} filtering;

static void filter_some(const void *of, int64_t begin, int64_t end)
{
    const filtering *f = of;
    const tropic_offset *offsets = f->edges->offsets;
    for (int64_t v = begin; v < end; v++) {
        tropic_offset to = f->lengths ? 0 : f->earlier->offsets[v];
        for (tropic_offset k = offsets[v]; k < offsets[v + 1]; k++) {
            if (!tp_is_earlier(offsets, f->edges->ids[k], (tropic_index)v)) continue;
            if (!f->lengths) f->earlier->ids[to] = f->edges->ids[k];
            if (!f->lengths && f->earlier->values) f->earlier->values[to] = f->edges->values[k];
            to++;
        }
        if (f->lengths) f->lengths[v + 1] = to;
    }
}

tropic_status tp_cpu_clustering_earlier_offsets(tropic_context *context, const tp_edges *edges, tp_edges *earlier)
{
    const filtering f = {edges, earlier, earlier->offsets};
    tp_for(tp_team_for(context, edges->count), edges->n, SUMS_CHUNK, filter_some, &f);
    earlier->count = tp_sum_lengths(context, earlier->offsets, edges->n);
    return TROPIC_OK;
}

tropic_status tp_cpu_clustering_earlier_ids(tropic_context *context, const tp_edges *edges, const tp_edges *earlier)
{
    const filtering f = {edges, earlier, NULL};
    tp_for(tp_team_for(context, edges->count), edges->n, SUMS_CHUNK, filter_some, &f);
    return TROPIC_OK;
}

/* -- sums ---------------------------------------------------------------------------------------- */

typedef struct summing {
    const tp_term_sums *s;
    double **value; /* of each thread, by vertex: that of its edge with the vertex at hand, or NO_EDGE */
    int64_t part, parts;
    tp_chunks_left left; /* chunks of vertices: the part-th and every parts-th behind it */
} summing;

/* In pairs, half of the lanes of a strip apart, then half of the strips. */
static double add_terms(double *terms, int strips)
{
    for (int strip = 0; strip < strips; strip++)
        for (int half = TP_TERM_LANES / 2; half > 0; half /= 2)
            for (int lane = 0; lane < half; lane++)
                terms[strip * TP_TERM_LANES + lane] += terms[strip * TP_TERM_LANES + lane + half];
    for (int half = strips / 2; half > 0; half /= 2)
        for (int strip = 0; strip < half; strip++)
            terms[strip * TP_TERM_LANES] += terms[(strip + half) * TP_TERM_LANES];
    return terms[0];
}

static void sum_at(const tp_term_sums *s, tropic_index v, double *value)
{
    const tp_edges *E = s->edges, *earlier = s->earlier;
    const tropic_offset begin = E->offsets[v], end = E->offsets[v + 1];
    const int strips = end - begin < TP_TERM_LONG ? 1 : TP_TERM_STRIPS;
    double terms[TP_TERM_STRIPS * TP_TERM_LANES];
    int64_t found = 0;
    for (int k = 0; k < strips * TP_TERM_LANES; k++) terms[k] = 0;
    for (tropic_offset k = begin; k < end; k++) value[E->ids[k]] = E->values[k];
    for (tropic_offset k = begin; k < end; k++) {
        const tropic_index u = E->ids[k];
        const tropic_offset first = earlier->offsets[u], last = earlier->offsets[u + 1];
        double *strip = terms + (k - begin) % strips * TP_TERM_LANES;
        for (tropic_offset j = first; j < last; j++) {
            const double other = value[earlier->ids[j]];
            if (other < 0) continue;
            strip[(j - first) % TP_TERM_LANES] +=
                s->opposite ? earlier->values[j] : E->values[k] * other * earlier->values[j];
            found++;
        }
    }
    for (tropic_offset k = begin; k < end; k++) value[E->ids[k]] = NO_EDGE;
    s->sums[v] = add_terms(terms, strips);
    s->triangles[v] = found;
}

static void sum_some(tp_worker *worker, void *of)
{
    summing *all = of;
    const tropic_index n = all->s->edges->n;
    int64_t begin, end;
    while (tp_take(worker, &all->left, &begin, &end))
        for (int64_t chunk = begin; chunk < end; chunk++) {
            const int64_t first = (chunk * all->parts + all->part) * SUMS_CHUNK;
            for (int64_t v = first; v < first + SUMS_CHUNK && v < n; v++)
                sum_at(all->s, (tropic_index)v, all->value[worker->number]);
        }
}

static tropic_status sum_all(tropic_context *context, summing *all, tp_team team)
{
    const int64_t chunks = ((int64_t)all->s->edges->n + SUMS_CHUNK - 1) / SUMS_CHUNK;
    for (all->part = 0; all->part < all->parts; all->part++) {
        const int64_t mine = (chunks - all->part + all->parts - 1) / all->parts;
        TP_TRY(tp_progress(context, (double)all->part / (double)all->parts));
        tp_parallel(tp_chunks_begin(&all->left, team, mine, 1), sum_some, all);
    }
    return TROPIC_OK;
}

tropic_status tp_cpu_clustering_sums(tropic_context *context, const tp_term_sums *s)
{
    const tp_team team = tp_team_for(context, s->edges->count);
    summing all = {.s = s, .parts = s->edges->count / SUMS_PART + 1};
    tropic_status status = TROPIC_OK;
    all.value = tp_allocate_zero(&context->work, team.threads, sizeof *all.value);
    if (!all.value) return tp_out_of_memory(context, "values of edges");
    for (int t = 0; status == TROPIC_OK && t < team.threads; t++) {
        all.value[t] = tp_allocate(&context->work, s->edges->n, sizeof **all.value);
        if (!all.value[t]) status = tp_out_of_memory(context, "values of edges");
        for (tropic_index v = 0; status == TROPIC_OK && v < s->edges->n; v++) all.value[t][v] = NO_EDGE;
    }
    if (status == TROPIC_OK) status = sum_all(context, &all, team);
    for (int t = 0; t < team.threads; t++) tp_release(&context->work, all.value[t]);
    tp_release(&context->work, all.value);
    return status;
}
