/* SPDX-License-Identifier: Apache-2.0
 *
 * What the lines of a recipe share: a graph, read once; and the table in which their results of vertices stand.
 */
#ifndef TP_CLI_RECIPE_H
#define TP_CLI_RECIPE_H

#include "cli/files/graphs.h"

typedef struct cli_recipe {
    bool trial;         /* nothing is read or run: lines are checked, and say what they need */
    bool loops, values; /* a line needs the graph's loops, or values */
    /* The graph with and without these, [loops][values]. That with all that some line needs is read; others are made
     * of it when a line first needs them. */
    tropic_matrix *graph[2][2];
    cli_direction direction;
    int64_t line;        /* the number of the one that runs */
    cli_column *columns; /* results of lines; names and values are the recipe's own */
    int64_t *lines;      /* the numbers of these */
    int count;
    char *summary; /* of the line that runs, as JSON; NULL: it has none */
} cli_recipe;

/* A line will need the graph so, and if `!table`, its result is no table of vertices, and needs a file of its own.
 * CLI_USAGE with a message if it has none. */
int cli_recipe_try(const cli_options *options, bool loops, bool values, bool table);
/* The graph for a line, which stays the recipe's. An exit code. */
int cli_recipe_graph(tropic_matrix **A, tropic_context *context, cli_recipe *recipe, tropic_loops loops, bool values);
/* Is the result a column of the recipe's table, and not a file? */
bool cli_recipe_takes(const cli_options *options);
/* Copies results of n vertices. An exit code. */
int cli_recipe_take(cli_recipe *recipe, const cli_column *columns, int count, tropic_index n);
/* After the last line: a name that columns of several lines have gets the number of the line behind it, in all of them:
 * rank_line3. An exit code. */
int cli_recipe_name(cli_recipe *recipe);
/* One JSON object: on stdout, or kept as recipe->summary. An exit code. */
int cli_put_json(const cli_options *options, cli_put *put, const void *what);
void cli_recipe_free(cli_recipe *recipe);

#endif
