/* SPDX-License-Identifier: Apache-2.0
 *
 * A step of bodies along their forces, and its cooling, on the CPU.
 */
#include "spmv/cpu_backend.h"
#include "algorithms/layout/nbody_force.h"

/* The sum of TP_NBODY_CHUNK terms, by halves. */
static double total(double *term)
{
    for (int half = TP_NBODY_CHUNK / 2; half > 0; half /= 2)
        for (int k = 0; k < half; k++) term[k] += term[k + half];
    return term[0];
}

/* Chunks of bodies that a thread takes at a time. */
#define MOVED_CHUNK 8

TP_FN void move(const tp_nbody_move *m, int64_t begin, int64_t end, int dimensions)
{
    const float step = m->motion->step;
    for (int64_t g = begin; g < end; g++) {
        double term[TP_NBODY_CHUNK] = {0};
        for (int k = 0; k < TP_NBODY_CHUNK; k++) {
            const int64_t v = g * TP_NBODY_CHUNK + k;
            if (v < m->n) term[k] = tp_nbody_push(m, (tropic_index)v, step, dimensions);
        }
        m->sums[g] = total(term);
    }
}

static void move_in_plane(const void *of, int64_t begin, int64_t end)
{
    move(of, begin, end, 2);
}

static void move_in_space(const void *of, int64_t begin, int64_t end)
{
    move(of, begin, end, 3);
}

tropic_status tp_cpu_nbody_move(tropic_context *context, const tp_nbody_move *m)
{
    double term[TP_NBODY_CHUNK] = {0};
    tp_for(tp_team_for(context, m->n), TP_NBODY_CHUNKS(m->n), MOVED_CHUNK,
           m->dimensions == 2 ? move_in_plane : move_in_space, m);
    for (tropic_index g = 0; g < TP_NBODY_CHUNKS(m->n); g++) term[g % TP_NBODY_CHUNK] += m->sums[g];
    tp_nbody_cool(m->motion, total(term));
    return TROPIC_OK;
}
