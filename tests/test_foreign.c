/* SPDX-License-Identifier: Apache-2.0
 *
 * Files of other kinds are refused by name, in every way that these are written; and lists of edges, however odd, are
 * not taken for one.
 */
#include "formats/files/text/foreign.h"
#include "tests/common.h"

typedef struct sample {
    const char *content, *name; /* name: part of the message; NULL: it may be a list of edges */
} sample;

static const sample texts[] = {
    {"*Vertices 3\n1 \"a\"\n", "Pajek"},
    {"% made by hand\n\n*vertices 3\r\n", "Pajek"},
    {"*Network x\n*Vertices 2\n", "Pajek"},
    {"*Arcs\n1 2\n", "Pajek"},
    {"graph [\n directed 1\n]\n", "GML"},
    {"graph\n[\n", "GML"},
    {"# a comment\nCreator \"x\"\nVersion 1\ngraph [\n", "GML"},
    {"Creator\t\"Mark Newman\"\r\ngraph\r\n[\r\n", "GML"},
    {"<?xml version=\"1.0\"?>\n<!-- x -->\n<graphml>\n", "GraphML"},
    {"<graphml>", "GraphML"},
    {"  <gexf version=\"1.3\">", "GEXF"},
    {"<?xml version=\"1.0\"?>\n<svg>\n", "an XML file"},
    {"<HTML><body>", "HTML"},
    {"<!doctype html>\n", "HTML"},
    {"graph {\n a -- b;\n}\n", "DOT"},
    {"digraph G{a->b}", "DOT"},
    {"strict digraph \"a b\"\n{\n", "DOT"},
    {"/* a\n comment */\n// another\n# 1 \"x\"\nDigraph g // c\n{\n", "DOT"},
    {"{\"nodes\": []}", "JSON"},
    {"\n [[0, 1], [1, 2]]\n", "JSON"},
    {">>graph6<<DQc\n", "graph6"},
    {">>sparse6<<:Fa@x^\n", "sparse6"},
    {"LEDA.GRAPH\nstring\n", "LEDA"},
    {"DL n = 5\n", "UCINET"},
    {"dl N=5 format=edgelist1\n", "UCINET"},
    {"title                 key\n 3 1 1 1 0\nRUA    3 3 4 0\n(8I10)\n", "Harwell-Boeing"},
    {"1138 bus|key\n 3 1 1 1\r\nrsa\t3 3 4 0\r\n(8I10)\r\n", "Rutherford-Boeing"},
    {"x\n3 1 1 1\npse  3 3 4 7\n", "Boeing"},
    {"x\n3 1 1 1\nzra  3 3 4\n", NULL},
    {"", NULL},
    {"\n\n", NULL},
    {"1 2\n", NULL},
    {"# graph {\n1 2\n", NULL},
    {"% *Vertices\n1 2\n", NULL},
    {"graph\tweight\n1\t2\n", NULL},
    {"graph,digraph\n1,2\n", NULL},
    {"Creator,Version\n1,2\n", NULL},
    {"strict\tgraph\n1\t2\n", NULL},
    {"version\tcomment\n1\t2\n", NULL},
    {"dl\tn\n1\t2\n", NULL},
    {"c [\np sp 2 1\na 1 2 3\n", NULL},
    {"3 1 1 1 0\n3 1 1 1 0\n1 3 3 4 0\n", NULL},
    {"x\n3 1 1 1 0\nRUB 3 3 4 0\n", NULL},
    {"x\n3 1 1 y 0\nRUA 3 3 4 0\n", NULL},
    {"x\n3 1 1 1 0\nRUA", NULL},
    {"x\n3 1 1 1 0", NULL},
    {"%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 1\n", NULL},
    {"% sym unweighted\n1 2\n", NULL},
};

static void check(tropic_context *context, const sample *s, tropic_status status)
{
    assert_int_equal(status, s->name ? TROPIC_NOT_SUPPORTED : TROPIC_OK);
    if (!s->name) return;
    if (!strstr(tropic_context_error(context), s->name) ||
        strncmp(tropic_context_error(context), "a: this is ", 11) != 0)
        fail_msg("expected \"%s\", got \"%s\"", s->name, tropic_context_error(context));
}

static void text_formats(void **state)
{
    OWNED(tropic_context) *context = test_context_of(1);
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        const tp_text text = {
            .path = "a", .begin = texts[k].content, .end = texts[k].content + strlen(texts[k].content)};
        const tropic_status status = tp_refuse_foreign_text(context, &text);
        if ((status == TROPIC_OK) != !texts[k].name)
            fail_msg("\"%s\": %s", texts[k].content, status == TROPIC_OK ? "not known" : tropic_context_error(context));
        check(context, &texts[k], status);
    }
}

static void binary_formats(void **state)
{
#define BYTES(text, name)                                                                                              \
    {                                                                                                                  \
        {text, name}, sizeof text - 1                                                                                  \
    }
#define ZIP(length, member)                                                                                            \
    "PK\x03\x04"                                                                                                       \
    "0123456789012345678901" length "\0\0\0" member
    static const struct {
        sample sample;
        int64_t size;
    } cases[] = {
        BYTES("BZh9", "bzip2"),
        BYTES("\xfd\x37zXZ\0", "xz"),
        BYTES("\x28\xb5\x2f\xfd ", "zstd"),
        BYTES("PK\x03\x04", "a zip archive"),
        BYTES(ZIP("\x05", "a.txt"), "a zip archive"),
        BYTES(ZIP("\x08", "data.npy....."), "NPZ"),
        BYTES(ZIP("\x05", "a.txt.npy"), "a zip archive"),
        BYTES(ZIP("\x13", "[Content_Types].xml"), "CSV"),
        BYTES("\x93NUMPY\x01", "NPY"),
        BYTES("PAR1", "Parquet"),
        BYTES("\x89HDF\r\n", "HDF5"),
        BYTES("MATLAB 5.0 MAT-file, x", "MATLAB"),
        BYTES("\x7f"
              "ELF",
              "ELF"),
        BYTES("%PDF-1.4", "PDF"),
        BYTES("\xff\xfe"
              "1\0 \0002\0",
              "UTF-16"),
        BYTES("\xfe\xff\0001", "UTF-16"),
        BYTES("\xff\xfe\0!", NULL),
        BYTES("PAR", NULL),
        BYTES("%PDF 1\n1 2\n", NULL),
        BYTES("1 2\n", NULL),
        BYTES("", NULL),
    };
#undef BYTES
#undef ZIP
    OWNED(tropic_context) *context = test_context_of(1);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        /* Of its own size, so that a look beyond it shows. */
        OWNED_MEMORY char *copy = malloc((size_t)cases[k].size + 1);
        assert_non_null(copy);
        memcpy(copy, cases[k].sample.content, (size_t)cases[k].size);
        check(context, &cases[k].sample, tp_refuse_foreign_bytes(context, "a", copy, cases[k].size));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(text_formats), cmocka_unit_test(binary_formats)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
