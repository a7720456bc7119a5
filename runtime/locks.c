/* SPDX-License-Identifier: Apache-2.0
 *
 * Locks of the process and of objects, before and after a fork.
 */
#include "runtime/locks.h"

static pthread_mutex_t locks[TP_LOCKS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                          PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                          PTHREAD_MUTEX_INITIALIZER};
static unsigned forks;

/* Of this thread, a bit for each: which it holds, and which its fork took. */
static _Thread_local unsigned held, taken;

#define BIT(name) (1U << (name))

void tp_lock(tp_lock_name name)
{
    pthread_mutex_lock(&locks[name]);
    held |= BIT(name);
}

void tp_unlock(tp_lock_name name)
{
    if (!(held & BIT(name))) return; /* a child, forked under it */
    held &= ~BIT(name);
    pthread_mutex_unlock(&locks[name]);
}

static void before_fork(void)
{
    taken = ~held;
    for (unsigned name = 0; name < TP_LOCKS; name++)
        if (taken & BIT(name)) pthread_mutex_lock(&locks[name]);
}

static void after_fork(void)
{
    for (unsigned name = TP_LOCKS; name-- > 0;)
        if (taken & BIT(name)) pthread_mutex_unlock(&locks[name]);
}

/* Also those that the forking thread holds: its callback may use the library. */
static void in_child(void)
{
    for (unsigned name = 0; name < TP_LOCKS; name++) pthread_mutex_init(&locks[name], NULL);
    held = 0;
    forks++;
}

static __attribute__((constructor)) void watch_forks(void)
{
    pthread_atfork(before_fork, after_fork, in_child);
}

unsigned tp_forks(void)
{
    return forks;
}

bool tp_mutex_make(tp_mutex *lock)
{
    lock->forks = forks;
    return pthread_mutex_init(&lock->mutex, NULL) == 0;
}

void tp_mutex_destroy(tp_mutex *lock)
{
    if (lock->forks == forks) pthread_mutex_destroy(&lock->mutex);
}

/* In a child, a thread that does not exist may hold it. */
static void make_anew(tp_mutex *lock)
{
    if (__atomic_load_n(&lock->forks, __ATOMIC_ACQUIRE) == forks) return;
    tp_lock(TP_LOCK_ANEW);
    if (lock->forks != forks) pthread_mutex_init(&lock->mutex, NULL);
    __atomic_store_n(&lock->forks, forks, __ATOMIC_RELEASE);
    tp_unlock(TP_LOCK_ANEW);
}

void tp_mutex_lock(tp_mutex *lock)
{
    make_anew(lock);
    pthread_mutex_lock(&lock->mutex);
}

bool tp_mutex_try(tp_mutex *lock)
{
    make_anew(lock);
    return pthread_mutex_trylock(&lock->mutex) == 0;
}

void tp_mutex_unlock(tp_mutex *lock)
{
    pthread_mutex_unlock(&lock->mutex);
}
