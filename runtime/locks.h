/* SPDX-License-Identifier: Apache-2.0
 *
 * Locks, and forks. A child has the forking thread alone, which may be in a callback of the library, and a lock that
 * another thread held is held there for ever. So locks of the process are held for a short time (that of the room for
 * as long as forms are given up where memory is short, which on a GPU waits for its work), and a fork waits for them:
 * the data that they guard is whole in the child. Locks of objects may be held for a whole call, for which no fork
 * waits: the child makes them anew.
 */
#ifndef TP_LOCKS_H
#define TP_LOCKS_H

#include <tropic.h>

#include <pthread.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Those of the process, in the order in which a thread takes them. A callback may run under the first alone. */
typedef enum tp_lock_name {
    TP_LOCK_CACHES, /* the list of caches: runtime/evict.c */
    TP_LOCK_TYPES,  /* runtime/types.c */
    TP_LOCK_NVRTC,  /* runtime/jit/jit_nvrtc.c */
    TP_LOCK_ANEW,   /* of the locks of objects that are made anew */
    TP_LOCK_KEPT,   /* released blocks: runtime/memory.c */
    TP_LOCKS
} tp_lock_name;

void tp_lock(tp_lock_name name);
void tp_unlock(tp_lock_name name);

/* How many forks of processes that had the library led to this one. */
unsigned tp_forks(void);

/* An object's. */
typedef struct tp_mutex {
    pthread_mutex_t mutex;
    unsigned forks; /* when it was made */
} tp_mutex;

bool tp_mutex_make(tp_mutex *lock);
void tp_mutex_destroy(tp_mutex *lock);
void tp_mutex_lock(tp_mutex *lock);
bool tp_mutex_try(tp_mutex *lock);
void tp_mutex_unlock(tp_mutex *lock);

#ifdef __cplusplus
}
#endif
#endif
