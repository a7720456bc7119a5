/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic harmonic: harmonic centrality.
 */
#include "cli/commands/closeness_run.h"

static int harmonic(const cli_options *options)
{
    return cli_closeness_run(options, "harmonic");
}

static cli_word_list scalings = {"none", "full", NULL};

static const cli_option rows[] = {
    CLI_CLOSENESS_WEIGHTED,
    CLI_CLOSENESS_OUTGOING,
    {"normalize", "HOW", CLI_OWN(cli_closeness_words, normalize), CLI_TAKES_WORD(scalings, false),
     .help = "none (default), or full: divided by N"},
    CLI_CLOSENESS_VERTICES,
    {"error", "E", CLI_AT(error), CLI_TAKES_REAL(CLI_ABOVE_0, CLI_BELOW_1, CLI_INSIDE_0_1),
     .help = "draw sources until no centrality is off by more than E (n-1), which is\n"
             "an error of E with --normalize full; with --weighted, E (n-1) by the\n"
             "least length; with --sources K, at most K. (The true error is usually\n"
             "ten or more times smaller. Where all vertices take no longer, as of\n"
             "small graphs, without --sources and --partial values are exact.) Not\n"
             "with --sources-file or --vertices-file"},
};

extern const cli_command cli_harmonic;
const cli_command cli_harmonic = {
    .name = "harmonic",
    .arguments = "GRAPH [options]",
    .summary = "harmonic centrality",
    .details = "Harmonic centrality: the sum of 1/d over the distances d from the N other vertices (of\n"
               "--sources: those of them that are other) to a vertex, without those that do not reach it\n"
               "and those at distance 0. Distances are numbers of arcs or, with --weighted, sums of\n"
               "lengths. Output, in order of ids (with --top, of values):\n"
               "\n"
               "    # id<TAB>harmonic\n"
               "    ID<TAB>HARMONIC\n"
               "\n"
               "Ids are those of the file. The output goes to stdout or --output, a summary to stderr.\n"
               "With --format json, stdout gets one object: the summary (times in seconds, memory in\n"
               "bytes) and \"result\": [{\"id\": ID, \"harmonic\": HARMONIC}, ...]. With --output as well,\n"
               "stdout gets the summary alone. --sources K draws K distinct sources by the seed: the\n"
               "result is then an estimate, scaled by (n-1)/N. The same seed draws the same sources on\n"
               "every machine, and a larger K adds to them. Sums over --sources-file are not scaled.\n"
               "--verify compares some vertices, spread over all, with searches of a textbook; the exit\n"
               "code is 1 if they differ. In a FILE of ids, blank lines and lines that begin with # or %\n"
               "are skipped. If a run with --checkpoint is interrupted or killed, the same command goes\n"
               "on from there, to the same result.\n",
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
    .run = harmonic,
};
