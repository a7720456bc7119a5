/* SPDX-License-Identifier: Apache-2.0
 *
 * Algebra of the user's own: texts, copied, and the host functions that they compile to.
 */
#ifndef TP_USER_H
#define TP_USER_H

#include "runtime/locks.h"
#include "runtime/runtime.h"

TP_BEGIN_C

struct tropic_host_semiring;
struct tropic_host_operator;

#define TP_USER_SUMS 1

/* An operator (its expression is `multiply`; a monoid's `add`), or a semiring. Without expressions: an operator that
 * has functions alone, or a semiring of two operators. */
typedef struct tp_user {
    /* Never given twice in a process; names the code compiled for it; id + TP_USER_SUMS names the code compiled for its
     * add alone. */
    uint64_t id;
    tp_memory memory;
    int holders; /* operators and semirings that are made of it */
    bool semiring;
    tropic_type z, x, y;
    char *name, *add, *multiply, *identity, *terminal, *file; /* file is NULL of a semiring of two operators alone */
    char *definition;                                         /* of functions that the expressions call; NULL: none */
    int line;
    bool uses_x, uses_y, uses_j, uses_w; /* by multiply */
    bool uses_places;                    /* i, j or r, by multiply or add */
    bool add_uses_places;                /* by add */
    bool stops;                          /* a sum may, at a value that no further term changes */
    bool order_matters;                  /* a sum may depend on the order of its terms */
    tropic_builtin_operator known_add;   /* the add: built in, or by its text PLUS or ANY; else TROPIC_OPERATORS */
    tp_mutex lock;                       /* guards the members below, which are made when first needed */
    const struct tropic_host_semiring *host_semiring; /* NULL: not yet */
    const struct tropic_host_operator *host_operator;
    void *library;         /* where they came from; NULL: the user's program */
    struct tp_user *of[2]; /* those of the operators that a semiring is made of, which it holds; NULL: built-in */
} tp_user;

/* A new one, with nothing but an id and one holder; NULL: no memory. */
tp_user *tp_user_new(tropic_context *context);
/* Another holder; and one less, with the last of whom it goes, and the library that its functions came from. Neither
 * does anything with NULL. */
void tp_user_hold(tp_user *user);
void tp_user_release(tp_user *user);

/* Is `name` among the names in a C expression, not counting members (`a.x`, `a->x`)? */
bool tp_text_names(const char *expression, const char *name);

/* Its functions for the CPU, compiled where they came as strings: COMPILE_ERROR, NOT_SUPPORTED. */
tropic_status tp_user_host_semiring(tropic_context *context, tp_user *user, const struct tropic_host_semiring **host);
tropic_status tp_user_host_operator(tropic_context *context, tp_user *user, const struct tropic_host_operator **host);

TP_END_C

#endif
