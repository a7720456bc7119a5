/* SPDX-License-Identifier: Apache-2.0
 *
 * Host memory, from the caller's functions or malloc; and whether there is enough of it.
 */
#define _GNU_SOURCE
#include "runtime/runtime.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

/* Blocks of at least LARGE bytes lie on huge pages where the system has them: 512 times fewer page
 * faults when they are filled, and fewer misses of the TLB when a product gathers from them at random.
 * (Building a matrix of 64 M entries spent three quarters of its time in page faults without.) */
#define LARGE ((size_t)4 << 20)
#define HUGE_PAGE ((size_t)2 << 20)

/* What is to need the memory, in words. */
#define WHAT_LENGTH 160

static void *allocate_large(size_t bytes)
{
    void *pointer;
    if (bytes > SIZE_MAX - HUGE_PAGE) return NULL;
    bytes = (bytes + HUGE_PAGE - 1) & ~(HUGE_PAGE - 1);
    pointer = aligned_alloc(HUGE_PAGE, bytes);
#ifdef __linux__
    /* Where malloc gives released memory again, that has its small pages. MADV_DONTNEED drops them with what they
     * hold, which nobody may read yet, so that the next writes get huge ones; the price is that these are zeroed
     * again. If the system refuses either call (locked memory), the block is as good, only slower. */
    if (pointer) madvise(pointer, bytes, MADV_DONTNEED);
    if (pointer) madvise(pointer, bytes, MADV_HUGEPAGE);
#endif
    return pointer;
}

void *tp_allocate(const tp_memory *memory, int64_t count, size_t size)
{
    size_t bytes;
    if (count < 0 || (size > 0 && (uint64_t)count > SIZE_MAX / size)) return NULL;
    bytes = (size_t)count * size;
    if (bytes == 0) bytes = 1;
    if (memory->allocate) return memory->allocate(bytes, memory->user);
    return bytes >= LARGE ? allocate_large(bytes) : malloc(bytes);
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
    if (memory->release)
        memory->release(pointer, memory->user);
    else
        free(pointer);
}

/* Bytes that Linux can give without taking them from other processes; 0 where that is not told. */
static size_t unused_memory(void)
{
    FILE *file = fopen("/proc/meminfo", "r");
    char line[128];
    uint64_t kib = 0;
    if (!file) return 0;
    while (fgets(line, sizeof line, file))
        if (sscanf(line, "MemAvailable: %" SCNu64 " kB", &kib) == 1) break;
    fclose(file);
    return (size_t)kib * 1024;
}

size_t tp_available_memory(void)
{
    const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    struct rlimit limit;
    size_t bytes = unused_memory();
    if (bytes == 0) bytes = pages > 0 && page > 0 ? (size_t)pages * (size_t)page : SIZE_MAX;
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < bytes)
        bytes = (size_t)limit.rlim_cur;
    return bytes;
}

tropic_status tp_need_memory(tropic_context *context, const tp_memory *memory, size_t bytes, const char *what, ...)
{
    char text[WHAT_LENGTH];
    va_list arguments;
    size_t left;
    if (memory->allocate || bytes < TP_ASKED_FROM) return TROPIC_OK;
    left = tp_available_memory();
    if (bytes <= left) return TROPIC_OK;
    va_start(arguments, what);
    vsnprintf(text, sizeof text, what, arguments);
    va_end(arguments);
    return tp_fail(context, TROPIC_OUT_OF_MEMORY, "%s needs %zu bytes; %zu are available", text, bytes, left);
}
