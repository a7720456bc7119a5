/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic topological: the vertices in an order that the arcs follow.
 */
#include "cli/options/option_table.h"
#include "cli/run/run.h"

#include <stdlib.h>

static int prepare(cli_run *run)
{
    if (!run->direction.directed)
        return cli_error(
            CLI_FAILED,
            "%s is undirected, and a topological order is one of arcs: --directed reads each line as an arc",
            run->options->positional[0]);
    return cli_results(run, TROPIC_INT32);
}

static tropic_status find(cli_run *run)
{
    return tropic_topological(run->result[1], run->result[0], run->graph, &run->report);
}

static reference_verdict verify(cli_run *run, char *message)
{
    const reference_result r = {.values = {run->result[1], run->result[0]}, .A = run->graph, .context = run->context};
    return cli_verify("topological", &r, message);
}

/* The rows of the table are the order. */
static int arrange(cli_run *run, const cli_column *columns)
{
    const tropic_index n = tropic_matrix_rows(run->graph);
    const tropic_index *order = columns[1].values;
    run->only = malloc(((size_t)n + 1) * sizeof *run->only);
    if (!run->only) return cli_error(CLI_FAILED, "out of memory for the order");
    for (tropic_index k = 0; k < n; k++) run->only[k] = order[k];
    run->only_count = n;
    return CLI_OK;
}

static void text(FILE *file, const cli_run *run)
{
    const long long levels = (long long)run->report.levels;
    fprintf(file, "levels   %lld", levels);
    if (levels > 0) fprintf(file, ", so the longest path has %lld arc%s", levels - 1, levels == 2 ? "" : "s");
    fputc('\n', file);
}

static void members(cli_json *json, const cli_run *run)
{
    cli_json_integer(json, "levels", run->report.levels);
}

/* Why the graph has no such order. */
static int show(cli_run *run)
{
    return cli_cycle(run, TROPIC_CYCLE_DIRECTED);
}

static int topological(const cli_options *options)
{
    const cli_algorithm algorithm = {.bar = true,
                                     .whole = true,
                                     .loops = true,
                                     .blames_graph = true,
                                     .column = {"level", "order"},
                                     .prepare = prepare,
                                     .run = find,
                                     .verify = verify,
                                     .show = show,
                                     .shows = "cycle",
                                     .arrange = arrange,
                                     .text = text,
                                     .members = members};
    return cli_run_algorithm(options, &algorithm);
}

extern const cli_command cli_topological;
const cli_command cli_topological = {
    .name = "topological",
    .arguments = "GRAPH [options]",
    .summary = "topological order of a directed graph",
    .details = "A topological order: each arc leads from a vertex to a later one. The level of a vertex is the\n"
               "number of arcs of the longest path that ends in it; the order is by level, on one level by id,\n"
               "so that there is one, the same on all devices. Output, in that order:\n"
               "\n"
               "    # id<TAB>level\n"
               "    ID<TAB>LEVEL\n"
               "\n"
               "A graph with a cycle has no such order: the exit code is then 1, and the message has a cycle\n"
               "('tropic cycles' shows all of it). A loop is a cycle, and loops of the file are looked at; so\n"
               "is an arc with its opposite. An undirected graph is refused. (All as NetworkX has it, whose\n"
               "topological_generations are the levels.) Ids are those of the file. The output goes to stdout\n"
               "or --output, a summary to stderr. The CPU finds cycles. With --format json, stdout gets one\n"
               "object: the summary (times in seconds, memory in bytes) and \"result\": [{\"id\": ID, \"level\":\n"
               "LEVEL}, ...]. With --output as well, stdout gets the summary alone. Of a graph with a cycle the\n"
               "object has \"error\": MESSAGE and \"cycle\": [ID, ...], all of the cycle, along it from its least\n"
               "vertex on. --verify checks the order and the levels by all arcs; the exit code is 1 if they are\n"
               "wrong.\n",
    .traits = CLI_ALGORITHM | CLI_ARCS,
    .positionals = 1,
    .work = TP_WORK_CYCLES,
    .run = topological,
};
