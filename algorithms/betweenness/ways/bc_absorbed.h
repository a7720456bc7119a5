/* SPDX-License-Identifier: Apache-2.0
 *
 * The order of vertices, and the arcs of their shortest paths, where rounding absorbs lengths: d(u) + A(u,v) == d(u) ==
 * d(v). Vertices at one distance that such arcs join are a group. It was entered where a shortest path comes from
 * elsewhere, without any tolerance, and inside it distances are those from there, which are as small as the arcs are.
 * They may be absorbed again: so groups have groups inside.
 */
#ifndef TP_BC_ABSORBED_H
#define TP_BC_ABSORBED_H

#include "algorithms/betweenness/ways/tolerance.h"
#include "algorithms/run.h"

typedef struct tp_absorbed_place {
    double distance;
    tropic_index id;
} tp_absorbed_place;

/* Host arrays. */
typedef struct tp_absorbed {
    const tropic_matrix *A;
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    tp_tolerance tie;
    double *distance;         /* n: from the source; of a vertex of a group then from where that was entered */
    tp_absorbed_place *order; /* reached vertices: successors come behind their predecessors */
    tropic_index reached;
    bool *tight;             /* of each entry */
    bool *entered;           /* n: a shortest path comes from elsewhere, or it is the source */
    tropic_index *group;     /* n: the number of the group at hand that has it; 0: none */
    tropic_index *entry;     /* n, of the group at hand: where it was entered on the way to the vertex; -1 */
    tp_absorbed_place *heap; /* vertices that wait; room for all entries and all vertices */
    tropic_index groups;
    tropic_offset conflict; /* an entry that joins vertices which were reached independently, from `from`; -1: none */
    tropic_index from;
} tp_absorbed;

/* Fills order and tight, from the distances that shortest paths found. False: there is a conflict. */
bool tp_absorbed_settle(tp_absorbed *s, tropic_index source);

#endif
