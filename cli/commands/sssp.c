/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic sssp: shortest paths from one source.
 */
#include "cli/run/run.h"

static int prepare(cli_run *run)
{
    int code = cli_ends(run);
    if (code == CLI_OK) code = cli_result(run, 0, cli_distance_type(tropic_matrix_type(run->graph)));
    if (code == CLI_OK) code = cli_result(run, 1, TROPIC_INT32);
    return code;
}

static tropic_status search(cli_run *run)
{
    const tropic_run_options options = cli_run_options(run);
    return tropic_sssp(run->result[0], run->result[1], run->graph, run->source, &options, &run->report);
}

static cli_verdict verify(cli_run *run, char *message)
{
    return cli_verify_run(run, true, message);
}

static int sssp(const cli_options *options)
{
    static const cli_algorithm algorithm = {
        .values = true, .column = {"distance", "parent"}, .prepare = prepare, .run = search, .verify = verify};
    return cli_run_algorithm(options, &algorithm);
}

const cli_command cli_sssp = {
    .name = "sssp",
    .arguments = "GRAPH --source ID [options]",
    .summary = "shortest paths from one source",
    .details = "Shortest paths. An entry's value is the length of its arc, 1 where the file has\n"
               "none. Zero and negative lengths are legal; a reachable negative cycle is a failure.\n"
               "Output, in order of ids:\n"
               "\n"
               "    # id<TAB>distance<TAB>parent\n"
               "    ID<TAB>DISTANCE<TAB>PARENT   inf and -1 where unreached; the source's is itself\n"
               "\n"
               "with the file's own ids, on stdout or in --output; a summary goes to stderr.\n"
               "Distances are whole numbers where all lengths are. With --format json stdout gets\n"
               "one object instead: the summary (times in seconds, memory in bytes) and \"result\":\n"
               "[{\"id\": ID, \"distance\": DISTANCE, \"parent\": PARENT}, ...], with null for inf; or\n"
               "with --output the summary alone. --verify compares with SuiteSparse:GraphBLAS; exit\n"
               "code 1 where it does not match.\n",
    .which = CLI_SSSP,
    .positionals = 1,
    .run = sssp,
};
