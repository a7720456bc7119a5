/* SPDX-License-Identifier: Apache-2.0
 *
 * Readers and writers of graph files: one file per format, behind one table (formats/files/formats.c).
 */
#ifndef TP_READ_H
#define TP_READ_H

#include "formats/matrix/matrix.h"

/* A file's text, unpacked, with where it came from: a window of it, which begins and ends at line ends. *end can be
 * read and is zero, so that a parser needs no other bound: no field and no blank runs over a zero byte. */
typedef struct tp_text {
    const char *path; /* for messages */
    const char *begin, *end;
    bool more;                /* text follows the window, at least a byte: tp_text_next */
    int64_t lines;            /* before the window */
    struct tp_stream *stream; /* the rest of the text comes from there; NULL: there is none */
} tp_text;

/* FORMAT_ERROR "path:line: cause", where `at` points into the window. */
tropic_status tp_text_error(tropic_context *context, const tp_text *text, const char *at, const char *format, ...)
    TP_PRINTF(4, 5);
/* The same of a line by its number, wherever the window is. */
tropic_status tp_line_error(tropic_context *context, const tp_text *text, int64_t line, const char *format, ...)
    TP_PRINTF(4, 5);

/* Puts the file's name before the context's error text, which does not have it. Returns the status. */
tropic_status tp_name_file(tropic_context *context, const char *path, tropic_status status);

typedef struct tp_writer tp_writer;

typedef struct tp_reader {
    tropic_format format;
    const char *name;
    /* ".mtx", ...: how its names end; with the dot last ("out."), how they begin. NULL at the end. */
    const char *const *suffixes;
    tropic_duplicates duplicates; /* the format's default rule, as of tp_matrix_build */
    /* Does the text look like this format, and like no other? It may go on beyond the window. */
    bool (*recognise)(const tp_text *text);
    /* Leaves the text at any window. A choice that the user may have meant otherwise is a note, once the entries are
     * set: tp_note(context, &entries->notes, text->path, ...). */
    tropic_status (*read)(tropic_context *context, tp_text *text, const tropic_load_options *options,
                          tp_entries *entries);
    tropic_status (*write)(tropic_context *context, const tropic_matrix *A, tp_writer *out);
} tp_reader;

extern const tp_reader tp_matrix_market, tp_dimacs, tp_metis, tp_edge_list, tp_konect;

/* A vector, or coordinates by vertex, from an open text. Status: as of tropic_vector_load and
 * tropic_coordinates_load. */
tropic_status tp_vector_read(tropic_vector **v, tropic_context *context, tp_text *text);
tropic_status tp_coordinates_read(tropic_vector **x, tropic_vector **y, tropic_context *context, tp_text *text);

/* The reader of a format; NULL for AUTO or no format. */
const tp_reader *tp_reader_of(tropic_format format);
/* The reader for a file's name; NULL for none. */
const tp_reader *tp_reader_named(const char *path);
/* The reader for this text: by content, then by name, else the edge list. Never NULL. */
const tp_reader *tp_reader_for(const tp_text *text);

#endif
