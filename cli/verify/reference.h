/* SPDX-License-Identifier: Apache-2.0
 *
 * Verification against SuiteSparse:GraphBLAS, or in a build without it against textbook algorithms.
 */
#ifndef TP_CLI_VERIFY_H
#define TP_CLI_VERIFY_H

#include "reference/reference.h"

#define CLI_VERIFY_MESSAGE 768

/* Who is compared with: "SuiteSparse:GraphBLAS 7.4.0"; NULL where it cannot be loaded. */
const char *cli_verify_name(void);
/* The same, of the algorithm of that name. */
const char *cli_verify_name_of(const char *algorithm);
/* The same; NULL also in a build without GraphBLAS. */
const char *cli_verify_graphblas(void);
/* CLI_OK; or CLI_MISSING with a message, where the reference cannot be loaded. Comes before the calls below. */
int cli_verify_available(void);
void cli_verify_threads(int threads);

/* Checks the result of an algorithm of that name. message: CLI_VERIFY_MESSAGE bytes; if it matches, the part found
 * equal. */
reference_verdict cli_verify(const char *algorithm, const reference_result *result, char *message);

#endif
