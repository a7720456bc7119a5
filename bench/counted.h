/* SPDX-License-Identifier: Apache-2.0
 *
 * A context on a GPU whose device memory is counted.
 */
#ifndef BENCH_COUNTED_H
#define BENCH_COUNTED_H

#include <stddef.h>
#include <tropic.h>

typedef struct bench_counted {
    tropic_context *context;
    size_t now, peak; /* bytes of all that is out, and their maximum */
    struct bench_counted_block *blocks;
    int count, room;
} bench_counted;

/* `c` stays where it is until all matrices that the context has used are freed. */
void bench_counted_open(bench_counted *c);
void bench_counted_close(bench_counted *c);

#endif
