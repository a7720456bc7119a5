/* SPDX-License-Identifier: Apache-2.0
 *
 * A METIS file stores an undirected graph as its arcs, so each must come with its opposite. Sorting
 * would show that, at several times the cost of reading. Instead each arc u -> v adds a hash of {u, v} and
 * weight where u < v and subtracts it where u > v: one pass, no memory, and the sum is zero just when
 * the two multisets agree. Only where they do not is it worth finding out which edge is to blame.
 */
#include "formats/files/metis.h"

/* The line of a vertex. */
static const char *line_of(const tp_text *text, const tp_metis_header *header, tropic_index vertex)
{
    const char *p = header->body;
    for (;; p = tp_next_line(p, text->end)) {
        if (*p == '%') continue;
        if (vertex-- == 0) return p;
    }
}

/* For each vertex v: how many arcs go from u to v less those from v to u; or the same of weights. */
static void difference(int64_t *of, const tp_entries *entries, const tp_cell *weights, tropic_index u)
{
    for (tropic_index v = 0; v < entries->rows; v++) of[v] = 0;
    for (tropic_offset k = 0; k < entries->count; k++) {
        uint64_t amount = weights ? (uint64_t)weights[k].integer : 1;
        tropic_index i = entries->row_ids[k], j = entries->col_ids[k];
        if (i == u) of[j] = (int64_t)((uint64_t)of[j] + amount);
        if (j == u) of[i] = (int64_t)((uint64_t)of[i] - amount);
    }
}

static tropic_index first_uneven(const int64_t *of, tropic_index n)
{
    tropic_index v = 0;
    while (v < n && of[v] == 0) v++;
    return v;
}

tropic_status tp_metis_lopsided(tropic_context *context, const tp_text *text, const tp_metis_header *header,
                                const tp_entries *entries, const tp_cell *weights)
{
    const tropic_index n = entries->rows;
    int64_t *of = tp_allocate_zero(&context->memory, n, sizeof *of);
    tropic_status status;
    tropic_index u, v;

    if (!of) return tp_out_of_memory(context, "checking a file");
    /* What u's own line says of its edges less what the other lines say of them. */
    for (tropic_offset k = 0; k < entries->count; k++) {
        uint64_t hash = tp_metis_hash(entries->row_ids[k], entries->col_ids[k], weights ? weights[k].integer : 0);
        int64_t *own = &of[entries->row_ids[k]], *other = &of[entries->col_ids[k]];
        *own = (int64_t)((uint64_t)*own + hash);
        *other = (int64_t)((uint64_t)*other - hash);
    }
    u = first_uneven(of, n);
    if (u == n) {
        /* Reached by chance at 2^-64 only. */
        status = tp_text_error(context, text, header->line, "some edge stands at one end only");
    } else {
        difference(of, entries, NULL, u);
        v = first_uneven(of, n);
        if (v < n) {
            tropic_index from = of[v] > 0 ? u : v, to = of[v] > 0 ? v : u;
            status = tp_text_error(context, text, line_of(text, header, from),
                                   "vertex %lld lists %lld, which does not list it: each edge "
                                   "stands in the lines of both its ends",
                                   (long long)from + 1, (long long)to + 1);
        } else {
            /* Only weights differ; of parallel edges their sums may yet agree. */
            difference(of, entries, weights, u);
            v = first_uneven(of, n);
            status = tp_text_error(context, text, line_of(text, header, u),
                                   "the edge of %lld and %lld has two different weights", (long long)u + 1,
                                   (long long)(v < n ? v : u) + 1);
        }
    }
    tp_release(&context->memory, of);
    return status;
}

void tp_metis_halve(tp_entries *entries, tp_cell *weights)
{
    tropic_offset count = 0;
    for (tropic_offset k = 0; k < entries->count; k++) {
        if (entries->row_ids[k] > entries->col_ids[k]) continue;
        entries->row_ids[count] = entries->row_ids[k];
        entries->col_ids[count] = entries->col_ids[k];
        if (weights) weights[count] = weights[k];
        count++;
    }
    entries->count = count;
    entries->mirrored = true;
}
