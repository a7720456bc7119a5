/* SPDX-License-Identifier: Apache-2.0
 *
 * The thresholds of algorithms: numbers by which host code decides between two ways, or how finely work is cut. (Chunks
 * of a single loop, samples and prefetch distances stay beside their loops.) Each line ends with four columns: the
 * unit; the device (CPU, GPU, both) and the machine that was measured; the date of the measurement, whose figures stand
 * in the comment above; the functions that decide by it. tests/scripts/tuning.sh checks them. The costs of whole
 * searches are a table of their own, in algorithms/work.h.
 *
 * Thresholds of kernels stay beside the kernels, which are also compiled at run time:
 *     algorithms/search/cluster_kernel.cuh, near_far.cuh, search.cu, search.cuh, search_state.cuh
 *     algorithms/bfs/searches.cu
 *     algorithms/betweenness/brandes.h: TP_BRANDES_GROUP, TP_BRANDES_LEVELS
 *     algorithms/betweenness/brandes_columns.h: TP_BRANDES_HUB
 *     algorithms/betweenness/cuda/brandes_calls.cu, brandes_cluster.cuh, brandes_columns.cu, brandes_single.cu,
 *         brandes_sweep.cuh
 *     algorithms/distances/tiles.cu
 *     algorithms/layout/nbody_exact.cu, nbody_tree.cu
 *     algorithms/mst/mst.cu
 *     algorithms/sssp/negative_arcs.cu
 *
 * These are macros alone: who uses one includes its types.
 */
#ifndef TP_ALGORITHMS_TUNING_H
#define TP_ALGORITHMS_TUNING_H

/* ---- algorithms/work.h ---- */

/* From this mean degree on, levels are mostly wide, so that several threads are of use. */
#define TP_WORK_WIDE_DEGREE 8 /* arcs a vertex; CPU; not measured; tp_work_of_search */
/* A power iteration that may take more iterations takes about so many. */
#define TP_WORK_ITERATIONS 100 /* iterations; both; not measured; tp_work_of_iterations */
/* Louvain and Leiden take about so many times as long as label propagation: 13 on Kronecker 16, 6 on a lattice, 30 on a
 * random graph. */
#define TP_WORK_LEVELS 10 /* ratio; CPU, 1 thread; 2026-11-30; tropic_communities */
/* For each entry of a graph that is new: to find facts of the graph, and to make its other forms. One thread's. */
#define TP_WORK_NEW_SECONDS 6e-9 /* s an entry; CPU; not measured; tp_work_of_new */

/* ---- algorithms/search/search.c ---- */

/* A frontier that the caller does not keep is listed where it has at most one in so many vertices: the lists of two
 * then take half a byte a vertex, and a push from bits, which looks at every vertex, is rare and has work. */
#define TP_FRONTIER_LISTED 16 /* vertices an entry; CPU; not measured; tp_cpu_search */
/* And so many more, for small graphs. */
#define TP_FRONTIER_LISTED_MIN 32 /* vertices; CPU; not measured; tp_cpu_search */
/* Arcs of a frontier that threads may list apart, at least, if it is listed: each list has room for all. (On the roads
 * of Florida each of 16 threads had room for 4183. So one thread took the widest levels, of up to 7045 arcs, and a
 * search 23 ms, on 8 threads 15.) */
#define TP_FRONTIER_OWN_ROOM 8192 /* arcs; CPU, 16 threads; 2026-11-29; tp_cpu_search */

/* ---- algorithms/search/search_cpu.h ---- */

/* Graphs of a lower mean degree have narrow frontiers. */
#define TP_SPARSE_DEGREE 32 /* arcs a vertex; CPU; not measured; wider, tp_sssp_width */

/* ---- algorithms/search/search_calls.c ---- */

/* Two cores, Kronecker 20: arcs are relaxed 1.15 times at 1/2, 1.3 at 1, 1.9 at 2, 2.3 at 4, and time follows. On a
 * lattice and on roads they are relaxed 1.0 times at 1/2, 1.15 at 8, 1.35 at 32; but at 1/2 a bucket has too little for
 * two threads, and from 4 to 32 they need 0.6 times the time of one. */
#define TP_CPU_BUCKET_FACTOR 0.5 /* mean weights by degree; CPU, 2 cores; 2026-11-23; tp_sssp_width */

/* ---- algorithms/search/delta_stepping.c ---- */

/* Where fewer than one in so many of the ids that wait beyond the buckets came into them, buckets were too narrow, and
 * become twice as wide: all that wait were looked at. */
#define TP_BUCKETS_WAITING 8 /* part of ids, 1 in; CPU; not measured; next_buckets */
/* An arc of a bucket, or an id that waits, costs as much as so many arcs of a frontier: its tail lies anywhere too, and
 * its head goes into bins. (Two threads, roads of New York, where a bucket has 500 ids: 8.9 ms at 1, 7.8 at 2, 7.7 at
 * 4, 7.6 at 8. Sixteen, roads of Florida: 18 ms at 4, 14 at 16, 15 at 32.) */
#define TP_BUCKETS_FAR_ARCS 16 /* arcs; CPU, 16 threads; 2026-11-24; next_buckets, bucket_step */
/* Beyond so many threads the buckets of a graph that is as many times as sparse as others are made wider with them.
 * (Sixteen threads, lattice 1200: 18.1 ms, 15.5 with buckets twice as wide, 14.5 four times, 16.5 eight times, when
 * arcs are relaxed 1.14, 1.22, 1.34 and 1.58 times; roads of Florida: 14.7, 12.5, 12.6.) */
#define TP_BUCKETS_WIDER 4 /* threads; CPU, 16 threads; 2026-11-29; wider */

/* ---- algorithms/bfs/bfs_batch.c ---- */

/* A batch takes a CPU about as long as so many searches from one source. */
#define TP_BATCH_SEARCHES 4 /* searches; CPU; not measured; tropic_bfs_batch, tropic_closeness */

/* ---- algorithms/bfs/deep.c ---- */

/* A search with more levels than TP_BFS_DEEP * log2(n) is deep: level by level over the whole device it would wait more
 * than work. The rule and the factor are those of McLaughlin and Bader, SC14. */
#define TP_BFS_DEEP 4 /* levels by log2(n); GPU; not measured; tp_bfs_shallow_levels */

/* ---- algorithms/bfs/searches.c ---- */

/* A thread's group of searches looks for its frontier where this has more than one in so many arcs. */
#define TP_SEARCHES_PULL 16 /* part of arcs, 1 in; CPU; not measured; search */
/* Vertices and arcs from which memory is prefetched: fewer lie in the second-level cache. */
#define TP_SEARCHES_PREFETCH_FROM 65536 /* vertices and arcs; CPU; not measured; group_in */
/* Sources are taken one by one where fewer searches of a group than so many have a vertex in a frontier at a time: a
 * visit of a group takes as long as those of so many single searches. (128 sources, spread over a lattice of 300 x 300,
 * 578 ms by groups.) */
#define TP_SEARCHES_COMMON 4 /* searches; CPU; not measured; is_apart */
/* A group takes a thread up to about a second. Of larger graphs all threads search together, level by level. */
#define TP_SEARCHES_CPU_MAX (1 << 25)      /* vertices and arcs; CPU; not measured; tp_many_searches_begin */
#define TP_SEARCHES_CPU_DEEP_MAX (1 << 27) /* vertices and arcs; CPU; not measured; tp_many_searches_begin */

/* ---- algorithms/sssp/sssp.c ---- */

/* Distances are tried in 32 bits where weights are up to this: paths of 4096 such arcs fit, and most are no longer.
 * Where one is, the search is made twice. */
#define TP_SSSP_NARROW ((double)(UINT32_MAX / 4096)) /* weight; both; not measured; tp_sssp_inspect */

/* ---- algorithms/sssp/sssp_narrow.c ---- */

/* So many distances, or fewer, are widened by a copy: of more, one half lies apart from all that is still narrow. */
#define TP_SSSP_WIDENED_FIRST 64 /* distances; CPU; not measured; tp_sssp_widen */

/* ---- algorithms/sssp/sssp_negative.c ---- */

/* Searches before each other one has its turn. */
#define TP_SSSP_SEARCHES_FIRST 16 /* searches; both; not measured; search_in_turn */

/* ---- algorithms/sssp/potential.c ---- */

/* c is the quantile 1 / TP_POTENTIAL_FEW of w / d over TP_POTENTIAL_SAMPLE arcs, spread over all. (On the roads of New
 * York, for 20 random pairs, 155 thousand of 264 thousand vertices are settled without a potential, 70 thousand with
 * the minimum of w / d, 40 thousand with TP_POTENTIAL_FEW = 1000 and 100, 39 thousand with 10; 4, 30 and 550 vertices
 * are lowered.) */
#define TP_POTENTIAL_SAMPLE (1 << 16) /* arcs; CPU; 2026-11-23; usual_factor */
#define TP_POTENTIAL_FEW 100          /* part of a sample, 1 in; CPU; 2026-11-23; usual_factor */
/* The maximum of passes over the arcs that lower potentials. */
#define TP_POTENTIAL_PASSES 16 /* passes; CPU; not measured; make */

/* ---- algorithms/closeness/closeness.c ---- */

/* Sources are put in an order in which near ones are side by side if there are so many groups of them: that takes as
 * long as a search. */
#define TP_SEARCHES_SORTED_FROM 4 /* groups; CPU; not measured; make_list */

/* ---- algorithms/bfs/many_searches.c ---- */

/* Vertices get other numbers if there are so many groups of sources: that takes as long as two or three searches. */
#define TP_SEARCHES_RENUMBERED_FROM 8 /* groups; CPU; not measured; make_apart */

/* ---- algorithms/betweenness/bc_run.c ---- */

/* Of a graph that the caches hold, more arcs a vertex are better taken for all sources of a batch at once. (With 6 a
 * vertex queues and batches are alike, with 44 batches take 0.7 of the time.) */
#define TP_BC_SPARSE 10 /* arcs a vertex; CPU; 2026-11-23; suits_queues */

/* ---- algorithms/betweenness/reduce/bc_reduced_run.c ---- */

/* A reduced graph is worth its run if it leaves less than this part of the work. */
#define TP_BC_REDUCED_PART_MAX 0.95 /* part of the work; both; not measured; pays */

/* ---- algorithms/betweenness/ways/bc_levels.c ---- */

/* An atomic operation costs about as much as so many words that a pull reads. */
#define TP_BC_PUSH_COST 8 /* words; both; not measured; is_thin */

/* ---- algorithms/betweenness/ways/bc_near.c ---- */

/* Groups are formed of so many sources at least, and one to so many vertices: else those of a group are far from each
 * other. (1000 of 10,000 vertices of a lattice took 1.2 times as long in groups, 1000 of airfoil1's 4253 0.8 times.) */
#define TP_BC_GROUP_SOURCES_MIN 64 /* sources; CPU; 2026-11-24; tp_bc_suits_groups */
#define TP_BC_GROUP_VERTICES 5     /* vertices a source; CPU; 2026-11-24; tp_bc_suits_groups */
/* But if so many vertices have an arc to one, or more, all are near each other, and sums read few rows often. */
#define TP_BC_GROUP_HUB_PART (1.0 / 32) /* part of vertices; CPU; not measured; tp_bc_suits_groups */

/* ---- algorithms/betweenness/ways/bc_queue_batches.c ---- */

/* Sources are no longer taken in groups where the queues of these have more than this part of the entries that those of
 * the sources would have, once this part of the sources was taken. (The first sources are at an end of the graph, where
 * fewer are near: of airfoil1 the part is 0.71 after a sixty-fourth of them, 0.54 after an eighth and 0.41 in the end,
 * and groups take half the time. A mesh of 85 x 85 has 0.73 after an eighth and 0.80 in the end; groups take 1.0 to 1.1
 * times as long with the newest instructions, 1.4 with the oldest.) */
#define TP_BC_GROUP_ENTRIES_MAX 0.7   /* part of entries; CPU; 2026-11-24; take_batches */
#define TP_BC_GROUP_JUDGED_PART 0.125 /* part of sources; CPU; 2026-11-24; take_batches */

/* ---- algorithms/betweenness/ways/bc_single.c ---- */

/* After so many levels a search that has not ended is judged: it is deep if it would reach fewer than n vertices within
 * TP_BRANDES_LEVELS levels, growing as in a space of three dimensions. (So a 150th of the levels of a lattice of 1200 x
 * 1200 is searched for nothing, not a 20th.) */
#define TP_BC_FIRST_LEVELS 8 /* levels; both; not measured; search */

/* ---- algorithms/betweenness/cpu/brandes_calls.c ---- */

/* 64 sources of uniform random graph 18, ms each: 18.5 one by one, 20 by products, 41 side by side. */
#define TP_BC_CPU_SINGLE_MAX TROPIC_INDEX_MAX /* sources; CPU; 2026-11-23; all_sources */
#define TP_BC_CPU_REDUCE_FROM 128             /* sources; CPU; 2026-11-23; tp_bc_choose_reductions */
/* The graph then fits a second-level cache, with the state of a source. (One thread, all sources, queues and one by
 * one, ms: power grid of 4941 vertices 454 and 1483, PGP 11,000 vertices 1143 and 1985; reduced 196 and 458 side by
 * side.) */
#define TP_BC_CPU_QUEUE_MAX (1 << 18) /* vertices and arcs; CPU, 1 thread; 2026-11-23; suits_queues */
/* Rows of both sweeps then take half as much again as a second-level cache of 1 MiB. (All sources of the Delaunay
 * triangulation of 2^13 points took 0.4 of the time of queues, of a lattice of 100 x 100 0.7.) */
#define TP_BC_CPU_GROUP_MAX (12 << 10) /* vertices; CPU; 2026-11-24; tp_bc_suits_groups */
/* With hubs, whose rows are read most and stay in caches, that and several times as much. (128 sources on one and two
 * threads, ms, in groups and one by one: Kronecker graph 14 40 to 54 and 86, 30 and 55; 16 405 and 452, 257 and 238 to
 * 259; 17 1290 and 1257, 840 to 990 and 660. All sources of 16 on 16 threads, s: 23 and 84. One by one, each level of a
 * source has parallel loops of its own.) */
#define TP_BC_CPU_GROUP_HUBS_MAX (80 << 10) /* vertices; CPU, 2 and 16 threads; 2026-11-24; tp_bc_suits_groups */

/* ---- algorithms/betweenness/cpu/brandes.c ---- */

/* Vertices and arcs from which memory is prefetched: fewer lie in the second-level cache, with all that is known of
 * them. */
#define TP_BRANDES_PREFETCH_FROM 65536 /* vertices and arcs; CPU; not measured; prefetches */
/* Sources that a thread takes before it waits for the others, at most, and the memory that they may take: with one,
 * 1000 sources of 4elt took 1.4 times as long where two threads had other programs beside them. If sources add to arcs,
 * one: each needs memory of its own until all have ended, and with 16 that of a lattice of 400 x 400 is in no cache. */
#define TP_BRANDES_AT_ONCE 16 /* sources a thread; CPU, 2 threads; 2026-11-25; tp_cpu_brandes_room */
#define TP_BRANDES_AT_ONCE_BYTES ((int64_t)32 << 20) /* bytes; CPU, 2 threads; 2026-11-25; tp_cpu_brandes_room */
/* Vertices and arcs from which threads share one source. */
#define TP_BRANDES_SHARED 200000 /* vertices and arcs; CPU; not measured; tp_cpu_brandes_sweeps */

/* ---- algorithms/betweenness/cpu/brandes_shared.c ---- */

/* Vertices of a level from which they share it: a vertex takes about 30 ns, to begin and end a loop about 1 us. */
#define TP_BRANDES_SHARED_LEVEL 256 /* vertices; CPU; 2026-11-25; forward, backward */
/* Vertices of it that a thread takes at a time, at least and at most: its part of a narrow level at once. (A lattice of
 * 1200 x 1200, 16 threads: 38 ms, with 32 at a time 41, with 64 44.) */
#define TP_BRANDES_SHARED_MIN 24  /* vertices; CPU, 16 threads; 2026-11-23; shared_chunk */
#define TP_BRANDES_SHARED_MAX 256 /* vertices; CPU, 16 threads; 2026-11-23; shared_chunk */

/* ---- algorithms/components/strong.c ---- */

/* Levels of a search after which it is given up: each takes some microseconds, however few vertices it has, so that
 * these take milliseconds, and a long band of a million vertices would take longer than to walk over it in depth. */
#define TP_STRONG_LEVELS_MAX 512 /* levels; both; not measured; search */

/* Arcs a vertex from which on two searches look for a giant strong component before a walk in depth. (A million
 * vertices, two threads: a random graph of 3 arcs each takes 33 ms with searches, 157 without; of 8, 37 and 349;
 * Kronecker 20 of 4 arcs, 18 and 75. But pages of a site, of 4.6 arcs and with many levels, take 8.4 and 5.4; lattices
 * and roads, of 1.2 to 2.9, have no such component, or hundreds of levels.) */
#define TP_STRONG_DEGREE 3 /* arcs a vertex; both, CPU of 2 cores; 2026-11-30; tp_components_strong */

/* ---- algorithms/components/strong_cpu.c ---- */

/* Nor do searches pay with few threads if arcs lead to vertices of ids that are near, as in meshes and on pages of a
 * site: a walk takes half of the time of one thread. (Milliseconds with searches and without: web-NotreDame 20.3 and
 * 10.6, wave with each edge directed by a hash 29.5 and 13.6, wiki-Vote 0.48 and 0.26; of their samples 0.28, 0.31 and
 * 0.24 are near. Of soc-Epinions1 and soc-Slashdot0902 0.05 and 0.02 are: 5.5 and 4.7, 5.4 and 9.6.) */
#define TP_STRONG_LOCAL_REACH 64   /* ids; CPU, 1 thread; 2026-12-01; is_local */
#define TP_STRONG_LOCAL_PART 0.15  /* part of a sample; CPU, 1 thread; 2026-12-01; is_local */
#define TP_STRONG_LOCAL_SAMPLE 256 /* vertices; CPU; not measured; is_local */
#define TP_STRONG_LOCAL_THREADS 4  /* threads; CPU; not measured; tp_cpu_strong_pivot */

/* ---- algorithms/triangles/triangles.c ---- */

/* Vertices are numbered by descending degree first, if the mean degree of an edge's ends is more than this: unnumbered,
 * an entry is looked at a sixth as often, about, and to number it takes as long as some looks. (Times numbered by those
 * unnumbered: email-Enron, 140, 1.65; soc-Epinions1, 184, 1.6; facebook_combined, 107, 1.3; wiki-Vote, 145, 1.2; but
 * Mycielskian 12, 300, 0.55; Kronecker 15 of 16 edges, 503, 0.3.) */
#define TP_TRIANGLES_GIVEN_DEGREE 256 /* edges; both, CPU of 2 cores; 2026-12-01; tp_triangles_by_degree */

/* ---- algorithms/triangles/count.c ---- */

/* Up to this mean degree lists are merged, not marked. (One thread, lattice 1200, ms: 18.5 and 32.) */
#define TP_TRIANGLES_MERGED_DEGREE 8 /* edges a vertex; CPU; 2026-11-30; tp_cpu_triangles_count */
/* And where no list is longer than this: of a longer one a thread would merge half of its square of entries by itself,
 * here half a million, about a millisecond. */
#define TP_TRIANGLES_MERGED_LONGEST 1024 /* edges; CPU; not measured; tp_cpu_triangles_count */

/* ---- algorithms/distances/distances_heaps.c ---- */

/* Sources from which on threads search by themselves, by lengths. */
#define TP_DISTANCES_HEAPS 16 /* sources; CPU; not measured; tp_distances_suit_heaps */

/* ---- algorithms/distances/distances_searches.c ---- */

/* Levels of 64 searches side by side from which on sources are searched from one by one: their fronts then have little
 * in common. */
#define TP_DISTANCES_LEVELS 64 /* levels; CPU; not measured; search_groups */

/* ---- algorithms/distances/tiles.c ---- */

/* For each third power of a vertex, by tiles: a sum and a minimum, of one thread. (2048 vertices: 72 and 31 G
 * operations a second.) */
#define TP_DISTANCES_SUM_FP32 2.8e-11 /* s; CPU, EPYC; 2026-11-30; tp_cpu_distances_tiles_seconds, work_of */
#define TP_DISTANCES_SUM_FP64 6.4e-11 /* s; CPU, EPYC; 2026-11-30; tp_cpu_distances_tiles_seconds, work_of */
/* The part of tp_work_of_search that a search by lengths takes among many from a graph that caches hold. (One thread,
 * 0.32 of 0.70 ms for random graph 11, 0.74 of 2.66 for Kronecker graph 13, both of 16 edges a vertex.) */
#define TP_DISTANCES_SEARCH 0.4 /* part of time; CPU, EPYC; 2026-11-30; tp_cpu_distances_searches_seconds */
/* For each place of a row by levels, to turn 64 columns of these into rows. (The same two graphs: 32 ms, and 440.) */
#define TP_DISTANCES_PLACE 5e-9 /* s; CPU, EPYC; 2026-11-30; tp_cpu_distances_searches_seconds */
/* Searches that one search is worth where lengths are negative. */
#define TP_DISTANCES_NEGATIVE 4 /* searches; CPU; not measured; tp_cpu_distances_searches_seconds */
/* The part of the available memory that a matrix beside the result may take. */
#define TP_DISTANCES_MEMORY_PART 0.5 /* part of memory; CPU; not measured; tp_cpu_distances_tiles_seconds */
/* Up to so many vertices a phase has fewer: one thread alone closes the middle block. (On all devices, as sums
 * depend on it.) */
#define TP_TILES_SMALL 4096 /* vertices; both; not measured; tp_distances_depth */

/* ---- algorithms/truss/truss.c ---- */

/* How many times as long as triangles are counted. (Two threads: urand 17 0.65 s, a lattice of side 600 0.06, of which
 * this says as much and twice that; Kronecker 14 0.8, twelve times as much.) */
#define TP_TRUSS_COUNTS 10 /* counts; CPU, EPYC; 2026-11-30; work_of */

/* ---- algorithms/closeness ---- */

/* A source that adds to all vertices takes about so many times as long as a search from a vertex, of which only numbers
 * are kept. (One thread, and cores that did other work, too: Kronecker 12 4.2, a lattice of side 70 4.6, rgg 6000 6,
 * urand 13 2.) */
#define TP_CLOSENESS_SOURCE 3 /* searches; CPU, 1 thread; 2026-12-01; tp_closeness_choose_exact */

/* ---- algorithms/eccentricity ---- */

/* If so many rounds, of one search or of 64 together, settle fewer than so many vertices for each of their searches,
 * the others are searched from without bounds. */
#define TP_BOUNDS_ROUNDS 32 /* rounds; both; not measured; run_rounds */
#define TP_BOUNDS_WORTH 4   /* vertices a search; both; not measured; worth_of, run_rounds */
/* Of smaller graphs: searches side by side then stay in a cache. (Two cores that did other work, too: all of 4elt's
 * 15,606 vertices take 2.2 s, and took 0.5 by a rule that gave bounds up sooner, by which the roads of Luxembourg,
 * 114,599, took 16 s in place of 6.) */
#define TP_BOUNDS_WORTH_SMALL 16    /* vertices a search; CPU, 2 cores; 2026-11-30; worth_of */
#define TP_BOUNDS_SMALL_GRAPH 65536 /* vertices; CPU, 2 cores; 2026-11-30; worth_of */
#define TP_BOUNDS_ROUNDS_TOGETHER 4 /* rounds; both; not measured; run_rounds */
#define TP_BOUNDS_WORTH_TOGETHER 2  /* vertices a search; both; not measured; worth_of */
/* Of so many active vertices those for several rounds are picked at once, where rounds settle little else: of fewer,
 * too many would be settled in the meantime. (The diameter of mycielskian 17 takes 884 ms on an H200, and took 1,056.)
 */
#define TP_BOUNDS_AHEAD 16384 /* vertices; both; 2026-11-30; next */
/* Components of up to so many vertices have no bounds, if arcs do not go both ways or searches are one by one. */
#define TP_BOUNDS_SMALL 64 /* vertices; both; not measured; tp_bounds_begin_one, find_components, bound_components */
/* Of searches from each vertex so many parts have their numbers on the host at a time. */
#define TP_BOUNDS_CHUNKS 64 /* parts; both; not measured; begin */
/* About how many searches a call takes of a graph whose arcs go both ways, mostly. */
#define TP_BOUNDS_GUESS 100 /* searches; CPU; not measured; tp_work_of_eccentricities */

/* ---- algorithms/layout/layout.c ---- */

/* Components of up to so many vertices are laid out together, each by all pairs of its own: launches for each one would
 * take longer. */
#define TP_LAYOUT_SMALL_MAX 512 /* vertices; both; not measured; lay_out_all */

/* ---- algorithms/layout/layout_levels.c ---- */

/* A graph whose components have at most so many vertices is not coarsened. */
#define TP_LAYOUT_COARSEST_MAX 32 /* vertices; both; not measured; refine, settle_anew */
/* Nor is a graph whose coarser form would have more than this part of its vertices. */
#define TP_LAYOUT_SHRINK_MAX 0.9 /* part of vertices; both; not measured; refine */

/* ---- algorithms/layout/layout_settle.c ---- */

/* AUTO takes all pairs up to so many vertices if devices must agree on results. (Else each device has the number that
 * is best for it.) */
#define TP_LAYOUT_PAIRS_MAX 2048 /* vertices; both; not measured; tp_springs_settle */

/* ---- algorithms/layout/nbody_exact.c ---- */

/* All pairs are taken of so many bodies. (Two cores, an iteration on a mesh: of 256 vertices 0.06 ms, by the tree 0.14;
 * of 529 0.5 and 0.3.) */
#define TP_NBODY_CPU_PAIRS_MAX 384 /* bodies; CPU, 2 cores; 2026-11-23; tp_springs_settle */

/* ---- algorithms/layout/nbody_tree.c ---- */

/* Entries of a step that a body's way through the tree takes as long as, about. */
#define TP_NBODY_BODY_WORK 64 /* entries a body; CPU; not measured; tp_cpu_nbody_tree */
/* Fewer nodes are one thread's. */
#define TP_NBODY_PARALLEL_NODES 1024 /* nodes; CPU; not measured; tp_cpu_nbody_tree */

/* ---- algorithms/mst/mst_cpu.c ---- */

/* Edges a vertex up to which all are listed at once; of denser graphs the lightest come first, so many a vertex, and a
 * list has room for more of them than that: for as many are taken as a sample tells. */
#define TP_MST_DENSE 4 /* edges a vertex; CPU; not measured; tp_cpu_mst_find */
#define TP_MST_LIGHT 3 /* edges a vertex; CPU; not measured; tp_cpu_mst_find */
#define TP_MST_ROOM 6  /* edges a vertex; CPU; not measured; tp_cpu_mst_find */

/* ---- algorithms/mst/sort.c ---- */

/* So few pairs are sorted by insertion: to clear and add up the bins takes longer. (Forests of a random graph of 2^15
 * vertices with 16 weighted edges each, ms: 28 to 34; at 16 41, at 64 39, at 128 42. Kronecker's: 18; 22, 19, 19.) */
#define TP_MST_INSERTED 32 /* pairs; CPU, 1 thread; 2026-12-01; even_out */

/* ---- algorithms/core/core_cpu.c ---- */

/* From so many arcs on, about, a layer is worth several threads; and what an arc costs. */
#define TP_CORE_SHARED 16384 /* arcs; CPU; not measured; team_of */
#define TP_CORE_WORK 4       /* entries read one after another; CPU; not measured; team_of */
/* Threads share a layer by atomic operations, one for each arc to a vertex that is left; one thread alone needs none.
 * While fewer than so many vertices are taken an arc costs two to four times as much as alone (Delaunay triangulation
 * of 2^16 points 10 to 20 ns and 4, wave 8 to 14 and 4, roads of Florida 11 to 29 and 7 to 25), and so many threads are
 * the least that gain; later 0.8 to 2.4 times as much. */
#define TP_CORE_LATE 0.8 /* part of vertices; CPU, 1 thread; 2026-12-01; team_of */
#define TP_CORE_TEAM 4   /* threads; CPU, 1 thread; 2026-12-01; team_of */

/* ---- algorithms/truss/truss_peel.c ---- */

/* From so many edges on a layer is worth several threads; and what an edge costs. */
#define TP_TRUSS_SHARED 512 /* edges; CPU; not measured; remove_level */
#define TP_TRUSS_WORK 256   /* entries read one after another; CPU; not measured; remove_level */
/* Lists are made anew when at most this part of their edges is left. (0.65 to 0.95 take as long within a fifth, and
 * none is best on all of five graphs; 0.5 takes a fifth longer on facebook_combined and email-Enron.) */
#define TP_TRUSS_SHORTEN 0.8 /* part; CPU, 1 thread; 2026-12-01; tp_truss_peel */

/* ---- algorithms/cycles/levels.c ---- */

/* From so many vertices on a level is worth several threads; and what a vertex costs. */
#define TP_KAHN_SHARED 2048 /* vertices; CPU; not measured; tp_remove_rest */
#define TP_KAHN_WORK 64     /* entries read one after another; CPU; not measured; tp_remove_rest */

/* ---- algorithms/communities/label_propagation.c ---- */

/* So many labels, or half or a quarter as many, are compared with one another; more are counted in a tally. */
#define TP_LABELS_FEW 16 /* arcs; CPU; not measured; take */
/* Where more than one in so many vertices have another label, all are looked at in the next round. (At 8 meshes and
 * roads take as long on a CPU, at 1 half as long again.) */
#define TP_LABELS_ALL 4 /* part of vertices, 1 in; both; 2026-11-30; go_round */

/* ---- algorithms/communities/label_batch.h ---- */

/* Rounds that a GPU is given at a time are to take no longer: a cancel is heard between them. */
#define TP_LABELS_BATCH_SECONDS 0.1 /* s; GPU; not measured; tp_label_batch_next */
/* Arcs that all of them have, at most: about what takes so long where labels are not in the GPU's cache. (On Kronecker
 * 21, where they are, it takes a fifth of that.) */
#define TP_LABELS_BATCH_ARCS (INT64_C(1) << 31) /* arcs; GPU; not measured; tp_label_batch_first */

/* ---- algorithms/communities/passes.c ---- */

/* Louvain: where no more than one in so many vertices went, the next graph begins; the rest is moved with it, or in the
 * end. (At 100 or 50 time and modularity are the same; all to the last take a tenth longer. Leiden, which has no last
 * moves, would lose up to 0.3 % of modularity.) */
#define TP_LOUVAIN_FEW_MOVED 200 /* part of vertices, 1 in; CPU; 2026-11-30; tp_levels_move */

/* ---- algorithms/sets/suitor.c ---- */

/* Longer lists are looked through so often, and then are heaps. (Graphs of 2^18 vertices and Mycielskian ones take as
 * long with 1 and 3 looks. From 16 to 1024 arcs seven graphs take as long within a tenth: it bounds the work of a hub
 * that loses again and again.) */
#define TP_SUITOR_HEAP_FROM 64 /* arcs; CPU, 1 thread; 2026-12-01; next_edge, tp_cpu_matching_find */
#define TP_SUITOR_LOOKS 8      /* looks; CPU; 2026-11-30; begin_proposals */

/* ---- algorithms/similarity/similarity_pairs.c ---- */

/* A list that is so many times as long as the other is searched, not merged. (Random pairs of three graphs: 8 to 64
 * take as long within what a busy machine lets tell.) */
#define TP_SIMILARITY_MERGED 16 /* ratio; CPU, 1 thread; 2026-12-01; score_some */

#endif
