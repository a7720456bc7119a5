/* SPDX-License-Identifier: Apache-2.0
 *
 * SIGINT, SIGTERM and SIGHUP end the benchmark at once, as other commands of the tool: with a message and the exit code
 * of a cancelled run. Rows are written as they are measured, so that nothing is lost. One that was ignored when the
 * program began stays ignored.
 */
#define _POSIX_C_SOURCE 200809L
#include "bench/common.h"

#include <signal.h>
#include <unistd.h>

static pid_t parent;

/* Children, which the benchmark has as other programs that want the cores, say nothing. */
static void on_signal(int number)
{
    static const char words[] = "tropic bench: cancelled\n";
    (void)number;
    /* (A closed stderr is no matter.) */
    if (getpid() != parent || write(STDERR_FILENO, words, sizeof words - 1) < 0) _exit(BENCH_CANCELLED);
    _exit(BENCH_CANCELLED);
}

void bench_signals(void)
{
    static const int heard[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction before, action = {.sa_handler = on_signal};
    parent = getpid();
    sigemptyset(&action.sa_mask);
    for (size_t k = 0; k < sizeof heard / sizeof *heard; k++)
        if (sigaction(heard[k], NULL, &before) == 0 && before.sa_handler != SIG_IGN) sigaction(heard[k], &action, NULL);
}
