/* SPDX-License-Identifier: Apache-2.0
 *
 * Lists of ids on the host, one orientation of a matrix while it is made, and the sort that makes
 * them.
 */
#ifndef TP_LISTS_H
#define TP_LISTS_H

#include "formats/matrix/list_at.h"
#include "formats/matrix/matrix.h"
#include "runtime/threads.h"
#include "semiring/evaluate.h"

TP_BEGIN_C

/* Lists that a thread takes at a time: enough to hide the cost of taking them, few enough that a chunk
 * of heavy lists does not outlast the others. */
#define TP_LIST_CHUNK 1024

/* Calls `function` with the size of a value, a constant where it is a number's. */
#define TP_WITH_SIZE(size, function, ...)                                                                              \
    switch (size) {                                                                                                    \
    case 0: function(__VA_ARGS__, 0); break;                                                                           \
    case 1: function(__VA_ARGS__, 1); break;                                                                           \
    case 2: function(__VA_ARGS__, 2); break;                                                                           \
    case 4: function(__VA_ARGS__, 4); break;                                                                           \
    case 8: function(__VA_ARGS__, 8); break;                                                                           \
    default: function(__VA_ARGS__, size); break;                                                                       \
    }

/* List l is ids[offsets[l]] up to ids[offsets[l + 1] - 1]; values likewise. */
typedef struct tp_lists {
    tropic_index lists;
    tropic_offset count;
    tropic_offset *offsets; /* lists + 1 */
    tropic_index *ids;
    void *values; /* NULL: a pattern */
    size_t size;  /* of one value; 0 for a pattern */
} tp_lists;

tropic_status tp_lists_allocate(tropic_context *context, const tp_memory *memory, tp_lists *out, tropic_index lists,
                                tropic_offset count, size_t size);
/* The same in two steps. First the offsets alone; then, once offsets[l + 1] is list l's length, the entries. On failure
 * of either, there is nothing to free. */
tropic_status tp_lists_allocate_offsets(tropic_context *context, const tp_memory *memory, tp_lists *out,
                                        tropic_index lists, size_t size);
tropic_status tp_lists_allocate_entries(tropic_context *context, const tp_memory *memory, tp_lists *out);
/* offsets[l + 1], list l's length, becomes where it ends, and offsets[0] zero; returns the last. */
tropic_offset tp_sum_lengths(tropic_context *context, tropic_offset *offsets, tropic_index lists);
tropic_status tp_lists_copy(tropic_context *context, const tp_memory *memory, const tp_lists *from, tp_lists *copy);
/* Also of half-made lists, and of none. */
void tp_lists_free(const tp_memory *memory, tp_lists *lists);

/* Where value k lies; NULL of a pattern. */
static inline void *tp_value_at(void *values, size_t size, tropic_offset k)
{
    return size > 0 ? (char *)values + (size_t)k * size : NULL;
}

/* The first entry of list l, which is ascending, whose id is at least this one; its end if there is none. */
static inline tropic_offset tp_list_find(const tp_lists *side, tropic_index l, int64_t id)
{
    return tp_find_id(side->ids, side->offsets[l], side->offsets[l + 1], id);
}

/* The position of an id in list l, which is ascending; -1: it is not there. */
static inline tropic_offset tp_list_position(const tp_lists *side, tropic_index l, tropic_index id)
{
    const tropic_offset k = tp_list_find(side, l, id);
    return k < side->offsets[l + 1] && side->ids[k] == id ? k : -1;
}

static inline bool tp_list_has(const tp_lists *side, tropic_index l, tropic_index id)
{
    return tp_list_position(side, l, id) >= 0;
}

/* Entries to be sorted: entry k belongs to list keys[k] and leaves there ids[k], with values[k]. */
typedef struct tp_pairs {
    tropic_offset count;
    const tropic_index *keys;
    const tropic_index *ids; /* NULL: the list that k lies in, by `offsets` */
    const tropic_offset *offsets;
    tropic_index lists; /* of `offsets` */
    const void *values; /* NULL: a pattern */
    size_t size;
    bool mirror;     /* entry k also stands for (ids[k], keys[k]), unless these are equal */
    bool skip_loops; /* entries whose two ids are equal count as none */
    /* With a span: entries with ids first .. first + span - 1 alone, which become 0 .. span - 1; of about so
     * many such parts. */
    tropic_index first, span;
    int parts;
} tp_pairs;

/* Entries half sorted: bucket b holds, in the order they came, those of lists b << shift up to
 * ((b + 1) << shift) - 1, as records of key, id and value. */
typedef struct tp_buckets {
    tropic_index lists;
    int shift;
    int buckets;
    size_t size;
    tropic_offset *starts; /* buckets + 1 */
    char *records;
} tp_buckets;

/* A stable sort by key in two passes, O(lists + count). After the first the caller may release the entries. The second
 * frees the buckets, whatever comes; entries of one list stay in the order they came. */
tropic_status tp_partition(tropic_context *context, const tp_memory *memory, tropic_index lists, const tp_pairs *in,
                           tp_buckets *out);
tropic_status tp_scatter_buckets(tropic_context *context, const tp_memory *memory, tp_buckets *in, tp_lists *out);

/* The other orientation: list i of `out` holds l, ascending, for each id i in list l of `in`, which is ascending. */
tropic_status tp_transpose(tropic_context *context, const tp_memory *memory, const tp_lists *in, tropic_index lists,
                           tp_lists *out);
/* The same of lists in any order; frees `in`, whatever comes. */
tropic_status tp_transpose_consume(tropic_context *context, const tp_memory *memory, tp_lists *in, tropic_index lists,
                                   tp_lists *out);

/* Lists that are ascending but for duplicates, and how messages name an entry. */
typedef struct tp_combining {
    tropic_type type;
    tropic_duplicates rule;
    const tp_evaluator *op;                    /* instead of the rule; NULL: none */
    bool widens;                               /* where sums of INT32 do not fit, `type` and the values become INT64 */
    bool by_column;                            /* list l is column l */
    tropic_index first;                        /* the first list's number */
    const tropic_index *row_names, *col_names; /* see tp_entries */
    const int64_t *labels;
    int64_t label_base;
} tp_combining;

/* Values of INT32 become INT64 where how->type is that. */
tropic_status tp_widen(tropic_context *context, const tp_memory *memory, tp_lists *lists, const tp_combining *how);
/* Duplicates become one entry, by the rule, in the order they lie. Lists may be narrower than how->type: see
 * tp_widen. On failure they stay as they are, or are wider. */
tropic_status tp_combine(tropic_context *context, const tp_memory *memory, tp_lists *lists, tp_combining *how);
/* The rows of entries in any order, combined as `how` says; each entry also as its transpose (mirror), and those
 * on the diagonal not at all (skip_loops). Frees the entries as soon as they are not needed. Apart from them, at
 * most about twice the lists are in memory at any time. */
tropic_status tp_sort_ranges(tropic_context *context, tp_entries *entries, bool mirror, bool skip_loops,
                             tp_combining *how, tp_lists *out);

/* lists = lists united with their transpose. Where both have an entry, the two combine, that of the lower row first;
 * REFUSE keeps equal ones. Lists are ascending and without duplicates; the rule is no sum. */
tropic_status tp_unite(tropic_context *context, const tp_memory *memory, tp_lists *lists, const tp_combining *how);

/* A side's arcs, of that orientation. */
tp_arcs tp_side_arcs(const tropic_matrix *A, tp_orientation orientation, const tp_side *side);
/* The lists as a host's side, which takes them over. */
tp_side tp_side_of(const tp_lists *lists);
/* The orientation's host arrays, which are there: see tp_matrix_need. */
tp_lists tp_host_lists(const tropic_matrix *A, tp_orientation orientation);

/* The same, made if need be, of *o or (`either`) whichever orientation the host has, if it has one. They stay until the
 * context's call ends, or `forever`: as long as A does. Thread-safe. */
tropic_status tp_matrix_open(tropic_context *context, const tropic_matrix *A, tp_orientation *o, bool either,
                             bool forever, tp_lists *lists);
/* The same until the call ends. */
tropic_status tp_matrix_open_lists(tropic_context *context, const tropic_matrix *A, tp_orientation orientation,
                                   tp_lists *lists);
/* The same as lists of their own: a copy, or transposed for them alone, where A has the other orientation. */
tropic_status tp_matrix_copy_lists(tropic_context *context, const tropic_matrix *A, tp_orientation orientation,
                                   tp_lists *lists);
/* (The caller has the lock.) */
tropic_status tp_matrix_copy_locked(tropic_context *context, tropic_matrix *A, tp_orientation orientation,
                                    tp_lists *lists);
/* The arrays of whichever orientation the host has, if it has one. */
tropic_status tp_matrix_open_either(tropic_context *context, const tropic_matrix *A, tp_orientation *orientation,
                                    tp_lists *lists);

/* row_of[k] = the list that position k lies in. */
void tp_fill_row_of(tropic_index *row_of, const tropic_offset *offsets, tropic_index lists, tp_team team);
/* Part `part` of `parts` of 0 .. count - 1 begins here. */
static inline int64_t tp_part(int64_t count, int part, int parts)
{
    return count / parts * part + count % parts * part / parts;
}

TP_END_C

#endif
