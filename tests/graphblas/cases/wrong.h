/* SPDX-License-Identifier: Apache-2.0
 *
 * Calls that the specification does not allow: a drawn one with one argument broken. All objects are told afterwards:
 * they are as before.
 */
#ifndef TROPIC_TESTS_GRAPHBLAS_WRONG_H
#define TROPIC_TESTS_GRAPHBLAS_WRONG_H

#include "tests/graphblas/cases/call.h"

void wrong_check(world *w);
/* The same of a method. */
void wrong_check_method(world *w);

#endif
