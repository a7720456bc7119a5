/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of options: of one command, in its file, or of several, in option_table.c. To add one: a member of cli_options,
 * or of the struct of a command's own (cli_command.defaults), and a row, with its kind of value. A value that no kind
 * describes has a function.
 */
#ifndef TP_CLI_OPTION_TABLE_H
#define TP_CLI_OPTION_TABLE_H

#include "cli/options/options.h"

#include <float.h>
#include <limits.h>
#include <stddef.h>

typedef enum cli_kind {
    CLI_FLAG,    /* takes no value; true */
    CLI_FILE,    /* of a file: a name that is not empty */
    CLI_NAME,    /* of anything else: likewise */
    CLI_INTEGER, /* from low to high */
    CLI_REAL,    /* from least to most */
    CLI_WORD,    /* one of `words`: its place there, counted from low */
    CLI_SPECIAL  /* as `take` says */
} cli_kind;

/* An option whose help is not the same for all commands has several rows, each for other ones. */
struct cli_option {
    const char *name;     /* without its dashes */
    const char *argument; /* NULL: takes none */
    unsigned traits;      /* bits of cli_trait: commands that have one of these take it; 0: a row of one command */
    cli_kind kind;
    size_t at, size; /* of the member of cli_options that it sets: a bool, int, enum, int64_t, double or name */
    size_t given;    /* of a bool that says that the option was there; 0: none */
    int64_t low, high;
    double min, max;
    const char *const *words; /* NULL behind the last; or, where there is no list, */
    const char *(*word)(int place);
    const char *(*take)(cli_options *options, const char *value); /* NULL, or the values that the option takes */
    const char *wanted;   /* follows "--name takes ..."; NULL: as the kind says */
    bool writes;          /* of a file: it is written */
    const char *no_words; /* the message for a value that begins with a letter; NULL: none */
    const char *help;     /* \n begins a new line */
};

/* The member that a row sets, of cli_options or of a command's own struct. */
#define CLI_AT(member) .at = offsetof(cli_options, member), .size = sizeof((cli_options *)0)->member
#define CLI_OWN(type, member)                                                                                          \
    .at = offsetof(cli_options, own) + offsetof(type, member), .size = sizeof((type *)0)->member
#define CLI_GIVEN(member) .given = offsetof(cli_options, member)
#define CLI_OWN_GIVEN(type, member) .given = offsetof(cli_options, own) + offsetof(type, member)
/* words_of(options): the command's own struct, as the line has filled it. */
#define CLI_WORDS(type)                                                                                                \
    static inline const type *words_of(const cli_options *options)                                                     \
    {                                                                                                                  \
        return (const type *)(const void *)options->own;                                                               \
    }
/* The values it takes. */
#define CLI_TAKES_FLAG .kind = CLI_FLAG
#define CLI_TAKES_FILE .kind = CLI_FILE
#define CLI_TAKES_NAME .kind = CLI_NAME
#define CLI_TAKES_INTEGER(from, to) .kind = CLI_INTEGER, .low = from, .high = to
#define CLI_TAKES_REAL(from, to, text) .kind = CLI_REAL, .min = from, .max = to, .wanted = text
#define CLI_TAKES_WORD(list, first) .kind = CLI_WORD, .words = list, .low = first
#define CLI_TAKES_WORD_OF(name_at) .kind = CLI_WORD, .word = name_at
#define CLI_TAKES_VERTEX CLI_TAKES_INTEGER(INT64_MIN, INT64_MAX), .wanted = CLI_VERTEX_ID, .no_words = CLI_NO_WORDS
#define CLI_TAKES(function) .kind = CLI_SPECIAL, .take = function

#define CLI_VERTEX_ID "a vertex id, a whole number from -9223372036854775808 to 9223372036854775807"
#define CLI_NO_WORDS "ids that are words are not read"
#define CLI_INSIDE_0_1 "a number above 0 and below 1"
#define CLI_POSITIVE "a number above 0, up to 1e300"
/* The doubles next to 0 and to 1. */
#define CLI_ABOVE_0 DBL_TRUE_MIN
#define CLI_BELOW_1 (1 - DBL_EPSILON / 2)

/* Words in the order of an enum, or of false and true. */
typedef const char *const cli_word_list[];

extern const cli_option cli_option_table[];
extern const size_t cli_option_count;

/* So many of the shared options come before a command's own. */
#define CLI_OPTIONS_FIRST 1
/* The next of a command's options, in the order of its help: its own, and those that its traits share. NULL: there are
 * no more. *place is 0 at first, and then differs from option to option. */
static inline const cli_option *cli_option_next(const cli_command *command, size_t *place)
{
    const size_t first = CLI_OPTIONS_FIRST, behind = first + command->own_count;
    while (*place < command->own_count + cli_option_count) {
        const size_t k = (*place)++;
        const cli_option *option = k < first    ? &cli_option_table[k]
                                   : k < behind ? &command->own[k - first]
                                                : &cli_option_table[k - command->own_count];
        if (option->traits == 0 || (option->traits & command->traits)) return option;
    }
    return NULL;
}

#define CLI_OPTIONS_MAX 128
/* The option of the command that a mistyped name, or one of another command or tool, was meant to be
 * (cli/options/meant.c); NULL: nothing is near. */
const char *cli_option_meant(const char *name, const cli_command *command);
/* The same by its meaning alone: of an option that another command has, whose letters are no mistake. */
const char *cli_option_synonym(const char *name, const cli_command *command);

#define CLI_WANTED_LENGTH 1024
/* Takes a value (cli/options/option_value.c). NULL, or the values it takes, in words, perhaps in `wanted`. options: the
 * struct that the row is of, cli_options or the benchmark's settings. */
const char *cli_option_take(const cli_option *option, void *options, const char *value, char wanted[CLI_WANTED_LENGTH]);

/* "-" as the file of an option that reads one becomes the name of standard input (cli/options/option_files.c). */
void cli_name_inputs(cli_options *options);
/* CLI_USAGE with a message where a file that is written is another that the line names, or two are standard input
 * (cli/options/option_files.c). */
int cli_check_files(const cli_options *options);
/* CLI_USAGE with a message if the name of the output promises a kind of file that the command does not write
 * (cli/options/option_endings.c). */
int cli_check_ending(const cli_options *options);
/* The same of a table that another option writes to `path` (NULL: not given). */
int cli_check_table_ending(const cli_options *options, const char *as, const char *path);

/* Values of their own kind (cli/options/option_special.c). */
const char *cli_take_seed(cli_options *options, const char *value);
const char *cli_take_sources(cli_options *options, const char *value);
const char *cli_take_device(cli_options *options, const char *value);
const char *cli_take_max_text(cli_options *options, const char *value);
const char *cli_take_columns(cli_options *options, const char *value);

#endif
