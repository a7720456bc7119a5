/* SPDX-License-Identifier: Apache-2.0
 *
 * A run by bounds, of distances in arcs.
 */
#ifndef TP_BY_BOUNDS_H
#define TP_BY_BOUNDS_H

#include "algorithms/bfs/batch_search.h"
#include "algorithms/eccentricity/eccentricity.h"

typedef struct tp_bounding {
    tp_eccentricities *of;
    tp_eccentricity_state *state; /* apart: one search at a time, by levels; else up to 64, by the words of levels */
    tp_bounds_view view;          /* of the bounds, in memory of the backend */
    tp_bounds_classes *parts;     /* backend */
    tp_bounds_list *list;         /* backend */
    uint64_t *widest;             /* backend */
    tp_batch batch;
    tp_search_found found[TROPIC_BFS_BATCH];
    int32_t *level;     /* backend: of one search; NULL: not made */
    int32_t *component; /* host, where arcs do not go both ways: that of the bounds */
    tropic_index picked[TROPIC_BFS_BATCH];
    /* Where the diameter alone is wanted and searches settle little but their sources: those of the next rounds, as
     * many as are listed, become `spare`, so that a survey serves several. */
    bool ahead;
} tp_bounding;

static inline const tp_bounds_calls *tp_bounding_calls(const tp_bounding *e)
{
    return TP_BACKEND_PART(e->of->run->context, bounds);
}

/* v's eccentricity is known. */
static inline void tp_bounding_meet(tp_bounding *e, tropic_index v, int32_t eccentricity, int64_t reached)
{
    tp_eccentricity_meet(e->of, v, (tp_farthest){.whole = eccentricity}, reached);
}

/* The next vertices, whose number is *width: e->picked. *width is 0 if bounds are done. */
tropic_status tp_bounding_next(tp_bounding *e, tropic_index *width);

#endif
