/* SPDX-License-Identifier: Apache-2.0
 *
 * GPU time, for what is enqueued on a stream.
 */
#ifndef BENCH_GPU_H
#define BENCH_GPU_H

#include <stdbool.h>

/* Seconds of GPU time of one work(data), which enqueues on the stream: the median over rounds of a graph that has
 * captured many; where it cannot be captured, of many in a row, host time in between included, and *captured is
 * false. Negative: it failed, or there is no GPU. */
double bench_gpu_time(void *stream, bool (*work)(void *data), void *data, bool *captured);
/* Bytes per second of a copy within the GPU's memory, read and written; 0 where there is no GPU. */
double bench_copy_bandwidth(void);

#endif
