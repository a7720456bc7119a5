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
/* The same; NULL also in a build without GraphBLAS. */
const char *cli_verify_graphblas(void);
/* CLI_OK; or CLI_MISSING with a message, where the reference cannot be loaded. Comes before the calls below. */
int cli_verify_available(void);
void cli_verify_threads(int threads);

/* message: CLI_VERIFY_MESSAGE bytes; where it matches, what was found equal. values: distances where `weighted`, else
 * levels. parent may be NULL. */
reference_verdict cli_verify_search(bool weighted, const tropic_vector *values, const tropic_vector *parent,
                                    const tropic_matrix *A, tropic_context *context, tropic_index source,
                                    char *message);
reference_verdict cli_verify_bc(const tropic_vector *centrality, const tropic_matrix *A, tropic_context *context,
                                const tropic_bc_options *options, char *message);
reference_verdict cli_verify_bc_edges(const tropic_matrix *C, const tropic_matrix *A, tropic_context *context,
                                      const tropic_bc_options *options, char *message);

#endif
