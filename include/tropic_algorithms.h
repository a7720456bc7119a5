/* SPDX-License-Identifier: Apache-2.0
 *
 * Tropic, level 1: whole algorithms on a matrix. Included by tropic.h, whose conventions hold here too.
 */
#ifndef TROPIC_ALGORITHMS_H
#define TROPIC_ALGORITHMS_H

#ifndef TROPIC_H
#error "include tropic.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tropic_run_options {
    size_t size;
    tropic_strategy strategy;
    /* The run ends as soon as the results of all these vertices are final. Results that it returns are right. Vertices
     * whose results are not final are reported as unreached: for BFS those past the last level that was processed, for
     * SSSP those past the last bucket. NULL: none. Ignored for negative weights without a potential. */
    const tropic_index *targets;
    tropic_index target_count;
    /* BFS: the most levels, after which it ends as above; 0: no limit. SSSP: 0 */
    tropic_index depth;
    tropic_queue queue;
    /* SSSP: a full vector of the distances' type, or NULL; see tropic_sssp. BFS: NULL */
    const tropic_vector *potential;
} tropic_run_options;

/* One phase of a run. */
typedef struct tropic_phase_report {
    const char *name;                 /* static, such as "search"; NULL: not run */
    int64_t steps[TROPIC_STRATEGIES]; /* products taken by each strategy */
} tropic_phase_report;
#define TROPIC_PHASES 4

/* What a run did. The caller sets `size`; the call fills the rest. */
typedef struct tropic_run_report {
    size_t size;
    double seconds;       /* the call, wall clock, conversions and transfers included */
    double run_seconds;   /* the algorithm alone, once the matrix is in place (GPU time on a GPU) */
    int64_t levels;       /* BFS and BC: levels of the last source; SSSP: steps, 0 by Bellman-Ford */
    int64_t reached;      /* vertices reached from the last source, the source included */
    int64_t reached_arcs; /* stored arcs that leave those, summed over all sources */
    size_t memory;        /* most bytes that the run had on the device, beside A and the vectors
                              it was given */
    tropic_phase_report phase[TROPIC_PHASES];
    int64_t settled; /* of those reached, the ones whose results are final and given: all, unless
                        the run ended early */
    /* BC: sources whose dependencies are in the result; all that were asked for, but where it estimates */
    int64_t sources;
    /* BC: vertices and arcs of the smaller graph that was searched; 0 where there was none to make */
    int64_t reduced, reduced_arcs;
    double error;   /* BC: with options.error, what the result's error is at most, as there; 0: it is exact */
    double resumed; /* BC: the part of the sources, 0 to 1, that was done when it began, by options.checkpoint */
} tropic_run_report;

/* Draws `count` different vertices of n, each as likely as any other, in an order as likely as any other.
 *   sample out  host, `count` members, 0 <= count <= n
 *   seed   in   the same draws the same, on every machine, and with a smaller `count` the first of them
 * Cost O(n) time and memory. Status: INVALID_ARGUMENT (count, or n < 0), OUT_OF_MEMORY.
 * Source: Fisher and Yates' shuffle (Durstenfeld, CACM 7 (1964)), by splitmix64.
 */
TROPIC_API tropic_status tropic_sample(tropic_index *sample, tropic_context *context, tropic_index n,
                                       tropic_index count, uint64_t seed);

/* Breadth-first search.
 *
 *     level<!visited> = depth  where  A' (any.pair) frontier;  parent = A' (min.secondi) level
 *
 *   level   out  INT32, n entries: number of arcs from the source; -1 where unreached
 *   parent  out  INT32, n entries, or NULL: a neighbour one level nearer, the smallest where the
 *                context is reproducible, else any; the source's own parent is itself; -1 where
 *                unreached
 *   A       in   n x n, any type; values are not looked at
 *   source  in   0 <= source < n
 *   options in   may be NULL
 *   report  out  may be NULL
 * Cost O(n + nnz) by AUTO and CSR_PUSH. The others look at every vertex, COOC_SCALAR at every arc, on
 * every level: O(n levels + nnz) and O(nnz levels), which on a long path is quadratic.
 * Status: usual, and DIMENSION_MISMATCH (A is bipartite, a vector has another length), TYPE_MISMATCH
 * (of level or parent), INDEX_OUT_OF_RANGE (source, a target), INVALID_ARGUMENT (a negative depth, a potential),
 * NOT_SUPPORTED (A views another device's memory), CANCELLED.
 * Source: direction-optimising search, Beamer, Asanovic and Patterson, SC12.
 */
TROPIC_API tropic_status tropic_bfs(tropic_vector *level, tropic_vector *parent, const tropic_matrix *A,
                                    tropic_index source, const tropic_run_options *options, tropic_run_report *report);

/* Sources that are searched together: a bit of a word each. */
#define TROPIC_BFS_BATCH 64

/* Breadth-first searches from several sources, side by side: a bit of a word for each of 64, so that one pass over
 * the arcs serves them all.
 *
 *     next<!seen> = A' (bor.first) front;  seen |= next;  level<next> = depth      until next is empty
 *
 *   level    out  INT32, a block (tropic_vector_create_block) of n x count, or NULL: place (v, c) is the number of
 *                 arcs from sources[c] to v; -1 where unreached
 *   reached  out  UINT64, n entries, or NULL, for up to 64 sources: bit c of entry v tells whether v is reached
 *                 from sources[c]
 *   counts   out  host, `count` members, or NULL: vertices reached from sources[c], itself included
 *   sums     out  host, `count` members, or NULL: the sum of their levels. The closeness of sources[c] is
 *                 (counts[c] - 1) / sums[c], 0 where sums[c] is 0; for arcs towards it, A is to be transposed
 *   context  in   that of the vectors
 *   sources  in   `count` of them, 0 <= source < n, in any order, also several times
 *   count    in   1 or more; each 64 are searched together
 *   A, options, report   as for tropic_bfs. Each source's search ends early at the targets, or at the depth; levels,
 *                 reached and settled are the last source's
 * Cost, of each 64 sources: by AUTO and CSR_PUSH O(n), and the arcs of each frontier once, however many of the 64
 * have it in common; where AUTO pulls, up to O(n + nnz) a level. That is little more than one search where the
 * diameter is small. Where it is large, levels are many and frontiers have little in common: on a lattice of 600 x 600
 * a batch takes three to six times as long as 64 single searches (two CPU cores). Other strategies as for tropic_bfs.
 * Memory beside the results: 32 bytes a vertex.
 * Results are the same by every strategy. Status: as tropic_bfs, and INVALID_ARGUMENT (no source; `reached`, and more
 * than 64 of them), DIMENSION_MISMATCH (the block has not `count` columns).
 * Source: multi-source search, Then, Kaufmann and others, PVLDB 8 (2014).
 */
TROPIC_API tropic_status tropic_bfs_batch(tropic_vector *level, tropic_vector *reached, int64_t *counts, int64_t *sums,
                                          tropic_context *context, const tropic_matrix *A, const tropic_index *sources,
                                          tropic_index count, const tropic_run_options *options,
                                          tropic_run_report *report);

/* Shortest paths from one source.
 *
 *     distance = min(distance, A' (min.plus) distance)   until nothing changes
 *
 *   distance out  n entries: +inf where unreached, for an integer type the type's maximum. FP32 where
 *                 A is FP32, FP64 where it is FP64, INT64 where it is BOOL or an integer type
 *   parent   out  INT32, n entries, or NULL: a shortest-path tree, also with zero weights; the
 *                 source's parent is itself; -1 where unreached
 *   A        in   n x n; entry A(i,j) is the length of arc i -> j (false 0, true 1); a pattern has
 *                 all lengths 1
 *   source, options, report   as for tropic_bfs
 * With options->potential, pi, arcs count as w(i,j) - pi(i) + pi(j), which must not be negative; distances come out
 * as without (integers exactly; reals with the rounding of sums of that size), but those towards vertices of low
 * potential are found first. tropic_potential makes one towards a target. Negative weights are then legal, too.
 * Vertices are relaxed in buckets of distance, nearest first, each bucket until nothing in it changes, or, on a GPU
 * while few are at hand, in one that slides with the nearest; widths follow from the usual weight and the mean degree.
 * Zero weights are legal; an infinite one is no arc. Where a weight is negative, a queue on one host thread does it
 * (Bellman-Ford-Moore), and `strategy` is not looked at.
 * Cost by AUTO and CSR_PUSH: O(n), and O(nnz) times how often a vertex's distance changes in its bucket, at most n;
 * on a GPU also n/32 words per bucket. The others look at every arc on every step. With parents also O(n + nnz). With a
 * potential, or where the largest weight times n leaves the type, also a pass over A on the host. Status: as
 * tropic_bfs, and INVALID_ARGUMENT (a weight is NaN or -inf; the potential has no value somewhere, or leaves an arc
 * negative, which the text names; a depth), TYPE_MISMATCH (also: A of a struct's type), NEGATIVE_CYCLE (one is
 * reachable; the text names a vertex of it), OVERFLOW (a distance, or one with its potential, leaves its type; a weight
 * of UINT64 does).
 * Source: delta-stepping, Meyer and Sanders, J. Algorithms 49 (2003), of one kind of arcs; the check for
 * cycles after Cherkassky and Goldberg, Math. Programming 85 (1999).
 */
TROPIC_API tropic_status tropic_sssp(tropic_vector *distance, tropic_vector *parent, const tropic_matrix *A,
                                     tropic_index source, const tropic_run_options *options, tropic_run_report *report);

/* Shortest paths from several sources: the distances, and one preparation for all.
 *
 *   distances out  a block (tropic_vector_create_block) of n x count, of tropic_sssp's type: place (v, c) is v's
 *                  distance from sources[c]
 *   sources   in   `count` of them, 0 <= source < n, in any order, also several times
 *   count     in   1 or more
 *   A, options, report   as for tropic_sssp. Each source's run ends early at the targets; levels, reached and
 *                  settled are the last source's
 * Cost and status: those of `count` calls of tropic_sssp, and DIMENSION_MISMATCH (the block has not `count`
 * columns), INVALID_ARGUMENT (no source).
 */
TROPIC_API tropic_status tropic_sssp_batch(tropic_vector *distances, const tropic_matrix *A,
                                           const tropic_index *sources, tropic_index count,
                                           const tropic_run_options *options, tropic_run_report *report);

/* A potential that directs shortest paths to a target: at most what is left to it, by the coordinates.
 *
 *     potential = c |v - target|,  with w(u,v) / |u - v| of nearly all arcs for c;  then
 *     potential = min(potential, A (min.plus) potential)   until no arc u -> v has a larger difference than w(u,v)
 *
 *   potential out  n entries, of tropic_sssp's type of distances
 *   A         in   n x n; no weight negative
 *   x, y      in   FP64, n entries each, finite: where the vertices lie in a plane, in any units, which may differ:
 *                  the ratio of the axes is fitted to the weights. On a sphere, longitude and latitude do where the
 *                  graph is small against it. Any coordinates are right; good ones are fast
 *   target    in   0 <= target < n
 * Where that takes long, the least w(u,v) / |u - v| serves for c, which may be 0.
 * Cost O(n + nnz), on the host. Status: usual, and DIMENSION_MISMATCH, TYPE_MISMATCH, INDEX_OUT_OF_RANGE (target),
 * INVALID_ARGUMENT (a weight is negative or NaN, a coordinate is not finite or missing), NOT_SUPPORTED (A views
 * another device's memory).
 * Source: A*, Hart, Nilsson and Raphael, IEEE Trans. SSC 4 (1968).
 */
TROPIC_API tropic_status tropic_potential(tropic_vector *potential, const tropic_matrix *A, const tropic_vector *x,
                                          const tropic_vector *y, tropic_index target);

/* Scalings of betweenness. For an undirected graph, which stores both arcs, each unordered pair is
 * counted twice under NONE. */
typedef enum tropic_normalize {
    TROPIC_NORMALIZE_NONE,  /* the sum itself */
    TROPIC_NORMALIZE_PAIRS, /* half of it: unordered pairs */
    TROPIC_NORMALIZE_FULL   /* divided by (n - 1)(n - 2), with end points n (n - 1), as NetworkX does */
} tropic_normalize;

/* How sources are taken. All ways give the same centralities, but for rounding; WORK_EFFICIENT and BATCHED, whatever is
 * beside a source, the same bits (but BATCHED for FP32, see below). */
typedef enum tropic_bc_method {
    /* WORK_EFFICIENT where a search from one of eight sources has more than 4 log2(n) levels; else source after source,
     * as PRODUCTS, but over levels as sets of vertices; on a GPU more than five sources, and anywhere arcs, and graphs
     * that were reduced, BATCHED. (With an error, checkpoint or partial: BATCHED, on the CPU PRODUCTS.) With a
     * `strategy`: PRODUCTS */
    TROPIC_BC_AUTO,
    /* Source after source, a product over the whole device for each level, by `strategy`: COOC_SCALAR is the
     * edge-parallel method of the literature, CSC_SCALAR the vertex-parallel one */
    TROPIC_BC_PRODUCTS,
    /* Several sources side by side, each with its queue, on a thread of the CPU or a block of the GPU; few sources: on
     * the blocks of a cluster. For deep graphs, and small ones */
    TROPIC_BC_WORK_EFFICIENT,
    /* Up to 64 sources side by side at each vertex: one pass over the matrix for all of them. For shallow graphs; each
     * level takes 9 bytes a vertex, and a source with more than 64 levels is taken again by WORK_EFFICIENT */
    TROPIC_BC_BATCHED,
    TROPIC_BC_METHODS
} tropic_bc_method;
/* "auto", "products", "work-efficient", "batched"; NULL where there is no such method. */
TROPIC_API const char *tropic_bc_method_name(tropic_bc_method method);

/* Reductions that leave the centralities of a symmetric graph exactly as they are; others are taken as they are. */
typedef enum tropic_bc_reduction {
    TROPIC_BC_FOLD = 1,  /* trees that hang on the rest: vertices of degree 1, again and again */
    TROPIC_BC_SPLIT = 2, /* into its biconnected components; these have no trees left to fold */
    TROPIC_BC_TWINS = 4, /* vertices with the same neighbours, but each other, into one */
    TROPIC_BC_UNREDUCED = 8
} tropic_bc_reduction;

#define TROPIC_BC_CONFIDENCE 0.95 /* where an error is asked for, and no confidence */

typedef struct tropic_bc_options {
    size_t size;
    tropic_strategy strategy;
    tropic_normalize normalize;
    /* Sources, each 0 <= s < n, none listed twice; NULL: all n, and source_count is not looked at. An empty list
     * gives zeros. */
    const tropic_index *sources;
    tropic_index source_count;
    /* With a list of K > 0 sources, scale by n / K: an estimate of the sum over all sources. */
    bool extrapolate;
    tropic_bc_method method; /* methods other than AUTO and PRODUCTS require `strategy` AUTO */
    /* The most sources side by side, of methods that take several; 0: as many as suit the device and its memory.
     * BATCHED: up to TROPIC_BFS_BATCH. */
    tropic_index batch;
    /* The ends of a path count as well: s and t of each ordered pair s != t that a path joins. */
    bool endpoints;
    /* Where `sources` is NULL. K > 0: from K sources that tropic_sample draws by `seed`, scaled by n / K. 0: all. */
    tropic_index samples;
    uint64_t seed;
    /* 0 < error < 1, where `sources` is NULL: sources are drawn by `seed` until, with a probability of at least
     * `confidence` (0 < confidence < 1; 0: TROPIC_BC_CONFIDENCE), no vertex's centrality is off by more than `error`
     * times (n - 1)(n - 2), which is an error of `error` under NORMALIZE_FULL; then with `samples` at most so many, and
     * what was reached is told in the report. All n are exact. 0: not so. Not with endpoints. */
    double error, confidence;
    /* A run that may take long. The name of a file that keeps what was done, written anew, complete or not at all,
     * when the run begins, every `checkpoint_seconds` (0: 60), when it is cancelled or fails, and at its end. Where it
     * cannot be written when the run begins, that fails; later the run goes on, and tries again when it is due next.
     * Where it is there, and of this graph and these options, the run goes on from it, to the same result; where it is
     * of others, or damaged, the run is refused, and the file is left as it is. NULL: none. Sources are then taken in
     * an order drawn by `seed`. */
    const char *checkpoint;
    double checkpoint_seconds;
    /* Where the run is cancelled, and some sources are done: status CANCELLED, but the result is there, and the
     * report: the sum over these sources, scaled to all that were asked for. Sources are taken in an order drawn by
     * `seed`, so that it is an estimate as of a sample. */
    bool partial;
    /* A sum of tropic_bc_reduction; 0: all, where there are so many sources that they pay. Incompatible with
     * `error` and with PRODUCTS, for which 0 means no reduction. */
    unsigned reductions;
    /* A's values are the arcs' lengths, which must be positive. With method and strategy AUTO alone; batch is not
     * looked at. */
    bool weighted;
    /* Called each time that the checkpoint cannot be written and the run goes on, on the thread of the call: `message`
     * names the file and the cause. NULL: nobody is told. */
    void (*checkpoint_failed)(const char *message, void *user);
    void *checkpoint_user;
} tropic_bc_options;

/* Betweenness centrality (Brandes): the sum over ordered pairs s != v != t of
 * sigma_st(v) / sigma_st, end points not counted.
 *
 *     forward   sigma<level == d>      = A' (plus.first) sigma<level == d - 1>
 *     backward  delta<level == d - 1>  = sigma * (A (plus.second) (1 + delta) / sigma <level == d>)
 *
 *   centrality out  FP64 or FP32, n entries; computed in double (what exceeds 3.4e38 becomes infinite in FP32), but
 *                   for FP32, where the context is not reproducible, BATCHED keeps counts and dependencies as floats
 *                   while no source has had more than 8 levels, or a vertex more than 2^100 paths, of a graph that is
 *                   not reduced, in a run without error, checkpoint and partial: relative errors stay below 1e-6
 *   A          in   n x n, any type; values are not looked at unless `weighted`
 *   options    in   may be NULL: all sources, no scaling
 *   report     out  may be NULL
 * With `weighted` shortest paths are those by A's values, whatever its type but a struct's (false 0, true 1; a pattern
 * has all lengths 1; an infinite one is no arc). For each source the distances d of tropic_sssp are found, then levels
 * are ranks, and arcs are those of
 *
 *     T         = A, where d(i) + A(i,j) == d(j) < infinity, added in the type of the distances
 *     rank      = 0 of the source, else 1 + (T' (max.second) rank)
 *
 * so that two paths tie where their lengths are equal as rounded along the way: always, of integers and of reals whose
 * sums are exact. Sums over T have a fixed order, so results are bitwise reproducible, whatever is side by side. Where
 * rounding absorbs a length (d + A(i,j) == d) T may have a cycle, which is refused. Levels of the report are ranks.
 * Paths may be as many as there are. WORK_EFFICIENT counts them in doubles with a scale of their own; so do PRODUCTS
 * from the first source that some vertex has more than 2^1000 shortest paths from (that source's are counted twice, in
 * 16 bytes in place of 8, and pulled, whatever the strategy; where both are right both give the same bits); BATCHED
 * takes such a source again, by WORK_EFFICIENT, as it does what is left where memory ends.
 * Cost O(n + nnz) per source, by other strategies than AUTO and CSR_PUSH as for tropic_bfs, by BATCHED O(n) a level
 * more.
 * Memory, bytes a vertex, beside the result's 8: one source by AUTO 13, on the CPU 21, where it is deep 24; each source
 * side by side 32 by WORK_EFFICIENT, 16 by BATCHED, and 9 for all, and for each of two batches at once (on the CPU, or
 * where memory is short, one) 16 and 9 for each level (on a GPU that meets lists of more than 512 entries also up to
 * 1.5 for each entry); 41 by PRODUCTS, 73 with scales. As many are side by side as the
 * device wants and 0.8 of its free memory holds. Weighted: that of tropic_sssp, and O(n + nnz) per source; 32 and a
 * distance's 8 (FP32: 4) for each source side by side, 8 less where there is one, and what tropic_sssp takes meanwhile.
 * Reductions take O(n + nnz) on one host thread, and 150 bytes a vertex and 8 an entry there; with them a vertex may be
 * searched in each of its biconnected components.
 * With an error asked for, the bound is the empirical Bernstein-Serfling one of Bardenet and Maillard, Bernoulli 21
 * (2015), Theorem 4.3, for all vertices and each of the moments at which it is looked at: after 64 sources, and
 * whenever there are a third more. Two doubles a vertex, sums and sums of squares, come to the host for it.
 * Status: as tropic_bfs, and INVALID_ARGUMENT (a method, scaling or batch that there is not; a strategy with a method
 * that has none; a source listed twice; samples < 0 or > n; samples or an error beside a list of sources; an error that
 * so many samples cannot meet, or not between 0 and 1; reductions that there are not, or beside what excludes them; a
 * checkpoint of another graph or run; weighted: a method or strategy, or a length that is zero, negative or NaN: the
 * text names the arc and the length, before work starts), TYPE_MISMATCH (weighted: A of a struct's type), OVERFLOW
 * (weighted: a distance leaves its type, a length of UINT64 does, or rounding absorbs one so that shortest paths have a
 * cycle; the text names the arc), FORMAT_ERROR (a damaged checkpoint), IO_ERROR (one that cannot be read, or written
 * when the run begins, or when it is cancelled and gives no estimate), NOT_SUPPORTED (CSR_PUSH or COOC_SCALAR on a
 * reproducible context), OUT_OF_MEMORY and OUT_OF_DEVICE_MEMORY before work starts where not one source fits (the text
 * says what is needed and what there is).
 * Source: Brandes, J. Math. Sociology 25 (2001); in linear algebra, Artiles and Saeed, TurboBC (2021); one source to a
 * block, and the choice by first searches, McLaughlin and Bader, SC14; reductions, Sariyuce and others, SDM 2013; ranks
 * by peeling, Kahn, Comm. ACM 5 (1962).
 */
TROPIC_API tropic_status tropic_bc(tropic_vector *centrality, const tropic_matrix *A, const tropic_bc_options *options,
                                   tropic_run_report *report);

/* Betweenness of arcs: the sum over ordered pairs s != t of the part of the shortest s-t paths that take the arc.
 *
 *     C<level(i) + 1 == level(j)> += sigma(i) * (1 + delta(j)) / sigma(j)      for each source, as in tropic_bc
 *
 *   C        out  n x n, FP64, with A's pattern: C(i,j) is that of the arc i -> j; 0 where no path takes it
 *   context  in
 *   A        in   as for tropic_bc
 *   options  in   may be NULL. As for tropic_bc, but NORMALIZE_FULL divides by n (n - 1); an edge of an undirected
 *                 graph is both of its arcs, which add up to NetworkX's normalized value. Without endpoints, error,
 *                 confidence, checkpoint, partial and reductions; method AUTO (never PRODUCTS), WORK_EFFICIENT or
 *                 BATCHED, strategy AUTO
 *   report   out  may be NULL
 * Out of a vertex, C sums to its centrality and, where it is a source, the number of vertices that it reaches.
 * Cost: tropic_bc's, and once more O(n + nnz) per source; memory, beside it, 8 bytes an arc. The same bits for any
 * number of sources side by side. Status: as tropic_bc, and INVALID_ARGUMENT (an option that there is not here).
 * Source: Brandes, Social Networks 30 (2008); Girvan and Newman, PNAS 99 (2002).
 */
TROPIC_API tropic_status tropic_bc_edges(tropic_matrix **C, tropic_context *context, const tropic_matrix *A,
                                         const tropic_bc_options *options, tropic_run_report *report);

#ifdef __cplusplus
}
#endif
#endif /* TROPIC_ALGORITHMS_H */
