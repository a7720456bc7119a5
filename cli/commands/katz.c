/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic katz: Katz centrality.
 */
#include "cli/commands/spectral_run.h"

#include <math.h>

enum { START, BETAS }; /* files */

static const cli_spectral_words defaults = {.alpha = TROPIC_KATZ_ALPHA,
                                            .beta = TROPIC_KATZ_BETA,
                                            .tolerance = TROPIC_KATZ_TOLERANCE,
                                            .iterations = TROPIC_KATZ_ITERATIONS};

static tropic_katz_options wanted_of(const cli_run *run)
{
    const cli_spectral_words *w = cli_spectral_words_of(run->options);
    return (tropic_katz_options){.size = sizeof(tropic_katz_options),
                                 .alpha = w->alpha,
                                 .beta = w->beta,
                                 .tolerance = w->tolerance,
                                 .iterations = w->iterations,
                                 .weighted = run->options->weighted,
                                 .raw = w->raw,
                                 .betas = run->given[BETAS],
                                 .start = run->given[START],
                                 .report = cli_spectral_report(run)};
}

static tropic_status find(cli_run *run)
{
    const tropic_katz_options wanted = wanted_of(run);
    return tropic_katz(run->result[0], run->graph, &wanted, &run->report);
}

static reference_verdict verify(cli_run *run, char *message)
{
    const tropic_katz_options done = wanted_of(run);
    return cli_verify_run(run, &done, message);
}

static void text(FILE *file, const cli_run *run)
{
    const double lambda = cli_spectral_report(run)->lambda;
    cli_spectral_text(file, run, "the mean change of a value, ");
    if (lambda > 0)
        fprintf(file, "bound    alpha must be below 1 / lambda, about %.6g\n", cli_spectral_bound(lambda, INFINITY));
}

static void members(cli_json *json, const cli_run *run)
{
    cli_json_real(json, "alpha", cli_spectral_words_of(run->options)->alpha);
    cli_spectral_members_lambda(json, run);
}

/* Values that would grow without an end are none. */
static int refuse(const cli_run *run)
{
    const double alpha = cli_spectral_words_of(run->options)->alpha, lambda = cli_spectral_report(run)->lambda;
    if (!cli_spectral_wanting(run) || !(alpha * lambda >= 1)) return CLI_OK;
    return cli_error(CLI_FAILED,
                     "alpha %.9g is too large: after %d iterations values still change by %.3g; it must be below 1 / "
                     "lambda, about %.6g, for the greatest eigenvalue lambda of the graph",
                     alpha, (int)run->report.levels, cli_spectral_report(run)->residual,
                     cli_spectral_bound(lambda, INFINITY));
}

static int conclude(const cli_run *run)
{
    return cli_spectral_conclude(run, "values", "");
}

static int katz(const cli_options *options)
{
    return cli_spectral_run(options, (cli_algorithm){.column = {"katz"},
                                                     .run = find,
                                                     .verify = verify,
                                                     .text = text,
                                                     .members = members,
                                                     .refuse = refuse,
                                                     .conclude = conclude});
}

static const cli_option rows[] = {
    {"alpha", "ALPHA", CLI_OWN(cli_spectral_words, alpha), CLI_TAKES_REAL(CLI_ABOVE_0, 1e300, CLI_POSITIVE),
     .help = "by what an arc multiplies (default 0.1), less than 1 / lambda for the\n"
             "greatest eigenvalue lambda of the graph, of which the summary has an\n"
             "estimate"},
    {"beta", "BETA", CLI_OWN(cli_spectral_words, beta), CLI_OWN_GIVEN(cli_spectral_words, has_beta),
     CLI_TAKES_REAL(CLI_ABOVE_0, 1e300, CLI_POSITIVE), .help = "what each vertex begins walks with (default 1)"},
    CLI_SPECTRAL_FILE("betas", BETAS, "the same of each vertex, in place of --beta"),
    {"raw", NULL, CLI_OWN(cli_spectral_words, raw), CLI_TAKES_FLAG,
     .help = "the sums as they are (default: scaled, so that their squares add up to 1)"},
    CLI_SPECTRAL_TOLERANCE("stop when values change by less than T on average (default 1e-6)"),
    CLI_SPECTRAL_ITERATIONS("1000"),
    CLI_SPECTRAL_WEIGHTED(CLI_SPECTRAL_WEIGHTS),
    CLI_SPECTRAL_FILE("start", START, "the first values (default: 0)"),
    CLI_SPECTRAL_REPRODUCIBLE,
};

static int check(const cli_options *options)
{
    const cli_spectral_words *w = cli_spectral_words_of(options);
    return w->file[BETAS] && w->has_beta ? cli_exclude(options, "beta", "betas") : CLI_OK;
}

extern const cli_command cli_katz;
const cli_command cli_katz = {
    .name = "katz",
    .arguments = "GRAPH [options]",
    .summary = "Katz centrality",
    .details = "Katz centrality: the sum over all walks that end at a vertex, of any number k of arcs, of\n"
               "ALPHA^k BETA; with --weighted, times the weights of its arcs. Output, in order of ids (with\n"
               "--top, of values):\n"
               "\n"
               "    # id<TAB>katz\n"
               "    ID<TAB>KATZ\n"
               "\n"
               "Ids are those of the file. The output goes to stdout or --output, a summary to stderr. If\n"
               "ALPHA is too large, values grow without an end: there is no result, and a message has the\n"
               "bound, which is estimated by their growth. A FILE of values has a line \"ID VALUE\" for each\n"
               "of some vertices, or a line \"ID\" for each, whose values are then 1; others have 0. Values\n"
               "are not negative. With --format json, stdout gets one object: the summary (times in\n"
               "seconds, memory in bytes; rounds is the number of iterations, lambda the estimate) and\n"
               "\"result\": [{\"id\": ID, \"katz\": KATZ}, ...]. With --output as well, stdout gets the summary\n"
               "alone. --verify compares the result with as many iterations in extended precision, and looks\n"
               "whether they ended where they should and solve their equation as well as is told; the exit\n"
               "code is 1 if not.\n",
    .traits = CLI_ALGORITHM | CLI_VALUES | CLI_MEASURES,
    .own = rows,
    .own_count = sizeof rows / sizeof *rows,
    .defaults = &defaults,
    .defaults_size = sizeof defaults,
    .positionals = 1,
    .work = TP_WORK_PRODUCT,
    .searches = cli_spectral_iterations,
    .check = check,
    .run = katz,
};
