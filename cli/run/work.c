/* SPDX-License-Identifier: Apache-2.0
 *
 * About how long a CPU works for a command, so that `auto` need not start a GPU, which takes a third of a second, for
 * what is done sooner.
 */
#include "algorithms/work.h"
#include "cli/picture/scene.h"
#include "cli/run/device.h"

#include <math.h>
#include <sys/stat.h>

/* Of text: an edge in about 16 bytes, mostly two entries. And entries of a vertex. */
#define ENTRY_BYTES 8
#define DEGREE 8
/* A line with an id. */
#define ID_BYTES 8

static double file_bytes(const char *path)
{
    struct stat found;
    return path && stat(path, &found) == 0 && S_ISREG(found.st_mode) ? (double)found.st_size : 0;
}

/* Searches of bc. */
static double sources(const cli_options *options, double vertices)
{
    double count = vertices;
    if (options->some_sources) count = (double)options->source_count;
    if (options->sources_file) count = file_bytes(options->sources_file) / ID_BYTES;
    return tp_work_sources(fmin(count, vertices), options->error);
}

static tp_work_kind kind_of(const cli_options *options)
{
    switch (options->command->which) {
    case CLI_LAYOUT: return TP_WORK_LAYOUT;
    case CLI_BC: return options->weighted ? TP_WORK_BC_LENGTHS : TP_WORK_BC;
    case CLI_SSSP: return TP_WORK_SSSP;
    default: return options->weighted ? TP_WORK_SSSP : TP_WORK_BFS;
    }
}

static double work(const cli_options *options, double vertices, double entries)
{
    const int threads = cli_picture_threads(options);
    const double times = options->command->which == CLI_BC ? sources(options, vertices) : 1;
    return tp_work_of_new(entries, threads) +
           times * options->repeat * tp_work_of_search(kind_of(options), vertices, entries, threads);
}

double cli_work_of(const cli_options *options, const tropic_matrix *A)
{
    return work(options, tropic_matrix_rows(A), (double)tropic_matrix_count(A));
}

double cli_work_of_file(const cli_options *options)
{
    const double entries = file_bytes(options->positional[0]) / ENTRY_BYTES;
    return work(options, entries / DEGREE, entries);
}

double cli_work_to_make(const cli_options *options, double entries)
{
    return tp_work_to_make(entries, cli_picture_threads(options));
}
