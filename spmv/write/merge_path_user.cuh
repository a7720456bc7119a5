/* SPDX-License-Identifier: Apache-2.0
 *
 * A user's operator of the entries of one matrix, or two. Read after the user's functions (spmv/jit/user_source.c
 * writes them) and the macros USER_X, USER_Y, USER_Z (types) and USER_OPERATE(code, x, y, i, j); USER_TEST, if the
 * operator says which entries are kept.
 */
#include "spmv/write/merge_path.cuh"

#ifdef USER_TEST
#include "spmv/apply/select.cuh"
TP_KERNEL void __launch_bounds__(TP_PASS_BLOCK) test_user(const __grid_constant__ tp_selection s)
{
    TP_SELECT_ENTRIES(&s, USER_X, USER_Y, USER_OPERATE);
}
#else
TP_KERNEL void __launch_bounds__(TP_CHOSEN_BLOCK) chosen_user(const __grid_constant__ tp_chosen c)
{
    tp_make_chosen_by<true, USER_X, USER_Y, USER_Z>(
        &c, [](USER_X x, USER_Y y, tropic_index i, tropic_index j) { return (USER_Z)USER_OPERATE(0, x, y, i, j); });
}
#endif
