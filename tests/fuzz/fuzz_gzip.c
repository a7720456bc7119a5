/* SPDX-License-Identifier: Apache-2.0
 *
 * Any bytes as a gzip file.
 */
#include "formats/files/text.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    tropic_context *context = fuzz_context();
    tp_text copy = fuzz_text(bytes, count);
    tp_bytes packed = {copy.memory, (int64_t)count, (int64_t)count + 1}, plain = {0};
    tropic_status status;

    if (tp_is_gzip(&packed)) {
        status = tp_gunzip(context, "fuzz", &packed, &plain);
        DEMAND(status == TROPIC_OK || status == TROPIC_FORMAT_ERROR);
        DEMAND(plain.size < plain.capacity);
        tp_bytes_free(context, &plain);
    }
    free(copy.memory);
    return 0;
}
