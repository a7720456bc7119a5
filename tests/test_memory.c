/* SPDX-License-Identifier: Apache-2.0
 *
 * Host memory that runs out at the k-th allocation, for every k, in every call that allocates.
 */
#include "tests/failing.h"

static void contexts(void **state)
{
    test_failing_context(&test_failing_host);
}

static void calls(void **state)
{
    test_failing_run_all(&test_failing_host);
}

static const char *path;

static tropic_status load(tropic_context *context, test_failing_objects *objects)
{
    return tropic_matrix_load(&objects->made, context, path, NULL);
}

static tropic_status save_and_load(tropic_context *context, test_failing_objects *objects)
{
    tropic_status status = tropic_matrix_save(objects->A, context, path, TROPIC_FORMAT_AUTO);
    if (status == TROPIC_OK) status = load(context, objects);
    return status;
}

static tropic_status load_coordinates(tropic_context *context, test_failing_objects *objects)
{
    OWNED(tropic_vector) *y = NULL;
    tropic_status status = tropic_coordinates_load(&objects->made_vector, &y, context, path);
    return status;
}

static void prepare_save(tropic_context *context, test_failing_objects *objects)
{
    const tropic_index rows[] = {0, 1, 2}, cols[] = {1, 2, 0};
    const int32_t values[] = {3, 1, 2};
    assert_ok(context, tropic_matrix_from_coo(&objects->A, context, 3, 3, 3, rows, cols, TROPIC_INT32, values, NULL));
}

/* One file per format, and the two ways in which they lie on a disk. */
static void files(void **state)
{
    static const char *const suffixes[] = {".mtx", ".gr", ".txt", ".mtx.gz", ".konect"};
    const test_failing_case what = {"save and load", prepare_save, save_and_load, TROPIC_STRATEGY_AUTO};
    for (int s = 0; s < test_sized((int)(sizeof suffixes / sizeof *suffixes), 1); s++) {
        char folder[] = "/tmp/tropic-memory-XXXXXX", name[64];
        assert_non_null(mkdtemp(folder));
        snprintf(name, sizeof name, "%s/graph%s", folder, suffixes[s]);
        path = name;
        test_failing_run(&test_failing_host, &what);
        assert_int_equal(remove(name), 0);
        assert_int_equal(remove(folder), 0); /* and nothing else is left in it */
    }
}

static void coordinates(void **state)
{
    const test_failing_case what = {"coordinates_load", NULL, load_coordinates, TROPIC_STRATEGY_AUTO};
    path = "tests/cli/graphs/roads.co";
    test_failing_run(&test_failing_host, &what);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contexts),
        cmocka_unit_test(calls),
        cmocka_unit_test(files),
        cmocka_unit_test(coordinates),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
