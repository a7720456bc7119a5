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

/* What "-" stands for. A file of that name is "./-". */
#define STANDARD_INPUT "/dev/stdin"
/* Column in which the help of an option begins. */
#define HELP_COLUMN 24
/* Of a picture, in pixels. */
#define PICTURE_SIDE 1200

void cli_options_help(FILE *file, const cli_command *command)
{
    fprintf(file, "usage: tropic %s %s\n\n%s", command->name, command->arguments, command->details);
    if (command->more) command->more(file);
    fprintf(file, "\noptions:\n");
    for (size_t k = 0; k < cli_option_count; k++) {
        const cli_option *option = &cli_option_table[k];
        char name[HELP_COLUMN];
        if (!(option->which & command->which)) continue;
        snprintf(name, sizeof name, "--%s %s", option->name, option->argument ? option->argument : "");
        fprintf(file, "  %-*s", HELP_COLUMN - 2, name);
        for (const char *c = option->help; *c; c++) {
            fputc(*c, file);
            if (*c == '\n') fprintf(file, "%*s", HELP_COLUMN, "");
        }
        fputc('\n', file);
    }
    if (command->positionals > 0 && command->which != CLI_GEN)
        fprintf(file, "\n\"-\" as %s is standard input.\n", command->which == CLI_CONVERT ? "IN" : "GRAPH");
    fprintf(file, "%s\"-\" as %s is standard output.\n",
            command->positionals > 0 && command->which != CLI_GEN ? "" : "\n",
            command->which == CLI_CONVERT ? "OUT" : "--output");
    fprintf(file, "\nexit codes: 0 fine; 1 failed or mismatch; 2 usage; 3 unreadable input; "
                  "4 no such\ndevice or feature; 5 cancelled\n");
}

static int unknown(const cli_command *command, int length, const char *word)
{
    char name[64];
    const char *meant;
    snprintf(name, sizeof name, "%.*s", length, word);
    meant = cli_option_meant(name, command->which);
    if (meant) return cli_usage_error(command->name, "unknown option --%s, did you mean --%s?", name, meant);
    return cli_usage_error(command->name, "unknown option --%s", name);
}

/* A word that begins with one dash. */
static int unknown_short(const cli_command *command, const char *word)
{
    char name[64];
    const char *meant;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word + 1, "="), word + 1);
    meant = cli_option_meant(name, command->which);
    return cli_usage_error(command->name, "unknown option %s: no option but -h has a single dash%s%s%s", word,
                           meant ? ", did you mean --" : "", meant ? meant : "", meant ? "?" : "");
}

static int not_of(const cli_command *command, const char *name)
{
    const char *meant = cli_option_synonym(name, command->which);
    if (meant)
        return cli_usage_error(command->name, "--%s does not apply to %s, did you mean --%s?", name, command->name,
                               meant);
    return cli_usage_error(command->name, "--%s does not apply to %s", name, command->name);
}

/* The command's option of that name, else another's, else NULL. */
static const cli_option *find(const char *name, size_t length, unsigned which)
{
    const cli_option *found = NULL;
    for (size_t k = 0; k < cli_option_count; k++) {
        const cli_option *option = &cli_option_table[k];
        if (strlen(option->name) != length || memcmp(option->name, name, length) != 0) continue;
        if (option->which & which) return option;
        found = option;
    }
    return found;
}

/* Is it an option, perhaps a mistyped one, where a value should be? */
static bool looks_like_option(const char *word)
{
    return strncmp(word, "--", 2) == 0;
}

/* A value that an option refuses: named with the option that takes it, where one takes such names. */
static int refuse(const char *command, const cli_option *option, unsigned which, const char *wanted, const char *value)
{
    for (size_t k = 0; k < cli_option_count; k++) {
        const cli_option *other = &cli_option_table[k];
        cli_options scratch = {0};
        char unused[CLI_WANTED_LENGTH];
        if (!(other->which & which) || !other->argument || strcmp(other->argument, "NAME") != 0 ||
            cli_option_take(other, &scratch, value, unused))
            continue;
        return cli_usage_error(command, "--%s takes %s, not '%s', which is a --%s", option->name, wanted, value,
                               other->name);
    }
    if (option->no_words && isalpha((unsigned char)*value))
        return cli_usage_error(command, "--%s takes %s (%s), not '%s'", option->name, wanted, option->no_words, value);
    return cli_usage_error(command, "--%s takes %s, not '%s'", option->name, wanted, value);
}

/* Which rows of the table the line has had: a bit each. */
enum { SEEN_BITS = 64, SEEN_WORDS = 4 };
typedef uint64_t seen_options[SEEN_WORDS];

/* Of two values one would be lost. (What takes no value says the same twice.) */
static bool is_repeated(const cli_option *option, seen_options seen)
{
    const size_t place = (size_t)(option - cli_option_table);
    uint64_t *word = &seen[place / SEEN_BITS % SEEN_WORDS], bit = (uint64_t)1 << place % SEEN_BITS;
    const bool before = *word & bit;
    *word |= bit;
    return before && option->argument;
}

/* One option, `word` without its dashes, its value behind '=' or in `next` (NULL: no more words).
 * *used_next: was it taken? */
static int parse_option(cli_options *options, const char *word, const char *next, bool *used_next, seen_options seen)
{
    const char *command = options->command->name, *value = strchr(word, '='), *wanted;
    char text[CLI_WANTED_LENGTH];
    const size_t length = value ? (size_t)(value - word) : strlen(word);
    const cli_option *option = find(word, length, options->command->which);

    if (!option) return unknown(options->command, (int)length, word);
    if (!(option->which & options->command->which)) return not_of(options->command, option->name);
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
    if (is_repeated(option, seen))
        return cli_usage_error(command, "--%s is given twice, and takes one value", option->name);
    wanted = cli_option_take(option, options, value ? value : "", text);
    return wanted ? refuse(command, option, options->command->which, wanted, value) : CLI_OK;
}

static bool reduces(const cli_options *options)
{
    return options->reductions != 0 && options->reductions != TROPIC_BC_UNREDUCED;
}

/* An option of bc with which nothing is reduced; NULL: none is given. */
static const char *beside_reduce(const cli_options *options)
{
    if (options->weighted) return "weighted";
    if (options->error > 0) return "error";
    if (options->strategy != TROPIC_STRATEGY_AUTO || options->method == TROPIC_BC_PRODUCTS)
        return options->has_strategy ? "strategy" : "method";
    return NULL;
}

/* An option of bc that betweenness of arcs has not; NULL: none is given. */
static const char *beside_edges(const cli_options *options)
{
    if (options->endpoints) return "endpoints";
    if (options->error > 0) return "error";
    if (options->checkpoint) return "checkpoint";
    if (options->partial) return "partial";
    if (reduces(options)) return "reduce";
    if (options->has_strategy) return "strategy";
    return options->method == TROPIC_BC_PRODUCTS ? "method products, edge-parallel or vertex-parallel" : NULL;
}

/* "-" is standard output: what is written without --output, where there is such. */
static void name_outputs(cli_options *options)
{
    const char **file = options->command->which == CLI_CONVERT ? &options->positional[1] : &options->output;
    if (*file && strcmp(*file, "-") == 0)
        *file = options->command->which & (CLI_CONVERT | CLI_GEN) ? CLI_STANDARD_OUTPUT : NULL;
}

/* An option that writes to standard output, or reads the file again, beside a graph that goes there; NULL: none. */
static const char *beside_graph(const cli_options *options)
{
    const char *file = options->command->which == CLI_CONVERT ? options->positional[1]
                       : options->command->which == CLI_GEN   ? options->output
                                                              : NULL;
    if (!file || strcmp(file, CLI_STANDARD_OUTPUT) != 0) return NULL;
    return options->json ? "format json" : options->verify ? "verify" : NULL;
}

static int exclude(const cli_command *command, const char *one, const char *other)
{
    return cli_usage_error(command->name, "--%s and --%s exclude each other", one, other);
}

/* What only the whole line shows. */
static int check(const cli_options *options, int positionals)
{
    const cli_command *command = options->command;
    if (options->directed && options->undirected) return exclude(command, "directed", "undirected");
    if (options->has_sources && options->sources_file) return exclude(command, "sources", "sources-file");
    if (options->has_strategy && options->has_method) return exclude(command, "strategy", "method");
    if (command->which == CLI_BC && options->weighted &&
        (options->strategy != TROPIC_STRATEGY_AUTO || options->method != TROPIC_BC_AUTO))
        return exclude(command, "weighted", options->has_strategy ? "strategy" : "method");
    if (options->error > 0 && options->endpoints) return exclude(command, "error", "endpoints");
    if (options->error > 0 && options->sources_file) return exclude(command, "error", "sources-file");
    if (options->edges && beside_edges(options)) return exclude(command, "edges", beside_edges(options));
    if (reduces(options) && beside_reduce(options)) return exclude(command, "reduce", beside_reduce(options));
    if (options->confidence > 0 && options->error == 0)
        return cli_usage_error(command->name, "--confidence needs --error");
    if (options->has_tie && !options->weighted) return cli_usage_error(command->name, "--tie needs --weighted");
    if (options->checkpoint_every > 0 && !options->checkpoint)
        return cli_usage_error(command->name, "--every needs --checkpoint");
    if (options->checkpoint && options->repeat > 1) return exclude(command, "checkpoint", "repeat");
    if (options->partial && options->repeat > 1) return exclude(command, "partial", "repeat");
    if (positionals < command->positionals)
        return cli_usage_error(command->name, "missing argument: tropic %s %s", command->name, command->arguments);
    if (command->which == CLI_GEN && !options->output)
        return cli_usage_error(command->name, "--output FILE is missing");
    if (command->which == CLI_DRAW && !options->positions)
        return cli_usage_error(command->name, "--positions FILE is missing");
    if (beside_graph(options))
        return cli_usage_error(command->name, "a graph on standard output and --%s exclude each other",
                               beside_graph(options));
    if (options->fixed && !options->initial) return cli_usage_error(command->name, "--fixed needs --initial");
    if ((command->which & (CLI_BFS | CLI_SSSP)) && !options->has_source)
        return cli_usage_error(command->name, "--source ID is missing");
    if (command->which == CLI_PATH && !(options->has_source && options->has_target))
        return cli_usage_error(command->name, "--%s ID is missing", options->has_source ? "to" : "from");
    if (options->coordinates && !options->weighted)
        return cli_usage_error(command->name, "--coordinates needs --weighted");
    return cli_check_ending(options) == CLI_OK ? cli_check_files(options) : CLI_USAGE;
}

/* Where --device says nothing, the environment does. */
static int ask_environment(cli_options *options)
{
    const char *command = options->command->name, *word = tp_environment(TP_DEVICE_VARIABLE);
    const cli_option *device = find("device", strlen("device"), options->command->which);
    if (!(device->which & options->command->which) || options->has_device || !word || !*word) return CLI_OK;
    if (tp_device_of_word(word, &options->device, &options->device_index)) return CLI_OK;
    return cli_usage_error(command, TP_DEVICE_VARIABLE " in the environment must be " TP_DEVICE_WORDS ", not '%s'",
                           word);
}

/* "-1" and "-.5": no option begins so, and a parameter is then told what it may be. */
static bool is_negative(const char *word)
{
    return word[0] == '-' && (isdigit((unsigned char)word[1]) || word[1] == '.');
}

int cli_options_parse(cli_options *options, const cli_command *command, int count, char **words)
{
    int positionals = 0;
    bool only_positionals = false;
    seen_options seen = {0};
    *options = (cli_options){.command = command,
                             .seed = 1,
                             .dimensions = 2,
                             .repeat = 1,
                             .precision = TROPIC_FP64,
                             .width = PICTURE_SIDE,
                             .height = PICTURE_SIDE};
    for (int k = 0; k < count; k++) {
        const char *word = words[k];
        const bool parameter = command->optional > 0 && positionals >= command->positionals && is_negative(word);
        bool used_next = false;
        if (only_positionals || parameter || word[0] != '-' || !word[1]) {
            if (positionals == command->positionals + command->optional)
                return cli_usage_error(command->name, "one argument too many: '%s'", word);
            /* The first names what is read, in every command that reads. */
            options->positional[positionals] =
                positionals == 0 && command->which != CLI_GEN && strcmp(word, "-") == 0 ? STANDARD_INPUT : word;
            positionals++;
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
        if (options->help) return CLI_OK;
    }
    name_outputs(options);
    return check(options, positionals) == CLI_OK ? ask_environment(options) : CLI_USAGE;
}
