/* SPDX-License-Identifier: Apache-2.0
 *
 * Which names stand for one file, whether it is there or not.
 */
#define _GNU_SOURCE
#include "cli/output/output.h"

#include "runtime/links.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Of a missing file: its folder and its name in it, behind links. */
static bool place_of_missing(cli_file_place *place, const char *name)
{
    char *path = tp_follow_links(name), *slash, *last;
    struct stat folder;
    bool found;
    if (!path) return false;
    slash = strrchr(path, '/');
    last = slash ? slash + 1 : path;
    place->name = strdup(last);
    if (slash && slash != path) *slash = '\0';
    found = place->name && stat(!slash ? "." : slash == path ? "/" : path, &folder) == 0;
    if (found) {
        place->device = folder.st_dev;
        place->file = folder.st_ino;
    } else {
        cli_file_place_free(place);
    }
    free(path);
    return found;
}

bool cli_file_place_find(cli_file_place *place, const char *path)
{
    struct stat there;
    *place = (cli_file_place){.name = NULL};
    if (stat(path, &there) != 0) return place_of_missing(place, path);
    place->device = there.st_dev;
    place->file = there.st_ino;
    return S_ISREG(there.st_mode);
}

void cli_file_place_free(cli_file_place *place)
{
    free(place->name);
    place->name = NULL;
}

int cli_file_place_order(const cli_file_place *a, const cli_file_place *b)
{
    if (a->device != b->device) return a->device < b->device ? -1 : 1;
    if (a->file != b->file) return a->file < b->file ? -1 : 1;
    return a->name && b->name ? strcmp(a->name, b->name) : (a->name != NULL) - (b->name != NULL);
}

bool cli_same_file(const char *a, const char *b)
{
    cli_file_place of_a, of_b;
    const bool a_is = cli_file_place_find(&of_a, a), b_is = cli_file_place_find(&of_b, b);
    const bool same = a_is && b_is && cli_file_place_order(&of_a, &of_b) == 0;
    cli_file_place_free(&of_a);
    cli_file_place_free(&of_b);
    return same;
}
