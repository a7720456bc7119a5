/* SPDX-License-Identifier: Apache-2.0
 *
 * Vectors of a hypersparse matrix and of its core, whose place k is place names[k] of the former. They go by way of the
 * host, which has the names.
 */
#ifndef TP_CORE_VECTORS_H
#define TP_CORE_VECTORS_H

#include "formats/matrix/forms/hypersparse.h"
#include "formats/vector/vector.h"

/* *made = u's entries at places with names, by the positions of these; values of `type` instead: those names (NULL:
 * u's own values). Cost: O(entries log names), or O(names) where u is no list. */
tropic_status tp_vector_of_core(tropic_vector **made, const tropic_vector *u, const tp_hyperlist *names,
                                const tropic_type *type);
/* w<mask> (accum)= t, which is by the positions of names. */
tropic_status tp_vector_write_of_core(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                      const tropic_vector *t, const tp_hyperlist *names,
                                      const tropic_descriptor *descriptor);

#endif
