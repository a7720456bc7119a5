/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic run: several commands on one graph, a line of a file each.
 */
#define _GNU_SOURCE
#include "cli/commands/recipe_lines.h"
#include "cli/files/recipe.h"
#include "cli/options/option_table.h"
#include "cli/terminal/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define PLACE_LENGTH 4200

typedef struct recipe_run {
    const cli_options *options;
    cli_recipe recipe;
    recipe_lines lines;
    char **summaries; /* of the lines, as JSON */
    char **errors;    /* the messages of those that failed */
    int *codes;       /* their exit codes */
    double seconds;   /* of reading the graph */
} recipe_run;

/* Messages are of that line, counted from 0; of none. */
static void begin_line(const recipe_run *r, int k, char place[PLACE_LENGTH])
{
    snprintf(place, PLACE_LENGTH, "%s:%" PRId64, r->options->positional[1], r->lines.line[k].number);
    cli_message_place(place);
    cli_deliver_anew();
}

static int end_line(int code)
{
    cli_message_place(NULL);
    return code;
}

/* All lines, before the graph is read. */
static int try_lines(recipe_run *r)
{
    char place[PLACE_LENGTH];
    cli_line_files files = {.tree = NULL};
    int code = cli_check_lines(&files, r->options, true);
    for (int k = 0; code == CLI_OK && k < r->lines.count; k++) {
        recipe_line *line = &r->lines.line[k];
        begin_line(r, k, place);
        code = recipe_line_parse(line, r->options);
        if (code == CLI_OK) code = cli_check_lines(&files, &line->options, false); /* no two write one file */
        if (code == CLI_OK) code = line->options.command->run(&line->options);
        end_line(code);
    }
    cli_line_files_free(&files);
    r->recipe.trial = false;
    return code;
}

static int read_graph(recipe_run *r)
{
    const cli_options *options = r->options;
    const bool loops = r->recipe.loops, values = r->recipe.values;
    cli_progress progress = {0};
    tropic_context *context = NULL;
    const double start = cli_now();
    int code = cli_context(&context, options, TROPIC_DEVICE_CPU, &progress);
    if (code == CLI_OK)
        code = cli_graph(&r->recipe.graph[loops][values], &r->recipe.direction, context, options,
                         loops ? TROPIC_LOOPS_KEEP : TROPIC_LOOPS_DROP, values);
    r->seconds = cli_now() - start;
    tropic_context_free(&context);
    return code;
}

/* What a line lacks, others may have: each is run, until one is cancelled. The first exit code that is not CLI_OK. */
static int run_lines(recipe_run *r)
{
    char place[PLACE_LENGTH];
    int first = CLI_OK;
    for (int k = 0; k < r->lines.count && first != CLI_CANCELLED; k++) {
        const recipe_line *line = &r->lines.line[k];
        int code;
        begin_line(r, k, place);
        r->recipe.line = line->number;
        if (!r->options->quiet && !r->options->json)
            fprintf(stderr, "\nline %" PRId64 ": %s\n", line->number, line->text);
        code = line->options.command->run(&line->options);
        r->codes[k] = end_line(code);
        if (code != CLI_OK) r->errors[k] = strdup(cli_text_last());
        r->summaries[k] = r->recipe.summary;
        r->recipe.summary = NULL;
        if (first == CLI_OK || code == CLI_CANCELLED) first = code;
    }
    return first;
}

static const tropic_matrix *graph_of(const recipe_run *r)
{
    return r->recipe.graph[r->recipe.loops][r->recipe.values];
}

static void put_table(cli_sink *sink, const void *what)
{
    const recipe_run *r = what;
    cli_table_text(sink, cli_is_csv(r->options->output), graph_of(r), NULL, r->recipe.columns, r->recipe.count);
}

/* *column: its first column, then that of the next line. */
static void put_line(cli_json *json, const recipe_run *r, int k, int *column)
{
    const recipe_line *line = &r->lines.line[k];
    cli_json_open(json, NULL, '{');
    cli_json_integer(json, "line", line->number);
    cli_json_string(json, "text", line->text);
    cli_json_integer(json, "exit_code", r->codes[k]);
    if (r->errors[k]) cli_json_string(json, "error", r->errors[k]);
    cli_json_open(json, "columns", '[');
    for (; *column < r->recipe.count && r->recipe.lines[*column] == line->number; ++*column)
        cli_json_string(json, NULL, r->recipe.columns[*column].name);
    cli_json_close(json, ']');
    if (r->summaries[k]) cli_json_number(json, "summary", r->summaries[k]); /* an object, as it is */
    cli_json_close(json, '}');
}

static void put_json(cli_sink *sink, const void *what)
{
    const recipe_run *r = what;
    cli_record record;
    int column = 0;
    cli_record_begin(&record, sink, true);
    cli_graph_record(&record, r->options, graph_of(r), &r->recipe.direction);
    cli_json_string(&record.json, "recipe", r->options->positional[1]);
    cli_json_measured(&record.json, "reading", r->seconds);
    cli_json_open(&record.json, "lines", '[');
    for (int k = 0; k < r->lines.count; k++) put_line(&record.json, r, k, &column);
    cli_json_close(&record.json, ']');
    if (r->options->output)
        cli_record_text(&record, "output", r->options->output);
    else
        cli_table_json(&record.json, "result", graph_of(r), NULL, r->recipe.columns, r->recipe.count);
    cli_record_end(&record);
}

/* Also what ended before a line was cancelled. */
static int report(recipe_run *r)
{
    const cli_options *options = r->options;
    int code = CLI_OK;
    cli_deliver_anew();
    if (cli_cancelled() && r->recipe.count > 0) cli_signals_finish();
    if (r->recipe.count > 0 && (options->output || !options->json))
        code = cli_write(options->output, options->json, put_table, r);
    if (code == CLI_OK && options->json) code = cli_write(NULL, true, put_json, r);
    return code;
}

static int run(const cli_options *given)
{
    cli_options options = *given;
    recipe_run r = {.options = &options, .recipe = {.trial = true}};
    int code, written;
    options.recipe = &r.recipe;
    code = recipe_lines_read(&r.lines, &options);
    if (code == CLI_OK) code = try_lines(&r);
    options.recipe = NULL; /* lines have it; the rest is as with other commands */
    if (code == CLI_OK) code = read_graph(&r);
    if (code == CLI_OK) {
        r.summaries = calloc((size_t)r.lines.count, sizeof *r.summaries);
        r.errors = calloc((size_t)r.lines.count, sizeof *r.errors);
        r.codes = calloc((size_t)r.lines.count, sizeof *r.codes);
        if (!r.summaries || !r.errors || !r.codes)
            code = cli_error(CLI_FAILED, "out of memory for the lines of the recipe");
    }
    if (code == CLI_OK) {
        if (!options.quiet && !options.json) {
            cli_graph_text(stderr, &options, graph_of(&r), &r.recipe.direction);
            fprintf(stderr, "reading  %s\n", CLI_TIME(r.seconds));
        }
        code = run_lines(&r);
        written = cli_recipe_name(&r.recipe);
        if (written == CLI_OK) written = report(&r);
        if (code == CLI_OK) code = written;
    }
    for (int k = 0; k < r.lines.count; k++) {
        if (r.summaries) free(r.summaries[k]);
        if (r.errors) free(r.errors[k]);
    }
    free(r.summaries);
    free(r.errors);
    free(r.codes);
    cli_recipe_free(&r.recipe);
    recipe_lines_free(&r.lines);
    return code;
}

static const cli_option rows[] = {
    {"output", "FILE", CLI_AT(output), CLI_TAKES_FILE, .writes = true,
     .help = "file for the table, which appears only when complete; .csv has commas"},
};

extern const cli_command cli_run_recipe;
const cli_command cli_run_recipe = {
    .name = "run",
    .arguments = "GRAPH RECIPE [options]",
    .summary = "several commands on one graph",
    .details = "Runs the commands of a file, RECIPE, on a graph that is read once. Each line is a command\n"
               "without \"tropic\" and without GRAPH:\n"
               "\n"
               "    # a comment\n"
               "    pagerank --damping 0.9\n"
               "    bfs --source 1\n"
               "    mst --output tree.tsv\n"
               "\n"
               "Words are separated by blanks; a word with blanks in it stands in \"...\" or '...'. The\n"
               "commands are those that compute on a graph, layout too. Values of vertices stand side by\n"
               "side in one table, in order of ids, with a column for each:\n"
               "\n"
               "    # id<TAB>rank<TAB>level<TAB>parent\n"
               "    ID<TAB>RANK<TAB>LEVEL<TAB>PARENT\n"
               "\n"
               "If columns of several lines have one name, each has the number of its line behind it:\n"
               "rank_line3 and rank_line4. A line with --output writes a file of its own instead; it must\n"
               "have one if its result is not a value of each vertex (mst, truss, bc --edges, path,\n"
               "similarity, distances, --top). The table goes to stdout or --output, a summary to stderr.\n"
               "Options that say how the graph is read, and where commands run, stand behind RECIPE and\n"
               "are for all lines. Lines are checked before the graph is read. If a line fails, the\n"
               "message names it, and the others run; the exit code is that of the first that failed.\n"
               "With --format json, stdout gets one object: the graph, \"lines\": [{\"line\": N, \"text\":\n"
               "LINE, \"exit_code\": CODE, \"columns\": [NAME, ...], \"summary\": {...}}, ...], and \"result\":\n"
               "[{\"id\": ID, \"rank\": RANK, ...}, ...]. With --output as well, stdout gets this without\n"
               "\"result\". \"-\" as RECIPE is standard input, too.\n",
    .traits = CLI_READS | CLI_VALUES | CLI_LOOPS | CLI_COMPUTES | CLI_FORMATS,
    .own = rows,
    .own_count = sizeof rows / sizeof *rows,
    .positionals = 2,
    .run = run,
};
