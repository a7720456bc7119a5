/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic core: the core number of each vertex, and its onion layer.
 */
#include "cli/options/option_table.h"
#include "cli/run/run.h"

typedef struct words {
    bool layers;
} words;

static const words defaults = {0};

CLI_WORDS(words)

CLI_REPORT(tropic_core_report)

static tropic_status find(cli_run *run)
{
    const tropic_core_options wanted = {
        .size = sizeof wanted, .directed = run->options->directed, .report = report_of(run)};
    *report_of(run) = (tropic_core_report){.size = sizeof(tropic_core_report)};
    return tropic_core(run->result[0], run->result[1], run->graph, &wanted, &run->report);
}

static reference_verdict verify(cli_run *run, char *message)
{
    const tropic_core_options done = {.size = sizeof done, .directed = run->options->directed};
    return cli_verify_run(run, &done, message);
}

static void text(FILE *file, const cli_run *run)
{
    const tropic_core_report *r = report_of(run);
    fprintf(file, "arcs     %s\n",
            r->directed ? "those into a vertex and those out of it count, loops do not"
                        : "each edge counts once, loops do not");
    fprintf(file, "core     %d is the greatest, of %d vert%s\n", r->core, r->members, r->members == 1 ? "ex" : "ices");
    if (words_of(run->options)->layers) fprintf(file, "layers   %d\n", r->layers);
}

static void members(cli_json *json, const cli_run *run)
{
    const tropic_core_report *r = report_of(run);
    cli_json_integer(json, "core", r->core);
    cli_json_integer(json, "members", r->members);
    if (words_of(run->options)->layers) cli_json_integer(json, "layers", r->layers);
}

static int core(const cli_options *options)
{
    const cli_algorithm algorithm = {.bar = true,
                                     .whole = true,
                                     .column = {"core", words_of(options)->layers ? "layer" : NULL},
                                     .run = find,
                                     .verify = verify,
                                     .text = text,
                                     .members = members};
    return cli_run_algorithm(options, &algorithm);
}

static const cli_option rows[] = {
    {"layers", NULL, CLI_OWN(words, layers), CLI_TAKES_FLAG,
     .help = "the onion layer of each vertex, too: the step in which it is removed,\n"
             "from 1 on"},
};

extern const cli_command cli_core;
const cli_command cli_core = {
    .name = "core",
    .arguments = "GRAPH [options]",
    .summary = "core numbers and onion layers",
    .details = "Core numbers: the k-core of a graph is what is left when vertices with less than k arcs are\n"
               "removed, with their arcs, until each that is left has k; a vertex's core number is the greatest\n"
               "k for which it is left. Output, in order of ids, with --layers with a third column LAYER:\n"
               "\n"
               "    # id<TAB>core\n"
               "    ID<TAB>CORE\n"
               "\n"
               "Loops do not count. (NetworkX refuses graphs with loops.) If each arc has its opposite, an\n"
               "edge counts once. Else, or with --directed, the arcs of a vertex are those into it and those\n"
               "out of it, so that a pair of opposite arcs counts twice, as in NetworkX; layers are those of\n"
               "the same removal. Ids are those of the file. The output goes to stdout or --output, a\n"
               "summary to stderr. The result is the same on all devices. With --format json, stdout gets\n"
               "one object: the summary (times in seconds, memory in bytes) and \"result\": [{\"id\": ID,\n"
               "\"core\": CORE}, ...]. With --output as well, stdout gets the summary alone. --verify compares\n"
               "the result with that of a textbook algorithm; the exit code is 1 if they differ.\n",
    .traits = CLI_ALGORITHM | CLI_MEASURES,
    .own = rows,
    .own_count = sizeof rows / sizeof *rows,
    .defaults = &defaults,
    .defaults_size = sizeof defaults,
    .positionals = 1,
    .work = TP_WORK_CORE,
    .run = core,
};
