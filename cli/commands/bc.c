/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic bc: betweenness centrality, of vertices or of arcs.
 */
#include "cli/commands/bc_options.h"
#include "cli/run/run.h"

/* Half the sum over ordered pairs is the sum over pairs only if paths have opposites. */
static int check_pairs(const cli_run *run)
{
    const cli_options *options = run->options;
    tropic_matrix_facts facts = {.size = sizeof facts};
    int code;
    if (options->normalize != TROPIC_NORMALIZE_PAIRS || !run->direction.directed || options->quiet) return CLI_OK;
    code = cli_check(tropic_matrix_describe(run->graph, run->context, &facts), run->context, CLI_FAILED);
    if (code == CLI_OK && !facts.symmetric_pattern)
        fputs("note: the graph is directed, so its pairs are ordered: --normalize pairs gives half of their sum\n",
              stderr);
    return code;
}

static int prepare_arcs(cli_run *run)
{
    const int code = check_pairs(run);
    return code == CLI_OK ? cli_sources(run) : code;
}

static int prepare(cli_run *run)
{
    const cli_options *options = run->options;
    int code = prepare_arcs(run);
    if (code == CLI_OK) code = cli_result(run, 0, options->precision);
    if (code == CLI_OK && options->some_sources && run->source_count == 1 && !options->endpoints && !options->quiet)
        fputs("note: one source tells nothing of itself, so its own centrality is given as 0\n", stderr);
    return code;
}

/* The request of the command line. Refers to `run`. */
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
                               .weighted = run->options->weighted,
                               .tie = !run->options->has_tie  ? 0
                                      : run->options->tie > 0 ? run->options->tie
                                                              : TROPIC_BC_TIE_EXACT};
}

static tropic_status count(cli_run *run)
{
    tropic_bc_options options = wanted_of(run);
    options.checkpoint_failed = cli_checkpoint_failed;
    options.checkpoint_user = run;
    options.report = &run->bc;
    return tropic_bc(run->result[0], run->graph, &options, &run->report);
}

static reference_verdict check(const cli_run *run, const tropic_bc_options *options, char *message)
{
    return cli_verify_run(run, options, message);
}

static reference_verdict verify(cli_run *run, char *message)
{
    tropic_bc_options options = wanted_of(run);
    /* If the number of sources ended it, the error may be larger than the one asked for. */
    if (run->bc.error > options.error) options.error = run->bc.error;
    return check(run, &options, message);
}

static tropic_status count_arcs(cli_run *run)
{
    tropic_bc_options options = wanted_of(run);
    options.report = &run->bc;
    tropic_matrix_free(&run->arcs); /* of the run before */
    return tropic_bc_edges(&run->arcs, run->context, run->graph, &options, &run->report);
}

static reference_verdict verify_arcs(cli_run *run, char *message)
{
    const tropic_bc_options options = wanted_of(run);
    return check(run, &options, message);
}

static int bc(const cli_options *options)
{
    const bool arcs = options->edges;
    const cli_algorithm algorithm = {.weighted = options->weighted,
                                     .bar = true,
                                     .many = true,
                                     .arcs = arcs,
                                     .column = {"centrality"},
                                     .prepare = arcs ? prepare_arcs : prepare,
                                     .run = arcs ? count_arcs : count,
                                     .verify = arcs ? verify_arcs : verify,
                                     .text = cli_bc_text,
                                     .members = cli_bc_members};
    return cli_run_algorithm(options, &algorithm);
}

extern const cli_command cli_bc;
const cli_command cli_bc = {
    .name = "bc",
    .arguments = "GRAPH [options]",
    .summary = "betweenness centrality",
    .details = "Betweenness centrality. The centrality of a vertex v is a sum over ordered pairs of\n"
               "other vertices s, t: the fraction of the shortest s-t paths that pass through v. A\n"
               "shortest path has the fewest arcs or, with --weighted, the least total length. Lengths\n"
               "are the values of the file; all must be positive. Two paths of equal length share a\n"
               "pair. Whole lengths are compared exactly, and so are decimals, as 0.1 + 0.2 and 0.3, if\n"
               "all lengths have up to 15 digits (fp32: 6) and the number of vertices times the longest,\n"
               "in units of the last decimal that any has, is below 2^62. Other lengths are equal if\n"
               "they differ by at most 2^-32 of the longer one (fp32: 2^-15), half of the last arc, and\n"
               "half of the shortest arc of the graph (or what rounding may add, if that is more). --tie\n"
               "replaces the first limit and lifts the third. The summary says which. Output, in order\n"
               "of ids (with --top, of values):\n"
               "\n"
               "    # id<TAB>centrality\n"
               "    ID<TAB>CENTRALITY\n"
               "\n"
               "Ids are those of the file. The output goes to stdout or --output, a summary to stderr.\n"
               "--edges gives centralities of arcs instead, always in fp64: the sum over s, t of the\n"
               "fraction of the shortest paths that use the arc. An edge of an undirected graph is two\n"
               "arcs. Output, in order of the first id, then of the second:\n"
               "\n"
               "    # from<TAB>to<TAB>centrality\n"
               "    ID<TAB>ID<TAB>CENTRALITY\n"
               "\n"
               "With --format json, stdout gets one object: the summary (times in seconds, memory in\n"
               "bytes) and \"result\": [{\"id\": ID, \"centrality\": CENTRALITY}, ...], or for arcs\n"
               "[{\"from\": ID, \"to\": ID, \"centrality\": CENTRALITY}, ...]. With --output as well, stdout\n"
               "gets the summary alone. --verify compares the result with SuiteSparse:GraphBLAS over the\n"
               "same sources, and an estimate of --error over all sources; the exit code is 1 if they\n"
               "differ. --sources K draws K distinct sources by the seed. The sum of a vertex that was\n"
               "drawn is then scaled by (n-1)/(K-1), because it has nothing from itself, that of another\n"
               "one by (n-1)/K; with K = 1 the source gets 0. With --endpoints or --edges, by n/K. The\n"
               "same seed draws the same sources on every machine, and a larger K adds to them. In\n"
               "--sources-file, blank lines and lines that begin with # or % are skipped. If a run with\n"
               "--checkpoint is interrupted or killed, the same command goes on from there, to the same\n"
               "result. The file is kept, and a run that finds it complete has its result at once. If\n"
               "the first checkpoint cannot be written, the run ends. If a later one cannot be written,\n"
               "there is one warning, and the next ones are still tried.\n",
    .traits = CLI_ALGORITHM | CLI_STEPS | CLI_VALUES | CLI_MEASURES | CLI_SUMS | CLI_LASTS | CLI_BOUNDS,
    .own = cli_bc_options,
    .own_count = CLI_BC_OPTIONS,
    .positionals = 1,
    .work = TP_WORK_BC,
    .weighted_work = TP_WORK_BC_LENGTHS,
    .searches = cli_sums_searches,
    .check = cli_bc_check,
    .run = bc,
};
