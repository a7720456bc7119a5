/* SPDX-License-Identifier: Apache-2.0
 *
 * Real files: those of matrices/manifest.tsv, and larger ones where the folder is there that the
 * environment variable TROPIC_GRAPHS, or else the definition TROPIC_SHARED_GRAPHS, names. The
 * numbers are the sources' own.
 */
#include <unistd.h>

#include "tests/common.h"
#include "tests/files.h"
#include "tests/fixtures.h"

#ifndef TROPIC_SHARED_GRAPHS
#define TROPIC_SHARED_GRAPHS ""
#endif

/* The stored entries of a file: each once, both ways, or both ways but for the diagonal. */
static void check(const char *path, int64_t rows, int64_t stored, int64_t loops, int64_t min)
{
    tropic_matrix_facts facts = {.size = sizeof facts};
    OWNED(tropic_context) *context = test_context_of(1), *other = test_context_of(3);
    OWNED(tropic_matrix) *one = NULL, *three = NULL;

    assert_ok(context, tropic_matrix_load(&one, context, path, NULL));
    assert_ok(other, tropic_matrix_load(&three, other, path, NULL));
    assert_ok(context, tropic_matrix_describe(one, context, &facts));
    if (facts.rows != rows || facts.count != stored || facts.loops != loops || tropic_matrix_label(one, 0) != min)
        fail_msg("%s: %d rows, %lld entries, %lld loops, least label %lld", path, (int)facts.rows,
                 (long long)facts.count, (long long)facts.loops, (long long)tropic_matrix_label(one, 0));

    /* Any number of threads reads the same. */
    test_matrices_same(context, one, other, three);
    for (tropic_index i = 0; i < rows; i += 97)
        assert_int_equal(tropic_matrix_label(one, i), tropic_matrix_label(three, i));
}

static void manifest(void **state)
{
    OWNED(test_table) table = test_table_read("matrices/manifest.tsv", 9);
    int files = 0;
    for (int r = 0; r < table.rows; r++) {
        char **row = table.cell[r], path[256];
        OWNED(tropic_context) *context = test_context_of(1);
        tropic_load_options options = {.size = sizeof options, .direction = TROPIC_DIRECTION_DIRECTED};
        OWNED(tropic_matrix) *A = NULL;
        int64_t entries = strtoll(row[5], NULL, 10);

        if (strcmp(row[0], "-") != 0) {
            files++;
            snprintf(path, sizeof path, "matrices/%s", row[0]);
            /* As directed, each entry of the file is one; a METIS file has two for an edge. */
            assert_ok(context, tropic_matrix_load(&A, context, path, &options));
            assert_int_equal(tropic_matrix_rows(A), atoi(row[3]));
            assert_int_equal(tropic_matrix_cols(A), atoi(row[4]));
            assert_int_equal(tropic_matrix_count(A), strcmp(row[2], "metis") == 0 ? 2 * entries : entries);
        }
    }
    assert_true(files >= 12);
}

static void small(void **state)
{
    check("matrices/karate.mtx", 34, 156, 0, 1);
    check("matrices/jagmesh7.mtx", 1138, 2 * 4294 - 1138, 1138, 1);
    check("matrices/west0067.mtx", 67, 294, 2, 1);
    check("matrices/cage4.mtx", 9, 49, 9, 1);
    check("matrices/lesmis.graph", 77, 508, 0, 1);
    check("matrices/out.foodweb-baydry.konect", 128, 2137, 0, 1);
    check("matrices/email-Eu-core.edges.gz", 1005, 25571, 642, 0);
}

static void large(void **state)
{
    static const struct {
        const char *name;
        int64_t rows, stored, loops, min;
    } files[] = {
        {"4elt.graph.gz", 15606, 91756, 0, 1},
        {"G51.mtx", 1000, 11818, 0, 1},
        {"PGPgiantcompo.graph.gz", 10680, 48632, 0, 1},
        {"USA-road-FLA.mtx.gz", 1070376, 2687902, 0, 1},
        {"USA-road-d.NY.gr.gz", 264346, 733846 - 3746, 0, 1},
        {"airfoil1.graph", 4253, 24578, 0, 1},
        {"bcsstk13.mtx.gz", 2003, 2 * 42943 - 2003, 2003, 1},
        {"bips98_606.mtx.gz", 7135, 34738, 6900, 1},
        {"ca-CondMat.txt.gz", 23133, 186936, 58, 1},
        {"delaunay_n16.graph.gz", 65536, 393150, 0, 1},
        {"facebook_combined.txt.gz", 4039, 88234, 0, 0},
        {"finan512.graph.gz", 74752, 522240, 0, 1},
        {"soc-Epinions1.txt.gz", 75879, 508837, 0, 0},
        {"soc-Slashdot0902.txt.gz", 82168, 948464, 78303, 1},
        {"wave.graph.gz", 156317, 2118662, 0, 1},
        {"web-NotreDame.txt.gz", 325729, 1497134, 27455, 0},
        {"wiki-Vote.txt.gz", 7115, 103689, 0, 3},
    };
    const char *folder = getenv("TROPIC_GRAPHS");
    int found = 0;
    if (!folder) folder = TROPIC_SHARED_GRAPHS;
    for (size_t k = 0; k < sizeof files / sizeof *files && folder[0]; k++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", folder, files[k].name);
        if (access(path, R_OK) != 0) continue;
        check(path, files[k].rows, files[k].stored, files[k].loops, files[k].min);
        found++;
    }
    if (found == 0) test_skip("no folder of graphs in TROPIC_GRAPHS");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(manifest),
        cmocka_unit_test(small),
        cmocka_unit_test(large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
