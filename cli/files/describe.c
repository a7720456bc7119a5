/* SPDX-License-Identifier: Apache-2.0
 *
 * The first lines of a summary: the graph that was read.
 */
#include "cli/files/graphs.h"

#include <inttypes.h>

void cli_graph_text(FILE *out, const cli_options *options, const tropic_matrix *A, const cli_direction *direction)
{
    cli_put_file(out, "graph", options->positional[0]);
    if (options->command->has_out)
        fprintf(out, "rows     %d\ncols     %d\n", tropic_matrix_rows(A), tropic_matrix_cols(A));
    else
        fprintf(out, "n        %d\n", tropic_matrix_rows(A));
    fprintf(out, "entries  %" PRId64 "\n", tropic_matrix_count(A));
    if (tropic_matrix_loops_dropped(A) > 0)
        fprintf(out, "loops    %" PRId64 ", dropped\n", tropic_matrix_loops_dropped(A));
    cli_direction_text(out, direction);
}

void cli_graph_record(cli_record *record, const cli_options *options, const tropic_matrix *A,
                      const cli_direction *direction)
{
    cli_record_text(record, "tropic", tropic_version());
    cli_record_text(record, "command", options->command->name);
    cli_record_text(record, "graph", options->positional[0]);
    if (options->command->has_out) {
        cli_record_integer(record, "rows", tropic_matrix_rows(A));
        cli_record_integer(record, "cols", tropic_matrix_cols(A));
    } else {
        cli_record_integer(record, "n", tropic_matrix_rows(A));
    }
    cli_record_integer(record, "entries", tropic_matrix_count(A));
    cli_record_integer(record, "loops_dropped", tropic_matrix_loops_dropped(A));
    cli_direction_record(record, direction);
}
