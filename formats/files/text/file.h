/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts that reading and writing files share: bytes in memory, opening, error messages, and zlib's settings.
 */
#ifndef TP_FILE_H
#define TP_FILE_H

#include "runtime/backend.h"

/* For zlib: gzip's header and trailer, and the largest window. */
#define TP_GZIP_WINDOW (15 + 16)

/* Bytes in memory of the context, growing. Starts as {0}. */
typedef struct tp_bytes {
    char *data;
    int64_t size, capacity;
} tp_bytes;

/* Makes the capacity at least `capacity`; the bytes stay. Status: OUT_OF_MEMORY. */
tropic_status tp_bytes_reserve(tropic_context *context, tp_bytes *bytes, int64_t capacity);
void tp_bytes_free(tropic_context *context, tp_bytes *bytes);

/* zlib's memory, from the context (zalloc and zfree; `opaque` is the context). */
void *tp_zlib_allocate(void *context, unsigned count, unsigned size);
void tp_zlib_release(void *context, void *pointer);

/* Does the file's name end in ".mtx", with or without .gz behind it? A suffix with the dot last ("out."): begin? */
bool tp_name_ends(const char *path, const char *suffix);
/* IO_ERROR "cannot VERB PATH: cause", where `error` is an errno, which errno is again afterwards. */
tropic_status tp_io_error(tropic_context *context, const char *verb, const char *path, int error);
/* open(), which may wait forever for the other end of a pipe: a signal interrupts that, and the caller then says
 * whether to cancel. Messages name the file `shown`. Status: IO_ERROR, CANCELLED. */
tropic_status tp_file_open(tropic_context *context, const char *verb, const char *shown, const char *path, int flags,
                           int *file);

#endif
