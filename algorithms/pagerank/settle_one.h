/* SPDX-License-Identifier: Apache-2.0
 *
 * One vertex at the end of an iteration of PageRank, one text for both devices. Read once for each type of ranks,
 * VALUE, as SETTLE_ONE.
 */

/* Adds v's terms to *change and *sunk. `even` is 1 / n. */
TP_FN void SETTLE_ONE(const tp_pagerank_settle *s, int64_t v, double even, double *change, double *sunk)
{
    const VALUE damped = ((const VALUE *)s->damped)[v], before = ((VALUE *)s->rank)[v];
    const double sum = !s->has || s->has[v] ? (double)((const VALUE *)s->sum)[v] : 0;
    const double p = s->p ? s->p[v] : even, q = s->q ? s->q[v] : even;
    const VALUE next = (VALUE)(sum + s->jump * p + s->sunk * q);
    const double difference = (double)next - (double)before;
    ((VALUE *)s->rank)[v] = next;
    ((VALUE *)s->share)[v] = damped * next;
    *change += difference < 0 ? -difference : difference;
    if (damped == 0) *sunk += (double)next;
}
