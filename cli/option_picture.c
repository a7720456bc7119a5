/* SPDX-License-Identifier: Apache-2.0
 *
 * What the options of pictures make of their values.
 */
#include "cli/option_table.h"

#include "cli/parse.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* Sides of a picture, in pixels. */
#define SIDE_MIN 16
#define SIDE_MAX 16384

const char *cli_take_positions(cli_options *options, const char *value)
{
    return cli_take_file(&options->positions, value);
}

const char *cli_take_color(cli_options *options, const char *value)
{
    return cli_take_file(&options->color, value);
}

const char *cli_take_size(cli_options *options, const char *value)
{
    return cli_take_file(&options->size, value);
}

const char *cli_take_theme(cli_options *options, const char *value)
{
    static const char *const names[] = {"light", "dark"};
    int k = cli_find_word(value, names, LENGTH(names));
    options->theme = k == 1 ? CLI_THEME_DARK : CLI_THEME_LIGHT;
    return k >= 0 ? NULL : "light or dark";
}

static const char *take_side(const char *value, int *side)
{
    int64_t pixels = 0;
    bool good = cli_parse_integer(value, SIDE_MIN, SIDE_MAX, &pixels);
    *side = (int)pixels;
    return good ? NULL : "a whole number from 16 to 16384";
}

const char *cli_take_width(cli_options *options, const char *value)
{
    return take_side(value, &options->width);
}

const char *cli_take_height(cli_options *options, const char *value)
{
    return take_side(value, &options->height);
}

const char *cli_take_projection(cli_options *options, const char *value)
{
    static const char *const names[] = {"xy", "xz", "yz", "iso"};
    int k = cli_find_word(value, names, LENGTH(names));
    options->projection = (cli_projection)(k + 1);
    return k >= 0 ? NULL : "xy, xz, yz or iso";
}
