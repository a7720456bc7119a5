/* SPDX-License-Identifier: Apache-2.0
 *
 * The operands of a case: matrices, vectors and scalars drawn from its seed.
 */
#ifndef TROPIC_TESTS_GRAPHBLAS_WORLD_H
#define TROPIC_TESTS_GRAPHBLAS_WORLD_H

#include "tests/graphblas/cases/operators.h"

typedef enum object_kind { OBJECT_MATRIX, OBJECT_VECTOR, OBJECT_SCALAR } object_kind;

/* A vector has one column. Of the handles, that of its kind is not NULL. */
typedef struct object {
    object_kind kind;
    int id;
    value_type type;
    GrB_Index rows, cols;
    bool had_one_column; /* a matrix that was resized */
    GrB_Matrix A;
    GrB_Vector v;
    GrB_Scalar s;
} object;

/* (A vector is a matrix of one column.) */
static inline GrB_Matrix object_matrix(const object *o)
{
    return o->A ? o->A : (GrB_Matrix)o->v;
}

/* MOST_IDS: so many ids of a large size are in use. */
enum { SIZES = 3, MOST_OBJECTS = 80, MOST_IDS = 9 };

typedef struct world {
    uint64_t random;
    answer *answer;
    value_type type;        /* of most objects */
    bool odd;               /* some values are the ends of their types, or no numbers */
    GrB_Index sizes[SIZES]; /* the last is no large one */
    uint64_t ids[MOST_IDS]; /* from which the ids of each large size come */
    object objects[MOST_OBJECTS];
    size_t told[MOST_OBJECTS]; /* the last item about each */
    int count;
} world;

/* large: some sizes are; else in a few worlds. */
void world_open(world *w, answer *a, bool large, uint64_t seed);
void world_free(world *w);

static inline int world_below(world *w, int n)
{
    return test_below(&w->random, n);
}
static inline bool world_one_in(world *w, int n)
{
    return test_below(&w->random, n) == 0;
}
GrB_Index world_size(world *w);
/* Most of its lines have no entries ever. */
static inline bool is_large(GrB_Index size)
{
    enum { LARGEST = 500 };
    return size > LARGEST;
}
/* (SuiteSparse 7.4 takes some products of sizes for more than 2^60 that are not.) */
#define WORLD_LARGEST_PRODUCT ((GrB_Index)1 << 58)
/* The ids below size that objects use, in order: all of a size that is not large. */
typedef struct id_set {
    GrB_Index count, *ids;
} id_set;
id_set world_ids(const world *w, GrB_Index size);
void id_set_free(id_set *set);
/* How many these are at most. */
GrB_Index world_most_ids(GrB_Index size);
/* One of them; of a large size, rarely another. */
GrB_Index world_id(world *w, GrB_Index size);
/* Any type; most often the world's, and the user's own only there. */
value_type world_type(world *w);
/* Most often this type, else another whose values can be cast to it. */
value_type world_cast(world *w, value_type type);

void world_value(world *w, value_type type, void *v, sum_rule rule);
/* Of the places of such a shape, some, in order, in i and j, which have room for world_room; as many as it returns.
 * Few, half, or all of those in use. */
GrB_Index world_places(world *w, GrB_Index rows, GrB_Index cols, GrB_Index *i, GrB_Index *j);
GrB_Index world_room(GrB_Index rows, GrB_Index cols);
/* Has the object, of so many entries, one in each place? */
bool world_is_full(const object *o, GrB_Index count);

/* A new object with entries; a scalar may have none. */
object *world_new(world *w, object_kind kind, value_type type, GrB_Index rows, GrB_Index cols);
/* One of that shape and about that type: one there is, or a new one. */
object *world_take(world *w, object_kind kind, value_type type, GrB_Index rows, GrB_Index cols);
/* Room for an object that a call is to make. */
object *world_enter(world *w, object_kind kind, value_type type, GrB_Index rows, GrB_Index cols);

/* Frees the newest object, which could not be made. */
void world_drop(world *w);

/* Adds the contents of the object to the answer. */
void world_tell(world *w, const object *o, const char *why);
/* Adds that the object is not as it was told before, if it is not. */
void world_tell_change(world *w, const object *o);
/* Gives an object other values where its own break the rule: it has the same places. Zeros lose their sign. */
void world_settle(world *w, object *o, sum_rule rule);

/* "#3 INT8 4x5" */
const char *object_name(const object *o, char text[64]);

#endif
