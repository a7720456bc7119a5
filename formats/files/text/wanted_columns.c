/* SPDX-License-Identifier: Apache-2.0 */
#include "formats/files/text/wanted_columns.h"

#include "formats/files/text/name_columns.h"

#include <string.h>
#include <strings.h>

/* Is it one column, whatever the first line says? */
static bool same(const tp_field *a, const tp_field *b)
{
    int64_t left, right;
    if (tp_field_integer(a, &left) && tp_field_integer(b, &right)) return left == right;
    return a->end - a->begin == b->end - b->begin && memcmp(a->begin, b->begin, (size_t)(a->end - a->begin)) == 0;
}

tropic_status tp_read_wanted(tropic_context *context, const char *columns, tp_wanted_columns *wanted)
{
    const char *end = columns + strlen(columns);
    tp_chunk all = {.begin = columns, .end = end, .text_end = end};
    *wanted = (tp_wanted_columns){.count = 0};
    wanted->count = tp_read_fields(&all, columns, ',', wanted->items, TP_WEIGHT + 1);
    for (int k = 0; k < wanted->count; k++) {
        int64_t number;
        if (wanted->items[k].begin == wanted->items[k].end) wanted->count = 0;
        for (int other = 0; other < k; other++)
            if (same(&wanted->items[k], &wanted->items[other])) wanted->count = 0;
        if (tp_field_integer(&wanted->items[k], &number)) {
            if (number < 1) wanted->count = 0;
            if (number > wanted->largest) wanted->largest = number;
        } else {
            wanted->names = true;
        }
    }
    if (wanted->count >= 2) return TROPIC_OK;
    return tp_fail(context, TROPIC_INVALID_ARGUMENT,
                   "load options: columns are FROM,TO or FROM,TO,WEIGHT, different "
                   "names or numbers from 1, not '%s'",
                   columns);
}

/* The column of that name: as it is written, else in any case. */
static int find_name(const tp_field *fields, int count, const tp_field *name)
{
    const size_t size = (size_t)(name->end - name->begin);
    int found = -1;
    for (int k = count - 1; k >= 0; k--) {
        if ((size_t)(fields[k].end - fields[k].begin) != size) continue;
        if (memcmp(fields[k].begin, name->begin, size) == 0) return k;
        if (strncasecmp(fields[k].begin, name->begin, size) == 0) found = k;
    }
    return found;
}

tropic_status tp_find_wanted(tropic_context *context, const tp_text *text, const char *line, const tp_field *fields,
                             int count, const tp_wanted_columns *wanted, int of[TP_ROLES])
{
    for (int role = 0; role < wanted->count; role++) {
        const tp_field *item = &wanted->items[role];
        char quote[TP_QUOTE_LENGTH], list[TP_NAMES_LENGTH];
        int64_t number;
        if (tp_field_integer(item, &number)) {
            if (number > count)
                return tp_text_error(context, text, line, "there is no column %lld: this line has %d",
                                     (long long)number, count);
            of[role] = (int)number - 1;
        } else {
            of[role] = find_name(fields, count, item);
            if (of[role] < 0)
                return tp_text_error(context, text, line, "there is no column %s: this line has %s",
                                     tp_quote_field(quote, item), tp_list_names(list, fields, count));
        }
        for (int other = 0; other < role; other++)
            if (of[other] == of[role])
                return tp_text_error(context, text, line, "column %s is wanted twice", tp_quote_field(quote, item));
    }
    return TROPIC_OK;
}
