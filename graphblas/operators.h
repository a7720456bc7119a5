/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators and types of the caller, as Tropic takes them.
 */
#ifndef GRB_OPERATORS_H
#define GRB_OPERATORS_H

#include <string.h>

#include "graphblas/call.h"

/* Tropic's operator of a function and of op's text, as far as they are there, with op's types. It is a monoid, if f has
 * an identity, of which the literal is given then; so is the condition on `a` of its terminal value, if it has one. */
bool grb_make(grb_call *c, tropic_operator **made, grb_function *f, const grb_operator *op, const char *identity,
              const char *terminal);
/* The same of a function with the sizes of its values, which grb_measure sets: any number of threads may make it. */
void grb_measure(grb_function *f, const grb_operator *op);
bool grb_make_measured(grb_call *c, tropic_operator **made, const grb_function *f, const grb_operator *op,
                       const char *identity, const char *terminal);
/* Makes it anew if op has a text, which then replaces the function on a GPU. */
bool grb_take_text(grb_call *c, grb_operator *op);
/* Is the text in use? */
bool grb_uses_text(const grb_operator *op);
/* A value as a literal of C and of CUDA, a text in room of the call; NULL: it has failed. */
const char *grb_literal(grb_call *c, GrB_Type type, const void *value);
/* The name in C for people: of a user's type its own, or that of GrB_NAME, or "". */
const char *grb_shown_name(GrB_Type type);
/* The bytes of the words that values of that size consist of. */
size_t grb_word(size_t size);

/* Values of a function of the caller, aligned for any type that divides so many bytes: small ones, and of any size. */
#define GRB_SMALL 128
typedef struct grb_small {
    _Alignas(GRB_SMALL) char bytes[GRB_SMALL];
} grb_small;
typedef struct grb_wide {
    _Alignas(GRB_SMALL) char bytes[TROPIC_TYPE_MAX];
} grb_wide;
static inline bool grb_is_wide(const grb_function *f)
{
    return f->z > GRB_SMALL || f->x > GRB_SMALL || f->y > GRB_SMALL;
}

/* Where the caller's function reads an operand: aligned as its type may have to be, where that is more than Tropic's
 * words are. */
static inline const void *grb_operand_small(const char *at, size_t size, char *room)
{
    return size % 16 == 0 ? memcpy(room, at, size) : at;
}
/* (A large value is copied only where a number of 16 bytes would be misaligned.) */
static inline const void *grb_operand_wide(const char *at, size_t size, char *room)
{
    return size > GRB_SMALL && (uintptr_t)at % 16 == 0 ? at : grb_operand_small(at, size, room);
}

/* A result: of the usual sizes without a call. */
static inline void grb_put(char *z, const char *t, size_t size)
{
    switch (size) {
    case 1: memcpy(z, t, 1); break;
    case 4: memcpy(z, t, 4); break;
    case 8: memcpy(z, t, 8); break;
    default: memcpy(z, t, size);
    }
}

#endif
