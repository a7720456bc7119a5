/* SPDX-License-Identifier: Apache-2.0
 *
 * The algorithms that the tool has as commands, that --verify checks and that the bench times. For each NAME there are
 *     cli/commands/NAME.c         cli_NAME, the command: its columns, options, help, and how it runs
 *     reference/verify/NAME.c     reference_NAME, which checks a result
 *     bench/rows/NAME.c            bench_NAME[], what is timed: how it runs, the bytes that it must move, what is right
 */
#ifndef TP_ALGORITHM_NAMES_H
#define TP_ALGORITHM_NAMES_H

#define TP_ALGORITHMS(X)                                                                                               \
    X(bfs)                                                                                                             \
    X(sssp)                                                                                                            \
    X(bc)                                                                                                              \
    X(pagerank)                                                                                                        \
    X(components)                                                                                                      \
    X(triangles)                                                                                                       \
    X(clustering)                                                                                                      \
    X(mst)                                                                                                             \
    X(core)                                                                                                            \
    X(truss)                                                                                                           \
    X(closeness)                                                                                                       \
    X(harmonic)                                                                                                        \
    X(eccentricity)                                                                                                    \
    X(independent_set)                                                                                                 \
    X(coloring)                                                                                                        \
    X(matching)                                                                                                        \
    X(degree)                                                                                                          \
    X(katz)                                                                                                            \
    X(eigenvector)                                                                                                     \
    X(hits)                                                                                                            \
    X(communities)                                                                                                     \
    X(similarity)

#endif
