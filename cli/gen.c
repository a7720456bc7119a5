/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic gen: a graph made by rule, as a file.
 */
#define _GNU_SOURCE
#include "cli/parse.h"
#include "cli/run.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Columns of a kind with its parameters in the help. */
#define KIND_COLUMN 16

/* "SCALE EF", "N" */
static const char *parameters(tropic_generator kind, char text[KIND_COLUMN])
{
    const char *first = tropic_generator_parameter(kind, 0),
               *second = tropic_generator_parameter(kind, 1);
    snprintf(text, KIND_COLUMN, "%s%s%s", first, second ? " " : "", second ? second : "");
    return text;
}

static void put_kinds(FILE *file)
{
    char text[KIND_COLUMN];
    fputs("\nkinds:\n", file);
    for (int k = 0; k < TROPIC_GENERATORS; k++) {
        const tropic_generator kind = (tropic_generator)k;
        fprintf(file, "  %-11s %-9s %s\n", tropic_generator_name(kind), parameters(kind, text),
                tropic_generator_summary(kind));
    }
}

static int find_kind(const char *word, tropic_generator *kind)
{
    const char *names[TROPIC_GENERATORS], *nearest;
    for (int k = 0; k < TROPIC_GENERATORS; k++) {
        names[k] = tropic_generator_name((tropic_generator)k);
        if (strcmp(word, names[k]) == 0) {
            *kind = (tropic_generator)k;
            return CLI_OK;
        }
    }
    nearest = cli_nearest(word, names, sizeof *names, TROPIC_GENERATORS);
    if (nearest)
        return cli_usage_error("gen", "unknown kind '%s', did you mean '%s'?", word, nearest);
    return cli_usage_error("gen", "unknown kind '%s'", word);
}

/* What the words ask for; the library knows the ranges. */
static int read_words(const cli_options *options, tropic_generator_options *wanted)
{
    char text[KIND_COLUMN];
    int code = find_kind(options->positional[0], &wanted->kind);
    if (code != CLI_OK) return code;
    for (int k = 0; k < TROPIC_GENERATOR_PARAMETERS; k++) {
        const char *name = tropic_generator_parameter(wanted->kind, k);
        const char *word = options->positional[k + 1];
        const char *takes;
        if (!name != !word)
            return cli_usage_error("gen", "%s takes %s", options->positional[0],
                                   parameters(wanted->kind, text));
        if (!word) continue;
        takes = cli_parse_parameter(name, word, &wanted->parameter[k]);
        if (takes) return cli_usage_error("gen", "%s takes %s, not '%s'", name, takes, word);
    }
    return CLI_OK;
}

static int summary_json(const tropic_matrix *A, const tropic_context *context,
                        const cli_options *options, const tropic_generator_options *made,
                        double seconds)
{
    cli_record record;
    int code = cli_record_open(&record, NULL, true);
    if (code != CLI_OK) return code;
    cli_record_text(&record, "tropic", tropic_version());
    cli_record_text(&record, "command", options->command->name);
    cli_record_text(&record, "kind", tropic_generator_name(made->kind));
    for (int k = 0; k < TROPIC_GENERATOR_PARAMETERS; k++)
        if (tropic_generator_parameter(made->kind, k))
            cli_record_real(&record, tropic_generator_parameter(made->kind, k), made->parameter[k]);
    cli_json_unsigned(&record.json, "seed", made->seed);
    cli_record_integer(&record, "weights", made->weights);
    cli_record_bool(&record, "directed", made->directed);
    cli_record_text(&record, "device", tropic_context_device_name(context));
    cli_record_integer(&record, "n", tropic_matrix_rows(A));
    cli_record_integer(&record, "entries", tropic_matrix_count(A));
    cli_record_text(&record, "written", options->output);
    cli_record_real(&record, "time", seconds);
    return cli_record_close(&record);
}

static int summary(const tropic_matrix *A, const tropic_context *context,
                   const cli_options *options, const tropic_generator_options *made, double seconds)
{
    if (options->json) return summary_json(A, context, options, made, seconds);
    if (options->quiet) return CLI_OK;
    fprintf(stderr, "device   %s\nn        %d\nentries  %" PRId64 "\nwritten  ",
            tropic_context_device_name(context), tropic_matrix_rows(A), tropic_matrix_count(A));
    cli_put_name(stderr, options->output);
    fputs("\ntime     ", stderr);
    cli_put_time(stderr, seconds);
    fputs(" to make\n", stderr);
    return CLI_OK;
}

/* A wrong argument is one of the user's words: a parameter, or a name that says no format. */
static int check(tropic_status status, const tropic_context *context)
{
    if (status == TROPIC_INVALID_ARGUMENT)
        return cli_usage_error("gen", "%s", tropic_context_error(context));
    return cli_check(status, context, CLI_FAILED);
}

static bool go_on(double done, void *user)
{
    (void)done;
    return *(const bool *)user;
}

/* Can the file be written? A graph of the same kind, as small as can be, is written there and cancelled before its
 * first byte, which asks all that writing asks and leaves nothing behind. A pipe is not tried: its reader would
 * take that for the end. */
static int try_output(const char *path, const tropic_generator_options *wanted)
{
    const tropic_generator_options smallest = {.size = sizeof smallest,
                                               .kind = TROPIC_GENERATE_PATH,
                                               .parameter = {2},
                                               .weights = wanted->weights,
                                               .directed = wanted->directed};
    bool going = true;
    const tropic_context_options cpu = {.size = sizeof cpu,
                                        .device = TROPIC_DEVICE_CPU,
                                        .threads = 1,
                                        .progress = go_on,
                                        .progress_user = &going};
    struct stat there;
    tropic_context *context = NULL;
    tropic_matrix *A = NULL;
    tropic_status status;
    int code = CLI_OK;
    if (stat(path, &there) == 0 && !S_ISREG(there.st_mode) && !S_ISDIR(there.st_mode))
        return CLI_OK;
    status = tropic_context_create(&context, &cpu);
    if (status == TROPIC_OK) status = tropic_matrix_generate(&A, context, &smallest);
    going = false;
    if (status == TROPIC_OK) status = tropic_matrix_save(A, context, path, TROPIC_FORMAT_AUTO);
    if (status != TROPIC_CANCELLED) code = check(status, context);
    tropic_matrix_free(&A);
    tropic_context_free(&context);
    return code;
}

static int gen(const cli_options *options)
{
    tropic_generator_options wanted = {.size = sizeof wanted,
                                       .seed = options->seed,
                                       .weights = options->weights,
                                       .directed = options->directed};
    cli_progress progress = {0};
    tropic_context *context = NULL;
    tropic_matrix *A = NULL;
    double seconds = 0;
    int code = read_words(options, &wanted);
    if (code == CLI_OK) code = try_output(options->output, &wanted);
    if (code == CLI_OK) code = cli_context(&context, options, options->device, &progress);
    if (code == CLI_OK) {
        const double start = cli_now();
        cli_progress_begin(&progress, !options->quiet);
        code = check(tropic_matrix_generate(&A, context, &wanted), context);
        cli_progress_end(&progress);
        seconds = cli_now() - start;
    }
    if (code == CLI_OK)
        code = check(tropic_matrix_save(A, context, options->output, TROPIC_FORMAT_AUTO), context);
    if (code == CLI_OK) code = summary(A, context, options, &wanted, seconds);
    tropic_matrix_free(&A);
    tropic_context_free(&context);
    return code;
}

const cli_command cli_gen = {
    .name = "gen",
    .arguments = "KIND ARGS --output FILE",
    .summary = "a graph made by rule",
    .details =
        "Makes a graph and writes it in the format that FILE's name says, as convert does; with\n"
        ".gz behind it, compressed. FILE appears complete or not at all, and is refused before\n"
        "the graph is made where it cannot be written. The same words give the same graph on\n"
        "every device; an edge list (.txt) numbers its vertices from 0, .mtx, .gr and .graph\n"
        "number them from 1. It is undirected unless --directed is given, and has no loops and\n"
        "no duplicates. With --format json stdout gets the summary as one object.\n",
    .which = CLI_GEN,
    .positionals = 1,
    .optional = TROPIC_GENERATOR_PARAMETERS,
    .more = put_kinds,
    .run = gen,
};
