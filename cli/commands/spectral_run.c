/* SPDX-License-Identifier: Apache-2.0
 *
 * What katz, eigenvector and hits share.
 */
#include "cli/commands/spectral_run.h"

const cli_spectral_words *cli_spectral_words_of(const cli_options *options)
{
    return (const cli_spectral_words *)(const void *)options->own;
}

tropic_spectral_report *cli_spectral_report(cli_run *run)
{
    tropic_spectral_report *report = (tropic_spectral_report *)(void *)run->own;
    *report = (tropic_spectral_report){.size = sizeof *report};
    return report;
}

const tropic_spectral_report *cli_spectral_told(const cli_run *run)
{
    return (const tropic_spectral_report *)(const void *)run->own;
}

int cli_spectral_prepare(cli_run *run)
{
    const cli_spectral_words *w = cli_spectral_words_of(run->options);
    const int code = cli_given(run, CLI_SPECTRAL_START, w->start);
    return code == CLI_OK ? cli_given(run, CLI_SPECTRAL_BETAS, w->betas) : code;
}

void cli_spectral_text(FILE *file, const cli_run *run, const char *what)
{
    const tropic_spectral_report *r = cli_spectral_told(run);
    fprintf(file, "residual %.3g, %s, %s the tolerance %g\n", r->residual, what, r->converged ? "below" : "not below",
            cli_spectral_words_of(run->options)->tolerance);
}

void cli_spectral_members(cli_json *json, const cli_run *run)
{
    const tropic_spectral_report *r = cli_spectral_told(run);
    cli_json_bool(json, "weighted", run->weighted);
    cli_json_real(json, "residual", r->residual);
    cli_json_real(json, "tolerance", cli_spectral_words_of(run->options)->tolerance);
    cli_json_bool(json, "converged", r->converged);
    cli_json_real(json, "lambda", r->lambda);
}

bool cli_spectral_wanting(const cli_run *run)
{
    const cli_spectral_words *w = cli_spectral_words_of(run->options);
    return !cli_spectral_told(run)->converged && (w->has_tolerance || !w->has_iterations);
}

int cli_spectral_unfinished(const cli_run *run, const char *what)
{
    return cli_error(CLI_FAILED, "after %d iterations %s still change by %.3g, not less than %g%s",
                     (int)run->report.levels, what, cli_spectral_told(run)->residual,
                     cli_spectral_words_of(run->options)->tolerance,
                     run->options->precision == TROPIC_FP32 ? "; fp64 comes nearer than fp32" : "");
}

double cli_spectral_iterations(const cli_options *options, double vertices)
{
    (void)vertices;
    return tp_work_of_iterations(cli_spectral_words_of(options)->iterations);
}
