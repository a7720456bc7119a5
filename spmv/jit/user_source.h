/* SPDX-License-Identifier: Apache-2.0
 *
 * The text of GPU kernels over semirings, a user's or built-in, and with users' operators.
 */
#ifndef TP_USER_SOURCE_H
#define TP_USER_SOURCE_H

#include "spmv/step.h"
#include "semiring/source_text.h"
#include "semiring/semiring.h"

TP_BEGIN_C

/* "fp32", as names of functions spell a built-in type; NULL of a struct. */
const char *tp_type_suffix(tropic_type type);

/* The user's functions and all else that spmv/ops/mxv_op.h needs, then `headers`, lines that include skeletons. vxm:
 * the vector's value is multiply's first operand. */
void tp_user_source(tp_source_text *out, const tropic_semiring *semiring, bool vxm, const char *headers);

/* The text of a product's kernel (spmv/jit/variants.h) for a semiring, a user's or built-in; and the kernel's name. */
void tp_product_source(tp_source_text *out, const tropic_semiring *semiring, bool vxm, int variant);
const char *tp_product_kernel(int variant);

/* The kernel elementwise_user of an operation with a user's operator or accumulator; `listed`: listed_user. */
void tp_elementwise_source(tp_source_text *out, const tp_elementwise *e, bool listed);
/* The kernel of a user's operator of the entries of matrices, chosen_user; `tests`: test_user. */
void tp_entries_source(tp_source_text *out, const tropic_operator *op, bool tests);
/* The kernel total_user (spmv/reduce/reduce.cuh) under a user's monoid. */
void tp_reduction_source(tp_source_text *out, const tropic_operator *monoid);
/* tp_user_source of a built-in semiring, whose kernels are named as a user's are. */
void tp_builtin_source(tp_source_text *out, tropic_builtin semiring, tropic_type type, const char *headers);
/* The semiring of a user's monoid whose products are the matrix's entries; it lives in *user and *semiring. */
void tp_user_sums(const tropic_operator *monoid, tp_user *user, tropic_semiring *semiring);

TP_END_C
#endif
