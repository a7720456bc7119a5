/* SPDX-License-Identifier: Apache-2.0
 *
 * The files that a command line names, where one that is written must be no other of them.
 */
#include "cli/cli.h"
#include "cli/options/option_table.h"
#include "cli/output/output.h"

#include <string.h>

/* That a command has options for, with its arguments. */
#define FILES_MAX 16
/* Of these, the first are arguments. */
#define ARGUMENTS 2

typedef struct named_file {
    const char *as, *name; /* the option or argument; NULL: not given */
    bool written;
} named_file;

/* Except a file that is open already: its name stands for it alone. */
static bool takes_place(const named_file *a, const named_file *b)
{
    const named_file *written = a->written ? a : b;
    return a->name && b->name && written->written && !cli_is_open(written->name) && cli_same_file(a->name, b->name);
}

/* The name that an option of the kind CLI_FILE was given. */
static const char *name_of(const cli_options *options, const cli_option *option)
{
    const char *name;
    memcpy(&name, (const char *)options + option->at, sizeof name);
    return name;
}

/* The files of a line; returns their number. The arguments come first. */
static size_t list_files(const cli_options *options, named_file files[FILES_MAX])
{
    const cli_command *command = options->command;
    size_t count = ARGUMENTS, place = 0;
    files[0] = (named_file){command->has_out ? "IN" : "GRAPH",
                            command->traits & CLI_READS ? options->positional[0] : NULL, false};
    files[1] = (named_file){command->has_out ? "OUT" : "RECIPE",
                            command->positionals > 1 ? options->positional[1] : NULL, command->has_out};
    for (const cli_option *option; (option = cli_option_next(command, &place)) && count < FILES_MAX;) {
        if (option->kind == CLI_FILE)
            files[count++] = (named_file){option->name, name_of(options, option), option->writes};
    }
    return count;
}

static const char *dashes(size_t place)
{
    return place < ARGUMENTS ? "" : "--";
}

int cli_check_files(const cli_options *options)
{
    named_file files[FILES_MAX];
    const size_t count = list_files(options, files);
    for (size_t j = 1; j < count; j++)
        for (size_t i = 0; i < j; i++)
            if (takes_place(&files[i], &files[j]))
                return cli_usage_error(options->command->name, "%s%s %s and %s%s %s are the same file", dashes(i),
                                       files[i].as, files[i].name, dashes(j), files[j].as, files[j].name);
    return CLI_OK;
}

int cli_check_lines(const cli_options *line, const cli_options *other)
{
    named_file of_line[FILES_MAX], of_other[FILES_MAX];
    const size_t count = list_files(line, of_line), others = list_files(other, of_other);
    for (size_t i = 1; i < count; i++)
        for (size_t j = 1; j < others; j++)
            if (of_line[i].written && (of_other[j].written || j < ARGUMENTS) && takes_place(&of_line[i], &of_other[j]))
                return cli_usage_error(line->command->name, "--%s %s is also %s%s of 'tropic %s'", of_line[i].as,
                                       of_line[i].name, dashes(j), of_other[j].as, other->command->name);
    return CLI_OK;
}
