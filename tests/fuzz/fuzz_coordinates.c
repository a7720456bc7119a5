/* SPDX-License-Identifier: Apache-2.0
 *
 * Any bytes as a file of coordinates: an accepted file has two finite ones for each vertex.
 */
#define _GNU_SOURCE
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    tropic_context *context = fuzz_context();
    tropic_vector *v[2] = {NULL, NULL};
    char name[FUZZ_NAME];
    const int file = fuzz_file(name, bytes, count);
    const tropic_status status = tropic_coordinates_load(&v[0], &v[1], context, name);
    close(file);
    if (status != TROPIC_OK) {
        DEMAND(status == TROPIC_FORMAT_ERROR || status == TROPIC_NOT_SUPPORTED || status == TROPIC_OUT_OF_MEMORY);
        DEMAND(!v[0] && !v[1] && tropic_context_error(context)[0] != '\0');
        return 0;
    }
    for (int k = 0; k < 2; k++) {
        const tropic_index n = tropic_vector_size(v[k]);
        double *values = calloc((size_t)n, sizeof *values);
        DEMAND(values && n >= 1 && n == tropic_vector_size(v[0]) && n == tropic_vector_count(v[k]));
        DEMAND(tropic_vector_get_dense(v[k], values, NULL) == TROPIC_OK);
        for (tropic_index i = 0; i < n; i++) DEMAND(isfinite(values[i]));
        free(values);
        tropic_vector_free(&v[k]);
    }
    return 0;
}
