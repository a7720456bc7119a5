/* SPDX-License-Identifier: Apache-2.0
 *
 * Any bytes as a Matrix Market file.
 */
#include "formats/files/read.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    return fuzz_reader(&tp_matrix_market, bytes, count);
}
