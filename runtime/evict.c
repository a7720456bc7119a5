/* SPDX-License-Identifier: Apache-2.0
 *
 * Eviction: the caches of forms that can be made again, and the calls under way.
 */
#include "runtime/evict.h"

#include "runtime/locks.h"

#include <pthread.h>

/* Of TP_LOCK_CACHES. Caches take the lock under their own; whoever asks them, has it, and only tries theirs. */
static struct {
    tp_cache *caches;
    tropic_context *contexts;
    uint64_t calls; /* the number of the last call; of all contexts. 64 bits do not come to an end */
} caches;

uint64_t tp_call_next(void)
{
    return __atomic_add_fetch(&caches.calls, 1, __ATOMIC_RELAXED);
}

/* ---- calls of threads in contexts that they share ---- */

/* A thread tells the number of its outermost call in a slot, each in a cache line of its own. What calls reach that
 * found none stays, as outside of calls. */
#define SLOTS 128
static struct slot {
    uint64_t call;
} __attribute__((aligned(64))) slots[SLOTS];
static unsigned callers; /* threads that had such calls */

static _Thread_local struct {
    uint64_t call; /* 0: none is under way that has a slot */
    unsigned slot; /* that it takes if it can; 0: none yet */
} mine;

/* A child has the forking thread's call alone. */
static void in_child(void)
{
    for (unsigned k = 0; k < SLOTS; k++)
        if (mine.call == 0 || k != mine.slot % SLOTS) slots[k].call = 0;
}

static __attribute__((constructor)) void watch_forks(void)
{
    pthread_atfork(NULL, NULL, in_child);
}

static bool take_slot(struct slot *slot)
{
    uint64_t none = 0;
    return __atomic_compare_exchange_n(&slot->call, &none, mine.call, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

bool tp_shared_call_begin(void)
{
    if (mine.call > 0) return false;
    mine.call = tp_call_next();
    if (mine.slot == 0) mine.slot = __atomic_add_fetch(&callers, 1, __ATOMIC_RELAXED);
    for (int k = 0; k < SLOTS; k++, mine.slot++)
        if (take_slot(&slots[mine.slot % SLOTS])) return true;
    mine.call = 0;
    return false;
}

void tp_shared_call_end(void)
{
    mine.call = 0;
    __atomic_store_n(&slots[mine.slot % SLOTS].call, 0, __ATOMIC_RELEASE);
}

uint64_t tp_shared_call(void)
{
    return mine.call;
}

/* ---- contexts, caches and forms ---- */

void tp_calls_add(tropic_context *context)
{
    tp_lock(TP_LOCK_CACHES);
    context->next = caches.contexts;
    caches.contexts = context;
    tp_unlock(TP_LOCK_CACHES);
}

void tp_calls_remove(tropic_context *context)
{
    tropic_context **at = &caches.contexts;
    tp_lock(TP_LOCK_CACHES);
    while (*at && *at != context) at = &(*at)->next;
    if (*at) *at = context->next;
    tp_unlock(TP_LOCK_CACHES);
}

void tp_cache_enter(tp_cache *cache, tp_evicting *evict)
{
    if (cache->entered) return;
    tp_lock(TP_LOCK_CACHES);
    cache->entered = true;
    cache->evict = evict;
    cache->before = NULL;
    cache->next = caches.caches;
    if (cache->next) cache->next->before = cache;
    caches.caches = cache;
    tp_unlock(TP_LOCK_CACHES);
}

void tp_cache_leave(tp_cache *cache)
{
    if (!cache->entered) return;
    tp_lock(TP_LOCK_CACHES);
    if (cache->next) cache->next->before = cache->before;
    *(cache->before ? &cache->before->next : &caches.caches) = cache->next;
    cache->entered = false;
    tp_unlock(TP_LOCK_CACHES);
}

/* A call that reached it under the cache's lock told its number before: so that is seen here, or a later one. */
bool tp_is_free(uint64_t used)
{
    if (used == TP_FOREVER) return false;
    for (const tropic_context *c = caches.contexts; c; c = c->next) {
        const uint64_t call = __atomic_load_n(&c->call, __ATOMIC_ACQUIRE);
        if (call > 0 && call <= used) return false;
    }
    for (int k = 0; k < SLOTS; k++) {
        const uint64_t call = __atomic_load_n(&slots[k].call, __ATOMIC_ACQUIRE);
        if (call > 0 && call <= used) return false;
    }
    return true;
}

bool tp_place_of(const tp_place *place, const tp_memory *memory)
{
    const tp_memory *short_one = place->memory;
    const bool same = place->device == TP_ON_HOST ? memory->allocate == short_one->allocate
                                                  : memory->device_allocate == short_one->device_allocate;
    const bool own = place->device == TP_ON_HOST ? !memory->allocate : !memory->device_allocate;
    return same && (own || memory->user == short_one->user);
}

bool tp_evict(const tp_memory *memory, int device, size_t bytes)
{
    const tp_place place = {memory, device};
    size_t released = 0;
    bool any = false, more = true;
    tp_lock(TP_LOCK_CACHES);
    for (tp_cache *k = caches.caches; k; k = k->next) k->busy = false;
    while (more && (!any || released < bytes)) {
        tp_cache *oldest = NULL;
        tp_victim best = {0}, victim;
        for (tp_cache *k = caches.caches; k; k = k->next)
            if (!k->busy && k->evict(k, &place, false, &victim) && (!oldest || victim.used < best.used)) {
                oldest = k;
                best = victim;
            }
        more = oldest != NULL;
        if (!more) continue;
        oldest->busy = !oldest->evict(oldest, &place, true, &victim); /* somebody has just taken it */
        if (oldest->busy) continue;
        released += victim.bytes;
        any = true;
    }
    tp_unlock(TP_LOCK_CACHES);
    return any;
}

bool tp_evict_of(tp_cache *cache, const tp_memory *memory, int device)
{
    const tp_place place = {memory, device};
    tp_victim victim;
    bool any;
    tp_lock(TP_LOCK_CACHES);
    any = cache->entered && cache->evict(cache, &place, true, &victim);
    tp_unlock(TP_LOCK_CACHES);
    return any;
}
