/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions for the CPU of user-defined operators and semirings. tropic_define.h makes them from expressions. A program
 * may write those of an operator by itself: see tropic_operator_source. And threads and memory of a context, for a
 * program's own loops.
 */
#ifndef TROPIC_HOST_H
#define TROPIC_HOST_H

#include <tropic.h>

/* How many values an operand has: one for all, one per entry of the matrix, or one per place of the vector. */
typedef enum tropic_host_by { TROPIC_HOST_ONE, TROPIC_HOST_ENTRY, TROPIC_HOST_PLACE } tropic_host_by;

/* Lists of a matrix, and a vector, whose products are to be computed. */
typedef struct tropic_host_list {
    const tropic_offset *offsets; /* list j has entries offsets[j] .. offsets[j + 1] - 1 */
    const tropic_index *ids;      /* the place of entry k in the vector when pulling, in the result when pushing */
    const void *x, *y;            /* the operands' values */
    tropic_host_by x_by, y_by;    /* how many values each operand has */
    const uint8_t *has;           /* the vector's flags; NULL: the vector is full */
    const uint8_t *allow;         /* pushing: flags of the result's places to compute; NULL: all places */
    bool complement;              /* places with flag 0 in `allow` are computed, instead of those with another flag */
    const void *old;              /* the values that multiply sees as w; NULL: there are none */
    const uint8_t *old_has;       /* flags of `old` */
    tropic_index row;             /* multiply sees it as r */
    /* Names of the lists' rows and columns (of a hypersparse matrix), which it sees as i and j; NULL: the ids
     * themselves. */
    const tropic_index *i_names, *j_names;
} tropic_host_list;

/* Sums by place in a hash table. A place has the slot of its hash, or the first one after it that was free. */
typedef struct tropic_host_table {
    tropic_index *places; /* by slot: the place whose sum it holds, or TROPIC_HOST_FREE */
    void *sums;           /* by slot */
    tropic_index *slots;  /* the slots that hold a sum, in the order in which they were taken */
    tropic_index count;   /* of slots */
    uint32_t multiplier;  /* the hash of place j: (j * multiplier) >> shift */
    int shift;
    uint32_t last; /* the last slot */
} tropic_host_table;
#define TROPIC_HOST_FREE (-1)

/* An operator's functions. `self` is this struct: functions that need data of their own find them behind it, in a
 * struct whose first member it is. Threads call the functions at the same time, with the same self. Arrays have count
 * values, at least one, aligned as their types are; z may be x or y where their types have one size, else it overlaps
 * neither. */
typedef struct tropic_host_operator {
    size_t size; /* sizeof(tropic_host_operator) */
    /* Must be there: z[k] = f(x[k], y[k]) at row i[k] and column j[k]; j NULL: every column is 0 */
    void (*map)(const struct tropic_host_operator *self, void *z, const void *x, const void *y, const tropic_index *i,
                const tropic_index *j, int64_t count);
    /* *z = a monoid's identity; NULL: the operator is not a monoid, and its source has no identity */
    void (*identity)(const struct tropic_host_operator *self, void *z);
    /* whether a sum may stop at *a; NULL: at none */
    bool (*terminal)(const struct tropic_host_operator *self, const void *a);
} tropic_host_operator;

/* A semiring's functions, called as those of an operator. */
typedef struct tropic_host_semiring {
    size_t size;
    /* For each c below count, t[c] = the sum of the products of list which[c] (NULL: list from + c), and has[c] =
     * whether there was a product (NULL: not returned). Without a product, t[c] does not change. Products are summed in
     * order, for lists of more than `max` entries in lanes, unless sums are structs of more than 1,024 bytes. */
    void (*sums)(const struct tropic_host_semiring *self, const tropic_host_list *list, const tropic_index *which,
                 tropic_index from, tropic_index count, tropic_offset max, void *t, uint8_t *has);
    /* Adds the products of entries from .. to - 1 of i's list to t. The vector's value is at place `at` of its operand.
     * A flag is 0, 1 if its place has a sum, and 2 while a thread adds to it. `alone`: no other thread adds. */
    void (*push)(const struct tropic_host_semiring *self, const tropic_host_list *list, tropic_index i, tropic_index at,
                 tropic_offset from, tropic_offset to, void *t, uint8_t *flags, bool alone);
    void (*add)(const struct tropic_host_semiring *self, void *a, const void *b); /* *a = add(*a, *b) */
    const tropic_host_operator *monoid;                                           /* add as an operator */
    /* For a block of columns: adds the products of entries from .. to - 1 of j's list, at columns first .. first +
     * width - 1, to t, in order. hit tells which columns have a sum. */
    void (*columns)(const struct tropic_host_semiring *self, const tropic_host_list *list, tropic_index j,
                    tropic_offset from, tropic_offset to, tropic_index columns, tropic_index first, tropic_index width,
                    void *t, bool *hit);
    /* Adds the products of entries from .. to - 1 of i's list to the table, in order. The vector's value is at place
     * `at` of its operand. */
    void (*push_table)(const struct tropic_host_semiring *self, const tropic_host_list *list, tropic_index i,
                       tropic_index at, tropic_offset from, tropic_offset to, tropic_host_table *table);
    /* Adds the products of lists which[c], c below count, to t, as push does alone, with the vector's value at place c;
     * of entries bounds[2 * c] .. bounds[2 * c + 1] - 1 of each (NULL: of all). A sum without a flag is the identity.
     * No place is left out. Not called if the add is `a` or `b`. */
    void (*push_lists)(const struct tropic_host_semiring *self, const tropic_host_list *list, const tropic_index *which,
                       tropic_index count, const tropic_offset *bounds, void *t, uint8_t *flags);
} tropic_host_semiring;

/* The body of a loop, for indices begin .. end - 1. It calls nothing of Tropic's with the loop's context. */
typedef void tropic_host_body(const void *of, int64_t begin, int64_t end);
/* Calls body(of, begin, end) for chunks of 0 .. count - 1, in any order, on the context's threads, and returns when all
 * are done: for passes over a program's own arrays, before and after its calls. A short loop is one chunk, of the
 * calling thread. The context may be of any device.
 * Cost: that of the calls, a few microseconds, and at the first long loop the start of the threads. Status:
 * INVALID_ARGUMENT (NULL, a negative count). */
TROPIC_API tropic_status tropic_host_loop(tropic_context *context, int64_t count, tropic_host_body *body,
                                          const void *of);
/* Sets the number of a context's CPU threads, as `threads` in its options; 0: as many as without that option. Threads
 * that it has too many end; its vectors and what it has under way for them stay. No other thread may use the context
 * meanwhile. Cost: that of ending threads; others start with the next long loop.
 * Status: INVALID_ARGUMENT (NULL, a number that the options do not take), NOT_SUPPORTED (in a loop's body),
 * OUT_OF_MEMORY; the threads are then as before. */
TROPIC_API tropic_status tropic_host_set_threads(tropic_context *context, int threads);
/* Returns that number, the calling thread included; 0 for NULL. */
TROPIC_API int tropic_host_threads(const tropic_context *context);
/* Host memory for such arrays, from the source of the context's own: memory that large arrays of an earlier call have
 * released, or the functions that the context's options name. It is not cleared.
 *   memory  out  `bytes` bytes, aligned for any type, to be given to tropic_host_release with this context
 * Status: INVALID_ARGUMENT (NULL), OUT_OF_MEMORY. */
TROPIC_API tropic_status tropic_host_allocate(tropic_context *context, void **memory, size_t bytes);
/* NULL is ignored. */
TROPIC_API void tropic_host_release(tropic_context *context, void *memory);

#endif
