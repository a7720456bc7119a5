/* SPDX-License-Identifier: Apache-2.0
 *
 * The potential of --coordinates.
 */
#include "cli/files/positions.h"
#include "cli/run/run.h"

/* Of tropic_potential: lengths that it refuses are the graph's fault. */
static int make(cli_run *run, const cli_positions *positions)
{
    tropic_context *context = run->context;
    const tropic_index n = tropic_matrix_rows(run->graph);
    tropic_vector *at[2] = {NULL};
    tropic_status status = tropic_vector_create(&run->potential, context, tropic_vector_type(run->result[0]), n);
    for (int k = 0; k < 2; k++) {
        if (status == TROPIC_OK) status = tropic_vector_create(&at[k], context, TROPIC_FP64, n);
        if (status == TROPIC_OK) status = tropic_vector_put_dense(at[k], positions->at[k], NULL);
    }
    if (status == TROPIC_OK) status = tropic_potential(run->potential, run->graph, at[0], at[1], run->target);
    for (int k = 0; k < 2; k++) tropic_vector_free(&at[k]);
    return cli_check(status, context, CLI_FAILED);
}

int cli_potential(cli_run *run)
{
    cli_positions positions;
    double start = cli_now();
    int code = cli_coordinates_load(&positions, run->graph, run->context, run->options->positional[0],
                                    run->options->coordinates);
    if (code == CLI_OK)
        cli_positions_note(&positions, run->graph, run->options->positional[0], run->options->coordinates,
                           run->options->quiet);
    run->read_seconds += cli_now() - start;
    start = cli_now();
    if (code == CLI_OK) code = make(run, &positions);
    run->potential_seconds = cli_now() - start;
    cli_positions_free(&positions);
    return code;
}
