/* SPDX-License-Identifier: Apache-2.0
 *
 * A value of an array, whatever its type.
 */
#include "cli/files/graphs.h"

#include <math.h>

/* (As reference/verify.c has it, which shares no code with what it checks.) */
long double cli_value_at(const void *values, tropic_type type, tropic_offset k)
{
    if (!values) return 1;
    switch (type) {
    case TROPIC_BOOL: return ((const bool *)values)[k];
    case TROPIC_INT8: return ((const int8_t *)values)[k];
    case TROPIC_INT16: return ((const int16_t *)values)[k];
    case TROPIC_INT32: return ((const int32_t *)values)[k];
    case TROPIC_INT64: return (long double)((const int64_t *)values)[k];
    case TROPIC_UINT8: return ((const uint8_t *)values)[k];
    case TROPIC_UINT16: return ((const uint16_t *)values)[k];
    case TROPIC_UINT32: return ((const uint32_t *)values)[k];
    case TROPIC_UINT64: return (long double)((const uint64_t *)values)[k];
    case TROPIC_FP32: return (long double)((const float *)values)[k];
    case TROPIC_FP64: return (long double)((const double *)values)[k];
    }
    return (long double)NAN;
}
