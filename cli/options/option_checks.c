/* SPDX-License-Identifier: Apache-2.0
 *
 * Sentences for options that do not go together.
 */
#include "cli/cli.h"
#include "cli/options/options.h"

int cli_exclude(const cli_options *options, const char *one, const char *other)
{
    return cli_usage_error(options->command->name, "--%s and --%s exclude each other", one, other);
}

int cli_missing(const cli_options *options, const char *option)
{
    return cli_usage_error(options->command->name, "--%s is missing", option);
}

int cli_needs(const cli_options *options, const char *option, const char *other)
{
    return cli_usage_error(options->command->name, "--%s needs --%s", option, other);
}
