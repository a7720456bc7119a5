/* SPDX-License-Identifier: Apache-2.0
 *
 * The state of a matrix, which a call of the library sees once, under one lock: its forms and its known facts. Another
 * thread may make a form meanwhile, so an absent one may have come since.
 */
#ifndef TP_USE_H
#define TP_USE_H

#include "formats/matrix/matrix.h"

TP_BEGIN_C

typedef struct tp_matrix_use {
    const tropic_matrix *A;
    const struct tp_hypersparse *hypersparse; /* stays as it is until A changes; NULL: A has no such form */
    bool symmetric;
    /* By tp_orientation: are its arrays there, on the host, and on the context's device? */
    bool on_host[2], on_device[2];
    bool degrees_known[2];
    tp_degrees degrees[2];
} tp_matrix_use;

/* Sees A as it is, pending updates merged. Thread-safe.
 * Status: OUT_OF_MEMORY of the merge. */
tropic_status tp_matrix_use_open(tropic_context *context, const tropic_matrix *A, tp_matrix_use *use);
/* tp_matrix_degrees, without the lock if they are known. */
tropic_status tp_matrix_use_degrees(tropic_context *context, tp_matrix_use *use, tp_orientation orientation,
                                    tp_degrees *found);

TP_END_C
#endif
