/* SPDX-License-Identifier: Apache-2.0
 *
 * Values of options that no kind of the table describes.
 */
#include "cli/options/option_table.h"

#include "cli/options/parse.h"
#include "runtime/device_word.h"

#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof *(array))

const char *cli_take_seed(cli_options *options, const char *value)
{
    return cli_parse_unsigned(value, &options->seed) ? NULL : "a whole number from 0 to 18446744073709551615";
}

const char *cli_take_sources(cli_options *options, const char *value)
{
    options->has_sources = true;
    options->some_sources = strcmp(value, "all") != 0;
    if (!options->some_sources || cli_parse_integer(value, 1, TROPIC_INDEX_MAX, &options->source_count)) return NULL;
    return "'all' or a whole number from 1 to 2147483647";
}

/* A number of bytes, or of units of 2^10, 2^20 or 2^30 bytes. */
const char *cli_take_max_text(cli_options *options, const char *value)
{
    static const char units[] = "KMG";
    const size_t length = strlen(value);
    const char *unit = length > 0 ? strchr(units, value[length - 1]) : NULL;
    const int shift = unit && *unit ? 10 * (int)(unit - units + 1) : 0;
    char digits[24];
    snprintf(digits, sizeof digits, "%.*s", (int)(length - (shift > 0)), value);
    if (length < sizeof digits && cli_parse_integer(digits, 1, INT64_MAX >> shift, &options->max_text)) {
        options->max_text <<= shift;
        return NULL;
    }
    return "a number of bytes from 1 to 9223372036854775807, perhaps with K, M or G behind it";
}

const char *cli_take_device(cli_options *options, const char *value)
{
    return tp_device_of_word(value, &options->device, &options->device_index) ? NULL : TP_DEVICE_WORDS;
}

/* Names may hold a comma within quotes: the library reads them. */
const char *cli_take_columns(cli_options *options, const char *value)
{
    options->columns = value;
    return strchr(value, ',') ? NULL : "FROM,TO or FROM,TO,WEIGHT, as names or as numbers from 1";
}

/* The ways to betweenness, by the names that they have in the literature. */
const char *cli_take_bc_method(cli_options *options, const char *value)
{
    static const struct {
        const char *name;
        tropic_bc_method method;
        tropic_strategy strategy;
    } ways[] = {{"auto", TROPIC_BC_AUTO, TROPIC_STRATEGY_AUTO},
                {"edge-parallel", TROPIC_BC_PRODUCTS, TROPIC_STRATEGY_COOC_SCALAR},
                {"vertex-parallel", TROPIC_BC_PRODUCTS, TROPIC_STRATEGY_CSC_SCALAR},
                {"work-efficient", TROPIC_BC_WORK_EFFICIENT, TROPIC_STRATEGY_AUTO},
                {"batched", TROPIC_BC_BATCHED, TROPIC_STRATEGY_AUTO},
                {"products", TROPIC_BC_PRODUCTS, TROPIC_STRATEGY_AUTO}};
    for (size_t k = 0; k < LENGTH(ways); k++)
        if (strcmp(value, ways[k].name) == 0) {
            options->method = ways[k].method;
            options->strategy = ways[k].strategy;
            options->has_method = true;
            return NULL;
        }
    return "auto, products, edge-parallel, vertex-parallel, work-efficient or batched";
}

/* A comma between those that are to be taken. */
const char *cli_take_reductions(cli_options *options, const char *value)
{
    static const struct {
        const char *name;
        unsigned reductions;
    } names[] = {{"auto", 0},
                 {"none", TROPIC_BC_UNREDUCED},
                 {"all", TROPIC_BC_FOLD | TROPIC_BC_SPLIT | TROPIC_BC_TWINS},
                 {"fold", TROPIC_BC_FOLD},
                 {"split", TROPIC_BC_SPLIT},
                 {"twins", TROPIC_BC_TWINS}};
    static const char *const wanted = "auto, none, all, or some of fold,split,twins";
    enum { WHOLE = 3 }; /* names that stand alone */
    options->reductions = 0;
    for (const char *word = value;; word++) {
        const size_t length = strcspn(word, ",");
        size_t k = 0;
        while (k < LENGTH(names) && (strlen(names[k].name) != length || memcmp(word, names[k].name, length) != 0)) k++;
        if (k == LENGTH(names) || (k < WHOLE && (word != value || word[length]))) return wanted;
        options->reductions |= names[k].reductions;
        word += length;
        if (!*word) return NULL;
    }
}
