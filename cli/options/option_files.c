/* SPDX-License-Identifier: Apache-2.0
 *
 * The files that a command line names, where one that is written must be no other of them.
 */
#include "cli/cli.h"
#include "cli/options/option_table.h"
#include "cli/output/output.h"

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

int cli_check_files(const cli_options *options)
{
    const cli_command *command = options->command;
    const named_file files[] = {
        {command->has_out ? "IN" : "GRAPH", command->traits & CLI_READS ? options->positional[0] : NULL, false},
        {"--coordinates", options->coordinates, false},
        {"--sources-file", options->sources_file, false},
        {"--positions", options->positions, false},
        {"--initial", options->initial, false},
        {"--fixed", options->fixed, false},
        {"--color", options->color, false},
        {"--size", options->size, false},
        {"--checkpoint", options->checkpoint, true},
        {command->has_out ? "OUT" : "--output", cli_output_of(options), true},
    };
    const size_t count = sizeof files / sizeof *files;
    for (size_t j = 1; j < count; j++)
        for (size_t i = 0; i < j; i++)
            if (takes_place(&files[i], &files[j]))
                return cli_usage_error(command->name, "%s %s and %s %s are the same file", files[i].as, files[i].name,
                                       files[j].as, files[j].name);
    return CLI_OK;
}
