/* SPDX-License-Identifier: Apache-2.0
 *
 * The report of a run: lines for people on stderr, or members of a JSON object.
 */
#include "cli/run/run.h"
#include "formats/files/decimal.h"

#include <inttypes.h>

static double median(const cli_run *run)
{
    const int times = run->options->repeat;
    return (run->seconds[(times - 1) / 2] + run->seconds[times / 2]) / 2;
}

/* Traversed edges per second: arcs that leave reached vertices, over all sources. */
static double teps(const cli_run *run)
{
    const double seconds = median(run);
    return seconds > 0 ? (double)run->report.reached_arcs / seconds : 0;
}

/* "search: csc-scalar 2, csr-push 5; count: csc-scalar 6" */
static void put_strategies(FILE *file, const tropic_run_report *report)
{
    bool first = true;
    fputs("strategy ", file);
    for (int p = 0; p < TROPIC_PHASES; p++) {
        const char *separator = ": ";
        if (!report->phase[p].name) continue;
        fprintf(file, "%s%s", first ? "" : "; ", report->phase[p].name);
        first = false;
        for (int s = 0; s < TROPIC_STRATEGIES; s++) {
            if (report->phase[p].steps[s] == 0) continue;
            fprintf(file, "%s%s %" PRId64, separator, tropic_strategy_name((tropic_strategy)s),
                    report->phase[p].steps[s]);
            separator = ", ";
        }
    }
    fputs(first ? "none\n" : "\n", file);
}

static void write_length(char text[TP_DECIMAL_ROOM], const cli_route *route)
{
    if (route->type == TROPIC_INT32 || route->type == TROPIC_INT64)
        snprintf(text, TP_DECIMAL_ROOM, "%" PRId64, (int64_t)route->length);
    else
        tp_write_real(text, (double)route->length, route->type == TROPIC_FP32);
}

static void put_route(FILE *file, const cli_route *route)
{
    char length[TP_DECIMAL_ROOM];
    write_length(length, route);
    if (route->count == 0)
        fputs("length   inf\n", file);
    else
        fprintf(file, "length   %s, of %d arcs\n", length, route->count - 1);
}

void cli_summary_text(const cli_run *run)
{
    const cli_options *options = run->options;
    const tropic_run_report *report = &run->report;
    const bool many = run->algorithm->many;
    FILE *file = stderr;

    if (!options->recipe) cli_graph_text(file, options, run->graph, &run->direction);
    cli_devices_text(file, &run->devices, run->context);
    if (options->command->traits & CLI_STEPS) put_strategies(file, report);
    if (!many && !run->algorithm->whole) fprintf(file, "source   %" PRId64 "\n", options->source);
    if (run->algorithm->text) run->algorithm->text(file, run);
    if (options->has_target) fprintf(file, "target   %" PRId64 "\n", options->target);
    if (run->route.vertex) put_route(file, &run->route);
    if (run->algorithm->whole && report->levels > 0)
        fprintf(file, "rounds   %" PRId64 "\n", report->levels);
    else if (!run->algorithm->whole && (!many || report->levels > 0))
        fprintf(file, "levels   %" PRId64 "%s\nreached  %" PRId64 "%s\n", report->levels,
                many ? ", from the last source" : "", report->reached, many ? ", from the last source" : "");
    if (options->has_target || options->depth)
        fprintf(file, "settled  %" PRId64 " vertices, whose results are final\n", report->settled);
    fprintf(file, "time     %s", CLI_TIME(median(run)));
    if (options->repeat > 1)
        fprintf(file, ", median of %d; %s to %s", options->repeat, CLI_TIME(run->seconds[0]),
                CLI_TIME(run->seconds[options->repeat - 1]));
    fprintf(file, "; with conversions %s; reading %s", CLI_TIME(run->call_seconds), CLI_TIME(run->read_seconds));
    if (run->potential) fprintf(file, "; potential %s", CLI_TIME(run->potential_seconds));
    fprintf(file, "\nTEPS     %.3g\nmemory   %s, in addition to the graph\n", teps(run),
            CLI_BYTES((double)report->memory));
}

static void json_strategies(cli_json *json, const tropic_run_report *report)
{
    cli_json_open(json, "strategy", '{');
    for (int p = 0; p < TROPIC_PHASES; p++) {
        if (!report->phase[p].name) continue;
        cli_json_open(json, report->phase[p].name, '{');
        for (int s = 0; s < TROPIC_STRATEGIES; s++)
            if (report->phase[p].steps[s] != 0)
                cli_json_integer(json, tropic_strategy_name((tropic_strategy)s), report->phase[p].steps[s]);
        cli_json_close(json, '}');
    }
    cli_json_close(json, '}');
}

static void json_route(cli_json *json, const cli_route *route)
{
    char length[TP_DECIMAL_ROOM];
    write_length(length, route);
    cli_json_number(json, "length", route->count == 0 ? "null" : length);
    if (route->count > 0) cli_json_integer(json, "arcs", route->count - 1);
}

void cli_summary_record(const cli_run *run, cli_record *record)
{
    const cli_options *options = run->options;
    cli_json *json = &record->json;
    cli_graph_record(record, options, run->graph, &run->direction);
    cli_devices_json(json, &run->devices, run->context);
    if (options->command->traits & CLI_STEPS) json_strategies(json, &run->report);
    if (!run->algorithm->many && !run->algorithm->whole) cli_json_integer(json, "source", options->source);
    if (run->algorithm->members) run->algorithm->members(json, run);
    if (run->algorithm->beside) cli_json_string(json, "written", run->algorithm->beside);
    if (options->has_target) cli_json_integer(json, "target", options->target);
    if (run->route.vertex) json_route(json, &run->route);
    cli_json_integer(json, run->algorithm->whole ? "rounds" : "levels", run->report.levels);
    if (!run->algorithm->whole) {
        cli_json_integer(json, "reached", run->report.reached);
        cli_json_integer(json, "settled", run->report.settled);
    }
    cli_json_open(json, "time", '{');
    cli_json_integer(json, "runs", options->repeat);
    cli_json_measured(json, "median", median(run));
    cli_json_measured(json, "min", run->seconds[0]);
    cli_json_measured(json, "max", run->seconds[options->repeat - 1]);
    cli_json_measured(json, "with_conversions", run->call_seconds);
    cli_json_measured(json, "reading", run->read_seconds);
    if (run->potential) cli_json_measured(json, "potential", run->potential_seconds);
    cli_json_close(json, '}');
    cli_json_measured(json, "teps", teps(run));
    cli_json_unsigned(json, "memory", run->report.memory);
    if (run->verified[0]) cli_json_string(json, "verified", run->verified);
}
