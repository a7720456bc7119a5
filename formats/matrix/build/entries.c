/* SPDX-License-Identifier: Apache-2.0
 *
 * Memory of entries.
 */
#include "formats/matrix/matrix.h"

tropic_status tp_entries_allocate(tropic_context *context, tp_entries *entries, tropic_offset count, size_t size,
                                  const char *what)
{
    const tp_memory *memory = &context->memory;
    entries->row_ids = tp_allocate(memory, count, sizeof *entries->row_ids);
    entries->col_ids = tp_allocate(memory, count, sizeof *entries->col_ids);
    entries->values = size > 0 ? tp_allocate(memory, count, size) : NULL;
    if (entries->row_ids && entries->col_ids && (size == 0 || entries->values)) return TROPIC_OK;
    return tp_out_of_memory(context, what);
}

void tp_entries_free(tropic_context *context, tp_entries *entries)
{
    const tp_memory *memory = &context->memory;
    if (!entries->borrowed) {
        tp_release(memory, entries->row_ids);
        tp_release(memory, entries->col_ids);
        tp_release(memory, entries->values);
    }
    tp_release(memory, entries->labels);
    tp_notes_free(memory, &entries->notes);
    entries->row_ids = entries->col_ids = NULL;
    entries->values = NULL;
    entries->labels = NULL;
}
