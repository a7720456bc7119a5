/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic sssp: shortest paths from one source.
 */
#include "cli/run/run.h"

static int sssp(const cli_options *options)
{
    static const cli_algorithm algorithm = {.weighted = true,
                                            .column = {"distance", "parent"},
                                            .vertex = {false, true},
                                            .prepare = cli_search_prepare,
                                            .run = cli_search,
                                            .verify = cli_search_verify};
    return cli_run_algorithm(options, &algorithm);
}

extern const cli_command cli_sssp;
const cli_command cli_sssp = {
    .name = "sssp",
    .arguments = "GRAPH --source ID [options]",
    .summary = "shortest paths from one source",
    .details = "Shortest paths. The value of an entry is the length of its arc; without values, each\n"
               "length is 1. Zero and negative lengths are allowed; a reachable negative cycle is an\n"
               "error, also a loop of negative length that is dropped. Output, in order of ids:\n"
               "\n"
               "    # id<TAB>distance<TAB>parent\n"
               "    ID<TAB>DISTANCE<TAB>PARENT   inf and -1 if unreached; the source is its own parent\n"
               "\n"
               "Ids are those of the file. The output goes to stdout or --output, a summary to stderr.\n"
               "Distances are whole numbers, up to 2^63-2, if all lengths are; a larger one is an error.\n"
               "With --format json, stdout gets one object: the summary (times in seconds, memory in\n"
               "bytes) and \"result\": [{\"id\": ID, \"distance\": DISTANCE, \"parent\": PARENT}, ...], with\n"
               "null for inf. With --output as well, stdout gets the summary alone. --verify compares\n"
               "the result with SuiteSparse:GraphBLAS; the exit code is 1 if they differ.\n",
    .traits = CLI_ALGORITHM | CLI_STEPS | CLI_VALUES | CLI_SOURCE | CLI_SEARCHES,
    .positionals = 1,
    .work = TP_WORK_SSSP,
    .run = sssp,
};
