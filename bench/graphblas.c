/* SPDX-License-Identifier: Apache-2.0
 *
 * The reference through SuiteSparse:GraphBLAS, timed beside the library.
 */
#include "bench/modes/spmv.h"

#ifdef TROPIC_HAVE_GRAPHBLAS

#include <stdio.h>
#include <stdlib.h>

#include "reference/grb.h"
#include "reference/reference.h"

const char *bench_reference_name(void)
{
    return reference_name();
}

/* Our own answer from the first source, on the CPU, held against GraphBLAS's. */
static void compare(bench_row *row, const tropic_matrix *A, tropic_context *cpu)
{
    char message[REFERENCE_MESSAGE] = "";
    const bench_place here = {.context = cpu};
    bench_point point = *row->point;
    const tropic_index source = point.input->sources[0], *sources = point.input->sources;
    const tropic_bc_options one = {.size = sizeof one, .sources = &source, .source_count = 1};
    bench_result result = {0};
    reference_result r;
    reference_verdict found;
    tropic_run_report report;
    point.place = &here;
    point.strategy = TROPIC_STRATEGY_AUTO;
    point.queue = TROPIC_QUEUE_AUTO;
    point.method = TROPIC_BC_AUTO;
    bench_check(tropic_vector_create(&result.values, cpu, bench_result_type(&point), tropic_matrix_rows(A)), cpu,
                "a result");
    if (point.algorithm->parents)
        bench_check(tropic_vector_create(&result.parents, cpu, TROPIC_INT32, tropic_matrix_rows(A)), cpu, "a result");
    bench_run(&point, A, sources, &result, &report);
    r = (reference_result){.values = {result.values, result.parents},
                           .A = A,
                           .context = cpu,
                           .source = source,
                           .options = point.algorithm->methods ? &one : NULL}; /* of betweenness */
    found = reference_table.find(point.algorithm->algorithm)->check(&r, message, sizeof message);
    /* Every source of a component reaches the same arcs, but where they have a direction. */
    if (!point.input->directed) row->arcs = (double)report.reached_arcs;
    tropic_vector_free(&result.values);
    tropic_vector_free(&result.parents);
    row->checked = found == REFERENCE_MATCH;
    row->wrong = found == REFERENCE_MISMATCH;
    snprintf(row->note, sizeof row->note, "%s%.160s",
             found == REFERENCE_MATCH      ? "equals ours"
             : found == REFERENCE_MISMATCH ? "DIFFERS from ours: "
                                           : "not compared: ",
             found == REFERENCE_MATCH ? "" : message);
}

bench_row bench_graphblas(const bench_point *point, tropic_context *cpu, int threads)
{
    const bench_input *in = point->input;
    const tropic_type weights = point->weights;
    bench_row row = bench_row_of(point, "GraphBLAS");
    double *seconds = bench_reserve((size_t)in->source_count * sizeof *seconds), start;
    tropic_matrix *A = bench_input_matrix(in, cpu, weights, &row.build);
    grb_graph G = {0};
    GrB_Info info;
    row.other = true;
    row.entries = tropic_matrix_count(A);
    reference_set_threads(threads);
    start = bench_now();
    info = grb_graph_new(&G, A, cpu, weights == TROPIC_BOOL ? TROPIC_BOOL : bench_result_type(point));
    row.first = bench_now() - start;
    /* One before, to warm up. */
    for (tropic_index k = -1; k < in->source_count && info == GrB_SUCCESS; k++) {
        GrB_Vector result = NULL;
        start = bench_now();
        info = (GrB_Info)point->algorithm->graphblas(&result, &G, point, in->sources[k < 0 ? 0 : k]);
        if (k >= 0) seconds[k] = bench_now() - start;
        GrB_Vector_free(&result);
    }
    if (info == GrB_SUCCESS) {
        row.time = bench_times_of(seconds, in->source_count);
        compare(&row, A, cpu);
    } else {
        snprintf(row.note, sizeof row.note, "GraphBLAS failed with code %d", (int)info);
    }
    grb_graph_free(&G);
    tropic_matrix_free(&A);
    free(seconds);
    return row;
}

/* -- single products --------------------------------------------------------------------------- */

/* Of products, whose median time counts, as the library's does. */
#define PRODUCTS 7

double bench_grb_mxv(const bench_spmv *set, const bench_case *c, tropic_builtin semiring)
{
    const GrB_Type type = c->o.type == TROPIC_FP32 ? GrB_FP32 : GrB_FP64;
    grb_graph G = {0};
    GrB_Vector w = NULL, u = NULL;
    double all[PRODUCTS];
    GrB_Info info;
    reference_set_threads(set->s->set.threads);
    info = grb_graph_new(&G, c->o.A, set->s->cpu, c->o.type);
    GRB_DO(GrB_Vector_new(&w, type, (GrB_Index)c->n));
    GRB_DO(GrB_Vector_new(&u, type, (GrB_Index)c->n));
    GRB_DO(grb_vector_form(u, GRB_FLAGS));
    for (tropic_index i = 0; i < c->n && info == GrB_SUCCESS; i++)
        info = c->o.type == TROPIC_FP32 ? GrB_Vector_setElement_FP32(u, ((float *)c->x)[i], (GrB_Index)i)
                                        : GrB_Vector_setElement_FP64(u, ((double *)c->x)[i], (GrB_Index)i);
    GRB_DO(GrB_wait(u, GrB_MATERIALIZE));
    for (int k = -1; k < PRODUCTS && info == GrB_SUCCESS; k++) {
        const double start = bench_now();
        GRB_DO(grb_mxv(w, NULL, GRB_NO_ACCUM, semiring, c->o.type, G.A, u, NULL, false));
        if (k >= 0) all[k] = bench_now() - start;
    }
    GrB_Vector_free(&w);
    GrB_Vector_free(&u);
    grb_graph_free(&G);
    return info == GrB_SUCCESS ? bench_times_of(all, PRODUCTS).median : 0;
}

#else

const char *bench_reference_name(void)
{
    return NULL;
}

bench_row bench_graphblas(const bench_point *point, tropic_context *cpu, int threads)
{
    (void)cpu, (void)threads;
    return bench_row_of(point, "GraphBLAS");
}

double bench_grb_mxv(const bench_spmv *set, const bench_case *c, tropic_builtin semiring)
{
    (void)set, (void)c, (void)semiring;
    return 0;
}

#endif
