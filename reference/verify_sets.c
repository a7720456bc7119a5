/* SPDX-License-Identifier: Apache-2.0
 *
 * Independent sets, colourings and matchings by the properties that make them right, for `--verify` and the bench.
 */
#include "reference/verify.h"

#include <stdlib.h>

static int64_t label_of(const verify_report *report, tropic_index v)
{
    return tropic_matrix_label(report->A, v);
}

reference_verdict verify_independent_set(const verify_report *report, const verify_arcs *arcs, const int32_t *set)
{
    for (tropic_index v = 0; v < arcs->n; v++) {
        tropic_index inside = -1;
        for (tropic_offset k = arcs->offsets[v]; k < arcs->offsets[v + 1]; k++)
            if (arcs->ids[k] != v && set[arcs->ids[k]] == 1) inside = arcs->ids[k];
        if (set[v] != 0 && set[v] != 1) return verify_differs(report, v, "expected 0 or 1, got %d", set[v]);
        if (set[v] == 1 && inside >= 0)
            return verify_differs(report, v, "it is in the set, and so is its neighbour %lld",
                                  (long long)label_of(report, inside));
        if (set[v] == 0 && inside < 0) return verify_differs(report, v, "neither it nor a neighbour is in the set");
    }
    return REFERENCE_MATCH;
}

/* seen[c] = v + 1: v has a neighbour of colour c. */
static reference_verdict check_color(const verify_report *report, const verify_arcs *arcs, const int32_t *color,
                                     int64_t *seen, tropic_index v)
{
    const tropic_offset degree = arcs->offsets[v + 1] - arcs->offsets[v];
    if (color[v] < 0 || color[v] > degree)
        return verify_differs(report, v, "it has the colour %d, and %lld neighbours", color[v], (long long)degree);
    for (tropic_offset k = arcs->offsets[v]; k < arcs->offsets[v + 1]; k++) {
        const tropic_index u = arcs->ids[k];
        if (u == v) continue;
        if (color[u] == color[v])
            return verify_differs(report, v, "it has the colour of its neighbour %lld, %d",
                                  (long long)label_of(report, u), color[v]);
        if (color[u] >= 0 && color[u] < arcs->n) seen[color[u]] = (int64_t)v + 1;
    }
    for (int32_t c = 0; c < color[v]; c++)
        if (seen[c] != (int64_t)v + 1)
            return verify_differs(report, v, "it has the colour %d, and no neighbour has %d", color[v], c);
    return REFERENCE_MATCH;
}

reference_verdict verify_coloring(const verify_report *report, const verify_arcs *arcs, const int32_t *color)
{
    int64_t *seen = calloc((size_t)arcs->n + 1, sizeof *seen);
    reference_verdict found = seen ? REFERENCE_MATCH : verify_failed(report, "out of memory for a colouring");
    for (tropic_index v = 0; v < arcs->n && found == REFERENCE_MATCH; v++)
        found = check_color(report, arcs, color, seen, v);
    free(seen);
    return found;
}

static long double weight_at(const verify_arcs *arcs, bool weighted, tropic_offset k)
{
    return weighted ? verify_value_at(arcs->weights, arcs->type, k) : 1;
}

/* best[v] = what v's edge weighs; -1 if it has none. */
static reference_verdict weigh(const verify_report *report, const verify_arcs *arcs, bool weighted, const int32_t *mate,
                               long double *best)
{
    for (tropic_index v = 0; v < arcs->n; v++) {
        const int32_t u = mate[v];
        best[v] = -1;
        if (u == -1) continue;
        if (u < 0 || u >= arcs->n || u == v)
            return verify_differs(report, v, "its mate is no other vertex: index %d", u);
        if (mate[u] != v)
            return verify_differs(report, v, "it is not the mate of its mate %lld", (long long)label_of(report, u));
        for (tropic_offset k = arcs->offsets[v]; k < arcs->offsets[v + 1]; k++)
            if (arcs->ids[k] == u) best[v] = weight_at(arcs, weighted, k);
        if (!(best[v] >= 0))
            return verify_differs(report, v, "it has no edge to its mate %lld, or one of negative weight",
                                  (long long)label_of(report, u));
    }
    return REFERENCE_MATCH;
}

static reference_verdict check_others(const verify_report *report, const verify_arcs *arcs, bool weighted,
                                      const long double *best)
{
    for (tropic_index v = 0; v < arcs->n; v++)
        for (tropic_offset k = arcs->offsets[v]; k < arcs->offsets[v + 1]; k++) {
            const long double weight = weight_at(arcs, weighted, k);
            const tropic_index u = arcs->ids[k];
            if (u == v || weight < 0 || best[v] >= weight || best[u] >= weight) continue;
            return verify_differs(report, v,
                                  "its edge to %lld, of weight %.19Lg, is before those of both in the matching",
                                  (long long)label_of(report, u), weight);
        }
    return REFERENCE_MATCH;
}

reference_verdict verify_matching(const verify_report *report, const verify_arcs *arcs, bool weighted,
                                  const int32_t *mate, long double *weight)
{
    long double *best = malloc(((size_t)arcs->n + 1) * sizeof *best);
    reference_verdict found =
        best ? weigh(report, arcs, weighted, mate, best) : verify_failed(report, "out of memory for a matching");
    if (found == REFERENCE_MATCH) found = check_others(report, arcs, weighted, best);
    *weight = 0;
    for (tropic_index v = 0; v < arcs->n && found == REFERENCE_MATCH; v++)
        if (v < mate[v]) *weight += best[v];
    free(best);
    return found;
}
