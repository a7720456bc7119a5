/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared by tests of run-time compilation: a cache of their own, and processes that begin fresh or share the cases of
 * a program.
 */
#ifndef TROPIC_TESTS_JIT_H
#define TROPIC_TESTS_JIT_H

#include "tests/common.h"

/* Setup and teardown of a test: TROPIC_CACHE_DIR names an empty folder, which is gone afterwards. */
int test_cache_begin(void **state);
int test_cache_end(void **state);
const char *test_cache_folder(void);
/* The one entry of the cache; freed by the caller. */
char *test_cache_entry(void);
void test_cache_clear(void);
/* An entry whose key is this text. look: 1: found as stored; 0: not there; -1: something else. */
void test_cache_store(const char *text, const void *bytes, size_t count);
int test_cache_look(const char *text, const void *bytes, size_t count);

/* In main(), before all else: makes TROPIC_TEST_JOBS processes of the program, with one cache, which share its cases.
 * The parent waits for them, and ends here with their result. (A driver of a GPU cannot be forked, so that this comes
 * before test_need_device.) */
void test_share_cases(void);
/* Is case k this process's? */
bool test_is_mine(uint64_t k);

/* Runs `body` in `count` processes at once; each must return true. */
void test_in_processes(int count, bool (*body)(void));

/* false where it does not hold, having said so: for `body`, where CMocka's assertions cannot be used. */
#define test_holds(condition) test_holds_at(!!(condition), #condition, __FILE__, __LINE__)
bool test_holds_at(bool holds, const char *what, const char *file, int line);

#endif
