/* SPDX-License-Identifier: Apache-2.0
 *
 * The sources of bc: how many, and a file's list.
 */
#define _GNU_SOURCE
#include "cli/parse.h"
#include "cli/run.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* One line: an id, or blank, or a comment. What is wrong with it, or NULL. */
static const char *take_line(char *line, size_t length, const tropic_matrix *A, char *chosen)
{
    int64_t label;
    tropic_index i;
    if (memchr(line, '\0', length)) return "a zero byte";
    while (length > 0 && isspace((unsigned char)line[length - 1])) line[--length] = '\0';
    if (memchr(line, '\r', length))
        return "a carriage return without a line feed (end lines with a line feed)";
    while (isspace((unsigned char)*line)) line++;
    if (*line == '\0' || *line == '#' || *line == '%') return NULL;
    if (!cli_parse_integer(line, INT64_MIN, INT64_MAX, &label)) return "not a vertex id";
    i = tropic_matrix_find(A, label);
    if (i < 0) return "no such vertex in the graph";
    if (chosen[i]) return "listed twice";
    chosen[i] = 1;
    return NULL;
}

/* A pipe may be waited for; a signal ends that. */
static int cannot_read(const char *path, int error)
{
    if (error == EINTR && cli_cancelled()) return cli_check_cancelled();
    return cli_error(CLI_UNREADABLE, "%s: %s", path, strerror(error));
}

/* What a message quotes of a line at most. */
#define QUOTE 40

static int take_file(const cli_run *run, char *chosen)
{
    const char *path = run->options->sources_file, *wrong = NULL;
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t capacity = 0;
    int64_t number = 0;
    ssize_t length;
    int code = CLI_OK, error;

    if (!file) return cannot_read(path, errno);
    errno = 0;
    while (!wrong && (length = getline(&line, &capacity, file)) >= 0) {
        number++;
        wrong = take_line(line, (size_t)length, run->graph, chosen);
    }
    error = errno;
    if (wrong)
        code = cli_error(CLI_UNREADABLE, "%s:%" PRId64 ": %s: '%.*s'", path, number, wrong, QUOTE,
                         line);
    else if (!feof(file))
        code = cannot_read(path, error);
    free(line);
    fclose(file);
    return code;
}

/* The vertices chosen, ascending. */
static int make_list(cli_run *run, const char *chosen)
{
    const tropic_index n = tropic_matrix_rows(run->graph);
    tropic_index count = 0;
    for (tropic_index i = 0; i < n; i++) count += chosen[i];
    if (count == 0)
        return cli_error(CLI_UNREADABLE, "%s: no source in it", run->options->sources_file);
    run->sources = malloc((size_t)count * sizeof *run->sources);
    if (!run->sources) return cli_error(CLI_FAILED, "out of memory for %d sources", count);
    run->source_count = 0;
    for (tropic_index i = 0; i < n; i++)
        if (chosen[i]) run->sources[run->source_count++] = i;
    return CLI_OK;
}

int cli_sources(cli_run *run)
{
    const cli_options *options = run->options;
    const tropic_index n = tropic_matrix_rows(run->graph);
    char *chosen;
    int code;
    run->source_count = n;
    if (options->some_sources && options->source_count > n)
        return cli_usage_error(options->command->name,
                               "--sources %" PRId64 ": %s has only %d vertices",
                               options->source_count, options->positional[0], n);
    if (options->some_sources) run->source_count = (tropic_index)options->source_count;
    if (!options->sources_file) return CLI_OK;
    chosen = calloc((size_t)n + 1, 1);
    if (!chosen) return cli_error(CLI_FAILED, "out of memory for the sources");
    code = take_file(run, chosen);
    if (code == CLI_OK) code = make_list(run, chosen);
    free(chosen);
    return code;
}
