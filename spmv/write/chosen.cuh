/* SPDX-License-Identifier: Apache-2.0
 *
 * The entries chosen of two matrices become a third: the passes around spmv/write/merge_path.cuh.
 */
#ifndef TP_CHOSEN_CUH
#define TP_CHOSEN_CUH

#include "spmv/write/device_lists.cuh"
#include "spmv/write/merge_path.cuh"

class tp_working;

/* The path of x and y (NULL: none) in tiles; with planes, if something is to be chosen. */
tropic_status tp_cuda_open_path(tropic_context *context, tp_working *w, tropic_index lists, const tp_arcs *x,
                                const tp_arcs *y, bool chooses, tp_merge_path *path);
/* *out = the entries that c->path's planes have chosen, as c says, with values of `type`, or none. Members that c lacks
 * are filled in. op may be NULL, if c calls none. */
tropic_status tp_cuda_make_chosen(tropic_context *context, tp_working *w, tp_chosen *c, const tropic_operator *op,
                                  tropic_type type, bool pattern, tp_device_lists *out);
/* Its kernel of an operator from a type to itself that is asked for often; NULL: there is none. */
const void *tp_cuda_often_chosen(tropic_builtin_operator op, tropic_type type);

#endif
