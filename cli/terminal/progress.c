/* SPDX-License-Identifier: Apache-2.0
 *
 * The progress bar: one line on a terminal, as wide as that is when it is drawn, a few times a second, and erased at
 * the end.
 */
#define _GNU_SOURCE
#include "cli/cli.h"
#include "runtime/environment.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* Columns of a bar: one of less says nothing, one of more nobody needs. */
#define BAR_MIN 4
#define BAR_MAX 1000
/* Columns of the text beside it, while hours have two digits: so its end stays in place. */
#define TEXT_WIDTH 22
#define TEXT_ROOM 64
/* Of a terminal that does not say. */
#define USUAL_COLUMNS 80
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

static void put_drawn(cli_progress *progress, bool drawn)
{
    progress->drawn = drawn;
    cli_signals_bar(drawn);
}

static void erase(void)
{
    fputs(CLI_ERASE_LINE, stderr);
}

void cli_progress_clear(cli_progress *progress)
{
    if (progress->drawn) erase();
    put_drawn(progress, false);
}

void cli_progress_end(cli_progress *progress)
{
    cli_progress_clear(progress);
    progress->shown = false;
}

/* Asked anew for each drawing: a terminal's size may change. */
static int columns(void)
{
    const char *told = tp_environment("COLUMNS");
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
    return told && atoi(told) > 0 ? atoi(told) : USUAL_COLUMNS;
}

/* "  12.5 %  3 min left"; the length of the part up to "%". */
static int write_text(char text[TEXT_ROOM], double done, double left)
{
    const int length = snprintf(text, TEXT_ROOM, " %5.1f %%", 100 * done);
    const double of = left < 60 ? 1 : left < 3600 ? 60 : 3600;
    snprintf(text + length, TEXT_ROOM - (size_t)length, "  %.*f %s left", of < 3600 ? 0 : 1, left / of,
             of < 60     ? "s"
             : of < 3600 ? "min"
                         : "h");
    return length;
}

/* A bar and both parts of the text, or as much of these as fits. The last column stays free: some terminals begin a new
 * line in it. */
static void draw(double done, double elapsed)
{
    char bar[BAR_MAX + 1] = "", text[TEXT_ROOM];
    const int room = columns() - 1, part = write_text(text, done, elapsed * (1 - done) / done);
    const int length = (int)strlen(text), beside = length > TEXT_WIDTH ? length : TEXT_WIDTH;
    const int width = room - beside - 2 < BAR_MAX ? room - beside - 2 : BAR_MAX;
    erase();
    if (width >= BAR_MIN) {
        memset(bar, '.', (size_t)width);
        memset(bar, '#', (size_t)(done * width));
        fprintf(stderr, "[%s]%s", bar, text);
    } else if (room >= part) {
        fprintf(stderr, "%.*s", room >= length ? length : part, text);
    }
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
    put_drawn(progress, true);
    draw(done, now - progress->start);
    progress->last = now;
    return true;
}
