/* SPDX-License-Identifier: Apache-2.0
 *
 * Tropic, level 2: generated graphs, for measurements and tests. tropic.h includes this header, and its conventions
 * hold here too.
 */
#ifndef TROPIC_GENERATE_H
#define TROPIC_GENERATE_H

#ifndef TROPIC_H
#error "include tropic.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* X(KIND, name, first parameter, second or NULL, summary): the one table of generators. kron, urand, kmer and rgg are
 * random, and so are the edges that lattice keeps. The other graphs do not depend on the seed. */
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

/* Returns "kron", ...; NULL if there is no such kind. */
TROPIC_API const char *tropic_generator_name(tropic_generator kind);
/* Returns the name of parameter k (0 or 1), such as "SCALE"; NULL if the kind has no such parameter. */
TROPIC_API const char *tropic_generator_parameter(tropic_generator kind, int k);
/* Returns what the kind makes, in a few words; NULL if there is no such kind. */
TROPIC_API const char *tropic_generator_summary(tropic_generator kind);

typedef struct tropic_generator_options {
    size_t size;
    tropic_generator kind;
    /* The parameters in the order of the table. None has a default; one that the kind lacks is zero. All except P are
     * whole numbers:
     *   SCALE 1 to 30;  EF 1 to 65536;  P 0 to 1;  K 2 to 31;  N, W, D from 1;  WIDTH from 2 (an odd WIDTH acts as
     *   the even number below it)
     * The graph may have at most TROPIC_INDEX_MAX vertices (SIDE^2, W D or N). */
    double parameter[TROPIC_GENERATOR_PARAMETERS];
    uint64_t seed;
    int32_t weights; /* W > 0: INT32 values, uniform on 1 .. W; 0: a pattern */
    bool directed;   /* each edge is one arc, see Notes on tropic_matrix_generate; else two arcs with one weight */
} tropic_generator_options;

/* Generates a graph without loops and duplicates, in the memory of the context's device. The same options give the same
 * graph, bit by bit, on every device and with any number of threads.
 *   A        out  n x n
 *   context  in
 *   options  in
 * Cost: O(nnz), for kron O(nnz SCALE); kron, urand and kmer also need a sort.
 * Status: usual, and INVALID_ARGUMENT (a parameter is out of range; the text says which one and its range),
 * OUT_OF_MEMORY and OUT_OF_DEVICE_MEMORY (found before anything is drawn; the text says how much memory is needed and
 * how much there is), NOT_SUPPORTED (on the 17th GPU), CANCELLED.
 */
TROPIC_API tropic_status tropic_matrix_generate(tropic_matrix **A, tropic_context *context,
                                                const tropic_generator_options *options);
/* Notes on tropic_matrix_generate
 * Kinds: kron draws each edge by Graph500's initiator 0.57 0.19 0.19 0.05 and renumbers the vertices at random. lattice
 * keeps all edges of every 64th row and column. In mesh an inner vertex has 6 neighbours. rgg links points nearer than
 * 0.55 sqrt(ln N / N); the points are numbered by cells of that side. mycielskian numbers the vertices of M(K) as the
 * SuiteSparse Matrix Collection does: first those of M(K - 1), then their copies, then the last one. kmer numbers its
 * vertices at random.
 * Direction: a directed kron, urand or kmer has the arcs as they were drawn, many of them without their opposite. A
 * directed graph of another kind has each edge's arc to the higher vertex.
 * Memory: for more than a million drawn edges, few of them drawn twice, at most 2.5 times the size of the finished
 * matrix is allocated at any time. For a directed kron, urand or kmer on the host, it is 3.2 times. Messages about
 * memory use these bounds. A call that needs the graph on the host copies it there on first use.
 * Source: Chakrabarti, Zhan and Faloutsos, R-MAT, SDM 2004; graph500.org; rgg after Holtgrewe, Sanders and Schulz,
 * IPDPS 2010; Mycielski, Colloq. Math. 3 (1955).
 */

#ifdef __cplusplus
}
#endif
#endif /* TROPIC_GENERATE_H */
