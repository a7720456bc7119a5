/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic bfs: levels and parents of a breadth-first search.
 */
#include "cli/options/option_table.h"
#include "cli/run/run.h"

static int bfs(const cli_options *options)
{
    static const cli_algorithm algorithm = {.column = {"level", "parent"},
                                            .vertex = {false, true},
                                            .prepare = cli_search_prepare,
                                            .run = cli_search,
                                            .verify = cli_search_verify};
    return cli_run_algorithm(options, &algorithm);
}

extern const cli_command cli_bfs;
static const cli_option options_of[] = {
    {"depth", "D", CLI_AT(depth), CLI_TAKES_INTEGER(1, TROPIC_INDEX_MAX),
     .help = "do not go farther than D arcs from the source"},
};

const cli_command cli_bfs = {
    .name = "bfs",
    .arguments = "GRAPH --source ID [options]",
    .summary = "levels and parents of a breadth-first search",
    .details = "Breadth-first search. Values of the file are ignored. Output, in order of ids:\n"
               "\n"
               "    # id<TAB>level<TAB>parent\n"
               "    ID<TAB>LEVEL<TAB>PARENT    -1 and -1 if unreached; the source is its own parent\n"
               "\n"
               "Ids are those of the file. The output goes to stdout or --output, a summary to stderr.\n"
               "With --format json, stdout gets one object: the summary (times in seconds, memory in\n"
               "bytes) and \"result\": [{\"id\": ID, \"level\": LEVEL, \"parent\": PARENT}, ...]. With --output\n"
               "as well, stdout gets the summary alone. With --to or --depth, vertices beyond the last\n"
               "level that was needed are unreached. --verify compares the result with\n"
               "SuiteSparse:GraphBLAS; the exit code is 1 if they differ.\n",
    .traits = CLI_ALGORITHM | CLI_STEPS | CLI_SOURCE | CLI_SEARCHES,
    .own = options_of,
    .own_count = sizeof options_of / sizeof *options_of,
    .positionals = 1,
    .work = TP_WORK_BFS,
    .run = bfs,
};
