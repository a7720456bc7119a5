/* SPDX-License-Identifier: Apache-2.0
 *
 * Contents of objects, read and written by the calls of GraphBLAS that do the least: extractTuples and build.
 */
#ifndef TROPIC_TESTS_GRAPHBLAS_CONTENTS_H
#define TROPIC_TESTS_GRAPHBLAS_CONTENTS_H

#include "tests/graphblas/cases/world.h"

/* Entries of some type. */
typedef struct entries {
    value_type type;
    GrB_Index count;
    GrB_Index *i, *j;
    char *values;
} entries;

/* All that it holds, into the item, in order. */
GrB_Info contents_read(const object *o, answer_item *item);
/* The object has no entries; no two of these lie in one place. */
GrB_Info contents_build(const object *o, const entries *e, GrB_BinaryOp dup);
GrB_Info contents_set_element(const object *o, value_type type, value *v, GrB_Index i, GrB_Index j);
/* v: of type. */
GrB_Info contents_get_element(const object *o, value_type type, value *v, GrB_Index i, GrB_Index j);
/* As many as *count at most. */
GrB_Info contents_get_tuples(const object *o, value_type type, GrB_Index *i, GrB_Index *j, void *values,
                             GrB_Index *count);
GrB_Info contents_count(const object *o, GrB_Index *count);
GrB_Info contents_clear(const object *o);

entries entries_new(value_type type, GrB_Index room);
void entries_free(entries *e);

#endif
