/* SPDX-License-Identifier: Apache-2.0
 *
 * The options of bc.
 */
#ifndef TP_CLI_BC_OPTIONS_H
#define TP_CLI_BC_OPTIONS_H

#include "cli/options/option_table.h"

#define CLI_BC_OPTIONS 16
extern const cli_option cli_bc_options[CLI_BC_OPTIONS];
/* Those that do not go together. */
int cli_bc_check(const cli_options *options);
/* About how many searches a run makes. */
double cli_bc_searches(const cli_options *options, double vertices);

#endif
