/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic independent-set: a maximal independent set.
 */
#include "cli/options/option_table.h"
#include "cli/run/run.h"

CLI_REPORT(tropic_independent_set_report)

static tropic_independent_set_options wanted_of(const cli_run *run)
{
    return (tropic_independent_set_options){
        .size = sizeof(tropic_independent_set_options), .seed = run->options->seed, .report = report_of(run)};
}

static tropic_status find(cli_run *run)
{
    const tropic_independent_set_options wanted = wanted_of(run);
    *report_of(run) = (tropic_independent_set_report){.size = sizeof(tropic_independent_set_report)};
    return tropic_independent_set(run->result[0], run->graph, &wanted, &run->report);
}

static reference_verdict verify(cli_run *run, char *message)
{
    const tropic_independent_set_options done = wanted_of(run);
    return cli_verify_run(run, &done, message);
}

static void text(FILE *file, const cli_run *run)
{
    const tropic_index n = tropic_matrix_rows(run->graph);
    fprintf(file, "set      %d of %d vert%s\n", report_of(run)->members, n, n == 1 ? "ex" : "ices");
}

static void members(cli_json *json, const cli_run *run)
{
    cli_json_unsigned(json, "seed", run->options->seed);
    cli_json_integer(json, "members", report_of(run)->members);
}

static int independent_set(const cli_options *options)
{
    const cli_algorithm algorithm = {.bar = true,
                                     .whole = true,
                                     .blames_graph = true,
                                     .column = {"set"},
                                     .run = find,
                                     .verify = verify,
                                     .text = text,
                                     .members = members};
    return cli_run_algorithm(options, &algorithm);
}

static const cli_option rows[] = {
    {"seed", "S", CLI_TAKES(cli_take_seed),
     .help = "the same S makes the same set; another one mostly another (default 1)"},
};

extern const cli_command cli_independent_set;
const cli_command cli_independent_set = {
    .name = "independent-set",
    .arguments = "GRAPH [options]",
    .summary = "a maximal independent set",
    .details = "A maximal independent set: vertices no two of which are neighbours, so that each other vertex\n"
               "has a neighbour among them. (It is not the largest one, which would take too long to find.)\n"
               "Vertices have an order: those of small degree first, those of up to 16 neighbours by the\n"
               "degrees of these, and like ones by a hash of the seed. A vertex is in the set unless a\n"
               "neighbour before it is, so that the set is the same on all devices. Output, in order of ids:\n"
               "\n"
               "    # id<TAB>set\n"
               "    ID<TAB>1 or 0                 1: in the set\n"
               "\n"
               "Loops are ignored. Ids are those of the file. A directed graph is refused unless each arc has\n"
               "an opposite; --undirected makes it undirected. The output goes to stdout or --output, a\n"
               "summary to stderr: how many vertices are in the set. With --format json, stdout gets one\n"
               "object: the summary (times in seconds, memory in bytes) and \"result\": [{\"id\": ID, \"set\":\n"
               "1 or 0}, ...]. With --output as well, stdout gets the summary alone. --verify checks that the\n"
               "set is independent and maximal; the exit code is 1 if it is not.\n",
    .traits = CLI_ALGORITHM,
    .own = rows,
    .own_count = sizeof rows / sizeof *rows,
    .positionals = 1,
    .work = TP_WORK_INDEPENDENT_SET,
    .run = independent_set,
};
