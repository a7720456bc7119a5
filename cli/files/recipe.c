/* SPDX-License-Identifier: Apache-2.0
 *
 * What the lines of a recipe share.
 */
#define _GNU_SOURCE
#include "cli/files/recipe.h"

#include <ctype.h>
#include <errno.h>
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

static bool is_taken(const cli_recipe *recipe, const char *name)
{
    for (int k = 0; k < recipe->count; k++)
        if (strcmp(recipe->columns[k].name, name) == 0) return true;
    return false;
}

/* How many columns have that name, with a number behind it or not. */
static int count_of(const cli_recipe *recipe, const char *name)
{
    const size_t length = strlen(name);
    int count = 0;
    for (int k = 0; k < recipe->count; k++) {
        const char *other = recipe->columns[k].name;
        if (strncmp(other, name, length) != 0) continue;
        count += !other[length] || (other[length] == '_' && isdigit((unsigned char)other[length + 1]));
    }
    return count;
}

/* malloc()ed; NULL: out of memory */
static char *name_of(const cli_recipe *recipe, const char *wanted)
{
    char *name = strdup(wanted);
    for (int k = count_of(recipe, wanted) + 1; name && is_taken(recipe, name); k++) {
        free(name);
        if (asprintf(&name, "%s_%d", wanted, k) < 0) name = NULL;
    }
    return name;
}

int cli_recipe_take(cli_recipe *recipe, const cli_column *columns, int count, tropic_index n)
{
    cli_column *more = realloc(recipe->columns, (size_t)(recipe->count + count) * sizeof *more);
    if (more) recipe->columns = more;
    for (int k = 0; more && k < count; k++) {
        const size_t bytes = (size_t)n * tropic_type_size(columns[k].type);
        cli_column *column = &recipe->columns[recipe->count];
        char *name = name_of(recipe, columns[k].name);
        void *values = malloc(bytes ? bytes : 1);
        if (!name || !values) {
            free(name);
            free(values);
            more = NULL;
            break;
        }
        if (bytes) memcpy(values, columns[k].values, bytes);
        *column = columns[k];
        column->name = name;
        column->values = values;
        recipe->count++;
    }
    return more ? CLI_OK : cli_error(CLI_FAILED, "out of memory for the result");
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
    free(recipe->summary);
}
