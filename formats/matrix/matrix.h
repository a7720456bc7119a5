/* SPDX-License-Identifier: Apache-2.0
 *
 * A matrix: up to two orientations on the host, and their mirrors on devices, made when first
 * needed.
 */
#ifndef TP_MATRIX_H
#define TP_MATRIX_H

#include "formats/matrix/notes.h"
#include "runtime/backend.h"
#include "runtime/evict.h"
#include "runtime/locks.h"

TP_BEGIN_C

typedef enum tp_orientation { TP_BY_ROW, TP_BY_COLUMN } tp_orientation;

/* Arrays of a side that are somebody else's: not to be released. */
enum { TP_BORROWED_OFFSETS = 1, TP_BORROWED_IDS = 2, TP_BORROWED_ROW_OF = 4, TP_BORROWED_VALUES = 8 };

/* The arrays of one orientation in one memory. */
typedef struct tp_side {
    bool present;
    unsigned borrowed;
    /* Of a device: where its arrays came from, and whose mirror_release and mirror_download they need, whatever context
     * comes later. The host's are the matrix's. */
    tp_memory memory;
    const tp_backend *owner;
    tropic_offset *offsets;
    tropic_index *ids;
    void *values;
    tropic_index *row_of;       /* made on demand */
    tropic_index *split_points; /* likewise; see tp_arcs */
    /* Likewise, on the host: ids of the lists by their places in `order`, which has them by how often they occur. */
    tropic_index *grouped, *order;
    bool ungrouped; /* these were found not to pay */
    uint64_t *bits; /* of the dense form, which has neither offsets nor ids: formats/matrix/forms/dense.h */
    uint64_t used;  /* by which call last: see tp_hold */
} tp_side;

/* The forms of a matrix in one memory: each is made when it is first needed. */
typedef struct tp_forms {
    int device;       /* whose memory it is, of the index that contexts have; TP_ON_HOST */
    tp_side sides[2]; /* by tp_orientation */
    tp_side dense;
    struct tp_forms *next; /* those of another device */
} tp_forms;

/* The lengths of an orientation's lists. */
typedef struct tp_degrees {
    double mean, deviation;
    tropic_index shortest, longest;
    bool banded; /* local: most lists have about the same ids as the next, as in meshes and bands */
} tp_degrees;

/* The terms of a product of matrices, left with its result on a device for the next one of the same patterns:
 * spmv/mxm/cuda/symbolic_device.h. */
typedef struct tp_symbolic {
    uint64_t a, b; /* tp_matrix_pattern of the operands */
    bool a_transposed, b_transposed;
    bool within; /* of terms at the places of C alone, which may be fewer than the product's */
    int device;
    tropic_offset slices, terms, runs;
    tropic_offset *before; /* NULL: nothing is kept (tp_cuda_symbolic) */
    uint64_t *words;
    size_t bytes;     /* of both arrays */
    tp_memory memory; /* of this and, by mirror_release, of the arrays */
    void (*release)(const tp_memory *memory, int device, void *const *arrays, int count);
    uint64_t used; /* by which call: see tp_hold */
} tp_symbolic;

/* Loops that it was made without, whatever became of its entries since. */
typedef struct tp_dropped_loops {
    tropic_offset count;    /* places that they had */
    tropic_index negatives; /* vertices whose loop had a negative value */
    tropic_index *negative; /* these, ascending; NULL: none */
} tp_dropped_loops;

struct tropic_matrix {
    tp_memory memory;
    tropic_index rows, cols;
    tropic_offset count; /* entries, the pending ones included */
    tropic_type type;
    bool pattern;
    bool bipartite; /* its file says so, whatever the shape: see tropic_matrix_is_bipartite */
    bool multiplicities;
    /* Known to be so, structure and values: both orientations are one and the same,
     * host[TP_BY_ROW]. It may become known only when the second orientation is made; guarded by the
     * lock. */
    bool symmetric;
    /* File ids by vertex, ascending, max(rows, cols) of them; NULL: i + label_base. */
    int64_t *labels;
    int64_t label_base;
    tropic_format format; /* of the file; AUTO for arrays */
    tropic_file_direction file_direction;
    tp_notes notes; /* on reading its file */
    tp_mutex lock;  /* guards forms and facts made on demand: see tp_matrix_with */
    tp_forms host;  /* and, from host.next on, those of devices */
    bool viewed;    /* a device has arrays of the caller's, who may change them once a call has returned */
    bool degrees_known[2];
    tp_degrees degrees[2]; /* by tp_orientation */
    bool facts_known, components_known;
    tropic_matrix_facts facts;
    /* Arcs that products pushed for want of the other orientation (spmv/mxv/mxv.c). Read without the lock. */
    int64_t pushed;
    /* Products that groups (formats/matrix/forms/group.c) would have been of use to. Guarded by the lock. */
    int32_t pulled;
    tropic_matrix *casts; /* made on demand by tp_matrix_cast: a list, by next_cast */
    tropic_matrix *next_cast;
    int decimals; /* of a cast: its values are A's times 10^decimals (tp_matrix_scaled) */
    /* Entries set or removed since the arrays were made: all that is guarded by the lock is of the time before. NULL:
     * none. */
    struct tp_pending *pending;
    /* Guarded by the lock, too: the form from which orientations are then made on demand; NULL: none
     * (formats/matrix/forms/hypersparse.h). */
    struct tp_hypersparse *hypersparse;
    double trimmed_mean; /* known with facts: the mean of the values, but for the largest few */
    /* Guarded by the lock. Matrices with the same number have entries at the same places; 0: it has none yet. */
    uint64_t pattern_number;
    tp_symbolic *symbolic; /* of the product that made it; NULL: nothing was kept */
    tp_cache cache;        /* of the forms: formats/matrix/forms/evict.c */
    int32_t dropped;       /* forms that it gave up for want of memory, and their bytes */
    size_t bytes_dropped;
    tp_dropped_loops loops;
};

/* How many lists the orientation has. */
static inline tropic_index tp_matrix_lists(const tropic_matrix *A, tp_orientation orientation)
{
    return orientation == TP_BY_ROW ? A->rows : A->cols;
}

/* Bytes of a value; 0 of a pattern. */
static inline size_t tp_matrix_value_size(const tropic_matrix *A)
{
    return A->pattern ? 0 : tropic_type_size(A->type);
}

/* How many vertices of a matrix of this shape have a label: of a rectangle, as many as its longer side. */
static inline tropic_index tp_labelled(tropic_index rows, tropic_index cols)
{
    return rows > cols ? rows : cols;
}

/* The orientation whose arrays serve for this one. */
static inline tp_orientation tp_matrix_stored(const tropic_matrix *A, tp_orientation orientation)
{
    return A->symmetric ? TP_BY_ROW : orientation;
}

/* An orientation of which the host has arrays: by row, if both are there, or none. */
static inline tp_orientation tp_matrix_here(const tropic_matrix *A)
{
    return A->host.sides[TP_BY_COLUMN].present && !A->host.sides[TP_BY_ROW].present ? TP_BY_COLUMN : TP_BY_ROW;
}

/* Work on all that A's lock guards. A form or a fact that is made on demand is no change, so A may be written. */
typedef tropic_status tp_matrix_work(tropic_context *context, tropic_matrix *A, void *of);
/* Does the work under the lock. Pending updates are merged into the arrays first, and calls of the backend are made,
 * also while a loop's body is recorded. If memory is short, A gives up a form that it can do without
 * (formats/matrix/forms/evict.h), and the work is done again from its start: it leaves A as it was if it fails. The
 * second leaves updates pending. Status: the work's; OUT_OF_MEMORY of the merge, after which A is as it was. */
tropic_status tp_matrix_with(tropic_context *context, const tropic_matrix *A, tp_matrix_work *work, void *of);
tropic_status tp_matrix_with_pending(tropic_context *context, const tropic_matrix *A, tp_matrix_work *work, void *of);
/* The lock alone, for those who change forms and neither make any nor ask for memory. */
void tp_matrix_lock(const tropic_matrix *A);
void tp_matrix_unlock(const tropic_matrix *A);
/* Releases the arrays of all forms, with facts known of them and arrays kept with them. The second keeps one or two
 * forms (NULL: none), with theirs. */
void tp_matrix_drop(tropic_matrix *A);
void tp_matrix_drop_forms(tropic_matrix *A, const tp_side *kept, const tp_side *too);
/* A's forms in memory of the context's backend: all absent where there are none. The lock is held. */
const tp_forms *tp_matrix_forms(const tropic_context *context, const tropic_matrix *A);
/* The same, for whoever makes some.
 * Status: OUT_OF_MEMORY; NOT_SUPPORTED where the library has no place for the context's device. */
tropic_status tp_matrix_make_forms(tropic_context *context, tropic_matrix *A, tp_forms **forms);
/* Does a device read arrays that the caller may change once the call has returned? */
static inline bool tp_matrix_is_view(const tropic_context *context, const tropic_matrix *A)
{
    return A && A->viewed && context->backend->location == TROPIC_DEVICE;
}
/* *number: that of A's pattern, which A gets now if it has none. Thread-safe. */
tropic_status tp_matrix_pattern_number(tropic_context *context, const tropic_matrix *A, uint64_t *number);
/* Releases its arrays; and it, too. Accepts a pointer to NULL. */
void tp_symbolic_drop(tp_symbolic *symbolic);
void tp_symbolic_free(tp_symbolic **symbolic);

/* Entries in any order, of a file in its order. Arrays come from context->memory. */
typedef struct tp_entries {
    tropic_index rows, cols;
    tropic_offset count;
    tropic_index *row_ids, *col_ids;
    tropic_type type;
    void *values;                    /* NULL: pattern (type BOOL) */
    bool mirrored;                   /* each entry off the diagonal also stands for its transpose */
    bool negated;                    /* ... with the sign changed (skew-symmetric), which the type can hold */
    tropic_file_direction direction; /* the file's own, whatever is done about it */
    bool borrowed;                   /* ids and values are the caller's of the library, and only read */
    bool narrowed;                   /* INT32 because all values fit: INT64 where a sum of duplicates does not */
    bool adds_up;                    /* values are multiplicities: they add up by default, opposites too */
    bool bipartite;                  /* rows and columns are two sets of vertices, even if as many */
    const tropic_operator *op;       /* combines values at one place; NULL: the duplicate rule does */
    int64_t *labels;
    int64_t label_base;
    tp_notes notes; /* of the reader; tropic_matrix_load gives them to the matrix */
    /* Numbers of rows and columns in `op` and in messages, where they are others: the caller's. */
    const tropic_index *row_names, *col_names;
} tp_entries;

/* Bytes of a value; 0 of a pattern. */
static inline size_t tp_entries_size(const tp_entries *entries)
{
    return entries->values ? tropic_type_size(entries->type) : 0;
}

/* Arrays for `count` entries with values of `size` bytes, 0: a pattern. On failure the caller frees the arrays that
 * there are.
 * Status: OUT_OF_MEMORY, for `what`. */
tropic_status tp_entries_allocate(tropic_context *context, tp_entries *entries, tropic_offset count, size_t size,
                                  const char *what);
void tp_entries_free(tropic_context *context, tp_entries *entries);

/* The meaning of a rule for several values at one place, or for the values of a place and its `opposite`. DEFAULT, here
 * and below, is the one rule that has two meanings: that of arrays and Matrix Market. */
static inline tropic_duplicates tp_duplicates_rule(tropic_duplicates rule, bool opposite)
{
    if (rule != TROPIC_DUPLICATES_DEFAULT) return rule;
    return opposite ? TROPIC_DUPLICATES_MIN : TROPIC_DUPLICATES_SUM;
}

/* Builds a matrix from entries (which it frees, whatever comes): mirror, drop loops, sort, combine
 * duplicates. Ids are in range. `undirected` adds the transpose: see TROPIC_DIRECTION_UNDIRECTED. */
tropic_status tp_matrix_build(tropic_matrix **A, tropic_context *context, tp_entries *entries,
                              tropic_duplicates duplicates, tropic_loops loops, bool undirected);
/* The same with all rows and columns, of entries that stay the caller's to free. */
tropic_status tp_matrix_build_lists(tropic_matrix **A, tropic_context *context, tp_entries *entries,
                                    tropic_duplicates duplicates, tropic_loops loops, bool undirected);

/* Is the transpose added once duplicates are combined? Only DEFAULT, refusals and operators distinguish an arc and its
 * opposite from one arc given twice; of counts, refusals do not either. */
bool tp_matrix_unites(const tp_entries *entries, tropic_duplicates duplicates, bool undirected);
/* Else: are the opposites sorted with the rest? */
bool tp_matrix_mirrors(const tp_entries *entries, tropic_duplicates duplicates, bool undirected);

/* INVALID_ARGUMENT where one of a caller's options is none; `prefix` begins the message. */
tropic_status tp_matrix_check_rules(tropic_context *context, const char *prefix, tropic_duplicates duplicates,
                                    tropic_loops loops, tropic_direction direction);
/* OUT_OF_MEMORY where memory cannot hold the matrix that tp_matrix_build would make of such entries, which are not
 * read: with both orientations, unless they are one, for where the sort does not need as much, the first algorithm
 * will. A small file can have large offsets; duplicates may make entries fewer. */
tropic_status tp_matrix_check_memory(tropic_context *context, const tp_entries *entries, tropic_duplicates duplicates,
                                     bool undirected);

/* A matrix without entries yet, of the shape and type of `shape`, whose labels it takes over. NULL
 * where there is no memory for it. */
tropic_matrix *tp_matrix_new(tropic_context *context, tp_entries *shape);
tropic_matrix *tp_matrix_new_in(const tp_memory *memory, tp_entries *shape);
/* Where each list begins, from the list of each position, which does not fall. */
tropic_status tp_offsets_from_row_of(tropic_context *context, const tp_memory *memory, const tropic_index *row_of,
                                     tropic_offset count, tropic_index lists, tropic_offset **offsets);
/* *array = a copy of a host array on the context's device; stays as it is where `from` is NULL. Does not wait. */
tropic_status tp_mirror_array(tropic_context *context, const tp_memory *memory, void *array, const void *from,
                              int64_t count, size_t size);
/* Releases the host's arrays, and a device's. */
void tp_side_free(const tp_memory *memory, tp_side *side);
void tp_mirror_free(int device, tp_side *side);
/* Releases one of A's forms, by the memory that it is in. */
void tp_form_free(const tropic_matrix *A, const tp_forms *in, tp_side *form);
/* Makes the orientation's host arrays, unless they are there: host[orientation], or host[TP_BY_ROW] of a matrix that
 * then is known to be symmetric. The caller has the lock. */
tropic_status tp_matrix_need(tropic_context *context, tropic_matrix *A, tp_orientation orientation);

/* The side with this orientation in memory of the context's backend, made if need be, and held. The lock is held. */
tropic_status tp_matrix_find_side(tropic_context *context, tropic_matrix *A, tp_orientation orientation, bool row_of,
                                  tp_side **found);

/* The arcs of one orientation in memory of the context's backend, made on first use. With `row_of`,
 * also the list that each position belongs to. Thread-safe. */
tropic_status tp_matrix_arcs(tropic_context *context, const tropic_matrix *A, tp_orientation orientation, bool row_of,
                             tp_arcs *arcs);

/* arcs->split_points, where a backend that has mirrors wants them, made on first use. Thread-safe. */
tropic_status tp_matrix_split_points(tropic_context *context, const tropic_matrix *A, tp_orientation orientation,
                                     tp_arcs *arcs);

/* For a product on the host that pulls values of `size` bytes from all sources: *order = the sources in the order in
 * which it is to lay these out, and arcs->ids = the places of the ids in it; NULL: as they are. tp_matrix_arcs came
 * first. Made after some products, where it pays (formats/matrix/forms/group.c). Thread-safe. */
tropic_status tp_matrix_group(tropic_context *context, const tropic_matrix *A, tp_orientation orientation, size_t size,
                              tp_arcs *arcs, const tropic_index **order);

/* INVALID_ARGUMENT (A is NULL), or DIMENSION_MISMATCH unless rows and columns are one set of vertices. */
tropic_status tp_matrix_check_graph(tropic_context *context, const tropic_matrix *A);
/* TYPE_MISMATCH, with `name`, unless A's values are of the type, or it is a pattern, whose entries count as ones
 * of any built-in type. */
tropic_status tp_matrix_check_type(tropic_context *context, const tropic_matrix *A, const char *name, tropic_type type);

/* *cast = A, or, unless it is a pattern or of that built-in type, A with its values cast to it. That is made on first
 * use, in memory of the context's device if A has arrays there, shares A's arrays of ids, and is A's. Thread-safe. */
tropic_status tp_matrix_cast(tropic_context *context, const tropic_matrix *A, tropic_type type,
                             const tropic_matrix **cast);
/* The same, to INT64, of A's values times 10^decimals, which are whole numbers (formats/matrix/forms/decimals.h). */
tropic_status tp_matrix_scaled(tropic_context *context, const tropic_matrix *A, int decimals,
                               const tropic_matrix **scaled);
/* The same, to 32 bits if A's type is an integer of 8 or 16 bits: so algorithms need no kernels of those types. */
tropic_status tp_matrix_weights(tropic_context *context, const tropic_matrix *A, const tropic_matrix **weights);

/* The lengths of one orientation's lists, stored in the matrix. */
tropic_status tp_matrix_degrees(tropic_context *context, const tropic_matrix *A, tp_orientation orientation,
                                tp_degrees *found);
/* The pulling strategy that auto takes: csc_vector where lists are long or uneven. */
tropic_strategy tp_choose_pull(const tp_degrees *lists);
/* The same for tropic_mxv on a GPU: of lists with so many entries, of which the mask lets that part through; `size`:
 * bytes of a value. */
tropic_strategy tp_choose_product(const tp_degrees *lists, tropic_offset entries, double part, size_t size);
/* The same on the CPU: csc_vector, which sums short lists as csc_scalar does, where there are others; cooc_scalar where
 * one list has much of the work. */
tropic_strategy tp_choose_host_product(const tp_degrees *lists, tropic_offset entries, double part, size_t size);
/* tropic_matrix_describe but for the components, and A->trimmed_mean, stored in the matrix. */
tropic_status tp_matrix_facts(tropic_context *context, const tropic_matrix *A, const tropic_matrix_facts **facts);

TP_END_C
#endif
