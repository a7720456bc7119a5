/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic eigenvector: eigenvector centrality.
 */
#include "cli/commands/spectral_run.h"

#include <stdlib.h>

enum { START }; /* a file */

static const cli_spectral_words defaults = {.tolerance = TROPIC_EIGENVECTOR_TOLERANCE,
                                            .iterations = TROPIC_EIGENVECTOR_ITERATIONS};

static tropic_eigenvector_options wanted_of(const cli_run *run)
{
    const cli_spectral_words *w = cli_spectral_words_of(run->options);
    return (tropic_eigenvector_options){.size = sizeof(tropic_eigenvector_options),
                                        .tolerance = w->tolerance,
                                        .iterations = w->iterations,
                                        .weighted = run->options->weighted,
                                        .start = run->given[START],
                                        .report = cli_spectral_report(run)};
}

static tropic_status find(cli_run *run)
{
    const tropic_eigenvector_options wanted = wanted_of(run);
    return tropic_eigenvector(run->result[0], run->graph, &wanted, &run->report);
}

static reference_verdict verify(cli_run *run, char *message)
{
    const tropic_eigenvector_options done = wanted_of(run);
    return cli_verify_run(run, &done, message);
}

static void text(FILE *file, const cli_run *run)
{
    cli_spectral_text(file, run, "the greatest change, where the greatest value is 1, ");
    fprintf(file, "lambda   about %.9g, the greatest eigenvalue\n", cli_spectral_report(run)->lambda);
}

/* *arcs = the pattern of the arcs whose weight is not 0. */
static tropic_status make_pattern(const cli_run *run, tropic_matrix **arcs)
{
    const size_t room = (size_t)tropic_matrix_count(run->graph) + 1;
    const tropic_type type = tropic_matrix_type(run->graph);
    const tropic_index n = tropic_matrix_rows(run->graph);
    tropic_index *from = malloc(room * sizeof *from), *to = malloc(room * sizeof *to);
    tropic_offset count = 0;
    tropic_entries e;
    tropic_status status = from && to ? tropic_matrix_entries(&e, run->graph, run->context) : TROPIC_OUT_OF_MEMORY;
    while (status == TROPIC_OK && tropic_entries_next(&e)) {
        if (e.value && cli_value_at(e.value, type, 0) == 0) continue;
        from[count] = e.row;
        to[count++] = e.col;
    }
    if (status == TROPIC_OK)
        status = tropic_matrix_from_coo(arcs, run->context, n, n, count, from, to, TROPIC_BOOL, NULL, NULL);
    free(from);
    free(to);
    return status;
}

/* *acyclic: is the greatest eigenvalue 0, so that no vector is in proportion to the sums? (Without arcs none is asked
 * for.) An exit code. */
static int look_for_cycle(const cli_run *run, bool *acyclic)
{
    tropic_cycle_report found = {.size = sizeof found};
    const tropic_cycle_options wanted = {.size = sizeof wanted, .kind = TROPIC_CYCLE_DIRECTED, .report = &found};
    tropic_matrix *arcs = NULL;
    tropic_status status = TROPIC_OK;
    int code;
    *acyclic = false;
    if (tropic_matrix_count(run->graph) == 0) return CLI_OK;
    if (run->weighted) status = make_pattern(run, &arcs);
    if (status == TROPIC_OK) status = tropic_cycle(NULL, run->context, arcs ? arcs : run->graph, &wanted, NULL);
    tropic_matrix_free(&arcs);
    code = cli_check(status, run->context, CLI_FAILED);
    *acyclic = code == CLI_OK && found.length == 0;
    return code;
}

static int refuse(const cli_run *run)
{
    const cli_spectral_words *w = cli_spectral_words_of(run->options);
    bool acyclic = false;
    const int code = w->has_tolerance || !w->has_iterations ? look_for_cycle(run, &acyclic) : CLI_OK;
    if (code != CLI_OK || !acyclic) return code;
    if (tropic_matrix_loops_dropped(run->graph) > 0)
        return cli_error(CLI_FAILED, "%s has no cycle but its loops, which were dropped: see --keep-loops",
                         run->options->positional[0]);
    return cli_error(CLI_FAILED,
                     "%s has no cycle%s: its eigenvalues are 0, and eigenvector centrality is not defined; with more "
                     "iterations ever more of it is at the ends of the longest paths ('tropic katz' is defined)",
                     run->options->positional[0], run->weighted ? " of weights other than 0" : "");
}

static int conclude(const cli_run *run)
{
    return cli_spectral_conclude(run, "values, the greatest of which is 1,", "");
}

static int eigenvector(const cli_options *options)
{
    return cli_spectral_run(options, (cli_algorithm){.column = {"eigenvector"},
                                                     .run = find,
                                                     .verify = verify,
                                                     .text = text,
                                                     .members = cli_spectral_members_lambda,
                                                     .refuse = refuse,
                                                     .conclude = conclude});
}

static const cli_option rows[] = {
    CLI_SPECTRAL_TOLERANCE("stop when no value changes by T or more, where the greatest value is 1\n"
                           "(default 1e-6; NetworkX takes the mean change, which is less)"),
    CLI_SPECTRAL_ITERATIONS("1000"),
    CLI_SPECTRAL_WEIGHTED(CLI_SPECTRAL_WEIGHTS),
    CLI_SPECTRAL_FILE("start", START, "the first values, some of them positive (default: all the same)"),
    CLI_SPECTRAL_REPRODUCIBLE,
};

extern const cli_command cli_eigenvector;
const cli_command cli_eigenvector = {
    .name = "eigenvector",
    .arguments = "GRAPH [options]",
    .summary = "eigenvector centrality",
    .details = "Eigenvector centrality: a vertex's is in proportion to the sum of those of the vertices with\n"
               "an arc to it, with --weighted times the arcs' weights. The squares of all add up to 1.\n"
               "Output, in order of ids (with --top, of values):\n"
               "\n"
               "    # id<TAB>eigenvector\n"
               "    ID<TAB>EIGENVECTOR\n"
               "\n"
               "Ids are those of the file. The output goes to stdout or --output, a summary to stderr. The\n"
               "iteration is NetworkX's, x + A' x, which is slow on long paths and large stars. If there are\n"
               "arcs, but no cycle, all eigenvalues are 0 and no values are the result: the exit code is 1 (as\n"
               "NetworkX's does not converge), unless --iterations was given and --tolerance was not. If\n"
               "parts of the graph are alike, the result depends on the start. A FILE of values has a line\n"
               "\"ID VALUE\" for each of some vertices, or a line \"ID\" for each, whose values are then 1;\n"
               "others have 0. Values are not negative. With --format json, stdout gets one object: the\n"
               "summary (times in seconds, memory in bytes; rounds is the number of iterations, lambda the\n"
               "eigenvalue) and \"result\": [{\"id\": ID, \"eigenvector\": VALUE}, ...]. With --output as well,\n"
               "stdout gets the summary alone. --verify compares the result with as many iterations in\n"
               "extended precision, and looks whether they ended where they should and solve their equation as\n"
               "well as is told; the exit code is 1 if not.\n",
    .traits = CLI_ALGORITHM | CLI_VALUES | CLI_MEASURES,
    .own = rows,
    .own_count = sizeof rows / sizeof *rows,
    .defaults = &defaults,
    .defaults_size = sizeof defaults,
    .positionals = 1,
    .work = TP_WORK_PRODUCT,
    .searches = cli_spectral_iterations,
    .run = eigenvector,
};
