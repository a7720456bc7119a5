/* SPDX-License-Identifier: Apache-2.0
 *
 * What a checkpoint of betweenness centrality belongs to.
 */
#ifndef TP_BC_CHECKPOINT_H
#define TP_BC_CHECKPOINT_H

#include "algorithms/betweenness/bc.h"

/* The identity to store: bc->identity with `run` replaced by two checksums. The high 32 bits are that of the run's own
 * sources in their order, the low 32 bits that of bc->identity.run and of all else that the sums depend on.
 * `count_max`: how many sources the run takes. */
tp_identity tp_bc_identity_of(const tp_bc *bc, const tropic_bc_options *options, tropic_index count_max);

#endif
