/* SPDX-License-Identifier: Apache-2.0
 *
 * What the lines of a recipe share.
 */
#define _GNU_SOURCE
#include "cli/files/recipe.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

int cli_recipe_try(const cli_options *options, bool loops, bool values, bool table)
{
    cli_recipe *recipe = options->recipe;
    recipe->loops |= loops;
    recipe->values |= values;
    if (options->output) return cli_output_try(options->output);
    if (!table)
        return cli_usage_error(options->command->name, "--output is missing: the result is no value of each vertex");
    return options->top > 0 ? cli_needs(options, "top", "output") : CLI_OK;
}

int cli_recipe_graph(tropic_matrix **A, tropic_context *context, cli_recipe *recipe, tropic_loops loops, bool values)
{
    const tropic_matrix *all = recipe->graph[recipe->loops][recipe->values];
    const bool kept = recipe->loops && loops == TROPIC_LOOPS_KEEP;
    tropic_status status = TROPIC_OK;
    /* (What is not there need not go.) */
    values = recipe->values && (values || tropic_matrix_is_pattern(all));
    if (status == TROPIC_OK && !recipe->graph[kept][values])
        status = tropic_matrix_without(&recipe->graph[kept][values], context, all, recipe->loops && !kept, !values);
    *A = recipe->graph[kept][values];
    return cli_check(status, context, CLI_FAILED);
}

bool cli_recipe_takes(const cli_options *options)
{
    return options->recipe && !options->output;
}

typedef struct named_column {
    const char *name;
    int place; /* among the columns */
} named_column;

static int by_name(const void *a, const void *b)
{
    const named_column *x = a, *y = b;
    const int order = strcmp(x->name, y->name);
    return order ? order : x->place - y->place;
}

/* Gives those of a name that others have, too, the number of their line. False: out of memory. */
static bool add_lines(cli_recipe *recipe, const named_column *sorted)
{
    for (int k = 0; k < recipe->count; k++) {
        const bool shared = (k > 0 && strcmp(sorted[k - 1].name, sorted[k].name) == 0) ||
                            (k + 1 < recipe->count && strcmp(sorted[k].name, sorted[k + 1].name) == 0);
        const int place = sorted[k].place;
        char *name;
        if (!shared) continue;
        if (asprintf(&name, "%s_line%" PRId64, sorted[k].name, recipe->lines[place]) < 0) return false;
        recipe->columns[place].name = name; /* (the old one is freed by the caller, when none looks at it) */
    }
    return true;
}

int cli_recipe_name(cli_recipe *recipe)
{
    named_column *sorted = malloc(((size_t)recipe->count + 1) * sizeof *sorted);
    bool done = sorted != NULL;
    for (int k = 0; done && k < recipe->count; k++) sorted[k] = (named_column){recipe->columns[k].name, k};
    if (done) qsort(sorted, (size_t)recipe->count, sizeof *sorted, by_name);
    done = done && add_lines(recipe, sorted);
    for (int k = 0; sorted && k < recipe->count; k++)
        if (recipe->columns[sorted[k].place].name != sorted[k].name) free((char *)sorted[k].name);
    free(sorted);
    return done ? CLI_OK : cli_error(CLI_FAILED, "out of memory for the names of columns");
}

int cli_recipe_take(cli_recipe *recipe, const cli_column *columns, int count, tropic_index n)
{
    const size_t room = (size_t)(recipe->count + count);
    cli_column *more = realloc(recipe->columns, room * sizeof *more);
    int64_t *lines = realloc(recipe->lines, room * sizeof *lines);
    bool done = more && lines;
    if (more) recipe->columns = more;
    if (lines) recipe->lines = lines;
    for (int k = 0; done && k < count; k++) {
        const size_t bytes = (size_t)n * tropic_type_size(columns[k].type);
        cli_column *column = &recipe->columns[recipe->count];
        char *name = strdup(columns[k].name);
        void *values = malloc(bytes ? bytes : 1);
        if (!name || !values) {
            free(name);
            free(values);
            done = false;
            break;
        }
        if (bytes) memcpy(values, columns[k].values, bytes);
        *column = columns[k];
        column->name = name;
        column->values = values;
        recipe->lines[recipe->count++] = recipe->line;
    }
    return done ? CLI_OK : cli_error(CLI_FAILED, "out of memory for the result");
}

int cli_put_json(const cli_options *options, cli_put *put, const void *what)
{
    cli_sink sink = {0};
    size_t length = 0;
    if (!options->recipe) return cli_write(NULL, true, put, what);
    sink.file = open_memstream(&options->recipe->summary, &length);
    if (sink.file) put(&sink, what);
    if (sink.file && fclose(sink.file) == 0 && !sink.failure) return cli_check_cancelled();
    return cli_error(CLI_FAILED, "out of memory for the summary");
}

void cli_recipe_free(cli_recipe *recipe)
{
    for (int k = 0; k < 4; k++) tropic_matrix_free(&recipe->graph[k / 2][k % 2]);
    for (int k = 0; k < recipe->count; k++) {
        free((char *)recipe->columns[k].name);
        free((void *)recipe->columns[k].values);
    }
    free(recipe->columns);
    free(recipe->lines);
    free(recipe->summary);
}
