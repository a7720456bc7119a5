/* SPDX-License-Identifier: Apache-2.0
 *
 * The potential of --coordinates: the file's by id, the library's by vertex.
 */
#include "cli/run/run.h"

#include <inttypes.h>
#include <stdlib.h>

/* The entries whose places are the vertices' ids in the file of coordinates, which counts from 1. */
static int by_vertex(const cli_run *run, const tropic_vector *given, tropic_vector **made)
{
    const tropic_index n = tropic_matrix_rows(run->graph), count = tropic_vector_size(given);
    double *all = malloc((size_t)count * sizeof *all);
    double *chosen = malloc(((size_t)n + 1) * sizeof *chosen);
    int code = CLI_OK;
    if (!all || !chosen)
        code = cli_error(CLI_FAILED, "out of memory for coordinates");
    else
        code = cli_check(tropic_vector_get_dense(given, all, NULL), run->context, CLI_FAILED);
    for (tropic_index i = 0; code == CLI_OK && i < n; i++) {
        const int64_t id = tropic_matrix_label(run->graph, i);
        if (id < 1 || id > count)
            code = cli_error(CLI_UNREADABLE, "%s: has no vertex %" PRId64 ", which %s has", run->options->coordinates,
                             id, run->options->positional[0]);
        else
            chosen[i] = all[id - 1];
    }
    if (code == CLI_OK)
        code = cli_check(tropic_vector_create(made, run->context, TROPIC_FP64, n), run->context, CLI_FAILED);
    if (code == CLI_OK) code = cli_check(tropic_vector_put_dense(*made, chosen, NULL), run->context, CLI_FAILED);
    free(all);
    free(chosen);
    return code;
}

/* Of tropic_potential: lengths that it refuses are the graph's fault. */
static int make(cli_run *run, const tropic_vector *x, const tropic_vector *y)
{
    int code = cli_check(tropic_vector_create(&run->potential, run->context, tropic_vector_type(run->result[0]),
                                              tropic_matrix_rows(run->graph)),
                         run->context, CLI_FAILED);
    if (code != CLI_OK) return code;
    return cli_check(tropic_potential(run->potential, run->graph, x, y, run->target), run->context, CLI_FAILED);
}

int cli_potential(cli_run *run)
{
    tropic_vector *x = NULL, *y = NULL, *by_x = NULL, *by_y = NULL;
    double start = cli_now();
    int code = cli_check(tropic_coordinates_load(&x, &y, run->context, run->options->coordinates), run->context,
                         CLI_UNREADABLE);
    if (code == CLI_OK) code = cli_check_cancelled();
    run->read_seconds += cli_now() - start;
    if (code == CLI_OK) code = by_vertex(run, x, &by_x);
    if (code == CLI_OK) code = by_vertex(run, y, &by_y);
    start = cli_now();
    if (code == CLI_OK) code = make(run, by_x, by_y);
    run->potential_seconds = cli_now() - start;
    tropic_vector_free(&x);
    tropic_vector_free(&y);
    tropic_vector_free(&by_x);
    tropic_vector_free(&by_y);
    return code;
}
