/* SPDX-License-Identifier: Apache-2.0
 *
 * Where runs happen: a device, and what is known of it.
 */
#ifndef BENCH_PLACE_H
#define BENCH_PLACE_H

#include <tropic.h>

typedef struct bench_place {
    tropic_context *context;
    const char *word; /* "cpu" or "cuda" */
    const char *name; /* "CPU, 2 threads", "NVIDIA H200" */
    char driver[64];  /* of a GPU: "580.65.06, CUDA 13.0"; "" */
    double bandwidth; /* bytes per second of a copy, read and written; 0: not known */
} bench_place;
#define BENCH_PLACES 2

/* Those of a list of auto, cpu and cuda, each once; returns how many. */
int bench_places_open(bench_place places[BENCH_PLACES], const char *list, int threads);
void bench_places_close(bench_place *places, int count);

/* The processor by name, as /proc/cpuinfo says; "" where it does not. */
void bench_processor(char *text, size_t size);

#endif
