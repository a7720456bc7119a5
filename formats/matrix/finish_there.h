/* SPDX-License-Identifier: Apache-2.0
 *
 * The merge of pending updates on a device.
 */
#ifndef TP_FINISH_THERE_H
#define TP_FINISH_THERE_H

#include "formats/matrix/matrix.h"

TP_BEGIN_C

/* Merges A's updates, of which there are some and which stay pending, into the side, which is tp_stored_there. On
 * success it, or another one of that orientation, is the only form. The lock is held.
 * Status: OUT_OF_MEMORY, OUT_OF_DEVICE_MEMORY, after which A is as it was. */
tropic_status tp_finish_there(tropic_context *context, tropic_matrix *A, tp_side *side, tp_orientation o);

TP_END_C

#endif
