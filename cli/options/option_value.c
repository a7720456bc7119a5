/* SPDX-License-Identifier: Apache-2.0
 *
 * Takes the value of an option, as its row in the table says.
 */
#include "cli/options/option_table.h"

#include "cli/options/parse.h"

#include <inttypes.h>
#include <string.h>

static const char *word_at(const cli_option *option, int place)
{
    return option->words ? option->words[place] : option->word(place);
}

/* "a, b or c" */
static void list_words(const cli_option *option, char text[CLI_WANTED_LENGTH])
{
    size_t used = 0;
    for (int k = 0; word_at(option, k) && used < CLI_WANTED_LENGTH; k++) {
        const char *separator = k == 0 ? "" : word_at(option, k + 1) ? ", " : " or ";
        used += (size_t)snprintf(text + used, CLI_WANTED_LENGTH - used, "%s%s", separator, word_at(option, k));
    }
}

static const char *describe(const cli_option *option, char text[CLI_WANTED_LENGTH])
{
    if (option->wanted) return option->wanted;
    if (option->kind == CLI_WORD)
        list_words(option, text);
    else if (option->high == option->low + 1)
        snprintf(text, CLI_WANTED_LENGTH, "%" PRId64 " or %" PRId64, option->low, option->high);
    else
        snprintf(text, CLI_WANTED_LENGTH, "a whole number from %" PRId64 " to %" PRId64, option->low, option->high);
    return text;
}

/* A bool, an int or enum, or an int64_t, by its size. */
static void store(void *options, size_t at, size_t size, int64_t number)
{
    const bool flag = number != 0;
    const int32_t narrow = (int32_t)number;
    const void *from = size == sizeof flag     ? (const void *)&flag
                       : size == sizeof narrow ? (const void *)&narrow
                                               : &number;
    memcpy((char *)options + at, from, size);
}

static bool take_word(const cli_option *option, const char *text, int64_t *number)
{
    int k = 0;
    while (word_at(option, k) && strcmp(text, word_at(option, k)) != 0) k++;
    *number = option->low + k;
    return word_at(option, k) != NULL;
}

const char *cli_option_take(const cli_option *option, void *options, const char *value, char wanted[CLI_WANTED_LENGTH])
{
    int64_t number = 1;
    double real;
    bool good = true;
    if (option->given) store(options, option->given, sizeof(bool), 1);
    switch (option->kind) {
    case CLI_SPECIAL: return option->take(options, value);
    case CLI_FILE:
    case CLI_NAME:
        memcpy((char *)options + option->at, &value, sizeof value);
        return *value ? NULL : option->kind == CLI_FILE ? "a file name" : "a name";
    case CLI_REAL:
        good = cli_parse_real(value, &real) && real >= option->min && real <= option->max;
        memcpy((char *)options + option->at, &real, sizeof real);
        return good ? NULL : option->wanted;
    case CLI_INTEGER: good = cli_parse_integer(value, option->low, option->high, &number); break;
    case CLI_WORD: good = take_word(option, value, &number); break;
    case CLI_FLAG: break;
    }
    store(options, option->at, option->size, number);
    return good ? NULL : describe(option, wanted);
}
