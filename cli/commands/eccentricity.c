/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic eccentricity: eccentricities, diameter, radius, centre and periphery.
 */
#include "cli/options/option_table.h"
#include "cli/run/run.h"

#include <inttypes.h>
#include <stdlib.h>

/* The words of the line. */
typedef struct words {
    bool diameter;
} words;

static const words defaults = {false};

static const words *words_of(const cli_options *options)
{
    return (const words *)(const void *)options->own;
}

static tropic_eccentricity_report *report_of(const cli_run *run)
{
    return (tropic_eccentricity_report *)(void *)run->own;
}

static int prepare(cli_run *run)
{
    return cli_result(run, 0, TROPIC_INT32);
}

/* Of the diameter alone, the result is one vertex. */
static tropic_status show_end(cli_run *run)
{
    free(run->only);
    run->only = malloc(sizeof *run->only);
    if (!run->only) return TROPIC_OUT_OF_MEMORY;
    run->only_count = report_of(run)->end >= 0;
    *run->only = report_of(run)->end;
    return TROPIC_OK;
}

static tropic_status find(cli_run *run)
{
    const tropic_eccentricity_options wanted = {
        .size = sizeof wanted, .diameter = words_of(run->options)->diameter, .report = report_of(run)};
    tropic_status status;
    *report_of(run) = (tropic_eccentricity_report){.size = sizeof(tropic_eccentricity_report)};
    status = tropic_eccentricity(run->result[0], run->graph, &wanted, &run->report);
    return status == TROPIC_OK && wanted.diameter ? show_end(run) : status;
}

static reference_verdict verify(cli_run *run, char *message)
{
    const tropic_eccentricity_options done = {
        .size = sizeof done, .diameter = words_of(run->options)->diameter, .report = report_of(run)};
    const reference_result r = {.values = {run->result[0]}, .A = run->graph, .context = run->context, .options = &done};
    return cli_verify("eccentricity", &r, message);
}

static void text(FILE *file, const cli_run *run)
{
    const tropic_eccentricity_report *r = report_of(run);
    fprintf(file, "diameter %d%s\n", r->diameter,
            r->connected ? "" : ", the greatest distance that is finite: the graph is not connected");
    if (r->radius >= 0)
        fprintf(file, "radius   %d\ncentre   %d vertices\nfar ends %d vertices\n", r->radius, r->center, r->periphery);
    fprintf(file, "searches %" PRId64 "\n", r->searches);
}

/* The ids of vertices of an eccentricity. */
static void put_ids(cli_json *json, const cli_run *run, const char *name, const int32_t *values, tropic_index wanted)
{
    cli_json_open(json, name, '[');
    for (tropic_index v = 0; v < tropic_matrix_rows(run->graph); v++)
        if (values[v] == wanted) cli_json_integer(json, NULL, tropic_matrix_label(run->graph, v));
    cli_json_close(json, ']');
}

static void members(cli_json *json, const cli_run *run)
{
    const tropic_eccentricity_report *r = report_of(run);
    const tropic_index n = tropic_matrix_rows(run->graph);
    int32_t *values = r->radius >= 0 ? malloc(((size_t)n + 1) * sizeof *values) : NULL;
    cli_json_integer(json, "diameter", r->diameter);
    cli_json_bool(json, "connected", r->connected);
    cli_json_integer(json, "searches", r->searches);
    if (r->radius >= 0) cli_json_integer(json, "radius", r->radius);
    if (values && tropic_vector_get_dense(run->result[0], values, NULL) == TROPIC_OK) {
        put_ids(json, run, "center", values, r->radius);
        put_ids(json, run, "periphery", values, r->diameter);
    }
    free(values);
}

static int eccentricity(const cli_options *options)
{
    const cli_algorithm algorithm = {.bar = true,
                                     .many = true,
                                     .column = {"eccentricity"},
                                     .prepare = prepare,
                                     .run = find,
                                     .verify = verify,
                                     .text = text,
                                     .members = members};
    return cli_run_algorithm(options, &algorithm);
}

static int check(const cli_options *options)
{
    return words_of(options)->diameter && options->top > 0 ? cli_exclude(options, "diameter", "top") : CLI_OK;
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
};

extern const cli_command cli_eccentricity;
const cli_command cli_eccentricity = {
    .name = "eccentricity",
    .arguments = "GRAPH [options]",
    .summary = "eccentricities, diameter, radius",
    .details = "Eccentricities: the greatest distance, in arcs, from each vertex to one that it reaches.\n"
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
               "is 1 if they differ.\n",
    .traits = CLI_ALGORITHM | CLI_MEASURES,
    .own = rows,
    .own_count = sizeof rows / sizeof *rows,
    .defaults = &defaults,
    .defaults_size = sizeof defaults,
    .positionals = 1,
    .work = TP_WORK_BFS,
    .searches = searches,
    .check = check,
    .run = eccentricity,
};
