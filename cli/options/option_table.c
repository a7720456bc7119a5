/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of options.
 */
#include "cli/options/option_table.h"

#include "cli/options/parse.h"

#include <float.h>
#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* No machine has more threads. */
#define THREADS_MAX 4096
#define REPEAT_MAX 1000000
/* Sides of a picture, in pixels. */
#define SIDE_MIN 16
#define SIDE_MAX 16384
/* Seconds; further than any run goes. */
#define EVERY_MAX 1e300

static const char *strategy_name(int place)
{
    return tropic_strategy_name((tropic_strategy)place);
}

static const char *queue_name(int place)
{
    return tropic_queue_name((tropic_queue)place);
}

/* In the order of their enums, or false and true. */
typedef const char *const word_list[];
static word_list duplicates = {"default", "sum", "min", "max", "first", "last", "refuse", NULL};
static word_list zeros = {"drop", "arcs", NULL};
static word_list weights = {"file", "none", NULL};
static word_list scalings = {"none", "pairs", "full", NULL};
static word_list layouts = {"auto", "exact", "barnes-hut", NULL};
static word_list precisions = {"fp32", "fp64", NULL};
static word_list sizes = {"yes", "no", NULL};
static word_list formats = {"tsv", "json", NULL};
static word_list themes = {"light", "dark", NULL};
static word_list projections = {"xy", "xz", "yz", "iso", NULL};

/* What an option takes, and the member of cli_options that it sets. */
#define MEMBER(member) .at = offsetof(cli_options, member), .size = sizeof((cli_options *)0)->member
#define GIVEN(member) .given = offsetof(cli_options, member)
#define FLAG(member) .kind = CLI_FLAG, MEMBER(member)
#define FILE_NAME(member) .kind = CLI_FILE, MEMBER(member)
#define INTEGER(member, from, to) .kind = CLI_INTEGER, MEMBER(member), .low = from, .high = to
#define REAL(member, from, to, text) .kind = CLI_REAL, MEMBER(member), .min = from, .max = to, .wanted = text
#define WORD(member, list, first) .kind = CLI_WORD, MEMBER(member), .words = list, .low = first
#define NAME(member, name_at) .kind = CLI_WORD, MEMBER(member), .word = name_at
#define VERTEX(member)                                                                                                 \
    INTEGER(member, INT64_MIN, INT64_MAX), GIVEN(has_##member), .wanted = VERTEX_ID, .no_words = NO_WORDS
#define SPECIAL(function) .kind = CLI_SPECIAL, .take = function

#define VERTEX_ID "a vertex id, a whole number from -9223372036854775808 to 9223372036854775807"
#define NO_WORDS "ids that are words are not read"
#define INSIDE_0_1 "a number above 0 and below 1"
#define POSITIVE "a number above 0, up to 1e300"
/* The doubles next to 0 and to 1. */
#define ABOVE_0 DBL_TRUE_MIN
#define BELOW_1 (1 - DBL_EPSILON / 2)

/* Of one source. */
#define SEARCHES (CLI_BFS | CLI_SSSP | CLI_PATH)
#define RUNS (SEARCHES | CLI_BC)
/* Of pictures. */
#define DRAWS (CLI_DRAW | CLI_LAYOUT)
#define READS (RUNS | CLI_INFO | CLI_CONVERT | DRAWS)
#define ALL (READS | CLI_DOCTOR | CLI_GEN)
/* BFS looks at no values, and has none to give; neither has a picture. */
#define VALUES (READS & ~(unsigned)(CLI_BFS | DRAWS))
/* Convert keeps loops in any case, and a picture has none. */
#define LOOPS (READS & ~(unsigned)(CLI_CONVERT | DRAWS))

const cli_option cli_option_table[] = {
    {"source", "ID", CLI_BFS | CLI_SSSP, VERTEX(source), .help = "where to start: a vertex id of the file"},
    {"from", "ID", CLI_PATH, VERTEX(source), .help = "where the path begins: a vertex id of the file"},
    {"to", "ID", SEARCHES, VERTEX(target),
     .help = "where to stop: the search ends when the distance of this vertex is\n"
             "final"},
    {"depth", "D", CLI_BFS, INTEGER(depth, 1, TROPIC_INDEX_MAX),
     .help = "do not go farther than D arcs from the source"},
    {"weighted", NULL, CLI_PATH, FLAG(weighted), .help = "values are lengths of arcs (default: each is 1)"},
    {"weighted", NULL, CLI_BC, FLAG(weighted),
     .help = "values are lengths of arcs, all positive (default: each is 1). There is\n"
             "only one method: --batch has no effect, --strategy and --method are\n"
             "errors"},
    {"weighted", NULL, CLI_LAYOUT, FLAG(weighted),
     .help = "values are strengths of springs, none negative (default: each is 1).\n"
             "(If an edge has two entries with different values, its strength is\n"
             "the smaller, or with --undirected what --duplicates says)"},
    {"coordinates", "FILE", CLI_PATH, FILE_NAME(coordinates),
     .help = "positions of the vertices, a DIMACS .co file; directs the search\n"
             "towards the last vertex; needs --weighted"},
    {"sources", "all|K", CLI_BC, SPECIAL(cli_take_sources),
     .help = "all vertices (default), or K random ones, scaled up"},
    {"seed", "S", CLI_BC, SPECIAL(cli_take_seed), .help = "the same S draws the same K sources (default 1)"},
    {"seed", "S", CLI_GEN, SPECIAL(cli_take_seed),
     .help = "the same S draws the same graph, for the random kinds: kron, urand,\n"
             "kmer, rgg, lattice; and the same weights (default 1)"},
    {"seed", "S", CLI_LAYOUT, SPECIAL(cli_take_seed),
     .help = "the same S gives the same initial positions (default 1)"},
    {"weights", "MAX", CLI_GEN, INTEGER(weights, 1, INT32_MAX),
     .help = "whole weights, uniform from 1 to MAX. An edge has one weight for both\n"
             "directions; with --directed each arc has its own (default: none)"},
    {"weights", "HOW", VALUES, WORD(no_weights, weights, false),
     .help = "file (default): the values of the file; none: as if it had no values"},
    {"sources-file", "FILE", CLI_BC, FILE_NAME(sources_file), .help = "the ids in FILE, one per line; not scaled"},
    {"normalize", "HOW", CLI_BC, WORD(normalize, scalings, TROPIC_NORMALIZE_NONE),
     .help = "none (default): the sum over ordered pairs; pairs: half of it, for an\n"
             "undirected graph; full: divided by (n-1)(n-2), with --endpoints by n(n-1)"},
    {"directed", NULL, READS, FLAG(directed), .help = "each entry of the file is one arc"},
    {"directed", NULL, CLI_GEN, FLAG(directed),
     .help = "each edge is one arc: as drawn (kron, urand, kmer), otherwise to the\n"
             "higher vertex (default: one arc each way)"},
    {"undirected", NULL, READS, FLAG(undirected),
     .help = "each entry is two arcs, one each way (default: as the file says). An arc\n"
             "and its opposite are then one edge: see --duplicates"},
    {"columns", "F,T[,W]", READS, SPECIAL(cli_take_columns),
     .help = "of an edge list: the columns of source, target and weight, by the names\n"
             "in its first line or by numbers from 1 (default: as 'tropic convert\n"
             "--help' says)"},
    {"sizes", "yes|no", READS, WORD(sizes, sizes, TROPIC_SIZES_YES),
     .help = "does an edge list begin with a line of sizes, VERTICES EDGES? (default:\n"
             "yes if it agrees with 16 or more lines that follow)"},
    {"keep-loops", NULL, LOOPS, FLAG(keep_loops), .help = "keep entries (i,i) (default: dropped)"},
    {"duplicates", "RULE", READS, WORD(duplicates, duplicates, TROPIC_DUPLICATES_DEFAULT),
     .help = "if there are several entries at one place: sum (default for Matrix\n"
             "Market and KONECT positive), min (default for other graph files), max,\n"
             "first, last or refuse. With --undirected, an arc and its opposite\n"
             "combine by this rule, too, but by default by min, except for KONECT\n"
             "positive. refuse lets them pass if their values are equal, except there"},
    {"zeros", "HOW", READS, WORD(zero_arcs, zeros, false),
     .help = "zeros of a Matrix Market array: drop (default): they are no arcs, and a\n"
             "note tells how many; arcs: they are arcs with the value 0. A zero of any\n"
             "other file is an arc"},
    {"max-text", "BYTES", READS, SPECIAL(cli_take_max_text),
     .help = "refuse a file whose text, unpacked, is longer; K, M and G behind the\n"
             "number are 2^10, 2^20 and 2^30 bytes (default: no limit)"},
    {"device", "WHERE", CLI_DOCTOR, SPECIAL(cli_take_device), GIVEN(has_device),
     .help = "auto (default: all), cpu, cuda or cuda:K for the K-th GPU. Without this\n"
             "option, TROPIC_DEVICE of the environment says it"},
    {"device", "WHERE", RUNS | CLI_GEN | CLI_LAYOUT, SPECIAL(cli_take_device), GIVEN(has_device),
     .help = "auto (default), cpu, cuda or cuda:K for the K-th GPU. auto takes a GPU\n"
             "for what a CPU does not end before a GPU has started, and the CPU if\n"
             "the GPU fails; the summary says why. Without this option, TROPIC_DEVICE\n"
             "of the environment says it"},
    {"strategy", "NAME", RUNS, NAME(strategy, strategy_name), GIVEN(has_strategy),
     .help = "auto (default), cooc-scalar, csc-scalar, csc-vector or csr-push"},
    {"method", "NAME", CLI_BC, SPECIAL(cli_take_bc_method),
     .help = "auto (default): chosen by trial searches from some sources; batched:\n"
             "64 sources at a time; work-efficient: a queue for each source, on one\n"
             "thread or block; products: one source at a time, as with --strategy;\n"
             "edge-parallel, vertex-parallel: products by cooc-scalar, csc-scalar.\n"
             "Not with --strategy or --weighted; with --edges only auto, batched or\n"
             "work-efficient"},
    {"batch", "K", CLI_BC, INTEGER(batch, 1, TROPIC_BFS_BATCH),
     .help = "maximum number of sources at a time (default: chosen by the device and\n"
             "its memory)"},
    {"edges", NULL, CLI_BC, FLAG(edges),
     .help = "centralities of arcs, not of vertices; --normalize full then divides\n"
             "by n(n-1). For an edge, NetworkX gives the sum of its two arcs, or half\n"
             "of that if it does not normalize"},
    {"endpoints", NULL, CLI_BC, FLAG(endpoints), .help = "count the ends of paths too"},
    {"reduce", "HOW", CLI_BC, SPECIAL(cli_take_reductions),
     .help = "exact reductions of the graph: auto (default: all, if there are enough\n"
             "sources for them to pay off), none, all, or some of fold,split,twins.\n"
             "In a directed graph, vertices of in-degree 0 are folded and merged, and\n"
             "split has no effect. Not with --edges, --weighted, --error or\n"
             "--strategy"},
    {"error", "E", CLI_BC, REAL(error, ABOVE_0, BELOW_1, INSIDE_0_1),
     .help = "draw sources until no centrality is off by more than E (n-1)(n-2),\n"
             "which is an error of E with --normalize full; with --sources K, at most\n"
             "K. (The true error is usually ten or more times smaller.)"},
    {"confidence", "C", CLI_BC, REAL(confidence, ABOVE_0, BELOW_1, INSIDE_0_1),
     .help = "probability that --error holds for all vertices (default 0.95)"},
    {"tie", "TOLERANCE", CLI_BC, REAL(tie, 0, BELOW_1, "a number from 0 to below 1"), GIVEN(has_tie),
     .help = "with --weighted: real lengths of paths that differ by at most this part\n"
             "are equal; 0: compare them exactly. Default: exactly if all lengths are\n"
             "decimals of up to 15 digits, else 2.3e-10 (fp32: 6 digits, 3.1e-5)"},
    {"checkpoint", "FILE", CLI_BC, FILE_NAME(checkpoint),
     .help = "save progress to FILE, and resume from it if it exists"},
    {"every", "SECONDS", CLI_BC, REAL(checkpoint_every, ABOVE_0, EVERY_MAX, "a number of seconds above 0, up to 1e300"),
     .help = "time between two checkpoints (default 60)"},
    {"partial", NULL, CLI_BC, FLAG(partial),
     .help = "if the run is interrupted, write the estimate from the sources so far;\n"
             "the exit code is still 5"},
    {"queue", "NAME", SEARCHES, NAME(queue, queue_name),
     .help = "how a GPU collects the vertices that a push finds: auto (default),\n"
             "global, block or hierarchical. (A push follows the arcs that leave the\n"
             "vertices found last.)"},
    {"threads", "N", ALL, INTEGER(threads, 1, THREADS_MAX),
     .help = "CPU threads (default: OMP_NUM_THREADS, or one per core)"},
    {"precision", "TYPE", VALUES, WORD(precision, precisions, TROPIC_FP32),
     .help = "fp64 (default) or fp32, for real weights and for centralities"},
    {"verify", NULL, ALL & ~(unsigned)(CLI_GEN | DRAWS), FLAG(verify),
     .help = "check the result: see above. A build without SuiteSparse:GraphBLAS\ncompares with textbook algorithms"},
    {"repeat", "N", RUNS, INTEGER(repeat, 1, REPEAT_MAX),
     .help = "run N times; the time is the median, with minimum and maximum"},
    {"dimensions", "D", CLI_LAYOUT, INTEGER(dimensions, 2, 3), .help = "2 (default) or 3"},
    {"method", "NAME", CLI_LAYOUT, WORD(layout.method, layouts, TROPIC_LAYOUT_AUTO),
     .help = "of repulsion. exact: between all pairs; barnes-hut: distant vertices\n"
             "together; auto (default): exact up to 384 vertices on the CPU, 16384\n"
             "on a GPU"},
    {"theta", "T", CLI_LAYOUT, REAL(layout.theta, 0, 1, "a number from 0 to 1"), GIVEN(has_theta),
     .help = "for barnes-hut: the vertices in a square count as one if its side is\n"
             "less than T times its distance; 0 to 1 (default 0.5)"},
    {"k", "LENGTH", CLI_LAYOUT, REAL(layout.k, ABOVE_0, TROPIC_LAYOUT_MAX, POSITIVE),
     .help = "distance of two vertices that are linked only to each other\n"
             "(default 1)"},
    {"gravity", "G", CLI_LAYOUT, REAL(layout.gravity, 0, TROPIC_LAYOUT_MAX, "a number from 0 to 1e300"),
     .help = "pull each vertex towards the middle of its component, by G times its\n"
             "distance (default 0)"},
    {"iterations", "N", CLI_LAYOUT, INTEGER(layout.iterations, 1, INT32_MAX),
     .help = "maximum for each graph (default 500)"},
    {"tolerance", "T", CLI_LAYOUT, REAL(layout.tolerance, ABOVE_0, TROPIC_LAYOUT_MAX, POSITIVE),
     .help = "stop when vertices move by less than T times the usual edge length\n"
             "(default 0.01)"},
    {"levels", "L", CLI_LAYOUT, INTEGER(layout.levels, 1, INT32_MAX),
     .help = "number of graphs, the coarsest first; 1: no coarser graphs (default:\n"
             "as many as there are)"},
    {"initial", "FILE", CLI_LAYOUT, FILE_NAME(initial),
     .help = "initial positions, in units of --k, as for --positions of draw. Some may\n"
             "be missing; if all are there, coarser graphs are not used"},
    {"fixed", "FILE", CLI_LAYOUT, FILE_NAME(fixed),
     .help = "ids of vertices that stay at their --initial position, one per line"},
    {"reproducible", NULL, CLI_LAYOUT, FLAG(reproducible),
     .help = "the same bits on every device (slower on a GPU if degrees are uneven)"},
    {"stress", "K", CLI_LAYOUT, INTEGER(stress, 0, TROPIC_INDEX_MAX), GIVEN(has_stress),
     .help = "measure the result on the pairs of K random vertices with all others;\n"
             "0: do not measure (default 50)"},
    {"stress", "K", CLI_DRAW, INTEGER(stress, 0, TROPIC_INDEX_MAX), GIVEN(has_stress),
     .help = "measure the positions on the pairs of K random vertices with all others\n"
             "(default: do not measure)"},
    {"positions", "FILE", CLI_DRAW, FILE_NAME(positions),
     .help = "positions of the vertices: a table of ids, x, y and optionally z, or a\n"
             "DIMACS .co file"},
    {"color", "FILE", DRAWS, FILE_NAME(color),
     .help = "colours of vertices by their values in FILE: a table from bfs, sssp or\n"
             "bc, or any table with an id and a number per line. The colour of an\n"
             "edge is the mean of its ends"},
    {"size", "FILE", DRAWS, FILE_NAME(size),
     .help = "areas of vertices by their values in FILE, as for --color; a vertex\n"
             "without a value has the smallest"},
    {"theme", "NAME", DRAWS, WORD(theme, themes, CLI_THEME_LIGHT), .help = "light (default) or dark"},
    {"width", "PIXELS", DRAWS, INTEGER(width, SIDE_MIN, SIDE_MAX),
     .help = "of the picture, from 16 to 16384 (default 1200)"},
    {"height", "PIXELS", DRAWS, INTEGER(height, SIDE_MIN, SIDE_MAX),
     .help = "of the picture, from 16 to 16384 (default 1200)"},
    {"projection", "HOW", DRAWS, WORD(projection, projections, CLI_PROJECTION_XY),
     .help = "of a layout in three dimensions: xy, xz or yz leaves one axis out;\n"
             "iso is isometric"},
    {"output", "FILE", RUNS, FILE_NAME(output),
     .help = "file for the result, which appears only when complete; .csv has commas"},
    {"output", "FILE", CLI_INFO | CLI_DOCTOR, FILE_NAME(output),
     .help = "file for the result, which appears only when complete; .csv has commas\n"
             "and a line of names"},
    {"output", "FILE", CLI_GEN, FILE_NAME(output), .help = "file for the result, which appears only when complete"},
    {"output", "FILE", DRAWS, FILE_NAME(output),
     .help = "file for the result, which appears only when complete, in the format\n"
             "of its name: .svg, .png, .graphml, .tsv or .csv (default: a table on\n"
             "stdout)"},
    {"format", "HOW", ALL & ~(unsigned)CLI_DRAW, WORD(json, formats, false),
     .help = "tsv (default) or json, as said above"},
    /* Also where there is nothing to silence: what it promises holds, and scripts say it of all. */
    {"quiet", NULL, ALL, FLAG(quiet), .help = "no summary, no notes and no progress bar on stderr"},
    {"help", NULL, ALL, FLAG(help), .help = "this text"},
};
const size_t cli_option_count = LENGTH(cli_option_table);
_Static_assert(LENGTH(cli_option_table) <= CLI_OPTIONS_MAX, "cli_option_meant has room for all");
