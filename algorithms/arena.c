/* SPDX-License-Identifier: Apache-2.0
 *
 * Arrays that are released together.
 */
#include "algorithms/arena.h"

#include <string.h>

static void keep(tp_arena *arena, void *array, bool host)
{
    arena->host[arena->count] = host;
    arena->array[arena->count++] = array;
}

void *tp_arena_array(tp_arena *arena, int64_t count, size_t size)
{
    void *array = NULL;
    if (arena->failed) return NULL;
    if (arena->count < TP_ARENA_ARRAYS) array = tp_allocate(&arena->context->work, count, size);
    if (array)
        keep(arena, array, true);
    else
        arena->failed = true;
    return array;
}

void *tp_arena_zeros(tp_arena *arena, int64_t count, size_t size)
{
    void *array = tp_arena_array(arena, count, size);
    return array ? memset(array, 0, (size_t)count * size) : NULL;
}

static tropic_status full(const tp_arena *arena, const char *what)
{
    return tp_fail(arena->context, TROPIC_NOT_SUPPORTED, "%s: more than %d arrays", what, TP_ARENA_ARRAYS);
}

tropic_status tp_arena_check(tp_arena *arena, const char *what)
{
    const bool failed = arena->failed;
    arena->failed = false;
    if (!failed) return TROPIC_OK;
    return arena->count == TP_ARENA_ARRAYS ? full(arena, what) : tp_out_of_memory(arena->context, what);
}

tropic_status tp_arena_device_array(tp_arena *arena, void *pointer, int64_t count, size_t size, const char *what)
{
    void *array = NULL;
    if (arena->count == TP_ARENA_ARRAYS) return full(arena, what);
    TP_TRY(arena->context->backend->allocate(arena->context, &array, (size_t)count * size, what));
    keep(arena, array, false);
    *(void **)pointer = array;
    return TROPIC_OK;
}

tropic_status tp_arena_device_arrays(tp_arena *arena, const tp_arena_item *items, int count, const char *what)
{
    for (int k = 0; k < count; k++)
        if (items[k].count != TP_NO_ARRAY)
            TP_TRY(tp_arena_device_array(arena, items[k].pointer, items[k].count, items[k].size, what));
    return TROPIC_OK;
}

size_t tp_arena_bytes(const tp_arena_item *items, int count)
{
    size_t bytes = 0;
    for (int k = 0; k < count; k++)
        if (items[k].count != TP_NO_ARRAY) bytes += (size_t)items[k].count * items[k].size;
    return bytes;
}

void tp_arena_release_since(tp_arena *arena, int first)
{
    while (arena->count > first)
        if (arena->host[--arena->count])
            tp_release(&arena->context->work, arena->array[arena->count]);
        else
            arena->context->backend->release(arena->context, arena->array[arena->count]);
}

void tp_arena_release(tp_arena *arena)
{
    tp_arena_release_since(arena, 0);
    arena->failed = false;
}

void tp_arena_forget(tp_arena *arena, const void *array)
{
    for (int k = 0; k < arena->count; k++)
        if (arena->array[k] == array) {
            arena->array[k] = arena->array[--arena->count];
            arena->host[k] = arena->host[arena->count];
        }
}
