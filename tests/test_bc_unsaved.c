/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness and eccentricities whose checkpoint cannot be written on the way: the run goes on, tells of it, and tries
 * again.
 */
#include "tests/files.h"
#include "tests/generated.h"
#include "tests/graphs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Sides of the mesh; as many shares as powers of two are below its square. */
enum { SIDE = 12, N = SIDE * SIDE };

/* A folder with a checkpoint, which goes away once the checkpoint is there. */
typedef struct place {
    char *folder, *away, *file;
    bool stays; /* the folder does not go */
    bool gone;
    int back_at; /* failures after which it comes back; 0: never */
    int failures;
    int stop_at; /* failures after which the run is cancelled; 0: it is not */
} place;

static void make_place(place *p)
{
    const size_t room = strlen(test_folder()) + 16;
    *p = (place){.folder = test_file_name("there"), .away = test_file_name("away")};
    p->file = malloc(room);
    assert_non_null(p->file);
    snprintf(p->file, room, "%s/file", p->folder);
    assert_int_equal(mkdir(p->folder, 0700), 0);
}

static void place_free(place *p)
{
    if (p->gone) assert_int_equal(rename(p->away, p->folder), 0);
    unlink(p->file);
    assert_int_equal(rmdir(p->folder), 0);
    free(p->folder);
    free(p->away);
    free(p->file);
}

static bool go_on(double done, void *user)
{
    place *p = user;
    if (!p->stays && !p->gone && p->failures == 0 && access(p->file, F_OK) == 0) {
        assert_int_equal(rename(p->folder, p->away), 0);
        p->gone = true;
    }
    return p->stop_at == 0 || p->failures < p->stop_at;
}

static void failed(const char *message, void *user)
{
    place *p = user;
    assert_non_null(strstr(message, p->file));
    assert_non_null(strstr(message, "No such file"));
    if (++p->failures == p->back_at) {
        assert_int_equal(rename(p->away, p->folder), 0);
        p->gone = false;
    }
}

/* Source after source by products, on both devices, so that shares begin small. */
static tropic_bc_options options_of(place *p)
{
    return (tropic_bc_options){.size = sizeof(tropic_bc_options),
                               .method = TROPIC_BC_PRODUCTS,
                               .reductions = TROPIC_BC_UNREDUCED,
                               .checkpoint = p->file,
                               .checkpoint_seconds = 1e-9,
                               .checkpoint_failed = failed,
                               .checkpoint_user = p};
}

static tropic_status run(place *p, const tropic_bc_options *options, double values[N], tropic_bc_report *report)
{
    const tropic_context_options wanted = {
        .size = sizeof wanted, .device = test_device(), .reproducible = true, .progress = go_on, .progress_user = p};
    OWNED(tropic_context) *context = NULL;
    OWNED(tropic_vector) *centrality = NULL;
    OWNED(tropic_matrix) *A = NULL;
    tropic_status status;
    memset(values, 0, N * sizeof *values);
    assert_ok(NULL, tropic_context_create(&context, &wanted));
    A = generated_matrix(context, TROPIC_GENERATE_MESH, SIDE, 0);
    assert_ok(context, tropic_vector_create(&centrality, context, TROPIC_FP64, N));
    report->size = sizeof *report;
    status = tropic_bc(centrality, A, test_reporting(options, report), NULL);
    assert_ok(context, tropic_vector_get_dense(centrality, values, NULL));
    return status;
}

/* The bits of a run that nothing happens to. */
static void expect(double values[N])
{
    tropic_bc_report report;
    tropic_bc_options options;
    OWNED(place) p;
    make_place(&p);
    p.stays = true;
    options = options_of(&p);
    assert_int_equal(run(&p, &options, values, &report), TROPIC_OK);
    assert_int_equal(p.failures, 0);
}

/* The folder is gone for good, or for some of the writes; somebody is told, or nobody. */
static void gone(void **unused)
{
    static double expected[N], values[N];
    expect(expected);
    for (int back_at = 0; back_at < 4; back_at++)
        for (int told = back_at > 0 ? 1 : 0; told < 2; told++) {
            tropic_bc_report report;
            tropic_bc_options options;
            OWNED(place) p;
            make_place(&p);
            p.back_at = back_at;
            options = options_of(&p);
            if (!told) options.checkpoint_failed = NULL;
            assert_int_equal(run(&p, &options, values, &report), TROPIC_OK);
            assert_memory_equal(values, expected, sizeof expected);
            assert_int_equal(report.sources, N);
            assert_true(p.gone == (back_at == 0));
            if (back_at > 0) assert_int_equal(p.failures, back_at);
            if (back_at == 0) assert_true(told ? p.failures > 2 : p.failures == 0);
            if (back_at > 0) {
                /* The file in the end is complete. */
                p.stays = true;
                assert_int_equal(run(&p, &options, values, &report), TROPIC_OK);
                assert_memory_equal(values, expected, sizeof expected);
                assert_true(report.resumed == 1);
            }
        }
}

/* Cancelled, a run has its estimate all the same; one that gives none tells that nothing is kept. */
static void cancelled(void **unused)
{
    static double values[N];
    for (int partial = 0; partial < 2; partial++) {
        tropic_bc_report report;
        tropic_bc_options options;
        double sum = 0;
        OWNED(place) p;
        make_place(&p);
        p.stop_at = 2;
        options = options_of(&p);
        options.partial = partial != 0;
        assert_int_equal(run(&p, &options, values, &report), partial ? TROPIC_CANCELLED : TROPIC_IO_ERROR);
        assert_int_equal(p.failures, partial ? 3 : 2);
        for (int v = 0; v < N; v++) sum += values[v];
        assert_true(partial ? sum > 0 && report.sources > 0 && report.sources < N : sum == 0);
    }
}

/* Have they the same entries? */
static bool same_values(const tropic_vector *a, const tropic_vector *b)
{
    const tropic_index n = tropic_vector_size(a);
    const size_t size = tropic_type_size(tropic_vector_type(a));
    OWNED_MEMORY char *of_a = test_room(n, size), *of_b = test_room(n, size);
    memset(of_a, 0, (size_t)n * size);
    memset(of_b, 0, (size_t)n * size);
    assert_int_equal(tropic_vector_get_dense(a, of_a, NULL), TROPIC_OK);
    assert_int_equal(tropic_vector_get_dense(b, of_b, NULL), TROPIC_OK);
    return tropic_vector_count(a) == tropic_vector_count(b) && memcmp(of_a, of_b, (size_t)n * size) == 0;
}

/* Eccentricities of G, one way: all or the diameter, by arcs or lengths; bit for bit those of a run without. */
static void check_eccentricities(const test_graph *G, bool weighted, bool diameter, int back_at, double every)
{
    OWNED(place) p;
    const tropic_context_options wanted = {
        .size = sizeof wanted, .device = test_device(), .progress = go_on, .progress_user = &p};
    OWNED(tropic_context) *c = NULL;
    tropic_eccentricity_report told = {.size = sizeof told};
    tropic_eccentricity_options o = {
        .size = sizeof o, .weighted = weighted, .diameter = diameter, .checkpoint_seconds = every, .report = &told};
    make_place(&p);
    p.stays = true;
    p.back_at = back_at;
    assert_ok(NULL, tropic_context_create(&c, &wanted));
    OWNED(tropic_matrix) *A = test_matrix_of(c, G, TROPIC_INT32, NULL);
    OWNED(tropic_vector) *whole = test_vector_of(c, weighted ? TROPIC_INT64 : TROPIC_INT32, G->rows, NULL);
    OWNED(tropic_vector) *found = test_vector_of(c, weighted ? TROPIC_INT64 : TROPIC_INT32, G->rows, NULL);
    assert_ok(c, tropic_eccentricity(whole, A, &o, NULL));
    o.checkpoint = p.file;
    o.checkpoint_failed = failed;
    o.checkpoint_user = &p;
    p.stays = false;
    assert_ok(c, tropic_eccentricity(found, A, &o, NULL));
    assert_true(p.failures > 0 && same_values(whole, found));
    if (p.gone) return;
    /* The file in the end goes with itself. */
    p.stays = true;
    assert_ok(c, tropic_eccentricity(found, A, &o, NULL));
    assert_true(same_values(whole, found));
}

/* A failure as bounds end, too, and of some of the writes alone. */
static void eccentricities(void **unused)
{
    OWNED(test_graph) both = test_random_undirected(3, 150, 180), one_way = test_random_graph(7, 120, 120, 450);
    test_weigh(&one_way, 4, 1, 9, 1);
    test_weigh(&both, 4, 1, 1, 1);
    for (int how = 0; how < 8; how++)
        for (int back_at = 0; back_at < 4; back_at++)
            for (int often = 0; often < 2; often++)
                check_eccentricities(how & 4 ? &one_way : &both, how & 1, how & 2, back_at, often ? 1e-9 : 0);
}

int main(void)
{
    test_need_device();
    const struct CMUnitTest tests[] = {cmocka_unit_test(gone), cmocka_unit_test(cancelled),
                                       cmocka_unit_test(eccentricities)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
