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
#include <time.h>

/* Bytes of a helper's stack: many times as many as a loop's body needs. The system's 8 MiB for each of many threads
 * would take address space from the work, where that is limited. */
#define HELPER_STACK ((size_t)1 << 20)

/* A pool's state: whether a region is open, the threads that may come into it, and the regions so far. A helper that is
 * not to come sees so here, and touches nothing that others wait for. */
#define OPEN ((uint64_t)1)
#define THREADS(state) ((int)((state) >> 1 & POOL_THREADS_MAX))
#define POOL_THREADS_MAX 0x7fff /* more than a context may have (MAX_THREADS in runtime/context.c) */
#define STATE(regions, threads) (((uint64_t)(regions) << 16) | ((uint64_t)(threads) << 1))

/* Each has a cache line of its own, so that none waits for another to come and go. */
typedef struct helper {
    bool inside; /* a region, or about to look whether one is open */
    char line[TP_LINE];
    struct tp_pool *pool;
    pthread_t thread;
    int number;
    uint64_t done;  /* the state of the region in which nothing is left for it */
    double away;    /* how long it stayed away last, and half of that for each offer that nobody took since */
    double offered; /* when it last offered its core */
    bool sleeps;    /* by the pool's lock, until work is there */
    pthread_cond_t work;
} helper;

struct tp_pool {
    uint64_t state;
    char line[TP_LINE]; /* members that others write often are in another cache line */
    tp_region *region;
    void *of;
    uint64_t regions;   /* so far */
    bool busy;          /* in a region, until all have left */
    bool closing;       /* helpers are to end */
    bool caller_sleeps; /* until the last helper has left */
    int sleepers;
    int helpers;
    int away;       /* helpers whose cores others took, for a while */
    int64_t missed; /* work that helpers would have shared, had they been started */
    bool started;
    unsigned forks; /* when they were started: threads do not survive one, and a child starts others */
    pthread_mutex_t lock;
    pthread_cond_t left, closed;
    helper helper[];
};

/* State shared by contexts that a program uses in turn: the pool that had work last, and the helpers of all. Where
 * there are no cores for all, those of other pools do not spin: they would send the ones with work away. (On 16 cores a
 * select by a function of the caller, between calls of a GPU's context with 16 threads of its own, took 1.4 times as
 * long.) */
static struct tp_pool *latest;
static int all_helpers, cores;
static unsigned counted; /* tp_forks() then: a child has none of its parent's */

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

static bool has_work(const helper *h, uint64_t state)
{
    return state & OPEN && h->number < THREADS(state) && state != h->done;
}

static void sleep_until_work(helper *h)
{
    struct tp_pool *p = h->pool;
    pthread_mutex_lock(&p->lock);
    /* Before the look at the state: whoever opens a region after it sees a sleeper. */
    __atomic_fetch_add(&p->sleepers, 1, __ATOMIC_SEQ_CST);
    while (!p->closing && !has_work(h, __atomic_load_n(&p->state, __ATOMIC_SEQ_CST))) {
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

/* The state of a region with work, or of a pool that closes. */
static uint64_t await_work(helper *h)
{
    struct tp_pool *p = h->pool;
    double began = tp_now();
    for (unsigned looks = 1;; looks++) {
        const uint64_t state = __atomic_load_n(&p->state, __ATOMIC_ACQUIRE);
        if (has_work(h, state) || __atomic_load_n(&p->closing, __ATOMIC_RELAXED)) return state;
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

static void leave(helper *h)
{
    struct tp_pool *p = h->pool;
    TELL(&h->inside, false);
    if (!__atomic_load_n(&p->caller_sleeps, __ATOMIC_SEQ_CST)) return;
    pthread_mutex_lock(&p->lock);
    pthread_cond_signal(&p->left);
    pthread_mutex_unlock(&p->lock);
}

/* Into the region of that state. False: it is no longer open. */
static bool enter(helper *h, uint64_t state)
{
    /* Whoever closes the region after the look at its state sees the helper inside. */
    TELL(&h->inside, true);
    if (__atomic_load_n(&h->pool->state, __ATOMIC_SEQ_CST) == state) return true;
    leave(h);
    return false;
}

static void *help(void *of)
{
    helper *h = of;
    struct tp_pool *p = h->pool;
    for (;;) {
        const uint64_t state = await_work(h);
        tp_worker worker = {.number = h->number, .part = h->number};
        if (__atomic_load_n(&p->closing, __ATOMIC_RELAXED)) return NULL;
        if (tp_now() - h->offered > TP_HELPER_QUANTUM) {
            offer(h);
            continue;
        }
        if (!enter(h, state)) continue;
        worker.until = h->offered + TP_HELPER_QUANTUM;
        p->region(&worker, p->of);
        if (!worker.paused) h->done = state;
        leave(h);
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

/* Starts the helpers, fewer if the system grants fewer. Signals are the program's own threads', except those that an
 * instruction of the thread itself raises. */
static void start(struct tp_pool *p, int count)
{
    static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGPROF};
    pthread_condattr_t steady;
    pthread_attr_t small;
    sigset_t others, before;
    *p = (struct tp_pool){.started = true, .forks = tp_forks()};
    if (__atomic_exchange_n(&counted, p->forks, __ATOMIC_RELAXED) != p->forks)
        __atomic_store_n(&all_helpers, 0, __ATOMIC_RELAXED);
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->left, NULL);
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

void tp_threads_close(tropic_context *context)
{
    struct tp_pool *p = context->pool;
    if (p && p->started && p->forks == tp_forks()) {
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
        pthread_cond_destroy(&p->left);
        pthread_cond_destroy(&p->closed);
        pthread_mutex_destroy(&p->lock);
    }
    tp_release(&context->memory, p);
    context->pool = NULL;
}

static void open_region(struct tp_pool *p, tp_team team, tp_region *region, void *of)
{
    __atomic_store_n(&p->busy, true, __ATOMIC_RELAXED);
    if (__atomic_load_n(&latest, __ATOMIC_RELAXED) != p) __atomic_store_n(&latest, p, __ATOMIC_RELAXED);
    p->region = region;
    p->of = of;
    TELL(&p->state, STATE(++p->regions, team.threads) | OPEN);
    if (__atomic_load_n(&p->sleepers, __ATOMIC_SEQ_CST) == 0) return;
    pthread_mutex_lock(&p->lock);
    for (int k = 0; k < p->helpers && k + 1 < team.threads; k++)
        if (p->helper[k].sleeps) pthread_cond_signal(&p->helper[k].work);
    pthread_mutex_unlock(&p->lock);
}

static bool is_inside(const struct tp_pool *p, int threads)
{
    for (int k = 0; k < p->helpers && k + 1 < threads; k++)
        if (__atomic_load_n(&p->helper[k].inside, __ATOMIC_SEQ_CST)) return true;
    return false;
}

/* Nobody comes any more; those that are inside are waited for. */
static void close_region(struct tp_pool *p)
{
    const int threads = THREADS(p->state);
    double began = 0;
    bool inside = true;
    TELL(&p->state, p->state & ~OPEN);
    for (unsigned looks = 1; (inside = is_inside(p, threads)); looks++) {
        relax();
        if (looks % TP_SPIN_LOOKS) continue;
        if (began == 0) began = tp_now();
        if (tp_now() - began > TP_REGION_SPIN_END) break;
    }
    if (inside) {
        pthread_mutex_lock(&p->lock);
        TELL(&p->caller_sleeps, true);
        while (is_inside(p, threads)) pthread_cond_wait(&p->left, &p->lock);
        __atomic_store_n(&p->caller_sleeps, false, __ATOMIC_RELAXED);
        pthread_mutex_unlock(&p->lock);
    }
    __atomic_store_n(&p->busy, false, __ATOMIC_RELAXED);
}

/* ---- regions and loops ---- */

/* Are helpers started, or worth it by now? */
static bool has_helpers(struct tp_pool *p, int64_t work)
{
    if (p->started || p->missed >= TP_START_WORK) return true;
    p->missed = work < TP_START_WORK - p->missed ? p->missed + work : TP_START_WORK;
    return p->missed == TP_START_WORK;
}

static bool is_nested(void)
{
    return omp_in_parallel() && omp_get_active_level() >= omp_get_max_active_levels();
}

bool tp_threads_alone(const tropic_context *context)
{
    const struct tp_pool *p = context->pool;
    return !p || (p->started && p->forks == tp_forks() && 2 * __atomic_load_n(&p->away, __ATOMIC_RELAXED) > p->helpers);
}

tp_team tp_team_for(tropic_context *context, int64_t work)
{
    const int64_t threads = work / TP_PARALLEL_WORK + 1;
    const bool several = threads > 1 && context->pool && !is_nested() && has_helpers(context->pool, work) &&
                         (work > TP_HELPER_AWAY_WORK || !tp_threads_alone(context));
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
    tp_worker worker = {0};
    if (p && (!p->started || p->forks != tp_forks())) start(p, team.context->threads - 1);
    /* In a region already: the thread that came here goes on alone. */
    if (p && __atomic_load_n(&p->busy, __ATOMIC_RELAXED)) p = NULL;
    if (p) open_region(p, team, region, of);
    region(&worker, of);
    /* A child that was forked in the region has none of its helpers. */
    if (p && p->forks == tp_forks()) close_region(p);
}
