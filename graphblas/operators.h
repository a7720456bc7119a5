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
/* A value as a literal of C and of CUDA, in a text of GRB_LITERAL bytes. One of a user's type has its type's name, and
 * at most five for each of its bytes: "0xff,". */
#define GRB_LITERAL 1024
void grb_literal(char *text, GrB_Type type, const void *value);
/* The name in C for people: of a user's type its own, or that of GrB_NAME, or "". */
const char *grb_shown_name(GrB_Type type);
/* The bytes of the words that values of that size consist of. */
size_t grb_word(size_t size);

/* Where the caller's function reads an operand: aligned as its type may have to be, where that is more than Tropic's
 * words are. */
static inline const void *grb_operand(const char *at, size_t size, grb_bytes *room)
{
    return size % 16 == 0 ? memcpy(room->bytes, at, size) : at;
}

/* A result: of the usual sizes without a call. */
static inline void grb_put(char *z, const grb_bytes *t, size_t size)
{
    switch (size) {
    case 1: memcpy(z, t->bytes, 1); break;
    case 4: memcpy(z, t->bytes, 4); break;
    case 8: memcpy(z, t->bytes, 8); break;
    default: memcpy(z, t->bytes, size);
    }
}

#endif
