/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared objects that are bytes in memory.
 */
#define _GNU_SOURCE
#include "runtime/jit/jit_parts.h"
#include "runtime/write.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The dynamic linker takes two objects with one path for the same, and descriptors are used again and
 * again. So each load writes the path in its own way: the bits of its number, as "/" or "./". */
static void put_own_path(char *path, int file)
{
    static unsigned loads;
    char *end = stpcpy(path, "/proc/self/fd/");
    for (unsigned bits = __atomic_add_fetch(&loads, 1, __ATOMIC_RELAXED); bits; bits /= 2)
        end = stpcpy(end, bits % 2 ? "./" : "/");
    sprintf(end, "%d", file);
}

/* NULL where there are no files in memory, or none may be executed. */
static void *load_from_memory(const void *object, size_t bytes)
{
#ifdef MFD_CLOEXEC
    char path[128];
    void *library = NULL;
    const int file = memfd_create("tropic", MFD_CLOEXEC);
    if (file < 0) return NULL;
    put_own_path(path, file);
    if (tp_file_write_all(file, object, bytes)) library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    close(file);
    return library;
#else
    (void)object, (void)bytes, (void)put_own_path;
    return NULL;
#endif
}

static void *load_from_folder(tropic_context *context, const void *object, size_t bytes)
{
    static const char name[] = "object.so";
    char path[PATH_MAX + sizeof name];
    void *library = NULL;
    tp_folder folder;
    if (tp_folder_make(context, &folder) != TROPIC_OK) return NULL;
    snprintf(path, sizeof path, "%s/%s", folder.path, name);
    if (tp_folder_write(context, &folder, name, "", object, bytes) == TROPIC_OK) {
        library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        if (!library) {
            const char *reason = dlerror();
            tp_fail(context, TROPIC_IO_ERROR, "a compiled text cannot be loaded: %s",
                    reason ? reason : "no reason given");
        }
    }
    tp_folder_remove(&folder);
    return library;
}

void *tp_load_object(tropic_context *context, const void *object, size_t bytes)
{
    void *library = load_from_memory(object, bytes);
    return library ? library : load_from_folder(context, object, bytes);
}
