/* SPDX-License-Identifier: Apache-2.0
 *
 * The check behind `info --verify`: the same facts, counted the plain way from the arrays.
 */
#ifndef TP_CLI_RECOUNT_H
#define TP_CLI_RECOUNT_H

#include <tropic.h>

/* NULL: all facts are right. Else the name of the first that is not, or, where memory ran out,
 * "(out of memory)". */
const char *cli_recount(const tropic_matrix_facts *facts, const tropic_matrix *A, tropic_context *context);

#endif
