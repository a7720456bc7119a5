/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared by all files of the `tropic` tool: exit codes, messages, signals and the progress bar.
 * cli/README.md describes the folders.
 */
#ifndef TP_CLI_H
#define TP_CLI_H

#include <tropic.h>

#include <stdio.h>

typedef enum cli_exit {
    CLI_OK = 0,
    CLI_FAILED = 1, /* or a mismatch */
    CLI_USAGE = 2,
    CLI_UNREADABLE = 3,
    CLI_MISSING = 4, /* no such device or feature */
    CLI_CANCELLED = 5,
    CLI_GPU_FAILED = -1 /* within the tool: of cli_check, see cli_gpu_failures */
} cli_exit;

/* ---- messages: one line on stderr each (cli/terminal/message.c) ---- */

/* "tropic: ..."; returns `code`. */
int cli_error(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* "tropic COMMAND: ...; see 'tropic COMMAND --help'"; returns CLI_USAGE. command NULL: the tool. */
int cli_usage_error(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Messages from now on are of that place, such as a line of a file: "tropic: PLACE: ...". Kept by reference; NULL: of
 * none. */
void cli_message_place(const char *place);
/* CLI_OK, or an exit code with a message: the code of the status (no device, cancelled, out of memory) if it has one,
 * else `otherwise`. context NULL: of the last context that could not be made. */
int cli_check(tropic_status status, const tropic_context *context, int otherwise);
/* The part of cli_check for a GPU that fails: it lacks memory, is not there or has an error. */
typedef enum cli_gpu {
    CLI_GPU_UNUSED, /* as with all errors */
    CLI_GPU_ASKED,  /* for by --device: the message also names the way without it */
    CLI_GPU_TRIED   /* by auto: says nothing, keeps the sentence for cli_gpu_failure, and returns CLI_GPU_FAILED */
} cli_gpu;
void cli_gpu_failures(cli_gpu how);
const char *cli_gpu_failure(void);
/* "ids go from 1 to 34", or how many there are where ids are missing between: for a message that one is not there.
 * Returns `text`. */
#define CLI_IDS_LENGTH 96
const char *cli_ids(char text[CLI_IDS_LENGTH], const tropic_matrix *A);
/* CLI_CANCELLED with a message where a signal came; else CLI_OK. */
int cli_check_cancelled(void);
/* A file name for people: a tab is shown as \t, other control characters as \x1b. */
void cli_put_name(FILE *file, const char *name);
/* A line of a summary: its label, and a file name. */
void cli_put_file(FILE *file, const char *key, const char *name);

/* Seconds on a steady clock; async-signal-safe (cli/terminal/clock.c). */
double cli_now(void);

/* ---- signals (cli/terminal/signals.c) ---- */

/* SIGINT, SIGTERM and SIGHUP ask the run to end, and interrupt its waits (EINTR); a later one
 * kills. A run that goes on for a quarter of a second ends then all the same, with CLI_CANCELLED and a message. One
 * that is ignored already stays so. A closed pipe and a file beyond `ulimit -f` are failed writes. */
void cli_signals_install(void);
bool cli_cancelled(void);
/* There is a result, which is to be written whatever the first signal: from here on nothing is cancelled by it. A
 * second one kills as before. */
void cli_signals_finish(void);
/* A run that, cancelled, has something to keep (an estimate, a checkpoint) is waited for, until it is not `wanted`. */
void cli_signals_patient(bool wanted);
/* Is there a bar to erase before the message? */
void cli_signals_bar(bool drawn);
/* The message that the run was cancelled begins, or has been said: it is said once. */
void cli_signals_say(bool begins);
#define CLI_ERASE_LINE "\r\033[K"
/* The file to unlink if a later signal kills; NULL: none. Kept by reference. */
void cli_signals_cleanup(const char *path);

/* ---- progress (cli/terminal/progress.c) ---- */

typedef struct cli_progress {
    bool shown;         /* draw a bar; cancelling works either way */
    bool drawn;         /* there is one on the terminal now */
    double start, last; /* seconds, steady clock */
} cli_progress;

/* The context's callback. user: a cli_progress. */
bool cli_progress_call(double done, void *user);
/* Starts the clock; shows the bar where `wanted` and stderr is a terminal that can erase a line. */
void cli_progress_begin(cli_progress *progress, bool wanted);
void cli_progress_end(cli_progress *progress);
/* Takes the bar away, for a message, until it is next drawn. */
void cli_progress_clear(cli_progress *progress);

#endif
