/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic hits: hubs and authorities.
 */
#include "cli/commands/spectral_run.h"

enum { START }; /* a file */

static const cli_spectral_words defaults = {
    .by_hub = true, .tolerance = TROPIC_HITS_TOLERANCE, .iterations = TROPIC_HITS_ITERATIONS};

static cli_word_list orders = {"authority", "hub", NULL};

static tropic_hits_options wanted_of(const cli_run *run)
{
    const cli_spectral_words *w = cli_spectral_words_of(run->options);
    return (tropic_hits_options){.size = sizeof(tropic_hits_options),
                                 .tolerance = w->tolerance,
                                 .iterations = w->iterations,
                                 .weighted = run->options->weighted,
                                 .start = run->given[START],
                                 .report = cli_spectral_report(run)};
}

/* The column of hubs; that of authorities is the other. */
static int hubs_of(const cli_run *run)
{
    return cli_spectral_words_of(run->options)->by_hub ? 0 : 1;
}

static tropic_status find(cli_run *run)
{
    const int hubs = hubs_of(run);
    const tropic_hits_options wanted = wanted_of(run);
    return tropic_hits(run->result[hubs], run->result[1 - hubs], run->graph, &wanted, &run->report);
}

static reference_verdict verify(cli_run *run, char *message)
{
    const int hubs = hubs_of(run);
    const tropic_hits_options done = wanted_of(run);
    const reference_result r = {.values = {run->result[hubs], run->result[1 - hubs]},
                                .A = run->graph,
                                .context = run->context,
                                .options = &done,
                                .run = &run->report};
    return cli_verify("hits", &r, message);
}

static void text(FILE *file, const cli_run *run)
{
    cli_spectral_text(file, run, "the greatest change, where the greatest authority is 1, ");
    fprintf(file, "lambda   about %.9g, the greatest singular value\n", cli_spectral_report(run)->lambda);
}

static int conclude(const cli_run *run)
{
    return cli_spectral_conclude(run, "authorities, the greatest of which is 1,", "");
}

static int hits(const cli_options *options)
{
    const bool by_hub = cli_spectral_words_of(options)->by_hub;
    return cli_spectral_run(options, (cli_algorithm){.column = {orders[by_hub], orders[!by_hub]},
                                                     .run = find,
                                                     .verify = verify,
                                                     .text = text,
                                                     .members = cli_spectral_members_lambda,
                                                     .conclude = conclude});
}

static double products(const cli_options *options, double vertices)
{
    return 2 * cli_spectral_iterations(options, vertices);
}

static const cli_option rows[] = {
    {"by", "NAME", CLI_OWN(cli_spectral_words, by_hub), CLI_TAKES_WORD(orders, false),
     .help = "hub (default) or authority: the first column, by which --top chooses"},
    CLI_SPECTRAL_TOLERANCE("stop when no authority changes by T or more, where the greatest is 1\n"
                           "(default 1e-8)"),
    CLI_SPECTRAL_ITERATIONS("1000"),
    CLI_SPECTRAL_WEIGHTED(CLI_SPECTRAL_WEIGHTS),
    CLI_SPECTRAL_FILE("start", START, "the first authorities, some of them positive (default: all the same)"),
    CLI_SPECTRAL_REPRODUCIBLE,
};

extern const cli_command cli_hits;
const cli_command cli_hits = {
    .name = "hits",
    .arguments = "GRAPH [options]",
    .summary = "hubs and authorities",
    .details = "Hubs and authorities (HITS): a good hub has arcs to good authorities, and a good authority\n"
               "arcs from good hubs. They are the singular vectors of the graph's matrix for its greatest\n"
               "singular value. The sum of all hubs is 1, and so is that of all authorities; without an arc\n"
               "all are 0. Output, in order of ids (with --top, of the first column):\n"
               "\n"
               "    # id<TAB>hub<TAB>authority\n"
               "    ID<TAB>HUB<TAB>AUTHORITY\n"
               "\n"
               "Ids are those of the file. The output goes to stdout or --output, a summary to stderr. If\n"
               "parts of the graph are alike, the result depends on the start (NetworkX's on chance). A FILE\n"
               "of values has a line \"ID VALUE\" for each of some vertices, or a line \"ID\" for each, whose\n"
               "values are then 1; others have 0. Values are not negative. With --format json, stdout gets\n"
               "one object: the summary (times in seconds, memory in bytes; rounds is the number of\n"
               "iterations, lambda the singular value) and \"result\": [{\"id\": ID, \"hub\": HUB,\n"
               "\"authority\": AUTHORITY}, ...]. With --output as well, stdout gets the summary alone.\n"
               "--verify compares the result with as many iterations in extended precision, and looks whether\n"
               "they ended where they should and solve their equation as well as is told; the exit code is 1\n"
               "if not.\n",
    .traits = CLI_ALGORITHM | CLI_VALUES | CLI_MEASURES,
    .own = rows,
    .own_count = sizeof rows / sizeof *rows,
    .defaults = &defaults,
    .defaults_size = sizeof defaults,
    .positionals = 1,
    .work = TP_WORK_PRODUCT,
    .searches = products,
    .run = hits,
};
