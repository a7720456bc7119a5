/* SPDX-License-Identifier: Apache-2.0
 *
 * Signals: the first SIGINT, SIGTERM or SIGHUP sets a flag that the progress callback reads, so that a run ends in
 * order; a later one kills. One that was ignored when the program began stays ignored. A wait for a pipe or a terminal
 * is interrupted again and again from then on, since a signal between a look at the flag and the wait interrupts
 * nothing. Some code does not look at the flag (GraphBLAS, or any other long step). By the second time it is ended
 * there, with the message and exit code of an orderly end. Nothing is lost by that: incomplete results have no name
 * yet, and a cancelled run has the time to save its state.
 */
#define _GNU_SOURCE
#include "cli/cli.h"

#include <signal.h>
#include <stddef.h>
#include <sys/time.h>
#include <unistd.h>

/* Seconds in which signals count as one: timeout(1), for one, sends its signal to the process and at
 * once again to its group. */
#define SAME_SIGNAL 0.2
/* Microseconds between interruptions: an orderly end takes less, and people take twice as long for at once. */
#define AGAIN 250000

static const int heard[] = {SIGINT, SIGTERM, SIGHUP};
#define HEARD (sizeof heard / sizeof *heard)
static volatile sig_atomic_t asked_to_end, finishing, patient, bar_drawn;
/* The message that the run was cancelled: whoever changes NOT_SAID says it. */
enum { NOT_SAID, SAYING, SAID };
static int message;
static volatile double asked_at;
static const char *volatile to_unlink;

static void interrupt_again(bool wanted)
{
    const struct timeval each = {.tv_usec = wanted ? AGAIN : 0};
    setitimer(ITIMER_REAL, &(const struct itimerval){each, each}, NULL);
}

/* One call of write, so that a line is whole. A closed stderr is no matter. */
static void say(const char *text, size_t length)
{
    if (write(STDERR_FILENO, text, length) < 0) return;
}

static void end_now(void)
{
    static const char words[] = CLI_ERASE_LINE "tropic: cancelled\n";
    const size_t skipped = bar_drawn ? 0 : sizeof CLI_ERASE_LINE - 1;
    const char *path = to_unlink;
    int before = NOT_SAID;
    if (__atomic_compare_exchange_n(&message, &before, SAYING, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        say(words + skipped, sizeof words - 1 - skipped);
    else if (before == SAYING)
        return; /* a wait for a full pipe goes on */
    if (path) unlink(path);
    _exit(CLI_CANCELLED);
}

static void on_alarm(int number)
{
    (void)number;
    if (asked_to_end && !finishing && !patient) end_now();
}

/* Calls nothing that is not async-signal-safe (cli_now is, and setitimer, a system call alone). */
static void on_signal(int number)
{
    const double now = cli_now();
    if (!asked_to_end) {
        asked_at = now;
        if (!finishing) interrupt_again(true);
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
    /* Under nohup(1) the run outlives the terminal; a shell's `trap '' INT` is also for the programs it starts. */
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
    interrupt_again(false);
    /* The signal itself does not cut a write short. */
    for (size_t k = 0; k < HEARD; k++) {
        struct sigaction action;
        if (sigaction(heard[k], NULL, &action) != 0 || action.sa_handler != on_signal) continue;
        action.sa_flags |= SA_RESTART;
        sigaction(heard[k], &action, NULL);
    }
}

void cli_signals_patient(bool wanted)
{
    patient = wanted;
}

void cli_signals_bar(bool drawn)
{
    bar_drawn = drawn;
}

void cli_signals_say(bool begins)
{
    int before = NOT_SAID;
    if (!begins)
        __atomic_store_n(&message, SAID, __ATOMIC_SEQ_CST);
    else if (!__atomic_compare_exchange_n(&message, &before, SAYING, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        while (before == SAYING) pause(); /* end_now() does, and ends the process */
}

void cli_signals_cleanup(const char *path)
{
    to_unlink = path;
}
