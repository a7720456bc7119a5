/* SPDX-License-Identifier: Apache-2.0
 *
 * One vertex at the end of an iteration of PageRank, one text for both devices. Read once for each type of ranks,
 * VALUE, as SETTLE_ONE. Without branches, so that a compiler makes vectors of it.
 */

/* *rank and *share, and the vertex's terms added to *change and *sunk. jumps: jump p; stays: sunk s q. */
TP_FN void SETTLE_ONE(VALUE sum, VALUE damped, double jumps, double stays, VALUE *rank, VALUE *share, double *change,
                      double *sunk)
{
    const VALUE next = (VALUE)((double)sum + jumps + stays);
    *change += fabs((double)next - (double)*rank);
    /* (A sum that began with 0 is never -0: 0 leaves it as it is.) */
    *sunk += (double)damped == 0 ? (double)next : 0.0;
    *rank = next;
    *share = damped * next;
}
