/* SPDX-License-Identifier: Apache-2.0
 *
 * What the summary of bc has of sources and lengths.
 */
#include "cli/commands/bc_options.h"

#include <inttypes.h>

static void put_sample(FILE *file, const cli_run *run)
{
    const cli_options *options = run->options;
    const int K = run->source_count;
    fprintf(file, "sources  %d random ones, seed %" PRIu64 ", scaled by ", K, options->seed);
    if (options->edges || options->endpoints)
        fprintf(file, "n/%d\n", K);
    else if (K == 1)
        fputs("n-1\n", file);
    else
        fprintf(file, "(n-1)/%d, their own values by (n-1)/%d\n", K, K - 1);
}

/* How lengths were compared. */
static void put_lengths(FILE *file, const tropic_bc_report *report, bool given)
{
    if (report->scale > 0)
        fprintf(file, "lengths  decimals, times %.0f; ties are exact\n", report->scale);
    else if (report->tie > 0)
        fprintf(file, "lengths  tie within %.2g%s\n", report->tie, given ? "" : ", and half the least length");
    else
        fprintf(file, "lengths  tie if they are equal\n");
}

void cli_bc_text(FILE *file, const cli_run *run)
{
    cli_sums_text(file, run, put_sample);
    if (run->bc.reduced > 0)
        fprintf(file, "reduced  to %" PRId64 " vertices and %" PRId64 " entries\n", run->bc.reduced,
                run->bc.reduced_arcs);
    if (run->options->weighted) put_lengths(file, &run->bc, run->options->has_tie);
}

void cli_bc_members(cli_json *json, const cli_run *run)
{
    static const char *const scalings[] = {"none", "pairs", "full"};
    const cli_options *options = run->options;
    cli_sums_members(json, run, TROPIC_BC_CONFIDENCE);
    if (run->bc.reduced > 0) {
        cli_json_integer(json, "reduced", run->bc.reduced);
        cli_json_integer(json, "reduced_entries", run->bc.reduced_arcs);
    }
    cli_json_bool(json, "edges", options->edges);
    cli_json_bool(json, "endpoints", options->endpoints);
    cli_json_string(json, "normalize", scalings[options->normalize]);
    cli_json_bool(json, "weighted", options->weighted);
    if (!options->weighted) return;
    cli_json_real(json, "tie", run->bc.tie);
    cli_json_real(json, "scale", run->bc.scale > 0 ? run->bc.scale : 1);
}
