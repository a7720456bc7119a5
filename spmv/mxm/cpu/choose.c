/* SPDX-License-Identifier: Apache-2.0
 *
 * Which way a product goes under a mask that is not complemented: by estimates of the cost of each.
 */
#include "formats/matrix/use.h"
#include "spmv/mxm/cpu/mxm.h"
#include "spmv/tuning.h"

/* Where the lists of an orientation begin; *made: to be released, if it is not there. */
static tropic_status offsets_of(tropic_context *context, const tropic_matrix *A, tp_orientation o, bool present,
                                const tropic_offset **offsets, tropic_offset **made)
{
    const tropic_index lists = tp_matrix_lists(A, o);
    tp_lists there = {0};
    TP_TRY(tp_matrix_open_lists(context, A, present ? o : tp_product_other(o), &there));
    *offsets = there.offsets;
    if (present) return TROPIC_OK;
    *made = tp_allocate_zero(&context->memory, (int64_t)lists + 1, sizeof **made);
    if (!*made) return tp_out_of_memory(context, "a product");
    for (tropic_offset k = 0; k < there.count; k++) (*made)[there.ids[k] + 1]++;
    tp_sum_lengths(context, *made, lists);
    *offsets = *made;
    return TROPIC_OK;
}

/* Entries of the lists that x's lists name, in rows where y has an entry: of row i as costs[i + 1]. Of dots those that
 * are read: y's row may be looked up in a list. */
typedef struct naming {
    bool dots;
    const tp_lists *x, *y;
    const tropic_offset *offsets;
    int64_t shorter; /* minus the longest list's length */
    double mean;     /* length */
    tropic_offset *costs;
    double sum; /* that threads add to */
} naming;

static void find_longest(const void *of, int64_t begin, int64_t end)
{
    naming *n = (naming *)of;
    tropic_offset longest = 0;
    for (int64_t l = begin; l < end; l++) {
        const tropic_offset length = n->offsets[l + 1] - n->offsets[l];
        longest = length > longest ? length : longest;
    }
    tp_atomic_min(&n->shorter, -longest);
}

static inline tropic_offset cost_of(const naming *n, tropic_offset row, tropic_index l)
{
    const tropic_offset list = n->offsets[l + 1] - n->offsets[l];
    const tropic_offset searched = n->dots ? tp_product_search_cost(row, list) : list;
    return 1 + (searched < list ? searched : list);
}

static void add_named(const void *of, int64_t begin, int64_t end)
{
    naming *n = (naming *)of;
    const bool each = -n->shorter > TP_PRODUCT_SHORT_LISTS;
    double sum = 0, seen, next;
    for (int64_t i = begin; i < end; i++) {
        const tropic_offset *o = n->x->offsets + i;
        const tropic_offset row = n->y->offsets[i + 1] - n->y->offsets[i];
        const bool counts = row > 0;
        tropic_offset cost = 0;
        for (tropic_offset k = o[0]; each && counts && k < o[1]; k++) cost += cost_of(n, row, n->x->ids[k]);
        if (!each) cost = counts * (o[1] - o[0]) * (1 - n->shorter);
        n->costs[i + 1] = cost;
        sum += each ? (double)cost : (double)(counts * (o[1] - o[0])) * (1 + n->mean);
    }
    __atomic_load(&n->sum, &seen, __ATOMIC_RELAXED);
    do next = seen + sum;
    while (!__atomic_compare_exchange(&n->sum, &seen, &next, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
}

/* About how many products Gustavson sums (`dots`: how many entries of B's columns dot products read). */
static tropic_status count_named(tp_product *p, const tp_product_operands *in, bool dots, bool present, double *sum)
{
    const tp_orientation o = dots ? tp_product_other(in->b) : in->b;
    const tropic_index lists = tp_matrix_lists(in->B, o);
    const tp_team team = tp_team_for(p->context, p->rows + p->a.count + p->m.count);
    naming n = {.dots = dots, .x = dots ? &p->m : &p->a, .y = dots ? &p->a : &p->m, .costs = p->t.offsets};
    tropic_offset *made = NULL;
    const tropic_status status = offsets_of(p->context, in->B, o, present, &n.offsets, &made);
    n.mean = (double)in->B->count / (lists > 0 ? lists : 1);
    if (status == TROPIC_OK) tp_for(tp_team_for(p->context, lists), lists, TP_CHUNK_ANY, find_longest, &n);
    if (status == TROPIC_OK) tp_for(team, p->rows, TP_LIST_CHUNK, add_named, &n);
    tp_release(&p->context->memory, made);
    *sum = n.sum;
    p->named = !dots;
    p->met_max = -n.shorter / TP_SEARCH_COST;
    return status;
}

/* Chooses the way by estimated costs. Where B has no lists of an orientation, their lengths take a pass over all of B's
 * ids. They are counted only if the cost of the other way does not decide alone: a way that costs no more than a
 * transpose is taken at once. */
tropic_status tp_product_choose(tp_product *p, const tp_product_operands *in)
{
    const double transpose = (double)in->B->count * TP_PRODUCT_TRANSPOSE_COST;
    double products = 0, dots = 0;
    tp_matrix_use use;
    bool rows, cols;
    TP_TRY(tp_matrix_use_open(p->context, in->B, &use));
    rows = use.on_host[in->b];
    cols = use.on_host[tp_product_other(in->b)];
    p->way = TP_PRODUCT_DOTS;
    if (cols) TP_TRY(count_named(p, in, true, true, &dots));
    if (cols && !rows && dots * TP_PRODUCT_DOT_COST <= transpose) return TROPIC_OK;
    TP_TRY(count_named(p, in, false, rows, &products));
    p->way = (double)p->m.count > products ? TP_PRODUCT_ROWS : TP_PRODUCT_MASKED;
    if (!cols && products * TP_PRODUCT_MASKED_COST <= transpose) return TROPIC_OK;
    if (!cols) TP_TRY(count_named(p, in, true, false, &dots));
    if (dots * TP_PRODUCT_DOT_COST + (cols ? 0 : transpose) >=
        products * TP_PRODUCT_MASKED_COST + (rows ? 0 : transpose))
        return TROPIC_OK;
    p->way = TP_PRODUCT_DOTS;
    return cols ? count_named(p, in, true, true, &dots) : TROPIC_OK; /* for the rows' costs */
}
