/* SPDX-License-Identifier: Apache-2.0
 *
 * The course of an algorithm's command: read, choose sources, run, verify, write.
 */
#include "cli/run/run.h"

#include "cli/files/recipe.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A message with two numbers. */
#define CUT_BYTES 256

int cli_result(cli_run *run, int which, tropic_type type)
{
    return cli_check(tropic_vector_create(&run->result[which], run->context, type, tropic_matrix_rows(run->graph)),
                     run->context, CLI_FAILED);
}

int cli_results(cli_run *run, tropic_type type)
{
    int code = CLI_OK;
    for (int k = 0; code == CLI_OK && k < CLI_RESULTS && run->algorithm->column[k]; k++)
        code = cli_result(run, k, type);
    return code;
}

static int prepare(cli_run *run)
{
    const cli_algorithm *algorithm = run->algorithm;
    if (algorithm->prepare) return algorithm->prepare(run);
    return algorithm->arcs ? CLI_OK : cli_results(run, TROPIC_INT32);
}

/* The more edges two vertices have, the farther apart they then are. (Of the whole graph they are weights, as they
 * should be.) */
static void note_lengths(const cli_run *run)
{
    if (!run->weighted || run->algorithm->whole || run->options->quiet || !tropic_matrix_has_multiplicities(run->graph))
        return;
    fputs("note: ", stderr);
    cli_put_name(stderr, run->options->positional[0]);
    fputs(": the values are multiplicities (how many edges two vertices have), taken as lengths\n", stderr);
}

static bool keeps_loops(const cli_run *run)
{
    return run->options->keep_loops || run->algorithm->loops;
}

static int open_run(cli_run *run)
{
    const cli_options *options = run->options;
    double start;
    int code = options->verify ? cli_verify_available() : CLI_OK;
    if (code == CLI_OK) code = cli_devices_open(&run->devices, options, &run->progress, cli_work_of_file(options));
    if (code != CLI_OK) return code;

    run->context = cli_devices_reader(&run->devices);
    start = cli_now();
    code = cli_square_graph(&run->graph, &run->direction, run->context, options,
                            keeps_loops(run) ? TROPIC_LOOPS_KEEP : TROPIC_LOOPS_DROP, run->weighted);
    run->read_seconds = cli_now() - start;
    if (code != CLI_OK) return code;
    note_lengths(run);
    run->seconds = calloc((size_t)options->repeat, sizeof *run->seconds);
    return run->seconds ? CLI_OK : cli_error(CLI_FAILED, "out of memory for the times");
}

/* The objects of one attempt. */
static void drop_results(cli_run *run)
{
    for (int k = 0; k < CLI_RESULTS; k++) tropic_vector_free(&run->result[k]);
    for (int k = 0; k < CLI_GIVEN_VECTORS; k++) tropic_vector_free(&run->given[k]);
    tropic_vector_free(&run->potential);
    tropic_matrix_free(&run->arcs);
    if (run->algorithm->drop) run->algorithm->drop(run);
    free(run->sources);
    free(run->only);
    free(run->route.vertex);
    run->sources = run->only = NULL;
    run->route.vertex = NULL;
}

static void close_run(cli_run *run)
{
    drop_results(run);
    cli_graph_free(&run->graph, run->options);
    cli_devices_close(&run->devices);
    free(run->seconds);
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The summary up to the run, and why it has no result. */
static void put_refusal(cli_sink *sink, const void *what)
{
    const cli_run *run = what;
    cli_record record;
    cli_record_begin(&record, sink, true);
    cli_graph_record(&record, run->options, run->graph, &run->direction);
    cli_record_text(&record, "error", tropic_context_error(run->context));
    cli_json_open(&record.json, run->algorithm->shows, '[');
    for (tropic_index k = 0; k < run->only_count; k++)
        cli_json_integer(&record.json, NULL, tropic_matrix_label(run->graph, run->only[k]));
    cli_json_close(&record.json, ']');
    cli_record_end(&record);
}

/* The graph is one that the algorithm refuses. */
static int blame(cli_run *run, const cli_algorithm *algorithm)
{
    const cli_options *options = run->options;
    int code = CLI_OK;
    cli_error(CLI_FAILED, "%s: %s", options->positional[0], tropic_context_error(run->context));
    if (!options->json || !algorithm->show) return CLI_FAILED;
    code = algorithm->show(run);
    if (code == CLI_OK) code = cli_put_json(options, put_refusal, run);
    return code == CLI_OK ? CLI_FAILED : code;
}

static int repeat(cli_run *run, const cli_algorithm *algorithm)
{
    const int times = run->options->repeat;
    for (int k = 0; k < times; k++) {
        tropic_status status;
        run->report = (tropic_run_report){.size = sizeof run->report};
        run->bc = (tropic_bc_report){.size = sizeof run->bc};
        run->told = false;
        cli_progress_begin(&run->progress,
                           algorithm->bar && !run->options->quiet && (!run->sink || run->options->output));
        cli_signals_patient(run->options->partial || run->options->checkpoint);
        status = algorithm->run(run);
        cli_progress_end(&run->progress);
        run->partial = status == TROPIC_CANCELLED && run->options->partial && run->bc.sources > 0;
        if (run->options->partial && (status == TROPIC_OK || run->partial)) cli_signals_finish();
        cli_signals_patient(false);
        if (status == TROPIC_OK && cli_cancelled()) status = TROPIC_CANCELLED;
        if (status == TROPIC_CANCELLED && run->told) return CLI_FAILED;
        if (status == TROPIC_CANCELLED && run->options->checkpoint && !run->unsaved && !run->options->quiet &&
            access(run->options->checkpoint, R_OK) == 0) {
            fputs("the work so far is in ", stderr);
            cli_put_name(stderr, run->options->checkpoint);
            fputs(": the same command continues from there\n", stderr);
        }
        if (status == TROPIC_INVALID_ARGUMENT && algorithm->blames_graph) return blame(run, algorithm);
        if (status != TROPIC_OK && !run->partial)
            return cli_check(status, run->context,
                             status == TROPIC_NOT_SUPPORTED  ? CLI_MISSING
                             : status == TROPIC_FORMAT_ERROR ? CLI_UNREADABLE
                                                             : CLI_FAILED);
        run->seconds[k] = run->report.run_seconds;
        if (k == 0) run->call_seconds = run->report.seconds;
    }
    qsort(run->seconds, (size_t)times, sizeof *run->seconds, ascending);
    return CLI_OK;
}

static int verify(cli_run *run, const cli_algorithm *algorithm)
{
    const char *by = cli_verify_name_of(run->options->command->name);
    char message[CLI_VERIFY_MESSAGE] = "";
    cli_verify_threads(run->options->threads);
    switch (algorithm->verify(run, message)) {
    case REFERENCE_MISMATCH: return cli_error(CLI_FAILED, "mismatch with %s: %s", by, message);
    case REFERENCE_FAILED: return cli_error(CLI_FAILED, "not verified: %s", message);
    case REFERENCE_MATCH: break;
    }
    snprintf(run->verified, sizeof run->verified, "%s: %.512s", by, message);
    fprintf(stderr, "verified against %s\n", run->verified);
    return cli_check_cancelled();
}

/* The results as columns in host memory; held[k] is the caller's to free. */
static int fetch(cli_run *run, const cli_algorithm *algorithm, cli_column *columns, void **held, int *count)
{
    const size_t n = (size_t)tropic_matrix_rows(run->graph);
    for (*count = 0; *count < CLI_RESULTS && algorithm->column[*count]; ++*count) {
        const tropic_vector *v = run->result[*count];
        const tropic_type type = tropic_vector_type(v);
        int code;
        held[*count] = malloc((n ? n : 1) * tropic_type_size(type));
        if (!held[*count]) return cli_error(CLI_FAILED, "out of memory for the result");
        columns[*count] = (cli_column){.name = algorithm->column[*count],
                                       .vertex = algorithm->vertex[*count],
                                       .type = type,
                                       .values = held[*count]};
        code = cli_check(tropic_vector_get_dense(v, held[*count], NULL), run->context, CLI_FAILED);
        if (code != CLI_OK) return code;
    }
    return CLI_OK;
}

/* The result as arcs and a column, both borrowed of it. */
static int fetch_arcs(const cli_run *run, const cli_algorithm *algorithm, cli_column *column, cli_rows *rows)
{
    *column = (cli_column){.name = algorithm->column[0], .type = tropic_matrix_type(run->arcs), .finite = true};
    rows->edges = algorithm->edges;
    return cli_check(tropic_matrix_csr(run->arcs, run->context, &rows->offset, &rows->head, &column->values),
                     run->context, CLI_FAILED);
}

/* The outputs of a run. */
typedef struct outcome {
    const cli_run *run;
    const cli_rows *rows;
    const cli_column *columns;
    int count;
} outcome;

/* --format json: one object on stdout, with the result unless --output takes that. */
static void put_json(cli_sink *sink, const void *what)
{
    const outcome *o = what;
    cli_record record;
    cli_record_begin(&record, sink, true);
    cli_summary_record(o->run, &record);
    if (o->run->options->output)
        cli_record_text(&record, "output", o->run->options->output);
    else if (o->run->algorithm->put_objects)
        o->run->algorithm->put_objects(&record.json, "result", o->run);
    else if (!cli_recipe_takes(o->run->options))
        cli_table_json(&record.json, "result", o->run->graph, o->rows, o->columns, o->count);
    cli_record_end(&record);
}

static void put_table(cli_sink *sink, const void *what)
{
    const outcome *o = what;
    if (o->run->algorithm->put)
        o->run->algorithm->put(sink, o->run);
    else
        cli_table_text(sink, cli_is_csv(o->run->options->output), o->run->graph, o->rows, o->columns, o->count);
}

static int report(cli_run *run, const cli_algorithm *algorithm)
{
    const cli_options *options = run->options;
    cli_column columns[CLI_RESULTS] = {{0}};
    void *held[CLI_RESULTS] = {0};
    cli_rows some = {0}, *rows = NULL;
    tropic_index *top = NULL;
    outcome o;
    int count = 1, code = CLI_OK;
    if (algorithm->put) {
        count = 0;
    } else if (algorithm->arcs) {
        code = fetch_arcs(run, algorithm, columns, &some);
        rows = &some;
    } else {
        code = fetch(run, algorithm, columns, held, &count);
    }
    if (code == CLI_OK && algorithm->route) {
        code = algorithm->route(run, columns);
        some = (cli_rows){.vertex = run->route.vertex, .count = run->route.count};
        rows = &some;
        count = 1;
    }
    if (code == CLI_OK && algorithm->arrange) {
        code = algorithm->arrange(run, columns);
        count = 1;
    }
    if (run->only) {
        some = (cli_rows){.vertex = run->only, .count = run->only_count};
        rows = &some;
    }
    if (code == CLI_OK && options->top > 0) {
        some.count = options->top;
        some.vertex = top = cli_top(columns, tropic_matrix_rows(run->graph), &some.count);
        rows = &some;
        if (!top) code = cli_error(CLI_FAILED, "out of memory for the greatest values");
    }
    o = (outcome){run, rows, columns, count};
    if (code == CLI_OK && cli_recipe_takes(options))
        code = cli_recipe_take(options->recipe, columns, count, tropic_matrix_rows(run->graph));
    else if (code == CLI_OK && (options->output || !options->json))
        code = cli_write(options->output, options->json || options->recipe, put_table, &o);
    if (code == CLI_OK && options->json) code = cli_put_json(options, put_json, &o);
    if (code == CLI_OK && !options->json && !options->quiet) cli_summary_text(run);
    for (int k = 0; k < CLI_RESULTS; k++) free(held[k]);
    free(top);
    if (code == CLI_OK && algorithm->conclude) code = algorithm->conclude(run);
    if (code == CLI_OK && algorithm->route && some.count == 0)
        code = cli_error(CLI_FAILED, "no path leads from %" PRId64 " to %" PRId64, options->source, options->target);
    return code;
}

/* ---- a result that is written as it is found ---- */

typedef struct streaming {
    cli_run *run;
    int *code; /* of the run */
} streaming;

static void put_stream(cli_sink *sink, const void *what)
{
    const streaming *s = what;
    s->run->sink = sink;
    *s->code = repeat(s->run, s->run->algorithm);
    s->run->sink = NULL;
    sink->dropped = *s->code != CLI_OK && !sink->failure;
}

static int stream(cli_run *run)
{
    const cli_options *options = run->options;
    const outcome o = {.run = run};
    int found = CLI_FAILED, code;
    const streaming s = {run, &found};
    code = cli_write(options->output, options->json || options->recipe, put_stream, &s);
    if (found != CLI_OK) return code == CLI_OK ? CLI_OK : found; /* the reader of standard output left */
    if (code == CLI_OK && options->json) code = cli_put_json(options, put_json, &o);
    if (code == CLI_OK && !options->json && !options->quiet) cli_summary_text(run);
    return code;
}

static bool may_stream(const cli_run *run)
{
    const cli_options *options = run->options;
    return run->algorithm->streams && (options->output || !options->json) && !options->verify && options->repeat == 1;
}

static int attempt(void *of, tropic_context *context, bool again)
{
    cli_run *run = of;
    const cli_options *options = run->options;
    cli_options silent = *options;
    int code;
    silent.quiet = true;
    if (again) drop_results(run);
    run->context = context;
    run->options = again ? &silent : options;
    code = prepare(run);
    run->options = options;
    if (code == CLI_OK && may_stream(run)) return stream(run);
    if (code == CLI_OK) code = repeat(run, run->algorithm);
    if (code == CLI_OK && run->algorithm->refuse) code = run->algorithm->refuse(run);
    if (code == CLI_OK && options->verify && !run->partial) code = verify(run, run->algorithm);
    return code == CLI_OK ? report(run, run->algorithm) : code;
}

/* What a run has that was cancelled: the exit code. */
static int tell_cut(const cli_run *run)
{
    char message[CUT_BYTES];
    if (run->algorithm->cut) {
        run->algorithm->cut(run, message, sizeof message);
        return cli_error(CLI_CANCELLED, "%s", message);
    }
    return cli_error(CLI_CANCELLED,
                     run->options->command->traits & CLI_SUMS
                         ? "cancelled after %" PRId64 " sources: the result is an estimate"
                         : "cancelled: the result has the %" PRId64 " vertices that are known",
                     run->bc.sources);
}

int cli_run_algorithm(const cli_options *options, const cli_algorithm *algorithm)
{
    cli_run run = {.options = options, .algorithm = algorithm, .weighted = algorithm->weighted};
    int code = algorithm->beside ? cli_save_try(algorithm->beside, options) : CLI_OK;
    if (code != CLI_OK) return code;
    if (options->recipe && options->recipe->trial)
        return cli_recipe_try(options, keeps_loops(&run), run.weighted,
                              !algorithm->arcs && !algorithm->route && !algorithm->put);
    code = open_run(&run);
    if (code == CLI_OK) code = cli_devices_run(&run.devices, cli_work_of(options, run.graph), attempt, &run);
    if (code == CLI_OK && run.partial) code = tell_cut(&run);
    close_run(&run);
    return code;
}
