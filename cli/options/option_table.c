/* SPDX-License-Identifier: Apache-2.0
 *
 * The options that several commands take. Those of one command alone stand in its file.
 */
#include "cli/options/option_table.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* No machine has more threads. */
#define THREADS_MAX 4096
#define REPEAT_MAX 1000000
/* Seconds; further than any run goes. */
#define EVERY_MAX 1e300
/* Sides of a picture, in pixels. */
#define SIDE_MIN 16
#define SIDE_MAX 16384

static const char *strategy_name(int place)
{
    return tropic_strategy_name((tropic_strategy)place);
}

static const char *queue_name(int place)
{
    return tropic_queue_name((tropic_queue)place);
}

/* In the order of their enums, or false and true. */
static cli_word_list duplicates = {"default", "sum", "min", "max", "first", "last", "refuse", NULL};
static cli_word_list zeros = {"drop", "arcs", NULL};
static cli_word_list weights = {"file", "none", NULL};
static cli_word_list precisions = {"fp32", "fp64", NULL};
static cli_word_list sizes = {"yes", "no", NULL};
static cli_word_list formats = {"tsv", "json", NULL};
static cli_word_list themes = {"light", "dark", NULL};
static cli_word_list projections = {"xy", "xz", "yz", "iso", NULL};

#define ALL UINT_MAX

const cli_option cli_option_table[] = {
    {"source", "ID", CLI_SOURCE, CLI_AT(source), CLI_GIVEN(has_source), CLI_TAKES_VERTEX,
     .help = "where to start: a vertex id of the file"},
    {"sources", "all|K", CLI_SUMS, CLI_TAKES(cli_take_sources),
     .help = "all vertices (default), or K random ones, scaled up"},
    {"seed", "S", CLI_SUMS, CLI_TAKES(cli_take_seed), .help = "the same S draws the same K sources (default 1)"},
    {"sources-file", "FILE", CLI_SUMS, CLI_AT(sources_file), CLI_TAKES_FILE,
     .help = "the ids in FILE, one per line; not scaled"},
    {"confidence", "C", CLI_BOUNDS, CLI_AT(confidence), CLI_TAKES_REAL(CLI_ABOVE_0, CLI_BELOW_1, CLI_INSIDE_0_1),
     .help = "probability that --error holds for all vertices (default 0.95)"},
    {"checkpoint", "FILE", CLI_LASTS, CLI_AT(checkpoint), CLI_TAKES_FILE, .writes = true,
     .help = "save progress to FILE, and resume from it if it exists"},
    {"every", "SECONDS", CLI_LASTS, CLI_AT(checkpoint_every),
     CLI_TAKES_REAL(CLI_ABOVE_0, EVERY_MAX, "a number of seconds above 0, up to 1e300"),
     .help = "time between two checkpoints (default 60)"},
    {"partial", NULL, CLI_LASTS, CLI_AT(partial), CLI_TAKES_FLAG,
     .help = "if the run is interrupted, write what is known by then: the estimate from\n"
             "the sources so far, or the vertices that are done; the exit code is still 5"},
    {"to", "ID", CLI_SEARCHES, CLI_AT(target), CLI_GIVEN(has_target), CLI_TAKES_VERTEX,
     .help = "where to stop: the search ends when the distance of this vertex is\n"
             "final"},
    {"weights", "HOW", CLI_VALUES, CLI_AT(no_weights), CLI_TAKES_WORD(weights, false),
     .help = "file (default): the values of the file; none: as if it had no values"},
    {"directed", NULL, CLI_READS, CLI_AT(directed), CLI_TAKES_FLAG, .help = "each entry of the file is one arc"},
    {"undirected", NULL, CLI_READS, CLI_AT(undirected), CLI_TAKES_FLAG,
     .help = "each entry is two arcs, one each way (default: as the file says). An arc\n"
             "and its opposite are then one edge: see --duplicates"},
    {"columns", "F,T[,W]", CLI_READS, CLI_TAKES(cli_take_columns),
     .help = "of an edge list: the columns of source, target and weight, by the names\n"
             "in its first line or by numbers from 1 (default: as 'tropic convert\n"
             "--help' says)"},
    {"sizes", "yes|no", CLI_READS, CLI_AT(sizes), CLI_TAKES_WORD(sizes, TROPIC_SIZES_YES),
     .help = "does an edge list begin with a line of sizes, VERTICES EDGES? (default:\n"
             "yes if it agrees with 16 or more lines that follow)"},
    {"keep-loops", NULL, CLI_LOOPS, CLI_AT(keep_loops), CLI_TAKES_FLAG,
     .help = "keep entries (i,i) (default: dropped)"},
    {"duplicates", "RULE", CLI_READS, CLI_AT(duplicates), CLI_TAKES_WORD(duplicates, TROPIC_DUPLICATES_DEFAULT),
     .help = "if there are several entries at one place: sum (default for Matrix\n"
             "Market and KONECT positive), min (default for other graph files), max,\n"
             "first, last or refuse. With --undirected, an arc and its opposite\n"
             "combine by this rule, too, but by default by min, except for KONECT\n"
             "positive. refuse lets them pass if their values are equal, except there"},
    {"zeros", "HOW", CLI_READS, CLI_AT(zero_arcs), CLI_TAKES_WORD(zeros, false),
     .help = "zeros of a Matrix Market array: drop (default): they are no arcs, and a\n"
             "note tells how many; arcs: they are arcs with the value 0. A zero of any\n"
             "other file is an arc"},
    {"max-text", "BYTES", CLI_READS, CLI_TAKES(cli_take_max_text),
     .help = "refuse a file whose text, unpacked, is longer; K, M and G behind the\n"
             "number are 2^10, 2^20 and 2^30 bytes (default: no limit)"},
    {"device", "WHERE", CLI_COMPUTES, CLI_TAKES(cli_take_device), CLI_GIVEN(has_device),
     .help = "auto (default), cpu, cuda or cuda:K for the K-th GPU. auto takes a GPU\n"
             "for what a CPU does not end before a GPU has started, and the CPU if\n"
             "the GPU fails; the summary says why. Without this option, TROPIC_DEVICE\n"
             "of the environment says it"},
    {"strategy", "NAME", CLI_STEPS, CLI_AT(strategy), CLI_TAKES_WORD_OF(strategy_name), CLI_GIVEN(has_strategy),
     .help = "auto (default), cooc-scalar, csc-scalar, csc-vector or csr-push"},
    {"queue", "NAME", CLI_SEARCHES, CLI_AT(queue), CLI_TAKES_WORD_OF(queue_name),
     .help = "how a GPU collects the vertices that a push finds: auto (default),\n"
             "global, block or hierarchical. (A push follows the arcs that leave the\n"
             "vertices found last.)"},
    {"threads", "N", ALL, CLI_AT(threads), CLI_TAKES_INTEGER(1, THREADS_MAX),
     .help = "CPU threads (default: OMP_NUM_THREADS, or one per core)"},
    {"precision", "TYPE", CLI_VALUES, CLI_AT(precision), CLI_TAKES_WORD(precisions, TROPIC_FP32),
     .help = "fp64 (default) or fp32, for real weights and for centralities"},
    {"verify", NULL, CLI_VERIFIES, CLI_AT(verify), CLI_TAKES_FLAG,
     .help = "check the result: see above. A build without SuiteSparse:GraphBLAS\ncompares with textbook algorithms"},
    {"top", "K", CLI_MEASURES, CLI_AT(top), CLI_TAKES_INTEGER(1, TROPIC_INDEX_MAX),
     .help = "the K vertices with the greatest values alone, the greatest first"},
    {"repeat", "N", CLI_RUNS, CLI_AT(repeat), CLI_TAKES_INTEGER(1, REPEAT_MAX),
     .help = "run N times; the time is the median, with minimum and maximum"},
    {"color", "FILE", CLI_DRAWS, CLI_AT(color), CLI_TAKES_FILE,
     .help = "colours by the values in FILE, a table from another command, or any with\n"
             "an id and a number per line: of vertices, and an edge has the mean of\n"
             "its ends. If its first line has the names from and to: of edges, as\n"
             "from mst, truss, similarity, distances and bc --edges"},
    {"classes", NULL, CLI_DRAWS, CLI_AT(classes), CLI_TAKES_FLAG,
     .help = "the values of --color are classes, such as communities: each of the ten\n"
             "largest gets a colour of its own, and others share these"},
    {"size", "FILE", CLI_DRAWS, CLI_AT(size), CLI_TAKES_FILE,
     .help = "areas of vertices by their values in FILE, as for --color; a vertex\n"
             "without a value has the smallest"},
    {"color-column", "COLUMN", CLI_DRAWS, CLI_AT(color_column), CLI_TAKES_NAME,
     .help = "of --color's FILE: the column of that name in its first line (default:\n"
             "the one behind the ids)"},
    {"size-column", "COLUMN", CLI_DRAWS, CLI_AT(size_column), CLI_TAKES_NAME, .help = "the same of --size's FILE"},
    {"theme", "NAME", CLI_DRAWS, CLI_AT(theme), CLI_TAKES_WORD(themes, CLI_THEME_LIGHT),
     .help = "light (default) or dark"},
    {"width", "PIXELS", CLI_DRAWS, CLI_AT(width), CLI_TAKES_INTEGER(SIDE_MIN, SIDE_MAX),
     .help = "of the picture, from 16 to 16384 (default 1200)"},
    {"height", "PIXELS", CLI_DRAWS, CLI_AT(height), CLI_TAKES_INTEGER(SIDE_MIN, SIDE_MAX),
     .help = "of the picture, from 16 to 16384 (default 1200)"},
    {"projection", "HOW", CLI_DRAWS, CLI_AT(projection), CLI_TAKES_WORD(projections, CLI_PROJECTION_XY),
     .help = "of a layout in three dimensions: xy, xz or yz leaves one axis out;\n"
             "iso is isometric"},
    {"output", "FILE", CLI_RUNS, CLI_AT(output), CLI_TAKES_FILE, .writes = true,
     .help = "file for the result, which appears only when complete; .csv has commas"},
    {"output", "FILE", CLI_RECORDS, CLI_AT(output), CLI_TAKES_FILE, .writes = true,
     .help = "file for the result, which appears only when complete; .csv has commas\n"
             "and a line of names"},
    {"output", "FILE", CLI_DRAWS, CLI_AT(output), CLI_TAKES_FILE, .writes = true,
     .help = "file for the result, which appears only when complete, in the format\n"
             "of its name: .svg, .png, .graphml, .tsv or .csv (default: a table on\n"
             "stdout)"},
    {"format", "HOW", CLI_FORMATS, CLI_AT(json), CLI_TAKES_WORD(formats, false),
     .help = "tsv (default) or json, as said above"},
    {"quiet", NULL, ALL, CLI_AT(quiet), CLI_TAKES_FLAG, .help = "no summary, no notes and no progress bar on stderr"},
    {"help", NULL, ALL, CLI_AT(help), CLI_TAKES_FLAG, .help = "this text"},
};
const size_t cli_option_count = LENGTH(cli_option_table);
