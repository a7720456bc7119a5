/* SPDX-License-Identifier: Apache-2.0
 *
 * Which columns of a list of edges are source, target and weight: as the caller says, else by a line of names, else by
 * their places.
 */
#ifndef TP_COLUMNS_H
#define TP_COLUMNS_H

#include "formats/files/text/column_names.h"
#include "formats/matrix/notes.h"

/* The direction of an edge, by Gephi's column Type. */
tropic_file_direction tp_field_direction(const tp_field *field);

/* For messages. */
#define TP_NO_WORDS "ids that are words are not read, only whole numbers"
#define TP_NO_ADJACENCY "; adjacency lists are not read"
#define TP_NO_DICTIONARIES "; of NetworkX, write it with data=False"
/* A verb for the first line, the number of its columns, and that of another line. */
#define TP_OTHER_COUNT "the first line %s %d columns, this one has %d"

typedef struct tp_columns {
    char separator;
    int count;                       /* of every line; 0: any, and columns behind `last` are passed over */
    int of[TP_ROLES];                /* columns from 0; -1: there is none */
    int last;                        /* the largest of them */
    bool named;                      /* there is a line of names, which says how many columns there are */
    bool plain;                      /* lines may be `from to [value]` without quotes, which is read faster */
    tropic_file_direction direction; /* of the first row with a type, and so of all */
} tp_columns;

/* Finds the columns of the text, whose first line that is no comment begins at `first`. *body: the first edge, or the
 * end of the text. Looks at these two lines, and at rows below as long as they have a source alone and no type. Status:
 * FORMAT_ERROR, INVALID_ARGUMENT (options->columns), OUT_OF_MEMORY (a note). */
tropic_status tp_find_columns(tropic_context *context, const tp_text *text, const char *first, const char comment[2],
                              const tropic_load_options *options, tp_notes *notes, tp_columns *columns,
                              const char **body);

#endif
