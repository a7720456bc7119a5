/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared objects that are bytes in memory.
 */
#define _GNU_SOURCE
#include "runtime/jit/jit_parts.h"
#include "runtime/write.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define OBJECT "object.so"
#define PATH_ROOM 128

/* The dynamic linker takes two objects with one path for the same, and descriptors are used again and
 * again. So each load writes the path in its own way: the bits of its number, as "/" or "./". */
static char *put_own_path(char path[PATH_ROOM], int file)
{
    static unsigned loads;
    char *end = stpcpy(path, "/proc/self/fd/");
    for (unsigned bits = __atomic_add_fetch(&loads, 1, __ATOMIC_RELAXED); bits; bits /= 2)
        end = stpcpy(end, bits % 2 ? "./" : "/");
    return end + sprintf(end, "%d", file);
}

/* *library is NULL if it cannot be loaded; OUT_OF_MEMORY, if that is the reason. */
static tropic_status load(tropic_context *context, const char *path, void **library)
{
    const char *reason;
    errno = 0;
    *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (*library) return TROPIC_OK;
    if (errno == ENOMEM) return tp_out_of_memory(context, "a compiled text");
    reason = dlerror();
    if (!reason || strstr(reason, "out of memory")) return tp_out_of_memory(context, "a compiled text");
    tp_fail(context, TROPIC_IO_ERROR, "a compiled text cannot be loaded: %s", reason);
    return TROPIC_OK;
}

/* *library is NULL where there are no files in memory, or none may be executed. */
static tropic_status load_from_memory(tropic_context *context, const void *object, size_t bytes, void **library)
{
    tropic_status status = TROPIC_OK;
#ifdef MFD_CLOEXEC
    char path[PATH_ROOM];
    const int file = memfd_create("tropic", MFD_CLOEXEC);
    if (file < 0) return TROPIC_OK;
    put_own_path(path, file);
    if (tp_file_write_all(file, object, bytes)) status = load(context, path, library);
    close(file);
#else
    (void)context, (void)object, (void)bytes, (void)library;
#endif
    return status;
}

static tropic_status load_from_folder(tropic_context *context, const void *object, size_t bytes, void **library)
{
    char path[PATH_ROOM];
    tropic_status status;
    tp_folder folder;
    TP_TRY(tp_folder_make(context, &folder));
    /* Not by its path, which may lead elsewhere by now. */
    strcpy(put_own_path(path, folder.at), "/" OBJECT);
    status = tp_folder_write(context, &folder, OBJECT, "", object, bytes);
    if (status == TROPIC_OK) status = load(context, path, library);
    if (status == TROPIC_OK && !*library) status = TROPIC_IO_ERROR;
    tp_folder_remove(&folder);
    return status;
}

tropic_status tp_load_object(tropic_context *context, const void *object, size_t bytes, void **library)
{
    *library = NULL;
    TP_TRY(load_from_memory(context, object, bytes, library));
    return *library ? TROPIC_OK : load_from_folder(context, object, bytes, library);
}
