/* SPDX-License-Identifier: Apache-2.0
 *
 * The lock. A thread counts its call in a slot, which is in a cache line of its own, so that threads that call at once
 * do not wait for one another's lines; those that come when all slots have a thread share others. Whoever wants to be
 * alone closes the library, and waits until all slots are empty.
 */
#include "graphblas/lock.h"

#include <pthread.h>
#include <sched.h>
#include <stddef.h>
#include <time.h>

#define SLOTS 64
static struct slot {
    unsigned calls;                              /* that run side by side */
} __attribute__((aligned(64))) slots[2 * SLOTS]; /* the last ones are shared */
static unsigned long threads;                    /* that have called */
static bool closed;                              /* by the thread that has this lock */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

struct grb_thread {
    struct slot *slot; /* NULL: none yet */
    bool shares;       /* it */
    enum { OUTSIDE, BESIDE, ALONE } is;
    bool in_function; /* of the caller */
};
/* (A few bytes, which a library may have in the block of each thread: no function finds them.) */
static _Thread_local grb_thread mine __attribute__((tls_model("initial-exec")));

bool grb_in_function(bool is)
{
    const bool was = mine.in_function;
    mine.in_function = is;
    return was;
}

/* (What one thread alone writes takes no atomic sum.) */
static void count(grb_thread *t)
{
    if (t->shares)
        __atomic_fetch_add(&t->slot->calls, 1, __ATOMIC_SEQ_CST);
    else
        __atomic_store_n(&t->slot->calls, 1, __ATOMIC_SEQ_CST);
}

static void uncount(grb_thread *t)
{
    if (t->shares)
        __atomic_fetch_sub(&t->slot->calls, 1, __ATOMIC_RELEASE);
    else
        __atomic_store_n(&t->slot->calls, 0, __ATOMIC_RELEASE);
}

static void take_slot(grb_thread *t)
{
    const unsigned long number = __atomic_fetch_add(&threads, 1, __ATOMIC_SEQ_CST);
    t->shares = number >= SLOTS;
    t->slot = &slots[t->shares ? SLOTS + number % SLOTS : number];
}

static void come_beside(grb_thread *t)
{
    /* (Of this thread and one that closes, each tells something and looks for the other's word: one sees it.) */
    for (;;) {
        count(t);
        if (!__atomic_load_n(&closed, __ATOMIC_SEQ_CST)) break;
        uncount(t);
        pthread_mutex_lock(&lock); /* wait until it is open */
        pthread_mutex_unlock(&lock);
    }
    t->is = BESIDE;
}

grb_thread *grb_enter(void)
{
    grb_thread *t = &mine;
    if (t->in_function) return NULL;
    if (!t->slot) take_slot(t);
    come_beside(t);
    return t;
}

/* Others may have long calls. */
#define SPINS 100
#define SLEEP_NANOSECONDS 50000

static void wait_for(const struct slot *slot)
{
    const struct timespec some = {0, SLEEP_NANOSECONDS};
    for (int k = 0; __atomic_load_n(&slot->calls, __ATOMIC_SEQ_CST) > 0; k++) {
        if (k < SPINS)
            sched_yield();
        else
            nanosleep(&some, NULL);
    }
}

grb_thread *grb_enter_alone(void)
{
    if (mine.in_function) return NULL;
    if (!mine.slot) take_slot(&mine); /* it may run beside others later */
    pthread_mutex_lock(&lock);
    (void)__atomic_exchange_n(&closed, true, __ATOMIC_SEQ_CST);
    const unsigned long used = __atomic_load_n(&threads, __ATOMIC_SEQ_CST);
    for (unsigned long k = 0; k < used && k < 2 * SLOTS; k++) wait_for(&slots[k]);
    mine.is = ALONE;
    return &mine;
}

void grb_unlock(grb_thread *t)
{
    if (t->is == BESIDE) uncount(t);
    if (t->is == ALONE) {
        __atomic_store_n(&closed, false, __ATOMIC_RELEASE);
        pthread_mutex_unlock(&lock);
    }
    t->is = OUTSIDE; /* as in a child that was forked in a function of the caller */
}

void grb_alone(void)
{
    if (mine.is != BESIDE) return;
    grb_unlock(&mine);
    (void)grb_enter_alone();
}

void grb_beside(grb_thread *t)
{
    if (t->is != ALONE) return;
    count(t);
    grb_unlock(t);
    t->is = BESIDE;
}

/* The lock is held for a whole call, for which no fork waits: a child makes it anew, and may call from where it is. */
static void in_child(void)
{
    pthread_mutex_init(&lock, NULL);
    closed = false;
    for (int k = 0; k < 2 * SLOTS; k++) slots[k].calls = 0;
    mine.is = OUTSIDE;
    mine.in_function = false;
}

static __attribute__((constructor)) void watch_forks(void)
{
    pthread_atfork(NULL, NULL, in_child);
}
