/* SPDX-License-Identifier: Apache-2.0
 *
 * Spanning forests: what the two devices do for them, and weights as words.
 */
#ifndef TP_MST_H
#define TP_MST_H

#include "algorithms/run.h"
#include "semiring/language.h"

TP_BEGIN_C

/* A word that is sorted, and another that goes with it. Of edges of a forest: their ends, and their weight's word. */
typedef struct tp_mst_pair {
    uint64_t key, value;
} tp_mst_pair;

/* An edge by its ends, the lesser first: so edges are ordered as their numbers are. */
static inline uint64_t tp_mst_ends(tropic_index u, tropic_index v)
{
    return u < v ? (uint64_t)(uint32_t)u << 32 | (uint32_t)v : (uint64_t)(uint32_t)v << 32 | (uint32_t)u;
}
static inline tropic_index tp_mst_lesser(uint64_t ends)
{
    return (tropic_index)(ends >> 32);
}
static inline tropic_index tp_mst_greater(uint64_t ends)
{
    return (tropic_index)(uint32_t)ends;
}

/* What a forest is made of. */
typedef struct tp_mst_graph {
    tropic_index n;
    tp_arcs arcs;     /* with both arcs of each edge; values NULL: each weighs the same */
    tropic_type type; /* of the values: BOOL, or an integer or a real of 32 or 64 bits */
    bool maximum;
} tp_mst_graph;

/* The forest that was found, as it is in the backend's memory. */
typedef struct tp_mst_found {
    tropic_index edges;
    int32_t rounds;
    tp_mst_pair *pairs; /* CPU: edges in any order */
    uint64_t *ends;     /* GPU: of each vertex that is no root, an edge, and its weight */
    uint64_t *words;
} tp_mst_found;

/* Graphs of n > 0 vertices. Arrays are the run's.
 *   find  the forest, in any form; starts the run's clock when its arrays are there
 *   list  (*edges)[0 .. found->edges - 1], in host memory, by ascending ends */
#define TP_MST_CALLS(X, prefix)                                                                                        \
    X(tropic_status, prefix, find, (tp_run * run, const tp_mst_graph *graph, tp_mst_found *found))                     \
    X(tropic_status, prefix, list, (tp_run * run, const tp_mst_graph *graph, tp_mst_found *found, tp_mst_pair **edges))

typedef struct tp_mst_calls {
    TP_MST_CALLS(TP_CALL_POINTER, )
} tp_mst_calls;

TP_MST_CALLS(TP_CALL_PROTOTYPE, tp_cpu_mst_)
TP_MST_CALLS(TP_CALL_PROTOTYPE, tp_cuda_mst_)
extern const tp_mst_calls tp_cpu_mst_calls, tp_cuda_mst_calls;

/* Edges of a sample by which the lightest are told. */
#define TP_MST_SAMPLE 2048

/* ---- weights as words ---- */

#ifdef __CUDACC__
#define TP_MST_READ(type, values, k) __ldg((const type *)(values) + (k))
#else
#define TP_MST_READ(type, values, k) (((const type *)(values))[k])
#endif

/* Bits that a real number is sorted by: all of a negative one flipped, of others the sign; -0 is 0. */
#define TP_MST_SIGN32 0x80000000u
#define TP_MST_SIGN64 0x8000000000000000ull

/* The weight of entry k as a word of 32 bits, or of 64 where values have as many: by lesser words come edges that the
 * forest takes first. */
TP_FN uint64_t tp_mst_word(const tp_mst_graph *g, tropic_offset k)
{
    const void *values = g->arcs.values;
    uint64_t word = 0;
    if (!values) return 0;
    switch (g->type) {
    case TROPIC_BOOL: word = TP_MST_READ(uint8_t, values, k) != 0; break;
    case TROPIC_INT32: word = TP_MST_READ(uint32_t, values, k) ^ TP_MST_SIGN32; break;
    case TROPIC_FP32: {
        const uint32_t bits = TP_MST_READ(uint32_t, values, k);
        word = bits & TP_MST_SIGN32 ? (bits == TP_MST_SIGN32 ? TP_MST_SIGN32 : ~bits) : bits | TP_MST_SIGN32;
        break;
    }
    case TROPIC_INT64: word = TP_MST_READ(uint64_t, values, k) ^ TP_MST_SIGN64; break;
    case TROPIC_UINT64: word = TP_MST_READ(uint64_t, values, k); break;
    case TROPIC_FP64: {
        const uint64_t bits = TP_MST_READ(uint64_t, values, k);
        word = bits & TP_MST_SIGN64 ? (bits == TP_MST_SIGN64 ? TP_MST_SIGN64 : ~bits) : bits | TP_MST_SIGN64;
        break;
    }
    default: word = TP_MST_READ(uint32_t, values, k); break;
    }
    if (!g->maximum) return word;
    return g->type == TROPIC_INT64 || g->type == TROPIC_UINT64 || g->type == TROPIC_FP64 ? ~word : (uint32_t)~word;
}

TP_END_C
#endif
