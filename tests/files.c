/* SPDX-License-Identifier: Apache-2.0
 *
 * Files for tests: scratch ones, and tables of expectations.
 */
#define _GNU_SOURCE
#include "tests/files.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

static char folder[] = "/tmp/tropic-test-XXXXXX";
static bool made;

static void remove_folder(void)
{
    DIR *all = opendir(folder);
    const struct dirent *one;
    while (all && (one = readdir(all)) != NULL)
        if (strcmp(one->d_name, ".") != 0 && strcmp(one->d_name, "..") != 0) unlinkat(dirfd(all), one->d_name, 0);
    if (all) closedir(all);
    rmdir(folder);
}

const char *test_folder(void)
{
    if (!made) {
        if (!mkdtemp(folder)) fail_msg("cannot make %s", folder);
        made = true;
        atexit(remove_folder);
    }
    return folder;
}

char *test_file_name(const char *name)
{
    char *path = NULL;
    if (asprintf(&path, "%s/%s", test_folder(), name) < 0) fail_msg("out of memory");
    return path;
}

/* What is there is written over and then cut, not emptied first: ext4 brings a file that was emptied to the disk at
 * once, and thousands of them wait for that. */
void test_write(const char *path, const void *bytes, size_t count)
{
    const int descriptor = open(path, O_WRONLY | O_CREAT, 0666);
    FILE *file = descriptor >= 0 ? fdopen(descriptor, "wb") : NULL;
    if (!file) fail_msg("cannot write %s", path);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    assert_int_equal(fflush(file), 0);
    assert_int_equal(ftruncate(descriptor, (off_t)count), 0);
    fclose(file);
}

char *test_read(const char *path, size_t *count)
{
    FILE *file = fopen(path, "rb");
    char *text;
    long size;
    if (!file) return NULL;
    fseek(file, 0, SEEK_END);
    size = ftell(file);
    rewind(file);
    text = malloc((size_t)size + 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, (size_t)size, file), size);
    text[size] = '\0';
    fclose(file);
    if (count) *count = (size_t)size;
    return text;
}

int test_count_files(const char *path)
{
    DIR *all = opendir(path);
    int count = 0;
    if (!all) return -1;
    while (readdir(all)) count++;
    closedir(all);
    return count - 2;
}

test_table test_table_read(const char *path, int columns)
{
    test_table table = {.text = test_read(path, NULL)};
    char *next = table.text, *line;
    int lines = 0;

    if (!table.text) fail_msg("cannot read %s", path);
    for (const char *p = table.text; *p; p++) lines += *p == '\n';
    table.cell = calloc((size_t)lines + 1, sizeof *table.cell);
    assert_non_null(table.cell);
    while ((line = strsep(&next, "\n")) != NULL) {
        char **row;
        if (line[0] == '#' || line[0] == '\0') continue;
        row = table.cell[table.rows++] = calloc((size_t)columns, sizeof *row);
        for (int c = 0; c < columns; c++) {
            row[c] = strsep(&line, "\t");
            if (!row[c]) fail_msg("%s: row %d has fewer than %d cells", path, table.rows, columns);
        }
    }
    return table;
}

void test_table_free(test_table *table)
{
    for (int r = 0; r < table->rows; r++) free(table->cell[r]);
    free(table->cell);
    free(table->text);
    *table = (test_table){0};
}
