/* SPDX-License-Identifier: Apache-2.0
 *
 * The library as a whole: its lock, its contexts, and its settings.
 */
#ifndef GRB_LIBRARY_H
#define GRB_LIBRARY_H

#include "graphblas/call.h"

/* Takes the lock, which one call has at a time; false: there was no GrB_init, and the lock is not taken. */
bool grb_lock(void);
void grb_unlock(void);
/* Counts an operation that the CPU does because an operator is a function, and tells so where asked to. */
void grb_went_to_host(const char *function);
/* What GrB_init was given. */
GrB_Mode grb_mode(void);
/* Where operations run, CPU or CUDA; and to run them elsewhere from now on. Objects stay, and vectors move when a call
 * needs them. */
tropic_device grb_device(void);
bool grb_set_device(grb_call *c, int32_t device);
/* Has the vector in the call's context. */
bool grb_move(grb_call *c, GrB_Vector v);
/* "FP64", "GrB_FP64" or the like; never NULL. */
const char *grb_type_name(GrB_Type type);
/* What Tropic calls the type in C: "double", or the struct of a user's. */
const char *grb_c_name(GrB_Type type);
/* Frees what predefined objects have made. */
void grb_free_predefined(void);

#endif
