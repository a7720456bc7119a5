/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of options. To add one: a member of cli_options and a row in option_table.c, which says what the member
 * takes. What no kind describes has a function in option_special.c.
 */
#ifndef TP_CLI_OPTION_TABLE_H
#define TP_CLI_OPTION_TABLE_H

#include "cli/options/options.h"

#include <stddef.h>

typedef enum cli_kind {
    CLI_FLAG,    /* takes no value; true */
    CLI_FILE,    /* a name that is not empty */
    CLI_INTEGER, /* from low to high */
    CLI_REAL,    /* from least to most */
    CLI_WORD,    /* one of `words`: its place there, counted from low */
    CLI_SPECIAL  /* as `take` says */
} cli_kind;

/* An option whose help is not the same for all subcommands has several rows, each for other ones. */
typedef struct cli_option {
    const char *name;     /* without its dashes */
    const char *argument; /* NULL: takes none */
    unsigned which;       /* the subcommands that it applies to, bits of cli_which */
    cli_kind kind;
    size_t at, size; /* of the member of cli_options that it sets: a bool, int, enum, int64_t, double or name */
    size_t given;    /* of a bool that says that the option was there; 0: none */
    int64_t low, high;
    double min, max;
    const char *const *words; /* NULL behind the last; or, where there is no list, */
    const char *(*word)(int place);
    const char *(*take)(cli_options *options, const char *value); /* NULL, or what the option wants instead */
    const char *wanted;   /* follows "--name takes ..."; NULL: as the kind says */
    const char *no_words; /* what is said of a value that begins with a letter; NULL: nothing */
    const char *help;     /* \n begins a new line */
} cli_option;

extern const cli_option cli_option_table[];
extern const size_t cli_option_count;

#define CLI_OPTIONS_MAX 128
/* What a mistyped name, or one of another command or tool, was meant to be, of the options of these subcommands
 * (cli/options/meant.c); NULL: nothing is near. */
const char *cli_option_meant(const char *name, unsigned which);
/* The same by its meaning alone: of an option that another command has, whose letters are no mistake. */
const char *cli_option_synonym(const char *name, unsigned which);

#define CLI_WANTED_LENGTH 128
/* Takes a value (cli/options/option_value.c). NULL, or what is wanted instead, which may be in `wanted`. */
const char *cli_option_take(const cli_option *option, cli_options *options, const char *value,
                            char wanted[CLI_WANTED_LENGTH]);

/* CLI_USAGE with a message where a file that is written is another that the line names (cli/options/option_files.c). */
int cli_check_files(const cli_options *options);
/* CLI_USAGE with a message where the name of what is written promises a kind of file that the command does not write
 * (cli/options/option_endings.c). */
int cli_check_ending(const cli_options *options);

/* Values of their own kind (cli/options/option_special.c). */
const char *cli_take_seed(cli_options *options, const char *value);
const char *cli_take_sources(cli_options *options, const char *value);
const char *cli_take_device(cli_options *options, const char *value);
const char *cli_take_bc_method(cli_options *options, const char *value);
const char *cli_take_max_text(cli_options *options, const char *value);
const char *cli_take_columns(cli_options *options, const char *value);
const char *cli_take_reductions(cli_options *options, const char *value);

#endif
