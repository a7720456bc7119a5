/* SPDX-License-Identifier: Apache-2.0
 *
 * The check behind `info --verify`: the same facts, counted the plain way from the arrays.
 */
#ifndef TP_CLI_RECOUNT_H
#define TP_CLI_RECOUNT_H

#include <tropic.h>

/* The least and the greatest value, of the matrix's type; 0 and 0 without entries. (Those of tropic_matrix_facts are
 * doubles, which do not hold every integer of 64 bits.) */
typedef union cli_number {
    int32_t int32;
    int64_t int64;
    uint64_t uint64;
    float fp32;
    double fp64;
} cli_number;
typedef struct cli_range {
    cli_number min, max;
} cli_range;

/* NULL: all facts are right. Else the name of the first that is not, or, where memory ran out,
 * "(out of memory)". */
const char *cli_recount(const tropic_matrix_facts *facts, const cli_range *range, const tropic_matrix *A,
                        tropic_context *context);

#endif
