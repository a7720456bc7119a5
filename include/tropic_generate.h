/* SPDX-License-Identifier: Apache-2.0
 *
 * Tropic, level 2: graphs made by rule, for measuring and for tests. Included by tropic.h.
 */
#ifndef TROPIC_GENERATE_H
#define TROPIC_GENERATE_H

#ifndef TROPIC_H
#error "include tropic.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* X(KIND, name, first parameter, second or NULL, what it makes): the one table of generators. Drawn at
 * random are kron, urand, kmer, rgg and which edges lattice keeps; all others look at no seed. */
#define TROPIC_GENERATOR_TABLE(X)                                                                                      \
    X(KRON, "kron", "SCALE", "EF", "Graph500: 2^SCALE vertices, EF R-MAT edges for each")                              \
    X(URAND, "urand", "SCALE", "EF", "2^SCALE vertices, EF edges for each between any two")                            \
    X(LATTICE, "lattice", "SIDE", "P", "square lattice, edges kept with probability P")                                \
    X(MESH, "mesh", "SIDE", NULL, "square lattice with a diagonal in each square")                                     \
    X(RGG, "rgg", "N", NULL, "random points of a square, those near each other linked")                                \
    X(MYCIELSKIAN, "mycielskian", "K", NULL, "the collection's mycielskianK, exactly")                                 \
    X(KMER, "kmer", "N", NULL, "long chains with few branches, many components")                                       \
    X(LAYERS, "layers", "W", "D", "D layers of W, each vertex linked to all of the next")                              \
    X(STAR, "star", "N", NULL, "the first vertex linked to all others")                                                \
    X(PATH, "path", "N", NULL, "each vertex linked to the next")                                                       \
    X(COMPLETE, "complete", "N", NULL, "each vertex linked to all others")                                             \
    X(BAND, "band", "N", "WIDTH", "each vertex linked to the WIDTH next to it, half on each side")

typedef enum tropic_generator {
#define TROPIC_GENERATOR_ENUM(kind, name, first, second, summary) TROPIC_GENERATE_##kind,
    TROPIC_GENERATOR_TABLE(TROPIC_GENERATOR_ENUM)
#undef TROPIC_GENERATOR_ENUM
} tropic_generator;
#define TROPIC_GENERATORS 12
#define TROPIC_GENERATOR_PARAMETERS 2

/* "kron", ...; NULL for no kind. */
TROPIC_API const char *tropic_generator_name(tropic_generator kind);
/* The name of parameter k (0 or 1), "SCALE"; NULL where the kind has none. */
TROPIC_API const char *tropic_generator_parameter(tropic_generator kind, int k);
/* What the kind makes, in a few words; NULL for no kind. */
TROPIC_API const char *tropic_generator_summary(tropic_generator kind);

typedef struct tropic_generator_options {
    size_t size;
    tropic_generator kind;
    /* In the order of the table; no parameter has a default, and one that the kind lacks is zero. Whole
     * numbers but for P:
     *   SCALE 1 to 30;  EF 1 to 65536;  P 0 to 1;  K 2 to 31;  N, W, D from 1;  WIDTH from 2, an odd one as
     *   the one below
     * and no more than TROPIC_INDEX_MAX vertices (SIDE^2, W D, N). */
    double parameter[TROPIC_GENERATOR_PARAMETERS];
    uint64_t seed;
    int32_t weights; /* W > 0: INT32 values, uniform on 1 .. W; 0: a pattern */
    bool directed;   /* each edge is one arc, see below; else both, of one weight */
} tropic_generator_options;

/* Makes a graph, in memory of the context's device alone: what needs it on the host copies it when first
 * asked for. No loops, no duplicates. The same options give the same graph, bit by bit, on every device
 * and with any number of threads.
 *   A        out  n x n
 *   context  in
 *   options  in
 * kron draws each edge by Graph500's initiator 0.57 0.19 0.19 0.05 and renumbers the vertices at random.
 * lattice keeps every 64th row and column whole. mesh gives vertices inside 6 neighbours. rgg links points
 * nearer than 0.55 sqrt(ln N / N), which are numbered by cells of that side. mycielskian numbers the vertices
 * of M(K) as the collection does: those of M(K - 1), their copies, the last one. kmer numbers vertices at
 * random. A directed graph has the arcs that were drawn, as often as not one way alone, of kron, urand
 * and kmer; of all others each edge's arc to the higher vertex.
 * Cost: O(nnz), of kron O(nnz SCALE), of kron, urand and kmer also a sort. Beyond a million drawn edges, of which
 * few are drawn twice, at most 2.5 times the finished matrix is allocated at any time; on the host, of a directed
 * one of these kinds, 3.2 times.
 * Status: usual, and INVALID_ARGUMENT (a parameter out of range: the text says which and what it may be),
 * OUT_OF_MEMORY and OUT_OF_DEVICE_MEMORY before anything is drawn where memory cannot do (the text says what is
 * needed, of drawn ones the most as above, and what there is), NOT_SUPPORTED (on the 17th GPU), CANCELLED.
 * Source: Chakrabarti, Zhan and Faloutsos, R-MAT, SDM 2004; graph500.org; rgg after Holtgrewe, Sanders and
 * Schulz, IPDPS 2010; Mycielski, Colloq. Math. 3 (1955).
 */
TROPIC_API tropic_status tropic_matrix_generate(tropic_matrix **A, tropic_context *context,
                                                const tropic_generator_options *options);

#ifdef __cplusplus
}
#endif
#endif /* TROPIC_GENERATE_H */
