/* SPDX-License-Identifier: Apache-2.0
 *
 * Do rows and columns differ, and the first arc without an opposite.
 */
#include "algorithms/opposites.h"
#include "algorithms/core/core.h"
#include "formats/matrix/facts/facts.h"

#include <string.h>

tropic_status tp_run_undirected(tp_run *run, bool weights, bool *undirected)
{
    const bool on_host = !run->out.offsets; /* tp_run_begin_host */
    const tropic_matrix_facts *facts;
    *undirected = run->n == 0 || (!on_host && tp_run_symmetric(run));
    if (*undirected) return TROPIC_OK;
    if (!weights && !on_host) return TP_BACKEND_PART(run->context, core)->compare(run, undirected);
    TP_TRY(tp_matrix_facts(run->context, run->A, &facts));
    *undirected = weights ? facts->symmetric : facts->symmetric_pattern;
    return TROPIC_OK;
}

tropic_status tp_check_opposites(tp_run *run, bool weights, const char *advice)
{
    const tropic_matrix *A = run->A;
    const size_t size = A->pattern || !weights ? 0 : tropic_type_size(A->type);
    const tropic_offset *rows, *cols;
    const tropic_index *heads, *tails;
    const void *to, *from;
    bool undirected;
    TP_TRY(tp_run_undirected(run, weights, &undirected));
    if (undirected) return TROPIC_OK;
    TP_TRY(tropic_matrix_csr(A, run->context, &rows, &heads, &to));
    TP_TRY(tropic_matrix_csc(A, run->context, &cols, &tails, &from));
    for (tropic_index v = 0; v < run->n; v++)
        for (tropic_offset k = rows[v], j = cols[v]; k < rows[v + 1] || j < cols[v + 1]; k++, j++) {
            tropic_index ends[] = {v, 0};
            const bool leaves = k < rows[v + 1], enters = j < cols[v + 1];
            const bool there = leaves && enters && heads[k] == tails[j];
            if (there && (size == 0 || tp_value_as_double(to, A->type, k) == tp_value_as_double(from, A->type, j)))
                if (size < sizeof(int64_t) || tp_type_floating(A->type) ||
                    memcmp((const char *)to + k * (tropic_offset)size, (const char *)from + j * (tropic_offset)size,
                           size) == 0)
                    continue;
            if (there || (leaves && (!enters || heads[k] < tails[j])))
                ends[1] = heads[k];
            else
                ends[0] = tails[j], ends[1] = v;
            return tp_fail(run->context, TROPIC_INVALID_ARGUMENT,
                           "the graph is directed: the arc from vertex %lld to %lld has no opposite%s (%s)",
                           (long long)tropic_matrix_label(A, ends[0]), (long long)tropic_matrix_label(A, ends[1]),
                           there ? " of its weight" : "", advice);
        }
    return TROPIC_OK;
}
