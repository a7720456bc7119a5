/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic mst: a spanning forest of least or greatest weight.
 */
#include "cli/options/option_table.h"
#include "cli/run/run.h"

#include <inttypes.h>

typedef struct words {
    bool maximum;
    const char *graph;
} words;

static const words defaults = {0};

CLI_WORDS(words)

CLI_REPORT(tropic_mst_report)

static tropic_mst_options wanted_of(const cli_run *run)
{
    return (tropic_mst_options){
        .size = sizeof(tropic_mst_options), .maximum = words_of(run->options)->maximum, .report = report_of(run)};
}

static tropic_status find(cli_run *run)
{
    const tropic_mst_options wanted = wanted_of(run);
    *report_of(run) = (tropic_mst_report){.size = sizeof(tropic_mst_report)};
    tropic_matrix_free(&run->arcs); /* of the run before */
    return tropic_mst(&run->arcs, run->context, run->graph, &wanted, &run->report);
}

static reference_verdict verify(cli_run *run, char *message)
{
    const tropic_mst_options done = wanted_of(run);
    return cli_verify_run(run, &done, message);
}

static bool is_real(const tropic_matrix *A)
{
    return tropic_matrix_type(A) == TROPIC_FP32 || tropic_matrix_type(A) == TROPIC_FP64;
}

static const char *kind_of(const cli_run *run)
{
    return words_of(run->options)->maximum ? "maximum" : "minimum";
}

static void text(FILE *file, const cli_run *run)
{
    const tropic_mst_report *r = report_of(run);
    fprintf(file, "forest   %s: %d edge%s, %d tree%s\n", kind_of(run), r->edges, r->edges == 1 ? "" : "s", r->trees,
            r->trees == 1 ? "" : "s");
    if (r->exact)
        fprintf(file, "weight   %" PRId64 "\n", r->integer_weight);
    else
        fprintf(file, "weight   %.17g%s\n", r->weight,
                is_real(run->graph) ? "" : " (rounded: the sum is beyond 64 bits)");
}

static void members(cli_json *json, const cli_run *run)
{
    const tropic_mst_report *r = report_of(run);
    cli_json_string(json, "kind", kind_of(run));
    cli_json_integer(json, "edges", r->edges);
    cli_json_integer(json, "trees", r->trees);
    if (r->exact)
        cli_json_integer(json, "weight", r->integer_weight);
    else
        cli_json_real(json, "weight", r->weight);
}

/* Writes the forest as a graph, after the table. */
static int conclude(const cli_run *run)
{
    const char *path = run->algorithm->beside;
    return path ? cli_save_beside(run->arcs, run->context, path, run->options) : CLI_OK;
}

static int check(const cli_options *options)
{
    return cli_check_graph_beside(options, "graph", words_of(options)->graph);
}

static int mst(const cli_options *options)
{
    const cli_algorithm algorithm = {.weighted = true,
                                     .bar = true,
                                     .whole = true,
                                     .arcs = true,
                                     .edges = true,
                                     .blames_graph = true,
                                     .column = {"weight"},
                                     .run = find,
                                     .verify = verify,
                                     .text = text,
                                     .members = members,
                                     .beside = words_of(options)->graph,
                                     .conclude = conclude};
    return cli_run_algorithm(options, &algorithm);
}

static const cli_option rows[] = {
    {"maximum", NULL, CLI_OWN(words, maximum), CLI_TAKES_FLAG, .help = "the greatest weight (default: the least)"},
    {"graph", "OUT", CLI_OWN(words, graph), CLI_TAKES_FILE, .writes = true,
     .help = "write the forest as a graph, in the format that OUT's name says (see\n"
             "'tropic convert --help')"},
};

extern const cli_command cli_mst;
const cli_command cli_mst = {
    .name = "mst",
    .arguments = "GRAPH [options]",
    .summary = "minimum or maximum spanning forest",
    .details = "A spanning forest of least weight: a tree in each component of an undirected graph, with all\n"
               "its vertices and the least sum of weights. (Of a graph without weights, each edge weighs 1.)\n"
               "Of edges of equal weight the one with the lesser id is taken, then that with the lesser other\n"
               "one, so that the result is the same on all devices. Loops are left out. Output, each edge\n"
               "once, in order of the first id, then of the second:\n"
               "\n"
               "    # from<TAB>to<TAB>weight\n"
               "    ID<TAB>ID<TAB>WEIGHT          the lesser id first\n"
               "\n"
               "Ids are those of the file. A directed graph is refused unless each arc has an opposite of the\n"
               "same weight; --undirected makes it undirected, where of opposites that differ the least weight\n"
               "counts. The output goes to stdout or --output, a summary to stderr: how many edges and trees\n"
               "the forest has, and its weight. With --format json, stdout gets one object: the summary\n"
               "(times in seconds, memory in bytes) and \"result\": [{\"from\": ID, \"to\": ID, \"weight\":\n"
               "WEIGHT}, ...]. With --output as well, stdout gets the summary alone. --verify compares the\n"
               "result with that of Prim's algorithm; the exit code is 1 if they differ.\n",
    .traits = CLI_ALGORITHM,
    .own = rows,
    .own_count = sizeof rows / sizeof *rows,
    .defaults = &defaults,
    .defaults_size = sizeof defaults,
    .positionals = 1,
    .work = TP_WORK_MST,
    .check = check,
    .run = mst,
};
