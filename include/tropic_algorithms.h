/* SPDX-License-Identifier: Apache-2.0
 *
 * Tropic, level 1: whole algorithms on a matrix. tropic.h includes this header, and its conventions hold here too.
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
    /* Vertices; the run ends as soon as the results of all of them are final. All results that it returns are final.
     * Other vertices are reported as unreached: for BFS those past the last level that was processed, for SSSP those
     * past the last bucket. NULL: no targets. Ignored by SSSP if a weight is negative and there is no potential, or if
     * a loop of negative length was dropped. */
    const tropic_index *targets;
    tropic_index target_count; /* the number of `targets` */
    /* BFS: the maximum number of levels; the search then ends as if its targets were final. 0: no limit. SSSP: 0 */
    tropic_index depth;
    tropic_queue queue; /* how a push on a GPU fills the next frontier */
    /* SSSP: a full vector of the distances' type, or NULL; see tropic_sssp. BFS: NULL */
    const tropic_vector *potential;
} tropic_run_options;

/* One phase of a run. */
typedef struct tropic_phase_report {
    const char *name;                 /* static, such as "search"; NULL: the phase did not run */
    int64_t steps[TROPIC_STRATEGIES]; /* the number of products by each strategy */
} tropic_phase_report;
#define TROPIC_PHASES 4

/* Report of a run. The caller sets `size`; the call fills the rest. */
typedef struct tropic_run_report {
    size_t size;
    double seconds;       /* wall clock of the call, conversions and transfers included */
    double run_seconds;   /* time of the algorithm once the matrix is in place (GPU time on a GPU) */
    int64_t levels;       /* BFS and BC: levels from the last source; SSSP: steps, 0 for Bellman-Ford */
    int64_t reached;      /* vertices reached from the last source, the source included */
    int64_t reached_arcs; /* stored arcs that leave reached vertices, summed over all sources */
    size_t memory;        /* the most bytes that the run had, device and host, without A and given vectors */
    tropic_phase_report phase[TROPIC_PHASES];
    int64_t settled; /* reached vertices whose results are final and returned: all, unless the run ended early */
} tropic_run_report;

/* Draws `count` different vertices out of n, uniformly at random, in random order.
 *   sample  out  host, `count` members, 0 <= count <= n
 *   seed    in   a seed gives the same sample on every machine; with a smaller `count`, its first members
 * Cost: O(n) time and memory. Status: INVALID_ARGUMENT (count or n is out of range), OUT_OF_MEMORY.
 */
TROPIC_API tropic_status tropic_sample(tropic_index *sample, tropic_context *context, tropic_index n,
                                       tropic_index count, uint64_t seed);
/* Notes on tropic_sample
 * Source: the shuffle of Fisher and Yates (Durstenfeld, CACM 7 (1964)), with random words from splitmix64.
 */

/* Breadth-first search.
 *
 *     level<!visited> = depth  at the entries of  A' (any.pair) frontier;  parent = A' (min.secondi) level
 *
 *   level    out  INT32, n entries: the number of arcs from the source; -1 if unreached
 *   parent   out  INT32, n entries, or NULL: a neighbour one step closer to the source, the smallest one if the
 *                 context is reproducible, else any; the source's parent is itself; -1 if unreached
 *   A        in   n x n, any type; values are not read
 *   source   in   0 <= source < n
 *   options  in   may be NULL
 *   report   out  may be NULL
 * Cost: O(n + nnz) by AUTO and CSR_PUSH, O(n levels + nnz) by CSC_*, O(nnz levels) by COOC_SCALAR.
 * Status: usual, and DIMENSION_MISMATCH (A is bipartite, or a vector has another length), TYPE_MISMATCH (level or
 * parent), INDEX_OUT_OF_RANGE (the source or a target), INVALID_ARGUMENT (a negative depth, or a potential),
 * CANCELLED.
 */
TROPIC_API tropic_status tropic_bfs(tropic_vector *level, tropic_vector *parent, const tropic_matrix *A,
                                    tropic_index source, const tropic_run_options *options, tropic_run_report *report);
/* Notes on tropic_bfs
 * Cost: CSC_SCALAR and CSC_VECTOR look at every vertex on every level, COOC_SCALAR at every arc. On a long path that is
 * quadratic.
 * Source: direction-optimising search, Beamer, Asanovic and Patterson, SC12.
 */

/* The number of sources that are searched together: one bit of a word for each. */
#define TROPIC_BFS_BATCH 64

/* Breadth-first searches from several sources, 64 at a time.
 *
 *     next<!seen> = A' (bor.first) front;  seen |= next;  level<next> = depth      until next is empty
 *
 *   level    out  INT32, a block (tropic_vector_create_block) of n x count, or NULL: place (v, c) is the number of arcs
 *                 from sources[c] to v; -1 if unreached
 *   reached  out  UINT64, n entries, or NULL: bit c of entry v tells whether sources[c] reaches v; maximum 64 sources
 *   counts   out  host, `count` members, or NULL: the number of vertices that sources[c] reaches, itself included
 *   sums     out  host, `count` members, or NULL: the sum of the levels of these vertices
 *   context  in   the context of the vectors
 *   sources  in   `count` members, 0 <= source < n, in any order; a source may occur several times
 *   count    in   1 or more
 *   A, options, report   as for tropic_bfs. Each search ends early at the targets or at the depth. levels, reached and
 *                 settled are those of the last source
 * Results are the same by every strategy. Cost for each 64 sources: O(n) plus the arcs of each frontier; if AUTO pulls,
 * up to O(n + nnz) per level; other strategies as for tropic_bfs. Memory beside the results: 32 bytes per vertex.
 * Status: as for tropic_bfs, and INVALID_ARGUMENT (no source, no output, or `reached` with more than 64),
 * DIMENSION_MISMATCH (the block does not have `count` columns). */
TROPIC_API tropic_status tropic_bfs_batch(tropic_vector *level, tropic_vector *reached, int64_t *counts, int64_t *sums,
                                          tropic_context *context, const tropic_matrix *A, const tropic_index *sources,
                                          tropic_index count, const tropic_run_options *options,
                                          tropic_run_report *report);
/* Notes on tropic_bfs_batch
 * Method: each of 64 sources has a bit of a word, so one pass over the arcs of a frontier serves all the sources that
 * have this frontier in common.
 * Speed: if the diameter is small, a batch takes little more time than one search. If it is large, there are many
 * levels and frontiers have little in common: on a lattice of 600 x 600 a batch takes three to six times as long as 64
 * single searches (two CPU cores).
 * Closeness: tropic_closeness (tropic_closeness.h).
 * Source: multi-source search, Then, Kaufmann and others, PVLDB 8 (2014).
 */

/* Shortest paths from one source.
 *
 *     distance = min(distance, A' (min.plus) distance)   until nothing changes
 *
 *   distance  out  n entries: FP32 if A is FP32, FP64 if it is FP64, INT64 if it is BOOL or an integer type. The
 *                  distance of an unreached vertex is +inf, for an integer type the type's maximum
 *   parent    out  INT32, n entries, or NULL: a shortest-path tree, even with zero weights; the source's parent is
 *                  itself; -1 if unreached
 *   A         in   n x n; entry A(i,j) is the length of arc i -> j (false 0, true 1). Every arc of a pattern has length
 *                  1. Zero and negative lengths are legal; an infinite length means that there is no arc. Lengths of 8
 *                  and 16 bits are copied to 32 bits by the first call that reads them, and A keeps the copy
 *   source, options, report   as for tropic_bfs
 * Cost: O(n) plus O(nnz) times the number of changes of a vertex's distance in its bucket (maximum n) by AUTO and
 * CSR_PUSH; the other strategies look at every arc on every step. Parents cost O(n + nnz) more.
 * Status: as for tropic_bfs, and INVALID_ARGUMENT (a weight is NaN or -inf; the potential lacks a value or leaves an
 * arc negative, which the text names; a depth), TYPE_MISMATCH (also if A has a struct type), NEGATIVE_CYCLE (one is
 * reachable; the text names one of its vertices; a loop of negative length is one, also if it was dropped when A was
 * loaded or built), OVERFLOW (a distance, a distance with its potential, or a UINT64
 * weight leaves its type; an INT64 weight of about 2^63, if others are negative).
 */
TROPIC_API tropic_status tropic_sssp(tropic_vector *distance, tropic_vector *parent, const tropic_matrix *A,
                                     tropic_index source, const tropic_run_options *options, tropic_run_report *report);
/* Notes on tropic_sssp
 * Method: vertices are relaxed in buckets of distance, the nearest first, each bucket until nothing in it changes. On a
 * GPU, while few vertices wait, a single bucket slides along with the nearest. Widths follow from the usual weight and
 * the mean degree. If a weight is negative, a search by all other arcs is followed by one from the heads that negative
 * arcs bring nearer, and so on, until they bring none: k negative arcs take at most k + 1 searches, on the CPU from the
 * 16th on with rounds of Bellman-Ford-Moore between them. A GPU leaves to the CPU graphs that take more than 4096, and
 * the naming of a negative cycle.
 * Potential: with options->potential, pi, the length of an arc is w(i,j) - pi(i) + pi(j), which must not be negative.
 * The distances are the same as without a potential (integers exactly, reals with the rounding of sums of that size),
 * but distances to vertices of low potential are found first. tropic_potential computes a potential for a target.
 * Negative weights are handled in buckets, too, if the potential compensates for them.
 * Parents: the smallest id among those with a smaller distance. A vertex that arcs without length alone lead to takes
 * the smallest id among those one arc nearer to the source on a shortest path with the fewest arcs; if there are such
 * vertices, parents need nnz more ids of memory and a breadth-first search. With a potential, distances and lengths are
 * meant as it changes them. If a weight is negative and there is no potential, heads of negative arcs without such an
 * id take the smallest at the tail of one; if that makes no tree, all take the smallest id one arc nearer, as above.
 * Cost: a GPU also reads n/32 words per bucket. With a potential, or if the largest weight times n leaves the type, a
 * pass over A on the host is added.
 * Source: delta-stepping, Meyer and Sanders, J. Algorithms 49 (2003), with one kind of arcs; negative arcs in turn with
 * searches, Dinitz and Itzhak, J. Discrete Algorithms 42 (2017); the check for cycles follows Cherkassky and Goldberg,
 * Math. Programming 85 (1999).
 */

/* Shortest paths from several sources: distances only, with one preparation for all sources.
 *   distances  out  a block (tropic_vector_create_block) of n x count, of the type that tropic_sssp returns: place
 *                   (v, c) is the distance of v from sources[c]
 *   sources    in   `count` members, 0 <= source < n, in any order; a source may occur several times
 *   count      in   1 or more
 *   A, options, report   as for tropic_sssp. Each run ends early at the targets. levels, reached and settled are those
 *                   of the last source
 * Cost and status: as for `count` calls of tropic_sssp, and DIMENSION_MISMATCH (the block does not have `count`
 * columns), INVALID_ARGUMENT (no source).
 */
TROPIC_API tropic_status tropic_sssp_batch(tropic_vector *distances, const tropic_matrix *A,
                                           const tropic_index *sources, tropic_index count,
                                           const tropic_run_options *options, tropic_run_report *report);

/* A potential that directs shortest paths to a target: a lower bound for the distance to it, from coordinates.
 *
 *     potential = c |v - target|   with a c that is at most w(u,v) / |u - v| for nearly all arcs;  then
 *     potential = min(potential, A (min.plus) potential)   until pi(u) - pi(v) <= w(u,v) for all arcs u -> v
 *
 *   potential  out  n entries, of the type of distances that tropic_sssp returns
 *   A          in   n x n; no weight may be negative
 *   x, y       in   FP64, n entries each, finite: the vertices' coordinates in a plane; each axis may have its own unit
 *   target     in   0 <= target < n
 * Cost: O(n + nnz), on the host.
 * Status: usual, and DIMENSION_MISMATCH, TYPE_MISMATCH, INDEX_OUT_OF_RANGE (target), INVALID_ARGUMENT (a weight is
 * negative or NaN; a coordinate is missing or not finite).
 */
TROPIC_API tropic_status tropic_potential(tropic_vector *potential, const tropic_matrix *A, const tropic_vector *x,
                                          const tropic_vector *y, tropic_index target);
/* Notes on tropic_potential
 * Coordinates: the ratio of the axes is fitted to the weights. Longitude and latitude work for a graph that is small
 * compared with the sphere. All coordinates give right distances; good ones make the search fast.
 * Method: if the second line takes long, c becomes the minimum of w(u,v) / |u - v|, which may be 0.
 * Source: A*, Hart, Nilsson and Raphael, IEEE Trans. SSC 4 (1968).
 */

/* Scalings of betweenness. An undirected graph stores both arcs of each edge, so NONE counts each unordered pair
 * twice. */
typedef enum tropic_normalize {
    TROPIC_NORMALIZE_NONE,  /* the sum over ordered pairs */
    TROPIC_NORMALIZE_PAIRS, /* half of that sum: for unordered pairs */
    TROPIC_NORMALIZE_FULL   /* the sum divided by (n - 1)(n - 2), or by n (n - 1) with end points, as in NetworkX */
} tropic_normalize;

/* How sources are processed. All methods give the same centralities except for rounding. The bits from WORK_EFFICIENT
 * and BATCHED do not depend on the sources that run at the same time (except from BATCHED for FP32; see tropic_bc). */
typedef enum tropic_bc_method {
    /* The library chooses; Notes on tropic_bc says how. With a `strategy` other than AUTO: PRODUCTS. */
    TROPIC_BC_AUTO,
    /* One source after the other, with a product over the whole device for each level, by `strategy`. COOC_SCALAR is
     * the edge-parallel method of the literature, CSC_SCALAR the vertex-parallel one. */
    TROPIC_BC_PRODUCTS,
    /* Several sources at once, each with its own queue, on a CPU thread or a GPU block; a few sources run on the blocks
     * of a cluster each. This suits deep graphs and small ones. */
    TROPIC_BC_WORK_EFFICIENT,
    /* Up to 64 sources at once at each vertex, with one pass over the matrix for all of them. This suits shallow
     * graphs: each level takes 9 bytes per vertex, and WORK_EFFICIENT repeats sources with more than 64 levels. */
    TROPIC_BC_BATCHED,
    TROPIC_BC_METHODS
} tropic_bc_method;
/* Returns "auto", "products", "work-efficient" or "batched"; NULL if there is no such method. */
TROPIC_API const char *tropic_bc_method_name(tropic_bc_method method);

/* Reductions, which do not change the centralities. Loops do not count. */
typedef enum tropic_bc_reduction {
    /* Removes trees that hang on the rest: vertices of degree 1, repeatedly. In a directed graph: vertices of in-degree
     * 0 that have out-degree 0 or 1 or are not among the sources, repeatedly. */
    TROPIC_BC_FOLD = 1,
    /* Splits the graph into biconnected components, which leaves no trees to fold. Nothing in a directed graph. */
    TROPIC_BC_SPLIT = 2,
    /* Merges vertices with the same neighbours, apart from each other. In a directed graph: vertices of in-degree 0
     * with the same successors. */
    TROPIC_BC_TWINS = 4,
    TROPIC_BC_UNREDUCED = 8
} tropic_bc_reduction;

#define TROPIC_BC_CONFIDENCE 0.95 /* the default of `confidence` */

/* The defaults of `tie`: 2^20 times the epsilon of FP64; and 2^8 times that of FP32, which covers the rounding of paths
 * of 512 arcs (2^20 times it would be an eighth, so that 100 and 110 tied). */
#define TROPIC_BC_TIE_FP64 (1 / 4294967296.)
#define TROPIC_BC_TIE_FP32 (1 / 32768.)
#define TROPIC_BC_TIE_EXACT (-1.) /* no tolerance */

/* Report of a run of betweenness, beside the run report. The caller sets `size`; the call fills the rest. */
typedef struct tropic_bc_report {
    size_t size;
    int64_t sources; /* whose dependencies are in the result; fewer than requested only if the result is an estimate */
    int64_t reduced, reduced_arcs; /* vertices and arcs of the reduced graph that was searched; 0: it was not reduced */
    double error;   /* with options.error: the bound that was reached, in the same unit; 0: the result is exact */
    double resumed; /* with options.checkpoint: the part of the sources, 0 to 1, that was done when the run began */
    /* By lengths: the tolerance by which paths tied; 0: their lengths were compared as exactly as they are added */
    double tie;
    double scale; /* by lengths: 10^k, by which decimal lengths were multiplied to be whole; 0: they were not */
} tropic_bc_report;

typedef struct tropic_bc_options {
    size_t size;
    tropic_strategy strategy;
    tropic_normalize normalize;
    /* Sources, 0 <= s < n, none of them twice. NULL: all n vertices. An empty list gives zeros; `extrapolate`
     * must then be false. */
    const tropic_index *sources;
    tropic_index source_count; /* the number of `sources`; ignored if that is NULL */
    /* Results from a list of K > 0 sources are scaled by n / K: they estimate the sum over all sources. */
    bool extrapolate;
    tropic_bc_method method; /* methods other than AUTO and PRODUCTS require `strategy` AUTO */
    /* The maximum number of sources at once, for methods that run several (BATCHED: up to TROPIC_BFS_BATCH). 0: a
     * number that suits the device and its memory. */
    tropic_index batch;
    /* The ends of a path count as well: s and t of each ordered pair s != t that a path joins. */
    bool endpoints;
    /* K > 0: the result comes from K sources that tropic_sample draws by `seed`; `sources` must be NULL. A vertex has
     * nothing from itself as a source: so the sum of a vertex that was drawn is scaled by (n - 1) / (K - 1), that of
     * another one by (n - 1) / K, as in NetworkX since 3.5. With K = 1, a vertex that was drawn gets 0. End points, and
     * arcs (tropic_bc_edges), are scaled by n / K. With `error`: the maximum number of sources to draw. 0: all sources,
     * or no maximum. */
    tropic_index samples;
    uint64_t seed; /* draws the samples, or the order of the sources (`error`, `checkpoint`, `partial`) */
    /* 0 < error < 1: sources are drawn by `seed` until, with probability `confidence` (0 < confidence < 1; 0:
     * TROPIC_BC_CONFIDENCE) or higher, the error of each centrality is at most `error` times (n - 1)(n - 2), that is,
     * `error` under NORMALIZE_FULL. The report has the error that was reached; a run over all n sources is exact.
     * `sources` must be NULL and `endpoints` false. If it takes all n, they are done as without it. 0: no bound. */
    double error, confidence;
    /* The name of a file that keeps the state of a long run. The file is written when the run begins, every
     * `checkpoint_seconds`, when the run is cancelled or fails, and when it ends; it always appears complete. If it
     * cannot be written at the beginning, the run fails; later, the run continues and tries again after the next
     * interval. If the file exists and belongs to this graph and these options, the run continues from it, to the same
     * result. If it belongs to others or is damaged, the run is refused and the file stays unchanged. Sources are
     * processed in an order drawn by `seed`. NULL: no file. */
    const char *checkpoint;
    double checkpoint_seconds; /* the interval between checkpoints; 0: 60 */
    /* If the run is cancelled after some sources, the status is CANCELLED, but the result and the report are returned:
     * the sum over these sources, scaled to all requested ones. Sources are processed in an order drawn by `seed`, so
     * the result is an estimate like one from a sample, and is scaled like one; of listed sources by K / (those that
     * were done). */
    bool partial;
    /* A sum of tropic_bc_reduction. 0: all of them, if there are enough sources to make up for their cost. Incompatible
     * with `error` and with PRODUCTS, for which 0 means no reduction. */
    unsigned reductions;
    /* A's values are the arcs' lengths, which must be positive. `method` and `strategy` must be AUTO; `batch` is
     * ignored. */
    bool weighted;
    /* Called on the thread of the call whenever the checkpoint cannot be written and the run continues. `message` names
     * the file and the cause. NULL: no call. */
    void (*checkpoint_failed)(const char *message, void *user);
    void *checkpoint_user; /* passed to `checkpoint_failed` */
    /* With `weighted`, of real lengths: 0 < tie < 1: paths whose lengths differ by at most so much, relatively, tie.
     * TROPIC_BC_TIE_EXACT: equal ones alone. 0: equal ones alone if all lengths are decimals of few digits, else the
     * default of the type, with a second limit. Notes on tropic_bc has the rule. */
    double tie;
    tropic_bc_report *report; /* is filled if the call succeeds, or has an estimate; NULL: none */
} tropic_bc_options;

/* Betweenness centrality: the sum over ordered pairs s != v != t of sigma_st(v) / sigma_st, without end points.
 *
 *     forward   sigma<level == d>      = A' (plus.first) sigma<level == d - 1>
 *     backward  delta<level == d - 1>  = sigma * (A (plus.second) (1 + delta) / sigma <level == d>)
 *
 *   centrality  out  FP64 or FP32, n entries; values over 3.4e38 become infinite in FP32
 *   A           in   n x n, any type; values are read only with options->weighted
 *   options     in   may be NULL: all sources, no scaling
 *   report      out  may be NULL
 * Cost: O(n + nnz) per source; BATCHED O(n) more per level; other strategies than AUTO and CSR_PUSH as for tropic_bfs.
 * Status: as for tropic_bfs, and INVALID_ARGUMENT (an option out of range, or options that exclude one another; a
 * source listed twice; an error that `samples` sources cannot meet; a checkpoint of another graph or run; weighted: a
 * length that is zero, negative or NaN), TYPE_MISMATCH (weighted: A has a struct type), OVERFLOW (weighted: a distance
 * or a UINT64 length leaves its type, or the order of vertices is lost in rounding), FORMAT_ERROR (a damaged
 * checkpoint), IO_ERROR (the checkpoint cannot be read, or written when the run begins or is cancelled without an
 * estimate),
 * NOT_SUPPORTED (CSR_PUSH or COOC_SCALAR on a reproducible context), OUT_OF_MEMORY and OUT_OF_DEVICE_MEMORY (not even
 * one source fits; found before work starts).
 */
TROPIC_API tropic_status tropic_bc(tropic_vector *centrality, const tropic_matrix *A, const tropic_bc_options *options,
                                   tropic_run_report *report);
/* Notes on tropic_bc
 *
 * Choice of the method by AUTO: WORK_EFFICIENT if a search from one of eight sources has more than 4 log2(n) levels,
 * and on the CPU if the graph is symmetric with n + nnz < 2^18 and nnz < 10 n. Also on the CPU, without weights, error,
 * checkpoint and partial, for 64 sources or more, which are then processed in groups of eight: if n <= 12288,
 * n + nnz < 2^18 and there is a source for every five vertices; or if n <= 81920 and some vertex has arcs from n / 32
 * or more. (Memory: 32 bytes per vertex for each of at least 8 sources per thread.)
 * Else BATCHED, for more than five sources on a GPU, and on each device for tropic_bc_edges and for reduced symmetric
 * graphs. Else one source after the other, as PRODUCTS, but with levels as sets of vertices. With an error, checkpoint
 * or partial, and for reduced directed graphs, the choice if the graph is not deep is BATCHED, on the CPU PRODUCTS.
 *
 * Precision: sums are computed in double. There is one exception: for FP32 in a context that is not reproducible,
 * BATCHED keeps counts and dependencies as floats. It does so while no source has had more than 8 levels and no vertex
 * more than 2^100 paths, if the graph is not reduced and the run has no error, checkpoint or partial. Relative errors
 * stay below 1e-6.
 *
 * Number of paths: it has no limit. WORK_EFFICIENT counts paths in doubles, each with a scale of its own. PRODUCTS does
 * so from the first source from which some vertex has more than 2^1000 shortest paths. The paths from that source are
 * counted twice, in 16 bytes instead of 8, and by pulling, whatever the strategy; if both counts are right, they give
 * the same bits. BATCHED leaves such a source to WORK_EFFICIENT, and also the remaining sources if memory runs out.
 *
 * Lengths: with `weighted`, shortest paths are those by A's values, which may have any type except a struct (false 0,
 * true 1; each arc of a pattern has length 1; an infinite length means that there is no arc). For each source,
 * tropic_sssp's distances d are computed first. Ranks then take the place of levels (also in the report), and the arcs
 * of T the place of A's:
 *
 *     T     = the arcs of A with d(i) < d(j) < infinity and d(i) + A(i,j) - d(j) <= min(t(j), A(i,j) / 2)
 *     rank  = 0 for the source, else 1 + (T' (max.second) rank)
 *
 * Ties: integers are compared exactly. So are reals that all are decimals of up to 15 significant digits (FP32: 6), if
 * n of the largest add up to less than 2^62 units of the last place that any has: unless a tolerance is given, they
 * are taken as that many units, in INT64 (8 bytes more per entry), or as they are if their sums are exact. Of other
 * reals, two paths to j tie if their lengths differ by at most t(j) = tie d(j), and also by at most half of the last
 * arc. So a path ties only over a vertex that is nearer, however short its last arc. The default tolerance is also at
 * most half of the least length of A (or 32 epsilon d(j), for the rounding of sums, if that is more): 100 + 1e-9 and
 * 100 stay different if an arc of 1e-9 is there, from whichever end the search begins. Sums over T have a fixed order,
 * so results are bitwise reproducible, whatever sources run at the same time. Messages about lengths name the arc; a
 * length that is not allowed is found before work starts.
 *
 * Absorbed lengths: where rounding absorbs a length (d(i) + A(i,j) == d(i) == d(j)), vertices have equal distances.
 * Those that such arcs alone lead to are ordered, and their ties found, by the lengths of these arcs from where their
 * group was entered, on the host. If the arcs join two vertices of a group that were entered independently, it is not
 * known which comes first, and the run is refused (OVERFLOW).
 *
 * Memory on the device, in bytes per vertex, beside 8 for the result:
 *   - One source by AUTO: 13, on the CPU 21; if the graph is deep, 24.
 *   - WORK_EFFICIENT: 32 for each source that runs at the same time.
 *   - BATCHED: 9; 16 for each source of a batch; and for each batch 16, and 9 for each level. There are two batches at
 *     once, but one on the CPU and if memory is short. A GPU that meets lists of more than 512 entries takes up to 1.5
 *     bytes more per entry.
 *   - PRODUCTS: 41, with scales 73.
 *   - Weighted: 32 plus the 8 bytes of a distance (FP32: 4) for each source that runs at the same time, 8 less if there
 *     is one, plus the memory of tropic_sssp while that runs. The time is that of tropic_sssp plus O(n + nnz) per
 *     source. On the CPU, if n + nnz < 2^18: also 16 per entry, and for each thread 20 per vertex and 32 per entry;
 *     the time is O(n + nnz log(n)) per source.
 * As many sources run at the same time as suit the device and fit in 0.8 of its free memory. If not even one fits, the
 * message says how much memory is needed and how much there is.
 *
 * Reductions take O(n + nnz) time on one host thread, and 150 bytes per vertex and 8 per entry there. In a reduced
 * graph a vertex may be searched in each of its biconnected components. The share that a folded vertex of a directed
 * graph adds to the vertex at the end of its arc follows from how many vertices that one reaches, which the search
 * counts.
 *
 * Error: the bound is the empirical Bernstein-Serfling bound of Bardenet and Maillard, Bernoulli 21 (2015), Theorem
 * 4.3. It holds for all vertices and for every moment at which it is checked: after 64 sources, and whenever the number
 * of sources has grown by a third. For it, two doubles per vertex (sums and sums of squares) are copied to the host.
 *
 * Source: Brandes, J. Math. Sociology 25 (2001); in linear algebra, Artiles and Saeed, TurboBC (2021); one source per
 * block, and the choice by first searches, McLaughlin and Bader, SC14; reductions, Sariyuce and others, SDM 2013; ranks
 * by peeling, Kahn, Comm. ACM 5 (1962).
 */

/* Betweenness of arcs: the sum over ordered pairs s != t of the share of the shortest s-t paths that take the arc.
 *
 *     C<level(i) + 1 == level(j)> += sigma(i) * (1 + delta(j)) / sigma(j)      for each source, as in tropic_bc
 *
 *   C        out  n x n, FP64, with A's pattern: C(i,j) is the betweenness of the arc i -> j; 0 if no path takes it
 *   context  in
 *   A        in   as for tropic_bc
 *   options  in   may be NULL. As for tropic_bc, except that NORMALIZE_FULL divides by n (n - 1). endpoints, error,
 *                 confidence, checkpoint and partial must be zero, reductions zero or UNREDUCED, `strategy` AUTO, and
 *                 the method AUTO, WORK_EFFICIENT or BATCHED
 *   report   out  may be NULL
 * The result has the same bits for any number of sources that run at the same time.
 * Cost: that of tropic_bc plus O(n + nnz) per source; memory, that of tropic_bc plus 8 bytes per arc.
 * Status: as for tropic_bc, and INVALID_ARGUMENT (an option that does not exist here).
 */
TROPIC_API tropic_status tropic_bc_edges(tropic_matrix **C, tropic_context *context, const tropic_matrix *A,
                                         const tropic_bc_options *options, tropic_run_report *report);
/* Notes on tropic_bc_edges
 * An edge of an undirected graph is both of its arcs, and NetworkX's normalized value is the sum of the two.
 * The values of the arcs out of a vertex add up to its centrality plus, if it is a source, the number of vertices that
 * it reaches. AUTO never chooses PRODUCTS.
 * Source: Brandes, Social Networks 30 (2008); Girvan and Newman, PNAS 99 (2002).
 */

#ifdef __cplusplus
}
#endif
#endif /* TROPIC_ALGORITHMS_H */
