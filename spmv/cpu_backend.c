/* SPDX-License-Identifier: Apache-2.0
 *
 * The CPU backend: its memory is host memory, its threads are the context's.
 */
#include "spmv/cpu_backend.h"

#include "formats/generate/generator.h"
#include "semiring/semiring.h"

#include <stdio.h>
#include <string.h>

/* Before each block, in a cache line of its own, so that the block is aligned as the allocation was. */
#define HEADER 64

/* Released blocks that are kept, for a run asks for the same as the one before it: the system clears each page that it
 * gives anew, which took 15 percent of the time of BFS and of betweenness from one source on lattice 1200. So many, of
 * at least so many bytes each, for smaller ones malloc keeps itself, and of at most so many together. A sanitizer is to
 * see what is used after its release. */
#define KEPT_BLOCKS 8
#define KEPT_MIN ((size_t)4 << 20)
#ifdef __SANITIZE_ADDRESS__
#define KEPT_MAX ((size_t)0)
#else
#define KEPT_MAX ((size_t)64 << 20)
#endif
/* A kept block is taken for a request of more than one in so many of its bytes. */
#define KEPT_PART 2

typedef struct block_header {
    size_t bytes; /* that were asked for */
    size_t room;  /* that it has */
} block_header;

typedef struct cpu_device {
    block_header *kept[KEPT_BLOCKS]; /* the oldest first */
    int count;
    size_t bytes; /* of all */
} cpu_device;

/* Takes kept block k out. */
static block_header *take_kept(cpu_device *device, int k)
{
    block_header *block = device->kept[k];
    device->bytes -= block->room;
    device->count--;
    memmove(&device->kept[k], &device->kept[k + 1], (size_t)(device->count - k) * sizeof(block_header *));
    return block;
}

/* The smallest kept block that suits; NULL: none does. */
static block_header *find_kept(cpu_device *device, size_t bytes)
{
    int best = -1;
    for (int k = 0; k < device->count; k++) {
        const size_t room = device->kept[k]->room;
        if (room < bytes || room / KEPT_PART >= bytes) continue;
        if (best < 0 || room < device->kept[best]->room) best = k;
    }
    return best < 0 ? NULL : take_kept(device, best);
}

/* Gives kept blocks back until `room` more fit, and one place is free. */
static void drop_kept(tropic_context *context, size_t room)
{
    cpu_device *device = context->device;
    while (device->count > 0 && (device->count == KEPT_BLOCKS || device->bytes + room > KEPT_MAX))
        tp_release(&context->memory, take_kept(device, 0));
}

tropic_status tp_cpu_open(tropic_context *context, int index, void *stream)
{
    (void)index;
    if (stream) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "context options: a stream needs a CUDA device");
    context->device = tp_allocate_zero(&context->memory, 1, sizeof(cpu_device));
    if (!context->device) return tp_out_of_memory(context, "the context");
    snprintf(context->device_name, sizeof context->device_name, "CPU, %d thread%s", context->threads,
             context->threads == 1 ? "" : "s");
    return TROPIC_OK;
}

void tp_cpu_close(tropic_context *context)
{
    if (!context->device) return;
    drop_kept(context, KEPT_MAX + 1);
    tp_release(&context->memory, context->device);
}

tropic_status tp_cpu_allocate(tropic_context *context, void **pointer, size_t bytes, const char *what)
{
    block_header *block = NULL;
    if (bytes <= (size_t)INT64_MAX - HEADER) block = find_kept(context->device, bytes);
    if (!block && bytes <= (size_t)INT64_MAX - HEADER) {
        block = tp_allocate(&context->memory, (int64_t)(bytes + HEADER), 1);
        if (block) block->room = bytes;
    }
    if (!block) return tp_fail(context, TROPIC_OUT_OF_MEMORY, "out of memory for %s (%zu bytes)", what, bytes);
    block->bytes = bytes;
    context->working += bytes;
    if (context->working > context->working_peak) context->working_peak = context->working;
    *pointer = (char *)block + HEADER;
    return TROPIC_OK;
}

void tp_cpu_release(tropic_context *context, void *pointer)
{
    cpu_device *device = context->device;
    block_header *block;
    if (!pointer) return;
    block = (block_header *)((char *)pointer - HEADER);
    context->working -= block->bytes;
    if (context->memory.release || block->room < KEPT_MIN || block->room > KEPT_MAX) {
        tp_release(&context->memory, block);
        return;
    }
    drop_kept(context, block->room);
    device->kept[device->count++] = block;
    device->bytes += block->room;
}

tropic_status tp_cpu_available(tropic_context *context, size_t *bytes)
{
    *bytes = context->memory.allocate ? SIZE_MAX : tp_available_memory();
    return TROPIC_OK;
}

tropic_status tp_cpu_copy(tropic_context *context, void *to, const void *from, size_t bytes)
{
    (void)context;
    if (bytes > 0) memcpy(to, from, bytes);
    return TROPIC_OK;
}

tropic_status tp_cpu_upload(tropic_context *context, void *to, const void *from, size_t bytes)
{
    return tp_cpu_copy(context, to, from, bytes);
}

tropic_status tp_cpu_download(tropic_context *context, void *to, const void *from, size_t bytes)
{
    return tp_cpu_copy(context, to, from, bytes);
}

tropic_status tp_cpu_wait(tropic_context *context)
{
    (void)context;
    return TROPIC_OK;
}

tropic_status tp_cpu_timer_start(tropic_context *context)
{
    context->timer = tp_now();
    return TROPIC_OK;
}

tropic_status tp_cpu_timer_stop(tropic_context *context, double *seconds)
{
    *seconds = tp_now() - context->timer;
    return TROPIC_OK;
}

const tp_backend tp_cpu_backend = {.device = TROPIC_DEVICE_CPU,
                                   .location = TROPIC_HOST,
                                   .choose = tp_choose_host_product,
                                   TP_BACKEND_CALLS(TP_CALL_ROW, tp_cpu_)};
