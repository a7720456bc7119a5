/* SPDX-License-Identifier: Apache-2.0
 *
 * Readers, on files small enough to check by hand, and on those of matrices/odd.
 */
#include "formats/files/text/text.h"
#include "tests/common.h"
#include "tests/files.h"

/* "2x2 fp64 (1,1)=1.5 (2,2)=2": by rows, with labels. Freed by the caller. */
static char *describe(tropic_context *context, const tropic_matrix *A)
{
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    assert_non_null(out);
    assert_ok(context, tropic_matrix_csr(A, context, &offsets, &ids, &values));
    assert_int_equal(values == NULL, tropic_matrix_is_pattern(A));
    fprintf(out, "%dx%d %s", (int)tropic_matrix_rows(A), (int)tropic_matrix_cols(A),
            tropic_type_name(tropic_matrix_type(A)));
    for (tropic_index i = 0; i < tropic_matrix_rows(A); i++) {
        for (tropic_offset k = offsets[i]; k < offsets[i + 1]; k++) {
            fprintf(out, " (%lld,%lld)", (long long)tropic_matrix_label(A, i),
                    (long long)tropic_matrix_label(A, ids[k]));
            if (!values) continue;
            switch (tropic_matrix_type(A)) {
            case TROPIC_BOOL: fprintf(out, "=%d", ((const bool *)values)[k]); break;
            case TROPIC_INT32: fprintf(out, "=%d", ((const int32_t *)values)[k]); break;
            case TROPIC_INT64: fprintf(out, "=%lld", (long long)((const int64_t *)values)[k]); break;
            case TROPIC_FP32: fprintf(out, "=%g", (double)((const float *)values)[k]); break;
            case TROPIC_FP64: fprintf(out, "=%g", ((const double *)values)[k]); break;
            default: break; /* no file is read so */
            }
        }
    }
    fclose(out);
    return text;
}

/* The matrix of a file of this name and text. */
static void expect_with(const char *name, const char *text, tropic_load_options options, const char *expected)
{
    OWNED(tropic_context) *context = test_context_of(2);
    OWNED_MEMORY char *path = test_file_name(name), *found = NULL;
    OWNED(tropic_matrix) *A = NULL;

    options.size = sizeof options;
    test_write(path, text, strlen(text));
    assert_ok(context, tropic_matrix_load(&A, context, path, &options));
    found = describe(context, A);
    if (strcmp(found, expected) != 0) fail_msg("%s: expected %s, got %s", name, expected, found);
}

static void expect(const char *name, const char *text, const char *expected)
{
    expect_with(name, text, (tropic_load_options){0}, expected);
}

#define MM "%%MatrixMarket matrix "

static void matrix_market(void **state)
{
    expect("a.mtx", MM "coordinate real general\n% c\n2 3 3\n2 1 -1.5\n1 3 2e3\n1 1 0\n",
           "2x3 fp64 (1,1)=0 (1,3)=2000 (2,1)=-1.5");
    expect("a.mtx", MM "coordinate integer general\n2 2 2\n2 1 -7\n1 2 2147483647\n",
           "2x2 int32 (1,2)=2147483647 (2,1)=-7");
    expect("a.mtx", MM "coordinate integer general\n2 2 2\n2 1 -7\n1 2 2147483648\n",
           "2x2 int64 (1,2)=2147483648 (2,1)=-7");
    expect("a.mtx", MM "coordinate pattern general\n2 2 2\n2 1\n1 2\n", "2x2 bool (1,2) (2,1)");
    expect("a.mtx", MM "coordinate real symmetric\n3 3 3\n1 1 4\n2 1 5\n3 2 6\n",
           "3x3 fp64 (1,1)=4 (1,2)=5 (2,1)=5 (2,3)=6 (3,2)=6");
    expect("a.mtx", MM "coordinate pattern symmetric\n2 2 1\n2 1\n", "2x2 bool (1,2) (2,1)");
    expect("a.mtx", MM "coordinate integer skew-symmetric\n2 2 1\n2 1 5\n", "2x2 int32 (1,2)=-5 (2,1)=5");
    /* Of the least 32-bit integer the mirrored place holds a value that needs 64. */
    expect("a.mtx", MM "coordinate integer skew-symmetric\n2 2 1\n2 1 -2147483648\n",
           "2x2 int64 (1,2)=2147483648 (2,1)=-2147483648");
    expect("a.mtx", MM "array integer skew-symmetric\n2 2\n-2147483648\n",
           "2x2 int64 (1,2)=2147483648 (2,1)=-2147483648");
    expect("a.mtx", MM "coordinate integer general\n2 2 1\n2 1 -2147483648\n", "2x2 int32 (2,1)=-2147483648");
    /* Sums, of one place and of both directions. */
    expect("a.mtx", MM "coordinate integer general\n2 2 3\n1 2 2147483647\n2 2 -7\n1 2 1\n",
           "2x2 int64 (1,2)=2147483648 (2,2)=-7");
    expect("a.mtx", MM "coordinate integer symmetric\n2 2 2\n2 1 -2147483648\n2 1 -1\n",
           "2x2 int64 (1,2)=-2147483649 (2,1)=-2147483649");
    expect("a.mtx", MM "coordinate integer skew-symmetric\n2 2 2\n2 1 -2147483647\n2 1 -1\n",
           "2x2 int64 (1,2)=2147483648 (2,1)=-2147483648");
    expect("a.mtx", MM "coordinate real general\n1 2 3\n1 2 1\n1 2 2\n1 2 4\n", "1x2 fp64 (1,2)=7");
    expect("a.mtx", MM "array real general\n2 2\n1\n2\n3\n4\n", "2x2 fp64 (1,1)=1 (1,2)=3 (2,1)=2 (2,2)=4");
    expect("a.mtx", MM "array integer symmetric\n2 2\n1\n2\n3\n", "2x2 int32 (1,1)=1 (1,2)=2 (2,1)=2 (2,2)=3");
    expect("a.mtx", MM "array real skew-symmetric\n3 3\n1\n2\n3\n",
           "3x3 fp64 (1,2)=-1 (1,3)=-2 (2,1)=1 (2,3)=-3 (3,1)=2 (3,2)=3");
}

static void dimacs(void **state)
{
    expect("a.gr", "c x\np sp 3 3\na 1 2 5\na 3 1 0\na 1 2 4\n", "3x3 int32 (1,2)=4 (3,1)=0");
    expect("a.gr", "p sp 2 1\na 2 1 9999999999\n", "2x2 int64 (2,1)=9999999999");
    expect("a.gr", "p col 3 2\ne 2 1\ne 2 3\n", "3x3 bool (1,2) (2,1) (2,3) (3,2)");
}

static void metis(void **state)
{
    const tropic_load_options directed = {.direction = TROPIC_DIRECTION_DIRECTED};
    expect("a.graph", "4 2\n3\n\n1 4\n3\n", "4x4 bool (1,3) (3,1) (3,4) (4,3)");
    expect("a.graph", "3 2 001\n2 7\n1 7 3 9\n2 9\n", "3x3 int32 (1,2)=7 (2,1)=7 (2,3)=9 (3,2)=9");
    expect("a.graph", "2 1 011\n50 2 7\n60 1 7\n", "2x2 int32 (1,2)=7 (2,1)=7");
    /* Parallel edges combine, by default to the smaller. */
    expect("a.graph", "2 2 1\n2 7 2 5\n1 5 1 7\n", "2x2 int32 (1,2)=5 (2,1)=5");
    expect_with("a.graph", "3 2\n2 3\n1\n1\n", directed, "3x3 bool (1,2) (1,3) (2,1) (3,1)");
}

static void edge_lists(void **state)
{
    expect("a.txt", "# c\n% c\n0 1\n1 2\n", "3x3 bool (0,1) (1,2)");
    expect("a.txt", "7\t100\n100 3\n", "3x3 bool (7,100) (100,3)");
    expect("a.csv", "1,2,3\n2,1,4\n", "2x2 int32 (1,2)=3 (2,1)=4");
    expect("a.csv", "1,2,3\n2,1,0.5\n1,1,7\n", "2x2 fp64 (1,1)=7 (1,2)=3 (2,1)=0.5");
    expect("a.txt", "-1 10000000000\n", "2x2 bool (-1,10000000000)");
    expect("a.txt", "1 2 9\n1 2 5\n", "2x2 int32 (1,2)=5");
    expect("a.txt", "# vertex 4\n1 2\n", "3x3 bool (1,2)");
    expect("a.txt", "# undirected, each edge in both directions\n1 2 3\n2 1 3\n", "2x2 int32 (1,2)=3 (2,1)=3");
    /* A line of names, and quotes. */
    expect("a.csv", "source,target,weight\n1,2,3\n", "2x2 int32 (1,2)=3");
    expect("a.csv", "# vertex 4\nFrom ; To\r\n# c\r\n1;2\r\n", "3x3 bool (1,2)");
    expect("a.csv", "\"a\",\"b\"\n\"1\",\"2\"\n3, \"1\" \n", "3x3 bool (1,2) (3,1)");
    expect("a.csv", "\"1\",\"2\",\"-0.5\"", "2x2 fp64 (1,2)=-0.5");
    expect("a.tsv", "from\tto\n1\t2\n", "2x2 bool (1,2)");
    expect("a.csv", "\xc3\xa4,_\n1,2\n", "2x2 bool (1,2)");
}

static void konect(void **state)
{
    expect("out.a", "% sym unweighted\n1 2\n1 3\n", "3x3 bool (1,2) (1,3) (2,1) (3,1)");
    expect("out.a", "% asym weighted\n% 2 4 4\n1 2 0.5\n4 1 1\n", "4x4 fp64 (1,2)=0.5 (4,1)=1");
    expect("out.a", "% asym positive\n10 20 2\n20 10 3\n", "2x2 int32 (10,20)=2 (20,10)=3");
    expect("out.a", "% bip unweighted\n% 2 2 3\n1 3\n2 1\n", "2x3 bool (1,3) (2,1)");
    expect("out.a", "% asym unweighted\n1 2 1 99\n2 1 1 98\n", "2x2 bool (1,2) (2,1)");
    expect("out.a", "% asym weighted\n1 2 5 99\n2 1 6 98\n", "2x2 int32 (1,2)=5 (2,1)=6");
    /* Multigraphs: each line counts, whether it says how often or not. */
    expect("out.a", "% asym positive\n1 2\n2 3\n1 2\n", "3x3 int32 (1,2)=2 (2,3)=1");
    expect("out.a", "% sym positive\n% 3 2 2\n1 2\n2 1\n2 2\n", "2x2 int32 (1,2)=2 (2,1)=2 (2,2)=1");
    expect("out.a", "% bip positive\n1 3\n1 3\n2 1\n", "2x3 int32 (1,3)=2 (2,1)=1");
    expect("out.a", "% asym positive\n1 99999999999\n1 99999999999\n", "2x2 int32 (1,99999999999)=2");
    expect("out.a", "% asym positive\n1 2 2147483647 7\n1 2 1 8\n", "2x2 int64 (1,2)=2147483648");
    expect("out.a", "% asym posweighted\n1 2 2\n1 2 1\n", "2x2 int32 (1,2)=1");
    expect("out.a", "% bip positive\n% 0 2 2\n", "2x2 bool");
}

/* A file's facts on its entries are kept, however these are read. */
static void says(const char *name, const char *text, tropic_file_direction expected)
{
    OWNED(tropic_context) *context = test_context_of(2);
    OWNED_MEMORY char *path = test_file_name(name);
    test_write(path, text, strlen(text));
    for (int d = TROPIC_DIRECTION_AUTO; d <= TROPIC_DIRECTION_DIRECTED; d++) {
        const tropic_load_options options = {.size = sizeof options, .direction = (tropic_direction)d};
        OWNED(tropic_matrix) *A = NULL;
        assert_ok(context, tropic_matrix_load(&A, context, path, &options));
        assert_int_equal(tropic_matrix_file_direction(A), expected);
    }
}

static void directions(void **state)
{
    says("a.mtx", MM "coordinate pattern general\n2 2 1\n2 1\n", TROPIC_FILE_SILENT);
    says("a.mtx", MM "coordinate pattern symmetric\n2 2 1\n2 1\n", TROPIC_FILE_UNDIRECTED);
    says("a.mtx", MM "array real skew-symmetric\n2 2\n1\n", TROPIC_FILE_SKEW);
    says("a.gr", "p sp 2 1\na 1 2 5\n", TROPIC_FILE_DIRECTED);
    says("a.gr", "p edge 2 1\ne 1 2\n", TROPIC_FILE_UNDIRECTED);
    says("a.graph", "4 3\n2 3 4\n1\n1\n1\n", TROPIC_FILE_UNDIRECTED);
    says("a.txt", "1 2\n", TROPIC_FILE_SILENT);
    says("out.a", "% sym unweighted\n1 2\n", TROPIC_FILE_UNDIRECTED);
    says("out.a", "% asym unweighted\n1 2\n", TROPIC_FILE_DIRECTED);
    says("out.a", "% bip unweighted\n1 2\n", TROPIC_FILE_DIRECTED);
}

static void options(void **state)
{
    const char *graph = "1 2 5\n2 1 3\n1 2 4\n2 2 9\n";
    const char *symmetric = MM "coordinate integer symmetric\n2 2 2\n2 1 5\n2 2 6\n";
#define WITH(...) ((tropic_load_options){__VA_ARGS__})
    expect_with("a.txt", graph, WITH(.duplicates = TROPIC_DUPLICATES_SUM), "2x2 int32 (1,2)=9 (2,1)=3 (2,2)=9");
    expect_with("a.txt", graph, WITH(.duplicates = TROPIC_DUPLICATES_MAX), "2x2 int32 (1,2)=5 (2,1)=3 (2,2)=9");
    expect_with("a.txt", graph, WITH(.duplicates = TROPIC_DUPLICATES_FIRST), "2x2 int32 (1,2)=5 (2,1)=3 (2,2)=9");
    expect_with("a.txt", graph, WITH(.duplicates = TROPIC_DUPLICATES_LAST), "2x2 int32 (1,2)=4 (2,1)=3 (2,2)=9");
    expect_with("a.txt", graph, WITH(.loops = TROPIC_LOOPS_DROP), "2x2 int32 (1,2)=4 (2,1)=3");
    expect_with("a.txt", graph, WITH(.direction = TROPIC_DIRECTION_UNDIRECTED), "2x2 int32 (1,2)=3 (2,1)=3 (2,2)=9");
    expect_with("a.txt", graph, WITH(.ignore_values = true), "2x2 bool (1,2) (2,1) (2,2)");
    expect_with("a.txt", "1 2 2147483647\n2 1 5\n2 2 1\n",
                WITH(.direction = TROPIC_DIRECTION_UNDIRECTED, .duplicates = TROPIC_DUPLICATES_SUM),
                "2x2 int64 (1,2)=2147483652 (2,1)=2147483652 (2,2)=1");
    expect_with("a.txt", "1 2 2147483647\n1 2 1\n2 1 5\n",
                WITH(.direction = TROPIC_DIRECTION_UNDIRECTED, .duplicates = TROPIC_DUPLICATES_SUM),
                "2x2 int64 (1,2)=2147483653 (2,1)=2147483653");
    expect_with("a.txt", "1 2 2147483647\n1 2 1\n", WITH(.duplicates = TROPIC_DUPLICATES_MAX),
                "2x2 int32 (1,2)=2147483647");
    expect_with("a.mtx", MM "coordinate integer skew-symmetric\n2 2 1\n2 1 -2147483648\n",
                WITH(.direction = TROPIC_DIRECTION_DIRECTED), "2x2 int32 (2,1)=-2147483648");
    expect_with("a.mtx", MM "coordinate integer skew-symmetric\n2 2 1\n2 1 -9223372036854775808\n",
                WITH(.direction = TROPIC_DIRECTION_DIRECTED), "2x2 int64 (2,1)=-9223372036854775808");
    expect_with("out.a", "% asym positive\n1 2\n1 2\n", WITH(.ignore_values = true), "2x2 bool (1,2)");
    expect_with("out.a", "% asym positive\n1 2\n1 2\n", WITH(.duplicates = TROPIC_DUPLICATES_MAX), "2x2 int32 (1,2)=1");
    expect_with("a.txt", "1 2 0.5\n2 1 nan\n", WITH(.ignore_values = true), "2x2 bool (1,2) (2,1)");
    expect_with("a.txt", "1 2 0.5\n", WITH(.real_type = TROPIC_FP32), "2x2 fp32 (1,2)=0.5");
    expect_with("a.mtx", symmetric, WITH(0), "2x2 int32 (1,2)=5 (2,1)=5 (2,2)=6");
    expect_with("a.mtx", symmetric, WITH(.direction = TROPIC_DIRECTION_DIRECTED), "2x2 int32 (2,1)=5 (2,2)=6");
    expect_with("a.mtx", symmetric, WITH(.direction = TROPIC_DIRECTION_UNDIRECTED),
                "2x2 int32 (1,2)=5 (2,1)=5 (2,2)=6");
    expect_with("a.mtx", symmetric, WITH(.ignore_values = true), "2x2 bool (1,2) (2,1) (2,2)");
    expect_with("a.mtx", MM "array real general\n2 1\n1\n2\n", WITH(.ignore_values = true), "2x1 bool (1,1) (2,1)");
    expect_with("a.mtx", "1 2\n", WITH(.format = TROPIC_FORMAT_EDGE_LIST), "2x2 bool (1,2)");
    expect_with("a.graph", "2 1 1\n2 7\n1 7\n", WITH(.ignore_values = true), "2x2 bool (1,2) (2,1)");
    expect_with("a.gr", "p sp 2 1\na 1 2 7\n", WITH(.ignore_values = true), "2x2 bool (1,2)");
}

/* The format that a text is taken for under a name. */
static void detected(const char *name, const char *content, tropic_format expected)
{
    const tp_text text = {.path = name, .begin = content, .end = content + strlen(content)};
    const char *found = tropic_format_name(tp_reader_for(&text)->format);
    if (strcmp(found, tropic_format_name(expected)) != 0)
        fail_msg("%s: expected %s, got %s", name, tropic_format_name(expected), found);
}

static void detection(void **state)
{
    /* Content before the name. */
    detected("a.txt", MM "coordinate real general\n", TROPIC_FORMAT_MATRIX_MARKET);
    detected("a.mtx", "c x\np sp 1 0\n", TROPIC_FORMAT_DIMACS);
    detected("a.mtx", "% sym unweighted\n", TROPIC_FORMAT_KONECT);
    detected("a.txt", "3 3\n2 3\n1 3\n1 2\n", TROPIC_FORMAT_EDGE_LIST);
    detected("a.txt", "4 3\n2 3 4\n1\n1\n1\n", TROPIC_FORMAT_METIS);
    detected("a.gr", "4 3\n2 3 4\n1\n1\n1\n", TROPIC_FORMAT_METIS);
    /* Names where the content does not tell. */
    detected("a.graph", "3 3\n2 3\n1 3\n1 2\n", TROPIC_FORMAT_METIS);
    detected("x/a.METIS.GZ", "3 3\n2 3\n1 3\n1 2\n", TROPIC_FORMAT_METIS);
    detected("out.d/a.mtx", "1 2\n", TROPIC_FORMAT_MATRIX_MARKET);
    detected("d.mtx/out.a", "1 2\n", TROPIC_FORMAT_KONECT);
    detected("a.konect", "1 2\n", TROPIC_FORMAT_KONECT);
    detected("a.csv", "1 2\n", TROPIC_FORMAT_EDGE_LIST);
    /* Neither. */
    detected("a", "1 2\n", TROPIC_FORMAT_EDGE_LIST);
    detected("mtx", "", TROPIC_FORMAT_EDGE_LIST);
    detected(".mtx", "", TROPIC_FORMAT_EDGE_LIST);

    assert_string_equal(tropic_format_name(TROPIC_FORMAT_AUTO), "auto");
    assert_string_equal(tropic_format_name(TROPIC_FORMAT_MATRIX_MARKET), "matrix-market");
    assert_null(tropic_format_name((tropic_format)TROPIC_FORMATS));
    assert_null(tropic_format_name((tropic_format)-1));
}

/* A matrix that stands for A has its two sets of vertices, and its labels. Takes it over. */
static void assert_sides(tropic_matrix *made, const tropic_matrix *A)
{
    const tropic_index n = tropic_matrix_rows(A);
    assert_int_equal(tropic_matrix_is_bipartite(made), tropic_matrix_is_bipartite(A));
    assert_true(tropic_matrix_label(made, n - 1) == tropic_matrix_label(A, n - 1));
    tropic_matrix_free(&made);
}

/* Of operations entry by entry, also under a mask. */
static void sides_of_results(tropic_context *context, const tropic_matrix *A)
{
    const tropic_type type = tropic_matrix_type(A) == TROPIC_BOOL ? TROPIC_INT32 : tropic_matrix_type(A);
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, type);
    const tropic_operator *tril = tropic_operator_builtin(TROPIC_TRIL, TROPIC_INT64);
    const tropic_descriptor structure = {.size = sizeof structure, .structure = true};
    const int64_t zero = 0;
    tropic_matrix *turned = NULL, *masked = NULL;
    assert_ok(context, tropic_transpose(&turned, context, NULL, NULL, A, NULL));
    assert_ok(context, tropic_transpose(&masked, context, turned, NULL, A, &structure));
    assert_sides(masked, A);
    tropic_matrix_free(&turned);
    for (int which = 0; which < 3; which++)
        for (int under = 0; under < 2; under++) {
            const tropic_matrix *M = under ? A : NULL;
            tropic_matrix *made = NULL;
            assert_ok(context, which == 0   ? tropic_matrix_apply(&made, context, M, NULL, plus, A, &zero, &structure)
                               : which == 1 ? tropic_matrix_select(&made, context, M, NULL, tril, A, &zero, &structure)
                                            : tropic_matrix_ewise_add(&made, context, M, NULL, plus, A, A, &structure));
            assert_sides(made, A);
        }
}

static void sides_of_copies(tropic_context *context, const tropic_matrix *A)
{
    tropic_matrix *copy = NULL, *turned = NULL, *cleared = NULL;
    assert_ok(context, tropic_transpose(&turned, context, NULL, NULL, A, NULL));
    assert_sides(turned, A);
    assert_ok(context, tropic_matrix_duplicate(&cleared, context, A));
    assert_ok(context, tropic_matrix_clear(&cleared, context));
    assert_sides(cleared, A);
    assert_ok(context, tropic_matrix_duplicate(&copy, context, A));
    assert_int_equal(tropic_matrix_format(copy), tropic_matrix_format(A));
    assert_int_equal(tropic_matrix_file_direction(copy), tropic_matrix_file_direction(A));
    assert_ok(context, tropic_matrix_resize(&copy, context, tropic_matrix_rows(A), tropic_matrix_cols(A)));
    assert_sides(copy, A);
}

/* Two sides stay two sets of vertices, even where they are as large as each other. */
static void sides(void **state)
{
    static const struct {
        const char *path;
        bool bipartite;
    } files[] = {{"matrices/odd/out.bip", true},
                 {"matrices/odd/out.bip-unsized", true},
                 {"matrices/odd/out.bip-square", true},
                 {"matrices/odd/two-sets.mtx", true},
                 {"matrices/odd/two-sets-late.mtx", false},
                 {"matrices/odd/array.mtx", true},
                 {"matrices/odd/out.sym", false},
                 {"matrices/karate.mtx", false}};
    OWNED(tropic_context) *context = test_context_of(1);
    for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
        tropic_matrix_facts facts = {.size = sizeof facts};
        OWNED(tropic_matrix) *A = NULL;
        assert_ok(context, tropic_matrix_load(&A, context, files[f].path, NULL));
        assert_int_equal(tropic_matrix_is_bipartite(A), files[f].bipartite);
        assert_ok(context, tropic_matrix_describe(A, context, &facts));
        assert_int_equal(facts.components < 0, files[f].bipartite);
        sides_of_copies(context, A);
        sides_of_results(context, A);
    }
    assert_false(tropic_matrix_is_bipartite(NULL));
}

/* The sum of the stored values; of a pattern, the entries. */
static double sum_of(tropic_context *context, const tropic_matrix *A)
{
    const void *values;
    double sum = 0;
    assert_ok(context, tropic_matrix_csr(A, context, NULL, NULL, &values));
    for (tropic_offset k = 0; k < tropic_matrix_count(A); k++) {
        if (!values)
            sum += 1;
        else if (tropic_matrix_type(A) == TROPIC_FP64)
            sum += ((const double *)values)[k];
        else if (tropic_matrix_type(A) == TROPIC_INT32)
            sum += ((const int32_t *)values)[k];
        else
            sum += (double)((const int64_t *)values)[k];
    }
    return sum;
}

static void odd_files(void **state)
{
    OWNED(tropic_context) *context = test_context_of(2);
    OWNED(test_table) table = test_table_read("matrices/odd/expected.tsv", 8);
    assert_true(table.rows > 30);
    for (int r = 0; r < table.rows; r++) {
        char **row = table.cell[r], path[256];
        OWNED(tropic_matrix) *A = NULL;
        tp_text text;
        snprintf(path, sizeof path, "matrices/odd/%s", row[0]);
        assert_ok(context, tp_text_load(context, path, &text));
        assert_string_equal(tp_reader_for(&text)->name, row[1]);
        tp_text_free(context, &text);
        assert_ok(context, tropic_matrix_load(&A, context, path, NULL));
        if (tropic_matrix_rows(A) != atoi(row[2]) || tropic_matrix_cols(A) != atoi(row[3]) ||
            tropic_matrix_count(A) != atoi(row[4]) || !test_close(sum_of(context, A), atof(row[5]), 1e-15) ||
            strcmp(tropic_type_name(tropic_matrix_type(A)), row[6]) != 0 ||
            tropic_matrix_label(A, 0) != strtoll(row[7], NULL, 10))
            fail_msg("%s: %d x %d, %lld entries, sum %g, %s, label %lld", row[0], (int)tropic_matrix_rows(A),
                     (int)tropic_matrix_cols(A), (long long)tropic_matrix_count(A), sum_of(context, A),
                     tropic_type_name(tropic_matrix_type(A)), (long long)tropic_matrix_label(A, 0));
    }
}

/* An output that is set before must not be touched by a failure. */
static void untouched(void **state)
{
    OWNED(tropic_context) *context = test_context_of(1);
    OWNED(tropic_matrix) *A = NULL;
    tropic_matrix *before;
    tropic_vector *v = NULL;
    assert_ok(context, tropic_matrix_load(&A, context, "matrices/karate.mtx", NULL));
    before = A;
    assert_status(context, TROPIC_FORMAT_ERROR, tropic_matrix_load(&A, context, "matrices/mangled/row-zero.mtx", NULL));
    assert_ptr_equal(A, before);
    assert_status(context, TROPIC_FORMAT_ERROR, tropic_vector_load(&v, context, "matrices/karate.mtx"));
    assert_null(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matrix_market), cmocka_unit_test(dimacs),     cmocka_unit_test(metis),
        cmocka_unit_test(edge_lists),    cmocka_unit_test(konect),     cmocka_unit_test(options),
        cmocka_unit_test(sides),         cmocka_unit_test(detection),  cmocka_unit_test(odd_files),
        cmocka_unit_test(untouched),     cmocka_unit_test(directions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
