/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic path: a shortest path from one vertex to another.
 */
#include "cli/run/run.h"

#include <stdlib.h>

static int prepare(cli_run *run)
{
    const bool weighted = run->options->weighted;
    const tropic_type type = weighted ? cli_distance_type(tropic_matrix_type(run->graph)) : TROPIC_INT32;
    int code = cli_ends(run);
    if (code == CLI_OK) code = cli_result(run, 0, type);
    if (code == CLI_OK) code = cli_result(run, 1, TROPIC_INT32);
    if (code == CLI_OK && run->options->coordinates) code = cli_potential(run);
    return code;
}

static tropic_status once(cli_run *run)
{
    const tropic_run_options options = cli_run_options(run);
    return (run->options->weighted ? tropic_sssp : tropic_bfs)(run->result[0], run->result[1], run->graph, run->source,
                                                               &options, &run->report);
}

/* Where weights are so large that the sums with a potential would leave their type, without one. */
static tropic_status search(cli_run *run)
{
    tropic_status status = once(run);
    if (status != TROPIC_OVERFLOW || !run->potential) return status;
    tropic_vector_free(&run->potential);
    status = once(run);
    if (status == TROPIC_OK && !run->options->quiet) {
        fputs("note: the search was not directed by ", stderr);
        cli_put_name(stderr, run->options->coordinates);
        fputs(": sums of weights and potential are too large for the type of the distances\n", stderr);
    }
    return status;
}

static cli_verdict verify(cli_run *run, char *message)
{
    return cli_verify_run(run, run->options->weighted, message);
}

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
    const cli_algorithm algorithm = {.values = options->weighted,
                                     .column = {"distance", "parent"},
                                     .prepare = prepare,
                                     .run = search,
                                     .verify = verify,
                                     .route = make_route};
    return cli_run_algorithm(options, &algorithm);
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
    .which = CLI_PATH,
    .positionals = 1,
    .run = path,
};
