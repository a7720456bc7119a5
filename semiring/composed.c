/* SPDX-License-Identifier: Apache-2.0
 *
 * Semirings of two operators. Where the table has no such one, the CPU's functions gather a list's operands piece by
 * piece, so that one call of the multiply makes so many products, and then add them in the order of the list.
 */
#include "semiring/composed.h"

#include <stdio.h>
#include <string.h>
#include <tropic_host_functions.h>

#include "runtime/types.h"

/* ------------------------------------------------------------------------------------------------
 * Products by pieces
 */

/* Products that are yet to be made, and the places in t to which they are added, in order. */
typedef struct piece {
    const tp_composed *c;
    const tropic_host_list *list;
    tp_evaluator product;
    void *t;
    uint8_t *locks;       /* flags of t, to which other threads add as well; NULL: none does */
    int64_t count, limit; /* at most so many at a time */
    bool straight;        /* entries follow one another */
    tropic_offset entry[TP_PACKED];
    tropic_index at[TP_PACKED]; /* of the vector's values */
    tropic_index i[TP_PACKED], j[TP_PACKED], to[TP_PACKED];
    uint8_t fresh[TP_PACKED]; /* the sum begins with this product */
} piece;

static void begin(piece *p, const tropic_host_semiring *self, const tropic_host_list *list, void *t)
{
    p->c = (const tp_composed *)(const void *)self;
    p->list = list;
    p->product = p->c->product;
    p->product.row_names = list->i_names;
    p->product.col_names = list->j_names;
    p->t = t;
    p->locks = NULL;
    p->count = 0;
    p->limit = p->c->packed;
    p->straight = true;
}

/* The piece's values of an operand, packed: where they lie, or a copy in the room. */
static const void *gather(const piece *p, const void *operand, tropic_host_by by, size_t size, tp_packed_room *room)
{
    const char *from = operand;
    char *to = room->byte;
    if (by == TROPIC_HOST_ENTRY && p->straight) return from + (size_t)p->entry[0] * size;
#define GATHER(size_)                                                                                                  \
    for (int64_t k = 0; k < p->count; k++)                                                                             \
    memcpy(to + (size_t)k * (size_), from + (size_t)tropic_host_at(by, p->entry[k], p->at[k]) * (size_), size_)
    TP_BY_SIZE(size, GATHER)
    return to;
}

/* As for one thread, under each sum's lock. */
static void add_locked(const piece *p, const tp_packed_room *z)
{
    for (int64_t k = 0; k < p->count; k++) {
        uint8_t *flag = &p->locks[p->to[k]];
        const uint8_t fresh = tropic_host_lock(flag) == 0;
        tp_evaluate_sums(&p->c->sum.of, p->t, z->byte + (size_t)k * p->c->z, &p->to[k], &fresh, 1);
        __atomic_store_n(flag, (uint8_t)1, __ATOMIC_RELEASE);
    }
}

static void flush(piece *p)
{
    const tropic_host_list *l = p->list;
    const tp_composed *c = p->c;
    tp_packed_room x, y, z;
    if (p->count == 0) return;
    tp_evaluate(&p->product, z.byte, gather(p, l->x, l->x_by, c->x, &x), gather(p, l->y, l->y_by, c->y, &y), p->i, p->j,
                p->count);
    if (p->locks)
        add_locked(p, &z);
    else
        tp_evaluate_sums(&c->sum.of, p->t, z.byte, p->to, p->fresh, p->count);
    p->count = 0;
    p->straight = true;
}

/* Entry k times the vector's value at `at`, for t[to]. */
static inline void append(piece *p, tropic_offset k, tropic_index at, tropic_index i, tropic_index j, tropic_index to,
                          bool fresh)
{
    const int64_t n = p->count;
    p->entry[n] = k;
    p->at[n] = at;
    p->i[n] = i;
    p->j[n] = j;
    p->to[n] = to;
    p->fresh[n] = fresh;
    p->straight = p->straight && k == p->entry[0] + n;
    p->count = n + 1;
    if (p->count == p->limit) flush(p);
}

/* ------------------------------------------------------------------------------------------------
 * A semiring's functions, as tropic_host.h has them
 */

/* Has the sum that was added to last a value that no further term changes? */
static bool is_done(const piece *p, const void *sum)
{
    return p->c->stops && p->count == 0 && tp_evaluate_terminal(&p->c->sum.of, sum);
}

/* (In order, however long a list is: another order would take the same time.) */
static void sums(const tropic_host_semiring *self, const tropic_host_list *l, const tropic_index *which,
                 tropic_index from, tropic_index count, tropic_offset max, void *t, uint8_t *has)
{
    piece p;
    (void)max;
    begin(&p, self, l, t);
    for (tropic_index c = 0; c < count; c++) {
        const tropic_index j = which ? which[c] : from + c;
        bool hit = false;
        for (tropic_offset k = l->offsets[j]; k < l->offsets[j + 1]; k++) {
            const tropic_index i = l->ids[k];
            if (l->has && !l->has[i]) continue;
            append(&p, k, i, i, j, c, !hit);
            hit = true;
            if (p.c->any || is_done(&p, (char *)t + (size_t)c * p.c->z)) break;
        }
        if (has) has[c] = hit;
    }
    flush(&p);
}

/* Entries from .. to - 1 of i's list, to t under flags. */
static void push_some(piece *p, tropic_index i, tropic_index at, tropic_offset from, tropic_offset to, uint8_t *flags)
{
    const tropic_host_list *l = p->list;
    for (tropic_offset k = from; k < to; k++) {
        const tropic_index j = l->ids[k];
        if (l->allow && (l->allow[j] != 0) == l->complement) continue;
        append(p, k, at, i, j, j, !p->locks && !flags[j]);
        if (!p->locks) flags[j] = 1;
    }
}

static void push(const tropic_host_semiring *self, const tropic_host_list *l, tropic_index i, tropic_index at,
                 tropic_offset from, tropic_offset to, void *t, uint8_t *flags, bool alone)
{
    piece p;
    begin(&p, self, l, t);
    p.locks = alone ? NULL : flags;
    push_some(&p, i, at, from, to, flags);
    flush(&p);
}

static void push_lists(const tropic_host_semiring *self, const tropic_host_list *l, const tropic_index *which,
                       tropic_index count, const tropic_offset *bounds, void *t, uint8_t *flags)
{
    piece p;
    begin(&p, self, l, t);
    for (tropic_index c = 0; c < count; c++) {
        const tropic_index i = which[c];
        push_some(&p, i, c, bounds ? bounds[2 * c] : l->offsets[i], bounds ? bounds[2 * c + 1] : l->offsets[i + 1],
                  flags);
    }
    flush(&p);
}

static void push_table(const tropic_host_semiring *self, const tropic_host_list *l, tropic_index i, tropic_index at,
                       tropic_offset from, tropic_offset to, tropic_host_table *table)
{
    piece p;
    begin(&p, self, l, table->sums);
    for (tropic_offset k = from; k < to; k++) {
        const tropic_index j = l->ids[k];
        tropic_index slot;
        bool fresh;
        if (l->allow && (l->allow[j] != 0) == l->complement) continue;
        slot = (tropic_index)tropic_host_slot(table, j);
        fresh = table->places[slot] != j;
        if (fresh) table->slots[table->count++] = slot;
        table->places[slot] = j;
        append(&p, k, at, i, j, slot, fresh);
    }
    flush(&p);
}

static void columns_of(const tropic_host_semiring *self, const tropic_host_list *l, tropic_index j, tropic_offset from,
                       tropic_offset to, tropic_index columns, tropic_index first, tropic_index width, void *t,
                       bool *hit)
{
    piece p;
    begin(&p, self, l, t);
    for (tropic_offset k = from; k < to; k++) {
        const tropic_index i = l->ids[k], at = i * columns + first;
        for (tropic_index c = 0; c < width; c++) {
            if (l->has && !l->has[at + c]) continue;
            append(&p, k, at + c, i, j, c, !hit[c]);
            hit[c] = true;
        }
    }
    flush(&p);
}

static void add(const tropic_host_semiring *self, void *a, const void *b)
{
    const tp_composed *c = (const tp_composed *)(const void *)self;
    c->sum.host.map(&c->sum.host, a, a, b, &(tropic_index){0}, NULL, 1);
}

static const tp_evaluator *sum_of(const tropic_host_operator *self)
{
    return &((const tp_composed_sum *)(const void *)self)->of;
}

/* (Only called at place 0, the one that a semiring's sums see.) */
static void sum_map(const tropic_host_operator *self, void *z, const void *x, const void *y, const tropic_index *i,
                    const tropic_index *j, int64_t count)
{
    tp_evaluate(sum_of(self), z, x, y, i, j ? j : i, count);
}

static void sum_identity(const tropic_host_operator *self, void *z)
{
    tp_evaluate_identity(sum_of(self), z);
}

static bool sum_terminal(const tropic_host_operator *self, const void *a)
{
    return tp_evaluate_terminal(sum_of(self), a);
}

/* The lock is held. */
static tropic_status make_functions(tropic_context *context, const tropic_semiring *semiring, tp_composed *c)
{
    TP_TRY(tp_evaluator_open(context, &c->sum.of, &semiring->sum));
    TP_TRY(tp_evaluator_open(context, &c->product, &c->multiply));
    c->z = tropic_type_size(semiring->type);
    c->x = tropic_type_size(semiring->x);
    c->y = tropic_type_size(semiring->y);
    c->packed = tp_packed_of(c->x > c->y ? c->x : c->y);
    if (c->packed > tp_packed_of(c->z)) c->packed = tp_packed_of(c->z);
    c->any = semiring->add == TROPIC_ANY;
    c->stops = semiring->user->stops;
    c->sum.host = (tropic_host_operator){.size = sizeof c->sum.host,
                                         .map = sum_map,
                                         .identity = sum_identity,
                                         .terminal = c->stops ? sum_terminal : NULL};
    c->host = (tropic_host_semiring){.size = sizeof c->host,
                                     .sums = sums,
                                     .push = push,
                                     .add = add,
                                     .monoid = &c->sum.host,
                                     .columns = columns_of,
                                     .push_table = push_table,
                                     .push_lists = push_lists};
    return TROPIC_OK;
}

tropic_status tp_semiring_host(tropic_context *context, const tropic_semiring *semiring,
                               const tropic_host_semiring **host)
{
    tp_composed *c = semiring->composed;
    tropic_status status = TROPIC_OK;
    if (!c) return tp_user_host_semiring(context, semiring->user, host);
    tp_mutex_lock(&semiring->user->lock);
    if (c->host.size == 0) status = make_functions(context, semiring, c);
    *host = &c->host;
    tp_mutex_unlock(&semiring->user->lock);
    return status;
}

tropic_status tp_semiring_fits(tropic_context *context, const tropic_semiring *semiring)
{
    TP_TRY(tp_type_fits(context, semiring->type));
    TP_TRY(tp_type_fits(context, semiring->x));
    return tp_type_fits(context, semiring->y);
}

bool tp_semiring_alone(const tropic_semiring *semiring)
{
    enum { HELPER_BYTES = 16384 };
    return semiring->user && !semiring->composed &&
           (tropic_type_size(semiring->type) > HELPER_BYTES || tropic_type_size(semiring->x) > HELPER_BYTES ||
            tropic_type_size(semiring->y) > HELPER_BYTES);
}

/* ------------------------------------------------------------------------------------------------
 * Semirings with the same sums
 */

/* Is a sum of ones 1? */
static bool keeps_one(tropic_builtin_operator add)
{
    switch (add) {
    case TROPIC_TIMES:
    case TROPIC_MIN:
    case TROPIC_MAX:
    case TROPIC_LOR:
    case TROPIC_LAND:
    case TROPIC_LXNOR:
    case TROPIC_BOR:
    case TROPIC_BAND: return true;
    default: return false;
    }
}

const tropic_semiring *tp_semiring_of_products(const tropic_semiring *semiring)
{
    const tropic_operator *multiply = semiring && semiring->composed ? &semiring->composed->multiply : NULL;
    if (!multiply || multiply->user || semiring->sum.user || multiply->builtin != TROPIC_PAIR ||
        !keeps_one(semiring->sum.builtin))
        return semiring;
    return tropic_semiring_builtin(TROPIC_ANY_PAIR, semiring->type);
}

/* ------------------------------------------------------------------------------------------------
 * Making one
 */

/* Does a sum depend on the order of its terms? */
static bool order_matters(const tropic_operator *add, const tropic_operator *multiply)
{
    if (add->user) return add->user->order_matters;
    if (add->builtin == TROPIC_ANY) return multiply->user || multiply->builtin != TROPIC_PAIR;
    return tp_type_floating(add->z) && add->builtin != TROPIC_MIN && add->builtin != TROPIC_MAX;
}

/* A user of the two operators; NULL: no memory. */
static tp_user *compose(tropic_context *context, const tropic_operator *add, const tropic_operator *multiply)
{
    tp_user *user = tp_user_new(context);
    const size_t room = strlen(add->name) + sizeof "_" + strlen(multiply->name);
    if (!user) return NULL;
    user->name = tp_allocate(&context->memory, (int64_t)room, 1);
    if (!user->name) {
        tp_user_release(user);
        return NULL;
    }
    snprintf(user->name, room, "%s_%s", add->name, multiply->name);
    user->semiring = true;
    user->z = add->z;
    user->x = multiply->x;
    user->y = multiply->y;
    user->uses_x = multiply->uses_x;
    user->uses_y = multiply->uses_y;
    user->uses_j = user->uses_places = tp_operator_sees_places(multiply);
    user->stops = tp_operator_stops(add);
    user->order_matters = order_matters(add, multiply);
    user->known_add = add->user ? add->user->known_add : add->builtin;
    user->of[0] = add->user;
    user->of[1] = multiply->user;
    tp_user_hold(add->user);
    tp_user_hold(multiply->user);
    return user;
}

static tropic_status check(tropic_context *context, const tropic_operator *monoid, const tropic_operator *multiply)
{
    if (!monoid) return tp_operator_null(context, "monoid");
    if (!multiply) return tp_operator_null(context, "multiply");
    if (!monoid->monoid)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%s is no monoid: it has no identity", monoid->name);
    if (multiply->z != monoid->z)
        return tp_fail(context, TROPIC_TYPE_MISMATCH, "multiply %s gives %s, and monoid %s adds %s", multiply->name,
                       tropic_type_name(multiply->z), monoid->name, tropic_type_name(monoid->z));
    return TROPIC_OK;
}

tropic_status tropic_semiring_from_operators(tropic_semiring **semiring, tropic_context *context,
                                             const tropic_operator *monoid, const tropic_operator *multiply)
{
    /* Freed as one. */
    struct {
        tropic_semiring semiring;
        tp_composed composed;
    } * made;
    tp_user *user;
    TP_ENTER(context);
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    if (!semiring) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "semiring is NULL");
    TP_TRY(check(context, monoid, multiply));
    if (tp_semiring_known(monoid, multiply)) {
        *semiring = (tropic_semiring *)(uintptr_t)tp_semiring_known(monoid, multiply); /* which nobody writes to */
        return TROPIC_OK;
    }
    user = compose(context, monoid, multiply);
    made = tp_allocate_zero(&context->memory, 1, sizeof *made);
    if (!user || !made) {
        tp_user_release(user);
        tp_release(&context->memory, made);
        return tp_out_of_memory(context, "a semiring");
    }
    made->composed.multiply = *multiply;
    made->semiring = tp_semiring_of_user(user, monoid);
    made->semiring.composed = &made->composed;
    *semiring = &made->semiring;
    return TROPIC_OK;
}
