/* SPDX-License-Identifier: Apache-2.0
 *
 * Loops on several threads: each index once, whoever comes; forks, nested regions, and many contexts.
 */
#define _GNU_SOURCE
#include "runtime/threads.h"
#include "runtime/tuning.h"
#include "tests/common.h"

#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST 100000
/* Work for all threads of a context, which starts them. */
#define WIDE TP_START_WORK

typedef struct counts {
    int64_t count, chunk;
    int *times; /* of each index */
    int *wrong; /* chunks that are too long, or empty */
} counts;

static void count_some(const void *of, int64_t begin, int64_t end)
{
    const counts *c = of;
    if (begin < 0 || begin >= end || end > c->count || (c->chunk > 0 && end - begin > c->chunk))
        __atomic_fetch_add(c->wrong, 1, __ATOMIC_RELAXED);
    for (int64_t i = begin; i < end; i++) __atomic_fetch_add(&c->times[i], 1, __ATOMIC_RELAXED);
}

/* Runs a loop; is each index taken once? */
static bool takes_each_once(tp_team team, int64_t count, int64_t chunk)
{
    static _Thread_local int times[MOST];
    int wrong = 0;
    const counts c = {count, team.threads > 1 ? chunk : 0, times, &wrong};
    memset(times, 0, sizeof times);
    tp_for(team, count, chunk, count_some, &c);
    for (int64_t i = 0; i < MOST; i++)
        if (times[i] != (i < count)) return false;
    return wrong == 0;
}

static void each_index_once(void **state)
{
    static const int64_t counts_[] = {0, 1, 2, 7, 1023, 1024, 1025, 65536, MOST};
    static const int64_t chunks[] = {TP_CHUNK_ANY, 1, 3, 512, 2 * MOST};
    for (int threads = 1; threads <= 9; threads += 2) {
        OWNED(tropic_context) *context = test_context_of(threads);
        const tp_team team = tp_team_for(context, WIDE);
        assert_int_equal(team.threads, threads);
        for (size_t a = 0; a < sizeof counts_ / sizeof *counts_; a++)
            for (size_t b = 0; b < sizeof chunks / sizeof *chunks; b++)
                if (!takes_each_once(team, counts_[a], chunks[b]))
                    fail_msg("%d threads, %lld indices by %lld", threads, (long long)counts_[a], (long long)chunks[b]);
    }
}

static void small_work_takes_one_thread(void **state)
{
    OWNED(tropic_context) *context = test_context_of(4);
    assert_int_equal(tp_team_for(context, WIDE).threads, 4);
    assert_int_equal(tp_team_for(context, TP_PARALLEL_WORK - 1).threads, 1);
    assert_int_equal(tp_team_for(context, TP_PARALLEL_WORK).threads, 2);
    assert_int_equal(tp_team_of(tp_team_for(context, WIDE), 3).threads, 3);
    assert_int_equal(tp_team_of(tp_team_for(context, WIDE), 9).threads, 4);
}

/* A context has the threads for it once its work, in all, is worth their start; work of one thread counts for
 * nothing. */
static void work_adds_up_until_helpers_start(void **state)
{
    OWNED(tropic_context) *context = test_context_of(2);
    for (int k = 0; k < 1000; k++) assert_int_equal(tp_team_for(context, TP_PARALLEL_WORK - 1).threads, 1);
    for (int64_t work = TP_PARALLEL_WORK; work < TP_START_WORK; work += TP_PARALLEL_WORK)
        assert_int_equal(tp_team_for(context, TP_PARALLEL_WORK).threads, 1);
    assert_int_equal(tp_team_for(context, TP_PARALLEL_WORK).threads, 2);
    assert_int_equal(tp_team_for(context, TP_PARALLEL_WORK).threads, 2);
    assert_int_equal(tp_team_for(context, TP_PARALLEL_WORK - 1).threads, 1);
    tropic_context_free(&context);
    context = test_context_of(2);
    assert_int_equal(tp_team_for(context, TP_START_WORK - 1).threads, 1);
    assert_int_equal(tp_team_for(context, INT64_MAX).threads, 2);
}

typedef struct visits {
    tp_chunks_left left;
    int threads;
    int inside[9]; /* visits of each number at this time */
    int wrong;
    int64_t sum;
} visits;

/* Long enough that helpers pause and come again. */
static void visit(tp_worker *worker, void *of)
{
    visits *v = of;
    int64_t begin, end, sum = 0;
    if (worker->number < 0 || worker->number >= v->threads ||
        __atomic_fetch_add(&v->inside[worker->number], 1, __ATOMIC_RELAXED) != 0)
        __atomic_fetch_add(&v->wrong, 1, __ATOMIC_RELAXED);
    while (tp_take(worker, &v->left, &begin, &end)) {
        const double began = tp_now();
        while (tp_now() - began < 20e-6) {
        }
        for (int64_t i = begin; i < end; i++) sum += i;
    }
    __atomic_fetch_add(&v->sum, sum, __ATOMIC_RELAXED);
    __atomic_fetch_sub(&v->inside[worker->number], 1, __ATOMIC_RELAXED);
}

static void workers_have_numbers_of_their_own(void **state)
{
    OWNED(tropic_context) *context = test_context_of(8);
    for (int threads = 8; threads > 0; threads -= 3) {
        const tp_team team = tp_team_of(tp_team_for(context, WIDE), threads);
        const int64_t count = 3000;
        visits v = {.threads = threads};
        tp_chunks_begin(&v.left, team, count, 3);
        tp_parallel(team, visit, &v);
        assert_int_equal(v.wrong, 0);
        assert_int_equal(v.sum, count * (count - 1) / 2);
    }
}

/* The calling thread waits in a region until helper 1 has come, and come again after a pause. */
typedef struct meeting {
    int visits, pauses;
} meeting;

static void meet(tp_worker *worker, void *of)
{
    meeting *m = of;
    const double began = tp_now();
    if (worker->number == 1) {
        while (!tp_pauses(worker)) {
        }
        __atomic_fetch_add(&m->pauses, 1, __ATOMIC_RELAXED);
        __atomic_fetch_add(&m->visits, 1, __ATOMIC_RELAXED);
    }
    while (worker->number == 0 && tp_now() - began < 20 && __atomic_load_n(&m->visits, __ATOMIC_RELAXED) < 2)
        usleep(100);
}

static void helpers_come_also_when_they_slept(void **state)
{
    OWNED(tropic_context) *context = test_context_of(2);
    const tp_team team = tp_team_for(context, WIDE);
    for (int k = 0; k < 20; k++) {
        meeting m = {0};
        tp_parallel(team, meet, &m);
        assert_true(m.visits >= 2 && m.pauses >= 2);
        usleep(k % 2 ? 5000 : 0); /* longer than it spins */
    }
}

typedef struct nesting {
    tp_team team;
    int *wrong; /* inner loops */
} nesting;

/* A loop in a loop is the thread's that came to it. */
static void nest(const void *of, int64_t begin, int64_t end)
{
    const nesting *n = of;
    for (int64_t i = begin; i < end; i++)
        if (!takes_each_once(n->team, 3000, 10)) __atomic_fetch_add(n->wrong, 1, __ATOMIC_RELAXED);
}

static void loops_in_loops(void **state)
{
    OWNED(tropic_context) *context = test_context_of(4);
    int wrong = 0;
    const nesting n = {tp_team_for(context, WIDE), &wrong};
    tp_for(n.team, 64, 1, nest, &n);
    assert_int_equal(wrong, 0);
}

/* More regions than anyone sleeps through, with pauses that let helpers fall asleep. */
static void helpers_sleep_and_wake(void **state)
{
    OWNED(tropic_context) *context = test_context_of(3);
    const tp_team team = tp_team_for(context, WIDE);
    for (int k = 0; k < 200; k++) {
        assert_true(takes_each_once(team, 5000, 64));
        if (k % 10 == 0) usleep(2500);
    }
}

/* A child has none of its parent's threads, and neither waits for them. */
static void a_forked_child_works_on(void **state)
{
    OWNED(tropic_context) *context = test_context_of(4);
    const tp_team team = tp_team_for(context, WIDE);
    if (test_threads_sanitized()) {
        tropic_context_free(&context);
        test_skip("ThreadSanitizer ends a child that starts threads");
    }
    if (test_emulated()) {
        tropic_context_free(&context);
        test_skip("the emulator crashes in a child of a program with threads");
    }
    assert_true(takes_each_once(team, MOST, 64));
    for (int k = 0; k < 5; k++) {
        int status = 0;
        const pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            alarm(20);
            const bool right = takes_each_once(team, MOST, 64) && takes_each_once(team, MOST, 7);
            tropic_context_free(&context);
            _exit(right ? 0 : 1);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(status, 0);
    }
    assert_true(takes_each_once(team, MOST, 64));
}

/* Which cores the two threads of a loop may use. */
typedef struct cores {
    int came;
    cpu_set_t allowed[2];
} cores;

static void look_at_cores(const void *of, int64_t begin, int64_t end)
{
    cores *c = *(cores *const *)of;
    static _Thread_local bool looked;
    if (!looked) {
        const int k = __atomic_fetch_add(&c->came, 1, __ATOMIC_RELAXED);
        if (k < 2) sched_getaffinity(0, sizeof c->allowed[k], &c->allowed[k]);
        looked = true;
    }
    usleep(200);
}

/* Run by the next test, with OMP_PROC_BIND. Do both threads together have more than one core? */
static int cores_when_bound(void)
{
    tropic_context *context = test_context_of(2);
    cores c = {0}, *of = &c;
    tp_for(tp_team_for(context, WIDE), 1000, 1, look_at_cores, &of);
    tropic_context_free(&context);
    if (c.came < 2) return 2;
    CPU_OR(&c.allowed[0], &c.allowed[0], &c.allowed[1]);
    return CPU_COUNT(&c.allowed[0]) > 1 ? 0 : 1;
}

/* OpenMP then binds the first thread to one core, which its helpers are not to share. */
static void helpers_have_the_cores_of_all_places(void **state)
{
    cpu_set_t allowed;
    int status = 0;
    pid_t child;
    if (test_emulated()) test_skip("the emulator's OpenMP sees this machine's cores");
    assert_int_equal(sched_getaffinity(0, sizeof allowed, &allowed), 0);
    if (CPU_COUNT(&allowed) < 2) test_skip("one core");
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        setenv("OMP_PROC_BIND", "true", 1);
        execl("/proc/self/exe", "test_threads", "bound", (char *)NULL);
        _exit(3);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static void in_a_parallel_region_of_the_caller_one_thread(void **state)
{
    int outside, right = 0;
#pragma omp parallel num_threads(2) reduction(+ : right)
    {
        tropic_context *context = test_context_of(4);
        const tp_team team = tp_team_for(context, WIDE);
        right += (omp_get_num_threads() == 1 || team.threads == 1) && takes_each_once(team, MOST, 9);
        tropic_context_free(&context);
#pragma omp single
        outside = omp_get_num_threads();
    }
    assert_int_equal(right, outside);
}

static void *use_a_context(void *of)
{
    OWNED(tropic_context) *context = test_context_of(3);
    bool *right = of;
    *right = true;
    for (int k = 0; k < 50 && *right; k++) *right = takes_each_once(tp_team_for(context, WIDE), MOST, 128);
    return NULL;
}

static void contexts_beside_one_another(void **state)
{
    enum { CONTEXTS = 4 };
    pthread_t threads[CONTEXTS];
    bool right[CONTEXTS];
    for (int k = 0; k < CONTEXTS; k++) assert_int_equal(pthread_create(&threads[k], NULL, use_a_context, &right[k]), 0);
    for (int k = 0; k < CONTEXTS; k++) {
        pthread_join(threads[k], NULL);
        assert_true(right[k]);
    }
}

/* Helpers of a context sleep while another has the work, and come back. */
static void contexts_in_turn(void **state)
{
    enum { CONTEXTS = 3, ROUNDS = 100 };
    tropic_context *contexts[CONTEXTS];
    for (int k = 0; k < CONTEXTS; k++) contexts[k] = test_context_of(8);
    for (int round = 0; round < ROUNDS; round++)
        for (int k = 0; k < CONTEXTS; k++) {
            const tp_team team = tp_team_for(contexts[k], WIDE);
            for (int again = round % 4; again >= 0; again--) assert_true(takes_each_once(team, MOST, TP_CHUNK_ANY));
            if (round % 10 == 9) usleep(2000);
        }
    for (int k = 0; k < CONTEXTS; k++) tropic_context_free(&contexts[k]);
}

static pthread_t heard_by;
static void hear(int number)
{
    heard_by = pthread_self();
}

/* A program's signals reach its own threads. */
static void helpers_take_no_signals(void **state)
{
    OWNED(tropic_context) *context = test_context_of(4);
    const pthread_t me = pthread_self();
    sigset_t usr, before;
    struct sigaction act = {.sa_handler = hear}, old;
    assert_true(takes_each_once(tp_team_for(context, WIDE), MOST, 64));
    sigaction(SIGUSR1, &act, &old);
    sigemptyset(&usr);
    sigaddset(&usr, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &usr, &before);
    heard_by = 0;
    kill(getpid(), SIGUSR1);
    usleep(20000);
    assert_true(heard_by == 0); /* nobody else hears it */
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    assert_true(pthread_equal(heard_by, me));
    sigaction(SIGUSR1, &old, NULL);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(helpers_take_no_signals), /* before OpenMP has threads */
        cmocka_unit_test(each_index_once),
        cmocka_unit_test(small_work_takes_one_thread),
        cmocka_unit_test(work_adds_up_until_helpers_start),
        cmocka_unit_test(workers_have_numbers_of_their_own),
        cmocka_unit_test(helpers_come_also_when_they_slept),
        cmocka_unit_test(loops_in_loops),
        cmocka_unit_test(helpers_sleep_and_wake),
        cmocka_unit_test(a_forked_child_works_on),
        cmocka_unit_test(helpers_have_the_cores_of_all_places),
        cmocka_unit_test(in_a_parallel_region_of_the_caller_one_thread),
        cmocka_unit_test(contexts_beside_one_another),
        cmocka_unit_test(contexts_in_turn),
    };
    if (argc == 2 && strcmp(argv[1], "bound") == 0) return cores_when_bound();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
