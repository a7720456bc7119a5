/* SPDX-License-Identifier: Apache-2.0
 *
 * Operations whose result is a matrix: each kind against GraphBLAS, with every type, mask and accumulator, and matrices
 * that are each other.
 */
#include "tests/jit.h"
#include "tests/operations.h"

static void check_kinds(operation_kind first, operation_kind last)
{
    enum { CASES = 300, SMALL = 20 };
    for (int kind = (int)first; kind <= (int)last; kind++)
        operations_check(10 + (uint64_t)kind, test_sized(CASES, SMALL), (operation_kind)kind);
}

static void test_entry_by_entry(void **unused)
{
    check_kinds(OPERATION_MATRIX_ADD, OPERATION_KRONECKER);
}

static void test_parts(void **unused)
{
    check_kinds(OPERATION_MATRIX_EXTRACT, OPERATION_MATRIX_SUBASSIGN_SCALAR);
}

static void test_lines(void **unused)
{
    check_kinds(OPERATION_EXTRACT_ROW, OPERATION_EXTRACT_DIAGONAL);
    check_kinds(OPERATION_DIAGONAL, OPERATION_DIAGONAL);
    check_kinds(OPERATION_ASSIGN_ROW, OPERATION_SUBASSIGN_COLUMN);
}

static void test_tiles(void **unused)
{
    check_kinds(OPERATION_CONCAT, OPERATION_SPLIT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_entry_by_entry, operations_teardown),
        cmocka_unit_test_teardown(test_parts, operations_teardown),
        cmocka_unit_test_teardown(test_lines, operations_teardown),
        cmocka_unit_test_teardown(test_tiles, operations_teardown),
    };
    test_share_cases();
    test_need_device();
    return cmocka_run_group_tests(tests, test_cache_begin, test_cache_end);
}
