/* SPDX-License-Identifier: Apache-2.0
 *
 * Loops that a matrix is made without, in device memory.
 */
#ifndef TP_LOOPS_CUH
#define TP_LOOPS_CUH

#include "formats/matrix/build/device_build.h"
#include "formats/matrix/device.cuh"

/* In the order of the input. */
typedef struct tp_left_out {
    tropic_offset count;
    tp_device_array<tropic_index> ids;
    tp_device_array<char> values;
} tp_left_out;

/* Of b's entries, which have both ids, `kept` were sorted: if loops were to be skipped, *loops = the others. */
tropic_status tp_cuda_take_loops(tropic_context *context, const tp_device_build *b, tropic_offset kept,
                                 tp_left_out *loops);
/* A->loops: see tp_loops_note. */
tropic_status tp_cuda_note_loops(tropic_context *context, const tp_device_build *b, const tp_left_out *loops,
                                 tropic_matrix *A);

#endif
