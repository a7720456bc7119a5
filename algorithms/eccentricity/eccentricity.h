/* SPDX-License-Identifier: Apache-2.0
 *
 * Eccentricities: a run, and its ways. First bounds, if the graph is symmetric or has large strongly connected
 * components; then a search from each vertex whose eccentricity is still not known.
 */
#ifndef TP_ECCENTRICITY_INTERNAL_H
#define TP_ECCENTRICITY_INTERNAL_H

#include "algorithms/checkpoint.h"
#include "algorithms/eccentricity/bounds.h"
#include "algorithms/run.h"
#include "algorithms/sssp/sssp.h"

#include <tropic_eccentricity.h>

/* An eccentricity: whole of arcs and of lengths that are integers. */
typedef union tp_farthest {
    int64_t whole;
    double real;
} tp_farthest;

/* What a search from a vertex tells. */
typedef struct tp_eccentricity_outcome {
    tp_farthest value;
    int64_t reached;
} tp_eccentricity_outcome;

/* How far bounds have come, beside what they are: by it a run goes on from a checkpoint to the same searches. */
typedef struct tp_eccentricity_state {
    int32_t begun, done;          /* have bounds begun? Are they done? */
    int32_t least;                /* the next searches are from vertices of the least lower bound */
    int32_t apart;                /* one by one */
    int32_t rounds, left;         /* surveys; the vertices that were active at the last judgement */
    int64_t searched;             /* since then */
    uint64_t round;               /* of searches */
    int32_t reaches, falls_short; /* as of the run, and so is `end` */
    tropic_index end, spare_count, spare[TP_BOUNDS_LISTED]; /* vertices of the next rounds */
} tp_eccentricity_state;

typedef struct tp_eccentricities {
    tp_run *run;
    const tropic_eccentricity_options *options;
    bool symmetric;       /* all distances are the same both ways */
    tropic_type type;     /* of the results: INT32, or that of shortest paths */
    bool real;            /* that is FP32 or FP64 */
    tp_farthest *value;   /* host, n places */
    bool *known;          /* host: is it? */
    tropic_index *active; /* host, ascending: vertices whose eccentricity is not known, or may be the diameter */
    tropic_index active_count;
    tropic_index *rest; /* host: vertices of small components, which are searched from at last */
    tropic_index rest_count;
    tropic_index end; /* a vertex of the greatest eccentricity that is known; -1: none is */
    double bound;     /* none is more */
    int64_t searches;
    bool reaches, falls_short; /* a search has reached all vertices; has not */
    tp_sssp_arrays lengths;    /* weighted */
    void *distance;            /* weighted: host, of the last search */
    tp_eccentricity_state state;
    tp_checkpoint progress;            /* of outcomes, saved_bounds and state; with a checkpoint: as it was read */
    double saved;                      /* when it was written */
    tp_eccentricity_outcome *outcomes; /* host, of searches from each vertex that is left */
    void *saved_bounds; /* host, with a checkpoint: bounds, values, what is known; tp_eccentricity_saved_bytes each */
    tropic_eccentricity_report report;
} tp_eccentricities;

static inline double tp_farthest_as_double(const tp_eccentricities *e, tp_farthest value)
{
    return e->real ? value.real : (double)value.whole;
}

static inline bool tp_farthest_less(const tp_eccentricities *e, tp_farthest a, tp_farthest b)
{
    return e->real ? a.real < b.real : a.whole < b.whole;
}

/* The greatest eccentricity that is known; -1: none is. */
static inline double tp_eccentricity_most(const tp_eccentricities *e)
{
    return e->end < 0 ? -1 : tp_farthest_as_double(e, e->value[e->end]);
}

/* The eccentricity of v is known: by a search that reached so many vertices, or 0 of them, by bounds. */
void tp_eccentricity_meet(tp_eccentricities *e, tropic_index v, tp_farthest value, int64_t reached);
/* A search by lengths from v, which is `part` of the call's work. e->distance = the distances. */
tropic_status tp_eccentricity_search(tp_eccentricities *e, tropic_index v, double from, double part, tp_farthest *value,
                                     int64_t *reached);
/* size[v], in host memory = vertices of v's component, of a symmetric pattern. */
tropic_status tp_eccentricity_components(tp_eccentricities *e, tropic_index *size);

/* -- checkpoints (saved.c) -- */

size_t tp_eccentricity_saved_bytes(const tp_eccentricities *e);
/* Reads the checkpoint if there is one, whose state then has begun, and makes its arrays. */
tropic_status tp_eccentricity_open(tp_eccentricities *e);
/* Is it time to write it? */
bool tp_eccentricity_is_due(const tp_eccentricities *e);
/* Writes it; saved_bounds are those of the state. The second tells the caller of a failure, and goes on. */
tropic_status tp_eccentricity_save(tp_eccentricities *e);
void tp_eccentricity_save_or_report(tp_eccentricities *e);
/* What the state says of the run. */
void tp_eccentricity_restore(tp_eccentricities *e);

/* Bounds, until all are known, or they settle few vertices; active and rest are what is left. */
tropic_status tp_eccentricity_by_bounds(tp_eccentricities *e);
/* The same by lengths, which are integers, or the diameter alone is wanted. */
tropic_status tp_eccentricity_by_lengths(tp_eccentricities *e);
/* A search from each vertex of active and rest. */
tropic_status tp_eccentricity_by_searches(tp_eccentricities *e);

#endif
