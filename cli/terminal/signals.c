/* SPDX-License-Identifier: Apache-2.0
 *
 * Signals: the first SIGINT, SIGTERM or SIGHUP sets a flag that the progress callback reads, so that a
 * run ends in order; a later one kills. One that was ignored when the program began stays ignored. What waits for a
 * pipe or a terminal is interrupted, once a second from then on: a signal that comes between a look at the flag and the
 * wait interrupts nothing.
 */
#define _GNU_SOURCE
#include "cli/cli.h"

#include <signal.h>
#include <stddef.h>
#include <unistd.h>

/* Seconds in which signals count as one: timeout(1), for one, sends its signal to the process and at
 * once again to its group. */
#define SAME_SIGNAL 0.2
/* Seconds between interruptions. */
#define AGAIN 1

static const int heard[] = {SIGINT, SIGTERM, SIGHUP};
#define HEARD (sizeof heard / sizeof *heard)
static volatile sig_atomic_t asked_to_end, finishing;
static volatile double asked_at;
static const char *volatile to_unlink;

static void on_alarm(int number)
{
    (void)number;
    alarm(AGAIN);
}

/* Calls nothing that is not async-signal-safe (cli_now and alarm are). */
static void on_signal(int number)
{
    const double now = cli_now();
    if (!asked_to_end) {
        asked_at = now;
        if (!finishing) alarm(AGAIN);
    } else if (now - asked_at > SAME_SIGNAL) {
        const char *path = to_unlink;
        if (path) unlink(path);
        signal(number, SIG_DFL);
        raise(number);
    }
    asked_to_end = 1;
}

void cli_signals_install(void)
{
    /* No SA_RESTART: opening a pipe that nobody writes would go on waiting. */
    struct sigaction action = {.sa_handler = on_signal}, again = {.sa_handler = on_alarm}, before;
    sigemptyset(&action.sa_mask);
    for (size_t k = 0; k < HEARD; k++) sigaddset(&action.sa_mask, heard[k]);
    sigemptyset(&again.sa_mask);
    sigaction(SIGALRM, &again, NULL);
    /* Under nohup(1) the run outlives the terminal, and a shell's `trap '' INT` is for what it starts, too. */
    for (size_t k = 0; k < HEARD; k++)
        if (sigaction(heard[k], NULL, &before) == 0 && before.sa_handler != SIG_IGN) sigaction(heard[k], &action, NULL);
    /* Failed writes, with a message. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

bool cli_cancelled(void)
{
    return asked_to_end && !finishing;
}

void cli_signals_finish(void)
{
    finishing = 1;
    alarm(0);
    /* What is written is not cut short by the signal itself. */
    for (size_t k = 0; k < HEARD; k++) {
        struct sigaction action;
        if (sigaction(heard[k], NULL, &action) != 0 || action.sa_handler != on_signal) continue;
        action.sa_flags |= SA_RESTART;
        sigaction(heard[k], &action, NULL);
    }
}

void cli_signals_cleanup(const char *path)
{
    to_unlink = path;
}
