/* SPDX-License-Identifier: Apache-2.0
 *
 * The built-in semirings as those of two operators: for products that have no kernels of their own.
 */
#include <tropic_host.h>

#include "semiring/composed.h"
#include "semiring/operators.h"

/* ------------------------------------------------------------------------------------------------
 * The plus of min_plus and max_plus over integers, which is no operator of the table: it saturates
 */

#define SATURATE(type, add)                                                                                            \
    static void plus_of_##add##_##type(const tropic_host_operator *self, void *z, const void *x, const void *y,        \
                                       const tropic_index *i, const tropic_index *j, int64_t count)                    \
    {                                                                                                                  \
        const TP_C(type) *a = x, *b = y, identity = tp_identity_##add##_##type();                                      \
        (void)self, (void)i, (void)j;                                                                                  \
        for (int64_t k = 0; k < count; k++) ((TP_C(type) *)z)[k] = tp_mul_plus_##type(a[k], b[k], 0, identity);        \
    }
TP_TYPES_INTEGER(SATURATE, min)
TP_TYPES_INTEGER(SATURATE, max)

#define FUNCTIONS(type, add) [TP_TYPE_##type] = {.size = sizeof(tropic_host_operator), .map = plus_of_##add##_##type},
static const tropic_host_operator plus_of_min[TROPIC_TYPES] = {TP_TYPES_INTEGER(FUNCTIONS, min)};
static const tropic_host_operator plus_of_max[TROPIC_TYPES] = {TP_TYPES_INTEGER(FUNCTIONS, max)};

/* The functions of a semiring's multiply; NULL: it is an operator of the table. */
static const tropic_host_operator *saturating(const tropic_semiring *of)
{
    const tropic_host_operator *f = of->add == TROPIC_MIN ? &plus_of_min[of->type] : &plus_of_max[of->type];
    return of->multiply == TROPIC_PLUS && f->map ? f : NULL;
}

/* ------------------------------------------------------------------------------------------------
 * The semirings, which are made when first asked for, and stay
 */

typedef struct made {
    bool there;
    tropic_semiring semiring;
    tp_composed composed;
    tp_user user, multiply; /* the latter of functions alone */
} made;

static made all[TP_SEMIRINGS][TROPIC_TYPES];
static tp_mutex lock = {PTHREAD_MUTEX_INITIALIZER, 0};

static tp_user user_of(const tropic_semiring *of, bool semiring)
{
    return (tp_user){.holders = 1,
                     .semiring = semiring,
                     .z = of->type,
                     .x = of->x,
                     .y = of->y,
                     .name = (char *)(uintptr_t)of->name, /* which nobody writes to */
                     .uses_x = of->uses_first,
                     .uses_y = of->uses_second};
}

static tropic_operator multiply_of(const tropic_semiring *of, made *m)
{
    const tropic_host_operator *functions = saturating(of);
    tropic_operator multiply;
    if (!functions) return *tropic_operator_builtin(of->multiply, of->type);
    m->multiply = user_of(of, false);
    m->multiply.host_operator = functions;
    multiply = *tropic_operator_builtin(of->multiply, of->type);
    multiply.builtin = TROPIC_OPERATORS;
    multiply.user = &m->multiply;
    return multiply;
}

static bool make(const tropic_semiring *of, made *m)
{
    const tropic_operator *sum = tropic_semiring_add(of);
    m->composed.multiply = multiply_of(of, m);
    m->user = user_of(of, true);
    m->user.uses_j = m->user.uses_places = tp_operator_sees_places(&m->composed.multiply);
    m->user.stops = tp_semiring_stops(of);
    m->user.order_matters = of->order_matters;
    m->user.known_add = of->add;
    m->user.of[1] = m->composed.multiply.user;
    m->semiring = tp_semiring_of_user(&m->user, sum);
    m->semiring.composed = &m->composed;
    if (!tp_mutex_make(&m->user.lock)) return false;
    if (!m->user.of[1] || tp_mutex_make(&m->multiply.lock)) return true;
    tp_mutex_destroy(&m->user.lock);
    return false;
}

const tropic_semiring *tp_semiring_composed(const tropic_semiring *builtin)
{
    made *m = &all[TP_SEMIRING_AT(builtin->builtin)][builtin->type];
    if (__atomic_load_n(&m->there, __ATOMIC_ACQUIRE)) return &m->semiring;
    tp_mutex_lock(&lock);
    if (!m->there && make(builtin, m)) __atomic_store_n(&m->there, true, __ATOMIC_RELEASE);
    tp_mutex_unlock(&lock);
    return m->there ? &m->semiring : NULL;
}
