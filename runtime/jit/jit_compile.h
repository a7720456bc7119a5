/* SPDX-License-Identifier: Apache-2.0
 *
 * Texts that the cache has not, by NVRTC.
 */
#ifndef TP_JIT_COMPILE_H
#define TP_JIT_COMPILE_H

#include "runtime/jit/jit.h"
#include "runtime/jit/jit_parts.h"

/* The options of NVRTC, for the key of the cache. */
extern const char tp_nvrtc_options[];

/* Texts to images, side by side, in as many threads as the context has; the call began at `since`. As tp_jit_cubins,
 * but images of some texts may be there where it fails. */
tropic_status tp_jit_compile(tropic_context *context, int architecture, tp_jit_text *const *texts, int count,
                             double since);

/* Progress, if it has been waited for a second or more since then (tp_now). CANCELLED. */
tropic_status tp_jit_wait(tropic_context *context, double since);

#endif
