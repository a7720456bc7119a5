/* SPDX-License-Identifier: Apache-2.0
 *
 * A user's operator of the entries of one matrix, or two. Read after the user's functions (spmv/jit/user_source.c
 * writes them) and the macros USER_X, USER_Y, USER_Z (types) and USER_OPERATE(code, x, y, i, j); USER_TEST, if the
 * operator says which entries are kept.
 */
#include "spmv/matrices/merge_path.cuh"

#ifdef USER_TEST
#include "spmv/matrices/select.cuh"
TP_KERNEL void __launch_bounds__(TP_PASS_BLOCK) test_user(const __grid_constant__ tp_selection s)
{
    TP_SELECT_ENTRIES(&s, USER_X, USER_Y, USER_OPERATE);
}
#else
TP_CHOSEN(user, USER_X, USER_Y, USER_Z, USER_OPERATE)
TP_KERNEL void __launch_bounds__(TP_PATH_BLOCK) chosen_user(const __grid_constant__ tp_chosen c)
{
    tp_make_chosen(&c, [&c](tropic_offset out, tropic_offset x, tropic_offset y, tropic_index i, tropic_index j) {
        tp_chosen_user(&c, out, x, y, i, j);
    });
}
#endif
