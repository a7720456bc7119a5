/* SPDX-License-Identifier: Apache-2.0
 *
 * What a checkpoint of betweenness centrality belongs to.
 */
#include "algorithms/betweenness/bc_checkpoint.h"

#include <math.h>

tp_identity tp_bc_identity_of(const tp_bc *bc, const tropic_bc_options *options, tropic_index count_max)
{
    const uint64_t how[] = {bc->identity.run,    (uint64_t)count_max,       bc->classes != NULL,        bc->weighted,
                            bc->total.ends != 0, (uint64_t)options->method, (uint64_t)options->strategy};
    const uint64_t list = tp_checksum(0, bc->sources, (size_t)bc->count * sizeof *bc->sources);
    uint64_t all = tp_checksum(0, how, sizeof how);
    if (bc->tie.relative > 0) all = tp_checksum(all, &bc->tie.relative, sizeof bc->tie.relative);
    if (bc->tie.relative > 0 && bc->tie.absolute < HUGE_VAL)
        all = tp_checksum(all, &bc->tie.absolute, sizeof bc->tie.absolute);
    return (tp_identity){bc->identity.graph, list << 32 | all};
}
