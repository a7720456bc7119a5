/* SPDX-License-Identifier: Apache-2.0
 *
 * Arrays that are released together. Allocate one after the other, test once, release once:
 *
 *     tp_arena arena = {.context = context};
 *     double *x = tp_arena_array(&arena, n, sizeof *x), *y = tp_arena_zeros(&arena, n, sizeof *y);
 *     tropic_status status = tp_arena_check(&arena, "two vectors");
 *     if (status == TROPIC_OK) status = use(x, y);
 *     tp_arena_release(&arena);
 */
#ifndef TP_ARENA_H
#define TP_ARENA_H

#include "runtime/backend.h"

TP_BEGIN_C

/* Arrays that one arena may have. The run of a betweenness centrality needs most: 22 of the backend when a batch with
 * twins repeats a source, and 8 on the host. */
#define TP_ARENA_ARRAYS 36

typedef struct tp_arena {
    tropic_context *context;
    int count;
    bool failed; /* since the last check */
    void *array[TP_ARENA_ARRAYS];
    bool host[TP_ARENA_ARRAYS]; /* else the array is in memory of the backend */
} tp_arena;

/* `count` elements of host memory, not cleared. NULL if there is none, the bytes overflow, the arena is full or an
 * earlier array failed: tp_arena_check says so. */
void *tp_arena_array(tp_arena *arena, int64_t count, size_t size);
/* The same, cleared. */
void *tp_arena_zeros(tp_arena *arena, int64_t count, size_t size);
/* OK if all host arrays since the last check are there. Else OUT_OF_MEMORY, or NOT_SUPPORTED if the arena is full, with
 * `what`. */
tropic_status tp_arena_check(tp_arena *arena, const char *what);
/* *pointer = an array in memory of the backend, whose failure is reported at once. NOT_SUPPORTED if the arena is full.
 */
tropic_status tp_arena_device_array(tp_arena *arena, void *pointer, int64_t count, size_t size, const char *what);
/* An array of the backend that is to be made. */
typedef struct tp_arena_item {
    void *pointer; /* to the pointer that it gets */
    int64_t count; /* of elements; TP_NO_ARRAY: none is made, and the pointer stays */
    size_t size;
} tp_arena_item;
#define TP_NO_ARRAY (-1)
#define TP_ARENA_ITEM(array, count)                                                                                    \
    {                                                                                                                  \
        &(array), count, sizeof *(array)                                                                               \
    }
/* Makes all of a list, or fails at the first that there is no memory for. */
tropic_status tp_arena_device_arrays(tp_arena *arena, const tp_arena_item *items, int count, const char *what);
/* The bytes of a list. */
size_t tp_arena_bytes(const tp_arena_item *items, int count);
/* Releases the arrays from number `first` on. */
void tp_arena_release_since(tp_arena *arena, int first);
/* Releases all. Accepts a zeroed arena. */
void tp_arena_release(tp_arena *arena);
/* Forgets one array, which becomes the caller's. */
void tp_arena_forget(tp_arena *arena, const void *array);

TP_END_C
#endif
