/* SPDX-License-Identifier: Apache-2.0
 *
 * The host's table of operations on matrices.
 */
#include "spmv/matrix_calls.h"

const tp_matrix_calls tp_cpu_matrix_calls = {TP_MATRIX_CALLS(TP_CALL_ROW, tp_cpu_)};
