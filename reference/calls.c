/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of verifications.
 */
#include "reference/reference.h"

#include <string.h>

static reference_check *find(const char *algorithm)
{
    static const struct {
        const char *name;
        reference_check *check;
    } all[] = {
#define ROW(name) {#name, reference_check_##name},
        TP_ALGORITHMS(ROW)
#undef ROW
    };
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if (strcmp(all[k].name, algorithm) == 0) return all[k].check;
    return NULL;
}

const reference_calls reference_table = {
#ifdef TROPIC_HAVE_GRAPHBLAS
    .has_graphblas = true,
#endif
    .name = reference_name,
    .set_threads = reference_set_threads,
    .find = find,
};
