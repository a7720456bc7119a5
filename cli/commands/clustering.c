/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic clustering: the clustering coefficient of each vertex.
 */
#include "cli/options/option_table.h"
#include "cli/run/run.h"

#include <inttypes.h>

/* The words of the line. */
typedef struct words {
    tropic_clustering_method method;
} words;

static const words defaults = {TROPIC_CLUSTERING_STANDARD};

static cli_word_list methods = {"standard", "ldbc", "square", NULL};

CLI_WORDS(words)

CLI_REPORT(tropic_clustering_report)

static tropic_clustering_options wanted_of(const cli_run *run)
{
    return (tropic_clustering_options){.size = sizeof(tropic_clustering_options),
                                       .method = words_of(run->options)->method,
                                       .weighted = run->options->weighted,
                                       .report = report_of(run)};
}

static int prepare(cli_run *run)
{
    return cli_result(run, 0, run->options->precision);
}

static tropic_status find(cli_run *run)
{
    const tropic_clustering_options wanted = wanted_of(run);
    *report_of(run) = (tropic_clustering_report){.size = sizeof(tropic_clustering_report)};
    return tropic_clustering(run->result[0], run->context, run->graph, &wanted, &run->report);
}

static reference_verdict verify(cli_run *run, char *message)
{
    const tropic_clustering_options done = wanted_of(run);
    return cli_verify_run(run, &done, message);
}

static void text(FILE *file, const cli_run *run)
{
    const tropic_clustering_report *r = report_of(run);
    fprintf(file, "average  %.6g; of those that are not 0, %.6g\n", r->average, r->average_nonzero);
    fprintf(file, "closed   %.6g of all wedges (transitivity); %" PRId64 " triangle%s\n", r->transitivity, r->triangles,
            r->triangles == 1 ? "" : "s");
}

static void members(cli_json *json, const cli_run *run)
{
    const tropic_clustering_report *r = report_of(run);
    cli_json_string(json, "method", methods[words_of(run->options)->method]);
    cli_json_bool(json, "weighted", run->weighted);
    cli_json_real(json, "average", r->average);
    cli_json_real(json, "average_nonzero", r->average_nonzero);
    cli_json_real(json, "transitivity", r->transitivity);
    cli_json_integer(json, "triangles", r->triangles);
}

static int clustering(const cli_options *options)
{
    const cli_algorithm algorithm = {.weighted = options->weighted,
                                     .bar = true,
                                     .whole = true,
                                     .blames_graph = true,
                                     .column = {"clustering"},
                                     .prepare = prepare,
                                     .run = find,
                                     .verify = verify,
                                     .text = text,
                                     .members = members};
    return cli_run_algorithm(options, &algorithm);
}

static int check(const cli_options *options)
{
    const tropic_clustering_method method = words_of(options)->method;
    if (!options->weighted || method == TROPIC_CLUSTERING_STANDARD) return CLI_OK;
    return cli_exclude(options, method == TROPIC_CLUSTERING_LDBC ? "method ldbc" : "method square", "weighted");
}

static const cli_option rows[] = {
    {"weighted", NULL, CLI_AT(weighted), CLI_TAKES_FLAG,
     .help = "a triangle counts as the geometric mean of its values in the file, as a\n"
             "part of the greatest value of all, that of a loop included, which counts\n"
             "for nothing else (default: each triangle counts as 1)"},
    {"method", "NAME", CLI_OWN(words, method), CLI_TAKES_WORD(methods, TROPIC_CLUSTERING_STANDARD),
     .help = "standard (default): of a directed graph Fagiolo's coefficient, which is\n"
             "the usual one if each arc has its opposite; ldbc: arcs between neighbours\n"
             "divided by all that there could be, as LDBC Graphalytics has it; square:\n"
             "squares in place of triangles. --weighted is for standard alone"},
};

extern const cli_command cli_clustering;
const cli_command cli_clustering = {
    .name = "clustering",
    .arguments = "GRAPH [options]",
    .summary = "clustering coefficients",
    .details = "The clustering coefficient of each vertex: the part of the pairs of its neighbours that are\n"
               "neighbours, from 0 to 1; 0 if it has less than two. Loops are none of its edges. Output, in\n"
               "order of ids (with --top, of coefficients):\n"
               "\n"
               "    # id<TAB>clustering\n"
               "    ID<TAB>COEFFICIENT\n"
               "\n"
               "Ids are those of the file. The output goes to stdout or --output, a summary to stderr: the\n"
               "average of all coefficients, and of those that are not 0; and, of the graph without weights\n"
               "and directions, the transitivity (3 times the triangles, divided by the pairs of edges with\n"
               "a vertex in common) and the number of triangles. With --format json, stdout gets one object:\n"
               "the summary (times in seconds, memory in bytes) and \"result\": [{\"id\": ID, \"clustering\":\n"
               "COEFFICIENT}, ...]. With --output as well, stdout gets the summary alone. --verify compares\n"
               "the result with the definition, neighbour by neighbour, which takes long where vertices have\n"
               "many; the exit code is 1 if they differ.\n",
    .traits = CLI_ALGORITHM | CLI_VALUES | CLI_MEASURES,
    .own = rows,
    .own_count = sizeof rows / sizeof *rows,
    .defaults = &defaults,
    .defaults_size = sizeof defaults,
    .positionals = 1,
    .work = TP_WORK_TRIANGLES,
    .check = check,
    .run = clustering,
};
