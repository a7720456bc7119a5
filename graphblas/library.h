/* SPDX-License-Identifier: Apache-2.0
 *
 * The library as a whole: its lock, its contexts, and its settings.
 */
#ifndef GRB_LIBRARY_H
#define GRB_LIBRARY_H

#include "graphblas/call.h"

/* Takes the lock, which one call has at a time; false, without it: there was no GrB_init, or this thread runs an
 * operator's function for a call that has the lock. */
bool grb_lock(void);
void grb_unlock(void);
/* This thread runs an operator's function, or no longer; returns what was said before. */
bool grb_in_function(bool is);
/* Counts an object of the caller, by 1 or -1. */
void grb_count_object(int by);
/* Counts an operation that the CPU does because an operator is a function, and tells so where asked to. */
void grb_went_to_host(const char *function);
/* What GrB_init was given. */
GrB_Mode grb_mode(void);
/* Is TROPIC_GRAPHBLAS_VERBOSE set, and not to 0? */
bool grb_verbose(void);
/* Does each call choose by its size? Else operations run in grb_context. */
bool grb_by_size(void);
/* Threads of the CPU's context. */
int grb_host_threads(void);
/* Where a call works then (graphblas/place.c). */
tropic_context *grb_place(const grb_call *c);
/* The GPU's context; NULL: it is not open. */
tropic_context *grb_gpu_context(void);
/* The same, which is opened once calls that would be its come to more seconds of a CPU than it takes to start;
 * NULL: not yet, or it cannot be opened. */
tropic_context *grb_open_gpu(double seconds);
/* Where operations run, CPU or CUDA, AUTO if each call chooses; and to run them elsewhere from now on. Objects stay,
 * and vectors move when a call needs them. */
tropic_device grb_device(void);
bool grb_set_device(grb_call *c, int32_t device);
/* Tropic's operator of a function and of op's text, as far as they are there, with op's types. It is a monoid, if f has
 * an identity, of which the literal is given then. */
bool grb_make(grb_call *c, tropic_operator **made, grb_function *f, const grb_operator *op, const char *identity);
/* Makes it anew if op has a text, which then replaces the function on a GPU. */
bool grb_take_text(grb_call *c, grb_operator *op);
/* Copies a name, for GrB_NAME and the text, and a text, of a new object; either may be NULL. */
bool grb_name(grb_call *c, grb_object *o, const char *name, const char *definition);
/* A value as a literal of C and of CUDA, in a text of GRB_LITERAL bytes. */
#define GRB_LITERAL 1024
void grb_literal(char *text, GrB_Type type, const void *value);
/* The bytes of the words that values of a user's type consist of. */
size_t grb_word(size_t size);
/* How many columns make rows long: GRB_LONG_ROW, or TROPIC_GRAPHBLAS_LONG_ROW, by which tests have short ones so. */
#define GRB_LONG_ROW 1024
tropic_index grb_long_row(void);
/* Has the matrix as rows in the call's context; and has it ordinary. */
bool grb_have_rows(grb_call *c, GrB_Matrix A);
bool grb_have_matrix(grb_call *c, GrB_Matrix A);
/* Waits until the vector is written; and the rows, if the matrix has any. */
bool grb_wait_for(grb_call *c, const tropic_vector *v);
bool grb_wait_for_rows(grb_call *c, GrB_Matrix A);
/* Frees them, and their entries. */
void grb_free_rows(GrB_Matrix A);
/* Has the vector in the call's context. */
bool grb_move(grb_call *c, GrB_Vector v);
/* "FP64", "GrB_FP64" or the like; never NULL. */
const char *grb_type_name(GrB_Type type);
/* What Tropic calls the type in C: "double", or the struct of a user's. */
const char *grb_c_name(GrB_Type type);
/* Frees what predefined objects have made. */
void grb_free_predefined(void);

#endif
