/* SPDX-License-Identifier: Apache-2.0
 *
 * Tables of edges: a writer of CSV knows its entries, whatever the order of the columns, their names, the separator
 * and the quotes.
 */
#include "tests/edge_tables.h"

#define MAX_COLUMNS 9
#define TEXT_SIZE 65536

/* The contents of a column. */
typedef enum content { FROM, TO, WEIGHT, TYPE, WORDS, NUMBERS } content;

typedef struct column {
    content content;
    const char *name;
} column;

typedef struct sheet {
    uint64_t random;
    char separator;
    bool quotes, crlf, names;
    column columns[MAX_COLUMNS];
    int count;
    test_edge edges[TEST_MAX_EDGES];
    int edge_count;
    const char *type;
    char text[TEXT_SIZE];
    size_t length;
} sheet;

static const char *const ends[][2] = {{"from", "to"},
                                      {"source", "target"},
                                      {"src", "dst"},
                                      {"src", "dest"},
                                      {"id1", "id2"},
                                      {"node1", "node2"},
                                      {"node_1", "node_2"},
                                      {"node_a", "node_b"},
                                      {"u", "v"},
                                      {"i", "j"},
                                      {"row", "col"},
                                      {"start", "end"},
                                      {"sender", "receiver"},
                                      {"citing", "cited"},
                                      {"follower", "followee"},
                                      {":START_ID", ":END_ID"},
                                      {"sourceId", "targetId"},
                                      {"FromNodeId", "ToNodeId"},
                                      {"start_node", "end_node"},
                                      {"origin", "destination"},
                                      {"source", "to"},
                                      {"src_id", "target"},
                                      {"from_station_id", "to_station_id"}};
static const char *const weights[] = {"weight", "w", "value", "distance", "length", "cost", "capacity", "edge_weight"};
/* None of these is a weight, or an end. */
static const char *const others[] = {"time",  "timestamp", "date",       "id",   "label",   "name",
                                     "index", "",          "Unnamed: 0", "Type", "comment", "timeset"};
/* These say nothing. */
static const char *const unknown[] = {"alpha", "beta", "gamma", "delta", "omega", "zeta", "eta", "theta", "iota"};

static bool toss(sheet *s)
{
    return test_below(&s->random, 2) != 0;
}

static void put(sheet *s, const char *text)
{
    const size_t size = strlen(text);
    assert_true(s->length + size < TEXT_SIZE);
    memcpy(s->text + s->length, text, size + 1);
    s->length += size;
}

static void put_char(sheet *s, char c)
{
    put(s, (char[]){c, '\0'});
}

/* A field, in quotes if it must or happens to. */
static void put_field(sheet *s, const char *text)
{
    const bool must = strpbrk(text, ",;\t \"#") || (s->separator == ' ' && !*text);
    if (!must && !(s->quotes && toss(s))) {
        put(s, text);
        return;
    }
    put_char(s, '"');
    for (; *text; text++) {
        if (*text == '"') put_char(s, '"');
        put_char(s, *text);
    }
    put_char(s, '"');
}

static void put_name(sheet *s, const char *name)
{
    char text[64];
    const int letters = test_below(&s->random, 3);
    size_t k = 0;
    for (; name[k]; k++) {
        const char c = name[k];
        const bool lower = c >= 'a' && c <= 'z';
        text[k] = lower && (letters == 1 || (letters == 2 && k == 0)) ? (char)(c - 'a' + 'A') : c;
    }
    text[k] = '\0';
    put_field(s, text);
}

static void put_separator(sheet *s)
{
    if (s->separator != '\t' && toss(s)) put_char(s, ' ');
    if (s->separator != ' ') put_char(s, s->separator);
    if (s->separator == ' ') put_char(s, ' ');
    if (s->separator == ',' && toss(s)) put_char(s, ' ');
}

static void put_end(sheet *s)
{
    put(s, s->crlf ? "\r\n" : "\n");
    if (test_below(&s->random, 10) == 0) put(s, s->crlf ? "# 1,2,3\r\n\r\n" : "% 1,2,3\n\n");
}

static void put_cell(sheet *s, const column *column, const test_edge *edge)
{
    static const char *const words[] = {"friend", "a, b", "", "say \"hi\"", "x;y", "#1", "New York", "z"};
    char text[64];
    switch (column->content) {
    case FROM: snprintf(text, sizeof text, "%lld", (long long)edge->from); break;
    case TO: snprintf(text, sizeof text, "%lld", (long long)edge->to); break;
    case WEIGHT: snprintf(text, sizeof text, "%.2f", edge->weight); break;
    case TYPE: snprintf(text, sizeof text, "%s", s->type); break;
    case WORDS: snprintf(text, sizeof text, "%s", words[test_below(&s->random, 8)]); break;
    case NUMBERS: snprintf(text, sizeof text, "%d", test_below(&s->random, 1000)); break;
    }
    put_field(s, text);
}

static void write_sheet(sheet *s)
{
    s->length = 0;
    s->text[0] = '\0';
    if (test_below(&s->random, 8) == 0) put(s, "\xef\xbb\xbf");
    for (int k = 0; s->names && k < s->count; k++) {
        if (k > 0) put_separator(s);
        put_name(s, s->columns[k].name);
    }
    if (s->names) put_end(s);
    for (int e = 0; e < s->edge_count; e++) {
        for (int k = 0; k < s->count; k++) {
            if (k > 0) put_separator(s);
            put_cell(s, &s->columns[k], &s->edges[e]);
        }
        if (e + 1 < s->edge_count || toss(s)) put_end(s);
    }
}

static void shuffle(sheet *s)
{
    for (int k = s->count - 1; k > 0; k--) {
        const int other = test_below(&s->random, k + 1);
        const column column = s->columns[k];
        s->columns[k] = s->columns[other];
        s->columns[other] = column;
    }
}

static void add(sheet *s, content content, const char *name)
{
    s->columns[s->count++] = (column){content, name};
}

static void begin(sheet *s, uint64_t seed, bool weighted)
{
    s->random = seed;
    s->separator = ",;\t "[test_below(&s->random, 4)];
    s->quotes = toss(s);
    s->crlf = test_below(&s->random, 4) == 0;
    s->names = true;
    s->count = 0;
    s->type = "Directed";
    s->edge_count = 1 + test_below(&s->random, 12);
    test_draw_edges(s->edges, s->edge_count, toss(s) ? 20 : INT64_C(1) << 40, weighted, &s->random);
}

static int find(const sheet *s, content content)
{
    int k = 0;
    while (k < s->count && s->columns[k].content != content) k++;
    return k;
}

static void unweigh(sheet *s)
{
    for (int e = 0; e < s->edge_count; e++) s->edges[e].weight = 1;
}

#define CASES 4000

/* Names of ends and weights, among others that are neither ends nor weights. */
static void known_names(void **state)
{
    static sheet s;
    for (uint64_t seed = 1; seed <= CASES; seed++) {
        const bool weighted = seed % 2;
        int pair, extra, notes = 0;
        begin(&s, seed, weighted);
        pair = test_below(&s.random, sizeof ends / sizeof *ends);
        extra = test_below(&s.random, 4);
        add(&s, FROM, ends[pair][0]);
        add(&s, TO, ends[pair][1]);
        if (weighted) add(&s, WEIGHT, weights[test_below(&s.random, sizeof weights / sizeof *weights)]);
        for (int k = 0, other = test_below(&s.random, 12); k < extra; k++, other = (other + 1) % 12) {
            add(&s, toss(&s) ? WORDS : NUMBERS, others[other]);
            notes += strcmp(others[other], "Type") == 0; /* it says nothing of the direction */
        }
        shuffle(&s);
        write_sheet(&s);
        test_expect_edges(s.text, NULL, s.edges, s.edge_count, false, -1, notes);
    }
}

/* Gephi's column Type. */
static void types(void **state)
{
    static sheet s;
    for (uint64_t seed = 1; seed <= CASES / 4; seed++) {
        const bool undirected = seed % 2;
        begin(&s, seed, true);
        s.type = undirected ? seed % 4 == 1 ? "Undirected" : "undirected" : "Directed";
        add(&s, FROM, "Source");
        add(&s, TO, "Target");
        add(&s, TYPE, "Type");
        add(&s, NUMBERS, "Id");
        add(&s, WORDS, "Label");
        add(&s, WORDS, "timeset");
        add(&s, WEIGHT, "Weight");
        shuffle(&s);
        write_sheet(&s);
        test_expect_edges(s.text, NULL, s.edges, s.edge_count, undirected, -1, 0);
        if (s.edge_count < 2) continue;
        s.length = 0;
        s.text[0] = '\0';
        for (int e = 0; e < 3; e++)
            put(&s, e == 0 ? "Source,Type,Target\n" : e == 1 ? "1,Directed,2\n" : "2,Undirected,3\n");
        test_expect_refusal(s.text, NULL, ":3: this edge is undirected");
    }
}

/* Names that say nothing: by place in up to three columns, with a note, else refused. */
static void unknown_names(void **state)
{
    static sheet s;
    for (uint64_t seed = 1; seed <= CASES / 2; seed++) {
        int name, count;
        begin(&s, seed, true);
        name = test_below(&s.random, 3);
        count = 2 + test_below(&s.random, 4);
        add(&s, FROM, unknown[name]);
        add(&s, TO, unknown[name + 1]);
        if (count > 2) add(&s, WEIGHT, unknown[name + 2]);
        for (int k = 3; k < count; k++) add(&s, NUMBERS, unknown[name + k]);
        if (count == 3 && toss(&s)) {
            s.columns[2] = (column){NUMBERS, others[test_below(&s.random, 5)]};
            unweigh(&s);
        }
        if (count == 2) unweigh(&s);
        write_sheet(&s);
        if (count > 3)
            test_expect_refusal(s.text, NULL, "do not say which columns are source and target");
        else
            test_expect_edges(s.text, NULL, s.edges, s.edge_count, false, -1, 1);
    }
}

/* The caller's columns, by names that say something else or nothing, or by numbers, with and without names. */
static void wanted(void **state)
{
    static sheet s;
    for (uint64_t seed = 1; seed <= CASES; seed++) {
        const bool weighted = seed % 2, by_name = seed % 4 < 2;
        tropic_load_options options = {.size = sizeof options};
        char columns[256];
        int place[3];
        begin(&s, seed, weighted);
        s.names = by_name || toss(&s);
        add(&s, FROM, unknown[0]);
        add(&s, TO, unknown[1]);
        add(&s, WEIGHT, "to");
        add(&s, NUMBERS, "from");
        add(&s, NUMBERS, "weight");
        for (int k = test_below(&s.random, 4); k > 0; k--) add(&s, WORDS, unknown[1 + k]);
        shuffle(&s);
        write_sheet(&s);
        for (int role = FROM; role <= WEIGHT; role++) place[role] = find(&s, (content)role);
        if (by_name)
            snprintf(columns, sizeof columns, "%s,%s%s", unknown[0], unknown[1], weighted ? ",to" : "");
        else
            snprintf(columns, sizeof columns, weighted ? "%d,%d,%d" : "%d,%d", place[FROM] + 1, place[TO] + 1,
                     place[WEIGHT] + 1);
        options.columns = columns;
        test_expect_edges(s.text, &options, s.edges, s.edge_count, false, -1, 0);
    }
}

/* A field that is no number where one must be, anywhere in the file, is refused by its line. */
static void words(void **state)
{
    for (uint64_t seed = 1; seed <= 15; seed++) {
        char expected[96], text[256] = "from,to,weight\n";
        const int line = 2 + (int)(seed % 5), field = (int)(seed / 5 % 3);
        for (int k = 2; k <= 7; k++) {
            const bool bad = k == line;
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s,%s,%s\n", bad && field == 0 ? "alice" : "1",
                     bad && field == 1 ? "alice" : "2", bad && field == 2 ? "alice" : "3");
        }
        snprintf(expected, sizeof expected, ":%d: expected a %s, found \"alice\"%s", line,
                 field < 2 ? "vertex id" : "weight", field < 2 ? ": ids that are words are not read" : "");
        test_expect_refusal(text, NULL, expected);
    }
}

static void by_hand(void **state)
{
    const test_edge one[] = {{1, 2, 1}}, weighted[] = {{1, 2, 0.5}}, reversed[] = {{2, 1, 1}};
    const tropic_load_options by_number = {.size = sizeof by_number, .columns = "2,3"},
                              by_name = {.size = sizeof by_name, .columns = "\"a, b\",C,w"},
                              missing = {.size = sizeof missing, .columns = "a,x"},
                              beyond = {.size = sizeof beyond, .columns = "1,4"},
                              twice = {.size = sizeof twice, .columns = "a,1"},
                              alone = {.size = sizeof alone, .columns = "1"};
    test_expect_edges("head,tail\n1,2\n", NULL, reversed, 1, false, -1, 1);
    test_expect_edges("target,source\n1,2\n", NULL, reversed, 1, false, -1, 0);
    test_expect_edges("from,to,kind of road\n1,2,motorway\n", NULL, one, 1, false, -1, 1);
    test_expect_edges("from,to,note,remark\n1,2,3,4\n", NULL, one, 1, false, -1, 1);
    test_expect_edges("from,to,2019,2020\n1,2,3,4\n", NULL, one, 1, false, -1, 1);
    test_expect_edges("from to weight\n1 2 0.5\n", NULL, weighted, 1, false, -1, 0);
    test_expect_edges("source,target,source_name,target_name\n1,2,a,b\n", NULL, one, 1, false, -1, 0);
    test_expect_edges("9 1 2 x y z\n", &by_number, one, 1, false, -1, 0);
    test_expect_edges("9 1 2 {'weight': 3}\n9 1 2\n", &by_number, one, 1, false, -1, 0);
    test_expect_edges("\"a, b\",W,c\n1,0.5,2\n", &by_name, weighted, 1, false, -1, 0);
    test_expect_refusal("a,b\n1,2\n", &missing, ":1: there is no column \"x\": this line has \"a\", \"b\"");
    test_expect_refusal("a,b\n1,2\n", &beyond, ":1: there is no column 4: this line has 2");
    test_expect_refusal("a,b\n1,2\n", &twice, ":1: column \"1\" is wanted twice");
    test_expect_refusal("1,2\n", &alone, "different names or numbers from 1, not '1'");
    test_expect_refusal("id,level,parent\n1,0,1\n", NULL, "the names \"id\", \"level\", \"parent\" do not say");
    test_expect_refusal("id,centrality\n1,0\n", NULL, "do not say which columns are source and target");
    test_expect_refusal("source,target,src\n1,2,3\n", NULL, "do not say which columns are source and target");
    test_expect_refusal("from,to,distance,capacity\n1,2,3,4\n", NULL, "do not say which column is the weight");
    test_expect_refusal("from,to\n1,2,3\n", NULL, ":2: the first line names 2 columns, this one has 3");
    test_expect_refusal("from,to,x\n1,2,\"a\nb\"\n", NULL, ":2: a field in quotes does not end in its line");
    test_expect_refusal("alice,bob\nbob,carol\n", NULL,
                        ":1: expected a vertex id, found \"alice\": ids that are words");
    test_expect_refusal("from,to\nalice,bob\n", NULL, ":2: expected a vertex id, found \"alice\": ids that are words");
    test_expect_refusal("u1,u2\n", NULL, "no arcs below the line of names (ids that are words are not read");
    test_expect_refusal("1 2 {}\n", NULL, ":1: expected a weight, found \"{}\"; of NetworkX, write it with data=False");
    test_expect_refusal("1 2 {'weight': 3}\n", NULL, "data=False");
    test_expect_refusal("1 2\n2 3 4\n", NULL, ":2: the first line has 2 columns, this one has 3; adjacency lists");
    test_expect_refusal("source;target;weight\n1;2;0,5\n", NULL,
                        "expected 2 or 3 columns of numbers with decimal points");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_names), cmocka_unit_test(types), cmocka_unit_test(unknown_names),
        cmocka_unit_test(wanted),      cmocka_unit_test(words), cmocka_unit_test(by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
