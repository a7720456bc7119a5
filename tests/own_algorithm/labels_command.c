/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic labels: the label of each vertex.
 */
#include "cli/options/options.h"
#include "cli/run/run.h"

static int prepare(cli_run *run)
{
    return cli_result(run, 0, TROPIC_INT64);
}

static tropic_status find(cli_run *run)
{
    const tropic_run_options options = {.size = sizeof options, .strategy = run->options->strategy};
    return tropic_labels(run->result[0], NULL, run->graph, &options, &run->report);
}

static reference_verdict verify(cli_run *run, char *message)
{
    const reference_result r = {.values = {run->result[0]}, .A = run->graph, .context = run->context};
    return cli_verify("labels", &r, message);
}

static int labels(const cli_options *options)
{
    static const cli_algorithm algorithm = {
        .bar = true, .whole = true, .column = {"label"}, .prepare = prepare, .run = find, .verify = verify};
    return cli_run_algorithm(options, &algorithm);
}

extern const cli_command cli_labels;
const cli_command cli_labels = {
    .name = "labels",
    .arguments = "GRAPH [options]",
    .summary = "components by labels",
    .details = "The label of a vertex is the smallest vertex from which a path leads to it, counted from\n"
               "0: in an undirected graph, one label for each connected component. Values of the file\n"
               "are ignored. Output, in order of ids:\n"
               "\n"
               "    # id<TAB>label\n"
               "    ID<TAB>LABEL\n"
               "\n"
               "Ids are those of the file. The output goes to stdout or --output, a summary to stderr.\n"
               "With --format json, stdout gets one object: the summary (times in seconds, memory in\n"
               "bytes) and \"result\": [{\"id\": ID, \"label\": LABEL}, ...]. With --output as well, stdout\n"
               "gets the summary alone. --verify compares the result with a search from each vertex; the\n"
               "exit code is 1 if they differ.\n",
    .traits = CLI_ALGORITHM | CLI_STEPS,
    .positionals = 1,
    .work = TP_WORK_PRODUCT,
    .run = labels,
};
