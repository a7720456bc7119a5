/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BENCH_LISTS_H
#define BENCH_LISTS_H

#include <tropic.h>

/* tropic-bench --lists: microseconds for single calls on long vectors of three entries. Returns how many results are
 * wrong. */
int bench_lists(tropic_context *context);

#endif
