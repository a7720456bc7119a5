/* SPDX-License-Identifier: Apache-2.0
 *
 * A search from one source, as bfs, sssp and path run it: breadth-first or, by weights, for shortest paths.
 */
#include "cli/run/run.h"

#include <inttypes.h>

/* The vertex with a file id, which an option names. */
static int find_vertex(const cli_run *run, const char *option, int64_t id, tropic_index *found)
{
    char ids[CLI_IDS_LENGTH];
    *found = tropic_matrix_find(run->graph, id);
    if (*found >= 0) return CLI_OK;
    return cli_usage_error(run->options->command->name, "--%s: %s has no vertex %" PRId64 ": %s", option,
                           run->options->positional[0], id, cli_ids(ids, run->graph));
}

/* Of the first result; by tropic_sssp's rule: reals as they are, whole numbers and patterns in 64 bits. */
static tropic_type type_of(const cli_run *run)
{
    const tropic_type weights = tropic_matrix_type(run->graph);
    if (!run->weighted) return TROPIC_INT32;
    return weights == TROPIC_FP32 || weights == TROPIC_FP64 ? weights : TROPIC_INT64;
}

int cli_search_prepare(cli_run *run)
{
    const cli_options *options = run->options;
    const bool path = run->algorithm->route != NULL;
    int code = find_vertex(run, path ? "from" : "source", options->source, &run->source);
    if (code == CLI_OK && options->has_target) code = find_vertex(run, "to", options->target, &run->target);
    if (code == CLI_OK) code = cli_result(run, 0, type_of(run));
    if (code == CLI_OK) code = cli_result(run, 1, TROPIC_INT32);
    if (code == CLI_OK && options->coordinates) code = cli_potential(run);
    return code;
}

static tropic_status once(cli_run *run)
{
    const tropic_run_options options = {.size = sizeof options,
                                        .strategy = run->options->strategy,
                                        .targets = &run->target,
                                        .target_count = run->options->has_target,
                                        .depth = run->options->depth,
                                        .queue = run->options->queue,
                                        .potential = run->potential};
    return (run->weighted ? tropic_sssp : tropic_bfs)(run->result[0], run->result[1], run->graph, run->source, &options,
                                                      &run->report);
}

/* If sums of weights and potential would leave the type of the distances, it searches without the potential. */
tropic_status cli_search(cli_run *run)
{
    tropic_status status = once(run);
    if (status != TROPIC_OVERFLOW || !run->potential) return status;
    tropic_vector_free(&run->potential);
    status = once(run);
    if (status == TROPIC_OK && !run->options->quiet) {
        fputs("note: the search was not directed by ", stderr);
        cli_put_name(stderr, run->options->coordinates);
        fputs(": sums of weights and potential are too large for the type of the distances\n", stderr);
    }
    return status;
}
