/* SPDX-License-Identifier: Apache-2.0
 *
 * Texts compiled at run time find their headers: each that a string in the library's sources includes is among the
 * embedded ones, and so is each that one of these includes.
 */
#define _GNU_SOURCE
#include "runtime/jit/jit_sources.h"
#include "tests/common.h"
#include "tests/files.h"

#include <ftw.h>

static int names; /* that were looked up */
static bool reached[1000];

static void follow(int source);

/* A name without a folder is a public header's, or NVRTC's. */
static int find(const char *name, size_t length)
{
    for (int s = 0; s < tp_source_count; s++)
        if (strlen(tp_sources[s].name) == length && memcmp(tp_sources[s].name, name, length) == 0) return s;
    return -1;
}

/* Every name between `begin` and `end` in a text, and in the headers included there. */
static void look_up(const char *where, const char *text, const char *begin, const char *end)
{
    const char *at = text;
    while ((at = strstr(at, begin))) {
        const char *name = at + strlen(begin), *last = strstr(name, end);
        int source;
        assert_non_null(last);
        source = find(name, (size_t)(last - name));
        if (source < 0)
            fail_msg("%s: '%.*s' is not embedded: see cmake/TropicSources.cmake", where, (int)(last - name), name);
        names++;
        follow(source);
        at = last;
    }
}

static void follow(int source)
{
    assert_in_range(source, 0, sizeof reached / sizeof *reached - 1);
    if (reached[source]) return;
    reached[source] = true;
    look_up(tp_sources[source].name, (const char *)tp_sources[source].text, "#include \"", "\"");
}

static int look_into(const char *path, const struct stat *status, int kind, struct FTW *at)
{
    const char *dot = strrchr(path, '.');
    OWNED_MEMORY char *text = NULL;
    if (kind != FTW_F || !dot || (strcmp(dot, ".c") != 0 && strcmp(dot, ".cu") != 0)) return 0;
    text = test_read(path, NULL);
    assert_non_null(text);
    look_up(path, text, "#include \\\"", "\\\"");
    return 0;
}

static void names_in_strings(void **unused)
{
    const char *const folders[] = {"runtime", "semiring", "formats", "spmv", "algorithms"};
    for (size_t f = 0; f < sizeof folders / sizeof *folders; f++)
        assert_int_equal(nftw(folders[f], look_into, 16, FTW_PHYS), 0);
    assert_true(names > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(names_in_strings)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
