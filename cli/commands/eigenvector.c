/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic eigenvector: eigenvector centrality.
 */
#include "cli/commands/spectral_run.h"

enum { START }; /* a file */

static const cli_spectral_words defaults = {.tolerance = TROPIC_EIGENVECTOR_TOLERANCE,
                                            .iterations = TROPIC_EIGENVECTOR_ITERATIONS};

static tropic_eigenvector_options wanted_of(const cli_run *run, int32_t iterations)
{
    const cli_spectral_words *w = cli_spectral_words_of(run->options);
    return (tropic_eigenvector_options){.size = sizeof(tropic_eigenvector_options),
                                        .tolerance = w->tolerance,
                                        .iterations = iterations,
                                        .weighted = run->options->weighted,
                                        .start = run->given[START],
                                        .report = cli_spectral_report(run)};
}

static tropic_status find(cli_run *run)
{
    const tropic_eigenvector_options wanted = wanted_of(run, cli_spectral_words_of(run->options)->iterations);
    return tropic_eigenvector(run->result[0], run->graph, &wanted, &run->report);
}

static reference_verdict verify(cli_run *run, char *message)
{
    const tropic_eigenvector_options done = wanted_of(run, (int32_t)run->report.levels);
    return cli_verify_run(run, &done, message);
}

static void text(FILE *file, const cli_run *run)
{
    cli_spectral_text(file, run, "the greatest change, where the greatest value is 1, ");
    fprintf(file, "lambda   about %.9g, the greatest eigenvalue\n", cli_spectral_report(run)->lambda);
}

static int conclude(const cli_run *run)
{
    return cli_spectral_conclude(run, "values, the greatest of which is 1,", "");
}

static int eigenvector(const cli_options *options)
{
    return cli_spectral_run(options, (cli_algorithm){.column = {"eigenvector"},
                                                     .run = find,
                                                     .verify = verify,
                                                     .text = text,
                                                     .members = cli_spectral_members_lambda,
                                                     .conclude = conclude});
}

static const cli_option rows[] = {
    CLI_SPECTRAL_TOLERANCE("stop when no value changes by T or more, where the greatest value is 1\n"
                           "(default 1e-6; NetworkX takes the mean change, which is less)"),
    CLI_SPECTRAL_ITERATIONS("1000"),
    CLI_SPECTRAL_WEIGHTED(CLI_SPECTRAL_WEIGHTS),
    CLI_SPECTRAL_FILE("start", START, "the first values, some of them positive (default: all the same)"),
    CLI_SPECTRAL_REPRODUCIBLE,
};

extern const cli_command cli_eigenvector;
const cli_command cli_eigenvector = {
    .name = "eigenvector",
    .arguments = "GRAPH [options]",
    .summary = "eigenvector centrality",
    .details = "Eigenvector centrality: a vertex's is in proportion to the sum of those of the vertices with\n"
               "an arc to it, with --weighted times the arcs' weights. The squares of all add up to 1.\n"
               "Output, in order of ids (with --top, of values):\n"
               "\n"
               "    # id<TAB>eigenvector\n"
               "    ID<TAB>EIGENVECTOR\n"
               "\n"
               "Ids are those of the file. The output goes to stdout or --output, a summary to stderr. The\n"
               "iteration is NetworkX's, x + A' x, which is slow on long paths and large stars, and slowest\n"
               "if there is no cycle. If parts of the graph are alike, the result depends on the start. A\n"
               "FILE of values has a line \"ID VALUE\" for each of some vertices, or a line \"ID\" for each,\n"
               "whose values are then 1; others have 0. Values are not negative. With --format json, stdout\n"
               "gets one object: the summary (times in seconds, memory in bytes; rounds is the number of\n"
               "iterations, lambda the eigenvalue) and \"result\": [{\"id\": ID, \"eigenvector\": VALUE}, ...].\n"
               "With --output as well, stdout gets the summary alone. --verify compares the result with as\n"
               "many iterations in extended precision; the exit code is 1 if they differ.\n",
    .traits = CLI_ALGORITHM | CLI_VALUES | CLI_MEASURES,
    .own = rows,
    .own_count = sizeof rows / sizeof *rows,
    .defaults = &defaults,
    .defaults_size = sizeof defaults,
    .positionals = 1,
    .work = TP_WORK_PRODUCT,
    .searches = cli_spectral_iterations,
    .run = eigenvector,
};
