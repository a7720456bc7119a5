/* SPDX-License-Identifier: Apache-2.0
 *
 * The device that TROPIC_DEVICE names.
 */
#include "tests/graphblas/common.h"

static GrB_Info init_with(const char *word)
{
    GrB_Info info;
    setenv("TROPIC_DEVICE", word, 1);
    info = GrB_init(GrB_NONBLOCKING);
    if (info == GrB_SUCCESS) ok(GrB_finalize());
    return info;
}

static void words_name_a_device(void **state)
{
    fails(INVALID_VALUE, init_with("gpu"));
    fails(INVALID_VALUE, init_with("cuda:"));
    fails(INVALID_VALUE, init_with("cuda:x"));
    fails(NOT_IMPLEMENTED, init_with("cuda:1000000"));
    if (tropic_device_count() == 0) fails(NOT_IMPLEMENTED, init_with("cuda"));
    ok(init_with("cpu"));
    ok(init_with("auto"));
    ok(init_with(""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(words_name_a_device)};
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
