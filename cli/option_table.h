/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of options. To add one: a member of cli_options, a function and a row in
 * option_table.c.
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

#endif
