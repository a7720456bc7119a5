/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic matching: a maximal matching, or a heavy one.
 */
#include "cli/options/option_table.h"
#include "cli/run/run.h"

#include <inttypes.h>

CLI_REPORT(tropic_matching_report)

static tropic_matching_options wanted_of(const cli_run *run)
{
    return (tropic_matching_options){.size = sizeof(tropic_matching_options),
                                     .weighted = run->options->weighted,
                                     .seed = run->options->seed,
                                     .report = report_of(run)};
}

static tropic_status find(cli_run *run)
{
    const tropic_matching_options wanted = wanted_of(run);
    *report_of(run) = (tropic_matching_report){.size = sizeof(tropic_matching_report)};
    return tropic_matching(run->result[0], run->graph, &wanted, &run->report);
}

static reference_verdict verify(cli_run *run, char *message)
{
    const tropic_matching_options done = wanted_of(run);
    return cli_verify_run(run, &done, message);
}

static void text(FILE *file, const cli_run *run)
{
    const tropic_matching_report *r = report_of(run);
    fprintf(file, "matching %d edge%s, %d vertices without one\n", r->edges, r->edges == 1 ? "" : "s",
            tropic_matrix_rows(run->graph) - 2 * r->edges);
    if (run->options->weighted && r->exact) fprintf(file, "weight   %" PRId64 "\n", r->integer_weight);
    if (run->options->weighted && !r->exact) fprintf(file, "weight   %.17g\n", r->weight);
}

static void members(cli_json *json, const cli_run *run)
{
    const tropic_matching_report *r = report_of(run);
    cli_json_unsigned(json, "seed", run->options->seed);
    cli_json_integer(json, "edges", r->edges);
    if (!run->options->weighted) return;
    if (r->exact)
        cli_json_integer(json, "weight", r->integer_weight);
    else
        cli_json_real(json, "weight", r->weight);
}

static int matching(const cli_options *options)
{
    const cli_algorithm algorithm = {.weighted = options->weighted,
                                     .bar = true,
                                     .whole = true,
                                     .blames_graph = true,
                                     .column = {"mate"},
                                     .vertex = {true},
                                     .run = find,
                                     .verify = verify,
                                     .text = text,
                                     .members = members};
    return cli_run_algorithm(options, &algorithm);
}

static const cli_option rows[] = {
    {"weighted", NULL, CLI_AT(weighted), CLI_TAKES_FLAG, .help = "heavy edges first (default: all edges are alike)"},
    {"seed", "S", CLI_TAKES(cli_take_seed),
     .help = "the same S makes the same matching; another one mostly another, unless\n"
             "weights decide (default 1)"},
};

extern const cli_command cli_matching;
const cli_command cli_matching = {
    .name = "matching",
    .arguments = "GRAPH [options]",
    .summary = "a maximal or heavy matching",
    .details = "A maximal matching: edges no two of which share a vertex, so that each other edge shares one\n"
               "with them. Edges have an order: with --weighted the heavy ones first, of equal weight by a\n"
               "hash of the seed. An edge is taken unless one before it shares a vertex with it, so that the\n"
               "matching is the same on all devices. It has at least half as many edges as any matching, and\n"
               "with --weighted at least half the weight. Edges of negative weight are then never taken.\n"
               "Output, in order of ids:\n"
               "\n"
               "    # id<TAB>mate\n"
               "    ID<TAB>ID or -1               the other end of its edge; -1: it has none\n"
               "\n"
               "Loops are ignored. Ids are those of the file. A directed graph is refused unless each arc has\n"
               "an opposite (with --weighted of its weight); --undirected makes it undirected, where of\n"
               "opposites that differ the least weight counts. The output goes to stdout or --output, a\n"
               "summary to stderr: how many edges the matching has, and what it weighs. With --format json,\n"
               "stdout gets one object: the summary (times in seconds, memory in bytes) and \"result\":\n"
               "[{\"id\": ID, \"mate\": ID or -1}, ...]. With --output as well, stdout gets the summary alone.\n"
               "--verify checks that the edges are a matching, and that each other edge shares a vertex with\n"
               "one of them, which is no lighter; the exit code is 1 if that does not hold.\n",
    .traits = CLI_ALGORITHM,
    .own = rows,
    .own_count = sizeof rows / sizeof *rows,
    .positionals = 1,
    .work = TP_WORK_MATCHING,
    .weighted_work = TP_WORK_MATCHING,
    .run = matching,
};
