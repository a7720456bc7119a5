/* SPDX-License-Identifier: Apache-2.0
 *
 * tp_nbody_repel of several bodies at once on the CPU: the same operations, lane by lane.
 */
#ifndef TP_NBODY_LANES_H
#define TP_NBODY_LANES_H

#include "algorithms/layout/nbody_force.h"

typedef float tp_lanes __attribute__((vector_size(TP_NBODY_LANES * sizeof(float)), may_alias));
typedef int32_t tp_lane_bits __attribute__((vector_size(TP_NBODY_LANES * sizeof(int32_t)), may_alias));
/* The same, wherever it lies. */
typedef float tp_loose_lanes
    __attribute__((vector_size(TP_NBODY_LANES * sizeof(float)), may_alias, aligned(sizeof(float))));

/* f += the forces of bodies, or nodes, at q on those at p; the difference is p - q. */
TP_FN void tp_lanes_repel(tp_lanes *f, const tp_lanes *difference, const tp_lanes *mass, int dimensions)
{
    const tp_lanes near = (tp_lanes){0} + TP_NBODY_NEAR;
    tp_lanes square = {0}, weight;
    tp_lane_bits apart;
    for (int c = 0; c < dimensions; c++) square += difference[c] * difference[c];
    apart = square > near;
    square = (tp_lanes)((apart & (tp_lane_bits)square) | (~apart & (tp_lane_bits)near));
    weight = *mass * (1 / square);
    for (int c = 0; c < dimensions; c++) f[c] += weight * difference[c];
}

#endif
