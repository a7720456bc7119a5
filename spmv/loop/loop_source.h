/* SPDX-License-Identifier: Apache-2.0
 *
 * The text of the GPU kernel of a recorded loop.
 */
#ifndef TP_LOOP_SOURCE_H
#define TP_LOOP_SOURCE_H

#include "semiring/source_text.h"
#include "spmv/loop/loop_item.h"

TP_BEGIN_C

/* The kernel loop_kernel (spmv/loop/loop.cuh), which takes a tp_loop_program. `hub`: lists that are longer are
 * pushed in pieces. Returns how many places all its passes have, if they do no more than follow flags: then the kernel
 * may leave out ranges of places (tp_each_place). Else 0. */
int64_t tp_loop_source(tp_source_text *out, const tp_loop_item *items, int count, const tp_mask *go_on,
                       int64_t go_on_places, tropic_index hub);

TP_END_C
#endif
