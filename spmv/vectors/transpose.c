/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_transpose: C<mask> (accum)= A', on the host. Without mask and accumulator the other orientation's arrays
 * are copied; else each row is a merge of three ascending lists.
 */
#include "formats/matrix/lists.h"
#include "runtime/threads.h"
#include "runtime/types.h"
#include "spmv/vectors/mask_accum.h"
#include "spmv/vectors/operand.h"

#include <tropic_define.h>

/* z = op(x, y) for one place of row i. */
typedef void combine(const void *op, void *z, const void *x, const void *y, tropic_index i);

#define COMBINE(type)                                                                                                  \
    static void combine_##type(const void *op, void *z, const void *x, const void *y, tropic_index i)                  \
    {                                                                                                                  \
        const TP_C(type) *a = x, *b = y;                                                                               \
        *(TP_C(type) *)z = tp_operate_##type(*(const tropic_builtin_operator *)op, *a, *b, i);                         \
    }
TP_EACH_TYPE(COMBINE)

static void combine_user(const void *op, void *z, const void *x, const void *y, tropic_index i)
{
    ((const tropic_host_operator *)op)->map(z, x, y, &i, 1);
}

/* Rows of one of the three matrices. */
typedef struct rows {
    const tropic_offset *offsets; /* NULL: there is no such matrix */
    const tropic_index *ids;
    const void *values; /* NULL: all are `one` */
    const void *one;
} rows;

/* The operation as asked for, and what is known of it. */
typedef struct merger {
    tropic_context *context;
    const tropic_matrix *C, *M, *A; /* C, M: NULL where there is none */
    const tropic_operator *accum;
    tropic_descriptor descriptor;
    tropic_index lists, cols; /* of the result */
    tropic_type type;
    size_t size; /* of a value; 0: the result is a pattern */
    rows c, m, t;
    tp_mask mask; /* of m's positions */
    combine *combine;
    const void *op; /* what combine is given */
} merger;

static tropic_status check(merger *g, const tropic_descriptor *descriptor)
{
    tropic_context *context = g->context;
    const tropic_matrix *shaped[] = {g->C, g->M};
    const char *const names[] = {"C", "mask"};
    TP_TRY(tp_options_copy(context, &g->descriptor, sizeof g->descriptor, descriptor, "descriptor"));
    if (!g->A) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "A is NULL");
    g->lists = g->descriptor.transpose ? g->A->rows : g->A->cols;
    g->cols = g->descriptor.transpose ? g->A->cols : g->A->rows;
    for (int k = 0; k < 2; k++)
        if (shaped[k] && (shaped[k]->rows != g->lists || shaped[k]->cols != g->cols))
            return tp_fail(context, TROPIC_DIMENSION_MISMATCH, "%s is %d x %d, not %d x %d", names[k], shaped[k]->rows,
                           shaped[k]->cols, g->lists, g->cols);
    /* (A pattern has no type of its own: its ones are of the others'.) */
    g->type = g->accum ? g->accum->z : (g->A->pattern && g->C ? g->C : g->A)->type;
    TP_TRY(tp_accum_check(context, g->accum, g->type));
    TP_TRY(tp_matrix_check_type(context, g->A, "A", g->type));
    if (g->C) TP_TRY(tp_matrix_check_type(context, g->C, "C", g->type));
    return g->M ? tp_mask_check_type(context, g->M->type, &g->descriptor) : TROPIC_OK;
}

/* -- the merge --------------------------------------------------------------------------------- */

static const void *value_at(const merger *g, const rows *r, tropic_offset k)
{
    return r->values ? (const char *)r->values + (size_t)k * g->size : r->one;
}

/* Row i of the result: its length and, with `ids`, the row itself. */
static tropic_offset merge_row(const merger *g, tropic_index i, tropic_index *ids, char *values)
{
    const rows *c = &g->c, *t = &g->t, *m = &g->m;
    tropic_offset a = c->offsets ? c->offsets[i] : 0, b = t->offsets[i];
    tropic_offset k = m->offsets ? m->offsets[i] : 0, length = 0;
    const tropic_offset a_end = c->offsets ? c->offsets[i + 1] : 0, b_end = t->offsets[i + 1];
    const tropic_offset k_end = m->offsets ? m->offsets[i + 1] : 0;
    while (a < a_end || b < b_end) {
        const bool in_c = a < a_end && (b == b_end || c->ids[a] <= t->ids[b]);
        const bool in_t = b < b_end && (!in_c || c->ids[a] == t->ids[b]);
        const tropic_index j = in_c ? c->ids[a] : t->ids[b];
        bool allowed, keeps, takes;
        while (k < k_end && m->ids[k] < j) k++;
        allowed = k < k_end && m->ids[k] == j ? tp_mask_allows(&g->mask, k) : !g->M != g->descriptor.complement;
        keeps = in_c && (allowed ? g->accum != NULL : !g->descriptor.replace);
        takes = in_t && allowed;
        if (keeps || takes) {
            if (ids) ids[length] = j;
            if (values && keeps && takes)
                g->combine(g->op, values + (size_t)length * g->size, value_at(g, c, a), value_at(g, t, b), i);
            else if (values)
                memcpy(values + (size_t)length * g->size, keeps ? value_at(g, c, a) : value_at(g, t, b), g->size);
            length++;
        }
        a += in_c;
        b += in_t;
    }
    return length;
}

typedef struct merging {
    const merger *g;
    tp_lists *out;
} merging;

/* The length of row i as offset i + 1. */
static void count_rows(const void *of, int64_t begin, int64_t end)
{
    const merging *m = of;
    for (tropic_index i = (tropic_index)begin; i < end; i++) m->out->offsets[i + 1] = merge_row(m->g, i, NULL, NULL);
}

static void merge_rows(const void *of, int64_t begin, int64_t end)
{
    const merging *m = of;
    const tp_lists *out = m->out;
    for (tropic_index i = (tropic_index)begin; i < end; i++) {
        const tropic_offset at = out->offsets[i];
        merge_row(m->g, i, out->ids + at, out->values ? (char *)out->values + (size_t)at * out->size : NULL);
    }
}

static tropic_status merge(const merger *g, tp_lists *out)
{
    const tropic_offset work = g->A->count + (g->C ? g->C->count : 0);
    const tp_memory *memory = &g->context->memory;
    const tp_team team = tp_team_for(g->context, work);
    const merging m = {g, out};
    *out = (tp_lists){.lists = g->lists, .size = g->size};
    out->offsets = tp_allocate(memory, (int64_t)g->lists + 1, sizeof *out->offsets);
    if (!out->offsets) return tp_out_of_memory(g->context, "a matrix");
    tp_for(team, g->lists, TP_LIST_CHUNK, count_rows, &m);
    TP_TRY(tp_lists_allocate_entries(g->context, memory, out));
    tp_for(team, g->lists, TP_LIST_CHUNK, merge_rows, &m);
    return TROPIC_OK;
}

static tropic_status open_rows(const merger *g, rows *r, const tropic_matrix *A, bool by_column)
{
    r->one = tp_type_one(g->type);
    if (!A) return TROPIC_OK;
    return by_column ? tropic_matrix_csc(A, g->context, &r->offsets, &r->ids, &r->values)
                     : tropic_matrix_csr(A, g->context, &r->offsets, &r->ids, &r->values);
}

static tropic_status open_merge(merger *g)
{
    const bool patterns = g->A->pattern && (!g->C || g->C->pattern) && !g->accum;
    const tropic_host_operator *host = NULL;
    g->size = patterns ? 0 : tropic_type_size(g->type);
    TP_TRY(open_rows(g, &g->c, g->C, false));
    TP_TRY(open_rows(g, &g->m, g->M, false));
    TP_TRY(open_rows(g, &g->t, g->A, !g->descriptor.transpose));
    g->mask = (tp_mask){.values = g->m.values,
                        .type = g->M ? g->M->type : TROPIC_BOOL,
                        .structure = g->descriptor.structure || !g->m.values,
                        .complement = g->descriptor.complement};
    if (!g->accum) return TROPIC_OK;
    if (g->accum->user) {
        TP_TRY(tp_user_host_operator(g->context, g->accum->user, &host));
        g->combine = combine_user;
        g->op = host;
        return TROPIC_OK;
    }
    g->op = &g->accum->builtin;
#define CASE(type)                                                                                                     \
    case TP_TYPE_##type: g->combine = combine_##type; break;
    switch (g->type) {
        TP_EACH_TYPE(CASE)
    }
    return TROPIC_OK;
}

/* -- the result -------------------------------------------------------------------------------- */

/* A matrix without arrays yet. */
static tropic_status new_matrix(const merger *g, tropic_offset count, bool pattern, tropic_matrix **made)
{
    const tropic_matrix *A = g->A;
    const int64_t labelled = A->rows > A->cols ? A->rows : A->cols;
    tp_entries shape = {.rows = g->lists,
                        .cols = g->cols,
                        .count = count,
                        .type = pattern ? TROPIC_BOOL : g->type,
                        .label_base = A->label_base};
    if (A->labels) {
        shape.labels = tp_allocate(&g->context->memory, labelled, sizeof *shape.labels);
        if (!shape.labels) return tp_out_of_memory(g->context, "labels");
        memcpy(shape.labels, A->labels, (size_t)labelled * sizeof *shape.labels);
    }
    *made = tp_matrix_new(g->context, &shape);
    tp_release(&g->context->memory, shape.labels);
    if (!*made) return tp_out_of_memory(g->context, "a matrix");
    (*made)->pattern = pattern;
    return TROPIC_OK;
}

static tropic_status copy_side(tropic_context *context, const tp_lists *from, tp_side *to)
{
    tp_lists copy;
    TP_TRY(tp_lists_allocate(context, &context->memory, &copy, from->lists, from->count, from->size));
    memcpy(copy.offsets, from->offsets, ((size_t)from->lists + 1) * sizeof *copy.offsets);
    if (from->count > 0) memcpy(copy.ids, from->ids, (size_t)from->count * sizeof *copy.ids);
    if (from->count > 0 && from->size > 0) memcpy(copy.values, from->values, (size_t)from->count * from->size);
    *to = tp_side_of(&copy);
    return TROPIC_OK;
}

/* Both orientations of A that there are, exchanged. The lock is held. */
static tropic_status copy_sides(const merger *g, tropic_matrix *A, tropic_matrix *made)
{
    const tp_orientation as_is = g->descriptor.transpose ? TP_BY_ROW : TP_BY_COLUMN;
    const bool column = A->host[TP_BY_COLUMN].present;
    /* One of them, of a matrix on a device alone. */
    if (!column) TP_TRY(tp_matrix_need(g->context, A, TP_BY_ROW));
    made->symmetric = A->symmetric;
    for (int o = TP_BY_ROW; o <= TP_BY_COLUMN; o++) {
        const tp_lists from = tp_host_lists(A, (tp_orientation)o);
        const int to = A->symmetric || as_is == TP_BY_ROW ? o : !o;
        if (A->host[o].present) TP_TRY(copy_side(g->context, &from, &made->host[to]));
    }
    return TROPIC_OK;
}

static tropic_status run(merger *g, tropic_matrix **made)
{
    tropic_matrix *A = (tropic_matrix *)g->A; /* what is made on demand is no change */
    tp_lists lists = {0};
    tropic_status status;
    const bool as_it_is = !A->pattern || !g->C || g->C->pattern;
    if (!g->M && !g->descriptor.complement && !g->accum && as_it_is) {
        TP_TRY(new_matrix(g, A->count, A->pattern, made));
        pthread_mutex_lock(&A->lock);
        status = copy_sides(g, A, *made);
        pthread_mutex_unlock(&A->lock);
        return status;
    }
    TP_TRY(open_merge(g));
    status = merge(g, &lists);
    if (status == TROPIC_OK) status = new_matrix(g, lists.count, g->size == 0, made);
    if (status == TROPIC_OK)
        (*made)->host[TP_BY_ROW] = tp_side_of(&lists);
    else
        tp_lists_free(&g->context->memory, &lists);
    return status;
}

tropic_status tropic_transpose(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                               const tropic_operator *accum, const tropic_matrix *A,
                               const tropic_descriptor *descriptor)
{
    merger g = {.context = context, .M = mask, .A = A, .accum = accum};
    tropic_matrix *made = NULL;
    tropic_status status;
    if (!context) return TROPIC_INVALID_ARGUMENT;
    TP_TRY(tp_outside_loops(context, "make matrices"));
    if (!C) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "C is NULL");
    g.C = *C;
    status = check(&g, descriptor);
    if (status == TROPIC_OK) status = run(&g, &made);
    if (status != TROPIC_OK) {
        tropic_matrix_free(&made);
        return status;
    }
    tropic_matrix_free(C);
    *C = made;
    return TROPIC_OK;
}
