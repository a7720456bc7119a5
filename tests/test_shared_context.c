/* SPDX-License-Identifier: Apache-2.0
 *
 * Threads that share a context: their calls, errors and loops side by side.
 */
#include "runtime/threads.h"
#include "runtime/tuning.h"
#include "tests/common.h"

#include <pthread.h>
#include <unistd.h>

#define LENGTH 100000
/* More than regions that helpers come to at once. */
#define SHARERS 6
/* Work for all threads of a context, which starts them. */
#define WIDE TP_START_WORK

static void count_some(const void *of, int64_t begin, int64_t end)
{
    uint8_t *const *times = of;
    for (int64_t i = begin; i < end; i++) (*times)[i]++;
}

/* Runs a loop; is each index taken once? */
static bool takes_each_once(tropic_context *context, uint8_t *times)
{
    bool once = true;
    memset(times, 0, LENGTH);
    tp_for(tp_team_for(context, WIDE), LENGTH, 128, count_some, &times);
    for (int64_t i = 0; i < LENGTH; i++) once = once && times[i] == 1;
    return once;
}

static tropic_context *shared_context(int threads)
{
    const tropic_context_options options = {
        .size = sizeof options, .device = TROPIC_DEVICE_CPU, .threads = threads, .shared = true};
    tropic_context *context = NULL;
    assert_ok(context, tropic_context_create(&context, &options));
    return context;
}

typedef struct sharer {
    tropic_context *context;
    tropic_index n; /* of its vectors */
    bool right;
} sharer;

/* Loops, operations on vectors, and errors that nobody else sees. */
static void *share(void *of)
{
    sharer *s = of;
    uint8_t *times = calloc(LENGTH, 1);
    char expected[64];
    snprintf(expected, sizeof expected, "%d", s->n);
    s->right = times != NULL;
    for (int k = 0; k < 30 && s->right; k++) {
        OWNED(tropic_vector) *v = NULL;
        const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT64);
        const int64_t one = 1;
        int64_t sum = 0;
        s->right = takes_each_once(s->context, times) &&
                   tropic_vector_create(&v, s->context, TROPIC_INT64, s->n) == TROPIC_OK &&
                   tropic_vector_fill(v, &one) == TROPIC_OK &&
                   tropic_ewise_add(v, NULL, NULL, plus, v, v, NULL) == TROPIC_OK &&
                   tropic_reduce(&sum, plus, v) == TROPIC_OK && sum == 2 * s->n &&
                   tropic_vector_set(v, s->n, &one) == TROPIC_INDEX_OUT_OF_RANGE &&
                   strstr(tropic_context_error(s->context), expected);
    }
    free(times);
    return NULL;
}

static void threads_share_a_context(void **state)
{
    for (int helpers = 0; helpers < 4; helpers += 3) {
        OWNED(tropic_context) *context = shared_context(1 + helpers);
        pthread_t threads[SHARERS];
        sharer s[SHARERS];
        for (int k = 0; k < SHARERS; k++) {
            s[k] = (sharer){.context = context, .n = 100000 + 1111 * k};
            assert_int_equal(pthread_create(&threads[k], NULL, share, &s[k]), 0);
        }
        for (int k = 0; k < SHARERS; k++) {
            pthread_join(threads[k], NULL);
            assert_true(s[k].right);
        }
        assert_string_equal(tropic_context_error(context), "");
    }
}

/* Helpers that have nothing to do in one thread's region come to another's, which began before. */
typedef struct second {
    tp_team team;
    bool open;
    int helped;
    pthread_t thread;
} second;

static void await_helper(tp_worker *worker, void *of)
{
    second *s = of;
    const double began = tp_now();
    if (worker->number > 0) __atomic_fetch_add(&s->helped, 1, __ATOMIC_RELAXED);
    __atomic_store_n(&s->open, true, __ATOMIC_RELEASE);
    while (worker->number == 0 && tp_now() - began < 20 && __atomic_load_n(&s->helped, __ATOMIC_RELAXED) == 0)
        usleep(100);
}

static void *open_second(void *of)
{
    second *s = of;
    tp_parallel(s->team, await_helper, s);
    return NULL;
}

/* The helper stays in the first region until the second is open. */
static void hold_helper(tp_worker *worker, void *of)
{
    second *s = of;
    const double began = tp_now();
    if (worker->number > 0) __atomic_fetch_add(&s->helped, 1, __ATOMIC_RELAXED);
    while (tp_now() - began < 20 && __atomic_load_n(&s->helped, __ATOMIC_RELAXED) == 0) usleep(100);
    if (worker->number == 0) (void)pthread_create(&s[1].thread, NULL, open_second, &s[1]);
    while (tp_now() - began < 20 && !__atomic_load_n(&s[1].open, __ATOMIC_ACQUIRE)) usleep(100);
}

static void helpers_come_to_a_second_region(void **state)
{
    OWNED(tropic_context) *context = shared_context(2);
    const tp_team team = tp_team_for(context, WIDE);
    second s[2] = {{.team = team}, {.team = team}};
    tp_parallel(team, hold_helper, s);
    assert_true(s[1].open);
    pthread_join(s[1].thread, NULL);
    assert_true(s[1].helped > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_share_a_context),
        cmocka_unit_test(helpers_come_to_a_second_region),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
