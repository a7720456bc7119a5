/* SPDX-License-Identifier: Apache-2.0
 *
 * The options of bc: their values, those that do not go together, and the work they ask for.
 */
#include "cli/commands/bc_options.h"

#include "cli/options/parse.h"

#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* The ways to betweenness, by the names that they have in the literature. */
static const char *take_method(cli_options *options, const char *value)
{
    static const struct {
        const char *name;
        tropic_bc_method method;
        tropic_strategy strategy;
    } ways[] = {{"auto", TROPIC_BC_AUTO, TROPIC_STRATEGY_AUTO},
                {"edge-parallel", TROPIC_BC_PRODUCTS, TROPIC_STRATEGY_COOC_SCALAR},
                {"vertex-parallel", TROPIC_BC_PRODUCTS, TROPIC_STRATEGY_CSC_SCALAR},
                {"work-efficient", TROPIC_BC_WORK_EFFICIENT, TROPIC_STRATEGY_AUTO},
                {"batched", TROPIC_BC_BATCHED, TROPIC_STRATEGY_AUTO},
                {"products", TROPIC_BC_PRODUCTS, TROPIC_STRATEGY_AUTO}};
    for (size_t k = 0; k < LENGTH(ways); k++)
        if (strcmp(value, ways[k].name) == 0) {
            options->method = ways[k].method;
            options->strategy = ways[k].strategy;
            options->has_method = true;
            return NULL;
        }
    return "auto, products, edge-parallel, vertex-parallel, work-efficient or batched";
}

/* A comma between those that are to be taken. */
static const char *take_reductions(cli_options *options, const char *value)
{
    static const struct {
        const char *name;
        unsigned reductions;
    } names[] = {{"auto", 0},
                 {"none", TROPIC_BC_UNREDUCED},
                 {"all", TROPIC_BC_FOLD | TROPIC_BC_SPLIT | TROPIC_BC_TWINS},
                 {"fold", TROPIC_BC_FOLD},
                 {"split", TROPIC_BC_SPLIT},
                 {"twins", TROPIC_BC_TWINS}};
    static const char *const wanted = "auto, none, all, or some of fold,split,twins";
    enum { WHOLE = 3 }; /* names that stand alone */
    options->reductions = 0;
    for (const char *word = value;; word++) {
        const size_t length = strcspn(word, ",");
        size_t k = 0;
        while (k < LENGTH(names) && (strlen(names[k].name) != length || memcmp(word, names[k].name, length) != 0)) k++;
        if (k == LENGTH(names) || (k < WHOLE && (word != value || word[length]))) return wanted;
        options->reductions |= names[k].reductions;
        word += length;
        if (!*word) return NULL;
    }
}

static cli_word_list scalings = {"none", "pairs", "full", NULL};

const cli_option cli_bc_options[CLI_BC_OPTIONS] = {
    {"weighted", NULL, CLI_AT(weighted), CLI_TAKES_FLAG,
     .help = "values are lengths of arcs, all positive (default: each is 1). There is\n"
             "only one method: --batch has no effect, --strategy and --method are\n"
             "errors"},
    {"normalize", "HOW", CLI_AT(normalize), CLI_TAKES_WORD(scalings, TROPIC_NORMALIZE_NONE),
     .help = "none (default): the sum over ordered pairs; pairs: half of it, for an\n"
             "undirected graph; full: divided by (n-1)(n-2), with --endpoints by n(n-1)"},
    {"method", "NAME", CLI_TAKES(take_method),
     .help = "auto (default): chosen by trial searches from some sources; batched:\n"
             "64 sources at a time; work-efficient: a queue for each source, on one\n"
             "thread or block; products: one source at a time, as with --strategy;\n"
             "edge-parallel, vertex-parallel: products by cooc-scalar, csc-scalar.\n"
             "Not with --strategy or --weighted; with --edges only auto, batched or\n"
             "work-efficient"},
    {"batch", "K", CLI_AT(batch), CLI_TAKES_INTEGER(1, TROPIC_BFS_BATCH),
     .help = "maximum number of sources at a time (default: chosen by the device and\n"
             "its memory)"},
    {"edges", NULL, CLI_AT(edges), CLI_TAKES_FLAG,
     .help = "centralities of arcs, not of vertices; --normalize full then divides\n"
             "by n(n-1). For an edge, NetworkX gives the sum of its two arcs, or half\n"
             "of that if it does not normalize"},
    {"endpoints", NULL, CLI_AT(endpoints), CLI_TAKES_FLAG, .help = "count the ends of paths too"},
    {"reduce", "HOW", CLI_TAKES(take_reductions),
     .help = "exact reductions of the graph: auto (default: all, if there are enough\n"
             "sources for them to pay off), none, all, or some of fold,split,twins.\n"
             "In a directed graph, vertices of in-degree 0 are folded and merged, and\n"
             "split has no effect. Not with --edges, --weighted, --error or\n"
             "--strategy"},
    {"error", "E", CLI_AT(error), CLI_TAKES_REAL(CLI_ABOVE_0, CLI_BELOW_1, CLI_INSIDE_0_1),
     .help = "draw sources until no centrality is off by more than E (n-1)(n-2),\n"
             "which is an error of E with --normalize full; with --sources K, at most\n"
             "K. (The true error is usually ten or more times smaller. Where it takes\n"
             "all sources, as of small graphs, without --sources and --partial values\n"
             "are exact.)"},
    {"tie", "TOLERANCE", CLI_AT(tie), CLI_TAKES_REAL(0, CLI_BELOW_1, "a number from 0 to below 1"), CLI_GIVEN(has_tie),
     .help = "with --weighted: real lengths of paths that differ by at most this part\n"
             "are equal; 0: compare them exactly. Default: exactly if all lengths are\n"
             "decimals of up to 15 digits, else 2.3e-10 (fp32: 6 digits, 3.1e-5)"},
};

static bool reduces(const cli_options *options)
{
    return options->reductions != 0 && options->reductions != TROPIC_BC_UNREDUCED;
}

/* An option of bc with which nothing is reduced; NULL: none is given. */
static const char *beside_reduce(const cli_options *options)
{
    if (options->weighted) return "weighted";
    if (options->error > 0) return "error";
    if (options->strategy != TROPIC_STRATEGY_AUTO || options->method == TROPIC_BC_PRODUCTS)
        return options->has_strategy ? "strategy" : "method";
    return NULL;
}

/* An option of bc that betweenness of arcs has not; NULL: none is given. */
static const char *beside_edges(const cli_options *options)
{
    if (options->endpoints) return "endpoints";
    if (options->error > 0) return "error";
    if (options->top > 0) return "top";
    if (options->checkpoint) return "checkpoint";
    if (options->partial) return "partial";
    if (reduces(options)) return "reduce";
    if (options->has_strategy) return "strategy";
    return options->method == TROPIC_BC_PRODUCTS ? "method products, edge-parallel or vertex-parallel" : NULL;
}

int cli_bc_check(const cli_options *options)
{
    if (options->has_strategy && options->has_method) return cli_exclude(options, "strategy", "method");
    if (options->weighted && (options->strategy != TROPIC_STRATEGY_AUTO || options->method != TROPIC_BC_AUTO))
        return cli_exclude(options, "weighted", options->has_strategy ? "strategy" : "method");
    if (options->error > 0 && options->endpoints) return cli_exclude(options, "error", "endpoints");
    if (options->edges && beside_edges(options)) return cli_exclude(options, "edges", beside_edges(options));
    if (reduces(options) && beside_reduce(options)) return cli_exclude(options, "reduce", beside_reduce(options));
    if (options->has_tie && !options->weighted) return cli_needs(options, "tie", "weighted");
    return cli_sums_check(options);
}
