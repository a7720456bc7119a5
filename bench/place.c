/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/place.h"

#include "bench/common.h"
#include "bench/gpu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of the copy that measures the bandwidth, beyond the caches; copies whose median counts. */
#define COPY_BYTES ((size_t)1 << 28)
#define COPIES 5

/* By as many threads as the context has, each its own part, which it has touched first. */
static double copy_bandwidth(int threads)
{
    const size_t part = COPY_BYTES / (size_t)threads;
    char *from = bench_reserve(COPY_BYTES), *to = bench_reserve(COPY_BYTES);
    double seconds[COPIES];
    for (int k = -1; k < COPIES; k++) {
        const double start = bench_now();
#pragma omp parallel for num_threads(threads) schedule(static)
        for (int t = 0; t < threads; t++)
            if (k < 0) {
                memset(from + (size_t)t * part, 1, part);
                memset(to + (size_t)t * part, 0, part);
            } else {
                memcpy(to + (size_t)t * part, from + (size_t)t * part, part);
            }
        if (k >= 0) seconds[k] = bench_now() - start;
    }
    free(from);
    free(to);
    return 2 * (double)(part * (size_t)threads) / bench_times_of(seconds, COPIES).median;
}

/* As many threads as the context's name says: options may have left their number to OpenMP. */
static int threads_of(const char *name)
{
    int threads = 1;
    if (sscanf(name, "CPU, %d", &threads) != 1 || threads < 1) threads = 1;
    return threads;
}

static void open_place(bench_place *place, tropic_device device, int threads)
{
    const tropic_context_options options = {.size = sizeof options, .device = device, .threads = threads};
    const bool cuda = device == TROPIC_DEVICE_CUDA;
    *place = (bench_place){.word = cuda ? "cuda" : "cpu"};
    bench_check(tropic_context_create(&place->context, &options), NULL, "--device");
    place->name = tropic_context_device_name(place->context);
    if (cuda) bench_gpu_driver(place->driver, sizeof place->driver);
    snprintf(place->shown, sizeof place->shown, "%s", place->word);
    place->bandwidth = cuda ? bench_copy_bandwidth() : copy_bandwidth(threads_of(place->name));
}

int bench_places_open(bench_place places[BENCH_PLACES], const char *list, const int *threads, int thread_count)
{
    const bool gpu = tropic_device_count() > 0, chosen = bench_has_word(list, "auto");
    int count = 0;
    for (int k = 0; k < thread_count && (bench_has_word(list, "cpu") || (chosen && !gpu)); k++) {
        open_place(&places[count], TROPIC_DEVICE_CPU, threads[k]);
        if (thread_count > 1) snprintf(places[count].shown, sizeof places[count].shown, "cpu:%d", threads[k]);
        count++;
    }
    if (bench_has_word(list, "cuda") || (chosen && gpu))
        open_place(&places[count++], TROPIC_DEVICE_CUDA, threads[thread_count - 1]);
    return count;
}

void bench_places_close(bench_place *places, int count)
{
    for (int k = 0; k < count; k++) tropic_context_free(&places[k].context);
}

void bench_processor(char *text, size_t size)
{
    FILE *file = fopen("/proc/cpuinfo", "r");
    char line[256];
    *text = '\0';
    while (file && fgets(line, sizeof line, file)) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, "model name", strlen("model name")) != 0 || !colon) continue;
        snprintf(text, size, "%s", colon + 1 + (colon[1] == ' '));
        text[strcspn(text, "\n")] = '\0';
        break;
    }
    if (file) fclose(file);
}
