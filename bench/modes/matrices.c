/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic-bench --matrices: operations on matrices. On the CPU they run in turn with GraphBLAS, on a GPU in turn with
 * cuSPARSE, if that has them. Rows have medians and the distance between rounds. Results are compared by their number
 * of entries and their sum: a CPU's with GraphBLAS's, a GPU's with the CPU's.
 */
#define _POSIX_C_SOURCE 199309L
#include "bench/modes/matrices.h"

#include "bench/counted.h"
#include "bench/gpu.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Rounds end after so many seconds; at least and at most so many. */
#define SECONDS 0.5
#define ROUNDS_MIN 3
#define ROUNDS_MAX 9
/* Seconds of rest before each round on the CPU. GraphBLAS works on OpenMP's threads, which spin for 4 to 8 ms after
 * their work (GCC 12); ours spin for one. A helper of ours takes a spinning thread for another program's, and stays
 * away from its core. Each side is to begin with both cores. */
#define REST 0.02

#define OPERANDS(one, other) .first = one, .second = other
#define IN_M .mask = OF_M
#define ON(ids) .rows = ids, .cols = ids

static const bench_task tasks[] = {
    {"products", "C = A A", MXM, OPERANDS(OF_A, OF_A)},
    {"products", "C = A A, a user's semiring", MXM_USER, OPERANDS(OF_A, OF_A)},
    {"products", "C<C> = A A, numbers again", MXM, OPERANDS(OF_A, OF_A), .mask = OF_C, .before = PRODUCT},
    {"products", "C<A> = A A", MXM, OPERANDS(OF_A, OF_A), .mask = OF_A},
    {"products", "C<L> = L plus.pair L'", PAIRS, OPERANDS(OF_L, OF_L), .mask = OF_L},
    {"products", "C<S> = W plus.pair W', apart", PAIRS, OPERANDS(OF_W, OF_W), .mask = OF_S},
    {"triangles", "C<L> = LL', L = tril(A(d,d))", TRIANGLES, .before = NOTHING},
    {"ewise", "C = A + B", ADD, OPERANDS(OF_A, OF_B)},
    {"ewise", "C<M> = A + B", ADD, OPERANDS(OF_A, OF_B), IN_M},
    {"ewise", "C<M> = A + B, C = B before", ADD, OPERANDS(OF_A, OF_B), IN_M, .before = ALL},
    {"ewise", "C += A + B", ADD, OPERANDS(OF_A, OF_B), .accum = true, .before = ALL},
    {"ewise", "C = A .* B", MULTIPLY, OPERANDS(OF_A, OF_B)},
    {"ewise", "C<M> = A .* B", MULTIPLY, OPERANDS(OF_A, OF_B), IN_M},
    {"ewise", "C = A + 1", APPLY, .first = OF_A},
    {"ewise", "C<M> = A + 1", APPLY, .first = OF_A, IN_M},
    {"select", "C = tril(A)", TRIL, .first = OF_A},
    {"select", "C = A > 2", SELECT, .first = OF_A},
    {"select", "C<M> = A > 2", SELECT, .first = OF_A, IN_M},
    {"extract", "C = A(I,I), half of them", EXTRACT, .first = OF_A, ON(IDS_HALF)},
    {"extract", "C = A(I,:), half of them", EXTRACT, .first = OF_A, .rows = IDS_HALF},
    {"extract", "C = A(I,I), a range", EXTRACT, .first = OF_A, ON(IDS_RANGE)},
    {"extract", "C = A(p,p)", EXTRACT, .first = OF_A, ON(IDS_SHUFFLED)},
    {"assign", "C(I,I) = P, a range", ASSIGN, .first = OF_P, ON(IDS_RANGE), .before = ALL},
    {"assign", "C(I,I) = P, spread", ASSIGN, .first = OF_P, ON(IDS_SPREAD), .before = ALL},
    {"assign", "C(I,I) += P, a range", ASSIGN, .first = OF_P, ON(IDS_RANGE), .accum = true, .before = ALL},
    {"assign", "C<M> = A", ASSIGN, .first = OF_A, IN_M, .before = ALL},
    {"assign", "C<M> = 3", ASSIGN_SCALAR, IN_M, .before = ALL},
    {"transpose", "C = A'", TRANSPOSE, .first = OF_FRESH},
    {"transpose", "C = A', its rows made", COLUMNS, .first = OF_FRESH},
    {"transpose", "C<M> = A'", TRANSPOSE, .first = OF_FRESH, IN_M},
    {"reduce", "sum of A", REDUCE, .first = OF_A},
    {"reduce", "sums of rows of A", SUMS, .first = OF_FRESH},
    {"reduce", "sums of columns of A", SUMS, .first = OF_FRESH, .columns = true},
    {"build", "A from tuples in any order", BUILD, .before = NOTHING},
};
#define TASKS (sizeof tasks / sizeof *tasks)

/* One type of one graph on one device, and the libraries beside. */
typedef struct session {
    const bench_place *place;
    const char *graph;
    bench_matrices *b;
    bench_matrices *check; /* of the CPU, with the same inputs; NULL: the other library checks */
    const bench_library *library;
    void *other;             /* its state; NULL: there is none */
    bench_matrices *counted; /* on a GPU, with the same inputs, in a context whose memory is counted: */
    bench_counted *memory;
} session;

/* -- rounds ------------------------------------------------------------------------------------ */

static void open_round(bench_matrices *b, const bench_task *t)
{
    tropic_matrix_free(&b->m[OF_C]);
    tropic_matrix_free(&b->m[OF_FRESH]);
    if (t->before == ALL) b->m[OF_C] = bench_matrices_copy(b, b->m[OF_B]);
    /* (Without a C it is the product; with C, its numbers again.) */
    if (t->before == PRODUCT) bench_check(bench_task_run(b, t), b->context, "a product");
    if (t->first == OF_FRESH) b->m[OF_FRESH] = bench_matrices_copy(b, b->m[OF_A]);
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

static bench_matrix_figures figures(const bench_matrices *b, const bench_task *t)
{
    const tropic_type type = bench_task_sum_type(b, t);
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, type);
    const tropic_matrix *C = b->m[OF_C] ? b->m[OF_C] : b->m[OF_A];
    int64_t sum = 0;
    const tropic_status status =
        t->verb == SUMS ? tropic_reduce(&sum, plus, b->w) : tropic_matrix_reduce(&sum, b->context, plus, C);
    bench_check(status, b->context, "a sum");
    return (bench_matrix_figures){.entries =
                                      (double)(t->verb == SUMS ? tropic_vector_count(b->w) : tropic_matrix_count(C)),
                                  .sum = read_sum(type, &sum)};
}

/* On a GPU with the release of the result, which its memory is taken from; but numbers again leave it in place. */
static double time_ours(bench_matrices *b, const bench_task *t)
{
    double seconds;
    open_round(b, t);
    if (!b->cuda) rest();
    seconds = -bench_now();
    bench_check(bench_task_run(b, t), b->context, t->name);
    if (b->cuda && !bench_gpu_wait()) bench_stop(BENCH_FAILED, "%s: the GPU failed", t->name);
    if (b->cuda && t->before != PRODUCT) tropic_matrix_free(&b->m[OF_C]);
    return seconds + bench_now();
}

/* NaN: there is no other. Of a user's semiring it is the built-in one. */
static double time_other(const session *s, const bench_task *t, bench_matrix_figures *due)
{
    if (t->verb == MXM_USER && !due) return time_ours(s->b, &tasks[0]);
    return s->other ? s->library->run(s->other, t, rest, due) : NAN;
}

/* (Figures that are not known agree.) */
static bool same(bench_matrix_figures a, bench_matrix_figures b)
{
    return isnan(b.entries) || (a.entries == b.entries && a.sum == b.sum);
}

/* One run of everybody, which makes all that is made once. Sets the bytes that must move; returns whether all agree. */
static bool check_task(const session *s, const bench_task *t, double *bytes)
{
    bench_matrix_figures ours, due = {NAN, NAN};
    tropic_offset before;
    bool right;
    open_round(s->b, t);
    before = t->before == NOTHING ? 0 : tropic_matrix_count(s->b->m[OF_C]);
    bench_check(bench_task_run(s->b, t), s->b->context, t->name);
    ours = figures(s->b, t);
    *bytes = bench_task_bytes(s->b, t, before);
    time_other(s, t, &due);
    right = same(ours, due);
    if (!s->check) return right;
    time_ours(s->check, t);
    right = right && same(ours, figures(s->check, t));
    tropic_matrix_free(&s->check->m[OF_C]);
    tropic_matrix_free(&s->check->m[OF_FRESH]);
    return right;
}

/* Device memory that a product takes at most beside its inputs, the old C, and its result, in percent of this.
 * NaN: no product, or not on a GPU. */
static double memory_beside(const session *s, const bench_task *t)
{
    bench_matrices *b = s->counted;
    bench_counted *m = s->memory;
    double beside = NAN;
    if (!b || !bench_task_multiplies(t)) return NAN;
    for (int round = 0; round < 2; round++) { /* the first makes the objects that the context keeps */
        size_t base, before, result;
        tropic_matrix_free(&b->m[OF_C]);
        base = m->now;
        open_round(b, t);
        before = m->peak = m->now;
        bench_check(bench_task_run(b, t), b->context, t->name);
        result = m->now - base;
        beside = result > 0 ? 100 * ((double)m->peak - (double)before - (double)result) / (double)result : NAN;
        if (beside < 0) beside = 0; /* numbers again: the result takes over the old arrays */
    }
    tropic_matrix_free(&b->m[OF_C]);
    return beside;
}

/* A task on both sides. */
typedef struct timed {
    const session *s;
    const bench_task *task;
} timed;

static double run_ours(void *data)
{
    const timed *t = data;
    return time_ours(t->s->b, t->task);
}

static double run_other(void *data)
{
    const timed *t = data;
    return time_other(t->s, t->task, NULL);
}

static void time_task(const session *s, const bench_task *task, bench_session *all)
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
           task->name);
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
    if (task->verb != MXM_USER) bench_ratios_add(&all->ratios[0], ratio);
}

/* -- graphs and types -------------------------------------------------------------------------- */

static void time_type(bench_session *all, const bench_place *place, const tropic_matrix *graph, const char *name,
                      tropic_type type)
{
    const bool cuda = tropic_context_device(place->context) == TROPIC_DEVICE_CUDA;
    bench_matrices b = {.context = place->context, .cuda = cuda, .type = type, .threads = all->set.threads};
    bench_matrices check, counted;
    bench_counted memory;
    session s = {
        .place = place, .graph = name, .b = &b, .library = cuda ? bench_matrices_cusparse : bench_matrices_graphblas};
    const char *failed = NULL;
    bench_matrices_open(&b, all->cpu, graph);
    s.other = s.library ? s.library->open(&b, &failed) : NULL;
    if (failed) printf("# %s: %s\n", s.library->name, failed);
    if (!cuda && !s.other) bench_stop(BENCH_FAILED, "GraphBLAS has no such matrices");
    if (cuda) {
        check = bench_matrices_beside(&b, all->cpu);
        s.check = &check;
        bench_counted_open(&memory);
        counted = bench_matrices_beside(&b, memory.context);
        s.counted = &counted;
        s.memory = &memory;
    }
    for (size_t k = 0; k < TASKS; k++)
        if (bench_has_word(all->set.operations, tasks[k].operation) && (tasks[k].verb != MXM_USER || b.user))
            time_task(&s, &tasks[k], all);
    if (s.other) s.library->close(s.other);
    if (s.check) bench_matrices_close_beside(&check);
    if (s.counted) bench_matrices_close_beside(&counted);
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
