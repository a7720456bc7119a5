/* SPDX-License-Identifier: Apache-2.0
 *
 * What a product's variants are compiled from, and the kernels that come of it.
 */
#ifndef TROPIC_TESTS_JIT_VARIANTS_H
#define TROPIC_TESTS_JIT_VARIANTS_H

#include "semiring/semiring.h"
#include "spmv/jit/user_source.h"
#include "spmv/jit/variants.h"

#define JIT_VARIANT_KERNELS 4

typedef struct jit_variant {
    int variant;
    const char *headers;
    const char *kernels[JIT_VARIANT_KERNELS]; /* NULL behind the last */
} jit_variant;

extern const jit_variant jit_variants[];
extern const size_t jit_variant_count;

/* Has a semiring whose sums stop early, or do not, this variant? csc_vector's only if they stop, some lanes per list
 * only if they do not. */
bool jit_variant_suits(int variant, bool stops);
/* Products over the semiring become machine code: by every step-th variant from `first` on. */
void jit_variants_compile(tropic_context *context, const tropic_semiring_source *source, bool vxm, size_t first,
                          size_t step);
/* The same of a semiring that was made by other means. */
void jit_variants_compile_of(tropic_context *context, const tropic_semiring *semiring, bool vxm, size_t first,
                             size_t step);

#endif
