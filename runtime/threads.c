/* SPDX-License-Identifier: Apache-2.0
 *
 * Helpers of a context, started when first needed. A helper between two regions spins for a short time, then sleeps.
 *
 * Where other programs want the cores, a thread that is sent off its core in the midst of a chunk keeps the calling
 * thread waiting for a time slice (3 ms and more), which may be a hundred times as long as the chunk takes. So a helper
 * offers its core to others (sched_yield) when it holds nothing: as it comes, and every TP_HELPER_QUANTUM, less than a
 * slice. If others took it, the offer returns late, and the helper rests for a while. (With one process more than
 * cores, a helper that offers its core every millisecond was sent off it in the midst of work 19 times a second, else
 * 125 times.)
 */
#define _GNU_SOURCE
#include "runtime/threads.h"

#include "runtime/backend.h"
#include "runtime/locks.h"
#include "runtime/tuning.h"

#include <errno.h>
#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <time.h>

/* Bytes of a helper's stack: a loop's body has six of the largest values there at most, mostly far less. The system's
 * 8 MiB for each of many threads would take address space from the work, where that is limited. */
#define HELPER_STACK ((size_t)1 << 20)

/* An opening's state: whether a region is open, the threads that may come into it, and the regions so far. A helper
 * that is not to come sees so here, and touches nothing that others wait for. */
#define OPEN ((uint64_t)1)
#define THREADS(state) ((int)((state) >> 1 & POOL_THREADS_MAX))
#define POOL_THREADS_MAX 0x7fff /* more than a context may have (MAX_THREADS in runtime/context.c) */
#define STATE(regions, threads) (((uint64_t)(regions) << 16) | ((uint64_t)(threads) << 1))

/* Where a thread has its regions. Threads that share the context have one each, of a few: helpers come into either. */
#define OPENINGS 4
typedef struct opening {
    uint64_t state;
    char line[TP_LINE]; /* members that others write often are in another cache line */
    tp_region *region;
    void *of;
    uint64_t regions;   /* so far */
    bool taken;         /* by a thread in a region, until all have left */
    bool caller_sleeps; /* until the last helper has left */
    pthread_cond_t left;
    char end[TP_LINE];
} opening;

/* Each has a cache line of its own, so that none waits for another to come and go. */
typedef struct helper {
    const opening *inside; /* or about to look whether it is open; NULL: none */
    char line[TP_LINE];
    struct tp_pool *pool;
    pthread_t thread;
    int number;
    uint64_t done[OPENINGS]; /* the state of the region in which nothing is left for it */
    double away;             /* how long it stayed away last, and half of that for each offer that nobody took since */
    double offered;          /* when it last offered its core */
    bool sleeps;             /* by the pool's lock, until work is there */
    pthread_cond_t work;
} helper;

struct tp_pool {
    opening openings[OPENINGS];
    bool closing; /* helpers are to end */
    int sleepers, helpers;
    int away;       /* helpers whose cores others took, for a while */
    int64_t missed; /* work that helpers would have shared, had they been started */
    /* tp_forks() + 1 when they were started: threads do not survive a fork, and a child starts others. 0: never */
    unsigned started;
    pthread_mutex_t lock;
    pthread_cond_t closed;
    helper helper[];
};

/* State shared by contexts that a program uses in turn: the pool that had work last, and the helpers of all. Where
 * there are no cores for all, those of other pools do not spin: they would send the ones with work away. (On 16 cores a
 * select by a function of the caller, between calls of a GPU's context with 16 threads of its own, took 1.4 times as
 * long.) */
static struct tp_pool *latest;
static int all_helpers, cores;
static unsigned counted; /* tp_forks() then: a child has none of its parent's */

static bool is_started(const struct tp_pool *p)
{
    return __atomic_load_n(&p->started, __ATOMIC_ACQUIRE) == tp_forks() + 1;
}

static inline void relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* *pointer = value, before all that the thread then reads: of two threads that each tell something and look at the
 * other's word, one sees it. (A store of sequential consistency would do, and is the same instruction on x86-64. But
 * QEMU 7.2 lets aarch64's be overtaken by loads, which left threads asleep for ever.) */
#define TELL(pointer, value) ((void)__atomic_exchange_n(pointer, value, __ATOMIC_SEQ_CST))

/* ---- helpers ---- */

/* Waits, by the pool's lock, until the pool closes, at most so long. */
static void stay_away(helper *h, double seconds)
{
    struct tp_pool *p = h->pool;
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += (long)(seconds * 1e9);
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&p->lock);
    while (!p->closing && pthread_cond_timedwait(&p->closed, &p->lock, &until) != ETIMEDOUT) {
    }
    pthread_mutex_unlock(&p->lock);
}

/* Offers the core to others; stays away where they took it. */
static void offer(helper *h)
{
    const double before = tp_now();
    sched_yield();
    h->offered = tp_now();
    if (h->offered - before < TP_HELPER_LATE) {
        h->away /= 2;
        return;
    }
    h->away = h->away < TP_HELPER_AWAY_FIRST / 2 ? TP_HELPER_AWAY_FIRST
              : h->away < TP_HELPER_AWAY_LAST    ? 2 * h->away
                                                 : TP_HELPER_AWAY_LAST;
    __atomic_fetch_add(&h->pool->away, 1, __ATOMIC_RELAXED);
    stay_away(h, h->away);
    __atomic_fetch_sub(&h->pool->away, 1, __ATOMIC_RELAXED);
    h->offered = tp_now();
}

/* A region with work for the helper, and its state; NULL: there is none. */
static opening *find_work(const helper *h, uint64_t *state)
{
    for (int k = 0; k < OPENINGS; k++) {
        const int at = (h->number + k) % OPENINGS;
        *state = __atomic_load_n(&h->pool->openings[at].state, __ATOMIC_SEQ_CST);
        if (*state & OPEN && h->number < THREADS(*state) && *state != h->done[at]) return &h->pool->openings[at];
    }
    return NULL;
}

static void sleep_until_work(helper *h)
{
    struct tp_pool *p = h->pool;
    uint64_t state;
    pthread_mutex_lock(&p->lock);
    /* Before the look at the states: whoever opens a region after it sees a sleeper. */
    __atomic_fetch_add(&p->sleepers, 1, __ATOMIC_SEQ_CST);
    while (!p->closing && !find_work(h, &state)) {
        h->sleeps = true;
        pthread_cond_wait(&h->work, &p->lock);
    }
    h->sleeps = false;
    __atomic_fetch_sub(&p->sleepers, 1, __ATOMIC_SEQ_CST);
    pthread_mutex_unlock(&p->lock);
    offer(h);
}

/* Is the core wanted by helpers of a pool that had work since? */
static bool others_work(const struct tp_pool *p)
{
    return __atomic_load_n(&latest, __ATOMIC_RELAXED) != p &&
           __atomic_load_n(&all_helpers, __ATOMIC_RELAXED) >= __atomic_load_n(&cores, __ATOMIC_RELAXED);
}

/* As find_work; NULL: the pool closes. */
static opening *await_work(helper *h, uint64_t *state)
{
    struct tp_pool *p = h->pool;
    double began = tp_now();
    for (unsigned looks = 1;; looks++) {
        opening *o = find_work(h, state);
        if (__atomic_load_n(&p->closing, __ATOMIC_RELAXED)) return NULL;
        if (o) return o;
        relax();
        if (looks % TP_SPIN_LOOKS) continue;
        const double now = tp_now();
        if (now - began > TP_HELPER_SPIN || others_work(p)) {
            sleep_until_work(h);
            began = tp_now();
        } else if (now - h->offered > TP_HELPER_SPIN_OFFER) {
            offer(h);
        }
    }
}

static void leave(helper *h, opening *o)
{
    TELL(&h->inside, NULL);
    if (!__atomic_load_n(&o->caller_sleeps, __ATOMIC_SEQ_CST)) return;
    pthread_mutex_lock(&h->pool->lock);
    pthread_cond_signal(&o->left);
    pthread_mutex_unlock(&h->pool->lock);
}

/* Into the region of that state. False: it is no longer open. */
static bool enter(helper *h, opening *o, uint64_t state)
{
    /* Whoever closes the region after the look at its state sees the helper inside. */
    TELL(&h->inside, o);
    if (__atomic_load_n(&o->state, __ATOMIC_SEQ_CST) == state) return true;
    leave(h, o);
    return false;
}

static _Thread_local const struct tp_pool *within; /* the pool in whose region this thread is; NULL: in none */

static void *help(void *of)
{
    helper *h = of;
    within = h->pool;
    for (;;) {
        uint64_t state;
        opening *o = await_work(h, &state);
        tp_worker worker = {.number = h->number, .part = h->number};
        if (!o) return NULL;
        if (tp_now() - h->offered > TP_HELPER_QUANTUM) {
            offer(h);
            continue;
        }
        if (!enter(h, o, state)) continue;
        worker.until = h->offered + TP_HELPER_QUANTUM;
        o->region(&worker, o->of);
        if (!worker.paused) h->done[o - h->pool->openings] = state;
        leave(h, o);
    }
}

/* ---- the pool ---- */

tropic_status tp_threads_open(tropic_context *context)
{
    const size_t helpers = (size_t)(context->threads - 1) * sizeof(helper);
    if (context->threads == 1) return TROPIC_OK;
    context->pool = tp_allocate_zero(&context->memory, 1, sizeof *context->pool + helpers);
    return context->pool ? TROPIC_OK : tp_out_of_memory(context, "threads");
}

/* Where OMP_PROC_BIND or OMP_PLACES bind threads, OpenMP has bound the calling thread to one place, and threads that it
 * starts would share that place. A helper may use all of them. */
static void use_all_places(const helper *h)
{
#ifdef __linux__
    const int places = omp_get_proc_bind() == omp_proc_bind_false ? 0 : omp_get_num_places();
    cpu_set_t cores;
    CPU_ZERO(&cores);
    for (int place = 0; place < places; place++) {
        int ids[CPU_SETSIZE];
        const int count = omp_get_place_num_procs(place);
        if (count > CPU_SETSIZE) return;
        omp_get_place_proc_ids(place, ids);
        for (int k = 0; k < count; k++) CPU_SET((size_t)ids[k], &cores);
    }
    if (CPU_COUNT(&cores) > 0) pthread_setaffinity_np(h->thread, sizeof cores, &cores);
#else
    (void)h;
#endif
}

/* Fewer if the system grants fewer. Signals are the program's own threads', except those that an instruction of the
 * thread itself raises. */
static void start_helpers(struct tp_pool *p, int count)
{
    static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGPROF};
    pthread_condattr_t steady;
    pthread_attr_t small;
    sigset_t others, before;
    const unsigned forks = tp_forks();
    memset(p->openings, 0, sizeof p->openings);
    p->closing = false;
    p->sleepers = p->helpers = p->away = 0;
    if (__atomic_exchange_n(&counted, forks, __ATOMIC_RELAXED) != forks)
        __atomic_store_n(&all_helpers, 0, __ATOMIC_RELAXED);
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_mutex_init(&p->lock, NULL);
    for (int k = 0; k < OPENINGS; k++) pthread_cond_init(&p->openings[k].left, NULL);
    pthread_cond_init(&p->closed, &steady);
    pthread_condattr_destroy(&steady);
    sigfillset(&others);
    for (size_t k = 0; k < sizeof own / sizeof *own; k++) sigdelset(&others, own[k]);
    if (pthread_sigmask(SIG_SETMASK, &others, &before) != 0) return;
    __atomic_store_n(&cores, omp_get_num_procs(), __ATOMIC_RELAXED);
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, HELPER_STACK);
    for (; p->helpers < count; p->helpers++) {
        helper *h = &p->helper[p->helpers];
        *h = (helper){.pool = p, .number = p->helpers + 1};
        pthread_cond_init(&h->work, NULL);
        if (pthread_create(&h->thread, &small, help, h) != 0) {
            pthread_cond_destroy(&h->work);
            break;
        }
        use_all_places(h);
    }
    __atomic_fetch_add(&all_helpers, p->helpers, __ATOMIC_RELAXED);
    pthread_attr_destroy(&small);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* Unless another thread has. */
static void start(struct tp_pool *p, int count)
{
    tp_lock(TP_LOCK_ANEW);
    if (!is_started(p)) {
        start_helpers(p, count);
        __atomic_store_n(&p->started, tp_forks() + 1, __ATOMIC_RELEASE);
    }
    tp_unlock(TP_LOCK_ANEW);
}

void tp_threads_close(tropic_context *context)
{
    struct tp_pool *p = context->pool;
    if (p && is_started(p)) {
        pthread_mutex_lock(&p->lock);
        __atomic_store_n(&p->closing, true, __ATOMIC_RELAXED);
        for (int k = 0; k < p->helpers; k++) pthread_cond_signal(&p->helper[k].work);
        pthread_cond_broadcast(&p->closed);
        pthread_mutex_unlock(&p->lock);
        for (int k = 0; k < p->helpers; k++) {
            pthread_join(p->helper[k].thread, NULL);
            pthread_cond_destroy(&p->helper[k].work);
        }
        __atomic_fetch_sub(&all_helpers, p->helpers, __ATOMIC_RELAXED);
        for (int k = 0; k < OPENINGS; k++) pthread_cond_destroy(&p->openings[k].left);
        pthread_cond_destroy(&p->closed);
        pthread_mutex_destroy(&p->lock);
    }
    tp_release(&context->memory, p);
    context->pool = NULL;
}

/* NULL: other threads have all. */
static opening *take_opening(struct tp_pool *p)
{
    for (opening *o = p->openings; o < p->openings + OPENINGS; o++)
        if (!__atomic_load_n(&o->taken, __ATOMIC_RELAXED) && !__atomic_exchange_n(&o->taken, true, __ATOMIC_ACQUIRE))
            return o;
    return NULL;
}

static void open_region(struct tp_pool *p, opening *o, tp_team team, tp_region *region, void *of)
{
    if (__atomic_load_n(&latest, __ATOMIC_RELAXED) != p) __atomic_store_n(&latest, p, __ATOMIC_RELAXED);
    o->region = region;
    o->of = of;
    TELL(&o->state, STATE(++o->regions, team.threads) | OPEN);
    if (__atomic_load_n(&p->sleepers, __ATOMIC_SEQ_CST) == 0) return;
    pthread_mutex_lock(&p->lock);
    for (int k = 0; k < p->helpers && k + 1 < team.threads; k++)
        if (p->helper[k].sleeps) pthread_cond_signal(&p->helper[k].work);
    pthread_mutex_unlock(&p->lock);
}

static bool is_inside(const struct tp_pool *p, const opening *o, int threads)
{
    for (int k = 0; k < p->helpers && k + 1 < threads; k++)
        if (__atomic_load_n(&p->helper[k].inside, __ATOMIC_SEQ_CST) == o) return true;
    return false;
}

/* Nobody comes any more; those that are inside are waited for. */
static void close_region(struct tp_pool *p, opening *o)
{
    const int threads = THREADS(o->state);
    double began = 0;
    bool inside = true;
    TELL(&o->state, o->state & ~OPEN);
    for (unsigned looks = 1; (inside = is_inside(p, o, threads)); looks++) {
        relax();
        if (looks % TP_SPIN_LOOKS) continue;
        if (began == 0) began = tp_now();
        if (tp_now() - began > TP_REGION_SPIN_END) break;
    }
    if (inside) {
        pthread_mutex_lock(&p->lock);
        TELL(&o->caller_sleeps, true);
        while (is_inside(p, o, threads)) pthread_cond_wait(&o->left, &p->lock);
        __atomic_store_n(&o->caller_sleeps, false, __ATOMIC_RELAXED);
        pthread_mutex_unlock(&p->lock);
    }
    __atomic_store_n(&o->taken, false, __ATOMIC_RELEASE);
}

/* ---- regions and loops ---- */

/* Are helpers started, or were they in the parent, or are they worth it by now? */
static bool has_helpers(struct tp_pool *p, int64_t work)
{
    int64_t missed = __atomic_load_n(&p->missed, __ATOMIC_RELAXED);
    if (missed >= TP_START_WORK || __atomic_load_n(&p->started, __ATOMIC_RELAXED) > 0) return true;
    missed = work < TP_START_WORK - missed ? missed + work : TP_START_WORK;
    __atomic_store_n(&p->missed, missed, __ATOMIC_RELAXED);
    return missed == TP_START_WORK;
}

bool tp_threads_alone(const tropic_context *context)
{
    const struct tp_pool *p = context->pool;
    return !p || (is_started(p) && 2 * __atomic_load_n(&p->away, __ATOMIC_RELAXED) > p->helpers);
}

tp_team tp_team_for(tropic_context *context, int64_t work)
{
    const int64_t threads = work / TP_PARALLEL_WORK + 1;
    const bool several = threads > 1 && context->pool &&
                         !(omp_in_parallel() && omp_get_active_level() >= omp_get_max_active_levels()) &&
                         has_helpers(context->pool, work) && (work > TP_HELPER_AWAY_WORK || !tp_threads_alone(context));
    return tp_team_of((tp_team){context, context->threads}, several ? threads : 1);
}

tp_team tp_team_of(tp_team team, int64_t threads)
{
    if (team.threads > threads) team.threads = (int)threads;
    return team;
}

void tp_parallel(tp_team team, tp_region *region, void *of)
{
    struct tp_pool *p = team.threads > 1 ? team.context->pool : NULL;
    const struct tp_pool *before = within;
    tp_worker worker = {0};
    opening *o = NULL;
    if (p && !is_started(p)) {
        start(p, team.context->threads - 1);
        if (within == p) before = within = NULL; /* a child that was forked in a region */
    }
    /* In a region of these threads already, the thread goes on alone. */
    if (p && p != within) o = take_opening(p);
    if (o) {
        open_region(p, o, team, region, of);
        within = p;
    }
    region(&worker, of);
    within = before;
    /* A child that was forked in the region has none of its helpers. */
    if (o && is_started(p)) close_region(p, o);
}
