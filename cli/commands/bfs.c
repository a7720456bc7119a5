/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic bfs: levels and parents of a breadth-first search.
 */
#include "cli/run/run.h"

static int prepare(cli_run *run)
{
    int code = cli_ends(run);
    if (code == CLI_OK) code = cli_result(run, 0, TROPIC_INT32);
    if (code == CLI_OK) code = cli_result(run, 1, TROPIC_INT32);
    return code;
}

static tropic_status search(cli_run *run)
{
    const tropic_run_options options = cli_run_options(run);
    return tropic_bfs(run->result[0], run->result[1], run->graph, run->source, &options, &run->report);
}

static cli_verdict verify(cli_run *run, char *message)
{
    return cli_verify_run(run, false, message);
}

static int bfs(const cli_options *options)
{
    static const cli_algorithm algorithm = {
        .column = {"level", "parent"}, .prepare = prepare, .run = search, .verify = verify};
    return cli_run_algorithm(options, &algorithm);
}

const cli_command cli_bfs = {
    .name = "bfs",
    .arguments = "GRAPH --source ID [options]",
    .summary = "levels and parents of a breadth-first search",
    .details = "Breadth-first search. Values of the file are not looked at. Output, in order of ids:\n"
               "\n"
               "    # id<TAB>level<TAB>parent\n"
               "    ID<TAB>LEVEL<TAB>PARENT    -1 and -1 where unreached; the source's is itself\n"
               "\n"
               "with the file's own ids, on stdout or in --output; a summary goes to stderr. With\n"
               "--format json stdout gets one object instead: the summary (times in seconds, memory\n"
               "in bytes) and \"result\": [{\"id\": ID, \"level\": LEVEL, \"parent\": PARENT}, ...], or "
               "with\n"
               "--output the summary alone. With --to or --depth vertices beyond the last level that\n"
               "was needed are unreached. --verify compares with SuiteSparse:GraphBLAS; exit code\n"
               "1 where it does not match.\n",
    .which = CLI_BFS,
    .positionals = 1,
    .run = bfs,
};
