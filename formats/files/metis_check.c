/* SPDX-License-Identifier: Apache-2.0
 *
 * A METIS file stores an undirected graph as its arcs, so each must come with its opposite. Sorting
 * would show that, at several times the cost of reading. Instead each arc u -> v adds a hash of {u, v} and
 * weight where u < v and subtracts it where u > v: one pass, no memory, and the sum is zero just when
 * the two multisets agree. Only where they do not is it worth finding out which edge is to blame.
 */
#include "formats/files/metis.h"
#include "formats/matrix/forms/hypersparse.h"

/* (Sums wrap.) */
static void add(int64_t *to, uint64_t amount)
{
    *to = (int64_t)((uint64_t)*to + amount);
}

/* For each vertex that is named: how many arcs go from u to it less those from it to u; or the same of weights. */
static void difference(int64_t *of, const tp_hyperlist *names, const tp_entries *entries, const tp_cell *weights,
                       tropic_index u)
{
    for (tropic_index v = 0; v < names->count; v++) of[v] = 0;
    for (tropic_offset k = 0; k < entries->count; k++) {
        const uint64_t amount = weights ? (uint64_t)weights[k].integer : 1;
        const tropic_index i = entries->row_ids[k], j = entries->col_ids[k];
        if (i == u) add(&of[tp_hyperlist_find(names, j)], amount);
        if (j == u) add(&of[tp_hyperlist_find(names, i)], 0 - amount);
    }
}

/* For each vertex, the sum of the hashes of the edges on its own line, less the sum over its edges on other lines. */
static void compare_lines(int64_t *of, const tp_hyperlist *names, const tp_entries *entries, const tp_cell *weights)
{
    for (tropic_offset k = 0; k < entries->count; k++) {
        const tropic_index i = entries->row_ids[k], j = entries->col_ids[k];
        const uint64_t hash = tp_metis_hash(i, j, weights ? weights[k].integer : 0);
        add(&of[tp_hyperlist_find(names, i)], hash);
        add(&of[tp_hyperlist_find(names, j)], 0 - hash);
    }
}

/* The first vertex whose number is not 0, and where that is; -1: there is none. */
static tropic_index first_uneven(const int64_t *of, const tp_hyperlist *names, tropic_index *at)
{
    *at = 0;
    while (*at < names->count && of[*at] == 0) ++*at;
    return *at < names->count ? tp_hyperlist_at(names, *at) : -1;
}

/* `of` has a place for each name. */
static tropic_status blame(tropic_context *context, const tp_text *text, const tp_metis_header *header,
                           const tp_body *body, const tp_entries *entries, const tp_cell *weights,
                           const tp_hyperlist *names, int64_t *of)
{
    tropic_index u, v, at;
    compare_lines(of, names, entries, weights);
    u = first_uneven(of, names, &at);
    /* Reached by chance at 2^-64 only. */
    if (u < 0) return tp_line_error(context, text, header->line, "some edge stands at one end only");
    difference(of, names, entries, NULL, u);
    v = first_uneven(of, names, &at);
    if (v >= 0) {
        const tropic_index from = of[at] > 0 ? u : v, to = of[at] > 0 ? v : u;
        return tp_line_error(context, text, tp_body_line(body, text, from),
                             "vertex %lld lists %lld, which does not list it: each edge stands in the lines of both "
                             "its ends",
                             (long long)from + 1, (long long)to + 1);
    }
    /* Only weights differ; of parallel edges their sums may yet agree. */
    difference(of, names, entries, weights, u);
    v = first_uneven(of, names, &at);
    return tp_line_error(context, text, tp_body_line(body, text, u),
                         "the edge of %lld and %lld has two different weights", (long long)u + 1,
                         (long long)(v >= 0 ? v : u) + 1);
}

tropic_status tp_metis_lopsided(tropic_context *context, const tp_text *text, const tp_metis_header *header,
                                const tp_body *body, const tp_entries *entries, const tp_cell *weights)
{
    const tropic_index n = entries->rows;
    tp_hyperlist names = tp_hyperlist_all(n);
    tropic_status status;
    int64_t *of;
    /* Of many vertices without an edge none needs a place. */
    if (tp_hypersparse_pays(n, n, entries->count))
        TP_TRY(tp_hyperlist_of(context, n, entries->row_ids, entries->col_ids, entries->count, &names));
    of = tp_allocate_zero(&context->memory, names.count, sizeof *of);
    status = of ? blame(context, text, header, body, entries, weights, &names, of)
                : tp_out_of_memory(context, "checking a file");
    tp_release(&context->memory, of);
    tp_hyperlist_free(&context->memory, &names);
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
