/* SPDX-License-Identifier: Apache-2.0
 *
 * KONECT: every kind of graph with every kind of weight, with and without sizes, weights and times, from random lines.
 */
#include "tests/graph_text.h"

enum { LINES_MAX = 40, ROUNDS = 6000 };

typedef enum kind { SYM, ASYM, BIP, KINDS } kind;
static const char *const kinds[] = {"sym", "asym", "bip"};
static const char *const weights[] = {"unweighted", "positive",      "posweighted",      "signed", "multisigned",
                                      "weighted",   "multiweighted", "multiposweighted", "dynamic"};
enum { UNWEIGHTED, POSITIVE, DYNAMIC = 8, WEIGHTS };

typedef struct test_case {
    kind kind;
    int weight, columns, count, rows, cols;
    bool sized;
    tropic_direction direction;
    test_line line[LINES_MAX];
    int time[LINES_MAX]; /* its number above */
} test_case;

/* Written times, and their places in order: integers that no double tells apart, and real numbers that are integers. */
static const struct {
    const char *text;
    int place;
} times[] = {{"0", 3},
             {"-0.0", 3},
             {"7", 6},
             {"-3", 2},
             {"1300000000", 7},
             {"9007199254740993", 9},
             {"9007199254740992", 8},
             {"-9223372036854775808", 1},
             {"9223372036854775807", 10},
             /* From here on real. */
             {"7.0", 6},
             {"2.5", 5},
             {"-1e300", 0},
             {"6.5e-3", 4}};
enum { TIMES = sizeof times / sizeof *times, WHOLE_TIMES = 9, SMALL_TIMES = 5 };

/* Of whole numbers any; where some are real, all become doubles, and are taken from those that stay as they are. */
static int draw_time(bool reals, uint64_t *seed)
{
    if (!reals) return 2 + test_below(seed, WHOLE_TIMES - 2);
    return test_below(seed, 2) ? test_below(seed, SMALL_TIMES) : WHOLE_TIMES + test_below(seed, TIMES - WHOLE_TIMES);
}

static test_case draw(uint64_t *seed)
{
    test_case c = {.kind = (kind)test_below(seed, KINDS), .weight = test_below(seed, WEIGHTS)};
    const int n = 1 + test_below(seed, TEST_LABELS);
    const bool reals = test_below(seed, 2), fractions = test_below(seed, 2);
    if (test_below(seed, 2)) c.weight = DYNAMIC;
    c.columns = c.weight == UNWEIGHTED || c.weight == POSITIVE || c.weight == DYNAMIC ? 2 + test_below(seed, 3)
                                                                                      : 3 + test_below(seed, 2);
    c.sized = test_below(seed, 2);
    c.rows = n;
    c.cols = c.kind == BIP ? 1 + test_below(seed, TEST_LABELS) : n;
    c.count = 1 + test_below(seed, LINES_MAX);
    if (c.kind != BIP) c.direction = (tropic_direction)test_below(seed, TROPIC_DIRECTION_UNDIRECTED + 1);
    for (int k = 0; k < c.count; k++) {
        test_line *at = &c.line[k];
        *at = (test_line){1 + test_below(seed, c.rows), 1 + test_below(seed, c.cols), 1};
        /* Often an edge that was there before. */
        if (k > 0 && test_below(seed, 3)) *at = c.line[test_below(seed, k)];
        at->value = c.weight == DYNAMIC    ? 1 - 2 * test_below(seed, 2)
                    : c.weight == POSITIVE ? 1 + test_below(seed, 5)
                                           : test_below(seed, 9) - 4;
        if (fractions && c.weight > POSITIVE && c.weight < DYNAMIC) at->value /= 2;
        c.time[k] = draw_time(reals, seed);
    }
    return c;
}

static char *text_of(const test_case *c)
{
    static const char *const plus[] = {"1", "+1", "1.0"}, *const minus[] = {"-1", "-1", "-1.0"};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    fprintf(out, "%% %s %s\n", kinds[c->kind], weights[c->weight]);
    if (c->sized) fprintf(out, "%% %d %d %d\n", c->count, c->rows, c->cols);
    for (int k = 0; k < c->count; k++) {
        const double value = c->line[k].value;
        fprintf(out, "%d %d", c->line[k].i, c->line[k].j);
        if (c->columns >= 3 && c->weight == DYNAMIC)
            fprintf(out, " %s", (value > 0 ? plus : minus)[k % 3]);
        else if (c->columns >= 3)
            fprintf(out, "\t%g", value);
        if (c->columns == 4) fprintf(out, " %s", times[c->time[k]].text);
        fputc('\n', out);
    }
    fclose(out);
    return text;
}

/* ---- expected ---- */

/* Does line a come after line b? */
static bool follows(const test_case *c, int a, int b)
{
    const int x = times[c->time[a]].place, y = times[c->time[b]].place;
    return c->columns == 4 && x != y ? x > y : a > b;
}

static bool same_edge(const test_case *c, int a, int b)
{
    const test_line *x = &c->line[a], *y = &c->line[b];
    return (x->i == y->i && x->j == y->j) || (c->kind == SYM && x->i == y->j && x->j == y->i);
}

/* Is the edge of line k there before it? */
static bool there_before(const test_case *c, int k)
{
    int last = -1;
    for (int l = 0; l < c->count; l++)
        if (same_edge(c, k, l) && follows(c, k, l) && (last < 0 || follows(c, l, last))) last = l;
    return last >= 0 && c->line[last].value > 0;
}

/* Lines that add an edge that stays; *nothing: how many take away an absent edge. */
static int play(const test_case *c, test_line *stay, int *nothing)
{
    int count = 0;
    *nothing = 0;
    for (int k = 0; k < c->count; k++) {
        bool stays = c->columns == 2 || c->line[k].value > 0;
        *nothing += c->columns > 2 && c->line[k].value < 0 && !there_before(c, k);
        if (c->columns > 2 && there_before(c, k)) stays = false; /* an earlier line added it */
        for (int l = 0; l < c->count; l++)
            stays = stays && (c->columns == 2 || !same_edge(c, k, l) || !follows(c, l, k) || c->line[l].value > 0);
        if (stays) stay[count++] = c->line[k];
    }
    return count;
}

static void expected(const test_case *c, test_places *p, int *nothing)
{
    const bool both =
        c->direction == TROPIC_DIRECTION_UNDIRECTED || (c->kind == SYM && c->direction == TROPIC_DIRECTION_AUTO);
    test_line lines[LINES_MAX];
    int count = c->count;
    *nothing = 0;
    memcpy(lines, c->line, sizeof lines);
    if (c->weight == DYNAMIC) count = play(c, lines, nothing);
    if (c->weight == POSITIVE && c->columns == 2)
        for (int k = 0; k < count; k++) lines[k].value = 1;
    test_place_lines(p, lines, count, c->weight == POSITIVE ? TROPIC_DUPLICATES_SUM : TROPIC_DUPLICATES_MIN, both);
}

static int largest(const test_case *c, bool second)
{
    int id = 0;
    for (int k = 0; k < c->count; k++)
        if ((second ? c->line[k].j : c->line[k].i) > id) id = second ? c->line[k].j : c->line[k].i;
    return id;
}

static int distinct(const test_case *c)
{
    bool seen[TEST_LABELS + 1] = {false};
    int count = 0;
    for (int k = 0; k < c->count; k++) seen[c->line[k].i] = seen[c->line[k].j] = true;
    for (int i = 1; i <= TEST_LABELS; i++) count += seen[i];
    return count;
}

/* Vertices of edges that went are there. */
static void check_sizes(const test_case *c, const tropic_matrix *A)
{
    const int rows = c->sized ? c->rows : c->kind == BIP ? largest(c, false) : distinct(c);
    const int cols = c->sized ? c->cols : c->kind == BIP ? largest(c, true) : distinct(c);
    assert_int_equal(tropic_matrix_rows(A), rows);
    assert_int_equal(tropic_matrix_cols(A), cols);
}

static void random_files(void **state)
{
    OWNED(tropic_context) *context = test_context_of(2);
    uint64_t seed = 1;
    int noted = 0;
    for (int round = 0; round < test_sized(ROUNDS, ROUNDS / 50); round++) {
        const test_case c = draw(&seed);
        const tropic_load_options options = {.size = sizeof options, .direction = c.direction};
        OWNED_MEMORY char *text = text_of(&c);
        char said[64];
        test_places places;
        OWNED(tropic_matrix) *A = NULL;
        int nothing;
        if (test_load_text(&A, context, "out.a", strdup(text), &options) != TROPIC_OK)
            fail_msg("%s: %s", text, tropic_context_error(context));
        expected(&c, &places, &nothing);
        check_sizes(&c, A);
        test_check_places(context, A, &places, c.weight == UNWEIGHTED || c.weight == DYNAMIC, text);
        snprintf(said, sizeof said, " lines with -1 for an edge that is not there: %d", nothing);
        assert_int_equal(test_has_note(A, said), nothing > 0);
        assert_int_equal(tropic_matrix_note(A, 0) != NULL, nothing > 0);
        assert_int_equal(tropic_matrix_has_multiplicities(A), c.weight == POSITIVE);
        noted += nothing > 0;
    }
    assert_true(noted > 0);
}

/* Ids of any size, which are read a second time. */
static void wide_ids(void **state)
{
    static const char text[] = "% asym dynamic\n99999999999 -5 1 10\n-5 3 1 11\n99999999999 -5 -1 12\n";
    OWNED(tropic_context) *context = test_context_of(2);
    OWNED(tropic_matrix) *A = NULL;
    bool present = false;
    assert_ok(context, test_load_text(&A, context, "out.a", strdup(text), NULL));
    assert_int_equal(tropic_matrix_rows(A), 3);
    assert_int_equal(tropic_matrix_count(A), 1);
    assert_ok(context,
              tropic_matrix_get(A, context, tropic_matrix_find(A, -5), tropic_matrix_find(A, 3), NULL, &present));
    assert_true(present && tropic_matrix_label(A, 2) == 99999999999);
}

static void wrong_files(void **state)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"% asym dynamic\n1 2 1 10\n1 3 2 11\n", "out.a:3: expected 1 or -1, found \"2\""},
        {"% asym dynamic\n1 2 1 10\n1 3 0 11\n", "out.a:3: expected 1 or -1, found \"0\""},
        {"% asym dynamic\n1 2 1 10\n1 3\n", "out.a:3: expected 1 or -1, found the end of the line"},
        {"% asym dynamic\n1 2 1 10\n1 3 -1 x\n", "out.a:3: expected a time, found \"x\""},
        {"% asym dynamic\n1 2 1 10\n1 3 -1 nan\n", "out.a:3: time \"nan\" is not a finite number"},
        {"% asym dynamic\n1 2 1 10 5\n", "out.a:2: expected 2 to 4 columns"},
    };
    OWNED(tropic_context) *context = test_context_of(2);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        test_refuse_text(context, "out.a", cases[k].text, cases[k].message);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_files),
        cmocka_unit_test(wide_ids),
        cmocka_unit_test(wrong_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
