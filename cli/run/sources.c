/* SPDX-License-Identifier: Apache-2.0
 *
 * The sources of bc: how many, and a file's list.
 */
#include "cli/run/run.h"
#include "cli/files/vertex_table.h"

#include <inttypes.h>
#include <stdlib.h>

/* The vertices chosen, ascending. */
static int make_list(cli_run *run, const cli_vertex_table *chosen)
{
    const tropic_index n = tropic_matrix_rows(run->graph), count = chosen->count;
    if (count == 0) return cli_error(CLI_UNREADABLE, "%s: no sources in this file", run->options->sources_file);
    run->sources = malloc((size_t)count * sizeof *run->sources);
    if (!run->sources) return cli_error(CLI_FAILED, "out of memory for %d sources", count);
    run->source_count = 0;
    for (tropic_index i = 0; i < n; i++)
        if (chosen->listed[i]) run->sources[run->source_count++] = i;
    return CLI_OK;
}

int cli_sources(cli_run *run)
{
    const cli_options *options = run->options;
    const tropic_index n = tropic_matrix_rows(run->graph);
    const cli_vertex_rules rules = {0};
    cli_vertex_table chosen;
    int code;
    run->source_count = n;
    if (options->some_sources && options->source_count > n)
        return cli_usage_error(options->command->name, "--sources %" PRId64 ": %s has only %d vertices",
                               options->source_count, options->positional[0], n);
    if (options->some_sources) run->source_count = (tropic_index)options->source_count;
    if (!options->sources_file) return CLI_OK;
    code = cli_vertex_table_read(&chosen, run->graph, options->sources_file, &rules);
    if (code == CLI_OK) code = make_list(run, &chosen);
    cli_vertex_table_free(&chosen);
    return code;
}
