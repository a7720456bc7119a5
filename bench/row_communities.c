/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of communities: label propagation, Louvain, Leiden. (Sources have no meaning.)
 */
#include "bench/common.h"
#include "bench/rows.h"

const bench_algorithm bench_communities[] = {
    {NULL},
};
