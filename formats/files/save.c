/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_matrix_save: the format's writer, into a file that appears when it is complete.
 */
#include "formats/files/text/text.h"
#include "formats/files/write_matrix.h"

tropic_status tropic_matrix_save(const tropic_matrix *A, tropic_context *context, const char *path,
                                 tropic_format format)
{
    const tp_reader *reader;
    tropic_status status;
    tp_writer *out;
    TP_CALL(context);

    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    if (!A || !path) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%s is NULL", A ? "path" : "A");
    reader = format == TROPIC_FORMAT_AUTO ? tp_reader_named(path) : tp_reader_of(format);
    if (!reader && format == TROPIC_FORMAT_AUTO)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT,
                       "%s: its name does not tell the format: end it in .mtx, .gr, .graph, .txt or "
                       ".konect",
                       path);
    if (!reader) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "no format %d", (int)format);
    TP_TRY(tp_refuse_structs(context, A->type));
    TP_TRY(tp_writer_open(context, path, &out));
    status = tp_writer_close(&out, reader->write(context, A, out));
    return status == TROPIC_NOT_SUPPORTED ? tp_name_file(context, path, status) : status;
}
