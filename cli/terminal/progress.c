/* SPDX-License-Identifier: Apache-2.0
 *
 * The progress bar: one line on a terminal, redrawn a few times a second, erased at the end.
 */
#define _GNU_SOURCE
#include "cli/cli.h"
#include "runtime/environment.h"

#include <string.h>
#include <unistd.h>

#define BAR_WIDTH 30
/* Seconds between two drawings, and before the first: a short run shows nothing. */
#define REDRAW 0.1
#define FIRST_DRAW 0.5

void cli_progress_begin(cli_progress *progress, bool wanted)
{
    const char *terminal = tp_environment("TERM");
    progress->shown = wanted && isatty(STDERR_FILENO) && terminal && strcmp(terminal, "dumb") != 0;
    progress->start = cli_now();
    progress->last = progress->start + FIRST_DRAW - REDRAW;
}

static void erase(void)
{
    fputs("\r\033[K", stderr);
}

void cli_progress_clear(cli_progress *progress)
{
    if (progress->drawn) erase();
    progress->drawn = false;
}

void cli_progress_end(cli_progress *progress)
{
    cli_progress_clear(progress);
    progress->shown = false;
}

static void draw(double done, double elapsed)
{
    char bar[BAR_WIDTH + 1];
    const int full = (int)(done * BAR_WIDTH);
    const double left = elapsed * (1 - done) / done;

    memset(bar, '.', BAR_WIDTH);
    memset(bar, '#', (size_t)full);
    bar[BAR_WIDTH] = '\0';
    erase();
    fprintf(stderr, "[%s] %5.1f %%", bar, 100 * done);
    if (left < 60)
        fprintf(stderr, "  %.0f s left", left);
    else if (left < 3600)
        fprintf(stderr, "  %.0f min left", left / 60);
    else
        fprintf(stderr, "  %.1f h left", left / 3600);
    fflush(stderr);
}

bool cli_progress_call(double done, void *user)
{
    cli_progress *progress = user;
    double now;
    if (cli_cancelled()) return false;
    if (!progress->shown) return true;
    now = cli_now();
    if (now - progress->last < REDRAW || !(done > 0) || done > 1) return true;
    draw(done, now - progress->start);
    progress->last = now;
    progress->drawn = true;
    return true;
}
