/* SPDX-License-Identifier: Apache-2.0
 *
 * The hypersparse form of a matrix, most of whose rows or columns have no entry: M(R[i], S[j]) = K(i, j). K, the core,
 * is an ordinary matrix of the rows and columns that have a name; R and S, their names in M, ascend. All that is not
 * named has no entry. M has no arrays of its own until somebody asks for them.
 */
#ifndef TP_HYPERSPARSE_H
#define TP_HYPERSPARSE_H

#include "formats/matrix/lists.h"
#include "formats/tuning.h"

TP_BEGIN_C

/* Some of a matrix's n rows, or columns, by ascending id. */
typedef struct tp_hyperlist {
    tropic_index n, count;
    tropic_index *ids; /* NULL: all of them, count is n */
} tp_hyperlist;

typedef struct tp_hypersparse {
    tropic_matrix *core; /* rows.count x cols.count; without labels */
    tp_hyperlist rows, cols;
    tp_memory memory; /* of the names */
} tp_hypersparse;

static inline bool tp_hypersparse_pays(tropic_index rows, tropic_index cols, tropic_offset count)
{
    const tropic_index longer = rows > cols ? rows : cols;
    return longer > TP_SHORT_SIDE && count < longer / TP_HYPERSPARSE_MAX;
}
static inline bool tp_hypersparse_stays(tropic_index rows, tropic_index cols, tropic_offset count)
{
    return tp_hypersparse_pays(rows, cols, count / 2);
}

/* ---- hypersparse.c ---- */

/* A's hypersparse form, without pending updates; NULL: it has none. It stays as it is until A changes. Thread-safe. */
tropic_status tp_matrix_hypersparse(tropic_context *context, const tropic_matrix *A, const tp_hypersparse **form);
/* The matrix of this form with these names, which hold those that it has: the core itself, or *made. That borrows from
 * the core, and is freed by the caller. */
tropic_status tp_hypersparse_express(tropic_context *context, const tp_hypersparse *form, const tp_hyperlist *rows,
                                     const tp_hyperlist *cols, tropic_matrix **made, const tropic_matrix **expressed);
/* The same of a square matrix with the names of rows and columns for both, which the caller frees, too
 * (tp_hyperlist_free). */
tropic_status tp_hypersparse_square(tropic_context *context, const tp_hypersparse *form, tp_hyperlist *names,
                                    tropic_matrix **made, const tropic_matrix **square);
/* *made = this form of A, which may have another, with names for rows and columns with entries alone. */
tropic_status tp_hypersparse_of(tropic_context *context, const tropic_matrix *A, tp_hypersparse **made);
/* After an operation made A, which nobody else has yet: forgets names without entries if these are many, and makes A
 * ordinary if the form does not pay. */
tropic_status tp_hypersparse_settle(tropic_context *context, tropic_matrix *A);

/* ---- trim.c ---- */

/* *made = the form with those of these names that have entries, of a core whose lists are given. `all`: a side without
 * names gets some. */
tropic_status tp_hypersparse_trim(tropic_context *context, const tropic_matrix *from, tp_orientation o,
                                  const tp_lists *lists, const tp_hyperlist *rows, const tp_hyperlist *cols, bool all,
                                  tp_hypersparse **made);
/* Has it so many names without entries that they are to be forgotten? */
bool tp_hypersparse_is_loose(const tp_hypersparse *form);

/* ---- matrix.c ---- */

/* Takes over *core and the names' ids, and sets them to NULL, where it succeeds. */
tropic_status tp_hypersparse_new(tropic_context *context, tropic_matrix **core, tp_hyperlist *rows, tp_hyperlist *cols,
                                 tp_hypersparse **made);
/* Accepts NULL. */
void tp_hypersparse_free(tp_hypersparse **form);

/* ---- hyperlist.c ---- */

/* All of n. */
static inline tp_hyperlist tp_hyperlist_all(tropic_index n)
{
    return (tp_hyperlist){n, n, NULL};
}
void tp_hyperlist_free(const tp_memory *memory, tp_hyperlist *names);
/* The i-th. */
static inline tropic_index tp_hyperlist_at(const tp_hyperlist *names, tropic_index i)
{
    return names->ids ? names->ids[i] : i;
}
/* The position of an id; -1: it has no name. */
tropic_index tp_hyperlist_find(const tp_hyperlist *names, tropic_index id);
bool tp_hyperlist_equal(const tp_hyperlist *a, const tp_hyperlist *b);
tropic_status tp_hyperlist_copy(tropic_context *context, const tp_hyperlist *from, tp_hyperlist *copy);
/* *names = those of both, in memory of the context. */
tropic_status tp_hyperlist_unite(tropic_context *context, const tp_hyperlist *a, const tp_hyperlist *b,
                                 tp_hyperlist *names);
/* The distinct ones of some ids, of n: of two arrays, of which the second may be NULL. */
tropic_status tp_hyperlist_of(tropic_context *context, tropic_index n, const tropic_index *ids,
                              const tropic_index *others, int64_t count, tp_hyperlist *names);
/* *to = for each of `from` its position in `names`, which has it; NULL where all are where they were. */
tropic_status tp_hyperlist_positions(tropic_context *context, const tp_hyperlist *from, const tp_hyperlist *names,
                                     tropic_index **to);
/* to[k] = the position of ids[k], which has a name; `to` may be `ids`. */
void tp_hyperlist_find_all(tropic_context *context, const tp_hyperlist *names, const tropic_index *ids, int64_t count,
                           tropic_index *to);
/* to[k] = the name of ids[k]; likewise. */
void tp_hyperlist_translate(tropic_context *context, const tp_hyperlist *names, const tropic_index *ids, int64_t count,
                            tropic_index *to);
/* values[k] = the name of ids[k], as a value of `type`. */
void tp_hyperlist_as_values(tropic_context *context, const tp_hyperlist *names, const tropic_index *ids, int64_t count,
                            tropic_type type, void *values);

/* ---- relabel.c ---- */

/* Lists by other numbers, which ascend: list l becomes list_to[l], and id j becomes id_to[j] (NULL: as they were; -1:
 * it has no entry). With `borrowed`, `out` borrows the arrays that do not differ from `in`, which *borrowed then says
 * (TP_BORROWED_...). On failure there is nothing to free. */
tropic_status tp_lists_relabel(tropic_context *context, const tp_memory *memory, const tp_lists *in,
                               const tropic_index *list_to, tropic_index lists, const tropic_index *id_to,
                               unsigned *borrowed, tp_lists *out);

TP_END_C

#endif
