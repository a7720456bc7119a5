/* SPDX-License-Identifier: Apache-2.0
 *
 * The files that a command line names, where one that is written must be no other of them.
 */
#define _GNU_SOURCE
#include "cli/cli.h"
#include "cli/options/option_table.h"
#include "cli/output/output.h"

#include <search.h>
#include <stdlib.h>
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

void cli_name_inputs(cli_options *options)
{
    static const char *const input = CLI_STANDARD_INPUT;
    size_t place = 0;
    for (const cli_option *option; (option = cli_option_next(options->command, &place));) {
        if (option->kind != CLI_FILE || option->writes) continue;
        const char *name = name_of(options, option);
        if (name && strcmp(name, "-") == 0) memcpy((char *)options + option->at, &input, sizeof input);
    }
}

/* (Of arguments, a RECIPE is still as the line has it.) */
static bool is_input(const named_file *file)
{
    return file->name && !file->written &&
           (strcmp(file->name, CLI_STANDARD_INPUT) == 0 || strcmp(file->name, "-") == 0);
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
        for (size_t i = 0; i < j; i++) {
            if (is_input(&files[i]) && is_input(&files[j]))
                return cli_usage_error(options->command->name, "%s%s and %s%s are both standard input", dashes(i),
                                       files[i].as, dashes(j), files[j].as);
            if (takes_place(&files[i], &files[j]))
                return cli_usage_error(options->command->name, "%s%s %s and %s%s %s are the same file", dashes(i),
                                       files[i].as, files[i].name, dashes(j), files[j].as, files[j].name);
        }
    return CLI_OK;
}

/* A file that lines of a recipe write, or that the recipe's own line names. */
typedef struct recipe_file {
    cli_file_place place;
    const char *dashes, *as, *command;
} recipe_file;

/* Standard input has one reader: the option or argument of the first line that names it. */
static int check_input(cli_line_files *all, const named_file *file, size_t place, const char *command)
{
    if (!is_input(file)) return CLI_OK;
    if (all->input)
        return cli_usage_error(command, "%s%s is standard input, which %s%s of 'tropic %s' reads", dashes(place),
                               file->as, all->dashes, all->input, all->command);
    all->dashes = dashes(place);
    all->input = file->as;
    all->command = command;
    return CLI_OK;
}

static int by_place(const void *a, const void *b)
{
    return cli_file_place_order(&((const recipe_file *)a)->place, &((const recipe_file *)b)->place);
}

static void free_file(void *file)
{
    cli_file_place_free(&((recipe_file *)file)->place);
    free(file);
}

/* *there = the file of that place, which stays; NULL: there was none, and this one is added. An exit code. */
static int add(cli_line_files *all, const recipe_file *file, const recipe_file **there)
{
    recipe_file *added = malloc(sizeof *added);
    void **found = NULL;
    if (added) {
        *added = *file;
        found = tsearch(added, &all->tree, by_place);
    }
    *there = found && *found != added ? *found : NULL;
    if (found && !*there) return CLI_OK;
    free(added);
    return found ? CLI_OK : cli_error(CLI_FAILED, "out of memory for the names of files");
}

int cli_check_lines(cli_line_files *all, const cli_options *line, bool whole)
{
    named_file files[FILES_MAX];
    const size_t count = list_files(line, files);
    const char *command = line->command->name;
    for (size_t i = 1; i < count; i++) {
        recipe_file file = {.dashes = dashes(i), .as = files[i].as, .command = command};
        const recipe_file *there;
        int code = check_input(all, &files[i], i, command);
        if (code != CLI_OK) return code;
        if (!files[i].name || !(files[i].written || (whole && i < ARGUMENTS))) continue;
        if (!cli_file_place_find(&file.place, files[i].name)) continue;
        code = add(all, &file, &there);
        if (code != CLI_OK || there) cli_file_place_free(&file.place);
        if (code != CLI_OK) return code;
        if (there && !cli_is_open(files[i].name))
            return cli_usage_error(command, "--%s %s is also %s%s of 'tropic %s'", files[i].as, files[i].name,
                                   there->dashes, there->as, there->command);
    }
    return CLI_OK;
}

void cli_line_files_free(cli_line_files *all)
{
    tdestroy(all->tree, free_file);
    all->tree = NULL;
}
