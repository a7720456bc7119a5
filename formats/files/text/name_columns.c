/* SPDX-License-Identifier: Apache-2.0 */
#include "formats/files/text/name_columns.h"

#include <stdio.h>
#include <string.h>

/* In up to so many columns those whose names say nothing are taken by their places. */
#define PLACES 3

const char *tp_list_names(char list[TP_NAMES_LENGTH], const tp_field *fields, int count)
{
    static const char more[] = ", ...";
    size_t length = 0;
    list[0] = '\0';
    for (int k = 0; k < count; k++) {
        char quote[TP_QUOTE_LENGTH];
        const char *name = fields[k].begin < fields[k].end ? tp_quote_field(quote, &fields[k]) : "\"\"";
        const size_t size = strlen(name) + strlen(", ");
        if (length + size + sizeof more > TP_NAMES_LENGTH) {
            strcpy(list + length, more);
            break;
        }
        length += (size_t)sprintf(list + length, "%s%s", k > 0 ? ", " : "", name);
    }
    return list;
}

/* ---- source and target ---- */

/* Two names that belong together, the surest that there are. */
static void find_pair(tp_name_columns *n)
{
    int best = 0;
    for (int j = 1; j < n->count; j++)
        for (int i = 0; i < j; i++) {
            bool forward;
            const int rank = tp_column_pair(n->names[i], n->names[j], &forward);
            if (rank == 0 || (best > 0 && rank > best)) continue;
            n->ambiguous = rank == best;
            best = rank;
            n->of[TP_FROM] = forward ? i : j;
            n->of[TP_TO] = forward ? j : i;
        }
}

/* Names of one end each, which do not go with each other: `src` and `target_node`. */
static void find_single(tp_name_columns *n)
{
    for (int k = 0; k < n->count; k++) {
        const tp_role role = tp_column_end(n->names[k]);
        if (role == TP_ROLES) continue;
        n->ambiguous = n->ambiguous || n->of[role] >= 0;
        n->of[role] = k;
    }
}

static bool is_taken(const tp_name_columns *n, int column)
{
    for (int role = 0; role < TP_ROLES; role++)
        if (n->of[role] == column) return true;
    return false;
}

/* The first column with this meaning, of those that are left; -1: there is none. */
static int find_left(const tp_name_columns *n, tp_meaning meaning)
{
    for (int k = 0; k < n->count; k++)
        if (n->meanings[k] == meaning && !is_taken(n, k)) return k;
    return -1;
}

static int count_left(const tp_name_columns *n, tp_meaning meaning)
{
    int count = 0;
    for (int k = 0; k < n->count; k++) count += n->meanings[k] == meaning && !is_taken(n, k);
    return count;
}

/* The ends that are missing, in the order of the columns. A number (`id`) may be an end only beside columns that tell
 * of no vertex: `id, level` is a table of vertices. */
static void place_ends(tp_name_columns *n)
{
    const int missing = (n->of[TP_FROM] < 0) + (n->of[TP_TO] < 0);
    const int unknown = count_left(n, TP_MEANS_UNKNOWN), numbers = count_left(n, TP_MEANS_NUMBER);
    const bool any = unknown < missing && count_left(n, TP_MEANS_OTHER) == 0;
    if (unknown + (any ? numbers : 0) < missing) return;
    for (int k = 0; k < n->count; k++) {
        const tp_role role = n->of[TP_FROM] < 0 ? TP_FROM : TP_TO;
        const bool fits = n->meanings[k] == TP_MEANS_UNKNOWN || (any && n->meanings[k] == TP_MEANS_NUMBER);
        if (n->of[role] >= 0 || !fits || is_taken(n, k)) continue;
        n->of[role] = k;
        n->placed[role] = true;
    }
}

/* ---- weight, and the direction ---- */

static void find_weight(tp_name_columns *n)
{
    const int unknown = find_left(n, TP_MEANS_UNKNOWN);
    for (int meaning = TP_MEANS_WEIGHT; meaning <= TP_MEANS_MAYBE_WEIGHT && n->of[TP_WEIGHT] < 0; meaning++) {
        n->weights = count_left(n, (tp_meaning)meaning) > 1;
        n->of[TP_WEIGHT] = find_left(n, (tp_meaning)meaning);
    }
    n->other_weights = n->of[TP_WEIGHT] >= 0 && count_left(n, TP_MEANS_MAYBE_WEIGHT) > 0;
    if (n->of[TP_WEIGHT] >= 0 || unknown < 0) return;
    n->unnamed_weight = true;
    if (n->count > PLACES || (n->edge && unknown < n->edge_count && !tp_field_number(&n->edge[unknown]))) return;
    n->of[TP_WEIGHT] = unknown;
    n->placed[TP_WEIGHT] = true;
}

void tp_name_columns_find(tp_name_columns *n)
{
    for (int role = 0; role < TP_ROLES; role++) n->of[role] = -1;
    for (int k = 0; k < n->count; k++) {
        tp_column_name_of(&n->fields[k], n->names[k]);
        n->meanings[k] = tp_column_meaning(n->names[k]);
        if (!tp_field_number(&n->fields[k])) continue;
        n->names[k][0] = '\0'; /* 1 and 2 are no pair of names */
        n->meanings[k] = TP_MEANS_UNKNOWN;
    }
    for (int k = 0; k < n->count; k++)
        if (tp_is_edge_type(n->names[k])) n->of[TP_EDGE_TYPE] = k;
    find_pair(n);
    if (n->of[TP_FROM] < 0) find_single(n);
    if (n->count <= PLACES && !tp_name_columns_known(n)) place_ends(n);
    n->ends = n->of[TP_FROM] >= 0 && n->of[TP_TO] >= 0;
    if (n->ends) find_weight(n);
}

bool tp_name_columns_known(const tp_name_columns *n)
{
    return n->ambiguous || (n->of[TP_FROM] >= 0 && n->of[TP_TO] >= 0 && !n->placed[TP_FROM] && !n->placed[TP_TO]);
}

bool tp_name_columns_fit(const tp_name_columns *n)
{
    int64_t id;
    int ids = 0;
    if (n->edge_count != n->count) return false;
    if (n->ends)
        return tp_field_integer(&n->edge[n->of[TP_FROM]], &id) && tp_field_integer(&n->edge[n->of[TP_TO]], &id);
    for (int k = 0; k < n->count; k++) ids += tp_field_integer(&n->edge[k], &id);
    return ids >= 2;
}

/* ---- notes and errors ---- */

static tropic_status note_places(tropic_context *context, const tp_name_columns *n, tp_notes *notes)
{
    static const char *const roles[] = {[TP_FROM] = "source", [TP_TO] = "target", [TP_WEIGHT] = "weight"};
    char list[TP_NAMES_LENGTH], taken[TP_NAMES_LENGTH] = "", quote[TP_QUOTE_LENGTH];
    size_t length = 0;
    for (int role = TP_FROM; role <= TP_WEIGHT; role++)
        if (n->placed[role])
            length += (size_t)sprintf(taken + length, "%s%s is the %s", length > 0 ? ", " : "",
                                      tp_quote_field(quote, &n->fields[n->of[role]]), roles[role]);
    if (length == 0) return TROPIC_OK;
    return tp_note(context, notes, n->text->path,
                   "the names %s do not say which columns are which: by its place, %s (the option columns decides)",
                   tp_list_names(list, n->fields, n->count), taken);
}

tropic_status tp_name_columns_check(tropic_context *context, const tp_name_columns *n, bool weight, tp_notes *notes)
{
    static const char option[] = "; the option columns (FROM,TO[,WEIGHT]) does";
    char list[TP_NAMES_LENGTH], quote[TP_QUOTE_LENGTH];
    tp_list_names(list, n->fields, n->count);
    if (n->ambiguous || !n->ends)
        return tp_text_error(context, n->text, n->at, "the names %s do not say which columns are source and target%s",
                             list, option);
    if (weight && n->weights)
        return tp_text_error(context, n->text, n->at, "the names %s do not say which column is the weight%s", list,
                             option);
    TP_TRY(note_places(context, n, notes));
    if (strstr(n->names[n->of[TP_FROM]], "tail") && strstr(n->names[n->of[TP_TO]], "head"))
        TP_TRY(tp_note(context, notes, n->text->path, "arcs go from the tail to the head"));
    if (weight && n->other_weights)
        TP_TRY(tp_note(context, notes, n->text->path,
                       "of the columns %s, %s is read as the weight (the option columns decides)", list,
                       tp_quote_field(quote, &n->fields[n->of[TP_WEIGHT]])));
    if (!weight || !n->unnamed_weight || n->of[TP_WEIGHT] >= 0) return TROPIC_OK;
    return tp_note(context, notes, n->text->path, "no weights are read, for no column of %s is named so%s", list,
                   " (the option columns decides)");
}
