/* SPDX-License-Identifier: Apache-2.0
 *
 * Draws the operations of a case from its seed.
 */
#ifndef TROPIC_TESTS_OPERATION_DRAW_H
#define TROPIC_TESTS_OPERATION_DRAW_H

#include "tests/operation_matrices.h"

/* Vectors of a case: of one type, of BOOL, and of any; then those, and the matrices, of one operation. */
enum { SAME = 3, TRUTHS = 2, POOL = SAME + TRUTHS + 1, OTHERS = 3, TWINS = TILES + 3 };
/* How often a result is an input or the mask, there is no result yet, and a matrix is a pattern. */
enum { ALIAS_ONE_IN = 4, NONE_ONE_IN = 4, PATTERN_ONE_IN = 5 };

typedef struct world {
    tropic_context *context;
    uint64_t random;
    tropic_type type;
    tropic_index n;
    operand pool[POOL], other[OTHERS];
    twin twin[TWINS];
    int others, twins;
} world;

void world_open(world *w, tropic_context *context, uint64_t seed);
void world_free(world *w);
/* An operation, of this kind or any (OPERATIONS), on objects of the world; its own vectors, matrices and ids go with
 * world_drop. */
operation world_draw(world *w, operation_kind kind);
void world_drop(world *w, operation *o);

/* -- shared by the sources --------------------------------------------------------------------- */

static inline int world_below(world *w, int32_t n)
{
    return test_below(&w->random, n);
}

tropic_index world_draw_length(world *w);
/* One that is for this operation alone; a block where there are columns. */
operand *world_other(world *w, tropic_type type, tropic_index n, tropic_index columns, operand_values values);
/* One of the pool, of this type: the world's, or BOOL; or of any. */
operand *world_pick(world *w, tropic_type type);
operand *world_pick_any(world *w);
/* One of the pool, of this type, or now and then of another that is cast. */
operand *world_pick_cast(world *w, tropic_type type);
/* A type that is no struct. */
tropic_type world_draw_type(world *w);
/* This type, or now and then another to which, or from which, values are cast. */
tropic_type world_cast(world *w, tropic_type type);
/* o->op, of those that o->kind takes over o->type. */
void world_draw_operator(world *w, operation *o);
/* Whether o->op looks at neither, one or both of its operands: bit 0 for x, bit 1 for y. */
int world_looks(int op);
/* A matrix that is for this operation alone. */
twin *world_twin(world *w, tropic_type type, tropic_index rows, tropic_index cols, bool pattern, operand_values values);
/* The other length of a matrix, often the same. */
tropic_index world_inner(world *w);
/* A or B of an operation, in the shape that it has where it is not transposed. */
twin *world_draw_input(world *w, const operation *o, tropic_type type, tropic_index rows, tropic_index cols,
                       bool transposed);
/* There is sometimes no C yet, where it is no input. */
void world_forget_output(world *w, operation *o);
/* The mask is sometimes an input of T's shape. */
void world_alias_mask(world *w, operation *o, tropic_index rows, tropic_index cols);
/* The rest of an operation whose result is a matrix; of one on lists of rows and columns, lines or tiles. */
void world_draw_output(world *w, operation *o);
void world_draw_parts(world *w, operation *o);
/* The rest of an operation with a matrix, whose kind, type and descriptor are there. */
void world_draw_matrices(world *w, operation *o);

#endif
