/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic pagerank: the PageRank of each vertex.
 */
#include "cli/options/option_table.h"
#include "cli/run/run.h"

/* The words of the line. */
typedef struct words {
    tropic_pagerank_options options; /* without distributions */
    const char *personalization, *dangling, *start;
    bool has_tolerance, has_iterations;
} words;

enum { PERSONALIZATION, DANGLING, START }; /* of cli_run.given */

static const words defaults = {.options = {.size = sizeof defaults.options,
                                           .damping = TROPIC_PAGERANK_DAMPING,
                                           .tolerance = TROPIC_PAGERANK_TOLERANCE,
                                           .iterations = TROPIC_PAGERANK_ITERATIONS}};

static cli_word_list methods = {"standard", "gap", NULL};

CLI_WORDS(words)

CLI_REPORT(tropic_pagerank_report)

static tropic_pagerank_options wanted_of(const cli_run *run)
{
    tropic_pagerank_options wanted = words_of(run->options)->options;
    wanted.weighted = run->options->weighted;
    wanted.personalization = run->given[PERSONALIZATION];
    wanted.dangling = run->given[DANGLING];
    wanted.start = run->given[START];
    return wanted;
}

static int prepare(cli_run *run)
{
    const words *w = words_of(run->options);
    int code = cli_given(run, PERSONALIZATION, w->personalization);
    if (code == CLI_OK) code = cli_given(run, DANGLING, w->dangling);
    if (code == CLI_OK) code = cli_given(run, START, w->start);
    return code == CLI_OK ? cli_result(run, 0, run->options->precision) : code;
}

static tropic_status rank(cli_run *run)
{
    tropic_pagerank_options wanted = wanted_of(run);
    *report_of(run) = (tropic_pagerank_report){.size = sizeof(tropic_pagerank_report)};
    wanted.report = report_of(run);
    return tropic_pagerank(run->result[0], run->graph, &wanted, &run->report);
}

static reference_verdict verify(cli_run *run, char *message)
{
    tropic_pagerank_options done = wanted_of(run);
    const reference_result r = {.values = {run->result[0]}, .A = run->graph, .context = run->context, .options = &done};
    done.iterations = (int32_t)run->report.levels;
    return cli_verify("pagerank", &r, message);
}

static void text(FILE *file, const cli_run *run)
{
    const double tolerance = words_of(run->options)->options.tolerance;
    fprintf(file, "residual %.3g, %s the tolerance %g\n", report_of(run)->residual,
            report_of(run)->converged ? "below" : "not below", tolerance);
}

static void members(cli_json *json, const cli_run *run)
{
    const tropic_pagerank_options *o = &words_of(run->options)->options;
    cli_json_string(json, "method", methods[o->method]);
    cli_json_real(json, "damping", o->damping);
    cli_json_bool(json, "weighted", run->weighted);
    cli_json_real(json, "residual", report_of(run)->residual);
    cli_json_real(json, "tolerance", o->tolerance);
    cli_json_bool(json, "converged", report_of(run)->converged);
}

/* Who asks for iterations alone has what was asked for. */
static int conclude(const cli_run *run)
{
    const words *w = words_of(run->options);
    if (report_of(run)->converged || (w->has_iterations && !w->has_tolerance)) return CLI_OK;
    return cli_error(CLI_FAILED, "after %d iterations the ranks still change by %.3g in all, not less than %g%s",
                     (int)run->report.levels, report_of(run)->residual, w->options.tolerance,
                     run->options->precision == TROPIC_FP32 ? "; fp64 comes nearer than fp32" : "");
}

static int pagerank(const cli_options *options)
{
    const cli_algorithm algorithm = {.weighted = options->weighted,
                                     .bar = true,
                                     .whole = true,
                                     .blames_graph = true,
                                     .column = {"rank"},
                                     .prepare = prepare,
                                     .run = rank,
                                     .verify = verify,
                                     .text = text,
                                     .members = members,
                                     .conclude = conclude};
    return cli_run_algorithm(options, &algorithm);
}

/* What GAP's definition lacks. */
static int check(const cli_options *options)
{
    const words *w = words_of(options);
    if (w->options.method != TROPIC_PAGERANK_GAP) return CLI_OK;
    if (options->weighted) return cli_exclude(options, "method gap", "weighted");
    if (w->personalization) return cli_exclude(options, "method gap", "personalization");
    if (w->dangling) return cli_exclude(options, "method gap", "dangling");
    return w->start ? cli_exclude(options, "method gap", "start") : CLI_OK;
}

static double iterations(const cli_options *options, double vertices)
{
    (void)vertices;
    return words_of(options)->options.iterations;
}

static const cli_option rows[] = {
    {"damping", "D", CLI_OWN(words, options.damping), CLI_TAKES_REAL(CLI_ABOVE_0, CLI_BELOW_1, CLI_INSIDE_0_1),
     .help = "probability that the walk follows an arc (default 0.85)"},
    {"tolerance", "T", CLI_OWN(words, options.tolerance), CLI_OWN_GIVEN(words, has_tolerance),
     CLI_TAKES_REAL(CLI_ABOVE_0, CLI_BELOW_1, CLI_INSIDE_0_1),
     .help = "stop when the changes of all ranks add up to less than T (default 1e-6;\n"
             "NetworkX multiplies its tolerance by the number of vertices)"},
    {"iterations", "N", CLI_OWN(words, options.iterations), CLI_OWN_GIVEN(words, has_iterations),
     CLI_TAKES_INTEGER(1, INT32_MAX),
     .help = "maximum (default 100). If it is met first, the exit code is 1, unless\n"
             "N was given and T was not"},
    {"weighted", NULL, CLI_AT(weighted), CLI_TAKES_FLAG,
     .help = "the walk follows an arc in proportion to its value in the file (default:\n"
             "each arc of a vertex with the same probability)"},
    {"personalization", "FILE", CLI_OWN(words, personalization), CLI_TAKES_FILE,
     .help = "where the walk goes when it does not follow an arc: to the vertices in\n"
             "FILE, in proportion to their values (default: to any vertex)"},
    {"dangling", "FILE", CLI_OWN(words, dangling), CLI_TAKES_FILE,
     .help = "where it goes from a vertex without an arc (default: as\n"
             "--personalization says)"},
    {"start", "FILE", CLI_OWN(words, start), CLI_TAKES_FILE,
     .help = "the first ranks, scaled to the sum 1 (default: all the same)"},
    {"method", "NAME", CLI_OWN(words, options.method), CLI_TAKES_WORD(methods, TROPIC_PAGERANK_STANDARD),
     .help = "standard (default), or gap, as the GAP benchmark suite and LAGraph define\n"
             "it: the rank of vertices without an arc is lost, so that the sum may be\n"
             "below 1. (They usually take --tolerance 1e-4 --iterations 20.) Not with\n"
             "--weighted or a FILE"},
    {"reproducible", NULL, CLI_AT(reproducible), CLI_TAKES_FLAG,
     .help = "the same bits on all devices; slower where some vertices have many arcs"},
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
               "precision; the exit code is 1 if they differ.\n",
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
