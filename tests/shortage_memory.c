/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/shortage.h"

/* Blocks that are out. */
enum { BLOCKS = 1 << 14 };
static struct {
    void *pointer;
    size_t bytes;
} block[BLOCKS];

test_ledger test_limited = {.lock = PTHREAD_MUTEX_INITIALIZER};
static test_ledger *const l = &test_limited;

static void *take(size_t bytes, void *user)
{
    void *pointer = NULL;
    pthread_mutex_lock(&l->lock);
    if (l->live + bytes <= l->limit) pointer = l->memory->allocate(bytes);
    if (pointer) {
        int k = 0;
        while (k < BLOCKS && block[k].pointer) k++;
        if (k < BLOCKS) {
            block[k].pointer = pointer;
            block[k].bytes = bytes;
        }
        l->live += bytes;
        l->peak = l->live > l->peak ? l->live : l->peak;
    }
    pthread_mutex_unlock(&l->lock);
    return pointer;
}

static void give(void *pointer, void *user)
{
    int k = 0;
    pthread_mutex_lock(&l->lock);
    while (k < BLOCKS && block[k].pointer != pointer) k++;
    assert_true(k < BLOCKS);
    l->live -= block[k].bytes;
    block[k].pointer = NULL;
    l->memory->release(pointer);
    pthread_mutex_unlock(&l->lock);
}

static tropic_context *context_of(tropic_device device, bool shared)
{
    tropic_context_options options = {.size = sizeof options, .threads = 1, .device = device, .shared = shared};
    tropic_context *context = NULL;
    if (l->memory->device) {
        options.device_allocate = take;
        options.device_release = give;
    } else {
        options.allocate = take;
        options.release = give;
    }
    assert_ok(NULL, tropic_context_create(&context, &options));
    return context;
}

tropic_context *test_limited_context(void)
{
    return context_of(l->memory->device ? TROPIC_DEVICE_CUDA : TROPIC_DEVICE_CPU, false);
}

tropic_context *test_limited_shared_context(void)
{
    return context_of(TROPIC_DEVICE_CPU, true);
}

tropic_context *test_counted_context(void)
{
    return context_of(test_device(), false);
}
