/* SPDX-License-Identifier: Apache-2.0
 *
 * What katz, eigenvector and hits share: their words, their part of the summary, and rows of options.
 */
#ifndef TP_CLI_SPECTRAL_RUN_H
#define TP_CLI_SPECTRAL_RUN_H

#include "cli/options/option_table.h"
#include "cli/run/run.h"

/* The words of the line; some commands have some of them. */
typedef struct cli_spectral_words {
    double alpha, beta, tolerance;
    int32_t iterations;
    bool raw, by_hub, has_beta, has_tolerance, has_iterations;
    const char *betas, *start;
} cli_spectral_words;

enum { CLI_SPECTRAL_START, CLI_SPECTRAL_BETAS }; /* of cli_run.given */

const cli_spectral_words *cli_spectral_words_of(const cli_options *options);
/* The report of the last run, as new. */
tropic_spectral_report *cli_spectral_report(cli_run *run);
/* The same as it is. */
const tropic_spectral_report *cli_spectral_told(const cli_run *run);

/* Reads the vectors of files. */
int cli_spectral_prepare(cli_run *run);
/* `what`: which changes the residual is of. */
void cli_spectral_text(FILE *file, const cli_run *run, const char *what);
void cli_spectral_members(cli_json *json, const cli_run *run);
/* Has the result not converged, so that the command says so and fails? (Who asks for iterations alone has what was
 * asked for.) */
bool cli_spectral_wanting(const cli_run *run);
/* CLI_FAILED with a message, of an iteration that needs more of them. */
int cli_spectral_unfinished(const cli_run *run, const char *what);
double cli_spectral_iterations(const cli_options *options, double vertices);

#define CLI_SPECTRAL_TOLERANCE(text)                                                                                   \
    {                                                                                                                  \
        "tolerance", "T", CLI_OWN(cli_spectral_words, tolerance), CLI_OWN_GIVEN(cli_spectral_words, has_tolerance),    \
            CLI_TAKES_REAL(CLI_ABOVE_0, CLI_BELOW_1, CLI_INSIDE_0_1), .help = text                                     \
    }
#define CLI_SPECTRAL_ITERATIONS                                                                                        \
    {                                                                                                                  \
        "iterations", "N", CLI_OWN(cli_spectral_words, iterations), CLI_OWN_GIVEN(cli_spectral_words, has_iterations), \
            CLI_TAKES_INTEGER(1, INT32_MAX),                                                                           \
            .help = "maximum (default 1000). If it is met first, the exit code is 1, unless\n"                         \
                    "N was given and T was not"                                                                        \
    }
#define CLI_SPECTRAL_WEIGHTED                                                                                          \
    {                                                                                                                  \
        "weighted", NULL, CLI_AT(weighted), CLI_TAKES_FLAG,                                                            \
            .help = "values of the file are weights of arcs, none negative (default: each\n"                           \
                    "is 1)"                                                                                            \
    }
#define CLI_SPECTRAL_START_FILE(text)                                                                                  \
    {                                                                                                                  \
        "start", "FILE", CLI_OWN(cli_spectral_words, start), CLI_TAKES_FILE, .help = text                              \
    }
#define CLI_SPECTRAL_REPRODUCIBLE                                                                                      \
    {                                                                                                                  \
        "reproducible", NULL, CLI_AT(reproducible), CLI_TAKES_FLAG,                                                    \
            .help = "the same bits on all devices; slower where some vertices have many arcs"                          \
    }

#endif
