/* SPDX-License-Identifier: Apache-2.0
 *
 * The vertices of a cycle, in their order along it.
 */
#include "cli/run/run.h"

#include <stdlib.h>

const char *cli_cycle_name(tropic_cycle_kind kind)
{
    static const char *const names[] = {"directed", "undirected", "odd"};
    return names[kind];
}

int cli_cycle_along(cli_run *run, const tropic_index *next, const tropic_cycle_report *report)
{
    const tropic_index length = report->length;
    tropic_index v = report->first;
    free(run->only);
    run->only_count = 0;
    run->only = malloc(((size_t)length + 1) * sizeof *run->only);
    if (!run->only) return cli_error(CLI_FAILED, "out of memory for the cycle");
    for (; run->only_count < length; v = next[v]) run->only[run->only_count++] = v;
    return CLI_OK;
}

int cli_cycle(cli_run *run, tropic_cycle_kind kind)
{
    const size_t n = (size_t)tropic_matrix_rows(run->graph);
    tropic_cycle_report found = {.size = sizeof found};
    const tropic_cycle_options wanted = {.size = sizeof wanted, .kind = kind, .report = &found};
    tropic_vector *next = NULL;
    tropic_index *values = malloc((n + 1) * sizeof *values);
    tropic_status status = tropic_vector_create(&next, run->context, TROPIC_INT32, (tropic_index)n);
    int code = values ? CLI_OK : cli_error(CLI_FAILED, "out of memory for the cycle");
    if (status == TROPIC_OK && values) status = tropic_cycle(next, run->context, run->graph, &wanted, NULL);
    if (status == TROPIC_OK && values) status = tropic_vector_get_dense(next, values, NULL);
    if (code == CLI_OK) code = cli_check(status, run->context, CLI_FAILED);
    if (code == CLI_OK) code = cli_cycle_along(run, values, &found);
    tropic_vector_free(&next);
    free(values);
    return code;
}
