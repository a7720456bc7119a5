/* SPDX-License-Identifier: Apache-2.0
 *
 * Any bytes as a gzip file, whose text is passed over window by window.
 */
#define _GNU_SOURCE
#include "formats/files/text/text.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    tropic_context *context = fuzz_context();
    char name[FUZZ_NAME];
    const int file = fuzz_file(name, bytes, count);
    tp_text text;
    tropic_status status = tp_text_load(context, name, &text);

    if (status == TROPIC_OK) {
        tp_text_narrow(&text, 1);
        while (status == TROPIC_OK && text.more) {
            DEMAND(text.begin < text.end && text.end[-1] == '\n' && *text.end == '\0');
            status = tp_text_next(context, &text, -1);
        }
        tp_text_free(context, &text);
    }
    DEMAND(status == TROPIC_OK || status == TROPIC_FORMAT_ERROR || status == TROPIC_NOT_SUPPORTED);
    close(file);
    return 0;
}
