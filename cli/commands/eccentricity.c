/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic eccentricity: eccentricities, diameter, radius, centre and periphery.
 */
#include "cli/files/recipe.h"
#include "cli/options/option_table.h"
#include "cli/run/run.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* Two numbers and their words. */
#define RANGE_BYTES 96

/* The words of the line. */
typedef struct words {
    bool diameter;
} words;

static const words defaults = {false};

CLI_WORDS(words)

CLI_REPORT(tropic_eccentricity_report)

/* Whole lengths have whole sums. */
static int prepare(cli_run *run)
{
    const tropic_type type = tropic_matrix_type(run->graph);
    if (!run->weighted) return cli_result(run, 0, TROPIC_INT32);
    return cli_result(run, 0, type == TROPIC_FP32 || type == TROPIC_FP64 ? type : TROPIC_INT64);
}

/* The result has these vertices: that of the diameter, or those that are known. */
static tropic_status show_some(cli_run *run)
{
    const tropic_index n = tropic_matrix_rows(run->graph);
    void *values = calloc((size_t)n + 1, sizeof(int64_t));
    bool *known = calloc((size_t)n + 1, sizeof *known);
    tropic_status status = values && known ? TROPIC_OK : TROPIC_OUT_OF_MEMORY;
    free(run->only);
    run->only = malloc(((size_t)n + 1) * sizeof *run->only);
    run->only_count = 0;
    if (!run->only) status = TROPIC_OUT_OF_MEMORY;
    if (status == TROPIC_OK) status = tropic_vector_get_dense(run->result[0], values, known);
    for (tropic_index v = 0; status == TROPIC_OK && v < n; v++)
        if (known[v]) run->only[run->only_count++] = v;
    free(known);
    free(values);
    return status;
}

static tropic_eccentricity_options wanted_of(const cli_run *run)
{
    const cli_options *options = run->options;
    return (tropic_eccentricity_options){.size = sizeof(tropic_eccentricity_options),
                                         .diameter = words_of(options)->diameter,
                                         .weighted = options->weighted,
                                         .checkpoint = options->checkpoint,
                                         .checkpoint_seconds = options->checkpoint_every,
                                         .partial = options->partial};
}

static tropic_status find(cli_run *run)
{
    tropic_eccentricity_options wanted = wanted_of(run);
    tropic_status status;
    *report_of(run) = (tropic_eccentricity_report){.size = sizeof(tropic_eccentricity_report)};
    wanted.report = report_of(run);
    wanted.checkpoint_failed = cli_checkpoint_failed;
    wanted.checkpoint_user = run;
    status = tropic_eccentricity(run->result[0], run->graph, &wanted, &run->report);
    run->bc.sources = report_of(run)->known;
    run->bc.resumed = report_of(run)->resumed;
    if (status == TROPIC_OK ? wanted.diameter : status == TROPIC_CANCELLED && run->bc.sources > 0) {
        const tropic_status shown = show_some(run);
        if (shown != TROPIC_OK) status = shown;
    }
    return status;
}

static reference_verdict verify(cli_run *run, char *message)
{
    tropic_eccentricity_options done = wanted_of(run);
    done.report = report_of(run);
    return cli_verify_run(run, &done, message);
}

/* The upper bound of the diameter; infinite if there is none but that of any graph of so many vertices. */
static double at_most(const cli_run *run)
{
    const tropic_eccentricity_report *r = report_of(run);
    const bool told = run->weighted || r->bound < tropic_matrix_rows(run->graph) - 1 || r->bound <= r->diameter;
    return told ? r->bound : HUGE_VAL;
}

/* The diameter as far as a run that was cancelled knows it. */
static void put_range(const cli_run *run, char *range, size_t bytes)
{
    const tropic_eccentricity_report *r = report_of(run);
    if (isfinite(at_most(run)))
        snprintf(range, bytes, "at least %.17g, at most %.17g", r->diameter, at_most(run));
    else
        snprintf(range, bytes, "at least %.17g", r->diameter);
}

static void cut(const cli_run *run, char *message, size_t bytes)
{
    char range[RANGE_BYTES];
    put_range(run, range, sizeof range);
    if (words_of(run->options)->diameter)
        snprintf(message, bytes, "cancelled: the diameter is %s; the result has the vertex found so far", range);
    else
        snprintf(message, bytes, "cancelled: the result has the %d vertices that are known", report_of(run)->known);
}

static void text(FILE *file, const cli_run *run)
{
    const tropic_eccentricity_report *r = report_of(run);
    char range[RANGE_BYTES];
    put_range(run, range, sizeof range);
    if (run->partial)
        fprintf(file, "diameter %s\n", range);
    else
        fprintf(file, "diameter %.17g%s\n", r->diameter,
                r->connected ? "" : ", the greatest distance that is finite: the graph is not connected");
    if (run->partial) fprintf(file, "known    %d of %d vertices\n", r->known, tropic_matrix_rows(run->graph));
    if (r->radius >= 0)
        fprintf(file, "radius   %.17g\ncentre   %d vert%s\nfar ends %d vert%s\n", r->radius, r->center,
                r->center == 1 ? "ex" : "ices", r->periphery, r->periphery == 1 ? "ex" : "ices");
    fprintf(file, "searches %" PRId64 "\n", r->searches);
    cli_lasts_text(file, run);
}

/* The ids of vertices of an eccentricity. */
static void put_ids(cli_json *json, const cli_run *run, const char *name, const void *values, tropic_index like)
{
    const tropic_type type = tropic_vector_type(run->result[0]);
    cli_json_open(json, name, '[');
    for (tropic_index v = 0; v < tropic_matrix_rows(run->graph); v++)
        if (cli_value_at(values, type, v) == cli_value_at(values, type, like))
            cli_json_integer(json, NULL, tropic_matrix_label(run->graph, v));
    cli_json_close(json, ']');
}

static void members(cli_json *json, const cli_run *run)
{
    const tropic_eccentricity_report *r = report_of(run);
    const tropic_index n = tropic_matrix_rows(run->graph);
    void *values = r->radius >= 0 ? malloc(((size_t)n + 1) * sizeof(int64_t)) : NULL;
    cli_json_real(json, "diameter", r->diameter);
    if (run->partial) cli_json_real(json, "diameter_at_most", at_most(run));
    cli_json_bool(json, "connected", r->connected);
    cli_json_bool(json, "weighted", run->weighted);
    cli_json_bool(json, "cancelled", run->partial);
    cli_json_integer(json, "known", r->known);
    cli_json_integer(json, "searches", r->searches);
    if (run->options->checkpoint) cli_json_real(json, "resumed", r->resumed);
    if (r->radius >= 0) cli_json_real(json, "radius", r->radius);
    if (values && tropic_vector_get_dense(run->result[0], values, NULL) == TROPIC_OK) {
        const tropic_type type = tropic_vector_type(run->result[0]);
        tropic_index least = 0;
        for (tropic_index v = 1; v < n; v++)
            if (cli_value_at(values, type, v) < cli_value_at(values, type, least)) least = v;
        put_ids(json, run, "center", values, least);
        put_ids(json, run, "periphery", values, r->end);
    }
    free(values);
}

static int eccentricity(const cli_options *options)
{
    const cli_algorithm algorithm = {.weighted = options->weighted,
                                     .bar = true,
                                     .many = true,
                                     .column = {"eccentricity"},
                                     .prepare = prepare,
                                     .run = find,
                                     .verify = verify,
                                     .text = text,
                                     .members = members,
                                     .cut = cut};
    return cli_run_algorithm(options, &algorithm);
}

/* Results that are not of all vertices are neither ranked nor columns beside others. */
static int check(const cli_options *options)
{
    const bool diameter = words_of(options)->diameter;
    const char *some = diameter ? "diameter" : "partial";
    if ((diameter || options->partial) && options->top > 0) return cli_exclude(options, some, "top");
    if ((diameter || options->partial) && cli_recipe_takes(options)) return cli_needs(options, some, "output");
    return cli_lasts_check(options);
}

static double searches(const cli_options *options, double vertices)
{
    (void)options;
    return vertices < TP_BOUNDS_GUESS ? vertices : TP_BOUNDS_GUESS;
}

static const cli_option rows[] = {
    {"diameter", NULL, CLI_OWN(words, diameter), CLI_TAKES_FLAG,
     .help = "find the diameter alone, with fewer searches: the result is one vertex,\n"
             "whose eccentricity it is. Not with --top"},
    {"weighted", NULL, CLI_AT(weighted), CLI_TAKES_FLAG,
     .help = "values are lengths of arcs, none negative (default: each is 1)"},
};

extern const cli_command cli_eccentricity;
const cli_command cli_eccentricity = {
    .name = "eccentricity",
    .arguments = "GRAPH [options]",
    .summary = "eccentricities, diameter, radius",
    .details = "Eccentricities: the greatest distance from each vertex to one that it reaches, in arcs or,\n"
               "with --weighted, by lengths.\n"
               "The summary has the diameter (the greatest), the radius (the least), and how many vertices\n"
               "have it, those of the centre, and how many the diameter, the far ends or periphery. If the\n"
               "graph is not connected, distances that are not finite do not count, and the summary says\n"
               "so. Output, in order of ids (with --top, of values):\n"
               "\n"
               "    # id<TAB>eccentricity\n"
               "    ID<TAB>ECCENTRICITY\n"
               "\n"
               "Ids are those of the file. The output goes to stdout or --output, a summary to stderr.\n"
               "With --format json, stdout gets one object: the summary (times in seconds, memory in\n"
               "bytes; center and periphery are lists of ids) and \"result\": [{\"id\": ID, \"eccentricity\":\n"
               "ECCENTRICITY}, ...]. With --output as well, stdout gets the summary alone. --verify\n"
               "compares some vertices, of a small graph all, with searches of a textbook; the exit code\n"
               "is 1 if they differ. If a run with --checkpoint is interrupted or killed, the same command\n"
               "goes on from there, to the same result.\n",
    .traits = CLI_ALGORITHM | CLI_VALUES | CLI_MEASURES | CLI_LASTS,
    .own = rows,
    .own_count = sizeof rows / sizeof *rows,
    .defaults = &defaults,
    .defaults_size = sizeof defaults,
    .positionals = 1,
    .work = TP_WORK_BFS,
    .weighted_work = TP_WORK_SSSP,
    .searches = searches,
    .check = check,
    .run = eccentricity,
};
