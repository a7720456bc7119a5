/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic-bench --matrices: operations on matrices, on the CPU in turn with GraphBLAS, on a GPU in turn with cuSPARSE if
 * that has them: medians, and how far the rounds lie apart. Results are compared by their number of entries and their
 * sum with GraphBLAS's, those of a GPU with the CPU's.
 */
#define _POSIX_C_SOURCE 199309L
#include "bench/matrices.h"

#include "bench/counted.h"
#include "bench/csr2csc.h"
#include "bench/gpu.h"
#include "bench/spgemm.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Rounds end after so many seconds; at least and at most so many. */
#define SECONDS 0.5
#define ROUNDS_MIN 3
#define ROUNDS_MAX 9
/* Seconds of rest before each round on the CPU. OpenMP's threads, on which GraphBLAS works, spin for 4 to 8 ms after
 * their work (GCC 12), ours for one; helpers of ours that come to a core where another thread spins take it for
 * another program's, and stay away. Each is to begin with both cores. */
#define REST 0.02

static const struct {
    const char *operation, *name;
    bench_before before;
} tasks[] = {
#define TASK(NAME, operation, text, before) {#operation, text, before},
    BENCH_MATRIX_TASKS(TASK)
#undef TASK
};

/* One type of one graph on one device, and what runs beside. */
typedef struct session {
    const bench_place *place;
    const char *graph;
    bench_matrices *b;
    bench_matrices *check;   /* of the CPU, with the same inputs; NULL: GraphBLAS checks */
    bench_grb_matrices *grb; /* NULL on a GPU */
    bench_matrices *counted; /* on a GPU, with the same inputs, in a context whose memory is counted: */
    bench_counted *memory;
    bench_spgemm *spgemm;   /* NULL: there is none, or it cannot do this type */
    bench_csr2csc *csr2csc; /* likewise */
} session;

/* -- rounds ------------------------------------------------------------------------------------ */

static void open_round(bench_matrices *b, bench_matrix_task task)
{
    const bool fresh = task >= BENCH_TRANSPOSE && task <= BENCH_REDUCE_COLUMNS;
    tropic_matrix_free(&b->C);
    tropic_matrix_free(&b->fresh);
    if (tasks[task].before == ALL) b->C = bench_matrices_copy(b, b->B);
    /* (Without a C it is the product; with C, its numbers again.) */
    if (tasks[task].before == PRODUCT) bench_check(bench_matrix_run(b, BENCH_MXM_AGAIN), b->context, "a product");
    if (fresh) b->fresh = bench_matrices_copy(b, b->A);
}

static void rest(void)
{
    const struct timespec time = {.tv_nsec = (long)(REST * 1e9)};
    nanosleep(&time, NULL);
}

static double read_sum(tropic_type type, const void *sum)
{
#define READ(NAME, C)                                                                                                  \
    case TROPIC_##NAME: return (double)*(const C *)sum;
    switch ((int)type) {
        BENCH_MATRIX_TYPES(READ)
    default: return *(const bool *)sum;
    }
#undef READ
}

static bench_matrix_figures figures(const bench_matrices *b, bench_matrix_task task)
{
    const bool counts = bench_matrix_counts(task) && b->type == TROPIC_BOOL;
    const tropic_type type = counts ? TROPIC_INT32 : bench_matrix_sum_type(b->type);
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, type);
    const bool vector = task == BENCH_REDUCE_ROWS || task == BENCH_REDUCE_COLUMNS;
    const tropic_matrix *C = b->C ? b->C : b->A;
    int64_t sum = 0;
    if (vector)
        bench_check(tropic_reduce(&sum, plus, b->w), b->context, "a sum");
    else
        bench_check(tropic_matrix_reduce(&sum, b->context, plus, C), b->context, "a sum");
    return (bench_matrix_figures){.entries = (double)(vector ? tropic_vector_count(b->w) : tropic_matrix_count(C)),
                                  .sum = read_sum(type, &sum)};
}

/* On a GPU with the release of the result, which its memory is taken from; but numbers again leave it in place. */
static double time_ours(bench_matrices *b, bench_matrix_task task)
{
    double seconds;
    open_round(b, task);
    if (!b->cuda) rest();
    seconds = -bench_now();
    bench_check(bench_matrix_run(b, task), b->context, tasks[task].name);
    if (b->cuda && !bench_gpu_wait()) bench_stop(BENCH_FAILED, "%s: the GPU failed", tasks[task].name);
    if (b->cuda && tasks[task].before != PRODUCT) tropic_matrix_free(&b->C);
    return seconds + bench_now();
}

static double time_grb(bench_grb_matrices *g, bench_matrix_task task)
{
    double seconds;
    if (!bench_grb_matrices_before(g, tasks[task].before)) bench_stop(BENCH_FAILED, "GraphBLAS: a copy");
    rest();
    seconds = -bench_now();
    if (!bench_grb_matrices_run(g, task)) bench_stop(BENCH_FAILED, "GraphBLAS: %s", tasks[task].name);
    return seconds + bench_now();
}

/* Has cuSPARSE such a product? */
static bool is_spgemm(const session *s, bench_matrix_task task)
{
    return s->spgemm && (task == BENCH_MXM || task == BENCH_MXM_AGAIN);
}

/* NaN: it has no such task. Of a user's semiring: the built-in one. */
static double time_other(const session *s, bench_matrix_task task)
{
    if (task == BENCH_MXM_USER) return time_ours(s->b, BENCH_MXM);
    if (s->grb) return time_grb(s->grb, task);
    if (is_spgemm(s, task)) return bench_spgemm_run(s->spgemm, task == BENCH_MXM_AGAIN, NULL);
    if (s->csr2csc && task == BENCH_COLUMNS) return bench_csr2csc_run(s->csr2csc);
    return NAN;
}

static bool same(bench_matrix_figures a, bench_matrix_figures b)
{
    return a.entries == b.entries && a.sum == b.sum;
}

/* One run of everybody, which makes what is made once. Sets the bytes that must move; returns whether all agree. */
static bool check_task(const session *s, bench_matrix_task task, double *bytes)
{
    bench_matrix_figures ours, due;
    tropic_offset before;
    bool right;
    open_round(s->b, task);
    before = tasks[task].before == NOTHING ? 0 : tropic_matrix_count(s->b->C);
    bench_check(bench_matrix_run(s->b, task), s->b->context, tasks[task].name);
    ours = figures(s->b, task);
    *bytes = bench_matrix_bytes(s->b, task, before);
    if (s->grb) {
        time_grb(s->grb, task);
        return same(ours, bench_grb_matrices_figures(s->grb, task));
    }
    time_ours(s->check, task);
    due = figures(s->check, task);
    tropic_matrix_free(&s->check->C);
    tropic_matrix_free(&s->check->fresh);
    right = same(ours, due);
    if (is_spgemm(s, task) && !(bench_spgemm_run(s->spgemm, task == BENCH_MXM_AGAIN, &due) > 0 && same(ours, due)))
        right = false;
    return right;
}

/* Device memory that a product takes at most beside its inputs, what C was before, and its result, in percent of this.
 * NaN: no product, or not on a GPU. */
static double memory_beside(const session *s, bench_matrix_task task)
{
    bench_matrices *b = s->counted;
    bench_counted *m = s->memory;
    double beside = NAN;
    if (!b || task > BENCH_TRIANGLES_OF_ALL) return NAN;
    for (int round = 0; round < 2; round++) { /* the first makes what the context keeps */
        size_t base, before, result;
        tropic_matrix_free(&b->C);
        base = m->now;
        open_round(b, task);
        before = m->peak = m->now;
        bench_check(bench_matrix_run(b, task), b->context, tasks[task].name);
        result = m->now - base;
        beside = result > 0 ? 100 * ((double)m->peak - (double)before - (double)result) / (double)result : NAN;
        if (beside < 0) beside = 0; /* numbers again: the result takes over what was there before */
    }
    tropic_matrix_free(&b->C);
    return beside;
}

/* A task on both sides. */
typedef struct timed {
    const session *s;
    bench_matrix_task task;
} timed;

static double run_ours(void *data)
{
    const timed *t = data;
    return time_ours(t->s->b, t->task);
}

static double run_other(void *data)
{
    const timed *t = data;
    return time_other(t->s, t->task);
}

static void time_task(const session *s, bench_matrix_task task, bench_session *all)
{
    static const bench_rounds rounds = {.least = ROUNDS_MIN, .most = ROUNDS_MAX, .seconds = SECONDS};
    timed both = {s, task};
    const bench_side sides[] = {{run_ours, &both}, {run_other, &both}};
    bench_times t[2];
    double bytes, ratio;
    const bool right = check_task(s, task, &bytes);
    bench_time(&rounds, sides, 2, t);
    ratio = t[1].median / t[0].median;
    printf("%-18s %-8s %-28s", s->graph, s->b->type == TROPIC_BOOL ? "pattern" : tropic_type_name(s->b->type),
           tasks[task].name);
    bench_put(9, 3, 1e3 * t[0].median);
    bench_put(5, 1, 100 * bench_spread(&t[0]));
    bench_put(8, 1, 1e-9 * bytes / t[0].median);
    bench_put(6, 1, s->place->bandwidth > 0 ? 100 * bytes / t[0].median / s->place->bandwidth : NAN);
    bench_put(9, 3, 1e3 * t[1].median);
    bench_put(5, 1, 100 * bench_spread(&t[1]));
    bench_put(7, 2, ratio);
    bench_put(7, 1, memory_beside(s, task));
    printf("%s\n", right ? "" : "  DIFFERS");
    bench_flush();
    all->wrong += !right;
    if (task != BENCH_MXM_USER) bench_ratios_add(&all->ratios[0], ratio);
}

/* -- graphs and types -------------------------------------------------------------------------- */

/* Another context has the same inputs, and results of its own. */
static bench_matrices beside(const bench_matrices *b, tropic_context *context)
{
    bench_matrices other = *b;
    other.context = context;
    other.cuda = tropic_context_device(context) == TROPIC_DEVICE_CUDA;
    bench_matrices_open_user(&other);
    bench_check(tropic_vector_create(&other.w, context, b->type, b->n), context, "a vector");
    return other;
}

static void close_beside(bench_matrices *other)
{
    tropic_semiring_free(&other->user);
    tropic_vector_free(&other->w);
}

static void open_cusparse(session *s)
{
    const bench_matrices *b = s->b;
    bench_csr csr = {.rows = b->n, .cols = b->n, .count = b->count, .type = b->type};
    const char *failed;
    if (b->type != TROPIC_FP64) return;
    bench_check(tropic_matrix_csr(b->A, b->context, &csr.offsets, &csr.ids, &csr.values), b->context, "A");
    s->spgemm = bench_spgemm_open(&csr, &failed);
    if (s->spgemm) s->csr2csc = bench_csr2csc_open(&csr, &failed);
    if (failed) printf("# cuSPARSE: %s\n", failed);
}

static void time_type(bench_session *all, const bench_place *place, const tropic_matrix *graph, const char *name,
                      tropic_type type)
{
    const bool cuda = tropic_context_device(place->context) == TROPIC_DEVICE_CUDA;
    bench_matrices b = {.context = place->context, .cuda = cuda, .type = type, .threads = all->set.threads}, check,
                   counted;
    bench_counted memory;
    session s = {.place = place, .graph = name, .b = &b};
    bench_matrices_open(&b, all->cpu, graph);
    if (cuda) {
        check = beside(&b, all->cpu);
        s.check = &check;
        bench_counted_open(&memory);
        counted = beside(&b, memory.context);
        s.counted = &counted;
        s.memory = &memory;
        open_cusparse(&s);
    } else {
        s.grb = bench_grb_matrices_open(&b);
        if (!s.grb) bench_stop(BENCH_FAILED, "GraphBLAS has no such matrices");
    }
    for (int task = 0; task < BENCH_MATRIX_TASK_COUNT; task++)
        if (bench_has_word(all->set.operations, tasks[task].operation) && (task != BENCH_MXM_USER || b.user))
            time_task(&s, (bench_matrix_task)task, all);
    if (s.grb) bench_grb_matrices_close(s.grb);
    bench_spgemm_close(s.spgemm);
    bench_csr2csc_close(s.csr2csc);
    if (s.check) close_beside(&check);
    if (s.counted) close_beside(&counted);
    bench_matrices_close(&b);
    if (s.memory) bench_counted_close(&memory);
}

static void begin(bench_session *s, const bench_place *place)
{
    s->ratios[0] = (bench_ratios){.count = 0};
    printf(
        "# operations on matrices on %s: medians in ms, half of the distance between quartiles in percent, GB/s of\n"
        "# what must move, relative to a copy in percent, the same of %s, and its time by ours; and the device memory\n"
        "# that a product takes beside its result, in percent of this.\n"
        "# A: the graph with values 1 .. %d\n"
        "# graph            type     operation                       Tropic   +-%%     GB/s copy %%     other   +-%%   "
        "ratio beside\n",
        place->name, tropic_context_device(place->context) == TROPIC_DEVICE_CUDA ? "cuSPARSE" : "GraphBLAS",
        BENCH_MATRIX_VALUES);
}

static void time_graph(bench_session *s, const bench_place *place, bench_input *in)
{
#define TYPE(NAME, C) TROPIC_##NAME,
    static const tropic_type all[] = {BENCH_MATRIX_TYPES(TYPE) TROPIC_BOOL};
#undef TYPE
    tropic_matrix *A = bench_input_undirected(in, s->cpu);
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if (bench_has_word(s->set.types, all[k] == TROPIC_BOOL ? "pattern" : tropic_type_name(all[k])))
            time_type(s, place, A, in->name, all[k]);
    tropic_matrix_free(&A);
}

static void end(bench_session *s, const bench_place *place)
{
    const bench_ratios *r = &s->ratios[0];
    (void)place;
    if (r->count > 0) printf("# geometric mean %.2f, least %.2f\n", bench_ratios_mean(r), r->least);
}

const bench_mode bench_matrices_mode = {
    .name = "matrices",
    .help = "operations on matrices, in turn with GraphBLAS's, or on a GPU\nwith cuSPARSE's products",
    .options = "graphs,types,operations",
    .graphs = "kron:16:8,lattice:1200:0.62,mesh:1024",
    .reference = true,
    .begin = begin,
    .graph = time_graph,
    .end = end,
};
