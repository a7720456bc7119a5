/* SPDX-License-Identifier: Apache-2.0
 *
 * The parts of a force-directed layout:
 *   layout.c           what is asked for, and the course of it
 *   layout_levels.c    one graph, from its coarsest to itself
 *   layout_springs.c   the graph as springs; its components
 *   layout_coarsen.c   coarser graphs, and places from theirs
 *   layout_settle.c    iterations on one graph
 *   layout_place.c     where vertices start; components beside each other
 *   layout_measure.c   how good it is
 * Lengths are in units of k.
 */
#ifndef TP_LAYOUT_H
#define TP_LAYOUT_H

#include "algorithms/run.h"
#include "runtime/threads.h"
#include "algorithms/layout/nbody.h"

/* A graph of springs, in host memory: undirected, both arcs of an edge are there, no loops. */
typedef struct tp_springs {
    tropic_index n;
    const tropic_offset *offsets;
    const tropic_index *ids;
    const float *strength;     /* NULL: 1 each */
    const tropic_index *count; /* of A's vertices in each; NULL: 1 */
    /* Of vertices of several components, which lie one after the other: component c has vertices start[c] ..
     * start[c + 1] - 1. NULL: one component. */
    const tropic_index *start;
    tropic_index components;
    tropic_matrix *owned; /* whose arrays the first three are; NULL: another's */
    void *memory[4];      /* host memory that is the graph's */
} tp_springs;

void tp_springs_free(tropic_context *context, tp_springs *springs);

/* A + A' without loops, with A's values where `weighted`. INVALID_ARGUMENT, naming the place, where one is negative, or
 * not finite. */
tropic_status tp_springs_open(tp_springs *springs, tropic_context *context, const tropic_matrix *A, bool weighted);

/* Vertices of a graph, component by component, those of most vertices first. */
typedef struct tp_components_list {
    tropic_index count;
    tropic_index *start;  /* count + 1 */
    tropic_index *vertex; /* ascending in each */
} tp_components_list;

tropic_status tp_springs_components(tp_components_list *list, tropic_context *context, const tp_springs *springs);
void tp_components_list_free(tropic_context *context, tp_components_list *list);
/* The graph of components first .. first + count - 1, whose vertices are numbered as listed. */
tropic_status tp_springs_part(tp_springs *part, tropic_context *context, const tp_springs *springs,
                              const tp_components_list *list, tropic_index first, tropic_index count);

/* The length of edges at rest, about: by the virial theorem the sum of w d^3 over edges is then that of products of
 * counts over pairs. */
double tp_springs_length(const tp_springs *springs);

/* Of component c the vertices *from up to, but not, *to. */
void tp_springs_component(const tp_springs *springs, tropic_index c, tropic_index *from, tropic_index *to);
/* Vertices of the largest one. */
tropic_index tp_springs_largest(const tp_springs *springs);
double tp_springs_distance(const float *place, int dimensions, int64_t u, int64_t v);
/* Of component c: the sum of w d^3 / 3 over edges less that of count(u) count(v) log d over pairs, which are looked at
 * one by one. */
double tp_springs_energy(const tp_springs *springs, tropic_index c, const float *place, int dimensions);

/* A coarser graph, and the vertex there that each one is part of. *coarse has no vertices where there is none to
 * make. */
tropic_status tp_springs_coarsen(tp_springs *coarse, tropic_index **parent, tropic_context *context,
                                 const tp_springs *springs);
/* Places from those of the coarser graph: between that of a vertex's own and those of its neighbours', and, so that no
 * two coincide, up to `jitter` off at random. */
void tp_springs_refine(float *place, const float *coarse, const tropic_index *parent, const tp_springs *springs,
                       int dimensions, float jitter, uint64_t seed, tp_team team);

/* How iterations go, and what they did. */
typedef struct tp_iterations {
    int dimensions;
    tropic_layout_method method; /* AUTO: by n */
    float theta, gravity;
    int32_t iterations;
    float step, least;    /* how far vertices move at first; below what it ends */
    const uint8_t *fixed; /* host memory; NULL: none */
    /* out */
    int64_t done;
    double seconds, movement;
    size_t memory;
} tp_iterations;

/* place: in host memory, in and out. */
tropic_status tp_springs_settle(tropic_context *context, const tp_springs *springs, float *place, tp_iterations *how);

/* ---- places (layout_place.c), n points of `dimensions` coordinates in host memory ---- */

/* A coordinate of n vertices, FP32 or FP64: DIMENSION_MISMATCH, TYPE_MISMATCH, with `name`; and its entries. */
tropic_status tp_layout_check(tropic_context *context, const tropic_vector *v, const char *name, tropic_index n);
tropic_status tp_layout_read(double *values, const tropic_vector *v, bool *present);
/* Random number k of a seed's, from -1 up to 1. */
float tp_layout_jitter(uint64_t seed, uint64_t k);
/* Random places in the square, or cube, around the origin in which n vertices are about `length` apart, of those that
 * not known. known: NULL: none is. */
void tp_layout_scatter(float *place, const uint8_t *known, tropic_index n, int dimensions, double length,
                       uint64_t seed);
/* Of known vertices at one place, all but one that are not fixed are moved off it, by up to `jitter`. */
tropic_status tp_layout_separate(tropic_context *context, double *place, const uint8_t *known, const uint8_t *fixed,
                                 tropic_index n, int dimensions, double jitter, uint64_t seed);
/* Moves components beside each other, `apart` from each other. Those with known vertices stay. */
tropic_status tp_layout_pack(tropic_context *context, double *place, const uint8_t *known,
                             const tp_components_list *list, int dimensions, double apart);

/* ---- the course of it ---- */

/* How far a place from a coarser graph is off, at most, in lengths of edges. */
#define TP_LAYOUT_JITTER 0.1

typedef struct tp_layout {
    tropic_context *context;
    tropic_layout_options options;
    tropic_layout_report report;
    const tropic_matrix *A;
    int dimensions;
    tropic_index n;
    double *place;          /* n points */
    uint8_t *known, *fixed; /* NULL: none */
    tp_springs springs;
    tp_components_list components;
    double apart;         /* the length of edges in the largest component */
    tropic_index done;    /* vertices of components that are laid out, ... */
    tropic_index at_hand; /* ... and of those that are being laid out */
} tp_layout;

/* A graph of springs at some level, and where its vertices are. */
typedef struct tp_layout_level {
    const tp_springs *springs;
    float *place;
    const uint8_t *known, *fixed; /* NULL: none */
    int32_t number;               /* 0: A's own vertices */
} tp_layout_level;

/* Gives the vertices places: iterations, at first on coarser graphs. */
tropic_status tp_layout_levels(tp_layout *l, const tp_layout_level *fine);

#endif
