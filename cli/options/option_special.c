/* SPDX-License-Identifier: Apache-2.0
 *
 * Values of options that no kind of the table describes.
 */
#include "cli/options/option_table.h"

#include "cli/options/parse.h"
#include "runtime/device_word.h"

#include <string.h>

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
