/* SPDX-License-Identifier: Apache-2.0
 *
 * Where a command computes. With --device cpu or cuda, there. By auto, on the CPU if that ends sooner than a GPU
 * starts, and else on a GPU; on the CPU again, if that fails.
 */
#ifndef TP_CLI_DEVICE_H
#define TP_CLI_DEVICE_H

#include "cli/files/graphs.h"

#include <pthread.h>

#define CLI_REASON_LENGTH 512

typedef struct cli_devices {
    const cli_options *options;
    cli_progress *progress;
    tropic_context *host, *gpu; /* NULL: not open */
    bool begun;                 /* a thread opens the GPU, or has opened it */
    pthread_t thread;
    tropic_status status; /* of that */
    /* Why it is the CPU, by auto, or "". */
    char reason[CLI_REASON_LENGTH];
} cli_devices;

/* Computes in a context, and shows the result. `again`: on the CPU, after the GPU failed; the user is
 * not told the same twice. An exit code. */
typedef int cli_attempt(void *of, tropic_context *context, bool again);

/* Opens the device of --device. By auto, opens the CPU, and begins to open a GPU beside the next steps, if the CPU will
 * work for `seconds`. An exit code. */
int cli_devices_open(cli_devices *devices, const cli_options *options, cli_progress *progress, double seconds);
/* The context to read with: that of the CPU, if there is one. */
tropic_context *cli_devices_reader(const cli_devices *devices);
/* Attempts it where it is due; `seconds` of work for a CPU. An exit code. */
int cli_devices_run(cli_devices *devices, double seconds, cli_attempt *attempt, void *of);
void cli_devices_close(cli_devices *devices);
/* In a summary: the device of the context, and the reason, if there is one. */
void cli_devices_text(FILE *file, const cli_devices *devices, const tropic_context *context);
void cli_devices_json(cli_json *json, const cli_devices *devices, const tropic_context *context);

/* ---- how long a CPU works (cli/run/work.c) ---- */

/* Seconds for the command with a graph. */
double cli_work_of(const cli_options *options, const tropic_matrix *A);
/* The same, guessed by the size of the graph's file; 0 for a pipe. */
double cli_work_of_file(const cli_options *options);
/* Of a regular file; 0: it is none. */
double cli_file_bytes(const char *path);
/* Seconds to make so many entries by rule. */
double cli_work_to_make(const cli_options *options, double entries);

#endif
