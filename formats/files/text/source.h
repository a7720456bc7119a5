/* SPDX-License-Identifier: Apache-2.0
 *
 * Where text comes from: an open file or pipe, unpacked as it is read if it is gzip's.
 */
#ifndef TP_SOURCE_H
#define TP_SOURCE_H

#include "formats/files/text/file.h"

#include <zlib.h>

/* Bytes that are read or unpacked between two checks whether the caller cancels: a tenth of a second from a slow
 * disk. */
#define TP_TEXT_BLOCK ((int64_t)1 << 24)

/* Where in a gzip file reading is. */
typedef enum tp_gzip_state { TP_GZIP_MEMBER, TP_GZIP_BETWEEN, TP_GZIP_ZEROS, TP_GZIP_END } tp_gzip_state;

typedef struct tp_source {
    const char *path;
    int file;       /* -1: all that there is to read is in `input` */
    int64_t size;   /* of a regular file; -1: not known */
    int64_t most;   /* bytes of text that the caller wants at most; 0: any number */
    int64_t taken;  /* bytes of the file so far */
    int64_t given;  /* bytes of text so far */
    tp_bytes input; /* as the file has them, of which `used` are done with */
    int64_t used;
    bool packed;
    bool unpacking; /* `stream` is there to be ended */
    tp_gzip_state state;
    z_stream stream;
} tp_source;

/* Opens a file for at most `most` bytes of text. Status: IO_ERROR, OUT_OF_MEMORY, CANCELLED (also where a signal
 * interrupts the waiting for a pipe). Then, too, it is the caller's to close. */
tropic_status tp_source_open(tropic_context *context, const char *path, int64_t most, tp_source *source);
void tp_source_close(tropic_context *context, tp_source *source);
/* Reads some bytes of text, at most `room` > 0; *got = 0 at the end. Status: IO_ERROR, FORMAT_ERROR (damaged gzip),
 * NOT_SUPPORTED (more text than wanted), OUT_OF_MEMORY, CANCELLED. */
tropic_status tp_source_read(tropic_context *context, tp_source *source, char *to, int64_t room, int64_t *got);

/* Reads once, past the input; the caller may cancel where a signal interrupts the waiting for a pipe. */
tropic_status tp_source_input(tropic_context *context, tp_source *source, char *to, int64_t room, int64_t *got);
#define TP_GZIP_MAGIC_LENGTH 2
/* Bytes of text, if the rest is packed as well as the text read so far; 0: nothing tells. */
double tp_source_estimate(const tp_source *source);

/* Reads on: less than a magic's length is not used yet only at the end of the file. */
tropic_status tp_source_refill(tropic_context *context, tp_source *source);
/* Does gzip's magic stand where the input is not used yet? */
bool tp_begins_gzip(const tp_source *source);
/* tp_source_read where `packed`. */
tropic_status tp_gunzip(tropic_context *context, tp_source *source, char *to, int64_t room, int64_t *got);

#endif
