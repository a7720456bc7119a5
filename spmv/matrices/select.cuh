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
    bool reads_places;
    tp_any one;   /* the value of entries that have none, or of which op looks at none */
    tp_any value; /* op's second operand */
} tp_selection;

/* The value of entry k of the tile. */
template <typename X> TP_FN X tp_selected_value(const tp_selection *s, const tp_path_start &from, unsigned k)
{
    const X *values = (const X *)s->path.x.values;
    return values ? tp_stream(values + from.x + k) : *(const X *)s->one.byte;
}

/* bool OPERATE(code, x, y, i, j), with x of type X and y of type Y. */
#define TP_SELECT_ENTRIES(s, X, Y, OPERATE)                                                                            \
    if ((s)->reads_places)                                                                                             \
        tp_choose_entries(&(s)->path, [&](const tp_path_start &from, unsigned k, tropic_index i) {                     \
            const tropic_index j = __ldg((s)->path.x.ids + from.x + k);                                                \
            return (bool)OPERATE((s)->op_code, tp_selected_value<X>(s, from, k), *(const Y *)(s)->value.byte, i, j);   \
        });                                                                                                            \
    else                                                                                                               \
        tp_choose_values(&(s)->path, [&](const tp_path_start &from, unsigned k) {                                      \
            return (bool)OPERATE((s)->op_code, tp_selected_value<X>(s, from, k), *(const Y *)(s)->value.byte, 0, 0);   \
        })

#endif
