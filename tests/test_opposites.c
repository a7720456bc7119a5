/* SPDX-License-Identifier: Apache-2.0
 *
 * An arc and its opposite, read as undirected: random entries of arrays, general Matrix Market, edge lists and KONECT
 * multigraphs, many of them twice and both ways, by every rule.
 */
#include "tests/graph_text.h"

enum { LINES_MAX = 24, ROUNDS = 3000 };

typedef enum source { ARRAYS, MATRIX_MARKET, EDGE_LIST, KONECT, KONECT_LINES, SOURCES } source;

typedef struct test_case {
    source from;
    bool undirected, drops;
    tropic_duplicates rule;
    int n, count;
    test_line line[LINES_MAX];
} test_case;

static test_case draw(uint64_t *seed)
{
    test_case c = {.from = (source)test_below(seed, SOURCES), .undirected = test_below(seed, 4) > 0};
    const bool halves = test_below(seed, 2) && (c.from == ARRAYS || c.from == MATRIX_MARKET || c.from == EDGE_LIST);
    c.drops = test_below(seed, 2);
    c.rule = (tropic_duplicates)test_below(seed, TROPIC_DUPLICATES_REFUSE + 1);
    c.n = 1 + test_below(seed, TEST_LABELS);
    c.count = 1 + test_below(seed, c.rule == TROPIC_DUPLICATES_REFUSE ? 4 : LINES_MAX);
    for (int k = 0; k < c.count; k++) {
        test_line *at = &c.line[k];
        *at = (test_line){1 + test_below(seed, c.n), 1 + test_below(seed, c.n), 1 + test_below(seed, 4)};
        if (halves) at->value = (at->value - 2) / 2;
        if (c.from == KONECT_LINES) at->value = 1;
        /* Often the opposite of an arc there, now and then with its value. */
        if (k == 0 || test_below(seed, 3) > 0) continue;
        at->i = c.line[k - 1].j;
        at->j = c.line[k - 1].i;
        if (test_below(seed, 2)) at->value = c.line[k - 1].value;
    }
    return c;
}

/* ---- expected ---- */

/* Without loops where they are dropped. */
static int kept(const test_case *c, test_line *lines)
{
    int count = 0;
    for (int k = 0; k < c->count; k++)
        if (!c->drops || c->line[k].i != c->line[k].j) lines[count++] = c->line[k];
    return count;
}

/* The sum of either side; of both sides the smaller. */
static void place_by_sides(test_places *p, const test_line *lines, int count, bool undirected)
{
    test_places side;
    test_place_lines(&side, lines, count, TROPIC_DUPLICATES_SUM, false);
    *p = side;
    for (int i = 1; undirected && i <= TEST_LABELS; i++)
        for (int j = 1; j <= TEST_LABELS; j++) {
            if (!side.has[j][i]) continue;
            if (!side.has[i][j] || side.value[j][i] < side.value[i][j]) p->value[i][j] = side.value[j][i];
            p->has[i][j] = true;
        }
}

static bool refused(const test_case *c, const test_line *lines, int count)
{
    const bool counts = c->from == KONECT || c->from == KONECT_LINES;
    for (int k = 0; k < count; k++)
        for (int l = 0; l < k; l++) {
            const test_line *a = &lines[k], *b = &lines[l];
            if (a->i == b->i && a->j == b->j) return true;
            if (c->undirected && a->i == b->j && a->j == b->i && (counts || a->value != b->value)) return true;
        }
    return false;
}

static bool expected(const test_case *c, test_places *p)
{
    test_line lines[LINES_MAX];
    const int count = kept(c, lines);
    tropic_duplicates rule = c->rule;
    if (rule == TROPIC_DUPLICATES_REFUSE) {
        if (refused(c, lines, count)) return false;
        rule = TROPIC_DUPLICATES_FIRST;
    }
    if (rule == TROPIC_DUPLICATES_DEFAULT && (c->from == ARRAYS || c->from == MATRIX_MARKET)) {
        place_by_sides(p, lines, count, c->undirected);
        return true;
    }
    if (rule == TROPIC_DUPLICATES_DEFAULT) rule = c->from == EDGE_LIST ? TROPIC_DUPLICATES_MIN : TROPIC_DUPLICATES_SUM;
    test_place_lines(p, lines, count, rule, c->undirected);
    return true;
}

/* ---- found ---- */

static char *text_of(const test_case *c)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    if (c->from == MATRIX_MARKET)
        fprintf(out, "%%%%MatrixMarket matrix coordinate real general\n%d %d %d\n", c->n, c->n, c->count);
    if (c->from == KONECT || c->from == KONECT_LINES) fprintf(out, "%% asym positive\n%% %d %d\n", c->count, c->n);
    for (int k = 0; k < c->count; k++) {
        fprintf(out, "%d %d", c->line[k].i, c->line[k].j);
        if (c->from != KONECT_LINES) fprintf(out, " %.17g", c->line[k].value);
        fputc('\n', out);
    }
    fclose(out);
    return text;
}

static tropic_status load(tropic_matrix **A, tropic_context *context, const test_case *c)
{
    static const char *const names[] = {
        [MATRIX_MARKET] = "a.mtx", [EDGE_LIST] = "a.txt", [KONECT] = "out.a", [KONECT_LINES] = "out.b"};
    const tropic_direction direction = c->undirected ? TROPIC_DIRECTION_UNDIRECTED : TROPIC_DIRECTION_AUTO;
    const tropic_loops loops = c->drops ? TROPIC_LOOPS_DROP : TROPIC_LOOPS_KEEP;
    const tropic_load_options options = {
        .size = sizeof options, .duplicates = c->rule, .loops = loops, .direction = direction};
    const tropic_build_options build = {
        .size = sizeof build, .duplicates = c->rule, .loops = loops, .direction = direction};
    tropic_index rows[LINES_MAX], cols[LINES_MAX];
    double values[LINES_MAX];
    if (c->from != ARRAYS) return test_load_text(A, context, names[c->from], text_of(c), &options);
    /* Place 0 is nobody's: arrays count from 0, the table of places from 1. */
    for (int k = 0; k < c->count; k++) {
        rows[k] = c->line[k].i;
        cols[k] = c->line[k].j;
        values[k] = c->line[k].value;
    }
    return tropic_matrix_from_coo(A, context, c->n + 1, c->n + 1, c->count, rows, cols, TROPIC_FP64, values, &build);
}

static void random_opposites(void **state)
{
    OWNED(tropic_context) *context = test_context();
    uint64_t seed = 1;
    int refusals = 0;
    for (int round = 0; round < test_sized(ROUNDS, ROUNDS / 50); round++) {
        const test_case c = draw(&seed);
        test_places places;
        tropic_matrix *A = NULL;
        OWNED_MEMORY char *text = text_of(&c);
        const tropic_status status = load(&A, context, &c);
        if (expected(&c, &places)) {
            if (status != TROPIC_OK) fail_msg("%s: rule %d: %s", text, c.rule, tropic_context_error(context));
            test_check_places(context, A, &places, false, text);
            tropic_matrix_free(&A);
        } else {
            if (status != TROPIC_INVALID_ARGUMENT) fail_msg("%s: not refused: %d", text, status);
            refusals++;
        }
    }
    assert_true(refusals > 0);
}

/* Cases that people met. */
static void known_cases(void **state)
{
    static const struct {
        const char *name, *text;
        tropic_duplicates rule;
        double value;
    } cases[] = {
        {"a.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 2 0.3\n2 1 0.30000000000000004\n",
         TROPIC_DUPLICATES_DEFAULT, 0.3},
        {"a.mtx", "%%MatrixMarket matrix coordinate integer general\n2 2 2\n1 2 5\n2 1 3\n", TROPIC_DUPLICATES_DEFAULT,
         3},
        {"a.mtx", "%%MatrixMarket matrix coordinate integer general\n2 2 2\n1 2 5\n2 1 3\n", TROPIC_DUPLICATES_MAX, 5},
        {"a.mtx", "%%MatrixMarket matrix coordinate integer general\n2 2 2\n1 2 3\n2 1 3\n", TROPIC_DUPLICATES_SUM, 6},
        {"a.mtx", "%%MatrixMarket matrix coordinate integer general\n2 2 3\n1 2 5\n2 1 9\n1 2 2\n",
         TROPIC_DUPLICATES_DEFAULT, 7},
        /* A symmetric file says each edge once; both entries are on one side. */
        {"a.mtx", "%%MatrixMarket matrix coordinate integer symmetric\n2 2 2\n2 1 5\n2 1 3\n",
         TROPIC_DUPLICATES_DEFAULT, 8},
        {"out.a", "% asym positive\n1 2 3\n2 1 3\n", TROPIC_DUPLICATES_DEFAULT, 6},
        {"out.a", "% asym positive\n1 2 3\n2 1 4\n", TROPIC_DUPLICATES_DEFAULT, 7},
        {"out.a", "% asym positive\n1 2\n2 1\n1 2\n", TROPIC_DUPLICATES_DEFAULT, 3},
        {"out.a", "% asym weighted\n1 2 3\n2 1 4\n", TROPIC_DUPLICATES_DEFAULT, 3},
        {"a.txt", "1 2 3\n2 1 3\n", TROPIC_DUPLICATES_SUM, 6},
    };
    OWNED(tropic_context) *context = test_context();
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const tropic_load_options options = {
            .size = sizeof options, .duplicates = cases[k].rule, .direction = TROPIC_DIRECTION_UNDIRECTED};
        const test_places places = {
            .has[1][2] = true, .has[2][1] = true, .value[1][2] = cases[k].value, .value[2][1] = cases[k].value};
        OWNED(tropic_matrix) *A = NULL;
        assert_ok(context, test_load_text(&A, context, cases[k].name, strdup(cases[k].text), &options));
        test_check_places(context, A, &places, false, cases[k].text);
        assert_int_equal(tropic_matrix_has_multiplicities(A), strstr(cases[k].text, "positive") != NULL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_opposites),
        cmocka_unit_test(known_cases),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
