/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic path: a shortest path from one vertex to another.
 */
#include "cli/options/option_table.h"
#include "cli/run/run.h"

#include <stdlib.h>

/* From the target along the parents, where it has one, and turned around. */
static int make_route(cli_run *run, const cli_column *columns)
{
    const tropic_index *parent = columns[1].values;
    const tropic_index target = run->target;
    cli_route *route = &run->route;
    tropic_index count = 0;

    for (tropic_index v = target; parent[v] >= 0; v = parent[v]) {
        count++;
        if (v == run->source) break;
    }
    route->vertex = malloc(((size_t)count + 1) * sizeof *route->vertex);
    if (!route->vertex) return cli_error(CLI_FAILED, "out of memory for the path");
    route->count = count;
    for (tropic_index v = target; count > 0; v = parent[v]) route->vertex[--count] = v;

    route->type = columns[0].type;
    route->length = cli_value_at(columns[0].values, route->type, target);
    return CLI_OK;
}

static int path(const cli_options *options)
{
    const cli_algorithm algorithm = {.weighted = options->weighted,
                                     .column = {"distance", "parent"},
                                     .vertex = {false, true},
                                     .prepare = cli_search_prepare,
                                     .run = cli_search,
                                     .verify = cli_search_verify,
                                     .route = make_route};
    return cli_run_algorithm(options, &algorithm);
}

extern const cli_command cli_path;
static const cli_option options_of[] = {
    {"from", "ID", CLI_AT(source), CLI_GIVEN(has_source), CLI_TAKES_VERTEX,
     .help = "where the path begins: a vertex id of the file"},
    {"weighted", NULL, CLI_AT(weighted), CLI_TAKES_FLAG, .help = "values are lengths of arcs (default: each is 1)"},
    {"coordinates", "FILE", CLI_AT(coordinates), CLI_TAKES_FILE,
     .help = "positions of the vertices, a DIMACS .co file; directs the search\n"
             "towards the last vertex; needs --weighted"},
};

static int check(const cli_options *options)
{
    if (!options->has_source) return cli_missing(options, "from ID");
    if (!options->has_target) return cli_missing(options, "to ID");
    return options->coordinates && !options->weighted ? cli_needs(options, "coordinates", "weighted") : CLI_OK;
}

const cli_command cli_path = {
    .name = "path",
    .arguments = "GRAPH --from ID --to ID [options]",
    .summary = "a shortest path between two vertices",
    .details = "A path with the fewest arcs or, with --weighted, the least total length. The search\n"
               "stops when it has settled the last vertex. Output, from the first vertex to the last:\n"
               "\n"
               "    # id<TAB>distance\n"
               "    ID<TAB>DISTANCE   from the start of the path\n"
               "\n"
               "Ids are those of the file. The output goes to stdout or --output, a summary to stderr:\n"
               "the length, vertices reached and settled, steps, time. The exit code is 1 if there is no\n"
               "path. With --weighted --coordinates, the search is directed towards the last vertex, by\n"
               "a file with a line \"p aux sp co N\" and lines \"v ID X Y\". The path is as short as without\n"
               "(real lengths: within rounding). If lengths are near the largest number of their type,\n"
               "the search is not directed, and a note on stderr says so. With --format json, stdout\n"
               "gets one object: the summary (times in seconds, memory in bytes) and \"result\": [{\"id\":\n"
               "ID, \"distance\": DISTANCE}, ...]. With --output as well, stdout gets the summary alone.\n"
               "If there is no path, length is null and result is empty. --verify compares a full run\n"
               "with SuiteSparse:GraphBLAS, and the path with that run; the exit code is 1 if they\n"
               "differ.\n",
    .traits = CLI_ALGORITHM | CLI_STEPS | CLI_VALUES | CLI_SEARCHES,
    .own = options_of,
    .own_count = sizeof options_of / sizeof *options_of,
    .positionals = 1,
    .work = TP_WORK_BFS,
    .weighted_work = TP_WORK_SSSP,
    .check = check,
    .run = path,
};
