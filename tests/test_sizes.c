/* SPDX-License-Identifier: Apache-2.0
 *
 * A first line of sizes above edges: recognised by its three numbers alone, against a slow recount of the edges.
 */
#include "tests/edge_tables.h"

#define TEXT_SIZE 8192
#define MIN_EDGES 16

typedef struct list {
    uint64_t random;
    test_edge edges[TEST_MAX_EDGES + 1]; /* behind the first, which may be one of sizes */
    int count;
    bool weighted;
    char text[TEXT_SIZE];
    size_t length;
} list;

static void put(list *l, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(list *l, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    l->length += (size_t)vsnprintf(l->text + l->length, TEXT_SIZE - l->length, format, arguments);
    va_end(arguments);
    assert_true(l->length < TEXT_SIZE);
}

/* Ids of the edges behind the first place. */
static void survey(const list *l, int64_t *min, int64_t *max, int64_t *different)
{
    *min = INT64_MAX;
    *max = INT64_MIN;
    *different = 0;
    for (int k = 0; k < 2 * l->count; k++) {
        const int64_t id = k % 2 ? l->edges[1 + k / 2].to : l->edges[1 + k / 2].from;
        bool before = false;
        for (int j = 0; j < k; j++)
            before = before || (j % 2 ? l->edges[1 + j / 2].to : l->edges[1 + j / 2].from) == id;
        *different += !before;
        if (id < *min) *min = id;
        if (id > *max) *max = id;
    }
}

static void draw(list *l, uint64_t seed)
{
    const int64_t ids = seed % 3 == 0 ? INT64_C(1) << 40 : 12 + test_below(&(uint64_t){seed}, 40);
    l->random = seed;
    l->count = 8 + test_below(&l->random, 24);
    l->weighted = seed % 2;
    l->length = 0;
    test_draw_edges(l->edges + 1, l->count, ids, l->weighted, &l->random);
    for (int k = 1; k <= l->count && seed % 3 == 1; k++) l->edges[k].from++, l->edges[k].to++;
    if (test_below(&l->random, 3) == 0) put(l, "# a comment\n%% 7 7\n\n");
}

static void put_edges(list *l, int begin)
{
    for (int k = begin; k <= l->count; k++) {
        put(l, "%lld %lld", (long long)l->edges[k].from, (long long)l->edges[k].to);
        if (l->weighted) put(l, " %.2f", l->edges[k].weight);
        put(l, "\n");
    }
}

static const tropic_load_options yes = {.size = sizeof yes, .sizes = TROPIC_SIZES_YES},
                                 no = {.size = sizeof no, .sizes = TROPIC_SIZES_NO};

/* How many vertices the first number says there are: those of the edges (-1) if they lie elsewhere, or far apart. */
static int64_t said(int64_t vertices, int64_t min, int64_t max, int64_t most)
{
    if (vertices > most) return -1;
    if (min == 0) return vertices - 1 >= max ? vertices : -1;
    return min >= 1 && vertices >= max ? vertices : -1;
}

static void random_sizes(void **state)
{
    static list l;
    for (uint64_t seed = 1; seed <= 4000; seed++) {
        int64_t min, max, different, vertices, edges;
        bool found, twice, there = false;
        draw(&l, seed);
        survey(&l, &min, &max, &different);
        vertices = (int64_t[]){max, max + 1, different, max - 1, different + 1}[test_below(&l.random, 5)];
        edges = l.count + (test_below(&l.random, 4) == 0 ? 1 - 2 * test_below(&l.random, 2) : 0);
        /* Beside weights a line of sizes has three numbers, two of them the same, or two. */
        twice = l.weighted && test_below(&l.random, 2);
        found = edges == l.count && l.count >= MIN_EDGES &&
                (vertices == max || (min == 0 && vertices == max + 1) || vertices == different);
        if (twice) put(&l, "%lld ", (long long)vertices);
        put(&l, "%lld %lld\n", (long long)vertices, (long long)edges);
        put_edges(&l, 1);
        l.edges[0] = (test_edge){vertices, twice ? vertices : edges, twice ? (double)edges : 1};
        if (found)
            test_expect_edges(l.text, NULL, l.edges + 1, l.count, false, said(vertices, min, max, 64 * edges), 1);
        if (said(vertices, min, max, INT64_MAX) > INT32_MAX)
            test_expect_refusal(l.text, &yes, "are more than ids of 32 bits can number");
        else
            test_expect_edges(l.text, &yes, l.edges + 1, l.count, false, said(vertices, min, max, INT64_MAX),
                              edges != l.count);
        if (l.weighted && !twice) {
            if (!found) test_expect_refusal(l.text, NULL, ":");
            test_expect_refusal(l.text, &no, ":");
            continue;
        }
        /* As an edge it may be there already. */
        for (int k = 1; k <= l.count; k++)
            there = there || (l.edges[k].from == vertices && l.edges[k].to == l.edges[0].to);
        if (there) continue;
        test_expect_edges(l.text, &no, l.edges, l.count + 1, false, -1, 0);
        /* A line that counts the edges, and at least their vertices, is not taken for an edge in silence. */
        if (!found)
            test_expect_edges(l.text, NULL, l.edges, l.count + 1, false, -1,
                              edges == l.count && l.count >= MIN_EDGES && vertices >= max);
    }
}

/* A written file is read as it was: no first edge is taken for sizes. */
static void comment_above(void **state)
{
    static list l;
    for (int above = 0; above < 2; above++) {
        l.length = 0;
        l.weighted = false;
        l.count = 20;
        if (above) put(&l, "# Nodes: 21 Edges: 21\n");
        l.edges[0] = (test_edge){20, 20, 1};
        for (int k = 1; k <= l.count; k++) l.edges[k] = (test_edge){20, k - 1, 1};
        put_edges(&l, 0);
        if (above)
            test_expect_edges(l.text, NULL, l.edges, l.count + 1, false, -1, 0);
        else
            test_expect_edges(l.text, NULL, l.edges + 1, l.count, false, -1, 1);
    }
}

static void by_hand(void **state)
{
    const test_edge loop[] = {{1, 1, 1}};
    test_expect_edges("5 0\n", &yes, loop, 0, false, 5, 0);
    test_expect_edges("4 1\n1 1\n", &yes, loop, 1, false, 4, 0);
    test_expect_edges("# c\n1 1 1\nfrom,to\n1,1\n", &yes, loop, 1, false, 1, 0);
    test_expect_edges("1 1\n", NULL, loop, 1, false, 1, 0);
    test_expect_refusal("a b\n1 1\n", &yes, ":1: expected a line of sizes");
    test_expect_refusal("0 0\n", &yes, ":1: expected a line of sizes");
    test_expect_refusal("3000000000 1\n1 1\n", &yes, "3000000000 vertices are more than ids of 32 bits");
    test_expect_refusal("%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1\n", &yes,
                        "sizes are for edge lists");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_sizes), cmocka_unit_test(comment_above),
                                       cmocka_unit_test(by_hand)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
