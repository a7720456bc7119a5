/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of verifications.
 */
#include "reference/reference.h"

#include <stdbool.h>

/* Is it the name of a command whose identifier this is? */
static bool is_name(const char *name, const char *identifier)
{
    while (*name && (*name == *identifier || (*name == '-' && *identifier == '_'))) name++, identifier++;
    return *name == *identifier;
}

static const reference_row *find(const char *algorithm)
{
    static const struct {
        const char *name;
        const reference_row *row;
    } all[] = {
#define ROW(name) {#name, &reference_##name},
        TP_ALGORITHMS(ROW)
#undef ROW
    };
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if (is_name(algorithm, all[k].name)) return all[k].row;
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
