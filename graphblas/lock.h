/* SPDX-License-Identifier: Apache-2.0
 *
 * The lock that each call has from its begin to its end. Calls of several threads run beside one another. One that
 * changes what they share, the library's state, a GPU's context or how an object is kept that others may read, runs
 * alone.
 */
#ifndef GRB_LOCK_H
#define GRB_LOCK_H

#include <stdbool.h>

/* What the lock knows of a thread. */
typedef struct grb_thread grb_thread;

/* Begins a call of this thread, beside others, or alone: then it waits for all others to end. NULL, and it has not
 * begun: the thread runs an operator's function for a call. */
grb_thread *grb_enter(void);
grb_thread *grb_enter_alone(void);
/* Ends it. */
void grb_unlock(grb_thread *thread);
/* The call that is under way runs alone from here on. Others that want the same may come first: what it knows of
 * devices, and of how objects are kept, is old then. Nothing, if it is alone already. */
void grb_alone(void);
/* It runs beside others again, if it was alone. */
void grb_beside(grb_thread *thread);
/* This thread runs an operator's function, or no longer; returns the former state. */
bool grb_in_function(bool is);

#endif
