/* SPDX-License-Identifier: Apache-2.0
 *
 * Values of vertices that a command reads from a file.
 */
#include "cli/files/vertex_table.h"
#include "cli/run/run.h"

#include <inttypes.h>
#include <math.h>

/* v has 1 at the vertices of the table. */
static tropic_status put_ones(tropic_vector *v, const cli_vertex_table *table)
{
    const double one = 1;
    tropic_status status = TROPIC_OK;
    for (tropic_index i = 0; status == TROPIC_OK && i < tropic_vector_size(v); i++)
        if (table->listed[i]) status = tropic_vector_set(v, i, &one);
    return status;
}

/* Is there one above 0, and are all together a number? */
static int check_sum(const cli_vertex_table *table, const char *path, tropic_index n)
{
    double sum = table->columns > 0 ? 0 : (double)table->count;
    for (tropic_index i = 0; table->columns > 0 && i < n; i++) sum += table->value[0][i];
    if (n == 0 || (sum > 0 && isfinite(sum))) return CLI_OK;
    return cli_error(CLI_UNREADABLE, "%s: %s", path,
                     sum > 0 ? "the sum of all values is too large for a double" : "no vertex has a value above 0");
}

int cli_given(cli_run *run, int which, const char *path)
{
    const cli_vertex_rules rules = {.max = 1, .rest = true};
    const tropic_index n = tropic_matrix_rows(run->graph);
    cli_vertex_table table;
    tropic_status status;
    int code;
    if (!path) return CLI_OK;
    code = cli_vertex_table_read(&table, run->graph, path, &rules);
    for (tropic_index i = 0; code == CLI_OK && table.columns > 0 && i < n; i++)
        if (table.value[0][i] < 0)
            code = cli_error(CLI_UNREADABLE, "%s: vertex %" PRId64 " has a negative value, %g", path,
                             tropic_matrix_label(run->graph, i), table.value[0][i]);
    if (code == CLI_OK) code = check_sum(&table, path, n);
    if (code == CLI_OK) {
        status = tropic_vector_create(&run->given[which], run->context, TROPIC_FP64, n);
        if (status == TROPIC_OK && table.columns == 0) status = put_ones(run->given[which], &table);
        if (status == TROPIC_OK && table.columns > 0)
            status = tropic_vector_put_dense(run->given[which], table.value[0], table.listed);
        code = cli_check(status, run->context, CLI_FAILED);
    }
    cli_vertex_table_free(&table);
    return code;
}
