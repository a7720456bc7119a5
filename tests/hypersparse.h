/* SPDX-License-Identifier: Apache-2.0
 *
 * Small matrices, and large ones with the same entries in very many rows and columns, whatever their form: an
 * operation does the same to both, by the names of rows and columns.
 */
#ifndef TROPIC_TESTS_HYPERSPARSE_H
#define TROPIC_TESTS_HYPERSPARSE_H

#include "tests/common.h"

/* Rows and columns that have a name, and entries, of the small matrices; no allocation of the library may reach so many
 * bytes (in 2^31 rows, any array by row does). */
enum { NAMES = 40, ENTRIES = 150, MOST_BYTES = 1 << 20 };

typedef struct shape {
    tropic_index n; /* rows and columns of the large matrices */
    bool ordinary;  /* which have all of them */
} shape;

typedef struct named_world {
    tropic_context *context;
    shape shape;
    uint64_t random;
    size_t largest;                     /* bytes of one allocation */
    tropic_index name[NAMES];           /* of the small matrices' rows and columns, ascending */
    tropic_matrix *small[3], *large[3]; /* A, B and a mask */
} named_world;

/* Runs a test in each shape: 2^31 - 1 and 100,000 rows and columns, and these with arrays for all. */
void named_each_shape(void (*test)(named_world *));

typedef struct tuples {
    tropic_offset count;
    tropic_index *rows, *cols;
    int32_t *values;
} tuples;

tuples tuples_get(tropic_context *context, const tropic_matrix *A);
void tuples_free(tuples *t);
/* large(rows[i], cols[j]) = small(i, j), and nothing else; NULL: the world's names. Frees both. */
void named_compare(named_world *w, const char *what, tropic_matrix **small, tropic_matrix **large,
                   const tropic_index *rows, const tropic_index *cols);
/* The same entries as a small and a large vector. */
void named_draw_vectors(named_world *w, tropic_vector **small, tropic_vector **large);
void named_compare_vectors(named_world *w, const tropic_vector *small, const tropic_vector *large);

static inline const tropic_operator *int32(tropic_builtin_operator name)
{
    return tropic_operator_builtin(name, TROPIC_INT32);
}

#endif
