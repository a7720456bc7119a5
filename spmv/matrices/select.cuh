/* SPDX-License-Identifier: Apache-2.0
 *
 * Which entries of a matrix an operator keeps. Includes no header of the CUDA toolkit.
 */
#ifndef TP_SELECT_CUH
#define TP_SELECT_CUH

#include "spmv/matrices/merge_path.cuh"

typedef struct tp_selection {
    tp_merge_path path; /* y is empty */
    tropic_builtin_operator op_code;
    bool reads_ids; /* does op look at places? */
    tp_any one;     /* the value of entries that have none, or of which op looks at none */
    tp_any value;   /* op's second operand */
} tp_selection;

/* bool OPERATE(code, x, y, i, j), with x of type X and y of type Y. */
#define TP_SELECT_ENTRIES(s, X, Y, OPERATE)                                                                            \
    tp_choose_entries(&(s)->path, [&](const tp_path_start &from, unsigned k, tropic_index i) {                         \
        const X *values = (const X *)(s)->path.x.values + from.x;                                                      \
        const X x = (s)->path.x.values ? tp_stream(values + k) : *(const X *)(s)->one.byte;                            \
        const tropic_index j = (s)->reads_ids ? __ldg((s)->path.x.ids + from.x + k) : 0;                               \
        return (bool)OPERATE((s)->op_code, x, *(const Y *)(s)->value.byte, i, j);                                      \
    })

#endif
