/* SPDX-License-Identifier: Apache-2.0
 *
 * Where symbolic links lead: for all that writes files, the tool too, which has nothing else of the
 * library's inside. The includer defines _GNU_SOURCE.
 */
#ifndef TP_LINKS_H
#define TP_LINKS_H

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* As many links as Linux follows. */
#define TP_LINKS_MAX 40

/* The name of a file that is not there yet, behind the links that lead to it (realpath names existing files alone);
 * free() it. NULL with errno. */
static inline char *tp_follow_links(const char *path)
{
    char *name = strdup(path), target[PATH_MAX];
    ssize_t length;
    for (int k = 0; name && (length = readlink(name, target, sizeof target - 1)) >= 0; k++) {
        /* A relative target begins where the link is. */
        const char *slash = target[0] == '/' ? NULL : strrchr(name, '/');
        char *next = NULL;
        target[length] = '\0';
        if (k == TP_LINKS_MAX) errno = ELOOP;
        if (k == TP_LINKS_MAX || asprintf(&next, "%.*s%s", slash ? (int)(slash - name) + 1 : 0, name, target) < 0)
            next = NULL;
        free(name);
        name = next;
    }
    return name;
}

/* The number of an open file of this process that a name stands for; -1: for none. */
static inline int tp_open_already(const char *name)
{
    static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
    const char *digits = NULL;
    char *end;
    long number;
    if (strcmp(name, "/dev/stdout") == 0) return STDOUT_FILENO;
    if (strcmp(name, "/dev/stderr") == 0) return STDERR_FILENO;
    for (size_t k = 0; k < sizeof folders / sizeof *folders; k++)
        if (strncmp(name, folders[k], strlen(folders[k])) == 0) digits = name + strlen(folders[k]);
    if (!digits || *digits < '0' || *digits > '9') return -1;
    number = strtol(digits, &end, 10);
    return *end == '\0' && number <= INT_MAX ? (int)number : -1;
}

#endif
