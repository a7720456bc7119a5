/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic bc --edges: betweenness centrality of arcs.
 */
#include "cli/run.h"

static tropic_status count(cli_run *run)
{
    const tropic_bc_options options = cli_bc_options(run);
    tropic_matrix_free(&run->arcs); /* of the run before */
    return tropic_bc_edges(&run->arcs, run->context, run->graph, &options, &run->report);
}

static cli_verdict verify(cli_run *run, char *message)
{
    const tropic_bc_options options = cli_bc_options(run);
    return cli_verify_bc_edges(run->arcs, run->graph, run->context, &options, message);
}

int cli_edges(const cli_options *options)
{
    const cli_algorithm algorithm = {.values = options->weighted,
                                     .bar = true,
                                     .arcs = true,
                                     .column = {"centrality"},
                                     .prepare = cli_sources,
                                     .run = count,
                                     .verify = verify};
    return cli_run_algorithm(options, &algorithm);
}
