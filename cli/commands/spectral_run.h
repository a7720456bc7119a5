/* SPDX-License-Identifier: Apache-2.0
 *
 * What pagerank, katz, eigenvector and hits share: their words, their course, their part of the summary, and rows of
 * options.
 */
#ifndef TP_CLI_SPECTRAL_RUN_H
#define TP_CLI_SPECTRAL_RUN_H

#include "cli/options/option_table.h"
#include "cli/run/run.h"

/* The words of the line; some commands have some of them. */
typedef struct cli_spectral_words {
    double alpha, beta, damping, tolerance;
    int32_t iterations;
    tropic_pagerank_method method;
    bool raw, by_hub, has_beta, has_tolerance, has_iterations;
    const char *file[CLI_GIVEN_VECTORS]; /* of cli_run.given, in the command's order */
} cli_spectral_words;

const cli_spectral_words *cli_spectral_words_of(const cli_options *options);
/* The report of the last run. */
tropic_spectral_report *cli_spectral_report(const cli_run *run);

/* Runs an algorithm, given what it alone has: it is of the whole graph, and reads the files and makes a result for each
 * column first. */
int cli_spectral_run(const cli_options *options, cli_algorithm algorithm);
/* `what`: which changes the residual is of. */
void cli_spectral_text(FILE *file, const cli_run *run, const char *what);
void cli_spectral_members(cli_json *json, const cli_run *run);
/* The same with lambda. */
void cli_spectral_members_lambda(cli_json *json, const cli_run *run);
/* Has the result not converged, so that the command says so and fails? (Who asks for iterations alone has what was
 * asked for.) */
bool cli_spectral_wanting(const cli_run *run);
/* If so, CLI_FAILED with a message: `what` still change by the residual, `how`. */
int cli_spectral_conclude(const cli_run *run, const char *what, const char *how);
/* 1 / lambda, of an estimate of it, as it is told: of 6 digits, rounded down, and at most so much. */
double cli_spectral_bound(double lambda, double most);
double cli_spectral_iterations(const cli_options *options, double vertices);

#define CLI_SPECTRAL_TOLERANCE(text)                                                                                   \
    {                                                                                                                  \
        "tolerance", "T", CLI_OWN(cli_spectral_words, tolerance), CLI_OWN_GIVEN(cli_spectral_words, has_tolerance),    \
            CLI_TAKES_REAL(CLI_ABOVE_0, 1e300, CLI_POSITIVE), .help = text                                             \
    }
#define CLI_SPECTRAL_ITERATIONS(most)                                                                                  \
    {                                                                                                                  \
        "iterations", "N", CLI_OWN(cli_spectral_words, iterations), CLI_OWN_GIVEN(cli_spectral_words, has_iterations), \
            CLI_TAKES_INTEGER(1, INT32_MAX),                                                                           \
            .help = "maximum (default " most "). If it is met first, the exit code is 1, unless\n"                     \
                    "N was given and T was not"                                                                        \
    }
#define CLI_SPECTRAL_WEIGHTED(text)                                                                                    \
    {                                                                                                                  \
        "weighted", NULL, CLI_AT(weighted), CLI_TAKES_FLAG, .help = text                                               \
    }
#define CLI_SPECTRAL_FILE(name, which, text)                                                                           \
    {                                                                                                                  \
        name, "FILE", CLI_OWN(cli_spectral_words, file[which]), CLI_TAKES_FILE, .help = text                           \
    }
#define CLI_SPECTRAL_WEIGHTS "values of the file are weights of arcs, none negative (default: each\nis 1)"
#define CLI_SPECTRAL_REPRODUCIBLE                                                                                      \
    {                                                                                                                  \
        "reproducible", NULL, CLI_AT(reproducible), CLI_TAKES_FLAG,                                                    \
            .help = "the same bits on all devices; slower where some vertices have many arcs"                          \
    }

#endif
