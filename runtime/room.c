/* SPDX-License-Identifier: Apache-2.0
 *
 * Room in memory: the keepers of forms that can be made again, and the calls under way.
 */
#include "runtime/room.h"

#include "runtime/locks.h"

/* Of TP_LOCK_ROOM. Keepers take the lock under their own; whoever asks them, has it, and only tries theirs. */
static struct {
    tp_keeper *keepers;
    tropic_context *contexts;
    uint64_t calls; /* the number of the last call; of all contexts. 64 bits do not come to an end */
} room;

uint64_t tp_call_next(void)
{
    return __atomic_add_fetch(&room.calls, 1, __ATOMIC_RELAXED);
}

void tp_room_add(tropic_context *context)
{
    tp_lock(TP_LOCK_ROOM);
    context->next = room.contexts;
    room.contexts = context;
    tp_unlock(TP_LOCK_ROOM);
}

void tp_room_remove(tropic_context *context)
{
    tropic_context **at = &room.contexts;
    tp_lock(TP_LOCK_ROOM);
    while (*at && *at != context) at = &(*at)->next;
    if (*at) *at = context->next;
    tp_unlock(TP_LOCK_ROOM);
}

void tp_keeper_enter(tp_keeper *keeper, tp_giving *give)
{
    if (keeper->entered) return;
    tp_lock(TP_LOCK_ROOM);
    keeper->entered = true;
    keeper->give = give;
    keeper->before = NULL;
    keeper->next = room.keepers;
    if (keeper->next) keeper->next->before = keeper;
    room.keepers = keeper;
    tp_unlock(TP_LOCK_ROOM);
}

void tp_keeper_leave(tp_keeper *keeper)
{
    if (!keeper->entered) return;
    tp_lock(TP_LOCK_ROOM);
    if (keeper->next) keeper->next->before = keeper->before;
    *(keeper->before ? &keeper->before->next : &room.keepers) = keeper->next;
    keeper->entered = false;
    tp_unlock(TP_LOCK_ROOM);
}

/* A call that reached it under the keeper's lock told its number before: so that is seen here, or a later one. */
bool tp_is_free(uint64_t used)
{
    if (used == TP_FOREVER) return false;
    for (const tropic_context *c = room.contexts; c; c = c->next) {
        const uint64_t call = __atomic_load_n(&c->call, __ATOMIC_ACQUIRE);
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

bool tp_make_room(const tp_memory *memory, int device, size_t bytes)
{
    const tp_place place = {memory, device};
    size_t released = 0;
    bool any = false, more = true;
    tp_lock(TP_LOCK_ROOM);
    for (tp_keeper *k = room.keepers; k; k = k->next) k->busy = false;
    while (more && (!any || released < bytes)) {
        tp_keeper *oldest = NULL;
        tp_spare best = {0}, spare;
        for (tp_keeper *k = room.keepers; k; k = k->next)
            if (!k->busy && k->give(k, &place, false, &spare) && (!oldest || spare.used < best.used)) {
                oldest = k;
                best = spare;
            }
        more = oldest != NULL;
        if (!more) continue;
        oldest->busy = !oldest->give(oldest, &place, true, &spare); /* somebody has just taken it */
        if (oldest->busy) continue;
        released += spare.bytes;
        any = true;
    }
    tp_unlock(TP_LOCK_ROOM);
    return any;
}

bool tp_make_room_of(tp_keeper *keeper, const tp_memory *memory, int device)
{
    const tp_place place = {memory, device};
    tp_spare spare;
    bool any;
    tp_lock(TP_LOCK_ROOM);
    any = keeper->entered && keeper->give(keeper, &place, true, &spare);
    tp_unlock(TP_LOCK_ROOM);
    return any;
}
