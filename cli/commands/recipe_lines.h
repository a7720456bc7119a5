/* SPDX-License-Identifier: Apache-2.0
 *
 * The lines of a recipe.
 */
#ifndef TP_CLI_RECIPE_LINES_H
#define TP_CLI_RECIPE_LINES_H

#include "cli/options/options.h"

/* A line with a command. */
typedef struct recipe_line {
    int64_t number; /* in the file, from 1 */
    char *text;     /* as it stands there */
    char *letters;  /* of the words, which point there */
    char **words;
    int count;
    cli_options options; /* once parsed */
} recipe_line;

typedef struct recipe_lines {
    recipe_line *line;
    int count, room;
} recipe_lines;

/* Reads the file that is the command's second argument. An exit code; recipe_lines_free() comes in any case. */
int recipe_lines_read(recipe_lines *lines, const cli_options *options);
void recipe_lines_free(recipe_lines *lines);
/* line->options, as `whole` and the line's words say. An exit code. */
int recipe_line_parse(recipe_line *line, const cli_options *whole);

#endif
