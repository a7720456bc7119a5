/* SPDX-License-Identifier: Apache-2.0
 *
 * GPU time of the work that is enqueued on a stream.
 */
#ifndef BENCH_GPU_H
#define BENCH_GPU_H

#include <stdbool.h>
#include <stddef.h>

/* Median of the rounds, negative where it failed; how far the slowest was from the fastest, as a part of it. */
typedef struct bench_gpu_times {
    double seconds, spread;
    bool captured;
} bench_gpu_times;

/* GPU time of one work(data), which enqueues on the stream. A graph that has captured many gives it. If that cannot be
 * captured, many in a row give it, host time in between included. Fails where there is no GPU. */
bench_gpu_times bench_gpu_time(void *stream, bool (*work)(void *data), void *data);
/* A copy in the GPU's memory; from NULL: an array without values. NULL: there is no memory for it, or no GPU. */
void *bench_to_device(const void *from, size_t bytes);
void bench_from_device(void *array);
/* Waits for all that the GPU was given. False: it failed. */
bool bench_gpu_wait(void);
/* Bytes per second of a copy within the GPU's memory, read and written; 0 where there is no GPU. */
double bench_copy_bandwidth(void);
/* The driver's version, and the newest CUDA that it knows; "" where there is none. */
void bench_gpu_driver(char *text, size_t size);

#endif
