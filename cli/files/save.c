/* SPDX-License-Identifier: Apache-2.0
 *
 * Graphs as files: gen and convert share it.
 */
#include "cli/files/graphs.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* A wrong argument is one of the user's words: a parameter, or a name that says no format. */
int cli_check_words(tropic_status status, const tropic_context *context, const cli_options *options)
{
    if (status == TROPIC_INVALID_ARGUMENT)
        return cli_usage_error(options->command->name, "%s", tropic_context_error(context));
    return cli_check(status, context, CLI_FAILED);
}

/* The format that a name says. Standard output has no name, and text without a format is read as an edge list. */
static tropic_format format_of(const char *path)
{
    return strcmp(path, CLI_STANDARD_OUTPUT) == 0 ? TROPIC_FORMAT_EDGE_LIST : TROPIC_FORMAT_AUTO;
}

static bool go_on(double done, void *user)
{
    (void)done;
    return *(const bool *)user;
}

/* A graph as small as can be is written there and cancelled before its first byte, which asks all that writing asks
 * and leaves nothing behind. */
int cli_save_try(const char *path, const cli_options *options)
{
    const bool makes = !(options->command->traits & CLI_READS); /* else the graph is known when it is read */
    const tropic_generator_options smallest = {.size = sizeof smallest,
                                               .kind = TROPIC_GENERATE_PATH,
                                               .parameter = {2},
                                               .weights = options->weights,
                                               .directed = makes && options->directed};
    bool going = true;
    const tropic_context_options cpu = {
        .size = sizeof cpu, .device = TROPIC_DEVICE_CPU, .threads = 1, .progress = go_on, .progress_user = &going};
    struct stat there;
    tropic_context *context = NULL;
    tropic_matrix *A = NULL;
    tropic_status status;
    int code = cli_output_try(path);
    /* A pipe is not tried: its reader would take that for the end. */
    if (code != CLI_OK || (stat(path, &there) == 0 && !S_ISREG(there.st_mode))) return code;
    status = tropic_context_create(&context, &cpu);
    if (status == TROPIC_OK) status = tropic_matrix_generate(&A, context, &smallest);
    going = false;
    if (status == TROPIC_OK) status = tropic_matrix_save(A, context, path, format_of(path));
    if (status != TROPIC_CANCELLED) code = cli_check_words(status, context, options);
    tropic_matrix_free(&A);
    tropic_context_free(&context);
    return code;
}

typedef struct saving {
    const tropic_matrix *A;
    tropic_context *context;
    tropic_format format;
    tropic_status status;
} saving;

static int deliver(const char *path, void *what)
{
    saving *s = what;
    s->status = tropic_matrix_save(s->A, s->context, path, s->format);
    return s->status == TROPIC_IO_ERROR ? errno : 0;
}

int cli_save(const tropic_matrix *A, tropic_context *context, const char *path, const cli_options *options)
{
    saving s = {A, context, format_of(path), TROPIC_OK};
    /* Apart from standard output: a reader there could not tell the format, which the name gives. */
    int code = cli_deliver(path, true, deliver, &s);
    if (code == CLI_OK && s.status == TROPIC_IO_ERROR) return CLI_OK; /* whose reader left */
    return code == CLI_OK ? cli_check_words(s.status, context, options) : code;
}

int cli_save_beside(const tropic_matrix *A, tropic_context *context, const char *path, const cli_options *options)
{
    bool renumbered = false;
    int code = cli_save(A, context, path, options);
    if (code == CLI_OK) code = cli_renumbered(A, context, path, &renumbered);
    if (code != CLI_OK || options->quiet) return code;
    if (renumbered) cli_note_renumbered(A, path);
    if (!options->json) cli_put_file(stderr, "written", path);
    return CLI_OK;
}

int cli_check_graph_beside(const cli_options *options, const char *option, const char *path)
{
    struct stat there;
    if (!path) return CLI_OK;
    if (strcmp(path, "-") != 0 && (stat(path, &there) != 0 || S_ISREG(there.st_mode)) &&
        !cli_same_file(path, CLI_STANDARD_OUTPUT))
        return CLI_OK;
    return cli_usage_error(options->command->name,
                           "--%s takes the name of a file that is not standard output, a device or a pipe, not '%s'",
                           option, path);
}
