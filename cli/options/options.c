/* SPDX-License-Identifier: Apache-2.0
 *
 * The parser of options, and their help.
 */
#define _GNU_SOURCE
#include "cli/cli.h"
#include "cli/options/option_table.h"
#include "cli/output/output.h"
#include "cli/options/parse.h"
#include "runtime/device_word.h"
#include "runtime/environment.h"

#include <ctype.h>
#include <string.h>

/* Column in which the help of an option begins. */
#define HELP_COLUMN 24
#define NAME_LENGTH 64
/* Of a picture, in pixels. */
#define PICTURE_SIDE 1200

void cli_options_help(FILE *file, const cli_command *command)
{
    const bool reads = command->traits & CLI_READS;
    bool files = false;
    size_t place = 0;
    fprintf(file, "usage: tropic %s %s\n\n%s", command->name, command->arguments, command->details);
    if (command->more) command->more(file);
    fprintf(file, "\noptions:\n");
    for (const cli_option *option; (option = cli_option_next(command, &place)) != NULL;) {
        char name[NAME_LENGTH];
        snprintf(name, sizeof name, "--%s %s", option->name, option->argument ? option->argument : "");
        fprintf(file, "  %-*s", HELP_COLUMN - 2, name);
        if (strlen(name) >= HELP_COLUMN - 2) fprintf(file, "\n%*s", HELP_COLUMN, "");
        for (const char *c = option->help; *c; c++) {
            fputc(*c, file);
            if (*c == '\n') fprintf(file, "%*s", HELP_COLUMN, "");
        }
        fputc('\n', file);
        files = files || (option->kind == CLI_FILE && !option->writes);
    }
    if (reads)
        fprintf(file, "\n\"-\" as %s%s is standard input.\n", command->has_out ? "IN" : "GRAPH",
                files ? ", or as FILE of an option that reads it," : "");
    fprintf(file, "%s\"-\" as %s is standard output.\n", reads ? "" : "\n", command->has_out ? "OUT" : "--output");
    fprintf(file, "\nexit codes: 0 fine; 1 failed or mismatch; 2 usage; 3 unreadable input; "
                  "4 no such\ndevice or feature; 5 cancelled\n");
}

static int unknown(const cli_command *command, int length, const char *word)
{
    char name[64];
    const char *meant;
    snprintf(name, sizeof name, "%.*s", length, word);
    meant = cli_option_meant(name, command);
    if (meant) return cli_usage_error(command->name, "unknown option --%s, did you mean --%s?", name, meant);
    return cli_usage_error(command->name, "unknown option --%s", name);
}

/* A word that begins with one dash. */
static int unknown_short(const cli_command *command, const char *word)
{
    char name[64];
    const char *meant;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word + 1, "="), word + 1);
    meant = cli_option_meant(name, command);
    return cli_usage_error(command->name, "unknown option %s: no option but -h has a single dash%s%s%s", word,
                           meant ? ", did you mean --" : "", meant ? meant : "", meant ? "?" : "");
}

static int not_of(const cli_command *command, const char *name)
{
    const char *meant = cli_option_synonym(name, command);
    if (meant)
        return cli_usage_error(command->name, "--%s does not apply to %s, did you mean --%s?", name, command->name,
                               meant);
    return cli_usage_error(command->name, "--%s does not apply to %s", name, command->name);
}

/* The command's option of that name, else NULL; *place is another for each. */
static const cli_option *find(const char *name, size_t length, const cli_command *command, size_t *place)
{
    *place = 0;
    for (const cli_option *option; (option = cli_option_next(command, place)) != NULL;)
        if (strlen(option->name) == length && memcmp(option->name, name, length) == 0) return option;
    return NULL;
}

static const cli_option *find_anywhere(const char *name, size_t length, const cli_command *const *all)
{
    const cli_option *found = NULL;
    size_t place;
    for (; *all && !found; all++) found = find(name, length, *all, &place);
    return found;
}

/* Is it an option, perhaps a mistyped one, where a value should be? */
static bool looks_like_option(const char *word)
{
    return strncmp(word, "--", 2) == 0;
}

/* A value that an option refuses: named with the option that takes it, where one takes such names. */
static int refuse(const cli_command *command, const cli_option *option, const char *wanted, const char *value)
{
    size_t place = 0;
    for (const cli_option *other; (other = cli_option_next(command, &place)) != NULL;) {
        cli_options scratch = {0};
        char unused[CLI_WANTED_LENGTH];
        if (!other->argument || strcmp(other->argument, "NAME") != 0 || cli_option_take(other, &scratch, value, unused))
            continue;
        return cli_usage_error(command->name, "--%s takes %s, not '%s', which is a --%s", option->name, wanted, value,
                               other->name);
    }
    if (option->no_words && isalpha((unsigned char)*value))
        return cli_usage_error(command->name, "--%s takes %s (%s), not '%s'", option->name, wanted, option->no_words,
                               value);
    return cli_usage_error(command->name, "--%s takes %s, not '%s'", option->name, wanted, value);
}

/* Which options the line has had: a bit each. */
enum { SEEN_BITS = 64, SEEN_WORDS = 4 };
typedef uint64_t seen_options[SEEN_WORDS];

/* Of two values one would be lost. (An option without a value says the same twice.) */
static bool is_repeated(const cli_option *option, size_t place, seen_options seen)
{
    uint64_t *word = &seen[place / SEEN_BITS % SEEN_WORDS], bit = (uint64_t)1 << place % SEEN_BITS;
    const bool before = *word & bit;
    *word |= bit;
    return before && option->argument;
}

/* Is it one for all lines of a recipe? */
static bool is_shared(const cli_option *option)
{
    return option->traits & (CLI_READS | CLI_VALUES | CLI_LOOPS | CLI_COMPUTES | CLI_FORMATS);
}

/* One option, `word` without its dashes, its value behind '=' or in `next` (NULL: no more words).
 * *used_next: was it taken? */
static int parse_option(cli_options *options, const char *word, const char *next, bool *used_next, seen_options seen)
{
    const char *command = options->command->name, *value = strchr(word, '='), *wanted;
    char text[CLI_WANTED_LENGTH];
    const size_t length = value ? (size_t)(value - word) : strlen(word);
    size_t place;
    const cli_option *option = find(word, length, options->command, &place), *other;

    if (!option) {
        other = find_anywhere(word, length, options->all);
        return other ? not_of(options->command, other->name) : unknown(options->command, (int)length, word);
    }
    if (options->recipe && is_shared(option))
        return cli_usage_error(command, "--%s is for all lines, behind the name of the recipe", option->name);
    if (value && !option->argument) return cli_usage_error(command, "--%s takes no value", option->name);
    if (value) {
        value++;
    } else if (option->argument) {
        if (!next) return cli_usage_error(command, "--%s needs a value: %s", option->name, option->argument);
        if (looks_like_option(next))
            return cli_usage_error(command, "--%s needs a value: %s, before %s", option->name, option->argument, next);
        *used_next = true;
        value = next;
    }
    if (is_repeated(option, place, seen))
        return cli_usage_error(command, "--%s is given twice, and takes one value", option->name);
    wanted = cli_option_take(option, options, value ? value : "", text);
    return wanted ? refuse(options->command, option, wanted, value) : CLI_OK;
}

/* "-" is standard output, as without --output, if the command writes at all. */
static void name_outputs(cli_options *options)
{
    const char **file = options->command->has_out ? &options->positional[1] : &options->output;
    if (*file && strcmp(*file, "-") == 0) *file = options->command->traits & CLI_WRITES ? CLI_STANDARD_OUTPUT : NULL;
}

/* An option that writes to standard output, or reads the file again, beside a graph that goes there; NULL: none. */
static const char *beside_graph(const cli_options *options)
{
    const char *file = cli_output_of(options);
    if (!(options->command->traits & CLI_WRITES) || !file || strcmp(file, CLI_STANDARD_OUTPUT) != 0) return NULL;
    return options->json ? "format json" : options->verify ? "verify" : NULL;
}

/* Errors that only the whole line shows. */
static int check(const cli_options *options, int positionals)
{
    const cli_command *command = options->command;
    int code = CLI_OK;
    if (options->directed && options->undirected) return cli_exclude(options, "directed", "undirected");
    if (positionals < command->positionals)
        return cli_usage_error(command->name, "missing argument: tropic %s %s", command->name, command->arguments);
    if ((command->traits & CLI_SOURCE) && !options->has_source) return cli_missing(options, "source ID");
    if (beside_graph(options))
        return cli_usage_error(command->name, "a graph on standard output and --%s exclude each other",
                               beside_graph(options));
    if (command->check) code = command->check(options);
    if (code == CLI_OK) code = cli_check_ending(options);
    return code == CLI_OK ? cli_check_files(options) : code;
}

/* Where --device says nothing, the environment does. */
static int ask_environment(cli_options *options)
{
    const char *command = options->command->name, *word = tp_environment(TP_DEVICE_VARIABLE);
    size_t place;
    if (!find("device", strlen("device"), options->command, &place) || options->has_device || !word || !*word)
        return CLI_OK;
    if (tp_device_of_word(word, &options->device, &options->device_index)) return CLI_OK;
    return cli_usage_error(command, TP_DEVICE_VARIABLE " in the environment must be " TP_DEVICE_WORDS ", not '%s'",
                           word);
}

/* "-1" and "-.5": no option begins so, and the message of a parameter then names its range. */
static bool is_negative(const char *word)
{
    return word[0] == '-' && (isdigit((unsigned char)word[1]) || word[1] == '.');
}

/* Takes the words. *positionals: of those that are arguments, so many are there. Stops at --help. */
static int take_words(cli_options *options, int count, char **words, int *positionals)
{
    const cli_command *command = options->command;
    bool only_positionals = false;
    seen_options seen = {0};
    for (int k = 0; k < count; k++) {
        const char *word = words[k];
        const bool parameter = command->optional > 0 && *positionals >= command->positionals && is_negative(word);
        bool used_next = false;
        if (only_positionals || parameter || word[0] != '-' || !word[1]) {
            if (*positionals == command->positionals + command->optional)
                return cli_usage_error(command->name, "one argument too many: '%s'", word);
            /* The first word names the input, in every command that reads. */
            options->positional[*positionals] =
                *positionals == 0 && (command->traits & CLI_READS) && strcmp(word, "-") == 0 ? CLI_STANDARD_INPUT
                                                                                             : word;
            ++*positionals;
        } else if (strcmp(word, "--") == 0) {
            only_positionals = true;
        } else if (word[1] != '-') {
            if (strcmp(word, "-h") != 0) return unknown_short(command, word);
            options->help = true;
        } else {
            int code = parse_option(options, word + 2, k + 1 < count ? words[k + 1] : NULL, &used_next, seen);
            if (code != CLI_OK) return code;
            k += used_next;
        }
        if (options->help) break;
    }
    return CLI_OK;
}

static int parse(cli_options *options, int positionals, int count, char **words)
{
    const int code = take_words(options, count, words, &positionals);
    if (code != CLI_OK || options->help) return code;
    name_outputs(options);
    cli_name_inputs(options);
    return check(options, positionals) == CLI_OK ? ask_environment(options) : CLI_USAGE;
}

static void set_defaults(cli_options *options, const cli_command *const *all, const cli_command *command)
{
    *options = (cli_options){.command = command,
                             .all = all,
                             .seed = 1,
                             .dimensions = 2,
                             .repeat = 1,
                             .precision = TROPIC_FP64,
                             .width = PICTURE_SIDE,
                             .height = PICTURE_SIDE};
    if (command->defaults) memcpy(options->own, command->defaults, command->defaults_size);
}

int cli_options_parse(cli_options *options, const cli_command *const *all, const cli_command *command, int count,
                      char **words)
{
    set_defaults(options, all, command);
    return parse(options, 0, count, words);
}

int cli_options_parse_line(cli_options *options, const cli_options *whole, const cli_command *command, int count,
                           char **words)
{
    set_defaults(options, whole->all, command);
    options->recipe = whole->recipe;
    options->positional[0] = whole->positional[0];
    options->directed = whole->directed;
    options->undirected = whole->undirected;
    options->keep_loops = whole->keep_loops;
    options->zero_arcs = whole->zero_arcs;
    options->no_weights = whole->no_weights;
    options->columns = whole->columns;
    options->sizes = whole->sizes;
    options->max_text = whole->max_text;
    options->duplicates = whole->duplicates;
    options->precision = whole->precision;
    options->has_device = true;
    options->device = whole->device;
    options->device_index = whole->device_index;
    options->threads = whole->threads;
    options->json = whole->json;
    options->quiet = whole->quiet;
    return parse(options, 1, count, words);
}
