/* SPDX-License-Identifier: Apache-2.0
 *
 * Algebra of the user's own: texts, copied, and the host functions that they compile to.
 */
#ifndef TP_USER_H
#define TP_USER_H

#include "runtime/runtime.h"

#include <pthread.h>

/* An operator (multiply is its expression), or a semiring. */
typedef struct tp_user {
    uint64_t id; /* never given twice in a process; names what was compiled for it */
    tp_memory memory;
    char *name, *add, *multiply, *identity, *terminal,
        *file; /* add, identity, terminal, file: or NULL */
    int line;
    bool uses_w, uses_i, uses_j;
    pthread_mutex_t lock;                    /* guards what follows, made when first needed */
    const struct tropic_host_semiring *host; /* NULL: not yet compiled */
    const struct tropic_host_operator *host_operator;
    void *library; /* where they came from; NULL: the user's program */
} tp_user;

#endif
