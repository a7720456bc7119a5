/* SPDX-License-Identifier: Apache-2.0
 *
 * Notes: things that reading a file took for granted, or passed over, and that the user may have meant otherwise. The
 * library prints nothing: notes are kept with the matrix, and tropic_matrix_note gives them.
 */
#ifndef TP_NOTES_H
#define TP_NOTES_H

#include "runtime/backend.h"

TP_BEGIN_C

/* Starts as {0}. The text is notes that end in a zero byte each, one behind the other. */
typedef struct tp_notes {
    char *text; /* NULL: none */
    int64_t size;
} tp_notes;

/* Adds the note "path: text". Status: OUT_OF_MEMORY. */
tropic_status tp_note(tropic_context *context, tp_notes *notes, const char *path, const char *format, ...)
    TP_PRINTF(4, 5);
void tp_notes_free(const tp_memory *memory, tp_notes *notes);

TP_END_C

#endif
