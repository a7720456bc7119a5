/* SPDX-License-Identifier: Apache-2.0
 *
 * Sources: how many, and a file's list; and the vertices whose results are wanted.
 */
#include "cli/run/run.h"
#include "cli/files/vertex_table.h"

#include <inttypes.h>
#include <stdlib.h>

/* The vertices of a file, ascending. */
static int read_list(cli_run *run, const char *path, const char *what, tropic_index **list, tropic_index *count)
{
    const tropic_index n = tropic_matrix_rows(run->graph);
    const cli_vertex_rules rules = {0};
    cli_vertex_table chosen;
    int code = cli_vertex_table_read(&chosen, run->graph, path, &rules);
    *count = 0;
    if (code == CLI_OK && chosen.count == 0) code = cli_error(CLI_UNREADABLE, "%s: no %s in this file", path, what);
    if (code == CLI_OK) {
        *list = malloc((size_t)chosen.count * sizeof **list);
        if (!*list) code = cli_error(CLI_FAILED, "out of memory for %d %s", chosen.count, what);
    }
    for (tropic_index i = 0; code == CLI_OK && i < n; i++)
        if (chosen.listed[i]) (*list)[(*count)++] = i;
    cli_vertex_table_free(&chosen);
    return code;
}

int cli_only(cli_run *run, const char *path)
{
    return path ? read_list(run, path, "vertices", &run->only, &run->only_count) : CLI_OK;
}

int cli_sources(cli_run *run)
{
    const cli_options *options = run->options;
    const tropic_index n = tropic_matrix_rows(run->graph);
    run->source_count = n;
    if (options->some_sources && options->source_count > n)
        return cli_usage_error(options->command->name, "--sources %" PRId64 ": %s has only %d vertices",
                               options->source_count, options->positional[0], n);
    if (options->some_sources) run->source_count = (tropic_index)options->source_count;
    if (!options->sources_file) return CLI_OK;
    return read_list(run, options->sources_file, "sources", &run->sources, &run->source_count);
}
