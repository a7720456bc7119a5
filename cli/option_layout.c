/* SPDX-License-Identifier: Apache-2.0
 *
 * What the options of layouts make of their values.
 */
#include "cli/option_table.h"

#include "cli/parse.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* To the library 0 is "not given": what opens every node of the tree as well. */
#define THETA_ZERO 1e-30

const char *cli_take_initial(cli_options *options, const char *value)
{
    return cli_take_file(&options->initial, value);
}

const char *cli_take_fixed(cli_options *options, const char *value)
{
    return cli_take_file(&options->fixed, value);
}

const char *cli_take_dimensions(cli_options *options, const char *value)
{
    int64_t dimensions = 0;
    bool good = cli_parse_integer(value, 2, 3, &dimensions);
    options->dimensions = (int)dimensions;
    return good ? NULL : "2 or 3";
}

const char *cli_take_layout_method(cli_options *options, const char *value)
{
    static const char *const names[] = {"auto", "exact", "barnes-hut"};
    int k = cli_find_word(value, names, LENGTH(names));
    options->layout.method = k < 0 ? TROPIC_LAYOUT_AUTO : (tropic_layout_method)k;
    return k >= 0 ? NULL : "auto, exact or barnes-hut";
}

const char *cli_take_theta(cli_options *options, const char *value)
{
    double *theta = &options->layout.theta;
    if (!cli_parse_real(value, theta) || !(*theta >= 0 && *theta <= 1)) return "a number from 0 to 1";
    if (*theta < THETA_ZERO) *theta = THETA_ZERO;
    return NULL;
}

/* Is it a number above 0 that layouts take? */
static bool take_positive(const char *value, double *number)
{
    return cli_parse_real(value, number) && *number > 0 && *number <= TROPIC_LAYOUT_MAX;
}

const char *cli_take_k(cli_options *options, const char *value)
{
    return take_positive(value, &options->layout.k) ? NULL : "a number above 0, up to 1e300";
}

const char *cli_take_gravity(cli_options *options, const char *value)
{
    double *gravity = &options->layout.gravity;
    return cli_parse_real(value, gravity) && *gravity >= 0 && *gravity <= TROPIC_LAYOUT_MAX
               ? NULL
               : "a number from 0 to 1e300";
}

const char *cli_take_iterations(cli_options *options, const char *value)
{
    int64_t iterations = 0;
    bool good = cli_parse_integer(value, 1, INT32_MAX, &iterations);
    options->layout.iterations = (int32_t)iterations;
    return good ? NULL : "a whole number from 1 to 2147483647";
}

const char *cli_take_tolerance(cli_options *options, const char *value)
{
    return take_positive(value, &options->layout.tolerance) ? NULL : "a number above 0, up to 1e300";
}

const char *cli_take_levels(cli_options *options, const char *value)
{
    int64_t levels = 0;
    bool good = cli_parse_integer(value, 1, INT32_MAX, &levels);
    options->layout.levels = (int32_t)levels;
    return good ? NULL : "a whole number from 1 to 2147483647";
}

const char *cli_take_stress(cli_options *options, const char *value)
{
    int64_t sources = 0;
    bool good = cli_parse_integer(value, 0, TROPIC_INDEX_MAX, &sources);
    options->stress = (tropic_index)sources;
    options->has_stress = true;
    return good ? NULL : "a whole number from 0 to 2147483647";
}

const char *cli_take_reproducible(cli_options *options, const char *value)
{
    (void)value;
    options->reproducible = true;
    return NULL;
}
