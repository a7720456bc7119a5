/* SPDX-License-Identifier: Apache-2.0
 *
 * Eviction: whoever caches arrays that can be made again (a matrix its derived forms) is asked to evict them
 * before a call fails for want of memory. A call may read the forms that it has reached until it ends. Calls have
 * ascending numbers, and a form keeps the largest number of the calls that reached it, its `used`: if a call under way
 * with number b has reached it, used >= b. So a form is free once every call under way has a larger number than its
 * `used`. Nothing is counted, and nothing has to be given up: a call costs one addition. Work on a device may end
 * later; whoever releases device memory waits for that.
 */
#ifndef TP_EVICT_H
#define TP_EVICT_H

#include "runtime/runtime.h"

TP_BEGIN_C

/* `used` of a form that may be read at any time: nobody says when that ends. */
#define TP_FOREVER UINT64_MAX

uint64_t tp_call_next(void);

/* The same of this thread's calls, in contexts that threads share. The first is true where it is to be ended: of calls
 * within calls, the outermost. */
bool tp_shared_call_begin(void);
void tp_shared_call_end(void);
uint64_t tp_shared_call(void);

static inline tropic_context *tp_call_begin(tropic_context *context)
{
    if (context && context->shared) return tp_shared_call_begin() ? context : NULL;
    if (context && context->calls++ == 0) __atomic_store_n(&context->call, tp_call_next(), __ATOMIC_RELEASE);
    return context;
}
static inline void tp_call_end(tropic_context **context)
{
    if (*context && (*context)->shared)
        tp_shared_call_end();
    else if (*context && --(*context)->calls == 0)
        __atomic_store_n(&(*context)->call, 0, __ATOMIC_RELEASE);
}
/* The number of the call under way; 0: there is none. */
static inline uint64_t tp_call_of(const tropic_context *context)
{
    return context->shared ? tp_shared_call() : context->call;
}
/* Stands among the declarations of a public function that reaches matrices: they are held to its end. `context` may be
 * NULL. Of calls within calls, the outermost counts. */
#define TP_CALL(context)                                                                                               \
    TP_ENTER(context);                                                                                                 \
    TP_HOLDING(context)
/* The same within one. */
#define TP_HOLDING(context)                                                                                            \
    tropic_context *tp_this_call __attribute__((cleanup(tp_call_end), unused)) = tp_call_begin(context)

/* Does the library's caller, from whom nobody hears how long he reads, make the next call? In a loop's body, too, and
 * in his `progress`. */
static inline bool tp_is_callers(const tropic_context *context)
{
    return context && (tp_call_of(context) == 0 || context->looping || context->reporting);
}

/* The context's call reaches the form with this `used`, under the lock that guards it. Outside of calls: for ever. */
static inline void tp_hold(const tropic_context *context, uint64_t *used)
{
    const uint64_t under_way = tp_call_of(context), call = under_way > 0 ? under_way : TP_FOREVER;
    if (*used < call) *used = call;
}

/* Which memory is short: a device's, of the index that contexts have, or the host's. */
#define TP_ON_HOST (-1)
typedef struct tp_place {
    const tp_memory *memory;
    int device;
} tp_place;

/* Does memory come from there, so that a release there helps? */
bool tp_place_of(const tp_place *place, const tp_memory *memory);

/* The form that a cache would evict next. */
typedef struct tp_victim {
    uint64_t used;
    size_t bytes;
} tp_victim;

struct tp_cache;
/* Finds the free form in that memory that was used longest ago, and releases it if that is asked for. False: there is
 * none, or somebody has the cache's lock, for which it does not wait. */
typedef bool tp_evicting(struct tp_cache *cache, const tp_place *place, bool release, tp_victim *victim);

/* A cache of such forms, in a list of the process. */
typedef struct tp_cache {
    struct tp_cache *next, *before;
    bool entered;
    bool busy; /* of one search: it was asked in vain */
    tp_evicting *evict;
} tp_cache;

/* The first is called under the cache's lock, and does nothing the second time. After the other, nobody asks it. */
void tp_cache_enter(tp_cache *cache, tp_evicting *evict);
void tp_cache_leave(tp_cache *cache);
/* Is it free? Of caches that are asked, under their lock. */
bool tp_is_free(uint64_t used);

/* Releases free forms, the one used longest ago first, until these are `bytes` or all. False: nothing was released. */
bool tp_evict(const tp_memory *memory, int device, size_t bytes);
/* The same of one cache, which nobody can have asked while its lock was held: one form. */
bool tp_evict_of(tp_cache *cache, const tp_memory *memory, int device);

/* A context whose calls are told of: from its making to its end. */
void tp_calls_add(tropic_context *context);
void tp_calls_remove(tropic_context *context);

TP_END_C
#endif
