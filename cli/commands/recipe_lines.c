/* SPDX-License-Identifier: Apache-2.0
 *
 * The lines of a recipe: words, quoted or not, and the command that they call.
 */
#define _GNU_SOURCE
#include "cli/commands/recipe_lines.h"

#include "cli/cli.h"
#include "cli/options/parse.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char blanks[] = " \t";
/* More than there are. */
#define CLI_COMMANDS_MAX 128

static int wrong(const cli_options *options, int64_t number, const char *what)
{
    return cli_error(CLI_UNREADABLE, "%s:%lld: %s", options->positional[1], (long long)number, what);
}

/* Takes a word from *text on, without its quotes, to *to; both then stand behind it. What is wrong; NULL: nothing. */
static const char *take_word(const char **text, char **to)
{
    char quote = 0;
    for (; **text && (quote || !strchr(blanks, **text)); ++*text) {
        if (quote ? **text == quote : **text == '"' || **text == '\'')
            quote = quote ? 0 : **text;
        else
            *(*to)++ = **text;
    }
    *(*to)++ = '\0';
    return quote ? "a quote is not closed" : NULL;
}

/* What is wrong with the line; NULL: nothing. */
static const char *take_words(recipe_line *line)
{
    const char *text = line->text, *what = NULL;
    char *to = line->letters;
    for (text += strspn(text, blanks); *text && !what; text += strspn(text, blanks)) {
        line->words[line->count++] = to;
        what = take_word(&text, &to);
    }
    return what;
}

static recipe_line *new_line(recipe_lines *lines)
{
    if (lines->count == lines->room) {
        const int room = 2 * lines->room + 8;
        recipe_line *more = realloc(lines->line, (size_t)room * sizeof *more);
        if (!more) return NULL;
        lines->line = more;
        lines->room = room;
    }
    lines->line[lines->count] = (recipe_line){0};
    return &lines->line[lines->count++];
}

static int add(recipe_lines *lines, const cli_options *options, int64_t number, const char *text)
{
    const size_t length = strlen(text);
    recipe_line *line = new_line(lines);
    const char *what;
    if (!line) return cli_error(CLI_FAILED, "out of memory for the recipe");
    line->number = number;
    line->text = strdup(text);
    /* (A word has a letter and a blank at least.) */
    line->letters = malloc(length + 2);
    line->words = calloc(length / 2 + 2, sizeof *line->words);
    if (!line->text || !line->letters || !line->words) return cli_error(CLI_FAILED, "out of memory for the recipe");
    what = take_words(line);
    return what ? wrong(options, number, what) : CLI_OK;
}

static int read_all(recipe_lines *lines, const cli_options *options, FILE *file, char **text)
{
    size_t room = 0;
    ssize_t length;
    int code = CLI_OK;
    for (int64_t number = 1; code == CLI_OK && (length = getline(text, &room, file)) >= 0; number++) {
        const char *begin;
        while (length > 0 && ((*text)[length - 1] == '\n' || (*text)[length - 1] == '\r')) (*text)[--length] = '\0';
        if (strlen(*text) < (size_t)length) return wrong(options, number, "a zero byte, this is no text");
        begin = *text + strspn(*text, blanks);
        if (*begin && *begin != '#') code = add(lines, options, number, begin);
    }
    if (code != CLI_OK) return code;
    if (cli_cancelled()) return cli_check_cancelled();
    if (!feof(file)) return cli_error(CLI_UNREADABLE, "%s: %s", options->positional[1], strerror(errno));
    return lines->count > 0 ? CLI_OK : cli_error(CLI_UNREADABLE, "%s has no commands", options->positional[1]);
}

int recipe_lines_read(recipe_lines *lines, const cli_options *options)
{
    const char *path = options->positional[1];
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    char *text = NULL;
    int code;
    if (!file && cli_cancelled()) return cli_check_cancelled();
    if (!file) return cli_error(CLI_UNREADABLE, "cannot open the recipe %s: %s", path, strerror(errno));
    code = read_all(lines, options, file, &text);
    free(text);
    if (file != stdin) fclose(file);
    return code;
}

void recipe_lines_free(recipe_lines *lines)
{
    for (int k = 0; k < lines->count; k++) {
        free(lines->line[k].text);
        free(lines->line[k].letters);
        free(lines->line[k].words);
    }
    free(lines->line);
    *lines = (recipe_lines){0};
}

/* Does it compute on a graph that it reads? */
static bool is_for_recipes(const cli_command *command, const cli_options *whole)
{
    return (command->traits & CLI_READS) && (command->traits & CLI_COMPUTES) && command != whole->command;
}

static const cli_command *named(const char *word, const cli_command *const *all)
{
    while (*all && strcmp(word, (*all)->name) != 0) all++;
    return *all;
}

static int unknown(const char *word, const cli_options *whole)
{
    const char *names[CLI_COMMANDS_MAX], *nearest;
    size_t count = 0;
    for (const cli_command *const *each = whole->all; *each && count < CLI_COMMANDS_MAX; each++)
        if (is_for_recipes(*each, whole)) names[count++] = (*each)->name;
    nearest = cli_nearest(word, names, sizeof *names, count);
    if (nearest) return cli_usage_error("run", "unknown command '%s', did you mean '%s'?", word, nearest);
    return cli_usage_error("run", "unknown command '%s'", word);
}

int recipe_line_parse(recipe_line *line, const cli_options *whole)
{
    const char *word = line->words[0];
    const cli_command *command = named(word, whole->all);
    int code;
    if (!command) return unknown(word, whole);
    if (!is_for_recipes(command, whole))
        return cli_usage_error("run", "%s computes nothing on the graph, and is no command of a recipe", word);
    code = cli_options_parse_line(&line->options, whole, command, line->count - 1, line->words + 1);
    return code == CLI_OK && line->options.help ? cli_usage_error(word, "-h is no option of a line") : code;
}
