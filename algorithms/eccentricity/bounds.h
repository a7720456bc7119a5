/* SPDX-License-Identifier: Apache-2.0
 *
 * Bounds of eccentricities: what searches tell of the eccentricities of other vertices. If arcs go both ways, one
 * search tells both bounds. Else it takes one along the arcs and one against them, and both bounds are those of one
 * strongly connected component, whose vertices reach the same ones.
 */
#ifndef TP_BOUNDS_H
#define TP_BOUNDS_H

#include "runtime/backend.h"

#include <tropic_algorithms.h>

TP_BEGIN_C

/* Levels of a batch that are kept until the eccentricities are known, at most: 8 bytes a vertex each. */
#define TP_BOUNDS_LEVELS 33

/* Parts of the vertices that are surveyed side by side. */
#define TP_BOUNDS_PARTS 128

/* Arrays in memory of the backend, n places each. lower[v] or component[v] is -1 if v is left for the end. */
typedef struct tp_bounds {
    int32_t *lower, *upper;
    int32_t *component; /* the first vertex of v's strongly connected component; NULL: arcs go both ways */
    tropic_index n;
} tp_bounds;

/* What levels are: distances both ways, from the source, or to it. */
typedef enum tp_bounds_way { TP_BOUNDS_BOTH, TP_BOUNDS_FROM, TP_BOUNDS_TO } tp_bounds_way;

/* Who may be next. A vertex is active if its bounds differ, unless it is left for the end, or its upper bound is no
 * more than `most`. Its key is its lower bound, negated, if `least`, else its upper bound; and then, if there are
 * offsets, its degree, roughly. */
typedef struct tp_bounds_view {
    tp_bounds of;
    bool least;
    int32_t most;
    const tropic_offset *offsets;
    uint64_t round; /* hashes are of it, too: else those that are left would be those of great ones */
} tp_bounds_view;

/* What vertices there are. */
#define TP_BOUNDS_CLASSES 4
typedef struct tp_bounds_classes {
    int64_t key[TP_BOUNDS_CLASSES];        /* the greatest of active vertices, descending */
    tropic_index count[TP_BOUNDS_CLASSES]; /* vertices of each; 0: there are no more */
    tropic_index active;
    tropic_index end; /* the first vertex of the greatest eccentricity that bounds tell; -1: none */
    int32_t known;    /* that eccentricity */
} tp_bounds_classes;

/* Active vertices of a key whose hash is no more than `hash`, in any order: how many, and the first to come. */
#define TP_BOUNDS_LISTED (4 * TROPIC_BFS_BATCH)
typedef struct tp_bounds_list {
    unsigned count;
    tropic_index ids[TP_BOUNDS_LISTED];
} tp_bounds_list;

/* A search from a vertex of that eccentricity, and component unless the way is both; level -1: unreached. */
typedef struct tp_bounds_search {
    tp_bounds to;
    tp_bounds_way way;
    const int32_t *level;
    int32_t eccentricity, component;
} tp_bounds_search;

/* Up to 64 searches: bit c of words[d][w]: search c has w on level d. The searches of masks[k] are from vertices of
 * eccentricity eccentricities[k] and of components[k], for k < count. */
typedef struct tp_bounds_batch {
    tp_bounds to;
    tp_bounds_way way;
    int levels, count;
    const uint64_t *words[TP_BOUNDS_LEVELS];
    uint64_t masks[TROPIC_BFS_BATCH];
    int32_t eccentricities[TROPIC_BFS_BATCH], components[TROPIC_BFS_BATCH];
} tp_bounds_batch;

/*   begin    bounds of all vertices: those without arcs are known. Where arcs do not go both ways: those of components
 *            of few vertices, whose sizes are size[v], are left for the end
 *   survey   told[0 .. TP_BOUNDS_PARTS - 1] = what there is of each part
 *   widest   *widest = the greatest tp_bounds_width of active vertices of a key; it was 0
 *   list     *list = active vertices of a key; its count was 0
 *   search   bounds that a search gives
 *   batch    those of a batch
 * Pointers are to memory of the backend. */
#define TP_BOUNDS_CALLS(X, prefix)                                                                                     \
    X(tropic_status, prefix, begin,                                                                                    \
      (tropic_context * context, const tp_bounds *bounds, const tropic_offset *offsets, const tropic_index *size))     \
    X(tropic_status, prefix, survey, (tropic_context * context, const tp_bounds_view *view, tp_bounds_classes *told))  \
    X(tropic_status, prefix, widest,                                                                                   \
      (tropic_context * context, const tp_bounds_view *view, int64_t key, const tropic_offset *offsets,                \
       uint64_t *widest))                                                                                              \
    X(tropic_status, prefix, list,                                                                                     \
      (tropic_context * context, const tp_bounds_view *view, int64_t key, uint32_t hash, tp_bounds_list *list))        \
    X(tropic_status, prefix, search, (tropic_context * context, const tp_bounds_search *search))                       \
    X(tropic_status, prefix, batch, (tropic_context * context, const tp_bounds_batch *batch))

typedef struct tp_bounds_calls {
    TP_BOUNDS_CALLS(TP_CALL_POINTER, )
} tp_bounds_calls;

TP_BOUNDS_CALLS(TP_CALL_PROTOTYPE, tp_cpu_bounds_)
TP_BOUNDS_CALLS(TP_CALL_PROTOTYPE, tp_cuda_bounds_)
extern const tp_bounds_calls tp_cpu_bounds_calls, tp_cuda_bounds_calls;

TP_END_C
#endif
