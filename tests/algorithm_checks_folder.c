/* SPDX-License-Identifier: Apache-2.0
 *
 * Checks runs on every graph file of a folder.
 */
#include <dirent.h>

#include "tests/algorithm_checks.h"

static bool is_graph(const char *name)
{
    static const char *const suffixes[] = {".mtx", ".graph", ".gr", ".txt", ".edges", ".konect"};
    size_t length = strlen(name);
    if (length > 3 && strcmp(name + length - 3, ".gz") == 0) length -= 3;
    for (size_t k = 0; k < sizeof suffixes / sizeof *suffixes; k++) {
        size_t tail = strlen(suffixes[k]);
        if (length > tail && memcmp(name + length - tail, suffixes[k], tail) == 0) return true;
    }
    return false;
}

/* Whether the file was checked, and not left out for its shape or size. */
static bool check_file(const char *path, tropic_offset max)
{
    tropic_context *context = test_context();
    tropic_matrix *A = NULL;
    assert_ok(context, tropic_matrix_load(&A, context, path, NULL));
    bool wanted = tropic_matrix_rows(A) == tropic_matrix_cols(A) && tropic_matrix_count(A) <= max;
    OWNED(run_fixture) f = {.context = context, .A = A};
    if (wanted) {
        f = run_open_file(context, path, A);
        run_check_all(&f);
    }
    return wanted;
}

int run_check_folder(const char *folder, tropic_offset max)
{
    int checked = 0;
    DIR *directory = opendir(folder);
    if (!directory) return -1;
    for (struct dirent *entry = readdir(directory); entry; entry = readdir(directory)) {
        char path[4096];
        if (!is_graph(entry->d_name)) continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        checked += check_file(path, max);
    }
    closedir(directory);
    return checked;
}
