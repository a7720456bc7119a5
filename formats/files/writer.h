/* SPDX-License-Identifier: Apache-2.0
 *
 * Writing a file: into a temporary one in the same folder, which takes the name when all is well.
 */
#ifndef TP_WRITER_H
#define TP_WRITER_H

#include "formats/files/put.h"
#include "runtime/backend.h"

/* A file being written, compressed or not, that appears under its name only when complete. */
typedef struct tp_writer tp_writer;

/* Begins a file; one whose name ends in .gz is compressed. Devices and pipes are written directly, and so are files
 * that the process has open, by the names /dev/stdout, /dev/stderr and /dev/fd/N. Until tp_writer_close numbers are
 * written as in the C locale, on this thread. Status: IO_ERROR, OUT_OF_MEMORY, CANCELLED (waiting for a pipe's
 * reader). */
tropic_status tp_writer_open(tropic_context *context, const char *path, tp_writer **out);
/* Completes the file where `status` is OK and all could be written, and else removes it. Frees the writer and sets it
 * to NULL. Returns `status`, or IO_ERROR (errno has the cause), or CANCELLED (checked between blocks, and where a
 * signal interrupts a write). */
tropic_status tp_writer_close(tp_writer **out, tropic_status status);

/* The name as it was given. */
const char *tp_writer_name(const tp_writer *out);
/* Has writing failed? Long loops check it, to end early. */
bool tp_writer_stopped(const tp_writer *out);
/* The buffer that text goes to. Errors are reported by tp_writer_close; text after one is dropped. */
tp_buffer *tp_writer_text(tp_writer *out);
void tp_write(tp_writer *out, const char *bytes, size_t count);
/* A short piece of text, of up to TP_FORMATTED bytes. */
#define TP_FORMATTED 160
void tp_write_formatted(tp_writer *out, const char *format, ...) TP_PRINTF(2, 3);

#endif
