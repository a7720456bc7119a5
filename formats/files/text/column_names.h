/* SPDX-License-Identifier: Apache-2.0
 *
 * The roles of columns of a table of edges, by their names: as pandas, NetworkX, igraph, Gephi, Neo4j, cuGraph, SNAP
 * and KONECT write them.
 */
#ifndef TP_COLUMN_NAMES_H
#define TP_COLUMN_NAMES_H

#include "formats/files/text/fields.h"

typedef enum tp_role { TP_FROM, TP_TO, TP_WEIGHT, TP_EDGE_TYPE, TP_ROLES } tp_role;

/* A name's letters and digits in lower case, without type annotations: "From Node-ID" is fromnodeid, ":START_ID(City)"
 * startid, "weight:float" weight. Longer ones are cut. */
#define TP_NAME_LENGTH 64
typedef char tp_column_name[TP_NAME_LENGTH];
void tp_column_name_of(const tp_field *field, tp_column_name name);

typedef enum tp_meaning {
    TP_MEANS_UNKNOWN,
    TP_MEANS_WEIGHT,
    TP_MEANS_MAYBE_WEIGHT, /* if there is no column of the former kind */
    TP_MEANS_NUMBER,       /* of a line, or of the edge: "id", "index", "Unnamed: 0", no name */
    TP_MEANS_OTHER         /* time, label, type, level ...: neither an end of an edge nor its weight */
} tp_meaning;
tp_meaning tp_column_meaning(const tp_column_name name);
/* Does it say that the column is no end of an edge? */
static inline bool tp_is_no_end(tp_meaning meaning)
{
    return meaning != TP_MEANS_UNKNOWN && meaning != TP_MEANS_NUMBER;
}

/* Is it Gephi's Type, which says whether the edge is directed? */
bool tp_is_edge_type(const tp_column_name name);

/* Are these the names of an edge's two ends, as `source` and `target`, `id1` and `id2`, or `to_city` and `from_city`?
 * 0: no; else how surely, 1 most. *forward: is the first of them where the edge begins? */
int tp_column_pair(const tp_column_name first, const tp_column_name second, bool *forward);
/* The same of one name alone: TP_FROM or TP_TO; TP_ROLES: neither. */
tp_role tp_column_end(const tp_column_name name);

#endif
