/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic pagerank: the PageRank of each vertex.
 */
#include "cli/options/option_table.h"
#include "cli/run/run.h"

#define ITERATIONS 100

static const tropic_pagerank_options defaults = {
    .size = sizeof defaults, .damping = 0.85, .tolerance = 1e-6, .iterations = ITERATIONS};

static const tropic_pagerank_options *wanted(const cli_options *options)
{
    return (const tropic_pagerank_options *)(const void *)options->own;
}

static int prepare(cli_run *run)
{
    return cli_result(run, 0, TROPIC_FP64);
}

static tropic_status rank(cli_run *run)
{
    return tropic_pagerank(run->result[0], run->graph, wanted(run->options), &run->report);
}

static reference_verdict verify(cli_run *run, char *message)
{
    tropic_pagerank_options done = *wanted(run->options);
    const reference_result r = {.values = {run->result[0]}, .A = run->graph, .context = run->context, .options = &done};
    done.iterations = (int32_t)run->report.levels;
    return cli_verify("pagerank", &r, message);
}

static int pagerank(const cli_options *options)
{
    static const cli_algorithm algorithm = {
        .bar = true, .whole = true, .column = {"rank"}, .prepare = prepare, .run = rank, .verify = verify};
    return cli_run_algorithm(options, &algorithm);
}

static double iterations(const cli_options *options, double vertices)
{
    (void)vertices;
    return wanted(options)->iterations;
}

static const cli_option rows[] = {
    {"damping", "D", CLI_OWN(tropic_pagerank_options, damping),
     CLI_TAKES_REAL(CLI_ABOVE_0, CLI_BELOW_1, CLI_INSIDE_0_1),
     .help = "probability that the walk follows an arc (default 0.85)"},
    {"tolerance", "T", CLI_OWN(tropic_pagerank_options, tolerance),
     CLI_TAKES_REAL(CLI_ABOVE_0, CLI_BELOW_1, CLI_INSIDE_0_1),
     .help = "stop when the changes of all ranks add up to less than T (default 1e-6)"},
    {"iterations", "N", CLI_OWN(tropic_pagerank_options, iterations), CLI_TAKES_INTEGER(1, INT32_MAX),
     .help = "maximum (default 100)"},
};

extern const cli_command cli_pagerank;
const cli_command cli_pagerank = {
    .name = "pagerank",
    .arguments = "GRAPH [options]",
    .summary = "PageRank",
    .details = "PageRank: the part of its time that a random walk spends at each vertex. With probability\n"
               "D the walk follows an arc; else, and where there is no arc, it goes to any vertex. Values\n"
               "of the file are ignored. Output, in order of ids:\n"
               "\n"
               "    # id<TAB>rank\n"
               "    ID<TAB>RANK     the sum of the ranks is 1\n"
               "\n"
               "Ids are those of the file. The output goes to stdout or --output, a summary to stderr.\n"
               "With --format json, stdout gets one object: the summary (times in seconds, memory in\n"
               "bytes; rounds is the number of iterations) and \"result\": [{\"id\": ID, \"rank\": RANK},\n"
               "...]. With --output as well, stdout gets the summary alone. --verify compares the result\n"
               "with as many iterations in extended precision; the exit code is 1 if they differ.\n",
    .traits = CLI_ALGORITHM,
    .own = rows,
    .own_count = sizeof rows / sizeof *rows,
    .defaults = &defaults,
    .defaults_size = sizeof defaults,
    .positionals = 1,
    .work = TP_WORK_PRODUCT,
    .searches = iterations,
    .run = pagerank,
};
