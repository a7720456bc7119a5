/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of options. To add one: a member of cli_options, a function and a row in
 * option_table.c; functions of one command, or of pictures, have files of their own.
 */
#ifndef TP_CLI_OPTION_TABLE_H
#define TP_CLI_OPTION_TABLE_H

#include "cli/options.h"

/* An option whose help is not the same for all subcommands has several rows, each for other ones. */
typedef struct cli_option {
    const char *name;     /* without its dashes */
    const char *argument; /* NULL: takes none */
    unsigned which;       /* the subcommands that it applies to, bits of cli_which */
    /* Takes the value ("" where there is none); NULL, or what the option wants instead, to follow
     * "--name takes ...". */
    const char *(*take)(cli_options *options, const char *value);
    const char *help; /* \n begins a new line */
} cli_option;

extern const cli_option cli_option_table[];
extern const size_t cli_option_count;

/* What a mistyped name was meant to be, of the options of these subcommands; NULL: none is near. */
const char *cli_option_nearest(const char *name, unsigned which);

/* The place of a word in a list; -1 where it is not there. */
int cli_find_word(const char *word, const char *const *list, size_t count);
/* Takes the name of a file. */
const char *cli_take_file(const char **name, const char *value);

/* CLI_USAGE with a message where a file that is written is another that the line names (cli/option_files.c). */
int cli_check_files(const cli_options *options);

/* Of bc (cli/option_bc.c). */
const char *cli_take_sources_file(cli_options *options, const char *value);
const char *cli_take_sources(cli_options *options, const char *value);
const char *cli_take_normalize(cli_options *options, const char *value);
const char *cli_take_bc_method(cli_options *options, const char *value);
const char *cli_take_batch(cli_options *options, const char *value);
const char *cli_take_edges(cli_options *options, const char *value);
const char *cli_take_endpoints(cli_options *options, const char *value);
const char *cli_take_reduce(cli_options *options, const char *value);
const char *cli_take_error(cli_options *options, const char *value);
const char *cli_take_confidence(cli_options *options, const char *value);
const char *cli_take_checkpoint(cli_options *options, const char *value);
const char *cli_take_every(cli_options *options, const char *value);
const char *cli_take_partial(cli_options *options, const char *value);

/* Of pictures (cli/option_picture.c). */
const char *cli_take_positions(cli_options *options, const char *value);
const char *cli_take_color(cli_options *options, const char *value);
const char *cli_take_size(cli_options *options, const char *value);
const char *cli_take_theme(cli_options *options, const char *value);
const char *cli_take_width(cli_options *options, const char *value);
const char *cli_take_height(cli_options *options, const char *value);
const char *cli_take_projection(cli_options *options, const char *value);

/* Of layouts (cli/option_layout.c). */
const char *cli_take_initial(cli_options *options, const char *value);
const char *cli_take_fixed(cli_options *options, const char *value);
const char *cli_take_dimensions(cli_options *options, const char *value);
const char *cli_take_layout_method(cli_options *options, const char *value);
const char *cli_take_theta(cli_options *options, const char *value);
const char *cli_take_k(cli_options *options, const char *value);
const char *cli_take_gravity(cli_options *options, const char *value);
const char *cli_take_iterations(cli_options *options, const char *value);
const char *cli_take_tolerance(cli_options *options, const char *value);
const char *cli_take_levels(cli_options *options, const char *value);
const char *cli_take_stress(cli_options *options, const char *value);
const char *cli_take_reproducible(cli_options *options, const char *value);

#endif
