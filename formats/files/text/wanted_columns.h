/* SPDX-License-Identifier: Apache-2.0
 *
 * The columns that the caller names: "FROM,TO" or "FROM,TO,WEIGHT", by names or by numbers from 1.
 */
#ifndef TP_WANTED_COLUMNS_H
#define TP_WANTED_COLUMNS_H

#include "formats/files/text/column_names.h"

typedef struct tp_wanted_columns {
    tp_field items[TP_WEIGHT + 1]; /* by role */
    int count;                     /* 2 or 3 */
    bool names;                    /* one of them is a name */
    int64_t largest;               /* number; 0: there is none */
} tp_wanted_columns;

/* INVALID_ARGUMENT where `columns` is not such a list. */
tropic_status tp_read_wanted(tropic_context *context, const char *columns, tp_wanted_columns *wanted);
/* Their places among the fields of the first line, from 0. Status: FORMAT_ERROR (they are not there). */
tropic_status tp_find_wanted(tropic_context *context, const tp_text *text, const char *line, const tp_field *fields,
                             int count, const tp_wanted_columns *wanted, int of[TP_ROLES]);

#endif
