/* SPDX-License-Identifier: Apache-2.0
 *
 * About how long a CPU works for a command: a guess by sizes alone, so that `auto` need not start a GPU, which takes a
 * third of a second, for what is done sooner.
 */
#include "cli/picture/scene.h"
#include "cli/run/device.h"

#include <math.h>
#include <sys/stat.h>

/* Nanoseconds of one thread for each vertex, of small and of large graphs, whose vertices the caches do not hold, and
 * for each entry; and how many threads are of use. For bc, of each source. Measured on two EPYCs with 2 and 16 cores:
 * kron 14, 17 and 20, lattices of side 300, 1000 and 1200. */
typedef struct cost {
    double vertex, far_vertex, entry;
    int threads;
} cost;

#define LARGE ((double)(1 << 19)) /* vertices */
/* Levels of one search are mostly too narrow for several threads; searches from several sources are not. */
static const cost of_bfs = {12, 60, 1, 1}, of_sssp = {20, 100, 8, 1}, of_bc = {30, 120, 1, 1 << 10},
                  of_bc_lengths = {80, 500, 12, 3},
                  of_layout = {2e5, 2e5, 0, 4}; /* by the steps of all its graphs, coarse to fine */
/* For each entry made by rule (1.5e-8 to 1.4e-7). */
#define MAKE_SECONDS 1e-7

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
    if (options->error > 0) count = 1 / (options->error * options->error); /* but for a factor of the confidence */
    return fmin(count, vertices);
}

static const cost *cost_of(const cli_options *options)
{
    switch (options->command->which) {
    case CLI_LAYOUT: return &of_layout;
    case CLI_BC: return options->weighted ? &of_bc_lengths : &of_bc;
    case CLI_SSSP: return &of_sssp;
    default: return options->weighted ? &of_sssp : &of_bfs;
    }
}

static double work(const cli_options *options, double vertices, double entries)
{
    const cost *cost = cost_of(options);
    const double one = vertices * (vertices < LARGE ? cost->vertex : cost->far_vertex) + entries * cost->entry;
    const double times = options->command->which == CLI_BC ? sources(options, vertices) : 1;
    return 1e-9 * one * times * options->repeat / fmin(cli_picture_threads(options), cost->threads);
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
    return entries * MAKE_SECONDS / cli_picture_threads(options);
}
