/* SPDX-License-Identifier: Apache-2.0
 *
 * A GPU's results equal the CPU's: a context of each for the tests of a program, and matrices
 * whose entries lie where tests want them.
 */
#ifndef TROPIC_TESTS_HOST_AND_DEVICE_H
#define TROPIC_TESTS_HOST_AND_DEVICE_H

#include "tests/fixtures.h"

/* Contexts: of the CPU, with four threads, so that the work is divided; and of the test's device. */
extern tropic_context *on_host, *on_device;
/* For cmocka_run_group_tests. */
int test_open_both(void **state);
int test_close_both(void **state);

/* Where entry k is, among n rows or columns. */
typedef int64_t test_placing(int64_t k, int64_t n);
int64_t test_at_first(int64_t k, int64_t n);
int64_t test_at_each(int64_t k, int64_t n); /* round and round */
int64_t test_scattered(int64_t k, int64_t n);

/* A rows x cols matrix of the host's: entry k in row row(k, rows) and column col(k, cols), of several at one place the
 * one with the largest value. Values are 0 .. 99; those of BOOL are left out: a pattern. */
tropic_matrix *test_matrix_placed(tropic_index rows, tropic_index cols, int64_t count, test_placing *row,
                                  test_placing *col, tropic_type type);

#endif
