/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts that reading and writing files share.
 */
#define _GNU_SOURCE
#include "formats/files/text/file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <strings.h>

tropic_status tp_bytes_reserve(tropic_context *context, tp_bytes *bytes, int64_t capacity)
{
    char *larger;
    if (capacity <= bytes->capacity) return TROPIC_OK;
    larger = tp_allocate(&context->memory, capacity, 1);
    if (!larger) return tp_out_of_memory(context, "the text of a file");
    if (bytes->size > 0) memcpy(larger, bytes->data, (size_t)bytes->size);
    tp_release(&context->memory, bytes->data);
    bytes->data = larger;
    bytes->capacity = capacity;
    return TROPIC_OK;
}

void tp_bytes_free(tropic_context *context, tp_bytes *bytes)
{
    tp_release(&context->memory, bytes->data);
    *bytes = (tp_bytes){0};
}

void *tp_zlib_allocate(void *context, unsigned count, unsigned size)
{
    return tp_allocate(&((tropic_context *)context)->memory, count, size);
}

void tp_zlib_release(void *context, void *pointer)
{
    tp_release(&((tropic_context *)context)->memory, pointer);
}

static bool name_fits(const char *name, size_t length, const char *suffix)
{
    const size_t size = strlen(suffix);
    if (length < size) return false;
    if (suffix[size - 1] == '.') return strncasecmp(name, suffix, size) == 0;
    return length > size && strncasecmp(name + length - size, suffix, size) == 0;
}

bool tp_name_ends(const char *path, const char *suffix)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    size_t length = strlen(name);
    if (name_fits(name, length, ".gz")) length -= strlen(".gz");
    return name_fits(name, length, suffix);
}

tropic_status tp_io_error(tropic_context *context, const char *verb, const char *path, int error)
{
    char buffer[128];
    (void)tp_fail(context, TROPIC_IO_ERROR, "cannot %s %s: %s", verb, path, strerror_r(error, buffer, sizeof buffer));
    errno = error;
    return TROPIC_IO_ERROR;
}

tropic_status tp_file_open(tropic_context *context, const char *verb, const char *shown, const char *path, int flags,
                           int *file)
{
    while ((*file = open(path, flags | O_CLOEXEC)) < 0) {
        if (errno != EINTR) return tp_io_error(context, verb, shown, errno);
        TP_TRY(tp_progress(context, 0));
    }
    return TROPIC_OK;
}
