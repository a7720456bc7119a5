/* SPDX-License-Identifier: Apache-2.0
 *
 * Graphs from files and to files, as the options say.
 */
#ifndef TP_CLI_GRAPHS_H
#define TP_CLI_GRAPHS_H

#include "cli/cli.h"
#include "cli/options/options.h"
#include "cli/output/output.h"

/* How a graph was read. */
typedef struct cli_direction {
    const char *by; /* "option", "file", or "default" where the file says nothing; NULL: it is no graph, not square */
    bool directed;
    bool one_way; /* directed, and no arc has its opposite, of those looked at (tropic_matrix_reciprocal) */
} cli_direction;

/* The context that the options ask for, calling `progress`. An exit code. */
int cli_context(tropic_context **context, const cli_options *options, tropic_device device, cli_progress *progress);
/* The same without a message. */
tropic_status cli_context_status(tropic_context **context, const cli_options *options, tropic_device device,
                                 cli_progress *progress);
/* Reads the graph that the options name, loops by `loops` (cli/files/load.c). */
int cli_graph(tropic_matrix **A, cli_direction *direction, tropic_context *context, const cli_options *options,
              tropic_loops loops, bool values);
/* The same; CLI_UNREADABLE where it is bipartite. */
int cli_square_graph(tropic_matrix **A, cli_direction *direction, tropic_context *context, const cli_options *options,
                     tropic_loops loops, bool values);

/* What these gave; of a recipe, its graph stays. */
void cli_graph_free(tropic_matrix **A, const cli_options *options);

/* How the graph A was read by the options, with a note where another way may have been meant
 * (cli/files/direction.c). */
int cli_direction_find(cli_direction *direction, const tropic_matrix *A, tropic_context *context,
                       const cli_options *options);
/* A line of a summary; members of a record. Nothing if it is no graph. */
void cli_direction_text(FILE *out, const cli_direction *direction);
void cli_direction_record(cli_record *record, const cli_direction *direction);

/* The first lines of a summary: the graph that was read, its size and direction (cli/files/describe.c). */
void cli_graph_text(FILE *out, const cli_options *options, const tropic_matrix *A, const cli_direction *direction);
/* The same of a record, behind the version and the command. */
void cli_graph_record(cli_record *record, const cli_options *options, const tropic_matrix *A,
                      const cli_direction *direction);

/* Value k, 1 where there are none. A long double holds every integer and every double (cli/files/value.c). */
long double cli_value_at(const void *values, tropic_type type, tropic_offset k);

/* Writes a graph by the name of `path` (cli/files/save.c). An exit code. */
int cli_save(const tropic_matrix *A, tropic_context *context, const char *path, const cli_options *options);
/* The same of a graph that an option writes beside a table, with a line of the summary, and a note if ids changed. */
int cli_save_beside(const tropic_matrix *A, tropic_context *context, const char *path, const cli_options *options);
/* CLI_USAGE with a message if `path` (NULL: not given), of that option, is standard output, a device or a pipe: a table
 * or a summary may go there. */
int cli_check_graph_beside(const cli_options *options, const char *option, const char *path);
/* Can it be? As cli_output_try, and does the name say a format? */
int cli_save_try(const char *path, const cli_options *options);
/* As cli_check, of a call where the user's words are the arguments: CLI_USAGE where they are wrong. */
int cli_check_words(tropic_status status, const tropic_context *context, const cli_options *options);
/* *renumbered: has the file `path`, which A was written to, other ids than A (cli/files/renumbered.c)? */
int cli_renumbered(const tropic_matrix *A, tropic_context *context, const char *path, bool *renumbered);
/* Says so at once: who reads the result by the old ids would read it wrong. */
void cli_note_renumbered(const tropic_matrix *A, const char *path);

#endif
