/* SPDX-License-Identifier: Apache-2.0
 *
 * A GPU's table of operations on matrices.
 */
#include "spmv/matrix_calls.h"

const tp_matrix_calls tp_cuda_matrix_calls = {TP_MATRIX_CALLS(TP_CALL_ROW, tp_cuda_).by_ids = true};
