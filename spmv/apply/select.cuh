/* SPDX-License-Identifier: Apache-2.0
 *
 * Which entries of a matrix an operator keeps. Includes no header of the CUDA toolkit.
 */
#ifndef TP_SELECT_CUH
#define TP_SELECT_CUH

#include "spmv/apply/compact_bits.cuh"

typedef struct tp_selection {
    tp_compaction compaction;
    tropic_builtin_operator op_code;
    tp_any one;   /* the value of entries that have none, or of which op looks at none */
    tp_any value; /* op's second operand */
} tp_selection;

template <typename X> struct tp_selected {
    X value;
    tropic_index id;
};

template <typename X> TP_FN X tp_selected_value(const tp_selection *s, tropic_offset e)
{
    const X *values = (const X *)s->compaction.x.values;
    return values ? tp_stream(values + e) : *(const X *)s->one.byte;
}

/* bool OPERATE(code, x, y, i, j), with x of type X and y of type Y. */
#define TP_SELECT_ENTRIES(s, X, Y, OPERATE)                                                                            \
    tp_compact_entries<tp_selected<X>>(                                                                                \
        &(s)->compaction,                                                                                              \
        [&](tropic_offset e) {                                                                                         \
            return tp_selected<X>{tp_selected_value<X>(s, e), tp_stream((s)->compaction.x.ids + e)};                   \
        },                                                                                                             \
        [&](const tp_selected<X> &item, tropic_index i) {                                                              \
            return (bool)OPERATE((s)->op_code, item.value, *(const Y *)(s)->value.byte, i, item.id);                   \
        })

#endif
