/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/counted.h"

#include "bench/common.h"
#include "bench/gpu.h"

#include <stdlib.h>

#define FIRST_BLOCKS 64

struct bench_counted_block {
    void *pointer;
    size_t bytes;
};

static void *allocate(size_t bytes, void *user)
{
    bench_counted *c = user;
    void *pointer = bench_to_device(NULL, bytes);
    if (!pointer) return NULL;
    if (c->count == c->room) {
        c->room = c->room > 0 ? 2 * c->room : FIRST_BLOCKS;
        c->blocks = realloc(c->blocks, (size_t)c->room * sizeof *c->blocks);
        if (!c->blocks) bench_stop(BENCH_FAILED, "out of memory");
    }
    c->blocks[c->count++] = (struct bench_counted_block){pointer, bytes};
    c->now += bytes;
    if (c->now > c->peak) c->peak = c->now;
    return pointer;
}

static void release(void *pointer, void *user)
{
    bench_counted *c = user;
    int at = c->count - 1;
    while (at >= 0 && c->blocks[at].pointer != pointer) at--;
    if (at >= 0) {
        c->now -= c->blocks[at].bytes;
        c->blocks[at] = c->blocks[--c->count];
    }
    bench_from_device(pointer);
}

void bench_counted_open(bench_counted *c)
{
    const tropic_context_options options = {.size = sizeof options,
                                            .device = TROPIC_DEVICE_CUDA,
                                            .device_allocate = allocate,
                                            .device_release = release,
                                            .memory_user = c};
    *c = (bench_counted){0};
    bench_check(tropic_context_create(&c->context, &options), NULL, "a context");
}

void bench_counted_close(bench_counted *c)
{
    tropic_context_free(&c->context);
    free(c->blocks);
}
