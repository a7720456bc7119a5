/* SPDX-License-Identifier: Apache-2.0
 *
 * Any bytes as a vector's file: an accepted one has as many entries as it says, and is read back as it
 * was written.
 */
#define _GNU_SOURCE
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    tropic_context *context = fuzz_context();
    tropic_vector *v = NULL;
    tropic_status status;
    char name[FUZZ_NAME];
    const int file = fuzz_file(name, bytes, count);
    status = tropic_vector_load(&v, context, name);
    close(file);
    if (status != TROPIC_OK) {
        DEMAND(status == TROPIC_FORMAT_ERROR || status == TROPIC_NOT_SUPPORTED || status == TROPIC_OUT_OF_MEMORY);
        DEMAND(v == NULL && tropic_context_error(context)[0] != '\0');
        return 0;
    }
    if (tropic_vector_size(v) > 0 && tropic_vector_size(v) <= FUZZ_LARGEST) {
        const tropic_index n = tropic_vector_size(v);
        const size_t size = tropic_type_size(tropic_vector_type(v));
        char *values = calloc((size_t)n, size);
        bool *has = calloc((size_t)n, sizeof *has);
        tropic_index present = 0;
        DEMAND(values && has);
        DEMAND(tropic_vector_get_dense(v, values, has) == TROPIC_OK);
        for (tropic_index i = 0; i < n; i++) present += has[i];
        DEMAND(present == tropic_vector_count(v));
        free(values);
        free(has);
    }
    tropic_vector_free(&v);
    return 0;
}
