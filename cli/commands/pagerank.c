/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic pagerank: the PageRank of each vertex.
 */
#include "cli/commands/spectral_run.h"

enum { PERSONALIZATION, DANGLING, START }; /* files */

static const cli_spectral_words defaults = {.damping = TROPIC_PAGERANK_DAMPING,
                                            .tolerance = TROPIC_PAGERANK_TOLERANCE,
                                            .iterations = TROPIC_PAGERANK_ITERATIONS};

static cli_word_list methods = {"standard", "gap", NULL};

static tropic_pagerank_options wanted_of(const cli_run *run, tropic_pagerank_report *report)
{
    const cli_spectral_words *w = cli_spectral_words_of(run->options);
    return (tropic_pagerank_options){.size = sizeof(tropic_pagerank_options),
                                     .damping = w->damping,
                                     .tolerance = w->tolerance,
                                     .iterations = w->iterations,
                                     .method = w->method,
                                     .weighted = run->options->weighted,
                                     .personalization = run->given[PERSONALIZATION],
                                     .dangling = run->given[DANGLING],
                                     .start = run->given[START],
                                     .report = report};
}

static tropic_status find(cli_run *run)
{
    tropic_pagerank_report told = {.size = sizeof told};
    const tropic_pagerank_options wanted = wanted_of(run, &told);
    const tropic_status status = tropic_pagerank(run->result[0], run->graph, &wanted, &run->report);
    cli_spectral_report(run)->residual = told.residual;
    cli_spectral_report(run)->converged = told.converged;
    return status;
}

static reference_verdict verify(cli_run *run, char *message)
{
    const tropic_spectral_report *r = cli_spectral_report(run);
    tropic_pagerank_report told = {sizeof told, r->residual, r->converged};
    const tropic_pagerank_options done = wanted_of(run, &told);
    return cli_verify_run(run, &done, message);
}

static void text(FILE *file, const cli_run *run)
{
    cli_spectral_text(file, run, "");
}

static void members(cli_json *json, const cli_run *run)
{
    const cli_spectral_words *w = cli_spectral_words_of(run->options);
    cli_json_string(json, "method", methods[w->method]);
    cli_json_real(json, "damping", w->damping);
    cli_spectral_members(json, run);
}

static int conclude(const cli_run *run)
{
    return cli_spectral_conclude(run, "the ranks", " in all");
}

static int pagerank(const cli_options *options)
{
    return cli_spectral_run(
        options,
        (cli_algorithm){
            .column = {"rank"}, .run = find, .verify = verify, .text = text, .members = members, .conclude = conclude});
}

/* What GAP's definition lacks. */
static int check(const cli_options *options)
{
    const cli_spectral_words *w = cli_spectral_words_of(options);
    if (w->method != TROPIC_PAGERANK_GAP) return CLI_OK;
    if (options->weighted) return cli_exclude(options, "method gap", "weighted");
    if (w->file[PERSONALIZATION]) return cli_exclude(options, "method gap", "personalization");
    if (w->file[DANGLING]) return cli_exclude(options, "method gap", "dangling");
    return w->file[START] ? cli_exclude(options, "method gap", "start") : CLI_OK;
}

static double iterations(const cli_options *options, double vertices)
{
    (void)vertices;
    return cli_spectral_words_of(options)->iterations;
}

static const cli_option rows[] = {
    {"damping", "D", CLI_OWN(cli_spectral_words, damping), CLI_TAKES_REAL(CLI_ABOVE_0, CLI_BELOW_1, CLI_INSIDE_0_1),
     .help = "probability that the walk follows an arc (default 0.85)"},
    CLI_SPECTRAL_TOLERANCE("stop when the changes of all ranks add up to less than T (default 1e-6;\n"
                           "NetworkX multiplies its tolerance by the number of vertices)"),
    CLI_SPECTRAL_ITERATIONS("100"),
    CLI_SPECTRAL_WEIGHTED("the walk follows an arc in proportion to its value in the file (default:\n"
                          "each arc of a vertex with the same probability)"),
    CLI_SPECTRAL_FILE("personalization", PERSONALIZATION,
                      "where the walk goes when it does not follow an arc: to the vertices in\n"
                      "FILE, in proportion to their values (default: to any vertex)"),
    CLI_SPECTRAL_FILE("dangling", DANGLING,
                      "where it goes from a vertex without an arc (default: as\n"
                      "--personalization says)"),
    CLI_SPECTRAL_FILE("start", START, "the first ranks, scaled to the sum 1 (default: all the same)"),
    {"method", "NAME", CLI_OWN(cli_spectral_words, method), CLI_TAKES_WORD(methods, TROPIC_PAGERANK_STANDARD),
     .help = "standard (default), or gap, as the GAP benchmark suite and LAGraph define\n"
             "it: the rank of vertices without an arc is lost, so that the sum may be\n"
             "below 1. (They usually take --tolerance 1e-4 --iterations 20.) Not with\n"
             "--weighted or a FILE"},
    CLI_SPECTRAL_REPRODUCIBLE,
};

extern const cli_command cli_pagerank;
const cli_command cli_pagerank = {
    .name = "pagerank",
    .arguments = "GRAPH [options]",
    .summary = "PageRank",
    .details = "PageRank: the part of its time that a random walk spends at each vertex. With probability\n"
               "D the walk follows an arc; else, and where there is no arc, it goes to any vertex. Output,\n"
               "in order of ids (with --top, of ranks):\n"
               "\n"
               "    # id<TAB>rank\n"
               "    ID<TAB>RANK     the sum of the ranks is 1 (with --method gap, up to 1)\n"
               "\n"
               "Ids are those of the file. The output goes to stdout or --output, a summary to stderr. A\n"
               "FILE of values has a line \"ID VALUE\" for each of some vertices, or a line \"ID\" for each,\n"
               "whose values are then 1; others have 0. Values are not negative. Columns behind them are\n"
               "passed over. Commas are separators if the first line begins with \"id,\".\n"
               "With --format json, stdout gets one object: the summary (times in seconds, memory in\n"
               "bytes; rounds is the number of iterations, residual the sum of the changes of all ranks in\n"
               "the last) and \"result\": [{\"id\": ID, \"rank\": RANK}, ...]. With --output as well, stdout\n"
               "gets the summary alone. --verify compares the result with as many iterations in extended\n"
               "precision, and looks whether they ended where they should and solve their equation as well as\n"
               "is told; the exit code is 1 if not.\n",
    .traits = CLI_ALGORITHM | CLI_VALUES | CLI_MEASURES,
    .own = rows,
    .own_count = sizeof rows / sizeof *rows,
    .defaults = &defaults,
    .defaults_size = sizeof defaults,
    .positionals = 1,
    .work = TP_WORK_PRODUCT,
    .searches = iterations,
    .check = check,
    .run = pagerank,
};
