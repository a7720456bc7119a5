/* SPDX-License-Identifier: Apache-2.0
 *
 * What passes over n places share.
 */
#ifndef TP_ELEMENTWISE_CUH
#define TP_ELEMENTWISE_CUH

#include <stdint.h>

#define TP_PASS_BLOCK 256
/* Enough blocks to fill any GPU, each of whose threads then takes several places. */
#define TP_PASS_BLOCKS 8192

static inline unsigned tp_blocks(int64_t n)
{
    const int64_t blocks = (n + TP_PASS_BLOCK - 1) / TP_PASS_BLOCK;
    return (unsigned)(blocks < TP_PASS_BLOCKS ? blocks : TP_PASS_BLOCKS);
}

#define TP_FOR_EACH(i, n)                                                                          \
    for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < (n);                      \
         i += (int64_t)gridDim.x * blockDim.x)

/* One case per size of a type's values, where T is an unsigned type of that size. */
#define TP_SWITCH_SIZE(type, CASE)                                                                 \
    switch (tropic_type_size(type)) {                                                              \
    case sizeof(uint8_t): CASE(uint8_t); break;                                                    \
    case sizeof(uint32_t): CASE(uint32_t); break;                                                  \
    default: CASE(uint64_t); break;                                                                \
    }

#endif
