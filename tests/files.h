/* SPDX-License-Identifier: Apache-2.0
 *
 * Files for tests: scratch ones, and tables of expectations.
 */
#ifndef TROPIC_TESTS_FILES_H
#define TROPIC_TESTS_FILES_H

#include "tests/common.h"

/* A name in a folder of this program's own, made on first use and removed at exit; freed by the
 * caller. */
char *test_file_name(const char *name);
void test_write(const char *path, const void *bytes, size_t count);
/* The whole file, with a zero after it; *count may be NULL. NULL: it does not exist. */
char *test_read(const char *path, size_t *count);
/* Files in a folder, "." and ".." not counted. */
int test_count_files(const char *folder);
/* The folder that test_file_name names files in. */
const char *test_folder(void);

/* Rows of cells between tabs; lines that begin with # are skipped. */
typedef struct test_table {
    int rows;
    char ***cell; /* cell[row][column] */
    char *text;
} test_table;
test_table test_table_read(const char *path, int columns);
void test_table_free(test_table *table);

#endif
