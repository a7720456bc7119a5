/* SPDX-License-Identifier: Apache-2.0
 *
 * Names of the ends of an edge come in pairs that differ in one word: at the front (from_user, to_user), at the back
 * (node1, node2), or alone (u, v).
 */
#include "formats/files/text/column_names.h"

#include <string.h>

/* ---- a name without case, signs and types ---- */

static void simplify(const char *p, const char *end, tp_column_name name)
{
    size_t length = 0;
    for (; p < end && length + 1 < TP_NAME_LENGTH; p++) {
        const bool upper = *p >= 'A' && *p <= 'Z';
        if (upper || tp_is_digit(*p) || (*p >= 'a' && *p <= 'z') || (unsigned char)*p >= 0x80)
            name[length++] = (char)(upper ? *p - 'A' + 'a' : *p);
    }
    name[length] = '\0';
}

void tp_column_name_of(const tp_field *field, tp_column_name name)
{
    const size_t length = (size_t)(field->end - field->begin);
    const char *colon = memchr(field->begin, ':', length), *group = memchr(field->begin, '(', length);
    const char *end = group ? group : field->end;
    /* Neo4j: NAME:TYPE, where the types of the ends say more than their names. */
    if (colon && colon < end) {
        simplify(colon, end, name);
        if (colon == field->begin || strcmp(name, "startid") == 0 || strcmp(name, "endid") == 0) return;
        end = colon;
    }
    simplify(field->begin, end, name);
}

static bool listed(const char *name, const char *const *words)
{
    while (*words && strcmp(name, *words) != 0) words++;
    return *words != NULL;
}

static bool begins(const char *name, const char *word)
{
    return strncmp(name, word, strlen(word)) == 0;
}

static bool ends(const char *name, const char *word)
{
    const size_t length = strlen(name), size = strlen(word);
    return length >= size && strcmp(name + length - size, word) == 0;
}

/* ---- names that are no end ---- */

tp_meaning tp_column_meaning(const tp_column_name name)
{
    static const char *const numbers[] = {"",       "id",       "index", "idx",   "unnamed",  "edgeid", "eid", "edge",
                                          "edgeno", "linkid",   "relid", "no",    "nr",       "number", "key", "oid",
                                          "fid",    "objectid", "osmid", "rowid", "rownames", NULL};
    static const char *const weights[] = {"weight", "weights", "w", "wt", "wgt", NULL};
    static const char *const maybe[] = {"value",      "values",      "val",    "distance",  "dist",     "length",
                                        "len",        "cost",        "costs",  "capacity",  "strength", "score",
                                        "rating",     "count",       "counts", "frequency", "freq",     "flow",
                                        "similarity", "correlation", NULL};
    static const char *const others[] = {
        "time",  "timestamp", "date",     "datetime",     "year",        "month",    "day",    "hour",     "unixts",
        "ts",    "epoch",     "timeset",  "interval",     "label",       "labels",   "type",   "name",     "names",
        "title", "text",      "comment",  "comments",     "description", "color",    "colour", "category", "class",
        "group", "kind",      "relation", "relationship", "predicate",   "level",    "depth",  "degree",   "centrality",
        "lat",   "lon",       "lng",      "latitude",     "longitude",   "geometry", "wkt",    "status",   "directed",
        "sign",  NULL};
    /* As a part of a longer name. */
    static const char *const weight_parts[] = {"weight", "distance", "length", "cost", "capacity", NULL};
    static const char *const other_ends[] = {"time", "timestamp", "date", "label", "type", "name", NULL};
    if (listed(name, numbers)) return TP_MEANS_NUMBER;
    if (listed(name, weights) || ends(name, "weight")) return TP_MEANS_WEIGHT;
    if (listed(name, maybe)) return TP_MEANS_MAYBE_WEIGHT;
    if (listed(name, others)) return TP_MEANS_OTHER;
    for (size_t k = 0; other_ends[k]; k++)
        if (ends(name, other_ends[k])) return TP_MEANS_OTHER;
    for (size_t k = 0; weight_parts[k]; k++)
        if (begins(name, weight_parts[k]) || ends(name, weight_parts[k])) return TP_MEANS_MAYBE_WEIGHT;
    return TP_MEANS_UNKNOWN;
}

bool tp_is_edge_type(const tp_column_name name)
{
    return strcmp(name, "type") == 0;
}

/* ---- the ends ---- */

/* How surely a pair of words means the two ends. */
enum { SURE = 1, USUAL, ALSO };

static const struct {
    const char *from, *to;
    int rank;
} pairs[] = {
    {"source", "target", SURE},
    {"source", "destination", SURE},
    {"source", "dest", SURE},
    {"source", "sink", SURE},
    {"src", "dst", SURE},
    {"src", "dest", SURE},
    {"src", "destination", SURE},
    {"src", "tgt", SURE},
    {"src", "target", SURE},
    {"src", "trg", SURE},
    {"from", "to", SURE},
    {"origin", "destination", SURE},
    {"origin", "dest", SURE},
    {"orig", "dest", SURE},
    {"sender", "receiver", SURE},
    {"sender", "recipient", SURE},
    {"citing", "cited", SURE},
    {"follower", "followee", SURE},
    {"follower", "followed", SURE},
    {"caller", "callee", SURE},
    {"subject", "object", SURE},
    {"predecessor", "successor", SURE},
    {"tail", "head", SURE},
    {"startid", "endid", SURE},
    {"startnode", "endnode", SURE},
    {"u", "v", USUAL},
    {"i", "j", USUAL},
    {"row", "col", USUAL},
    {"row", "column", USUAL},
    {"1", "2", USUAL},
    {"0", "1", USUAL},
    {"a", "b", USUAL},
    {"start", "end", ALSO},
};

/* `name` without `word` at its front or back; NULL: it is not there. A letter alone is no front. */
static const char *without(const tp_column_name name, const char *word, bool front, tp_column_name rest)
{
    const size_t length = strlen(name), size = strlen(word);
    if (front ? !begins(name, word) || (size == 1 && length > 1) : !ends(name, word)) return NULL;
    memcpy(rest, front ? name + size : name, length - size);
    rest[length - size] = '\0';
    return rest;
}

/* Do the names differ in these words alone, and are the words that they share (a node, a user) no attribute of the
 * ends? */
static bool differ_in(const tp_column_name from, const tp_column_name to, const char *from_word, const char *to_word)
{
    static const char *const coordinates[] = {"x", "y", "z", NULL};
    for (int front = 0; front < 2; front++) {
        tp_column_name one, other;
        if (!without(from, from_word, front, one) || !without(to, to_word, front, other) || strcmp(one, other) != 0)
            continue;
        /* `a` and `b` are names of any two columns, but not behind a word. */
        if (listed(one, coordinates) || (*one == '\0' && *from_word == 'a')) return false;
        switch (tp_column_meaning(one)) {
        case TP_MEANS_UNKNOWN:
        case TP_MEANS_NUMBER: return true;
        default: return false;
        }
    }
    return false;
}

int tp_column_pair(const tp_column_name first, const tp_column_name second, bool *forward)
{
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
        *forward = differ_in(first, second, pairs[k].from, pairs[k].to);
        if (*forward || differ_in(second, first, pairs[k].from, pairs[k].to)) return pairs[k].rank;
    }
    return 0;
}

tp_role tp_column_end(const tp_column_name name)
{
    static const char *const rests[] = {"", "id", "node", "nodeid", "vertex", "vertexid", NULL};
    tp_column_name rest;
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs && pairs[k].rank == SURE; k++) {
        if (without(name, pairs[k].from, true, rest) && listed(rest, rests)) return TP_FROM;
        if (without(name, pairs[k].to, true, rest) && listed(rest, rests)) return TP_TO;
    }
    return TP_ROLES;
}
