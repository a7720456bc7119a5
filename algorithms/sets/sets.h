/* SPDX-License-Identifier: Apache-2.0
 *
 * Independent sets, colourings and matchings: the undirected graph that they are of, and the hashes by which vertices
 * and edges are ordered, on all devices by the same functions.
 */
#ifndef TP_SETS_H
#define TP_SETS_H

#include "algorithms/run.h"
#include "formats/matrix/list_at.h"
#include "runtime/random.h"
#include "runtime/threads.h"

TP_BEGIN_C

/* Both arcs of each edge, by row, in memory of the backend; ids ascend. */
typedef struct tp_set_graph {
    tropic_index n;
    tropic_offset count; /* arcs */
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values; /* NULL: each edge weighs the same */
    tropic_type type;
    bool loops; /* there are some, which do not count */
    tropic_index longest;
    uint64_t seed;
} tp_set_graph;

/* Begins a run on A (tp_run_begin), with values or without, and its clock. INVALID_ARGUMENT unless each arc has its
 * opposite, with values of the same weight. */
tropic_status tp_set_begin(tp_run *run, const tropic_matrix *A, bool values, tp_set_graph *graph);
/* A working array of a CPU that does the work; OUT_OF_MEMORY if it is not available (tp_need_memory). */
tropic_status tp_set_array(tp_run *run, void *pointer, int64_t count, size_t size, const char *what);
/* Ends it, with the values of the vector, INT32: an array of the run, which becomes the vector's. */
tropic_status tp_set_end(tp_run *run, tropic_vector *v, int32_t *values);

/* ---- orders ---- */

/* Neighbours of v. */
TP_FN tropic_index tp_set_degree(const tp_set_graph *g, tropic_index v)
{
    const tropic_offset begin = g->offsets[v];
    const tropic_index length = (tropic_index)(g->offsets[v + 1] - begin);
    return length - (g->loops && tp_position(g->ids + begin, length, v) >= 0);
}

/* Degrees that are alike have one class, and larger ones a larger class: the five leading bits of a degree. */
#define TP_SET_EXACT 32
#define TP_SET_CLASS_OF_BIT(b) (TP_SET_EXACT / 2 * ((b)-3))   /* of degree 2^b, b > 4 */
#define TP_SET_CLASSES (TP_SET_EXACT + 26 * TP_SET_EXACT / 2) /* degrees up to 2^31 - 1 */
TP_FN uint32_t tp_set_class(tropic_index degree)
{
    int bits;
    if (degree < TP_SET_EXACT) return (uint32_t)degree;
    bits = 27 - __builtin_clz((unsigned)degree); /* behind the five */
    return (uint32_t)(TP_SET_EXACT / 2 * bits + (degree >> bits));
}

/* Of vertices of one class that of the greater hash is before others: no two have the same. */
TP_FN uint64_t tp_set_hash(const tp_set_graph *g, tropic_index v)
{
    return tp_word(g->seed, (uint64_t)v);
}

/* Vertices of a block come one after another, in blocks of greater or lesser hash: where neighbours have near ids, a
 * set or a matching is then mostly packed more densely. (By a hash of each vertex or edge, and so: of lattice 1200
 * 699,941 and 700,167 vertices of a set, of the roads of Florida 520,567 and 521,424, of wave 25,416 and 24,884; edges
 * of a matching of these roads 430,308 and 437,322, of wave 73,815 and 74,985.) */
#define TP_SET_BLOCK_BITS 3
TP_FN uint64_t tp_set_hash_in_block(const tp_set_graph *g, tropic_index v)
{
    const uint64_t within = ((uint64_t)1 << TP_SET_BLOCK_BITS) - 1;
    return (tp_word(g->seed, (uint64_t)v >> TP_SET_BLOCK_BITS) | within) - ((uint64_t)v & within);
}

TP_END_C
#endif
