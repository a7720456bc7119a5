/* SPDX-License-Identifier: Apache-2.0
 *
 * Files that are surely of another kind are refused by its name, so that nobody has to guess from "expected a number".
 */
#ifndef TP_FOREIGN_H
#define TP_FOREIGN_H

#include "formats/files/read.h"
#include "formats/files/text/file.h"

/* NOT_SUPPORTED, with the name of the kind, if the first bytes of a file are those of an archive, or of data that is no
 * text. */
tropic_status tp_refuse_foreign_bytes(tropic_context *context, const char *path, const char *bytes, int64_t size);
/* The same of text in a format for graphs that is not read here. */
tropic_status tp_refuse_foreign_text(tropic_context *context, const tp_text *text);

#endif
