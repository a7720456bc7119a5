/* SPDX-License-Identifier: Apache-2.0
 *
 * The benchmark's check of searches side by side: right answers pass, with levels or without, and a change of a
 * level, a count, a sum or one run is found.
 */
#include "tests/common.h"

#include "bench/bench.h"

enum { RUNS = 3, SOURCES = 9, SEED = 1 };

static tropic_context *context, *cpu;

/* RUNS runs of a batch on a graph. */
typedef struct fixture {
    bench_input input;
    bench_place place;
    bench_point point;
    tropic_matrix *A;
    bench_arcs arcs;
    int32_t *levels; /* NULL: without */
    bench_tally tallies[RUNS];
} fixture;

static const bench_algorithm *named(const char *name)
{
    for (int k = 0; bench_algorithm_at(k); k++)
        if (strcmp(bench_algorithm_at(k)->name, name) == 0) return bench_algorithm_at(k);
    fail_msg("no algorithm %s", name);
    return NULL;
}

static void open_fixture(fixture *f, const char *graph, bool levels)
{
    bench_result result = {0};
    double seconds;
    memset(f, 0, sizeof *f);
    f->place.context = context;
    bench_input_open(&f->input, cpu, graph, SEED);
    bench_input_sources(&f->input, context, SOURCES);
    f->point = (bench_point){
        .input = &f->input, .place = &f->place, .algorithm = named(levels ? "bfs-batch-levels" : "bfs-batch")};
    f->A = bench_input_matrix(&f->input, context, TROPIC_BOOL, &seconds);
    bench_arcs_of(&f->arcs, f->A, context);
    if (levels)
        assert_ok(context, tropic_vector_create_block(&result.values, context, TROPIC_INT32, f->input.n,
                                                      bench_width(&f->point)));
    for (int k = 0; k < RUNS; k++) {
        tropic_run_report report = {.size = sizeof report};
        result.tally = &f->tallies[k];
        bench_run(&f->point, f->A, f->input.sources, &result, &report);
        assert_true(bench_bytes(&f->point, &report) > 0);
    }
    if (!levels) return;
    f->levels = calloc((size_t)tropic_vector_size(result.values), sizeof *f->levels);
    assert_non_null(f->levels);
    assert_ok(context, tropic_vector_get_dense(result.values, f->levels, NULL));
    tropic_vector_free(&result.values);
}

static void fixture_free(fixture *f)
{
    free(f->levels);
    tropic_matrix_free(&f->A);
    bench_input_close(&f->input);
}

/* How many sources are right; -1 where one is not. */
static int checked(const fixture *f)
{
    bench_row row = bench_row_of(&f->point, "auto");
    bench_check_batch(&row, f->A, &f->arcs, f->levels, f->tallies, RUNS);
    assert_int_equal(row.wrong, row.note[0] != '\0');
    return row.wrong ? -1 : row.checked;
}

/* The same in all runs, so that only the figures themselves are wrong. */
static void tamper(fixture *f, size_t at)
{
    for (int change = -1; change <= 1; change += 2) {
        for (int k = 0; k < RUNS; k++) ((int64_t *)&f->tallies[k])[at] += change;
        assert_int_equal(checked(f), -1);
        for (int k = 0; k < RUNS; k++) ((int64_t *)&f->tallies[k])[at] -= change;
    }
}

static void test_every_change(void **unused)
{
    const char *const graphs[] = {"lattice:12:0.62", "kron:6:16", "path:30", "path:1", "matrices/west0067.mtx"};
    for (size_t g = 0; g < sizeof graphs / sizeof *graphs; g++)
        for (int levels = 0; levels < 2; levels++) {
            OWNED(fixture) f;
            open_fixture(&f, graphs[g], levels);
            const tropic_index width = bench_width(&f.point);
            const int right = checked(&f);
            assert_int_equal(width, f.input.source_count);
            assert_true(levels ? right == width : right > 0 && right <= width);
            for (size_t c = 0; c < (size_t)right; c++) {
                tamper(&f, offsetof(bench_tally, counts) / sizeof(int64_t) + c);
                tamper(&f, offsetof(bench_tally, sums) / sizeof(int64_t) + c);
            }
            f.tallies[0].sums[width - 1]++;
            assert_int_equal(checked(&f), -1);
            f.tallies[0].sums[width - 1]--;
            for (int64_t at = 0; levels && at < (int64_t)f.input.n * width; at += 7) {
                f.levels[at]++;
                assert_int_equal(checked(&f), -1);
                f.levels[at]--;
            }
            assert_int_equal(checked(&f), right);
        }
}

int main(void)
{
    int failed;
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_change)};
    const tropic_context_options host = {.size = sizeof host, .device = TROPIC_DEVICE_CPU};
    test_need_device();
    context = test_context();
    assert_ok(NULL, tropic_context_create(&cpu, &host));
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    tropic_context_free(&cpu);
    tropic_context_free(&context);
    return failed;
}
