/* SPDX-License-Identifier: Apache-2.0
 *
 * What the host knows of a semiring.
 */
#ifndef TP_SEMIRING_H
#define TP_SEMIRING_H

#include <tropic.h>

struct tropic_semiring {
    tropic_builtin builtin;
    tropic_builtin flipped; /* with mul's operands exchanged; itself where mul commutes */
    const char *name;
    tropic_type type;
    bool uses_first;  /* mul looks at its first operand's value */
    bool uses_second;
    bool order_matters; /* the sum depends on the order of its terms */
};

/* The identity of the add, as a value of the semiring's type. */
void tp_semiring_identity(const tropic_semiring *semiring, void *value);

#endif
