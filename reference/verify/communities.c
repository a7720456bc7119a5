/* SPDX-License-Identifier: Apache-2.0
 *
 * Verifies communities: their modularity by its definition; labels by the same rounds with sorted lists; that those of
 * Leiden are connected, and that no single vertex of a settled result of Louvain would go elsewhere.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "reference/oracle.h"
#include "reference/verify.h"

/* Modularity may differ by this, for each unit of resolution above 1, and a vertex that went may raise it by so much.
 */
#define TOLERANCE 1e-9L
/* As tropic_communities.h has it: the sum of all weights is below 2^59, if each is the greatest. */
#define WEIGHT_BITS 59

typedef struct graph {
    oracle_graph G, back_arcs, *back; /* back NULL: undirected */
} graph;

/* Weights as multiples of a power of two; 1 each if they are not looked at. */
static void set_weights(oracle_graph *G, const tropic_matrix *A, bool weighted)
{
    const bool real = tropic_matrix_type(A) == TROPIC_FP32 || tropic_matrix_type(A) == TROPIC_FP64;
    const int64_t count = G->offset[G->rows];
    long double most = 0, scale = 1;
    for (int64_t a = 0; a < count; a++) {
        if (!weighted) G->weight[a] = 1;
        if (G->weight[a] > most) most = G->weight[a];
    }
    if (most > 0) {
        int bits = 0;
        while (ldexpl(1, bits) <= (long double)count) bits++;
        const int room = WEIGHT_BITS - bits - (ilogb((double)most) + 1);
        if (weighted && (real || room < 0)) scale = ldexpl(1, room);
    }
    for (int64_t a = 0; a < count; a++) G->weight[a] = rintl(G->weight[a] * scale);
}

static bool make_graph(const reference_result *r, const tropic_communities_options *options, graph *g)
{
    bool symmetric;
    if (!oracle_graph_from_matrix(&g->G, r->A, r->context)) return false;
    if (!options->weighted) set_weights(&g->G, r->A, false);
    if (!oracle_reverse(&g->G, &g->back_arcs)) return false;
    symmetric = oracle_same_arcs(&g->G, &g->back_arcs);
    set_weights(&g->G, r->A, options->weighted);
    set_weights(&g->back_arcs, r->A, options->weighted);
    g->back = options->directed || !symmetric ? &g->back_arcs : NULL;
    return true;
}

/* Numbers are in range, sizes are theirs, and a number is that of its least vertex, unless it is a label. */
static reference_verdict check_numbers(const verify_report *report, const int32_t *got, const int32_t *sizes,
                                       bool labels)
{
    const tropic_index n = tropic_matrix_rows(report->A);
    int64_t *count = calloc((size_t)n + 1, sizeof *count);
    reference_verdict found = count ? REFERENCE_MATCH : verify_failed(report, "out of memory for sizes");
    for (tropic_index v = 0; found == REFERENCE_MATCH && v < n; v++) {
        if (got[v] < 0 || got[v] >= n)
            found = verify_differs(report, v, "its community %d is no vertex", got[v]);
        else if (!labels && (count[got[v]] == 0) != (got[v] == v))
            found = verify_differs(report, v, "its community is not named by the least vertex of it");
        else
            count[got[v]]++;
    }
    for (tropic_index v = 0; found == REFERENCE_MATCH && sizes && v < n; v++)
        if (sizes[v] != count[got[v]])
            found = verify_differs(report, v, "expected the size %lld, got %d", (long long)count[got[v]], sizes[v]);
    free(count);
    return found;
}

static reference_verdict check_modularity(const verify_report *report, const graph *g,
                                          const tropic_communities_options *options, const int64_t *community)
{
    const long double resolution = options->resolution > 0 ? options->resolution : 1;
    const tropic_communities_report *told = options->report;
    long double modularity, growth;
    int64_t vertex;
    if (!oracle_modularity(&g->G, g->back, community, resolution, &modularity, &growth, &vertex))
        return verify_failed(report, "out of memory for modularity");
    if (told && !(fabsl(told->modularity - modularity) <= TOLERANCE * (1 + resolution))) {
        snprintf(report->message, report->length, "expected the modularity %.12Lg, got %.12g", modularity,
                 told->modularity);
        return REFERENCE_MISMATCH;
    }
    if (options->method == TROPIC_COMMUNITIES_LOUVAIN && told && told->settled && growth > TOLERANCE * (1 + resolution))
        return verify_differs(report, (tropic_index)vertex, "in another community it would raise modularity by %.3Lg",
                              growth);
    return REFERENCE_MATCH;
}

static reference_verdict check_labels(const verify_report *report, const graph *g,
                                      const tropic_communities_options *options, const int64_t *community)
{
    const tropic_index n = tropic_matrix_rows(report->A);
    const int64_t rounds = options->rounds > 0 ? options->rounds : TROPIC_COMMUNITIES_ROUNDS;
    int64_t *label = malloc(((size_t)n + 1) * sizeof *label);
    reference_verdict found = REFERENCE_MATCH;
    if (!label || !oracle_labels(&g->G, g->back, rounds, label))
        found = verify_failed(report, "out of memory for labels");
    for (tropic_index v = 0; found == REFERENCE_MATCH && v < n; v++)
        if (community[v] != label[v])
            found = verify_differs(report, v, "expected the label %lld, got %lld",
                                   (long long)tropic_matrix_label(report->A, (tropic_index)label[v]),
                                   (long long)tropic_matrix_label(report->A, (tropic_index)community[v]));
    free(label);
    return found;
}

static reference_verdict check_connected(const verify_report *report, const graph *g, const int64_t *community)
{
    int64_t apart;
    if (!oracle_connected(&g->G, g->back, community, &apart))
        return verify_failed(report, "out of memory for connected communities");
    return apart < 0 ? REFERENCE_MATCH : verify_differs(report, (tropic_index)apart, "its community is not connected");
}

static reference_verdict compare(const verify_report *report, const reference_result *r,
                                 const tropic_communities_options *options, const int32_t *got, const int32_t *sizes)
{
    const tropic_index n = tropic_matrix_rows(r->A);
    graph g = {.back = NULL};
    int64_t *community = malloc(((size_t)n + 1) * sizeof *community);
    reference_verdict found = check_numbers(report, got, sizes, options->method == TROPIC_COMMUNITIES_LABELS);
    if (found == REFERENCE_MATCH && !(community && make_graph(r, options, &g)))
        found = verify_failed(report, "out of memory for communities");
    for (tropic_index v = 0; found == REFERENCE_MATCH && v < n; v++) community[v] = got[v];
    if (found == REFERENCE_MATCH) found = check_modularity(report, &g, options, community);
    if (found == REFERENCE_MATCH && options->method == TROPIC_COMMUNITIES_LABELS)
        found = check_labels(report, &g, options, community);
    if (found == REFERENCE_MATCH && options->method == TROPIC_COMMUNITIES_LEIDEN)
        found = check_connected(report, &g, community);
    oracle_graph_free(&g.G);
    oracle_graph_free(&g.back_arcs);
    free(community);
    return found;
}

static reference_verdict compare_other(const verify_report *report, const int32_t *got, const reference_partition *p)
{
    int32_t *other = verify_values(report, p->other, TROPIC_INT32, "the other community");
    const reference_verdict found =
        other ? verify_partition(report, got, other, tropic_matrix_rows(report->A), p->told) : REFERENCE_FAILED;
    free(other);
    return found;
}

/* options: tropic_communities_options, with the report of the run. values[1], sizes, may be NULL. other: a
 * reference_partition, or NULL. */
static reference_verdict check(const reference_result *r, char *message, size_t length)
{
    static const tropic_communities_options defaults = {.size = sizeof defaults};
    const tropic_communities_options *options = r->options ? r->options : &defaults;
    const verify_report report = verify_begin(r->A, message, length);
    int32_t *got = verify_values(&report, r->values[0], TROPIC_INT32, "community");
    int32_t *sizes = got && r->values[1] ? verify_values(&report, r->values[1], TROPIC_INT32, "size") : NULL;
    reference_verdict found = REFERENCE_FAILED;
    if (got && (sizes || !r->values[1])) found = compare(&report, r, options, got, sizes);
    if (found == REFERENCE_MATCH && r->other) found = compare_other(&report, got, r->other);
    if (found == REFERENCE_MATCH)
        snprintf(message, length, "the %s of %d vertices%s",
                 options->method == TROPIC_COMMUNITIES_LABELS   ? "labels and the modularity"
                 : options->method == TROPIC_COMMUNITIES_LEIDEN ? "modularity, and that communities are connected,"
                                                                : "modularity",
                 tropic_matrix_rows(r->A), r->other ? ", NMI and ARI" : "");
    free(got);
    free(sizes);
    return found;
}

const reference_row reference_communities = {.check = check, .textbook = true};
