/* SPDX-License-Identifier: Apache-2.0
 *
 * Themes, and values as colours.
 */
#include "cli/picture/scene.h"

#include <math.h>

/* A scale is logarithmic where more than half of the positive values are below this part of the greatest: else all
 * but a few would look the same. */
#define LONG_TAIL (1.0 / 50)
/* How far down a logarithmic scale goes from its greatest value; lower values count as its end. */
#define LOG_RANGE 1e-6

const cli_theme_colors *cli_theme_of(cli_theme theme)
{
    static const cli_theme_colors light = {.background = {255, 255, 255},
                                           .edge = {58, 66, 82},
                                           .vertex = {28, 96, 166},
                                           .none = {176, 176, 176},
                                           .from = 0,
                                           .to = 0.8},
                                  dark = {.background = {15, 17, 23},
                                          .edge = {142, 166, 200},
                                          .vertex = {247, 196, 92},
                                          .none = {104, 104, 108},
                                          .from = 0.2,
                                          .to = 1};
    return theme == CLI_THEME_DARK ? &dark : &light;
}

/* Lightness rises evenly, from 22 to 91 of CIELAB's 100: equal steps of a value look equal, also without colours. The
 * hue goes from violet through blue and green to yellow. */
cli_rgb cli_color_at(const cli_theme_colors *theme, double value)
{
    static const cli_rgb map[] = {{63, 36, 114}, {1, 72, 140},   {6, 99, 141},   {7, 124, 150}, {0, 151, 157},
                                  {8, 178, 152}, {84, 203, 127}, {167, 221, 97}, {250, 232, 83}};
    enum { LAST = sizeof map / sizeof *map - 1 };
    double place, part;
    int k;
    if (!(value >= 0)) return theme->none;
    place = (theme->from + fmin(value, 1) * (theme->to - theme->from)) * LAST;
    k = place < LAST - 1 ? (int)place : LAST - 1;
    part = place - k;
#define MIX(c) (unsigned char)lrint(map[k].c + part * (map[k + 1].c - map[k].c))
    return (cli_rgb){MIX(red), MIX(green), MIX(blue)};
#undef MIX
}

cli_rgb cli_color_mean(cli_rgb a, cli_rgb b)
{
    return (cli_rgb){(unsigned char)((a.red + b.red) / 2), (unsigned char)((a.green + b.green) / 2),
                     (unsigned char)((a.blue + b.blue) / 2)};
}

static bool has_value(const cli_scale *scale, const cli_values *values, tropic_offset k)
{
    return values->listed[k] && isfinite(values->value[k]) && !(scale->levels && values->value[k] == -1);
}

/* Is there -1, and nothing else below 0? */
static bool has_levels(const cli_values *values)
{
    bool found = false;
    for (tropic_offset k = 0; k < values->count; k++) {
        if (!values->listed[k] || !(values->value[k] < 0)) continue;
        if (values->value[k] != -1) return false;
        found = true;
    }
    return found;
}

/* The least positive value; *tail: do more than half of those lie far below the greatest? */
static double min_positive(const cli_scale *scale, const cli_values *values, bool *tail)
{
    double min = scale->high;
    tropic_offset positive = 0, far = 0;
    for (tropic_offset k = 0; k < values->count; k++) {
        const double value = values->value[k];
        if (!has_value(scale, values, k) || !(value > 0)) continue;
        positive++;
        far += value < scale->high * LONG_TAIL;
        if (value < min) min = value;
    }
    *tail = far > positive / 2;
    return min;
}

cli_scale cli_scale_of(const cli_values *values)
{
    cli_scale scale = {.low = INFINITY, .high = -INFINITY, .levels = has_levels(values)};
    double min;
    for (tropic_offset k = 0; k < values->count; k++) {
        if (!has_value(&scale, values, k)) continue;
        scale.low = fmin(scale.low, values->value[k]);
        scale.high = fmax(scale.high, values->value[k]);
    }
    if (!(scale.low >= 0) || !(scale.high > 0)) return scale;
    min = min_positive(&scale, values, &scale.logarithmic);
    if (scale.logarithmic) scale.low = fmax(min, scale.high * LOG_RANGE);
    return scale;
}

double cli_scale_at(const cli_scale *scale, const cli_values *values, tropic_offset k)
{
    const double value = values->value[k];
    if (!has_value(scale, values, k)) return -1;
    if (!(scale->low < scale->high)) return 0.5; /* all are the same */
    if (!scale->logarithmic)                     /* halves: the difference may be beyond a double's range */
        return (value / 2 - scale->low / 2) / (scale->high / 2 - scale->low / 2);
    return value > scale->low ? log(value / scale->low) / log(scale->high / scale->low) : 0;
}
