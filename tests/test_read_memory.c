/* SPDX-License-Identifier: Apache-2.0
 *
 * Readers and writers when memory runs out, at each allocation in turn: every way through them that a
 * plain graph saved and loaded (test_memory.c) does not take.
 */
#include <unistd.h>

#include "tests/failing.h"
#include "tests/files.h"

static const char *path;

static tropic_status load(tropic_context *context, test_failing_objects *objects)
{
    return tropic_matrix_load(&objects->made, context, path, NULL);
}

static void loading(void **state)
{
    static const char *const files[] = {
        "matrices/odd/sparse-ids.txt",  "matrices/odd/huge-ids.txt",         "matrices/odd/lone-vertices.txt",
        "matrices/odd/turns-real.txt",  "matrices/odd/commas.csv",           "matrices/odd/all-weights.graph",
        "matrices/odd/array-skew.mtx",  "matrices/odd/array-symmetric.mtx",  "matrices/odd/skew.mtx",
        "matrices/odd/two-members.gz",  "matrices/odd/out.bip-unsized",      "matrices/odd/out.asym-sparse",
        "matrices/odd/sum-wide.mtx",    "matrices/odd/skew-least.mtx",       "matrices/odd/out.positive",
        "matrices/odd/quotes.csv",      "matrices/odd/colouring.col",        "matrices/email-Eu-core.edges.gz",
        "matrices/odd/out.dynamic",     "matrices/odd/out.dynamic-lines",    "matrices/odd/array-shared-lines.mtx",
        "matrices/odd/one-percent.mtx", "matrices/odd/unsigned-integer.mtx", "matrices/odd/gephi.csv",
        "matrices/odd/graph.smat",      "matrices/odd/pandas.csv",
    };
    const test_failing_case what = {"load", NULL, load, TROPIC_STRATEGY_AUTO};
    for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
        path = files[f];
        assert_true(test_failing_run(&test_failing_host, &what) > 2);
    }
}

static tropic_status load_pattern(tropic_context *context, test_failing_objects *objects)
{
    const tropic_load_options options = {.size = sizeof options, .ignore_values = true, .zeros = TROPIC_ZEROS_DROP};
    return tropic_matrix_load(&objects->made, context, path, &options);
}

/* Values that are looked at and not kept. */
static void loading_without_zeros(void **state)
{
    const test_failing_case what = {"load", NULL, load_pattern, TROPIC_STRATEGY_AUTO};
    path = "matrices/odd/array-shared-lines.mtx";
    assert_true(test_failing_run(&test_failing_host, &what) > 2);
}

/* The ids of vertices without arcs; the loose ids are 64-bit and sparse. */
static void loading_lone(void **state)
{
    const char text[] = "# vertex 5000000000\n# vertex 7\n-90000000000 1 5\n";
    OWNED_MEMORY char *name = test_file_name("lone.txt");
    const test_failing_case what = {"load", NULL, load, TROPIC_STRATEGY_AUTO};
    test_write(name, text, sizeof text - 1);
    path = name;
    assert_true(test_failing_run(&test_failing_host, &what) > 2);
}

static tropic_status load_united(tropic_context *context, test_failing_objects *objects)
{
    const tropic_load_options options = {
        .size = sizeof options, .duplicates = TROPIC_DUPLICATES_SUM, .direction = TROPIC_DIRECTION_UNDIRECTED};
    return tropic_matrix_load(&objects->made, context, path, &options);
}

/* Values that become wider where an entry and its opposite add up. */
static void loading_wider(void **state)
{
    const char text[] = "1 2 2147483647\n2 1 5\n";
    OWNED_MEMORY char *name = test_file_name("wider.txt");
    const test_failing_case what = {"load", NULL, load_united, TROPIC_STRATEGY_AUTO};
    test_write(name, text, sizeof text - 1);
    path = name;
    assert_true(test_failing_run(&test_failing_host, &what) > 2);
}

static void prepare_matrix(tropic_context *context, test_failing_objects *objects)
{
    assert_ok(context, tropic_matrix_load(&objects->A, context, "matrices/lesmis.graph", NULL));
}

static tropic_status save(tropic_context *context, test_failing_objects *objects)
{
    return tropic_matrix_save(objects->A, context, path, TROPIC_FORMAT_AUTO);
}

static void saving(void **state)
{
    static const char *const names[] = {"a.graph", "a.graph.gz", "a.mtx", "a.gr", "a.txt", "out.a"};
    const test_failing_case what = {"save", prepare_matrix, save, TROPIC_STRATEGY_AUTO};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        OWNED_MEMORY char *name = test_file_name(names[k]);
        int before = test_count_files(test_folder());
        path = name;
        test_failing_run(&test_failing_host, &what);
        assert_int_equal(unlink(name), 0);
        assert_int_equal(test_count_files(test_folder()), before);
    }
}

static void prepare_vector(tropic_context *context, test_failing_objects *objects)
{
    const double value = 1.5;
    assert_ok(context, tropic_vector_create(&objects->v[0], context, TROPIC_FP64, 5));
    assert_ok(context, tropic_vector_set(objects->v[0], 3, &value));
}

static tropic_status save_and_load_vector(tropic_context *context, test_failing_objects *objects)
{
    tropic_status status = tropic_vector_save(objects->v[0], path);
    if (status == TROPIC_OK) status = tropic_vector_load(&objects->made_vector, context, path);
    return status;
}

static void vectors(void **state)
{
    const test_failing_case what = {"vector", prepare_vector, save_and_load_vector, TROPIC_STRATEGY_AUTO};
    OWNED_MEMORY char *name = test_file_name("v.mtx.gz");
    path = name;
    test_failing_run(&test_failing_host, &what);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loading),      cmocka_unit_test(loading_without_zeros),
        cmocka_unit_test(loading_lone), cmocka_unit_test(loading_wider),
        cmocka_unit_test(saving),       cmocka_unit_test(vectors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
