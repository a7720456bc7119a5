/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic bipartite: two colours, so that each edge has both.
 */
#include "cli/options/option_table.h"
#include "cli/run/run.h"

static tropic_status find(cli_run *run)
{
    return tropic_bipartite(run->result[0], run->graph, &run->report);
}

static reference_verdict verify(cli_run *run, char *message)
{
    return cli_verify_run(run, NULL, message);
}

/* Why the graph has no such colours. */
static int show(cli_run *run)
{
    return cli_cycle(run, TROPIC_CYCLE_ODD);
}

static int bipartite(const cli_options *options)
{
    const cli_algorithm algorithm = {.bar = true,
                                     .whole = true,
                                     .loops = true,
                                     .blames_graph = true,
                                     .column = {"color"},
                                     .run = find,
                                     .verify = verify,
                                     .show = show,
                                     .shows = "cycle"};
    return cli_run_algorithm(options, &algorithm);
}

extern const cli_command cli_bipartite;
const cli_command cli_bipartite = {
    .name = "bipartite",
    .arguments = "GRAPH [options]",
    .summary = "two colours of a bipartite graph",
    .details = "Two colours, so that each edge has both; the least vertex of each component has 0. Output, in\n"
               "order of ids:\n"
               "\n"
               "    # id<TAB>color\n"
               "    ID<TAB>COLOR                  0 or 1\n"
               "\n"
               "A graph with an odd cycle has no such colours: the exit code is then 1, and the message has an\n"
               "odd cycle ('tropic cycles --odd' shows all of it). A loop is one, and loops of the file are\n"
               "looked at. Arcs of a directed graph are edges, whatever their directions. (As NetworkX's\n"
               "bipartite.color, whose colours are these or, in a component, the others.) Ids are those of the\n"
               "file. The output goes to stdout or --output, a summary to stderr. The CPU finds cycles. With\n"
               "--format json, stdout gets one object: the summary (times in seconds, memory in bytes) and\n"
               "\"result\": [{\"id\": ID, \"color\": COLOR}, ...]. With --output as well, stdout gets the summary\n"
               "alone. Of a graph that has no such colours the object has \"error\": MESSAGE and \"cycle\": [ID,\n"
               "...], all of an odd cycle, along it from its least vertex on. --verify compares the result with\n"
               "that of depth-first searches; the exit code is 1 if they differ.\n",
    .traits = CLI_ALGORITHM | CLI_ARCS,
    .positionals = 1,
    .work = TP_WORK_CYCLES,
    .run = bipartite,
};
