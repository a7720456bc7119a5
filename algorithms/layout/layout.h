/* SPDX-License-Identifier: Apache-2.0
 *
 * The parts of a force-directed layout:
 *   layout.c           options, components, results
 *   layout_levels.c    one graph, from its coarsest form to itself
 *   layout_springs.c   the graph as springs, and its components
 *   layout_coarsen.c   coarser graphs, and places from those of a coarser graph
 *   layout_settle.c    iterations on one graph
 *   layout_place.c     random places, and components beside each other
 *   layout_measure.c   how good a layout is
 * Lengths are in units of k.
 */
#ifndef TP_LAYOUT_H
#define TP_LAYOUT_H

#include "algorithms/run.h"
#include "runtime/threads.h"
#include "algorithms/layout/nbody.h"

#include <tropic_layout.h>

/* A graph of springs in host memory: undirected, with both arcs of each edge, without loops. */
typedef struct tp_springs {
    tropic_index n;
    const tropic_offset *offsets;
    const tropic_index *ids;
    const float *strength;     /* NULL: each spring has 1 */
    const tropic_index *count; /* how many of A's vertices each vertex stands for; NULL: 1 */
    /* Component c has the vertices start[c] .. start[c + 1] - 1. NULL: there is one component. */
    const tropic_index *start;
    tropic_index components;
    tropic_matrix *owned; /* the matrix whose arrays offsets, ids and strength are; NULL: the graph does not own it */
    tp_arena arena;       /* the arrays that the graph owns */
} tp_springs;

/* Accepts zeros. */
void tp_springs_free(tp_springs *springs);

/* A + A' without loops; if `weighted`, with A's values, and without arcs of strength 0. INVALID_ARGUMENT, with the
 * place, if a value is negative or not finite. */
tropic_status tp_springs_open(tp_springs *springs, tropic_context *context, const tropic_matrix *A, bool weighted);

/* The vertices of a graph, component by component, the largest component first. */
typedef struct tp_components_list {
    tp_arena arena;       /* both arrays */
    tropic_index count;   /* components */
    tropic_index *start;  /* where each component begins; count + 1 */
    tropic_index *vertex; /* ascending in each component */
} tp_components_list;

/* tp_arena_release(&list->arena) it, also after a failure. */
tropic_status tp_springs_components(tp_components_list *list, tropic_context *context, const tp_springs *springs);
/* The graph of components first .. first + count - 1. Its vertices are numbered in the order of the list. */
tropic_status tp_springs_part(tp_springs *part, tropic_context *context, const tp_springs *springs,
                              const tp_components_list *list, tropic_index first, tropic_index count);

/* About how long edges are at rest: there, by the virial theorem, the sum of w d^3 over edges equals the sum of
 * count(u) count(v) over pairs. */
double tp_springs_length(const tp_springs *springs);

/* Component c has the vertices *from .. *to - 1. */
void tp_springs_component(const tp_springs *springs, tropic_index c, tropic_index *from, tropic_index *to);
/* How many vertices the largest component has. */
tropic_index tp_springs_largest(const tp_springs *springs);
double tp_springs_distance(const float *place, int dimensions, int64_t u, int64_t v);
/* The energy of component c: sum of w d^3 / 3 over edges - sum of count(u) count(v) log d over pairs. Cost: O(n^2). */
double tp_springs_energy(const tp_springs *springs, tropic_index c, const float *place, int dimensions);

/* A coarser graph, and for each vertex the coarse vertex that it is part of, in the coarse graph's arena. Both are
 * freed by tp_springs_free, also after a failure. */
tropic_status tp_springs_coarsen(tp_springs *coarse, tropic_index **parent, tropic_context *context,
                                 const tp_springs *springs);
/* Places from those of the coarser graph: halfway between the place of the vertex's parent and the mean place of its
 * neighbours' parents, and up to `jitter` off at random, so that no two coincide. */
void tp_springs_refine(float *place, const float *coarse, const tropic_index *parent, const tp_springs *springs,
                       int dimensions, float jitter, uint64_t seed, tp_team team);

/* Options and results of the iterations. */
typedef struct tp_iterations {
    int dimensions;
    tropic_layout_method method; /* AUTO: by n; out: the method taken */
    float theta, gravity;
    int32_t iterations;   /* at most */
    float step;           /* how far vertices move at first */
    float step_min;       /* iterations end when vertices move less far */
    const uint8_t *fixed; /* host memory; NULL: no vertex is fixed */

    int64_t done;    /* out: iterations made */
    double seconds;  /* out */
    double movement; /* out: how far vertices moved at last */
} tp_iterations;

/* Moves vertices until they are at rest. place: host memory, in and out. */
tropic_status tp_springs_settle(tropic_context *context, const tp_springs *springs, float *place, tp_iterations *how);

/* ---- places (layout_place.c), n points of `dimensions` coordinates in host memory ---- */

/* DIMENSION_MISMATCH or TYPE_MISMATCH, with `name`, unless v has n coordinates of type FP32 or FP64. */
tropic_status tp_layout_check(tropic_context *context, const tropic_vector *v, const char *name, tropic_index n);
/* values = v's entries. present: which there are; NULL: not requested. */
tropic_status tp_layout_read(double *values, const tropic_vector *v, bool *present);
/* The k-th random number of a seed, from -1 up to 1. */
float tp_layout_jitter(uint64_t seed, uint64_t k);
/* Random places for the vertices that have none, in the square or cube around the origin in which n vertices are about
 * `length` apart. known: which vertices have a place; NULL: none. */
void tp_layout_scatter(float *place, const uint8_t *known, tropic_index n, int dimensions, double length,
                       uint64_t seed);
/* If several known vertices are at one place, moves all but one off it by up to `jitter`. Fixed ones stay. */
tropic_status tp_layout_separate(tropic_context *context, double *place, const uint8_t *known, const uint8_t *fixed,
                                 tropic_index n, int dimensions, double jitter, uint64_t seed);
/* Moves components beside each other, with a distance of `apart`. Components with known vertices stay. */
tropic_status tp_layout_pack(tropic_context *context, double *place, const uint8_t *known,
                             const tp_components_list *list, int dimensions, double apart);

/* ---- the run (layout.c, layout_levels.c) ---- */

/* How far refined places are off at random, at most, in lengths of edges. */
#define TP_LAYOUT_JITTER 0.1

typedef struct tp_layout {
    tropic_context *context;
    tropic_layout_options options;
    tropic_layout_report report;
    const tropic_matrix *A;
    int dimensions;
    tropic_index n;
    tp_arena arena; /* place, known and fixed */
    double *place;  /* n points */
    uint8_t *known; /* which vertices were given a place; NULL: none */
    uint8_t *fixed; /* which vertices do not move; NULL: all may */
    tp_springs springs;
    tp_components_list components;
    double apart;         /* the length of edges in the largest component */
    tropic_index done;    /* vertices that are laid out */
    tropic_index current; /* vertices that are being laid out */
} tp_layout;

/* A graph of springs at some level, and where its vertices are. */
typedef struct tp_layout_level {
    const tp_springs *springs;
    float *place;
    const uint8_t *known, *fixed; /* as in tp_layout */
    int32_t number;               /* of the level; 0: A's own vertices */
} tp_layout_level;

/* Gives the vertices places, by iterations on coarser graphs first. */
tropic_status tp_layout_levels(tp_layout *l, const tp_layout_level *fine);

#endif
