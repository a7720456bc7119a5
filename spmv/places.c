/* SPDX-License-Identifier: Apache-2.0
 *
 * Elementwise operations on the CPU.
 */
#include "spmv/cpu.h"
#include "spmv/elementwise.h"

#define PRAGMA(text) _Pragma(#text)
#define RUN(name)                                                                                  \
    PRAGMA(omp parallel for num_threads(threads) schedule(static))                                 \
    for (int64_t c = 0; c < e.n; c++) tp_elementwise_##name(&e, c)
#define SAME(type)                                                                                 \
    case TP_TYPE_##type: {                                                                         \
        RUN(type);                                                                                 \
        break;                                                                                     \
    }
#define TO_BOOL(type)                                                                              \
    case TP_TYPE_##type: {                                                                         \
        RUN(to_bool_##type);                                                                       \
        break;                                                                                     \
    }

tropic_status tp_cpu_elementwise(tropic_context *context, const tp_elementwise *elementwise)
{
    const tp_elementwise e = *elementwise;
    const int threads = tp_threads(context, e.n), size = (int)tropic_type_size(e.result);
    if (e.user) return tp_cpu_elementwise_user(context, elementwise);
    if (tp_type_struct(e.result)) {
#pragma omp parallel for num_threads(threads) schedule(static)
        for (int64_t c = 0; c < e.n; c++) tp_elementwise_bytes(&e, c, size);
    } else if (e.result == e.type) {
        switch (e.type) {
            SAME(bool8)
            TP_EACH_NUMERIC(SAME)
        }
    } else {
        switch (e.type) {
            TP_EACH_NUMERIC(TO_BOOL)
        default: break;
        }
    }
    return TROPIC_OK;
}
