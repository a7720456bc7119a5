/* SPDX-License-Identifier: Apache-2.0
 *
 * Memory of the host that is counted, and that one request does not get.
 */
#ifndef TROPIC_TESTS_LEDGER_H
#define TROPIC_TESTS_LEDGER_H

#include "tests/common.h"

typedef struct ledger {
    long calls, live, fail_at; /* the call of that number fails; -1: none */
} ledger;

/* A context of one thread whose host memory it counts. */
tropic_context *ledger_context(tropic_device device, ledger *l);

#endif
