/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic closeness: closeness centrality.
 */
#include "cli/commands/closeness_run.h"

static int closeness(const cli_options *options)
{
    return cli_closeness_run(options, "closeness");
}

static const cli_option rows[] = {
    CLI_CLOSENESS_WEIGHTED,
    CLI_CLOSENESS_OUTGOING,
    {"classic", NULL, CLI_OWN(cli_closeness_words, classic), CLI_TAKES_FLAG, .help = "r/s, without the factor r/N"},
    CLI_CLOSENESS_VERTICES,
    {"error", "E", CLI_AT(error), CLI_TAKES_REAL(CLI_ABOVE_0, CLI_BELOW_1, CLI_INSIDE_0_1),
     .help = "draw sources until no closeness is off by more than E (with --weighted,\n"
             "E by the least length); with --sources K, at most K: the summary tells\n"
             "the error that was reached. (The true error is usually ten or more\n"
             "times smaller. Where all vertices take no longer, as of small graphs,\n"
             "without --sources and --partial values are exact.) Not of a directed\n"
             "graph, or with --sources-file or --vertices-file"},
};

extern const cli_command cli_closeness;
const cli_command cli_closeness = {
    .name = "closeness",
    .arguments = "GRAPH [options]",
    .summary = "closeness centrality",
    .details = "Closeness centrality. Of the N other vertices (of --sources: those of them that are\n"
               "other), r reach a vertex, and s is the sum of their distances to it. Its closeness is\n"
               "(r/s) (r/N), or 0 if s is 0. Distances are numbers of arcs or, with --weighted, sums of\n"
               "lengths. Output, in order of ids (with --top, of values):\n"
               "\n"
               "    # id<TAB>closeness\n"
               "    ID<TAB>CLOSENESS\n"
               "\n"
               "Ids are those of the file. The output goes to stdout or --output, a summary to stderr.\n"
               "With --format json, stdout gets one object: the summary (times in seconds, memory in\n"
               "bytes) and \"result\": [{\"id\": ID, \"closeness\": CLOSENESS}, ...]. With --output as well,\n"
               "stdout gets the summary alone. --sources K draws K distinct sources by the seed: the\n"
               "result is then an estimate, in which a vertex that none of them reaches has 0. The same\n"
               "seed draws the same sources on every machine, and a larger K adds to them. --verify\n"
               "compares some vertices, spread over all, with searches of a textbook; the exit code is 1\n"
               "if they differ. In a FILE of ids, blank lines and lines that begin with # or % are\n"
               "skipped. If a run with --checkpoint is interrupted or killed, the same command goes on\n"
               "from there, to the same result.\n",
    .traits = CLI_ALGORITHM | CLI_VALUES | CLI_MEASURES | CLI_SUMS | CLI_LASTS | CLI_BOUNDS,
    .own = rows,
    .own_count = sizeof rows / sizeof *rows,
    .defaults = &cli_closeness_defaults,
    .defaults_size = sizeof cli_closeness_defaults,
    .positionals = 1,
    .work = TP_WORK_BFS,
    .weighted_work = TP_WORK_SSSP,
    .searches = cli_closeness_searches,
    .check = cli_closeness_check,
    .run = closeness,
};
