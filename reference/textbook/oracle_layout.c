/* SPDX-License-Identifier: Apache-2.0
 *
 * Forces, energy and stress of a layout, pair by pair.
 */
#include "reference/oracle.h"

#include <math.h>
#include <stdlib.h>

static double between(const double *at, int64_t u, int64_t v)
{
    return hypot(hypot(at[3 * u] - at[3 * v], at[3 * u + 1] - at[3 * v + 1]), at[3 * u + 2] - at[3 * v + 2]);
}

void oracle_forces(const oracle_graph *G, const double *at, double gravity, double *force)
{
    for (int64_t v = 0; v < G->rows; v++) {
        for (int c = 0; c < 3; c++) force[3 * v + c] = -gravity * at[3 * v + c];
        for (int64_t u = 0; u < G->rows; u++) {
            const double d = between(at, u, v);
            if (d == 0) continue;
            for (int c = 0; c < 3; c++) force[3 * v + c] += (at[3 * v + c] - at[3 * u + c]) / d * (1 / d);
        }
        for (int64_t k = G->offset[v]; k < G->offset[v + 1]; k++) {
            const int64_t u = G->target[k];
            const double d = between(at, u, v);
            if (d == 0) continue;
            for (int c = 0; c < 3; c++)
                force[3 * v + c] += (double)G->weight[k] * d * d * (at[3 * u + c] - at[3 * v + c]) / d;
        }
    }
}

double oracle_energy(const oracle_graph *G, const double *at)
{
    double energy = 0;
    for (int64_t v = 0; v < G->rows; v++) {
        for (int64_t k = G->offset[v]; k < G->offset[v + 1]; k++)
            if (G->target[k] < v) energy += (double)G->weight[k] * pow(between(at, v, G->target[k]), 3) / 3;
        for (int64_t u = 0; u < v; u++) energy -= log(between(at, u, v));
    }
    return energy;
}

/* Of distances d by arcs[u * n + v]. */
static double stress_at(int64_t n, const int64_t *arcs, const double *at, double s)
{
    double sum = 0, pairs = 0;
    for (int64_t u = 0; u < n; u++)
        for (int64_t v = 0; v < n; v++)
            if (arcs[u * n + v] > 0) {
                sum += pow(s * between(at, u, v) / (double)arcs[u * n + v] - 1, 2);
                pairs++;
            }
    return pairs > 0 ? sum / pairs : 0;
}

bool oracle_stress(const oracle_graph *G, const double *at, double *stress)
{
    enum { HALVINGS = 200 };
    const int64_t n = G->rows;
    int64_t *arcs = malloc(((size_t)n * (size_t)n + 1) * sizeof *arcs);
    double low = 0, high = 1, longest = 0, shortest = HUGE_VAL;
    bool done = arcs != NULL;
    for (int64_t u = 0; done && u < n; u++) done = oracle_bfs(G, u, arcs + u * n);
    for (int64_t u = 0; done && u < n; u++)
        for (int64_t v = 0; v < u; v++) {
            longest = fmax(longest, between(at, u, v));
            shortest = fmin(shortest, between(at, u, v));
        }
    if (done) {
        /* (The best s lies between 0 and n over the longest distance; the function is convex.) */
        if (longest > 0) high = 2 * (double)n / longest * fmax(1, longest / fmax(shortest, 1e-3));
        for (int k = 0; k < HALVINGS; k++) {
            const double a = low + (high - low) / 3, b = high - (high - low) / 3;
            if (stress_at(n, arcs, at, a) < stress_at(n, arcs, at, b))
                high = b;
            else
                low = a;
        }
        *stress = stress_at(n, arcs, at, low);
    }
    free(arcs);
    return done;
}
