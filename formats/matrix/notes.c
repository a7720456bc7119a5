/* SPDX-License-Identifier: Apache-2.0
 *
 * Notes are few and short, so each addition makes the text anew.
 */
#include "formats/matrix/matrix.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

tropic_status tp_note(tropic_context *context, tp_notes *notes, const char *path, const char *format, ...)
{
    char said[TP_ERROR_LENGTH];
    va_list arguments;
    size_t size;
    char *text;

    va_start(arguments, format);
    vsnprintf(said, sizeof said, format, arguments);
    va_end(arguments);
    size = strlen(path) + strlen(": ") + strlen(said) + 1;
    text = tp_allocate(&context->memory, notes->size + (int64_t)size, 1);
    if (!text) return tp_out_of_memory(context, "a note on a file");
    if (notes->text) memcpy(text, notes->text, (size_t)notes->size);
    snprintf(text + notes->size, size, "%s: %s", path, said);
    tp_release(&context->memory, notes->text);
    notes->text = text;
    notes->size += (int64_t)size;
    return TROPIC_OK;
}

void tp_notes_free(const tp_memory *memory, tp_notes *notes)
{
    tp_release(memory, notes->text);
    *notes = (tp_notes){0};
}

const char *tropic_matrix_note(const tropic_matrix *A, int k)
{
    const char *note = A ? A->notes.text : NULL;
    if (!note || k < 0) return NULL;
    for (; k > 0 && note < A->notes.text + A->notes.size; k--) note += strlen(note) + 1;
    return note < A->notes.text + A->notes.size ? note : NULL;
}
