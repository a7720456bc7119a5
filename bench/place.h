/* SPDX-License-Identifier: Apache-2.0
 *
 * Where runs happen: a device and its properties.
 */
#ifndef BENCH_PLACE_H
#define BENCH_PLACE_H

#include <tropic.h>

typedef struct bench_place {
    tropic_context *context;
    const char *word; /* "cpu" or "cuda" */
    char shown[16];   /* the same in the table; one of several CPUs: "cpu:16", by its threads */
    const char *name; /* "CPU, 2 threads", "NVIDIA H200" */
    char driver[64];  /* of a GPU: "580.65.06, CUDA 13.0"; "" */
    double bandwidth; /* bytes per second of a copy, read and written; 0: not known */
} bench_place;
/* Numbers of threads, for each of which the CPU is one place. */
#define BENCH_THREADS 16
#define BENCH_PLACES (BENCH_THREADS + 1)

/* Those of a list of auto, cpu and cuda, each once, but the CPU once for each number of threads; returns how many. */
int bench_places_open(bench_place places[BENCH_PLACES], const char *list, const int *threads, int thread_count);
void bench_places_close(bench_place *places, int count);

/* The processor by name, as /proc/cpuinfo says; "" where it does not. */
void bench_processor(char *text, size_t size);

#endif
