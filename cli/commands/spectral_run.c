/* SPDX-License-Identifier: Apache-2.0
 *
 * What pagerank, katz, eigenvector and hits share.
 */
#include "cli/commands/spectral_run.h"

#include <math.h>

/* As the library tells a bound (algorithms/spectral/katz.c). */
#define ESTIMATE_ERROR 2e-7
#define BOUND_DIGITS 6

const cli_spectral_words *cli_spectral_words_of(const cli_options *options)
{
    return (const cli_spectral_words *)(const void *)options->own;
}

tropic_spectral_report *cli_spectral_report(const cli_run *run)
{
    tropic_spectral_report *report = (tropic_spectral_report *)(void *)run->own;
    report->size = sizeof *report;
    return report;
}

static int prepare(cli_run *run)
{
    int code = CLI_OK;
    for (int k = 0; code == CLI_OK && k < CLI_GIVEN_VECTORS; k++)
        code = cli_given(run, k, cli_spectral_words_of(run->options)->file[k]);
    return code == CLI_OK ? cli_results(run, run->options->precision) : code;
}

int cli_spectral_run(const cli_options *options, cli_algorithm algorithm)
{
    algorithm.weighted = options->weighted;
    algorithm.bar = algorithm.whole = algorithm.blames_graph = true;
    algorithm.prepare = prepare;
    return cli_run_algorithm(options, &algorithm);
}

void cli_spectral_text(FILE *file, const cli_run *run, const char *what)
{
    const tropic_spectral_report *r = cli_spectral_report(run);
    fprintf(file, "residual %.3g, %s%s the tolerance %g\n", r->residual, what, r->converged ? "below" : "not below",
            cli_spectral_words_of(run->options)->tolerance);
}

void cli_spectral_members(cli_json *json, const cli_run *run)
{
    const tropic_spectral_report *r = cli_spectral_report(run);
    cli_json_bool(json, "weighted", run->weighted);
    cli_json_real(json, "residual", r->residual);
    cli_json_real(json, "tolerance", cli_spectral_words_of(run->options)->tolerance);
    cli_json_bool(json, "converged", r->converged);
}

void cli_spectral_members_lambda(cli_json *json, const cli_run *run)
{
    cli_spectral_members(json, run);
    cli_json_real(json, "lambda", cli_spectral_report(run)->lambda);
}

bool cli_spectral_wanting(const cli_run *run)
{
    const cli_spectral_words *w = cli_spectral_words_of(run->options);
    return !cli_spectral_report(run)->converged && (w->has_tolerance || !w->has_iterations);
}

int cli_spectral_conclude(const cli_run *run, const char *what, const char *how)
{
    if (!cli_spectral_wanting(run)) return CLI_OK;
    return cli_error(CLI_FAILED, "after %d iterations %s still change by %.3g%s, not less than %g%s",
                     (int)run->report.levels, what, cli_spectral_report(run)->residual, how,
                     cli_spectral_words_of(run->options)->tolerance,
                     run->options->precision == TROPIC_FP32 ? "; fp64 comes nearer than fp32" : "");
}

double cli_spectral_bound(double lambda, double most)
{
    const double bound = fmin(most, (1 + ESTIMATE_ERROR) / lambda);
    const double scale = pow(10, BOUND_DIGITS - 1 - floor(log10(bound)));
    return isfinite(scale) ? floor(bound * scale) / scale : bound;
}

double cli_spectral_iterations(const cli_options *options, double vertices)
{
    (void)vertices;
    return tp_work_of_iterations(cli_spectral_words_of(options)->iterations);
}
