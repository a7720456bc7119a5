/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of verifications.
 */
#include "reference/reference.h"

const reference_calls reference_table = {
#ifdef TROPIC_HAVE_GRAPHBLAS
    .has_graphblas = true,
#endif
    .name = reference_name,
    .set_threads = reference_set_threads,
    .verify_bfs = reference_verify_bfs,
    .verify_sssp = reference_verify_sssp,
    .verify_bc = reference_verify_bc,
    .verify_bc_edges = reference_verify_bc_edges};
