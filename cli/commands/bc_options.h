/* SPDX-License-Identifier: Apache-2.0
 *
 * The options of bc, and its part of the summary.
 */
#ifndef TP_CLI_BC_OPTIONS_H
#define TP_CLI_BC_OPTIONS_H

#include "cli/options/option_table.h"
#include "cli/run/run.h"

#define CLI_BC_OPTIONS 9
extern const cli_option cli_bc_options[CLI_BC_OPTIONS];
/* Those that do not go together. */
int cli_bc_check(const cli_options *options);

/* Sources, and how lengths were compared (cli/commands/bc_summary.c). */
void cli_bc_text(FILE *file, const cli_run *run);
void cli_bc_members(cli_json *json, const cli_run *run);

#endif
