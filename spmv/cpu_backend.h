/* SPDX-License-Identifier: Apache-2.0
 *
 * The parts of the CPU backend.
 */
#ifndef TP_CPU_BACKEND_H
#define TP_CPU_BACKEND_H

#include "runtime/backend.h"
#include "spmv/ops/kernel.h"

TP_BACKEND_CALLS(TP_CALL_PROTOTYPE, tp_cpu_)
extern const tp_backend tp_cpu_backend;

/* Takes a step that touches so many entries, on as many threads as it is worth. */
void tp_cpu_run(tropic_context *context, const tp_step *step, tp_sink *sink, int64_t work);
/* spmv/jit/user_product.c: *op = the kernels, and in the state the functions, of a user's semiring. */
tropic_status tp_cpu_specialise(tropic_context *context, const tropic_semiring *semiring, bool vxm, tp_mxv_state *state,
                                const tp_op **op);
/* spmv/mxv/vector_passes.c: look_up of ids that mostly ascend, from where the ids before them stood. */
void tp_cpu_look_up_from(tropic_index *at, const tropic_index *ids, int64_t n, tp_places list, int64_t *from);
/* spmv/ewise/ewise_user.c: elementwise and reduce if an operator is a user's */
tropic_status tp_cpu_elementwise_user(tropic_context *context, const tp_elementwise *e);
tropic_status tp_cpu_reduce_user(tropic_context *context, void *value, const tp_reduction *r);

#endif
