/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic bc: betweenness centrality, of vertices or of arcs.
 */
#include "cli/run/run.h"

static int prepare(cli_run *run)
{
    int code = cli_sources(run);
    if (code == CLI_OK) code = cli_result(run, 0, run->options->precision);
    return code;
}

/* What the command line asks for. Refers to `run`. */
static tropic_bc_options wanted_of(const cli_run *run)
{
    return (tropic_bc_options){.size = sizeof(tropic_bc_options),
                               .strategy = run->options->strategy,
                               .normalize = run->options->normalize,
                               .sources = run->sources,
                               .source_count = run->sources ? run->source_count : 0,
                               .samples = run->options->some_sources ? run->source_count : 0,
                               .seed = run->options->seed,
                               .endpoints = run->options->endpoints,
                               .reductions = run->options->reductions,
                               .error = run->options->error,
                               .confidence = run->options->confidence,
                               .checkpoint = run->options->checkpoint,
                               .checkpoint_seconds = run->options->checkpoint_every,
                               .partial = run->options->partial,
                               .method = run->options->method,
                               .batch = run->options->batch,
                               .weighted = run->options->weighted};
}

/* Said once; the library tries again. */
static void checkpoint_failed(const char *message, void *user)
{
    cli_run *run = user;
    if (run->unsaved) return;
    run->unsaved = true;
    cli_progress_clear(&run->progress);
    cli_error(CLI_OK, "warning: %s; the run goes on, its result is not affected", message);
}

static tropic_status count(cli_run *run)
{
    tropic_bc_options options = wanted_of(run);
    options.checkpoint_failed = checkpoint_failed;
    options.checkpoint_user = run;
    return tropic_bc(run->result[0], run->graph, &options, &run->report);
}

static cli_verdict verify(cli_run *run, char *message)
{
    tropic_bc_options options = wanted_of(run);
    /* With a number of sources that ended it, the error may be larger than what was asked for. */
    if (run->report.error > options.error) options.error = run->report.error;
    return cli_verify_bc(run->result[0], run->graph, run->context, &options, message);
}

static tropic_status count_arcs(cli_run *run)
{
    const tropic_bc_options options = wanted_of(run);
    tropic_matrix_free(&run->arcs); /* of the run before */
    return tropic_bc_edges(&run->arcs, run->context, run->graph, &options, &run->report);
}

static cli_verdict verify_arcs(cli_run *run, char *message)
{
    const tropic_bc_options options = wanted_of(run);
    return cli_verify_bc_edges(run->arcs, run->graph, run->context, &options, message);
}

static int bc(const cli_options *options)
{
    const bool arcs = options->edges;
    const cli_algorithm algorithm = {.values = options->weighted,
                                     .bar = true,
                                     .arcs = arcs,
                                     .column = {"centrality"},
                                     .prepare = arcs ? cli_sources : prepare,
                                     .run = arcs ? count_arcs : count,
                                     .verify = arcs ? verify_arcs : verify};
    return cli_run_algorithm(options, &algorithm);
}

const cli_command cli_bc = {
    .name = "bc",
    .arguments = "GRAPH [options]",
    .summary = "betweenness centrality",
    .details = "Betweenness centrality: of a vertex v, the sum over ordered pairs of other vertices\n"
               "s, t of the part of the shortest s-t paths that pass through v: of the fewest arcs\n"
               "or, with --weighted, of the least length, by the values of the file, all positive;\n"
               "lengths of real values are equal where their sums are, as rounded along the paths.\n"
               "Output, in order of ids:\n"
               "\n"
               "    # id<TAB>centrality\n"
               "    ID<TAB>CENTRALITY\n"
               "\n"
               "with the file's own ids, on stdout or in --output; a summary goes to stderr.\n"
               "--edges gives the centralities of arcs instead, always as fp64: the sum over s, t of\n"
               "the part of the shortest paths that take the arc; an edge of an undirected graph is\n"
               "both of its arcs. In order of the first id, then of the second:\n"
               "\n"
               "    # from<TAB>to<TAB>centrality\n"
               "    ID<TAB>ID<TAB>CENTRALITY\n"
               "\n"
               "With --format json stdout gets one object instead: the summary (times in seconds,\n"
               "memory in bytes) and \"result\": [{\"id\": ID, \"centrality\": CENTRALITY}, ...], of\n"
               "arcs {\"from\": ID, \"to\": ID, ...}, or with --output the summary alone. --verify\n"
               "compares with SuiteSparse:GraphBLAS over the same sources, and an estimate of --error\n"
               "with all; exit code 1 where it does not match. --sources K draws K distinct sources by\n"
               "the seed, the same on every machine and with a larger K, and scales the sum by n/K.\n"
               "In --sources-file, blank lines and lines that begin with # or % are passed over. A run\n"
               "with --checkpoint that was interrupted, or killed, goes on where it is started again,\n"
               "to the same result; the file stays, and a run that finds it complete has its result at\n"
               "once. A checkpoint that cannot be written ends a run only as it begins: later a warning\n"
               "says so, once, and it is tried again.\n",
    .which = CLI_BC,
    .positionals = 1,
    .run = bc,
};
