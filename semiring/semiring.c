/* SPDX-License-Identifier: Apache-2.0
 *
 * The built-in semirings as data, made from the one table in tropic.h.
 */
#include "semiring/semiring.h"

#include <string.h>

#include "semiring/operators.h"

/* What a multiply operator looks at. */
#define FIRST_times true
#define FIRST_plus true
#define FIRST_min true
#define FIRST_max true
#define FIRST_land true
#define FIRST_first true
#define FIRST_second false
#define FIRST_pair false
#define FIRST_secondi false
#define SECOND_times true
#define SECOND_plus true
#define SECOND_min true
#define SECOND_max true
#define SECOND_land true
#define SECOND_first false
#define SECOND_second true
#define SECOND_pair false
#define SECOND_secondi false

/* The same semiring with the operands of mul exchanged. Commuting operators, and secondi (whose index
 * is the one summed over on either side), are their own. */
#define FLIP_first(NAME) FLIP_##NAME
#define FLIP_second(NAME) FLIP_##NAME
#define FLIP_times(NAME) TROPIC_##NAME
#define FLIP_plus(NAME) TROPIC_##NAME
#define FLIP_min(NAME) TROPIC_##NAME
#define FLIP_max(NAME) TROPIC_##NAME
#define FLIP_land(NAME) TROPIC_##NAME
#define FLIP_pair(NAME) TROPIC_##NAME
#define FLIP_secondi(NAME) TROPIC_##NAME
#define FLIP_PLUS_FIRST TROPIC_PLUS_SECOND
#define FLIP_PLUS_SECOND TROPIC_PLUS_FIRST
#define FLIP_MIN_FIRST TROPIC_MIN_SECOND
#define FLIP_MIN_SECOND TROPIC_MIN_FIRST

/* Does a sum depend on the order of its terms? Floating plus does, and any, where the terms differ. */
#define ORDER_plus(mul, type) (TP_TYPE_##type == TROPIC_FP32 || TP_TYPE_##type == TROPIC_FP64)
#define ORDER_min(mul, type) false
#define ORDER_max(mul, type) false
#define ORDER_lor(mul, type) false
#define ORDER_any(mul, type) ORDER_any_##mul
#define ORDER_any_pair false
#define ORDER_any_secondi true

#define ENTRY(NAME, name, add, mul, type)                                                          \
    [TROPIC_##NAME][TP_TYPE_##type] = {TROPIC_##NAME,    FLIP_##mul(NAME), #name,                  \
                                       TP_TYPE_##type,   FIRST_##mul,      SECOND_##mul,           \
                                       ORDER_##add(mul, type)},
#define ENTRIES_BOOL(NAME, name, add, mul) ENTRY(NAME, name, add, mul, bool8)
#define ENTRIES_INTEGER(NAME, name, add, mul)                                                      \
    ENTRY(NAME, name, add, mul, int32) ENTRY(NAME, name, add, mul, int64)
#define ENTRIES_NUMERIC(NAME, name, add, mul)                                                      \
    ENTRIES_INTEGER(NAME, name, add, mul)                                                          \
    ENTRY(NAME, name, add, mul, fp32) ENTRY(NAME, name, add, mul, fp64)
#define ENTRIES_ALL(NAME, name, add, mul)                                                          \
    ENTRIES_BOOL(NAME, name, add, mul) ENTRIES_NUMERIC(NAME, name, add, mul)
#define ROW(NAME, name, add, mul, types) ENTRIES_##types(NAME, name, add, mul)

static const tropic_semiring table[TROPIC_BUILTINS][TROPIC_TYPES] = {TROPIC_SEMIRING_TABLE(ROW)};

const tropic_semiring *tropic_semiring_builtin(tropic_builtin name, tropic_type type)
{
    if ((size_t)name >= TROPIC_BUILTINS || (size_t)type >= TROPIC_TYPES) return NULL;
    return table[name][type].name ? &table[name][type] : NULL;
}

const char *tropic_semiring_name(const tropic_semiring *semiring)
{
    return semiring ? semiring->name : NULL;
}

tropic_type tropic_semiring_type(const tropic_semiring *semiring)
{
    return semiring ? semiring->type : TROPIC_BOOL;
}

#define IDENTITY(add, ctype, type)                                                                 \
    case TP_TYPE_##type: {                                                                         \
        ctype identity = tp_identity_##add##_##type();                                             \
        memcpy(value, &identity, sizeof identity);                                                 \
        break;                                                                                     \
    }
#define IDENTITIES_BOOL(add) IDENTITY(add, bool, bool8)
#define IDENTITIES_INTEGER(add) IDENTITY(add, int32_t, int32) IDENTITY(add, int64_t, int64)
#define IDENTITIES_NUMERIC(add)                                                                    \
    IDENTITIES_INTEGER(add) IDENTITY(add, float, fp32) IDENTITY(add, double, fp64)
#define IDENTITIES_ALL(add) IDENTITIES_BOOL(add) IDENTITIES_NUMERIC(add)
#define IDENTITY_ROW(NAME, name, add, mul, types)                                                  \
    case TROPIC_##NAME:                                                                            \
        switch (semiring->type) {                                                                  \
            IDENTITIES_##types(add) default : break;                                               \
        }                                                                                          \
        break;

void tp_semiring_identity(const tropic_semiring *semiring, void *value)
{
    switch (semiring->builtin) {
        TROPIC_SEMIRING_TABLE(IDENTITY_ROW)
    default: break;
    }
}
