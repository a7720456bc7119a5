/* SPDX-License-Identifier: Apache-2.0
 *
 * The CUDA backend: its memory is a GPU's, in the order of the context's stream. runtime/cuda/cuda.cu has the device,
 * runtime/cuda/cuda_memory.cu its memory, spmv/strategies/step.cu the product.
 */
#include "spmv/cuda_backend.h"

#include "formats/generate/generator.h"
#include "formats/matrix/facts/survey.h"

const tp_backend tp_cuda_backend = {.device = TROPIC_DEVICE_CUDA,
                                    .location = TROPIC_DEVICE,
                                    .choose = tp_choose_product,
                                    TP_BACKEND_CALLS(TP_CALL_ROW, tp_cuda_) TP_DEVICE_CALLS(TP_CALL_ROW, tp_cuda_)};
