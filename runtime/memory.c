/* SPDX-License-Identifier: Apache-2.0
 *
 * Host memory, from the caller's functions or malloc; and whether there is enough of it.
 */
#define _GNU_SOURCE
#include "runtime/backend.h"
#include "runtime/evict.h"
#include "runtime/locks.h"
#include "runtime/memory_left.h"
#include "runtime/tuning.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tropic_host.h>
#ifdef __linux__
#include <malloc.h>
#include <sys/mman.h>
#endif

/* Large blocks begin where a huge page does. */
#define HUGE_PAGE ((size_t)2 << 20)

/* A sanitizer is to see memory that is used after its release. */
#ifdef __SANITIZE_ADDRESS__
#define KEPT_MAX ((size_t)0)
#else
#define KEPT_MAX TP_KEPT_BYTES
#endif

/* Before each block that counts, in a cache line of its own, so that the block is aligned as the allocation was. */
#define HEADER 64

/* The length of the words for the use of memory. */
#define WHAT_LENGTH 160

static void *allocate_large(size_t bytes)
{
    void *pointer;
    if (bytes > SIZE_MAX - HUGE_PAGE) return NULL;
    bytes = (bytes + HUGE_PAGE - 1) & ~(HUGE_PAGE - 1);
    pointer = aligned_alloc(HUGE_PAGE, bytes);
#ifdef __linux__
    /* Where malloc gives released memory again, that has its small pages. MADV_DONTNEED drops them with their contents,
     * which nobody may read yet, so that the next writes get huge ones; the price is that these are zeroed again. If
     * the system refuses either call (locked memory), the block is as good, only slower. */
    if (pointer) madvise(pointer, bytes, MADV_DONTNEED);
    if (pointer) madvise(pointer, bytes, MADV_HUGEPAGE);
#endif
    return pointer;
}

/* The oldest first. Of TP_LOCK_KEPT. */
static struct {
    int count;
    size_t bytes;
    struct {
        void *pointer;
        size_t room;
    } blocks[TP_KEPT_BLOCKS];
} kept;

/* Takes block k out. The lock is held. */
static void *take_out(int k)
{
    void *pointer = kept.blocks[k].pointer;
    kept.bytes -= kept.blocks[k].room;
    kept.count--;
    memmove(&kept.blocks[k], &kept.blocks[k + 1], (size_t)(kept.count - k) * sizeof kept.blocks[0]);
    return pointer;
}

/* (Asking takes a system call.) */
static size_t kept_max(void)
{
    const size_t share = tp_physical_memory() / TP_KEPT_SHARE;
    return share > 0 && share < KEPT_MAX ? share : KEPT_MAX;
}

/* The smallest kept block that suits; NULL: none does. */
static void *take_kept(size_t bytes)
{
    void *pointer = NULL;
    int best = -1;
    tp_lock(TP_LOCK_KEPT);
    for (int k = 0; k < kept.count; k++) {
        const size_t room = kept.blocks[k].room;
        if (room < bytes || room - bytes > bytes / TP_KEPT_WASTE + HUGE_PAGE) continue;
        if (best < 0 || room < kept.blocks[best].room) best = k;
    }
    if (best >= 0) pointer = take_out(best);
    tp_unlock(TP_LOCK_KEPT);
    return pointer;
}

/* Frees kept blocks until there are fewer than `blocks`, of at most `bytes` together. The lock is held. */
static void free_kept(int blocks, size_t bytes)
{
    while (kept.count > 0 && (kept.count >= blocks || kept.bytes > bytes)) free(take_out(0));
}

void tp_memory_trim(void)
{
    tp_lock(TP_LOCK_KEPT);
    free_kept(0, 0);
    tp_unlock(TP_LOCK_KEPT);
}

/* Keeps a block that allocate_large made; false: it is none, or too large. */
static bool keep(void *pointer)
{
#ifdef __linux__
    const size_t room = (uintptr_t)pointer % HUGE_PAGE == 0 ? malloc_usable_size(pointer) : 0;
    const size_t most = room >= TP_LARGE_BYTES ? kept_max() : 0;
    if (room > most || room == 0) return false;
    tp_lock(TP_LOCK_KEPT);
    free_kept(TP_KEPT_BLOCKS, most - room);
    kept.blocks[kept.count].pointer = pointer;
    kept.blocks[kept.count++].room = room;
    kept.bytes += room;
    tp_unlock(TP_LOCK_KEPT);
    return true;
#else
    (void)pointer;
    return false;
#endif
}

/* Like malloc, which is asked again without the blocks that are kept if it has nothing left. */
static void *allocate(size_t bytes)
{
    void *pointer = bytes >= TP_LARGE_BYTES ? take_kept(bytes) : NULL;
    for (int tries = 0; !pointer && tries < 2; tries++) {
        if (tries > 0) tp_memory_trim();
        pointer = bytes >= TP_LARGE_BYTES ? allocate_large(bytes) : malloc(bytes);
    }
    return pointer;
}

/* Releases forms that can be made again, of about `missing` of the bytes asked for; nothing, if the machine has
 * less. */
static bool make_room(const tp_memory *memory, size_t bytes, size_t missing)
{
    const size_t all = tp_physical_memory(); /* 0: not told */
    return (memory->allocate || all == 0 || bytes <= all) && tp_evict(memory, TP_ON_HOST, missing);
}

/* Bytes to ask for; 0: there are never so many. */
static size_t bytes_of(int64_t count, size_t size)
{
    if (count < 0 || (size > 0 && (uint64_t)count > SIZE_MAX / size)) return 0;
    return count == 0 || size == 0 ? 1 : (size_t)count * size;
}

static void *ask(const tp_memory *memory, size_t bytes)
{
    return memory->allocate ? memory->allocate(bytes, memory->user) : allocate(bytes);
}

void tp_working_add(tropic_context *context, size_t bytes)
{
    const size_t now = __atomic_add_fetch(&context->working, bytes, __ATOMIC_RELAXED);
    size_t peak = __atomic_load_n(&context->working_peak, __ATOMIC_RELAXED);
    bool told = now <= peak;
    while (!told)
        told =
            __atomic_compare_exchange_n(&context->working_peak, &peak, now, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED) ||
            now <= peak;
}

void tp_working_remove(tropic_context *context, size_t bytes)
{
    __atomic_sub_fetch(&context->working, bytes, __ATOMIC_RELAXED);
}

static size_t *header_of(const void *pointer)
{
    return (size_t *)((char *)pointer - HEADER);
}

size_t tp_working_bytes(const void *pointer)
{
    return *header_of(pointer);
}

/* `spare`: the call can do without. */
static void *allocate_counted(const tp_memory *memory, int64_t count, size_t size, bool spare)
{
    const size_t bytes = bytes_of(count, size), header = memory->counts ? HEADER : 0;
    char *pointer;
    if (bytes == 0 || bytes > SIZE_MAX - header) return NULL;
    do pointer = ask(memory, bytes + header);
    while (!pointer && !spare && make_room(memory, bytes, bytes));
    if (!pointer || !memory->counts) return pointer;
    *header_of(pointer + HEADER) = (size_t)count * size;
    tp_working_add(memory->counts, (size_t)count * size);
    return pointer + HEADER;
}

void *tp_allocate(const tp_memory *memory, int64_t count, size_t size)
{
    return allocate_counted(memory, count, size, false);
}

void *tp_allocate_spare(const tp_memory *memory, int64_t count, size_t size)
{
    return allocate_counted(memory, count, size, true);
}

void *tp_allocate_zero(const tp_memory *memory, int64_t count, size_t size)
{
    void *pointer = tp_allocate(memory, count, size);
    if (pointer) memset(pointer, 0, (size_t)count * size);
    return pointer;
}

void tp_release(const tp_memory *memory, void *pointer)
{
    if (!pointer) return;
    if (memory->counts) {
        tp_working_remove(memory->counts, tp_working_bytes(pointer));
        pointer = header_of(pointer);
    }
    if (memory->release)
        memory->release(pointer, memory->user);
    else if (!keep(pointer))
        free(pointer);
}

tropic_status tropic_host_allocate(tropic_context *context, void **memory, size_t bytes)
{
    TP_ENTER(context);
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    if (!memory) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "memory is NULL");
    TP_TRY(tp_need_memory(context, &context->memory, bytes, "an array of the program's own"));
    *memory = bytes <= INT64_MAX ? tp_allocate(&context->memory, (int64_t)bytes, 1) : NULL;
    return *memory ? TROPIC_OK : tp_out_of_memory(context, "an array of the program's own");
}

void tropic_host_release(tropic_context *context, void *memory)
{
    if (context) tp_release(&context->memory, memory);
}

void tp_working_checked(tropic_context *context, size_t bytes)
{
    if (context->working + bytes > context->needed) context->needed = context->working + bytes;
}

tropic_status tp_need_memory(tropic_context *context, const tp_memory *memory, size_t bytes, const char *what, ...)
{
    char text[WHAT_LENGTH];
    va_list arguments;
    size_t left;
    if (memory->counts) tp_working_checked(context, bytes);
    if (memory->allocate || bytes < TP_ASKED_FROM) return TROPIC_OK;
    left = tp_available_memory();
    for (bool more = bytes > left; more && bytes > left; left = tp_available_memory()) {
        tp_memory_trim();
        more = make_room(memory, bytes, bytes - left);
    }
    if (bytes <= left) return TROPIC_OK;
    va_start(arguments, what);
    vsnprintf(text, sizeof text, what, arguments);
    va_end(arguments);
    return tp_fail(context, TROPIC_OUT_OF_MEMORY, "%s needs %zu bytes; %zu are available", text, bytes, left);
}
