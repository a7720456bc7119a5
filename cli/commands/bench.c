/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic bench: runs the program tropic-bench with the words that follow. It is a program of its own, with options of
 * its own, since it links libraries that the tool lacks (GraphBLAS's algorithms, the CUDA runtime for timers). It is
 * built and installed with the tool, so that users see one.
 */
#define _GNU_SOURCE
#include "cli/cli.h"
#include "cli/options/options.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PROGRAM "tropic-bench"

/* Where it is, seen from the tool: installed, and in a build tree. */
static const char *const places[] = {"/" PROGRAM, "/../bench/" PROGRAM};

/* The folder of this program; "" where the system does not say. */
static void find_folder(char *folder, size_t size)
{
    const ssize_t length = readlink("/proc/self/exe", folder, size - 1);
    char *slash;
    folder[length > 0 ? length : 0] = '\0';
    slash = strrchr(folder, '/');
    folder[slash ? slash - folder : 0] = '\0';
}

/* A signal that cli_signals_install ignores would stay ignored. */
static void restore_signals(void)
{
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
}

static int bench(int count, char **words)
{
    char folder[PATH_MAX], path[PATH_MAX + 32];
    char **arguments = calloc((size_t)count + 2, sizeof *arguments);
    int error;
    if (!arguments) return cli_error(CLI_FAILED, "out of memory");
    memcpy(arguments + 1, words, (size_t)count * sizeof *words);
    arguments[0] = PROGRAM;
    find_folder(folder, sizeof folder);
    restore_signals();
    for (size_t k = 0; *folder && k < sizeof places / sizeof *places; k++) {
        snprintf(path, sizeof path, "%s%s", folder, places[k]);
        execv(path, arguments);
    }
    execvp(PROGRAM, arguments);
    error = errno;
    free(arguments);
    return cli_error(CLI_MISSING, "bench: cannot run the program " PROGRAM ", neither beside this one nor on PATH: %s",
                     strerror(error));
}

extern const cli_command cli_bench;
const cli_command cli_bench = {
    .name = "bench",
    .arguments = "[options]",
    .summary = "run times, compared with GraphBLAS",
    .pass = bench,
};
