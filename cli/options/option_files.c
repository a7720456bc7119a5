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

int cli_check_files(const cli_options *options)
{
    const cli_command *command = options->command;
    named_file files[FILES_MAX] = {
        {command->has_out ? "IN" : "GRAPH", command->traits & CLI_READS ? options->positional[0] : NULL, false},
        {"OUT", command->has_out ? options->positional[1] : NULL, true},
    };
    size_t count = 2, place = 0;
    for (const cli_option *option; (option = cli_option_next(command, &place)) && count < FILES_MAX;) {
        if (option->kind == CLI_FILE)
            files[count++] = (named_file){option->name, name_of(options, option), option->writes};
    }
    for (size_t j = 1; j < count; j++)
        for (size_t i = 0; i < j; i++)
            if (takes_place(&files[i], &files[j]))
                return cli_usage_error(command->name, "%s%s %s and %s%s %s are the same file", i < 2 ? "" : "--",
                                       files[i].as, files[i].name, j < 2 ? "" : "--", files[j].as, files[j].name);
    return CLI_OK;
}
