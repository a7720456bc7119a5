/* SPDX-License-Identifier: Apache-2.0
 *
 * Vectors as Matrix Market files: n x 1, an array where every place has an entry, else coordinates.
 * Unlike weights, values may be infinite or NaN: distances of unreached vertices are.
 */
#include "formats/files/matrix_market.h"
#include "formats/files/text/foreign.h"
#include "formats/files/write_matrix.h"
#include "formats/vector/vector.h"

#include <string.h>

/* Entries in any order into a vector. */
static tropic_status make_vector(tropic_vector **v, tropic_context *context, const tp_text *text,
                                 const tp_mm_header *header, const tp_entries *entries)
{
    const tp_memory *memory = &context->memory;
    const tropic_index n = entries->rows;
    tropic_vector *made = NULL;
    bool *present, *ones;
    tropic_offset twice = 0;
    tropic_status status;

    present = tp_allocate_zero(memory, n, sizeof *present);
    ones = entries->values ? NULL : tp_allocate(memory, entries->count, sizeof *ones);
    while (present && twice < entries->count && !present[entries->row_ids[twice]])
        present[entries->row_ids[twice++]] = true;
    if (!present || (!entries->values && !ones)) {
        status = tp_out_of_memory(context, "a vector");
    } else if (twice < entries->count) {
        status = tp_line_error(context, text, header->line, "place %lld has two entries",
                               (long long)entries->row_ids[twice] + 1);
    } else {
        if (ones) memset(ones, 1, (size_t)entries->count * sizeof *ones);
        status = tropic_vector_create(&made, context, entries->type, n);
        if (status == TROPIC_OK)
            status = tropic_vector_put_entries(made, (tropic_index)entries->count, entries->row_ids,
                                               ones ? (void *)ones : entries->values);
    }
    tp_release(memory, present);
    tp_release(memory, ones);
    if (status == TROPIC_OK)
        *v = made;
    else
        tropic_vector_free(&made);
    return status;
}

tropic_status tp_vector_read(tropic_vector **v, tropic_context *context, tp_text *text)
{
    const tropic_load_options options = {.real_type = TROPIC_FP64};
    tp_mm_header header;
    tp_entries entries = {0};
    tropic_status status;

    TP_TRY(tp_mm_read_header(context, text, &header));
    if (header.cols != 1)
        return tp_line_error(context, text, header.line, "a vector has one column, this matrix has %d",
                             (int)header.cols);
    status = tp_mm_read_body(context, text, &header, &options, true, &entries);
    if (status == TROPIC_OK) status = make_vector(v, context, text, &header, &entries);
    tp_entries_free(context, &entries);
    return status;
}

tropic_status tropic_vector_load(tropic_vector **v, tropic_context *context, const char *path)
{
    tp_text text;
    tropic_status status;

    TP_ENTER(context);
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    TP_TRY(tp_outside_loops(context, "make vectors"));
    if (!v || !path) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%s is NULL", v ? "path" : "v");
    TP_TRY(tp_text_load(context, path, &text));
    status = tp_refuse_foreign_text(context, &text);
    if (status == TROPIC_OK) status = tp_vector_read(v, context, &text);
    tp_text_free(context, &text);
    return status;
}

static void write_vector(tp_writer *out, tropic_type type, tropic_index n, tropic_index count, const tropic_index *ids,
                         const void *values)
{
    const bool full = count == n;
    tp_buffer *text = tp_writer_text(out);
    tp_write_formatted(out, "%%%%MatrixMarket matrix %s %s general\n%d 1", full ? "array" : "coordinate",
                       tp_type_floating(type) ? "real" : "integer", n);
    if (!full) tp_write_formatted(out, " %d", count);
    tp_put_char(text, '\n');
    for (tropic_index k = 0; k < count && !tp_writer_stopped(out); k++) {
        if (!full) {
            tp_put_integer(text, (int64_t)ids[k] + 1);
            tp_put_text(text, " 1 ");
        }
        tp_put_value(text, type, values, k);
        tp_put_char(text, '\n');
    }
}

tropic_status tropic_vector_save(const tropic_vector *v, const char *path)
{
    tropic_context *context;
    tropic_index *ids, count;
    void *values;
    tp_writer *out;
    tropic_status status;

    TP_ENTER(v ? v->context : NULL);
    if (!v) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "v is NULL");
    context = v->context;
    TP_TRY(tp_outside_loops(context, "get entries"));
    if (!path) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "path is NULL");
    if (v->n == 0)
        return tp_fail(context, TROPIC_NOT_SUPPORTED, "a Matrix Market file cannot hold a vector of no places");
    TP_TRY(tp_refuse_structs(context, v->type));
    count = tropic_vector_count(v);
    ids = tp_allocate(&context->memory, count, sizeof *ids);
    values = tp_allocate(&context->memory, count, tropic_type_size(v->type));
    if (!ids || !values)
        status = tp_out_of_memory(context, "writing a vector");
    else
        status = tropic_vector_get_entries(v, ids, values);
    if (status == TROPIC_OK) status = tp_writer_open(context, path, &out);
    if (status == TROPIC_OK) {
        write_vector(out, v->type, v->n, count, ids, values);
        status = tp_writer_close(&out, TROPIC_OK);
    }
    tp_release(&context->memory, ids);
    tp_release(&context->memory, values);
    return status;
}
