/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads the graph that the options name.
 */
#include "cli/files/recipe.h"

tropic_status cli_context_status(tropic_context **context, const cli_options *options, tropic_device device,
                                 cli_progress *progress)
{
    const tropic_context_options wanted = {.size = sizeof wanted,
                                           .device = device,
                                           .device_index = options->device_index,
                                           .threads = options->threads,
                                           .reproducible = options->reproducible,
                                           .progress = cli_progress_call,
                                           .progress_user = progress};
    return tropic_context_create(context, &wanted);
}

int cli_context(tropic_context **context, const cli_options *options, tropic_device device, cli_progress *progress)
{
    return cli_check(cli_context_status(context, options, device, progress), NULL, CLI_FAILED);
}

static void put_notes(const tropic_matrix *A)
{
    const char *note;
    for (int k = 0; (note = tropic_matrix_note(A, k)); k++) {
        fputs("note: ", stderr);
        cli_put_name(stderr, note);
        fputc('\n', stderr);
    }
}

int cli_graph(tropic_matrix **A, cli_direction *direction, tropic_context *context, const cli_options *options,
              tropic_loops loops, bool values)
{
    const tropic_load_options wanted = {
        .size = sizeof wanted,
        .duplicates = options->duplicates,
        .loops = loops,
        .direction = options->directed     ? TROPIC_DIRECTION_DIRECTED
                     : options->undirected ? TROPIC_DIRECTION_UNDIRECTED
                                           : TROPIC_DIRECTION_AUTO,
        .real_type = options->precision,
        .ignore_values = !values || options->no_weights,
        .zeros = options->zero_arcs ? TROPIC_ZEROS_KEEP : TROPIC_ZEROS_DROP,
        .columns = options->columns,
        .sizes = options->sizes,
        .max_text = options->max_text,
    };
    const tropic_status status = tropic_matrix_load(A, context, options->positional[0], &wanted);
    const bool columns = options->columns || options->sizes != TROPIC_SIZES_AUTO;
    /* (With duplicates refused, INVALID_ARGUMENT may mean a duplicate in the file, which is no usage error.) */
    int code = status == TROPIC_INVALID_ARGUMENT && columns && options->duplicates != TROPIC_DUPLICATES_REFUSE
                   ? cli_check_words(status, context, options)
                   : cli_check(status, context, CLI_UNREADABLE);
    if (code == CLI_OK && !options->quiet) put_notes(*A);
    if (code == CLI_OK) code = cli_check_cancelled();
    return code == CLI_OK ? cli_direction_find(direction, *A, context, options) : code;
}

int cli_square_graph(tropic_matrix **A, cli_direction *direction, tropic_context *context, const cli_options *options,
                     tropic_loops loops, bool values)
{
    cli_recipe *recipe = options->recipe;
    const int code = recipe ? cli_recipe_graph(A, context, recipe, loops, values && !options->no_weights)
                            : cli_graph(A, direction, context, options, loops, values);
    const tropic_index rows = tropic_matrix_rows(*A), cols = tropic_matrix_cols(*A);
    if (recipe) *direction = recipe->direction;
    if (code != CLI_OK || !tropic_matrix_is_bipartite(*A)) return code;
    return cli_error(CLI_UNREADABLE, "%s is bipartite (%d x %d); %s needs %s", options->positional[0], rows, cols,
                     options->command->name, rows != cols ? "a square matrix" : "one set of vertices, not two");
}

void cli_graph_free(tropic_matrix **A, const cli_options *options)
{
    if (!options->recipe) tropic_matrix_free(A);
    *A = NULL;
}
