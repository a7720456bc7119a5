/* SPDX-License-Identifier: Apache-2.0
 *
 * What closeness and harmonic share: their run, summary and rows of options.
 */
#ifndef TP_CLI_CLOSENESS_RUN_H
#define TP_CLI_CLOSENESS_RUN_H

#include "cli/options/option_table.h"
#include "cli/run/run.h"

/* The words of the line. */
typedef struct cli_closeness_words {
    bool outgoing, classic, normalize;
    const char *vertices;
} cli_closeness_words;
extern const cli_closeness_words cli_closeness_defaults;

#define CLI_CLOSENESS_WEIGHTED                                                                                         \
    {                                                                                                                  \
        "weighted", NULL, CLI_AT(weighted), CLI_TAKES_FLAG,                                                            \
            .help = "values are lengths of arcs, none negative (default: each is 1)"                                   \
    }
#define CLI_CLOSENESS_OUTGOING                                                                                         \
    {                                                                                                                  \
        "outgoing", NULL, CLI_OWN(cli_closeness_words, outgoing), CLI_TAKES_FLAG,                                      \
            .help = "distances from a vertex (default: those to it, as in NetworkX)"                                   \
    }
#define CLI_CLOSENESS_VERTICES                                                                                         \
    {                                                                                                                  \
        "vertices-file", "FILE", CLI_OWN(cli_closeness_words, vertices), CLI_TAKES_FILE,                               \
            .help = "of the ids in FILE alone, one per line; a search for each. Not with\n"                            \
                    "--sources, --sources-file, --partial or --top"                                                    \
    }

/* Runs the command, for a column of that name. */
int cli_closeness_run(const cli_options *options, const char *column);
int cli_closeness_check(const cli_options *options);
double cli_closeness_searches(const cli_options *options, double vertices);

#endif
