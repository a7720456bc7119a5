/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of options, and what each makes of its value.
 */
#include "cli/option_table.h"

#include "cli/parse.h"

#include <math.h>
#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* No machine has more threads. */
#define THREADS_MAX 4096
#define REPEAT_MAX 1000000

int cli_find_word(const char *word, const char *const *list, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (strcmp(word, list[k]) == 0) return (int)k;
    return -1;
}

const char *cli_take_file(const char **name, const char *value)
{
    *name = value;
    return *value ? NULL : "a file name";
}

static const char *take_source(cli_options *options, const char *value)
{
    options->has_source = true;
    return cli_parse_integer(value, INT64_MIN, INT64_MAX, &options->source)
               ? NULL
               : "a vertex id, a whole number from -9223372036854775808 to 9223372036854775807";
}

static const char *take_target(cli_options *options, const char *value)
{
    options->has_target = true;
    return cli_parse_integer(value, INT64_MIN, INT64_MAX, &options->target)
               ? NULL
               : "a vertex id, a whole number from -9223372036854775808 to 9223372036854775807";
}

static const char *take_depth(cli_options *options, const char *value)
{
    int64_t depth = 0;
    bool good = cli_parse_integer(value, 1, TROPIC_INDEX_MAX, &depth);
    options->depth = (tropic_index)depth;
    return good ? NULL : "a whole number from 1 to 2147483647";
}

static const char *take_weighted(cli_options *options, const char *value)
{
    (void)value;
    options->weighted = true;
    return NULL;
}

static const char *take_coordinates(cli_options *options, const char *value)
{
    return cli_take_file(&options->coordinates, value);
}

static const char *take_seed(cli_options *options, const char *value)
{
    return cli_parse_unsigned(value, &options->seed) ? NULL : "a whole number from 0 to 18446744073709551615";
}

static const char *take_weights(cli_options *options, const char *value)
{
    int64_t weights = 0;
    bool good = cli_parse_integer(value, 1, INT32_MAX, &weights);
    options->weights = (int32_t)weights;
    return good ? NULL : "a whole number from 1 to 2147483647";
}

static const char *take_directed(cli_options *options, const char *value)
{
    (void)value;
    options->directed = true;
    return NULL;
}

static const char *take_undirected(cli_options *options, const char *value)
{
    (void)value;
    options->undirected = true;
    return NULL;
}

static const char *take_keep_loops(cli_options *options, const char *value)
{
    (void)value;
    options->keep_loops = true;
    return NULL;
}

static const char *take_duplicates(cli_options *options, const char *value)
{
    static const char *const names[] = {"default", "sum", "min", "max", "first", "last", "refuse"};
    int k = cli_find_word(value, names, LENGTH(names));
    options->duplicates = k < 0 ? TROPIC_DUPLICATES_DEFAULT : (tropic_duplicates)k;
    return k >= 0 ? NULL : "default, sum, min, max, first, last or refuse";
}

static const char *take_device(cli_options *options, const char *value)
{
    static const char *const names[] = {"auto", "cpu", "cuda"};
    int k = cli_find_word(value, names, LENGTH(names));
    int64_t index = 0;
    bool good = k >= 0;
    options->device = good ? (tropic_device)k : TROPIC_DEVICE_CUDA;
    if (!good && strncmp(value, "cuda:", 5) == 0) good = cli_parse_integer(value + 5, 0, INT32_MAX, &index);
    options->device_index = (int)index;
    return good ? NULL : "auto, cpu, cuda or cuda:K with K from 0 to 2147483647";
}

static const char *take_strategy(cli_options *options, const char *value)
{
    for (int k = 0; k < TROPIC_STRATEGIES; k++)
        if (strcmp(value, tropic_strategy_name((tropic_strategy)k)) == 0) {
            options->strategy = (tropic_strategy)k;
            options->has_strategy = true;
            return NULL;
        }
    return "auto, cooc-scalar, csc-scalar, csc-vector or csr-push";
}

static const char *take_queue(cli_options *options, const char *value)
{
    for (int k = 0; k < TROPIC_QUEUES; k++)
        if (strcmp(value, tropic_queue_name((tropic_queue)k)) == 0) {
            options->queue = (tropic_queue)k;
            return NULL;
        }
    return "auto, global, block or hierarchical";
}

static const char *take_threads(cli_options *options, const char *value)
{
    int64_t threads = 0;
    bool good = cli_parse_integer(value, 1, THREADS_MAX, &threads);
    options->threads = (int)threads;
    return good ? NULL : "a whole number from 1 to 4096";
}

static const char *take_precision(cli_options *options, const char *value)
{
    static const char *const names[] = {"fp32", "fp64"};
    int k = cli_find_word(value, names, LENGTH(names));
    options->precision = k == 0 ? TROPIC_FP32 : TROPIC_FP64;
    return k >= 0 ? NULL : "fp32 or fp64";
}

static const char *take_verify(cli_options *options, const char *value)
{
    (void)value;
    options->verify = true;
    return NULL;
}

static const char *take_repeat(cli_options *options, const char *value)
{
    int64_t repeat = 1;
    bool good = cli_parse_integer(value, 1, REPEAT_MAX, &repeat);
    options->repeat = (int)repeat;
    return good ? NULL : "a whole number from 1 to 1000000";
}

static const char *take_output(cli_options *options, const char *value)
{
    return cli_take_file(&options->output, value);
}

static const char *take_format(cli_options *options, const char *value)
{
    static const char *const names[] = {"tsv", "json"};
    int k = cli_find_word(value, names, LENGTH(names));
    options->json = k == 1;
    return k >= 0 ? NULL : "tsv or json";
}

static const char *take_quiet(cli_options *options, const char *value)
{
    (void)value;
    options->quiet = true;
    return NULL;
}

static const char *take_help(cli_options *options, const char *value)
{
    (void)value;
    options->help = true;
    return NULL;
}

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
    {"source", "ID", CLI_BFS | CLI_SSSP, take_source, "where to start: a vertex id of the file"},
    {"from", "ID", CLI_PATH, take_source, "where the path begins: a vertex id of the file"},
    {"to", "ID", SEARCHES, take_target, "where to stop: once this vertex is settled"},
    {"depth", "D", CLI_BFS, take_depth,
     "stop D arcs from the source: 'levels' is then at most D + 1, for the\n"
     "source's, level 0, counts"},
    {"weighted", NULL, CLI_PATH, take_weighted, "the values are the arcs' lengths (default: arcs count 1)"},
    {"weighted", NULL, CLI_BC, take_weighted,
     "the values are the arcs' lengths, all positive (default: arcs count 1);\n"
     "there is one way: --batch does nothing, --strategy and --method are\n"
     "refused. (Where both entries of an edge are there and differ, its\n"
     "length is their sum, or what --duplicates says)"},
    {"weighted", NULL, CLI_LAYOUT, take_weighted,
     "the values are the strengths of springs, none negative (default: 1 each).\n"
     "(Where both entries of an edge are there and differ, it has their sum, or\n"
     "with --undirected what --duplicates says)"},
    {"coordinates", "FILE", CLI_PATH, take_coordinates,
     "with --weighted: where the vertices lie, a DIMACS .co file; the\n"
     "search is directed to the end"},
    {"sources", "all|K", CLI_BC, cli_take_sources, "from all vertices (default), or K random ones, scaled by n/K"},
    {"seed", "S", CLI_BC, take_seed, "the same S draws the same K sources (default 1)"},
    {"seed", "S", CLI_GEN, take_seed,
     "the same S draws the same graph, of the kinds drawn at random: kron,\n"
     "urand, kmer, rgg, lattice; and the same weights (default 1)"},
    {"seed", "S", CLI_LAYOUT, take_seed, "the same S begins at the same places (default 1)"},
    {"weights", "MAX", CLI_GEN, take_weights,
     "whole weights, uniform from 1 to MAX: an edge's the same both ways, with\n"
     "--directed each arc its own (default: none)"},
    {"sources-file", "FILE", CLI_BC, cli_take_sources_file, "from the ids in FILE, one per line; not scaled"},
    {"normalize", "HOW", CLI_BC, cli_take_normalize,
     "none (default): the sum over ordered pairs; pairs: half of it;\n"
     "full: divided by (n-1)(n-2), with --endpoints by n(n-1)"},
    {"directed", NULL, READS, take_directed, "each entry of the file is one arc"},
    {"directed", NULL, CLI_GEN, take_directed,
     "each edge is one arc: as drawn (kron, urand, kmer), else to the\n"
     "higher vertex (default: an arc both ways)"},
    {"undirected", NULL, READS, take_undirected, "each entry is an arc both ways (default: as the file says)"},
    {"keep-loops", NULL, LOOPS, take_keep_loops, "keep entries (i,i) (default: dropped)"},
    {"duplicates", "RULE", READS, take_duplicates,
     "several entries at one place: sum (default for Matrix Market and\n"
     "KONECT positive), min (default for other graph files), max, first,\n"
     "last or refuse"},
    {"device", "WHERE", RUNS | CLI_DOCTOR | CLI_GEN | CLI_LAYOUT, take_device,
     "auto (default), cpu, cuda or cuda:K for the K-th GPU"},
    {"strategy", "NAME", RUNS, take_strategy, "auto (default), cooc-scalar, csc-scalar, csc-vector or csr-push"},
    {"method", "NAME", CLI_BC, cli_take_bc_method,
     "auto (default): the one that suits the graph, as first searches from\n"
     "some sources tell; batched: 64 sources side by side; work-efficient:\n"
     "each with a queue, on a thread or block; products: one by one, as also\n"
     "a --strategy has it; edge-parallel, vertex-parallel: these by\n"
     "cooc-scalar, csc-scalar. Not with --strategy or --weighted; with\n"
     "--edges auto, batched or work-efficient alone"},
    {"batch", "K", CLI_BC, cli_take_batch,
     "at most K sources side by side (default: as many as suit the device\n"
     "and its memory)"},
    {"edges", NULL, CLI_BC, cli_take_edges,
     "of arcs in place of vertices; --normalize full then divides by n(n-1).\n"
     "NetworkX has for an edge what both of its arcs add up to, and half of\n"
     "that where it does not normalize"},
    {"endpoints", NULL, CLI_BC, cli_take_endpoints, "count the ends of paths as well"},
    {"reduce", "HOW", CLI_BC, cli_take_reduce,
     "exact reductions of an undirected graph: auto (default: all, where\n"
     "there are so many sources that they pay), none, all, or some of\n"
     "fold,split,twins; of a directed graph none. Not with --edges,\n"
     "--weighted, --error or a --strategy"},
    {"error", "E", CLI_BC, cli_take_error,
     "draw sources until no centrality is off by more than E (n-1)(n-2), an\n"
     "error of E under --normalize full; with --sources K at most K. (The\n"
     "bound is a safe one: of large graphs 0.01 takes some thousands.)"},
    {"confidence", "C", CLI_BC, cli_take_confidence, "... with this probability, for all vertices (default 0.95)"},
    {"checkpoint", "FILE", CLI_BC, cli_take_checkpoint, "keep there what is done, and go on from it where it is there"},
    {"every", "SECONDS", CLI_BC, cli_take_every, "write the checkpoint so often (default 60)"},
    {"partial", NULL, CLI_BC, cli_take_partial,
     "where the run is interrupted: the estimate from the sources done; the\n"
     "exit code is still 5"},
    {"queue", "NAME", SEARCHES, take_queue,
     "how a GPU's push fills the next frontier: auto (default), global,\n"
     "block or hierarchical"},
    {"threads", "N", ALL, take_threads, "CPU threads (default: OMP_NUM_THREADS, else one a core)"},
    {"precision", "TYPE", VALUES, take_precision, "fp64 (default) or fp32: of real weights, and of centralities"},
    {"verify", NULL, ALL & ~(unsigned)(CLI_GEN | DRAWS), take_verify, "check the result: see above"},
    {"repeat", "N", RUNS, take_repeat, "run N times; the time is the median, with the extremes"},
    {"dimensions", "D", CLI_LAYOUT, cli_take_dimensions, "2 (default) or 3"},
    {"method", "NAME", CLI_LAYOUT, cli_take_layout_method,
     "repulsion: exact, between all pairs; barnes-hut, far vertices together;\n"
     "auto (default): exact up to 384 vertices on the CPU, 16384 on a GPU"},
    {"theta", "T", CLI_LAYOUT, cli_take_theta,
     "of barnes-hut: vertices in a square count as one where its side is less than\n"
     "T times its distance; 0 to 1 (default 0.5)"},
    {"k", "LENGTH", CLI_LAYOUT, cli_take_k, "how far apart two linked vertices alone are (default 1)"},
    {"gravity", "G", CLI_LAYOUT, cli_take_gravity,
     "pull each vertex to the middle of its component by G times its distance\n"
     "(default 0)"},
    {"iterations", "N", CLI_LAYOUT, cli_take_iterations, "at most, of each graph (default 500)"},
    {"tolerance", "T", CLI_LAYOUT, cli_take_tolerance,
     "end where vertices move by less than T times what an edge is long at\n"
     "rest, about k (n^2 / arcs)^(1/3) (default 0.01)"},
    {"levels", "L", CLI_LAYOUT, cli_take_levels,
     "graphs in all, the coarsest laid out first; 1: no coarser ones (default:\n"
     "as many as there are)"},
    {"initial", "FILE", CLI_LAYOUT, cli_take_initial,
     "where vertices start, in units of --k: as draw's --positions; some may be\n"
     "left out, and where none is, there are no coarser graphs"},
    {"fixed", "FILE", CLI_LAYOUT, cli_take_fixed, "ids of vertices that stay where --initial has them, one per line"},
    {"reproducible", NULL, CLI_LAYOUT, cli_take_reproducible,
     "the same bits on every device (slower on a GPU where degrees are uneven)"},
    {"stress", "K", CLI_LAYOUT, cli_take_stress,
     "measure the result by the pairs of K random vertices with all others;\n"
     "0: not at all (default 50)"},
    {"stress", "K", CLI_DRAW, cli_take_stress,
     "measure the positions by the pairs of K random vertices with all others\n"
     "(default: not at all)"},
    {"positions", "FILE", CLI_DRAW, cli_take_positions,
     "where the vertices lie: a table of ids, x, y and perhaps z, or a DIMACS\n"
     ".co file"},
    {"color", "FILE", DRAWS, cli_take_color,
     "vertices' colours by their values in FILE: a table that bfs, sssp or bc\n"
     "writes, or another with an id and a number a line; an edge has the mean\n"
     "of its ends' colours"},
    {"size", "FILE", DRAWS, cli_take_size,
     "vertices' areas by their values in such a FILE; of those that it lacks,\n"
     "the smallest"},
    {"theme", "NAME", DRAWS, cli_take_theme, "light (default) or dark"},
    {"width", "PIXELS", DRAWS, cli_take_width, "of the picture, 16 to 16384 (default 1200)"},
    {"height", "PIXELS", DRAWS, cli_take_height, "of the picture, 16 to 16384 (default 1200)"},
    {"projection", "HOW", DRAWS, cli_take_projection,
     "a picture of three dimensions: xy, xz or yz, which leave one out, or\n"
     "iso, isometric"},
    {"output", "FILE", RUNS, take_output, "write the result there, complete or not at all; a .csv has commas"},
    {"output", "FILE", CLI_INFO | CLI_DOCTOR | CLI_GEN, take_output, "write the result there, complete or not at all"},
    {"output", "FILE", DRAWS, take_output,
     "write it there, complete or not at all, as the name says: .svg, .png,\n"
     ".graphml, .tsv or .csv (default: a table on stdout)"},
    {"format", "HOW", ALL & ~(unsigned)CLI_DRAW, take_format, "tsv (default) or json: see above"},
    /* Also where there is nothing to silence: what it promises holds, and scripts say it of all. */
    {"quiet", NULL, ALL, take_quiet, "no summary and no progress bar on stderr"},
    {"help", NULL, ALL, take_help, "this text"},
};
const size_t cli_option_count = LENGTH(cli_option_table);

const char *cli_option_nearest(const char *name, unsigned which)
{
    const char *names[LENGTH(cli_option_table)];
    /* Who looks for the kernel of a product wants its strategy. */
    const bool kernel = strcmp(name, "kernel") == 0;
    size_t count = 0;
    for (size_t k = 0; k < cli_option_count; k++) {
        if (!(cli_option_table[k].which & which)) continue;
        names[count++] = cli_option_table[k].name;
        if (kernel && strcmp(names[count - 1], "strategy") == 0) return names[count - 1];
    }
    return cli_nearest(name, names, sizeof *names, count);
}
