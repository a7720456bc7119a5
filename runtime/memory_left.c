/* SPDX-License-Identifier: Apache-2.0
 *
 * How much memory this process may still get: of the machine, of its control groups, and of its address space.
 */
#include "runtime/memory_left.h"
#include "runtime/runtime.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define LINE_LENGTH 512
#define PATH_LENGTH 4096

/* The number behind `name` in a file of lines "name number", or its first number if name is ""; SIZE_MAX: there is
 * none. */
static size_t number_in(const char *path, const char *name)
{
    const size_t length = strlen(name);
    FILE *file = fopen(path, "r");
    char line[LINE_LENGTH];
    uint64_t number = 0;
    bool found = false;
    if (!file) return SIZE_MAX;
    while (!found && fgets(line, sizeof line, file))
        found = strncmp(line, name, length) == 0 && sscanf(line + length, "%" SCNu64, &number) == 1;
    fclose(file);
    return found && number < SIZE_MAX ? (size_t)number : SIZE_MAX;
}

size_t tp_physical_memory(void)
{
    const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    return pages > 0 && page > 0 ? (size_t)pages * (size_t)page : 0;
}

/* What Linux can give without taking it from other processes. */
static size_t left_of_machine(void)
{
    const size_t kib = number_in("/proc/meminfo", "MemAvailable:"), all = tp_physical_memory();
    if (kib < SIZE_MAX / 1024) return kib * 1024;
    return all > 0 ? all : SIZE_MAX;
}

static size_t left_of_address_space(void)
{
    const long page = sysconf(_SC_PAGESIZE);
    size_t used = 0, pages;
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return SIZE_MAX;
    pages = number_in("/proc/self/statm", "");
    if (pages < SIZE_MAX && page > 0) used = pages * (size_t)page;
    return limit.rlim_cur > used ? (size_t)limit.rlim_cur - used : 0;
}

/* The files of a version of control groups. */
typedef struct group_files {
    const char *below, *limit, *used, *cached; /* the last is a name in memory.stat */
} group_files;

static size_t number_of(const char *folder, const char *file, const char *name)
{
    char path[PATH_LENGTH + LINE_LENGTH];
    snprintf(path, sizeof path, "%s/%s", folder, file);
    return number_in(path, name);
}

/* Files that were read, and can be read again, take memory until somebody needs it. */
static size_t left_of_group(const char *folder, const group_files *files)
{
    const size_t limit = number_of(folder, files->limit, ""), used = number_of(folder, files->used, "");
    const size_t cached = number_of(folder, "memory.stat", files->cached);
    size_t taken;
    if (limit == SIZE_MAX || used == SIZE_MAX) return SIZE_MAX;
    taken = cached < used ? used - cached : used;
    return limit > taken ? limit - taken : 0;
}

/* Of the group at `path` and of those that it lies in: the least. */
static size_t left_of_groups(const char *root, const group_files *files, const char *path)
{
    char folder[PATH_LENGTH];
    const int top = snprintf(folder, sizeof folder, "%s%s", root, files->below);
    size_t left = SIZE_MAX;
    if (top < 0 || (size_t)top + strlen(path) >= sizeof folder) return SIZE_MAX;
    strcpy(folder + top, path);
    for (char *end = folder + strlen(folder); end; end = strrchr(folder + top, '/')) {
        size_t here;
        *end = '\0';
        here = left_of_group(folder, files);
        if (here < left) left = here;
    }
    return left;
}

size_t tp_memory_of_groups(const char *list, const char *root)
{
    static const group_files second = {"", "memory.max", "memory.current", "inactive_file "};
    static const group_files first = {"/memory", "memory.limit_in_bytes", "memory.usage_in_bytes",
                                      "total_inactive_file "};
    FILE *file = fopen(list, "r");
    char line[PATH_LENGTH];
    size_t left = SIZE_MAX;
    if (!file) return SIZE_MAX;
    while (fgets(line, sizeof line, file)) {
        const char *names = strchr(line, ':'), *path = names ? strchr(names + 1, ':') : NULL;
        size_t here = SIZE_MAX;
        line[strcspn(line, "\n")] = '\0';
        if (path && path == names + 1) here = left_of_groups(root, &second, path + 1);
        if (path && strncmp(names, ":memory:", 8) == 0) here = left_of_groups(root, &first, path + 1);
        if (here < left) left = here;
    }
    fclose(file);
    return left;
}

size_t tp_available_memory(void)
{
    const size_t groups = tp_memory_of_groups("/proc/self/cgroup", "/sys/fs/cgroup");
    const size_t space = left_of_address_space();
    size_t left = left_of_machine();
    if (groups < left) left = groups;
    return space < left ? space : left;
}
