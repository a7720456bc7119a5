/* SPDX-License-Identifier: Apache-2.0
 *
 * What commands that add up over sources share: bc, closeness, harmonic.
 */
#include "cli/options/option_table.h"
#include "cli/run/run.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* A line of a file of sources. */
#define ID_BYTES 8

int cli_sums_check(const cli_options *options)
{
    if (options->has_sources && options->sources_file) return cli_exclude(options, "sources", "sources-file");
    if (options->error > 0 && options->sources_file) return cli_exclude(options, "error", "sources-file");
    if (options->confidence > 0 && options->error == 0) return cli_needs(options, "confidence", "error");
    return cli_lasts_check(options);
}

int cli_lasts_check(const cli_options *options)
{
    if (options->checkpoint_every > 0 && !options->checkpoint) return cli_needs(options, "every", "checkpoint");
    if (options->checkpoint && strcmp(options->checkpoint, "-") == 0)
        return cli_usage_error(options->command->name,
                               "--checkpoint takes the name of a file that is not standard output, not '-'");
    if (options->checkpoint && options->repeat > 1) return cli_exclude(options, "checkpoint", "repeat");
    return options->partial && options->repeat > 1 ? cli_exclude(options, "partial", "repeat") : CLI_OK;
}

void cli_lasts_text(FILE *file, const cli_run *run)
{
    if (run->bc.resumed == 0) return;
    fprintf(file, "resumed  with %.3g %% done, from ", 100 * run->bc.resumed);
    cli_put_name(file, run->options->checkpoint);
    fputc('\n', file);
}

double cli_sums_searches(const cli_options *options, double vertices)
{
    double count = vertices;
    if (options->some_sources) count = (double)options->source_count;
    if (options->sources_file) count = cli_file_bytes(options->sources_file) / ID_BYTES;
    return tp_work_sources(fmin(count, vertices), options->error);
}

void cli_checkpoint_failed(const char *message, void *user)
{
    cli_run *run = user;
    if (run->unsaved) return;
    run->unsaved = true;
    cli_progress_clear(&run->progress);
    cli_error(CLI_OK, "warning: %s; the run continues, and its result is not affected", message);
}

void cli_sums_text(FILE *file, const cli_run *run, void (*put_sample)(FILE *file, const cli_run *run))
{
    const cli_options *options = run->options;
    if (run->partial)
        fprintf(file, "sources  %" PRId64 ", when it was cancelled, scaled to all %d\n", run->bc.sources,
                run->source_count);
    else if (options->error > 0 && run->bc.error > 0)
        fprintf(file, "sources  %" PRId64 " random ones, seed %" PRIu64 ", error at most %.3g%s\n", run->bc.sources,
                options->seed, run->bc.error, run->bc.error > options->error ? ", more than --error" : "");
    else if (options->some_sources)
        put_sample(file, run);
    else if (options->sources_file)
        fprintf(file, "sources  %d, listed\n", run->source_count);
    else
        fprintf(file, "sources  all %d\n", run->source_count);
    cli_lasts_text(file, run);
}

void cli_sums_members(cli_json *json, const cli_run *run, double confidence)
{
    const cli_options *options = run->options;
    const bool drawn = options->some_sources || run->bc.error > 0 || run->partial;
    cli_json_integer(json, "sources", run->bc.sources);
    if (drawn) cli_json_unsigned(json, "seed", options->seed);
    cli_json_bool(json, "extrapolated", drawn);
    cli_json_bool(json, "cancelled", run->partial);
    if (options->error > 0) {
        cli_json_real(json, "error", run->bc.error);
        cli_json_real(json, "error_wanted", options->error);
        cli_json_real(json, "confidence", options->confidence > 0 ? options->confidence : confidence);
    }
    if (options->checkpoint) cli_json_real(json, "resumed", run->bc.resumed);
}
