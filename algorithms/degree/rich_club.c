/* SPDX-License-Identifier: Apache-2.0
 *
 * Rich-club coefficients. On the host for all devices.
 */
#include "algorithms/graph_work.h"
#include "algorithms/opposites.h"
#include "spmv/cpu_backend.h"
#include "formats/matrix/list_at.h"

#include <tropic_degree.h>

/* Of a vertex: its coefficient, with a flag, twice; and of a degree, in the worst case, vertices and arcs. */
#define BYTES (2 * (sizeof(double) + 1) + 2 * sizeof(int64_t))
/* The part of the progress in which opposites are looked for: about. Not measured. */
#define CLUB_OPPOSITES_PART 0.5
/* Vertices that a thread takes at a time. */
#define CLUB_CHUNK 1024

typedef struct rich_club {
    tropic_index n, degrees; /* the greatest degree, and one more */
    const tropic_offset *offsets;
    const tropic_index *ids;
    int64_t **arcs; /* of each thread: arcs by the lesser degree of their ends */
    tp_chunks_left left;
} rich_club;

static tropic_index degree_of(const rich_club *r, tropic_index v)
{
    return (tropic_index)(r->offsets[v + 1] - r->offsets[v]);
}

static void count_some(tp_worker *worker, void *of)
{
    rich_club *r = of;
    int64_t *arcs = r->arcs[worker->number], begin, end;
    while (tp_take(worker, &r->left, &begin, &end))
        for (tropic_index u = (tropic_index)begin; u < end; u++)
            for (tropic_offset k = r->offsets[u]; k < r->offsets[u + 1]; k++) {
                const tropic_index there = degree_of(r, r->ids[k]), here = degree_of(r, u);
                arcs[there < here ? there : here]++;
            }
}

/* Loops are refused. */
static tropic_status check_loops(const tp_run *run, const rich_club *r)
{
    for (tropic_index v = 0; v < r->n; v++) {
        if (tp_position(r->ids + r->offsets[v], r->offsets[v + 1] - r->offsets[v], v) >= 0)
            return tp_fail(run->context, TROPIC_INVALID_ARGUMENT, "a loop at vertex %lld: a rich club has none",
                           (long long)tropic_matrix_label(run->A, v));
    }
    return TROPIC_OK;
}

/* The threads' arrays, and what they count, added up in that of the first. */
static tropic_status count_arcs(tp_run *run, rich_club *r)
{
    const tp_team team =
        tp_chunks_begin(&r->left, tp_team_for(run->context, r->offsets[r->n] + r->n), r->n, CLUB_CHUNK);
    const int threads = team.threads;
    int64_t *arcs = tp_arena_zeros(&run->arena, (int64_t)r->degrees * threads, sizeof *arcs);
    r->arcs = tp_arena_array(&run->arena, threads, sizeof *r->arcs);
    TP_TRY(tp_arena_check(&run->arena, "arcs by degrees"));
    for (int t = 0; t < threads; t++) r->arcs[t] = arcs + (int64_t)r->degrees * t;
    tp_parallel(team, count_some, r);
    for (int t = 1; t < threads; t++)
        for (tropic_index k = 0; k < r->degrees; k++) arcs[k] += r->arcs[t][k];
    return TROPIC_OK;
}

/* coefficient[k] where N >= 2 vertices have a degree above k, which has[k] says. */
static void divide(const rich_club *r, const int64_t *vertices, double *coefficient, bool *has)
{
    int64_t left = 0, arcs = 0;
    for (tropic_index k = r->degrees; k-- > 0;) {
        /* Of vertices and arcs between them of degrees above k. (n - 1 is the greatest that there is.) */
        has[k] = left >= 2;
        coefficient[k] = has[k] ? (double)arcs / ((double)left * (double)(left - 1)) : 0;
        left += vertices[k];
        arcs += r->arcs[0][k];
    }
}

static tropic_status find(tp_run *run, tropic_vector *coefficient, const tropic_matrix *A)
{
    rich_club r = {.degrees = 0};
    int64_t *vertices;
    double *values;
    bool *has;
    TP_TRY(tp_run_begin_host(run, A, BYTES + (size_t)(run->context->threads - 1) * sizeof(int64_t)));
    TP_TRY(tp_vector_check_typed(run->context, coefficient, "coefficient", run->n, TROPIC_FP64));
    TP_TRY(tp_progress(run->context, 0));
    TP_TRY(tp_check_opposites(run, false, TP_EDGES_OF_ARCS));
    r.n = run->n;
    TP_TRY(tropic_matrix_csr(A, run->context, &r.offsets, &r.ids, NULL));
    TP_TRY(check_loops(run, &r));
    for (tropic_index v = 0; v < r.n; v++)
        if (degree_of(&r, v) >= r.degrees) r.degrees = degree_of(&r, v) + 1;
    vertices = tp_arena_zeros(&run->arena, r.degrees, sizeof *vertices);
    values = tp_arena_zeros(&run->arena, r.n, sizeof *values);
    has = tp_arena_zeros(&run->arena, r.n, sizeof *has);
    TP_TRY(tp_arena_check(&run->arena, "rich-club coefficients"));
    TP_TRY(tp_run_start(run));
    for (tropic_index v = 0; v < r.n; v++) vertices[degree_of(&r, v)]++;
    TP_TRY(tp_progress(run->context, CLUB_OPPOSITES_PART));
    TP_TRY(count_arcs(run, &r));
    divide(&r, vertices, values, has);
    run->report.reached = run->report.settled = r.n;
    run->report.reached_arcs = A->count;
    TP_TRY(tp_run_stop(run));
    return tropic_vector_put_dense(coefficient, values, has);
}

tropic_status tropic_rich_club(tropic_vector *coefficient, const tropic_matrix *A, tropic_run_report *report)
{
    tp_run run;
    TP_CALL(coefficient ? coefficient->context : NULL);
    TP_WORK_OF_GRAPH(coefficient ? coefficient->context : NULL, TP_WORK_HOST, A, 1);
    if (!coefficient) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "coefficient is NULL");
    run = tp_run_in(coefficient->context, report);
    return tp_run_end(&run, find(&run, coefficient, A));
}
