/* SPDX-License-Identifier: Apache-2.0
 *
 * The calls of a loop's body, recorded one by one in place of the backend's.
 */
#ifndef TP_RECORDER_H
#define TP_RECORDER_H

#include "runtime/backend.h"
#include "spmv/loop/loop_item.h"

TP_BEGIN_C

/* Pointers that a recorded call may still use: released when the program is. */
#define TP_PROGRAM_MEMORY 128

typedef struct tp_program {
    const tp_backend *backend; /* that makes the calls */
    tp_backend recorder;       /* that notes them */
    int count;
    tp_loop_item item[TP_LOOP_ITEMS];
    tp_mask go_on;
    int64_t go_on_places; /* 0: no such test */
    int memories;
    void *memory[TP_PROGRAM_MEMORY];
} tp_program;

/* Between these two, the context's backend records. Ended, memory that the body was given is released. */
void tp_program_begin(tropic_context *context, tp_program *program);
void tp_program_end(tropic_context *context);
void tp_program_free(tropic_context *context, tp_program *program);
/* Do two recordings of one body ask for the same? Memory of their own may lie elsewhere. */
bool tp_program_same(const tp_program *a, const tp_program *b);

TP_END_C
#endif
