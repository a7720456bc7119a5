/* SPDX-License-Identifier: Apache-2.0
 *
 * Operands for which both libraries have to answer the same.
 */
#include "tests/graphblas/cases/call.h"
#include "tests/graphblas/cases/contents.h"

#include <string.h>

static sum_rule rule_of(const call *c)
{
    const monoid *add = c->semiring ? c->semiring->add : c->monoid;
    const bool value = c->kind == CALL_REDUCE_VALUE;
    if (!add || !(c->kind <= CALL_VXM || c->kind == CALL_REDUCE || value)) return SUMS_ANY;
    return add->rule == SUMS_NUMBERS && !value ? SUMS_ANY : add->rule;
}

/* Gives the scalar one entry. */
static GrB_Info set_scalar(world *w, object *scalar, value *v)
{
    const GrB_Info info = contents_set_element(scalar, scalar->type, v, 0, 0);
    world_tell(w, scalar, "is set");
    return info;
}

/* Any that it may lack. */
static GrB_Info fill_scalar(world *w, object *scalar, sum_rule rule)
{
    GrB_Index count = 0;
    GrB_Info info = contents_count(scalar, &count);
    value v;
    memset(&v, 0, sizeof v);
    world_value(w, scalar->type, &v, rule);
    return info == GrB_SUCCESS && (count == 0 || rule != SUMS_ANY) ? set_scalar(w, scalar, &v) : info;
}

/* Whether the value is small, so that sums of places and values do not overflow; or whether it is a whole number.
 * (SuiteSparse 7.4 may take a fraction for false.) */
static bool is_small(const call *c)
{
    return c->index && (c->index->x == TYPE_NONE || c->index->y == TYPE_BOOL);
}

/* Apply and select need a value. */
static GrB_Info settle_value(world *w, call *c)
{
    const value_type type = c->scalar ? c->scalar->type : c->v_type;
    /* (SuiteSparse 7.4 takes the value from j - i in DIAGINDEX, where the specification adds it.) */
    const bool zero = is_small(c) && (strstr(c->index->name, "DIAGINDEX") || world_one_in(w, 3));
    const sum_rule rule = !is_small(c) ? SUMS_ANY : c->index->y == TYPE_BOOL ? SUMS_POWERS : SUMS_SMALL;
    GrB_Index count = 0;
    GrB_Info info;
    value v;
    memset(&v, 0, sizeof v);
    if (!zero) world_value(w, type, &v, rule);
    if (!c->scalar) {
        if (is_small(c)) c->v = v;
        return GrB_SUCCESS;
    }
    info = contents_count(c->scalar, &count);
    return info == GrB_SUCCESS && (count == 0 || is_small(c)) ? set_scalar(w, c->scalar, &v) : info;
}

/* Whether all entries have one value. */
static bool is_uniform(const answer_item *item)
{
    const size_t size = value_size(item->type);
    for (uint64_t k = 1; k < item->count; k++)
        if (memcmp(item->values, item->values + k * size, size) != 0) return false;
    return true;
}

/* (SuiteSparse 7.4 stores one value for all entries that have the same. When the last entry is removed, it takes that
 * value for an entry until all is cleared. It gives a user's operators of indices wrong pointers to the value. It may
 * leave only one value to an output that had only one.) */
static GrB_Info clear_uniform(const object *o, bool any)
{
    answer_item item = {0};
    GrB_Info info = contents_read(o, &item);
    if (info == GrB_SUCCESS && (item.count == 0 || (any && is_uniform(&item)))) info = contents_clear(o);
    answer_drop(&item);
    return info;
}

void call_settle(world *w, call *c)
{
    const bool own = c->index && strncmp(c->index->name, "own", 3) == 0;
    const sum_rule rule = rule_of(c);
    GrB_Info info = GrB_SUCCESS;
    if (c->a) info = clear_uniform(c->a, own);
    if (info == GrB_SUCCESS && c->out && !c->mask && !c->accum) info = clear_uniform(c->out, true);
    if (info == GrB_SUCCESS && (c->kind == CALL_APPLY || c->kind == CALL_SELECT) && c->form != FORM_UNARY && !c->select)
        info = settle_value(w, c);
    if (info == GrB_SUCCESS && c->select && c->scalar) info = fill_scalar(w, c->scalar, SUMS_SMALL);
    if (info == GrB_SUCCESS && c->kind == CALL_EWISE_UNION) info = fill_scalar(w, c->scalar, SUMS_ANY);
    if (info == GrB_SUCCESS && c->kind == CALL_EWISE_UNION) info = fill_scalar(w, c->beta, SUMS_ANY);
    if (info != GrB_SUCCESS) answer_add(w->answer, info, "an operand cannot be settled");
    if (c->a) world_settle(w, c->a, rule);
    if (c->b) world_settle(w, c->b, rule);
}
