/* SPDX-License-Identifier: Apache-2.0
 *
 * Verifies betweenness centrality by GraphBLAS over the same sources.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reference/verify.h"

/* Sources at a time: many share the walk over the matrix, as long as their matrices of sources x n
 * places, of which there are five or so, stay within a few hundred megabytes. */
#define MAX_SOURCES 32
#define MAX_PLACES (1 << 23)

static GrB_Index batch_of(GrB_Index n)
{
    GrB_Index fit = MAX_PLACES / n;
    if (fit < 2) return 1;
    return fit < MAX_SOURCES ? fit : MAX_SOURCES;
}

/* Are sources drawn, and in no larger number than given? */
static bool draws(const tropic_bc_options *options)
{
    return !options->sources && options->samples > 0 && options->error == 0;
}

double verify_bc_scaling(const tropic_bc_options *options, tropic_index n, GrB_Index count, double max)
{
    double factor = 1;
    if (options->normalize == TROPIC_NORMALIZE_PAIRS) factor = 0.5;
    if (options->normalize == TROPIC_NORMALIZE_FULL && max > 0) factor = 1 / max;
    if (((options->sources && options->extrapolate) || draws(options)) && count > 0)
        factor *= (double)n / (double)count;
    return factor;
}

tropic_type verify_bc_length(const tropic_matrix *A)
{
    const tropic_type type = tropic_matrix_type(A);
    return type == TROPIC_FP32 || type == TROPIC_FP64 ? type : TROPIC_INT64;
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

/* The sum over the sources, by GraphBLAS. */
static GrB_Info expect(double *expected, const tropic_matrix *A, tropic_context *context, const GrB_Index *sources,
                       GrB_Index count, bool weighted, bool ends)
{
    const tropic_type length = verify_bc_length(A);
    GrB_Index n = (GrB_Index)tropic_matrix_rows(A), places = n;
    GrB_Index *ids = malloc((size_t)n * sizeof *ids);
    grb_graph G = {0};
    GrB_Vector sum = NULL;
    GrB_Info info = ids ? GrB_SUCCESS : GrB_OUT_OF_MEMORY;
    GrB_Index batch = batch_of(n);
    GRB_DO(grb_graph_new(&G, A, context, weighted ? length : TROPIC_BOOL));
    if (weighted)
        GRB_DO(grb_bc_weighted(&sum, &G, length, sources, count));
    else if (batch > 1 && count > 1)
        GRB_DO(grb_bc_batch(&sum, &G, sources, count, batch));
    else
        GRB_DO(grb_bc(&sum, &G, sources, count));
    /* Full: its ids are 0, 1, ... */
    GRB_DO(GrB_Vector_extractTuples_FP64(ids, expected, &places, sum));
    if (ends) GRB_DO(add_ends(expected, ids, &G, weighted ? length : TROPIC_BOOL, sources, count));
    GrB_Vector_free(&sum);
    grb_graph_free(&G);
    free(ids);
    return info;
}

GrB_Index *verify_bc_sources(const verify_report *report, const tropic_bc_options *options, tropic_context *context,
                             tropic_index n, GrB_Index *count)
{
    *count = options->sources ? (GrB_Index)options->source_count
             : draws(options) ? (GrB_Index)options->samples
                              : (GrB_Index)n;
    GrB_Index *sources = malloc(((size_t)*count + 1) * sizeof *sources);
    tropic_index *drawn = calloc((size_t)*count + 1, sizeof *drawn);
    bool good = sources && drawn;
    if (!good) verify_failed(report, "no memory for the reference");
    if (good && draws(options) && tropic_sample(drawn, context, n, options->samples, options->seed) != TROPIC_OK) {
        verify_failed(report, "%s", tropic_context_error(context));
        good = false;
    }
    for (GrB_Index k = 0; good && k < *count; k++) {
        tropic_index source = options->sources ? options->sources[k] : draws(options) ? drawn[k] : (tropic_index)k;
        good = verify_arguments(report, source);
        sources[k] = (GrB_Index)source;
    }
    free(drawn);
    if (good) return sources;
    free(sources);
    return NULL;
}

static reference_verdict compare(const verify_report *report, const void *got, tropic_type type, const double *expected,
                                 tropic_index n, double factor, double tolerance, double slack)
{
    /* It counts in doubles; one that is infinite makes its vertex's dependency a NaN. */
    for (tropic_index v = 0; v < n; v++)
        if (!isfinite(expected[v])) return verify_failed(report, VERIFY_BC_TOO_MANY);
    for (tropic_index v = 0; v < n; v++) {
        double g = type == TROPIC_FP32 ? (double)((const float *)got)[v] : ((const double *)got)[v];
        double e = factor * expected[v];
        if (!(fabs(g - e) <= tolerance * fabs(e) + slack))
            return verify_differs(report, v, "expected centrality %.17g, got %.17g", e, g);
    }
    return REFERENCE_MATCH;
}

tropic_bc_options verify_bc_options(const tropic_bc_options *given)
{
    tropic_bc_options options = {.size = sizeof options};
    if (given) memcpy(&options, given, given->size < sizeof options ? given->size : sizeof options);
    return options;
}

reference_verdict reference_verify_bc(const tropic_vector *centrality, const tropic_matrix *A, tropic_context *context,
                                      const tropic_bc_options *options, double tolerance, char *message, size_t length)
{
    verify_report report = verify_begin(A, message, length);
    tropic_bc_options choice = verify_bc_options(options);
    tropic_index n = tropic_matrix_rows(A);
    tropic_type type = tropic_vector_type(centrality);
    if (type != TROPIC_FP32) type = TROPIC_FP64;
    if (n == 0) return REFERENCE_MATCH;
    if (tolerance == 0) tolerance = type == TROPIC_FP32 ? REFERENCE_BC_FP32 : REFERENCE_BC_FP64;

    GrB_Index count = 0;
    GrB_Index *sources = verify_bc_sources(&report, &choice, context, n, &count);
    void *got = sources ? verify_values(&report, centrality, type, "centrality") : NULL;
    double *expected = malloc((size_t)n * sizeof *expected);
    reference_verdict verdict = REFERENCE_FAILED;
    if (!expected) {
        verify_failed(&report, "no memory for the reference");
    } else if (sources && got) {
        GrB_Info info = expect(expected, A, context, sources, count, choice.weighted, choice.endpoints);
        const double max = ((double)n - 1) * (choice.endpoints ? (double)n : (double)n - 2);
        const double factor = verify_bc_scaling(&choice, n, count, max);
        /* What an estimate may be off. */
        const double slack = choice.error * factor * max;
        verdict = info == GrB_SUCCESS ? compare(&report, got, type, expected, n, factor, tolerance, slack)
                                      : verify_failed_grb(&report, info);
    }
    free(sources);
    free(got);
    free(expected);
    return verdict;
}
