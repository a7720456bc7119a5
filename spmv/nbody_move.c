/* SPDX-License-Identifier: Apache-2.0
 *
 * A step of bodies along their forces, and its cooling, on the CPU.
 */
#include "spmv/cpu.h"
#include "spmv/nbody_force.h"

/* The sum of TP_NBODY_CHUNK terms, by halves. */
static double total(double *term)
{
    for (int half = TP_NBODY_CHUNK / 2; half > 0; half /= 2)
        for (int k = 0; k < half; k++) term[k] += term[k + half];
    return term[0];
}

TP_FN void move(const tp_nbody_move *m, int threads, int dimensions)
{
    const tropic_index chunks = TP_NBODY_CHUNKS(m->n);
    const float step = m->motion->step;
#pragma omp parallel for num_threads(threads)
    for (tropic_index g = 0; g < chunks; g++) {
        double term[TP_NBODY_CHUNK] = {0};
        for (int k = 0; k < TP_NBODY_CHUNK; k++) {
            const int64_t v = (int64_t)g * TP_NBODY_CHUNK + k;
            if (v < m->n) term[k] = tp_nbody_push(m, (tropic_index)v, step, dimensions);
        }
        m->sums[g] = total(term);
    }
}

tropic_status tp_cpu_nbody_move(tropic_context *context, const tp_nbody_move *m)
{
    const int threads = tp_threads(context, m->n);
    const double started = threads > 1 ? tp_now() : 0;
    double term[TP_NBODY_CHUNK] = {0};
    if (m->dimensions == 2)
        move(m, threads, 2);
    else
        move(m, threads, 3);
    for (tropic_index g = 0; g < TP_NBODY_CHUNKS(m->n); g++) term[g % TP_NBODY_CHUNK] += m->sums[g];
    tp_nbody_cool(m->motion, total(term));
    if (threads > 1) tp_cpu_ended(context, started, m->n);
    return TROPIC_OK;
}
