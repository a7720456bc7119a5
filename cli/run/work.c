/* SPDX-License-Identifier: Apache-2.0
 *
 * About how long a CPU works for a command. By that `auto` avoids the start of a GPU, a quarter of a second, for work
 * that is done sooner.
 */
#include "algorithms/work.h"
#include "cli/picture/scene.h"
#include "cli/run/device.h"

#include <sys/stat.h>

/* Of text: an edge in about 16 bytes, mostly two entries. And entries of a vertex. */
#define ENTRY_BYTES 8
#define DEGREE 8

double cli_file_bytes(const char *path)
{
    struct stat found;
    return path && stat(path, &found) == 0 && S_ISREG(found.st_mode) ? (double)found.st_size : 0;
}

static double work(const cli_options *options, bool directed, double vertices, double entries)
{
    const int threads = cli_picture_threads(options);
    const cli_command *command = options->command;
    /* (None is 0, and a search by lengths is no BFS.) */
    const tp_work_kind kind = options->weighted && command->weighted_work ? command->weighted_work : command->work;
    double (*const searches)(const cli_options *, double) =
        directed && command->directed_searches ? command->directed_searches : command->searches;
    const double times = searches ? searches(options, vertices) : 1;
    if (kind == TP_WORK_HOST) return 0;
    return tp_work_of_new(entries, threads) +
           times * options->repeat * tp_work_of_search(kind, vertices, entries, threads);
}

double cli_work_of(const cli_options *options, const tropic_matrix *A)
{
    const bool given = options->directed || options->undirected;
    const bool directed = given ? options->directed : tropic_matrix_file_direction(A) != TROPIC_FILE_UNDIRECTED;
    return work(options, directed, tropic_matrix_rows(A), (double)tropic_matrix_count(A));
}

double cli_work_of_file(const cli_options *options)
{
    const double entries = cli_file_bytes(options->positional[0]) / ENTRY_BYTES;
    /* (What the file says is not known yet.) */
    return work(options, options->directed, entries / DEGREE, entries);
}

double cli_work_to_make(const cli_options *options, double entries)
{
    return tp_work_to_make(entries, cli_picture_threads(options));
}
