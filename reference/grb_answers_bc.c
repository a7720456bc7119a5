/* SPDX-License-Identifier: Apache-2.0
 *
 * Answers by SuiteSparse:GraphBLAS: betweenness.
 */
#include <stdlib.h>

#include "reference/grb_answers.h"

/* Sources at a time. Many share the walk over the matrix, as long as their matrices of sources x n places
 * stay within a few hundred megabytes; there are five or so of these. */
#define MAX_SOURCES 32
#define MAX_PLACES (1 << 23)

const char answer_bc_limit[] = "GraphBLAS counts at most 1.8e308 paths, and there are more";

static GrB_Index batch_of(GrB_Index n)
{
    GrB_Index fit = MAX_PLACES / n;
    if (fit < 2) return 1;
    return fit < MAX_SOURCES ? fit : MAX_SOURCES;
}

/* A as GraphBLAS takes it, with its values as lengths if the options say so. *length: their type; BOOL: it has none. */
static GrB_Info make_graph(grb_graph *G, tropic_type *length, grb_tie *tie, const tropic_matrix *A,
                           tropic_context *context, const tropic_bc_options *options)
{
    const tropic_type type = tropic_matrix_type(A);
    const bool real = type == TROPIC_FP32 || type == TROPIC_FP64;
    double least = 0;
    GrB_Info info;
    *length = !options->weighted ? TROPIC_BOOL : real ? type : TROPIC_INT64;
    info = grb_graph_new(G, A, context, *length);
    if (options->weighted && real) GRB_DO(GrB_Matrix_reduce_FP64(&least, NULL, GrB_MIN_MONOID_FP64, G->A, NULL));
    *tie = (grb_tie){verify_bc_tie(A, options), verify_bc_tie_most(options, least)};
    if (options->weighted && real && options->tie <= 0) GRB_DO(grb_graph_decimals(G, length));
    return info;
}

/* Paths' ends: each source is one for each other vertex that it reaches, and so are they. length: BOOL where arcs have
 * none. */
static GrB_Info add_ends(double *expected, GrB_Index *ids, const grb_graph *G, tropic_type length,
                         const GrB_Index *sources, GrB_Index count)
{
    GrB_Info info = GrB_SUCCESS;
    for (GrB_Index k = 0; k < count && info == GrB_SUCCESS; k++) {
        GrB_Vector level = NULL;
        GrB_Index reached = G->n;
        bool cycle;
        if (length == TROPIC_BOOL)
            GRB_DO(grb_bfs(&level, NULL, G, sources[k]));
        else
            GRB_DO(grb_sssp(&level, &cycle, G, length, sources[k]));
        GRB_DO(GrB_Vector_extractTuples_FP64(ids, NULL, &reached, level));
        for (GrB_Index i = 0; i < reached && info == GrB_SUCCESS; i++)
            expected[ids[i]] += ids[i] == sources[k] ? (double)reached - 1 : 1;
        GrB_Vector_free(&level);
    }
    return info;
}

static GrB_Index *copy_sources(const tropic_index *sources, int64_t count)
{
    GrB_Index *copy = malloc(((size_t)count + 1) * sizeof *copy);
    for (int64_t k = 0; copy && k < count; k++) copy[k] = (GrB_Index)sources[k];
    return copy;
}

reference_verdict answer_bc(const verify_report *report, double *centrality, tropic_context *context,
                            const tropic_index *sources, int64_t count, const tropic_bc_options *options)
{
    const tropic_matrix *A = report->A;
    tropic_type length = TROPIC_BOOL;
    GrB_Index n = (GrB_Index)tropic_matrix_rows(A), places = n, number = (GrB_Index)count;
    GrB_Index *ids = malloc((size_t)n * sizeof *ids), *from = copy_sources(sources, count);
    grb_graph G = {0};
    grb_tie tie;
    GrB_Vector sum = NULL;
    GrB_Info info = ids && from ? GrB_SUCCESS : GrB_OUT_OF_MEMORY;
    GrB_Index batch = batch_of(n);
    GRB_DO(make_graph(&G, &length, &tie, A, context, options));
    if (options->weighted)
        GRB_DO(grb_bc_weighted(&sum, &G, length, tie, from, number));
    else if (batch > 1 && number > 1)
        GRB_DO(grb_bc_batch(&sum, &G, from, number, batch));
    else
        GRB_DO(grb_bc(&sum, &G, from, number));
    /* Full: its ids are 0, 1, ... */
    GRB_DO(GrB_Vector_extractTuples_FP64(ids, centrality, &places, sum));
    if (options->endpoints) GRB_DO(add_ends(centrality, ids, &G, length, from, number));
    GrB_Vector_free(&sum);
    grb_graph_free(&G);
    free(ids);
    free(from);
    return grb_verdict(report, info);
}

static int by_id(const void *left, const void *right)
{
    const tropic_index a = *(const tropic_index *)left, b = *(const tropic_index *)right;
    return (a > b) - (a < b);
}

/* GraphBLAS gives entries in an order of its own: carried[k] is to be of A's entry k. */
static GrB_Info put_in_order(double *carried, const tropic_matrix *A, tropic_context *context, const GrB_Index *from,
                             const GrB_Index *to, const double *found, GrB_Index count)
{
    const tropic_offset *offset;
    const tropic_index *heads;
    if (tropic_matrix_csr(A, context, &offset, &heads, NULL) != TROPIC_OK) return GrB_PANIC;
    for (GrB_Index k = 0; k < count; k++) {
        const tropic_index head = (tropic_index)to[k], *row = heads + offset[from[k]];
        const size_t entries = (size_t)(offset[from[k] + 1] - offset[from[k]]);
        const tropic_index *place = bsearch(&head, row, entries, sizeof *row, by_id);
        if (!place) return GrB_PANIC;
        carried[place - heads] = found[k];
    }
    return GrB_SUCCESS;
}

reference_verdict answer_bc_edges(const verify_report *report, double *carried, tropic_context *context,
                                  const tropic_index *sources, int64_t count, const tropic_bc_options *options)
{
    const tropic_matrix *A = report->A;
    tropic_type length = TROPIC_BOOL;
    const size_t room = (size_t)tropic_matrix_count(A) + 1;
    GrB_Index places = room - 1, *from = malloc(room * sizeof *from), *to = malloc(room * sizeof *to);
    GrB_Index *sources_copy = copy_sources(sources, count);
    double *found = malloc(room * sizeof *found);
    grb_graph G = {0};
    grb_tie tie;
    GrB_Matrix C = NULL;
    GrB_Info info = from && to && found && sources_copy ? GrB_SUCCESS : GrB_OUT_OF_MEMORY;
    GRB_DO(make_graph(&G, &length, &tie, A, context, options));
    if (length == TROPIC_BOOL) length = TROPIC_INT64;
    GRB_DO(grb_bc_edges(&C, &G, length, tie, sources_copy, (GrB_Index)count));
    GRB_DO(GrB_Matrix_extractTuples_FP64(from, to, found, &places, C));
    GRB_DO(put_in_order(carried, A, context, from, to, found, places));
    GrB_Matrix_free(&C);
    grb_graph_free(&G);
    free(from);
    free(to);
    free(found);
    free(sources_copy);
    return grb_verdict(report, info);
}
