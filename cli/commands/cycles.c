/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic cycles: a cycle, or that there is none.
 */
#include "cli/options/option_table.h"
#include "cli/run/run.h"

#include <inttypes.h>

/* Vertices of the cycle in the summary; of a longer one these alone. */
#define CYCLE_SHOWN 8

typedef struct words {
    bool odd;
} words;

static const words defaults = {0};

CLI_REPORT(tropic_cycle_report)

static tropic_cycle_kind kind_of(const cli_run *run)
{
    const words *own = (const words *)(const void *)run->options->own;
    return own->odd ? TROPIC_CYCLE_ODD : run->direction.directed ? TROPIC_CYCLE_DIRECTED : TROPIC_CYCLE_UNDIRECTED;
}

static tropic_status find(cli_run *run)
{
    const tropic_cycle_options wanted = {.size = sizeof wanted, .kind = kind_of(run), .report = report_of(run)};
    *report_of(run) = (tropic_cycle_report){.size = sizeof(tropic_cycle_report)};
    return tropic_cycle(run->result[0], run->context, run->graph, &wanted, &run->report);
}

static reference_verdict verify(cli_run *run, char *message)
{
    const tropic_cycle_options done = {.size = sizeof done, .kind = kind_of(run)};
    return cli_verify_run(run, &done, message);
}

/* The rows of the table are the cycle. */
static int arrange(cli_run *run, const cli_column *columns)
{
    return cli_cycle_along(run, columns[0].values, report_of(run));
}

static const char *without(tropic_cycle_kind kind)
{
    static const char *const meanings[] = {"the graph is acyclic (a DAG)", "the graph is a forest",
                                           "the graph is bipartite ('tropic bipartite' has two colours)"};
    return meanings[kind];
}

static void text(FILE *file, const cli_run *run)
{
    const tropic_cycle_kind kind = kind_of(run);
    const tropic_index length = report_of(run)->length;
    fprintf(file, "kind     %s\n", cli_cycle_name(kind));
    if (length == 0) {
        fprintf(file, "cycle    none: %s\n", without(kind));
        return;
    }
    fprintf(file, "cycle    %d vert%s: ", length, length == 1 ? "ex" : "ices");
    for (tropic_index k = 0; k < length && k < CYCLE_SHOWN; k++)
        fprintf(file, "%" PRId64 "%s", tropic_matrix_label(run->graph, run->only[k]),
                k + 1 == length        ? "\n"
                : k + 1 == CYCLE_SHOWN ? " ...\n"
                                       : " ");
}

static void members(cli_json *json, const cli_run *run)
{
    cli_json_string(json, "kind", cli_cycle_name(kind_of(run)));
    cli_json_integer(json, "length", report_of(run)->length);
}

static int cycles(const cli_options *options)
{
    const cli_algorithm algorithm = {.bar = true,
                                     .whole = true,
                                     .loops = true,
                                     .column = {"next"},
                                     .vertex = {true},
                                     .run = find,
                                     .verify = verify,
                                     .arrange = arrange,
                                     .text = text,
                                     .members = members};
    return cli_run_algorithm(options, &algorithm);
}

static const cli_option rows[] = {
    {"odd", NULL, CLI_OWN(words, odd), CLI_TAKES_FLAG,
     .help = "a cycle of an odd number of edges, without directions: if there is\n"
             "none, the graph is bipartite"},
};

extern const cli_command cli_cycles;
const cli_command cli_cycles = {
    .name = "cycles",
    .arguments = "GRAPH [options]",
    .summary = "a cycle, or that there is none",
    .details = "A cycle of the graph: of a directed graph one that follows the arcs, of an undirected one one\n"
               "of edges. If there is none, the directed graph is a DAG, the undirected one a forest; the\n"
               "summary says so. Either is an answer: the exit code is 0. Output, along the cycle from its\n"
               "least vertex on (nothing if there is none):\n"
               "\n"
               "    # id<TAB>next\n"
               "    ID<TAB>NEXT                   the last NEXT is the first ID\n"
               "\n"
               "The cycle is a short one, though not always the shortest, and the same on all devices. A loop\n"
               "is a cycle of one vertex, and loops of the file are looked at. An arc and its opposite are a\n"
               "cycle of two vertices in a directed graph, and one edge in an undirected one, as in NetworkX.\n"
               "Ids are those of the file. The output goes to stdout or --output, a summary to stderr. A GPU\n"
               "tells at most whether there is one, the CPU finds it. With --format json,\n"
               "stdout gets one object: the summary (times in seconds, memory in bytes; length 0: there is no\n"
               "cycle) and \"result\": [{\"id\": ID, \"next\": NEXT}, ...].\n"
               "With --output as well, stdout gets the summary alone. --verify checks the cycle, or that there\n"
               "is none by a depth-first search; the exit code is 1 if the result is wrong.\n",
    .traits = CLI_ALGORITHM | CLI_ARCS,
    .own = rows,
    .own_count = sizeof rows / sizeof *rows,
    .defaults = &defaults,
    .defaults_size = sizeof defaults,
    .positionals = 1,
    .work = TP_WORK_CYCLES,
    .run = cycles,
};
