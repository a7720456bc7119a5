/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic coloring: a greedy colouring of vertices.
 */
#include "cli/options/option_table.h"
#include "cli/run/run.h"

typedef struct words {
    tropic_coloring_order order;
} words;

static const words defaults = {.order = TROPIC_COLORING_LARGEST_FIRST};
static cli_word_list orders = {"largest-first", "smallest-last", NULL};

CLI_WORDS(words)

CLI_REPORT(tropic_coloring_report)

static tropic_coloring_options wanted_of(const cli_run *run)
{
    return (tropic_coloring_options){.size = sizeof(tropic_coloring_options),
                                     .order = words_of(run->options)->order,
                                     .seed = run->options->seed,
                                     .report = report_of(run)};
}

static tropic_status find(cli_run *run)
{
    const tropic_coloring_options wanted = wanted_of(run);
    *report_of(run) = (tropic_coloring_report){.size = sizeof(tropic_coloring_report)};
    return tropic_coloring(run->result[0], run->graph, &wanted, &run->report);
}

static reference_verdict verify(cli_run *run, char *message)
{
    const tropic_coloring_options done = wanted_of(run);
    return cli_verify_run(run, &done, message);
}

static void text(FILE *file, const cli_run *run)
{
    fprintf(file, "order    %s\n", orders[words_of(run->options)->order]);
    fprintf(file, "colors   %d\n", report_of(run)->colors);
}

static void members(cli_json *json, const cli_run *run)
{
    cli_json_string(json, "order", orders[words_of(run->options)->order]);
    cli_json_unsigned(json, "seed", run->options->seed);
    cli_json_integer(json, "colors", report_of(run)->colors);
}

static int coloring(const cli_options *options)
{
    const cli_algorithm algorithm = {.bar = true,
                                     .whole = true,
                                     .blames_graph = true,
                                     .column = {"color"},
                                     .run = find,
                                     .verify = verify,
                                     .text = text,
                                     .members = members};
    return cli_run_algorithm(options, &algorithm);
}

static const cli_option rows[] = {
    {"order", "ORDER", CLI_OWN(words, order), CLI_TAKES_WORD(orders, 0),
     .help = "largest-first: vertices of large degree first (default);\n"
             "smallest-last: those of the last onion layer first, mostly with fewer\n"
             "colours"},
    {"seed", "S", CLI_TAKES(cli_take_seed),
     .help = "the same S makes the same colours; another one mostly others (default 1)"},
};

extern const cli_command cli_coloring;
const cli_command cli_coloring = {
    .name = "coloring",
    .arguments = "GRAPH [options]",
    .summary = "a greedy colouring",
    .details = "A greedy colouring: neighbours have different colours. Vertices take their colours in an order,\n"
               "by degree or onion layer (see --order, and 'tropic core'), of equal ones (of degrees from 32\n"
               "on: of equal five leading bits) by a hash of the seed; each the least colour that no neighbour\n"
               "has yet. So the colours are the same on all devices. Output, in order of ids:\n"
               "\n"
               "    # id<TAB>color\n"
               "    ID<TAB>COLOR                  from 0 on\n"
               "\n"
               "Loops are ignored. Ids are those of the file. A directed graph is refused unless each arc has\n"
               "an opposite; --undirected makes it undirected. The output goes to stdout or --output, a\n"
               "summary to stderr: how many colours there are, at most the greatest degree and 1, or by\n"
               "smallest-last the greatest core number and 1. With --format json, stdout gets one object: the\n"
               "summary (times in seconds, memory in bytes) and \"result\": [{\"id\": ID, \"color\": COLOR}, ...].\n"
               "With --output as well, stdout gets the summary alone. --verify checks that neighbours differ,\n"
               "that no vertex could have a lesser colour, and the number of colours; the exit code is 1 if\n"
               "one of these does not hold.\n",
    .traits = CLI_ALGORITHM,
    .own = rows,
    .own_count = sizeof rows / sizeof *rows,
    .defaults = &defaults,
    .defaults_size = sizeof defaults,
    .positionals = 1,
    .work = TP_WORK_COLORING,
    .run = coloring,
};
