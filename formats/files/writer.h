/* SPDX-License-Identifier: Apache-2.0
 *
 * Writing a file: into a temporary one beside it, which takes the name when all is well.
 */
#ifndef TP_WRITER_H
#define TP_WRITER_H

#include "formats/files/read.h"

/* Begins a file; one whose name ends in .gz is compressed. Devices and pipes are written directly, and so is what the
 * process has open, by the names /dev/stdout, /dev/stderr and /dev/fd/N. Until tp_writer_close numbers are written as
 * in the C locale, on this thread. Status: IO_ERROR, OUT_OF_MEMORY, CANCELLED (waiting for a pipe's reader). */
tropic_status tp_writer_open(tropic_context *context, const char *path, tp_writer **out);
/* Completes the file where `status` is OK and all could be written, and else removes it. Frees the writer and sets it
 * to NULL. Returns `status`, or IO_ERROR (errno has the cause), or CANCELLED (asked between blocks, and where a signal
 * interrupts a write). */
tropic_status tp_writer_close(tp_writer **out, tropic_status status);

/* The name as it was given. */
const char *tp_writer_name(const tp_writer *out);
/* Is it of no use to write more? To be asked in long loops. */
bool tp_writer_stopped(const tp_writer *out);
/* Errors are kept for tp_writer_close; what comes after one is dropped. */
void tp_write(tp_writer *out, const char *bytes, size_t count);
void tp_write_text(tp_writer *out, const char *text);
void tp_write_char(tp_writer *out, char c);
void tp_write_int(tp_writer *out, int64_t value);
/* Value k of an array, so that reading it gives the same number; a bool as 0 or 1. */
void tp_write_value(tp_writer *out, tropic_type type, const void *values, int64_t k);
/* The same, but a real number always looks like one: 3.0, not 3. */
void tp_write_typed_value(tp_writer *out, tropic_type type, const void *values, int64_t k);

#endif
