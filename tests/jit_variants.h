/* SPDX-License-Identifier: Apache-2.0
 *
 * The kernels of products, each compiled by itself.
 */
#ifndef TROPIC_TESTS_JIT_VARIANTS_H
#define TROPIC_TESTS_JIT_VARIANTS_H

#include "semiring/semiring.h"
#include "spmv/jit/user_source.h"
#include "spmv/jit/variants.h"

/* Has a semiring whose sums stop early, or do not, this variant? csc_vector's only if they stop, some lanes per list
 * only if they do not. */
bool jit_variant_suits(int variant, bool stops);
/* A product's kernel over the semiring becomes machine code. */
void jit_variant_compile(tropic_context *context, const tropic_semiring *semiring, bool vxm, int variant);
/* Every step-th of them from `first` on. */
void jit_variants_compile(tropic_context *context, const tropic_semiring_source *source, bool vxm, int first, int step);
/* The same of a semiring that was made by other means. */
void jit_variants_compile_of(tropic_context *context, const tropic_semiring *semiring, bool vxm, int first, int step);

#endif
