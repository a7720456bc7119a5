/* SPDX-License-Identifier: Apache-2.0
 *
 * A file as one piece of text in memory.
 */
#ifndef TP_TEXT_H
#define TP_TEXT_H

#include "formats/files/file.h"
#include "formats/files/read.h"

/* Bytes that are read or unpacked between two checks whether the caller cancels: a tenth of a second from a slow
 * disk. */
#define TP_TEXT_BLOCK ((int64_t)1 << 24)

/* Reads a file, unpacking gzip (known by its first bytes); lines that all end in a carriage return alone
 * end in a line feed instead. (Among line feeds, no reader takes a carriage return alone for the end of a line, nor
 * passes over one: tp_bare_return.) Status: IO_ERROR, FORMAT_ERROR (damaged gzip), NOT_SUPPORTED (another
 * compression, by name), OUT_OF_MEMORY, CANCELLED (checked after each block, and where a signal interrupts
 * the waiting for a pipe). */
tropic_status tp_text_load(tropic_context *context, const char *path, tp_text *text);
void tp_text_free(tropic_context *context, tp_text *text);

/* Does this begin with gzip's magic bytes? */
bool tp_is_gzip(const tp_bytes *packed);
/* Unpacks all members of a gzip file into `plain`, which starts as {0}. CANCELLED: checked after each block. */
tropic_status tp_gunzip(tropic_context *context, const char *path, const tp_bytes *packed, tp_bytes *plain);

/* The next blank, end of line or control character at or after p. */
const char *tp_token_end(const char *p);
/* The token at p in quotes for a message, shortened and fit to be shown, or in words what is no token: the
 * end of the line or of the file, a carriage return alone. Returns `buffer`, of TP_QUOTE_LENGTH. */
#define TP_QUOTE_LENGTH 48
const char *tp_quote(char *buffer, const char *p, const char *end);

#endif
