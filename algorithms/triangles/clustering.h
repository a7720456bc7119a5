/* SPDX-License-Identifier: Apache-2.0
 *
 * What each device does for clustering coefficients, beside counting triangles.
 *
 * A sum over the triangles of a vertex has one order on all devices: a vertex's neighbours u ascend, u's earlier
 * neighbours (of greater degree, of equal ones those of lower number) w ascend. The j-th of these is added to lane
 * j mod TP_TERM_LANES of a strip: of the first, or if the vertex has TP_TERM_LONG neighbours or more, of which u is the
 * i-th, of strip i mod TP_TERM_STRIPS. Then lanes are added in pairs, half of them apart, and strips likewise. (A warp
 * takes a strip.)
 */
#ifndef TP_CLUSTERING_H
#define TP_CLUSTERING_H

#include "algorithms/triangles/triangles.h"

TP_BEGIN_C

#define TP_TERM_LANES 32
#define TP_TERM_STRIPS 32
#define TP_TERM_LONG 1024

/* Sums over triangles v, u, w of the product of the values of their edges, or, `opposite`, of that of u and w alone. */
typedef struct tp_term_sums {
    const tp_edges *edges, *earlier; /* with values; the second has each vertex's earlier neighbours alone */
    bool opposite;
    double *sums;       /* of each vertex v */
    int64_t *triangles; /* how many there are */
} tp_term_sums;

typedef enum tp_coefficient {
    TP_COEFFICIENT_TRIANGLES, /* 2 t / (d (d - 1)) */
    TP_COEFFICIENT_SUMS,      /* sum / (b (b - 1) - 2 r) */
    TP_COEFFICIENT_ARCS,      /* sum / (d (d - 1)) */
    TP_COEFFICIENT_SQUARES    /* q / (sum over pairs of (d(u) + d(w) - 2) - 2 t - q) */
} tp_coefficient;

/* Sums over all vertices, added up in one order on all devices. */
typedef struct tp_coefficient_sums {
    double coefficients, wedges;
    int64_t nonzero, triangles; /* of these, each once for each of its vertices */
} tp_coefficient_sums;

typedef struct tp_coefficients {
    tp_coefficient kind;
    tp_both_ways G;              /* d is the length of a list, loops left out; or */
    const tp_edges *edges;       /* that of a list here, unless NULL */
    const int64_t *triangles;    /* t */
    const double *sums;          /* of the second and the third kind */
    const int64_t *squares;      /* q */
    double *coefficient;         /* out */
    tp_coefficient_sums *result; /* out, on the host */
} tp_coefficients;

/* Vertices whose terms are added up first, in TP_COEFFICIENT_LANES sums, of every so many-th each, and these in pairs;
 * then the sums of these groups are added up in the same way. */
#define TP_COEFFICIENT_LANES 256
#define TP_COEFFICIENT_GROUP (8 * TP_COEFFICIENT_LANES)

/*   earlier_offsets  earlier->offsets, which are there, and earlier->count
 *   earlier_ids      earlier->ids and, unless that is NULL, earlier->values
 *   sums             tells its progress
 *   squares          squares[v] = how many squares v is a corner of; tells its progress
 *   coefficients     of each vertex, and their sums */
#define TP_CLUSTERING_CALLS(X, prefix)                                                                                 \
    X(tropic_status, prefix, earlier_offsets, (tropic_context * context, const tp_edges *edges, tp_edges *earlier))    \
    X(tropic_status, prefix, earlier_ids, (tropic_context * context, const tp_edges *edges, const tp_edges *earlier))  \
    X(tropic_status, prefix, sums, (tropic_context * context, const tp_term_sums *s))                                  \
    X(tropic_status, prefix, squares, (tropic_context * context, const tp_edges *edges, int64_t *squares))             \
    X(tropic_status, prefix, coefficients, (tropic_context * context, const tp_coefficients *c))

typedef struct tp_clustering_calls {
    TP_CLUSTERING_CALLS(TP_CALL_POINTER, )
} tp_clustering_calls;

TP_CLUSTERING_CALLS(TP_CALL_PROTOTYPE, tp_cpu_clustering_)
TP_CLUSTERING_CALLS(TP_CALL_PROTOTYPE, tp_cuda_clustering_)
extern const tp_clustering_calls tp_cpu_clustering_calls, tp_cuda_clustering_calls;

TP_END_C
#endif
