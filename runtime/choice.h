/* SPDX-License-Identifier: Apache-2.0
 *
 * The device of a context of `auto`, which is chosen once: the context begins on the CPU, so that the driver of a GPU
 * need not start for work that a CPU ends sooner. It goes to the GPU with the call by which its work comes to more than
 * that start, or where a caller needs the GPU. Its arrays in memory of the CPU's backend go with it.
 */
#ifndef TP_CHOICE_H
#define TP_CHOICE_H

#include "runtime/runtime.h"
#include "runtime/work.h"

TP_BEGIN_C

/* Is the choice still to be made? */
static inline bool tp_undecided(const tropic_context *context)
{
    return context && context->choice.gpu;
}

/* A public function begins, or one within it, that takes a CPU so many seconds. */
void tp_choose_by_work(tropic_context *context, bool outermost, double seconds);
/* The GPU, where it can be had; within another public function the CPU, which is at work. */
void tp_choose_gpu(tropic_context *context, bool outermost);
/* The CPU, and why. */
void tp_choose_cpu(tropic_context *context, const char *reason);
/* A loop's body, whose calls were counted, has come to its end. */
void tp_choose_after_body(tropic_context *context);
/* An operator or a semiring is made from text, without functions for the CPU: the GPU, if there is no C compiler. */
void tp_choose_for_text(tropic_context *context);
/* The caller asks for the device. */
void tp_choose_for_question(const tropic_context *context);

/* Stands first in a public function with work, after TP_ENTER or TP_CALL, before anything asks for the backend. The
 * seconds are evaluated only where there is a choice; `context` may be NULL. */
#define TP_WORK(context, seconds)                                                                                      \
    do {                                                                                                               \
        if (tp_undecided(context)) tp_choose_by_work(context, tp_this_function != NULL, seconds);                      \
    } while (0)
/* The same in a function that is given data on a GPU. */
#define TP_NEEDS_GPU(context)                                                                                          \
    do {                                                                                                               \
        if (tp_undecided(context)) tp_choose_gpu(context, tp_this_function != NULL);                                   \
    } while (0)

TP_END_C
#endif
