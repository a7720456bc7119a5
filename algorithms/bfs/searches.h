/* SPDX-License-Identifier: Apache-2.0
 *
 * Whole searches from many sources, of which only numbers are kept: how many vertices are on which level. A thread of
 * the CPU takes a group of up to 64 sources, a bit of a word each; a block of a GPU takes one source with a queue.
 */
#ifndef TP_SEARCHES_H
#define TP_SEARCHES_H

#include "runtime/backend.h"
#include "semiring/language.h"

#include <tropic_algorithms.h>

TP_BEGIN_C

/* The numbers of one search. */
typedef struct tp_search_found {
    int64_t reached; /* the source included */
    int64_t sum;     /* of the levels */
    double inverse;  /* the sum of c / d over the levels d > 0 in their order, on which there are c vertices */
    int64_t arcs;    /* that leave vertices reached; of a group: of all its searches, in the first of them */
    int64_t levels;  /* the source's included */
} tp_search_found;

/* Level d > 0 of a search has so many vertices. */
TP_FN void tp_search_found_add(tp_search_found *found, int64_t d, int64_t vertices)
{
    found->reached += vertices;
    found->sum += vertices * d;
    found->inverse += (double)vertices / (double)d;
    found->levels = d + 1;
}

/* Arrays in memory of the backend. */
typedef struct tp_searches {
    tp_arcs in, out; /* arcs are followed as they leave */
    const tropic_index *sources;
    tropic_index count;     /* of the sources */
    tropic_index at_once;   /* for so many groups or blocks there is memory */
    char *memory;           /* tp_searches_bytes() for each */
    int64_t *taken;         /* GPU: sources that blocks have taken; 0 before */
    tp_search_found *found; /* by source */
} tp_searches;

/*   searches  all searches
 *   room      *at_once = how many groups or blocks are to work at a time */
#define TP_SEARCHES_CALLS(X, prefix)                                                                                   \
    X(tropic_status, prefix, run, (tropic_context * context, const tp_searches *searches))                             \
    X(tropic_status, prefix, room, (tropic_context * context, tropic_index * at_once))

typedef struct tp_searches_calls {
    TP_SEARCHES_CALLS(TP_CALL_POINTER, )
    bool near;          /* groups have more in common if their sources are near each other */
    tropic_index group; /* sources of one */
    /* Bytes of one, for each vertex in units of 1/8, and beside. */
    int64_t eighths, more;
    int64_t arcs_max; /* searches that are not deep are made so in graphs of fewer vertices and arcs */
    int64_t deep_max; /* and deep ones of fewer than so many */
} tp_searches_calls;

TP_SEARCHES_CALLS(TP_CALL_PROTOTYPE, tp_cpu_searches_)
TP_SEARCHES_CALLS(TP_CALL_PROTOTYPE, tp_cuda_searches_)
extern const tp_searches_calls tp_cpu_searches_calls, tp_cuda_searches_calls;

/* The bytes of a group or block; a multiple of 64, so that all begin at a line. */
static inline int64_t tp_searches_bytes(const tp_searches_calls *calls, tropic_index n)
{
    const int64_t line = 64;
    return (n * calls->eighths / 8 + calls->more + line - 1) / line * line;
}

TP_END_C
#endif
