/* SPDX-License-Identifier: Apache-2.0
 *
 * What closeness and harmonic share.
 */
#include "cli/commands/closeness_run.h"

#include "cli/files/recipe.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define CONFIDENCE 0.95

/* A line of a file of vertices. */
#define VERTEX_BYTES 8

const cli_closeness_words cli_closeness_defaults = {false, false, false, NULL};

CLI_WORDS(cli_closeness_words)

static bool is_harmonic(const cli_run *run)
{
    return strcmp(run->options->command->name, "harmonic") == 0;
}

/* The request of the command line. Refers to `run`. */
static tropic_closeness_options wanted_of(const cli_run *run)
{
    const cli_options *options = run->options;
    const cli_closeness_words *w = words_of(options);
    return (tropic_closeness_options){.size = sizeof(tropic_closeness_options),
                                      .kind = is_harmonic(run) ? TROPIC_CLOSENESS_HARMONIC
                                              : w->classic     ? TROPIC_CLOSENESS_CLASSIC
                                                               : TROPIC_CLOSENESS_IMPROVED,
                                      .weighted = options->weighted,
                                      .outgoing = w->outgoing,
                                      .normalize = w->normalize,
                                      .vertices = run->only,
                                      .vertex_count = run->only_count,
                                      .sources = run->sources,
                                      .source_count = run->sources ? run->source_count : 0,
                                      .samples = options->some_sources ? run->source_count : 0,
                                      .seed = options->seed,
                                      .error = options->error,
                                      .confidence = options->confidence,
                                      .checkpoint = options->checkpoint,
                                      .checkpoint_seconds = options->checkpoint_every,
                                      .partial = options->partial};
}

static int prepare(cli_run *run)
{
    int code = cli_sources(run);
    if (code == CLI_OK) code = cli_only(run, words_of(run->options)->vertices);
    return code == CLI_OK ? cli_result(run, 0, run->options->precision) : code;
}

static tropic_status closeness(cli_run *run)
{
    tropic_closeness_options wanted = wanted_of(run);
    tropic_closeness_report report = {.size = sizeof report};
    tropic_status status;
    wanted.checkpoint_failed = cli_checkpoint_failed;
    wanted.checkpoint_user = run;
    wanted.report = &report;
    status = tropic_closeness(run->result[0], run->graph, &wanted, &run->report);
    run->bc.sources = report.sources;
    run->bc.error = report.error;
    run->bc.resumed = report.resumed;
    return status;
}

static reference_verdict verify(cli_run *run, char *message)
{
    tropic_closeness_options wanted = wanted_of(run);
    /* If the number of sources ended it, the error may be larger than the one asked for. */
    if (wanted.error > 0) wanted.error = run->bc.error;
    return cli_verify_run(run, &wanted, message);
}

static void put_sample(FILE *file, const cli_run *run)
{
    fprintf(file, "sources  %d random ones, seed %" PRIu64 "%s\n", run->source_count, run->options->seed,
            !is_harmonic(run) || words_of(run->options)->normalize ? ""
                                                                   : ", scaled by n-1 over those that are another");
}

static void text(FILE *file, const cli_run *run)
{
    if (run->only)
        fprintf(file, "vertices %d, listed\n", run->only_count);
    else
        cli_sums_text(file, run, put_sample);
    if (run->bc.error > 0 && is_harmonic(run) && !words_of(run->options)->normalize)
        fprintf(file, "error    at most %.3g (n-1), that is %.6g\n", run->bc.error,
                run->bc.error * (tropic_matrix_rows(run->graph) - 1));
    if (run->bc.error > 0 && !is_harmonic(run) && run->weighted) fputs("error    by the least length\n", file);
}

static void members(cli_json *json, const cli_run *run)
{
    const cli_closeness_words *w = words_of(run->options);
    cli_sums_members(json, run, CONFIDENCE);
    if (is_harmonic(run))
        cli_json_bool(json, "normalized", w->normalize);
    else
        cli_json_bool(json, "improved", !w->classic);
    cli_json_string(json, "distances", w->outgoing ? "outgoing" : "incoming");
    cli_json_bool(json, "weighted", run->weighted);
}

int cli_closeness_run(const cli_options *options, const char *column)
{
    const cli_algorithm algorithm = {.weighted = options->weighted,
                                     .bar = true,
                                     .many = true,
                                     .column = {column},
                                     .prepare = prepare,
                                     .run = closeness,
                                     .verify = verify,
                                     .text = text,
                                     .members = members};
    return cli_run_algorithm(options, &algorithm);
}

int cli_closeness_check(const cli_options *options)
{
    if (words_of(options)->vertices) {
        if (options->has_sources) return cli_exclude(options, "vertices-file", "sources");
        if (options->sources_file) return cli_exclude(options, "vertices-file", "sources-file");
        if (options->error > 0) return cli_exclude(options, "vertices-file", "error");
        if (options->partial) return cli_exclude(options, "vertices-file", "partial");
        if (cli_recipe_takes(options)) return cli_needs(options, "vertices-file", "output");
        if (options->top > 0) return cli_exclude(options, "vertices-file", "top");
    }
    return cli_sums_check(options);
}

double cli_closeness_searches(const cli_options *options, double vertices)
{
    const char *only = words_of(options)->vertices;
    const double count =
        only ? fmin(cli_file_bytes(only) / VERTEX_BYTES, vertices) : cli_sums_searches(options, vertices);
    return options->weighted ? count : ceil(count / TROPIC_BFS_BATCH) * TP_BATCH_SEARCHES;
}
