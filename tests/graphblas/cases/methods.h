/* SPDX-License-Identifier: Apache-2.0
 *
 * Methods: they make, change and read one object.
 */
#ifndef TROPIC_TESTS_GRAPHBLAS_METHODS_H
#define TROPIC_TESTS_GRAPHBLAS_METHODS_H

#include "tests/graphblas/cases/world.h"

/* Draws one, runs it and adds the outcome to the answer. */
void method_check(world *w);
/* Those that take arrays: build, extractTuples, import, export, serialize. */
void method_check_arrays(world *w);
/* Those with names of extensions. */
void method_check_extensions(world *w);
/* Those that set and get options. */
void method_check_option(world *w);
/* Those whose objects take arrays over, or give them up. */
void method_check_pack(world *w);
void method_check_unpack(world *w);

#endif
