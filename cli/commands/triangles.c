/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic triangles: how many triangles each vertex is in.
 */
#include "cli/options/options.h"
#include "cli/run/run.h"

#include <inttypes.h>

static int64_t *total_of(const cli_run *run)
{
    return (int64_t *)(void *)run->own;
}

static int prepare(cli_run *run)
{
    return cli_result(run, 0, TROPIC_INT64);
}

static tropic_status count(cli_run *run)
{
    return tropic_triangles(run->result[0], total_of(run), run->context, run->graph, NULL, &run->report);
}

static reference_verdict verify(cli_run *run, char *message)
{
    return cli_verify_run(run, total_of(run), message);
}

static void text(FILE *file, const cli_run *run)
{
    fprintf(file, "total    %" PRId64 " triangles\n", *total_of(run));
}

static void members(cli_json *json, const cli_run *run)
{
    cli_json_integer(json, "triangles", *total_of(run));
}

static int triangles(const cli_options *options)
{
    static const cli_algorithm algorithm = {.bar = true,
                                            .whole = true,
                                            .column = {"triangles"},
                                            .prepare = prepare,
                                            .run = count,
                                            .verify = verify,
                                            .text = text,
                                            .members = members};
    return cli_run_algorithm(options, &algorithm);
}

extern const cli_command cli_triangles;
const cli_command cli_triangles = {
    .name = "triangles",
    .arguments = "GRAPH [options]",
    .summary = "triangles of each vertex",
    .details = "The number of triangles that each vertex is in: of pairs of its neighbours that are\n"
               "neighbours. If the graph is directed, vertices are neighbours that have an arc in either\n"
               "direction. Loops and values of the file are ignored. Output, in order of ids (with --top, of\n"
               "numbers):\n"
               "\n"
               "    # id<TAB>triangles\n"
               "    ID<TAB>TRIANGLES\n"
               "\n"
               "Ids are those of the file. The output goes to stdout or --output, a summary with the number\n"
               "of triangles of the graph to stderr. With --format json, stdout gets one object: the summary\n"
               "(times in seconds, memory in bytes; triangles is the graph's) and \"result\":\n"
               "[{\"id\": ID, \"triangles\": TRIANGLES}, ...]. With --output as well, stdout gets the summary\n"
               "alone. --verify compares the result with a merge of the lists of each edge's ends; the exit\n"
               "code is 1 if they differ.\n",
    .traits = CLI_ALGORITHM | CLI_MEASURES,
    .positionals = 1,
    .work = TP_WORK_TRIANGLES,
    .run = triangles,
};
