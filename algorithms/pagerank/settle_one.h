/* SPDX-License-Identifier: Apache-2.0
 *
 * One vertex at the end of an iteration of PageRank, one text for both devices. Read once for each type of ranks,
 * VALUE, as SETTLE_ONE.
 */

/* Adds v's terms to *change and *sunk. nowhere: sunk s; even: 1 / n. */
TP_FN void SETTLE_ONE(const tp_pagerank_settle *s, int64_t v, double nowhere, double even, double *change, double *sunk)
{
    const VALUE damped = ((const VALUE *)s->damped)[v], before = ((VALUE *)s->rank)[v];
    const double p = s->p ? s->p[v] : even, q = s->q ? s->q[v] : even;
    const VALUE next = (VALUE)((double)((const VALUE *)s->sum)[v] + s->jump * p + nowhere * q);
    const double difference = (double)next - (double)before;
    ((VALUE *)s->rank)[v] = next;
    ((VALUE *)s->share)[v] = damped * next;
    *change += difference < 0 ? -difference : difference;
    if (damped == 0) *sunk += (double)next;
}
