/* SPDX-License-Identifier: Apache-2.0
 *
 * A text that is read by windows: the result, or the error with its line, does not depend on their ends. A line without
 * an entry costs no memory.
 */
#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "formats/files/text/foreign.h"
#include "formats/files/text/text.h"
#include "tests/common.h"
#include "tests/files.h"

/* ------------------------------------------------------------------------------------------------
 * Small windows
 */

typedef struct outcome {
    tropic_status status;
    char error[512]; /* without the path */
    tp_entries entries;
    tropic_vector *v[2];
} outcome;

typedef enum what { MATRIX, VECTOR, COORDINATES, WHATS } what;

/* Reads a file as any of these; `window` 0: of the usual size. */
static void read_as(tropic_context *context, const char *path, what kind, int64_t window, outcome *o)
{
    tp_text text;
    const char *error = tropic_context_error(context);
    *o = (outcome){0};
    o->status = tp_text_load(context, path, &text);
    if (o->status == TROPIC_OK) {
        const tropic_load_options options = {.size = sizeof options, .real_type = TROPIC_FP64};
        const tp_reader *reader = tp_reader_for(&text);
        o->status = tp_refuse_foreign_text(context, &text);
        if (window > 0) tp_text_narrow(&text, window);
        if (o->status == TROPIC_OK && kind == MATRIX)
            o->status = reader->read(context, &text, &options, &o->entries);
        else if (o->status == TROPIC_OK && kind == VECTOR)
            o->status = tp_vector_read(&o->v[0], context, &text);
        else if (o->status == TROPIC_OK)
            o->status = tp_coordinates_read(&o->v[0], &o->v[1], context, &text);
        tp_text_free(context, &text);
    }
    if (o->status == TROPIC_OK) return;
    if (strncmp(error, path, strlen(path)) != 0) fail_msg("%s: %s", path, error);
    snprintf(o->error, sizeof o->error, "%s", error + strlen(path));
}

static void free_outcome(tropic_context *context, outcome *o)
{
    tp_entries_free(context, &o->entries);
    tropic_vector_free(&o->v[0]);
    tropic_vector_free(&o->v[1]);
}

static bool same_bytes(const void *x, const void *y, size_t size)
{
    return !x == !y && (!x || memcmp(x, y, size) == 0);
}

static bool same_entries(const tp_entries *x, const tp_entries *y)
{
    const size_t count = (size_t)x->count, size = tp_entries_size(x);
    return x->rows == y->rows && x->cols == y->cols && x->count == y->count && x->type == y->type &&
           x->mirrored == y->mirrored && x->negated == y->negated && x->direction == y->direction &&
           x->narrowed == y->narrowed && x->adds_up == y->adds_up && x->bipartite == y->bipartite &&
           x->label_base == y->label_base && same_bytes(x->row_ids, y->row_ids, count * sizeof *x->row_ids) &&
           same_bytes(x->col_ids, y->col_ids, count * sizeof *x->col_ids) &&
           same_bytes(x->values, y->values, count * size) &&
           same_bytes(x->labels, y->labels, (size_t)x->rows * sizeof *x->labels);
}

static bool same_vector(tropic_vector *x, tropic_vector *y)
{
    OWNED_MEMORY tropic_index *ids = NULL;
    tropic_index n;
    OWNED_MEMORY double *values = NULL;
    bool same;
    if (!x || !y) return x == y;
    n = tropic_vector_count(x);
    if (tropic_vector_size(x) != tropic_vector_size(y) || n != tropic_vector_count(y)) return false;
    if (tropic_vector_type(x) != tropic_vector_type(y)) return false;
    ids = calloc(2 * (size_t)n + 1, sizeof *ids);
    values = calloc(2 * (size_t)n + 1, sizeof *values);
    same = ids && values && tropic_vector_get_entries(x, ids, values) == TROPIC_OK &&
           tropic_vector_get_entries(y, ids + n, values + n) == TROPIC_OK &&
           memcmp(ids, ids + n, (size_t)n * sizeof *ids) == 0 &&
           memcmp(values, values + n, (size_t)n * tropic_type_size(tropic_vector_type(x))) == 0;
    return same;
}

/* All windows give the result of one. `path` may be a packed copy of `name`. */
static void compare(tropic_context *context, const char *path, const char *name, what kind)
{
    static const int64_t windows[] = {0, 1, 9, 40, 300};
    outcome whole, parts;
    read_as(context, name, kind, 0, &whole);
    for (size_t w = 0; w < sizeof windows / sizeof *windows; w++) {
        read_as(context, path, kind, windows[w], &parts);
        if (whole.status != parts.status || strcmp(whole.error, parts.error) != 0)
            fail_msg("%s, windows of %d: %s%s, as a whole %s%s", path, (int)windows[w],
                     tropic_status_name(parts.status), parts.error, tropic_status_name(whole.status), whole.error);
        if (whole.status == TROPIC_OK && (!same_entries(&whole.entries, &parts.entries) ||
                                          !same_vector(whole.v[0], parts.v[0]) || !same_vector(whole.v[1], parts.v[1])))
            fail_msg("%s, windows of %d: other entries", path, (int)windows[w]);
        free_outcome(context, &parts);
    }
    free_outcome(context, &whole);
}

/* A copy of a file that gzip packs; freed by the caller. */
static char *pack(const char *path, const char *name)
{
    size_t count;
    OWNED_MEMORY char *bytes = test_read(path, &count);
    char packed[300], *made;
    gzFile file;
    snprintf(packed, sizeof packed, "%s.gz", name);
    made = test_file_name(packed);
    file = gzopen(made, "wb1");
    assert_non_null(bytes);
    assert_non_null(file);
    assert_int_equal(gzwrite(file, bytes, (unsigned)count), count);
    assert_int_equal(gzclose(file), Z_OK);
    return made;
}

static bool is_file(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode) && about.st_size < 100000;
}

static bool is_packed(const char *path)
{
    OWNED_MEMORY char *bytes = test_read(path, NULL);
    const bool packed = strncmp(bytes, "\x1f\x8b", 2) == 0;
    return packed;
}

static void small_windows(void **state)
{
    static const char *const folders[] = {"matrices", "matrices/odd", "matrices/mangled"};
    OWNED(tropic_context) *context = test_context_of(2);
    int files = 0;
    for (size_t f = 0; f < sizeof folders / sizeof *folders; f++) {
        DIR *folder = opendir(folders[f]);
        assert_non_null(folder);
        for (struct dirent *entry; (entry = readdir(folder));) {
            char path[300];
            snprintf(path, sizeof path, "%s/%s", folders[f], entry->d_name);
            if (!is_file(path)) continue;
            for (what kind = MATRIX; kind < WHATS; kind++) compare(context, path, path, kind);
            if (!strstr(path, ".gz") && !is_packed(path)) {
                OWNED_MEMORY char *packed = pack(path, entry->d_name);
                for (what kind = MATRIX; kind < WHATS; kind++) compare(context, packed, path, kind);
                unlink(packed);
            }
            files++;
        }
        closedir(folder);
    }
    assert_true(files > 200);
}

/* Kinds of files that the folders lack. */
static void made_files(void **state)
{
    static const struct {
        const char *name, *content;
        what kind;
    } cases[] = {
        {"a.co", "c x\n\nc y\np aux sp co 3\nc z\nv 1 2 3\n\nc\nv 3 1 1\nv 2 0 -1.5\n", COORDINATES},
        {"a.co", "p aux sp co 3\nv 1 2 3\nc\nc\nv 2 1 1\n\nv 1 0 -1.5\n", COORDINATES},
        {"a.co", "p aux sp co 2\nv 1 2 3\nv 2 1 1\nv 2 0 -1.5\n", COORDINATES},
        {"a.co", "p aux sp co 2\nv 1 2 3\nv 2 1 x\nv 2 0 -1.5\n", COORDINATES},
        {"a.mtx", "%%MatrixMarket matrix array real general\n% x\n3 1\n1\n\n% y\n2\n3\n", VECTOR},
        {"a.mtx", "%%MatrixMarket matrix coordinate real general\n% x\n3 1 2\n1 1 1\n\n% y\n1 1 2\n", VECTOR},
        {"a.mtx", "%%MatrixMarket matrix coordinate real skew-symmetric\n% x\n3 3 2\n2 1 1\n\n% y\n2 2 2\n", MATRIX},
        {"a.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n1 2 1\nx\n2 2 2\n", MATRIX},
        {"a.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n1 2 1\n%\n2 2 2\n2 x\n", MATRIX},
        {"a.mtx", "%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n3\n4\n5\n", MATRIX},
        {"a.txt", "# vertex 9\n# x\nfrom\tto\n# vertex 8\n\n\"3\"\t4\n5\t\"99999999999\"\n# vertex 7\n6\t7\n", MATRIX},
        {"a.txt", "1 2 1\n3 4 5\n# x\n3 5 2.5\n4 -5000000000 7\n6 6 1\n", MATRIX},
        {"a.txt", "1 2 1\n3 4 5\n# x\n3 5 2.5\n4 -5000000000 x\n6 6 1\n", MATRIX},
        {"a.txt", "from,to\n\n# x\nand,so\n1,2\n", MATRIX},
        {"a.txt", "from,to,a,b,c\n\n# x\nand,so\n1,2\n", MATRIX},
        {"a.txt", "from,to\n\n# x\n1,2\n3;4\n3;4,\n", MATRIX},
        {"a.graph", "% x\n3 2 1\n% y\n2 7\n% z\n%\n1 7 3 5\n2 6\n", MATRIX},
        {"a.graph", "% x\n4 2\n% y\n2\n% z\n%\n1 3\n% a\n\n2\n", MATRIX},
        {"a.graph", "% x\n3 2\n% y\n2\n% z\n%\n1 3 1\n% a\n2\n", MATRIX},
        {"a.graph", "3 1\n2\n1 3\n\n2 4\n", MATRIX},
        {"a.graph", "3 1\n2\n1 3\n9\n9\n", MATRIX},
        {"out.a", "% sym weighted\n% 3 4 4\n% x\n\n1 2 1\n% y\n3 4 2\n1 3 2.5\n", MATRIX},
        {"out.a", "% sym weighted\n% x\n% y\n1 2 1\n3 4 2\n1 3 2.5 7\n", MATRIX},
        {"a.txt", "1 2\r3 4\r# x\r5 6\r", MATRIX},
        {"a.txt",
         "\xef\xbb\xbf"
         "1 2\n3 4\n",
         MATRIX},
    };
    OWNED(tropic_context) *context = test_context_of(2);
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        OWNED_MEMORY char *path = test_file_name(cases[c].name), *packed = NULL;
        test_write(path, cases[c].content, strlen(cases[c].content));
        packed = pack(path, cases[c].name);
        compare(context, path, path, cases[c].kind);
        compare(context, packed, path, cases[c].kind);
        unlink(packed);
        unlink(path);
    }
}

/* ------------------------------------------------------------------------------------------------
 * Random texts with known contents
 */

enum { ARCS = 60, LINE = 80, TEXT = 40 * ARCS * LINE };

typedef struct made {
    char text[TEXT];
    size_t length;
    int lines; /* so far */
    int64_t from[ARCS], to[ARCS];
    double value[ARCS];
    int arcs;
    int wrong; /* the line of an error; 0: there is none */
} made;

static uint64_t seed = 1;

static int draw(int choices)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (int)((seed >> 33) % (unsigned)choices);
}

static void put(made *m, const char *line, const char *end)
{
    m->length += (size_t)snprintf(m->text + m->length, sizeof m->text - m->length, "%s%s", line, end);
    m->lines++;
}

/* Lines that say nothing. */
static void put_nothing(made *m, char comment, const char *end)
{
    static const char *const blanks[] = {"", "  ", "\t ", "                                        "};
    char line[LINE];
    while (draw(3) == 0) {
        if (draw(2) == 0) {
            put(m, blanks[draw(4)], end);
        } else {
            snprintf(line, sizeof line, "%c %.*s", comment, draw(60),
                     "1 2 3 and so on, which nobody reads ...............");
            put(m, line, end);
        }
    }
}

static int64_t draw_id(bool any)
{
    if (!any) return 1 + draw(50);
    return draw(40) == 0 ? 5000000000 * (draw(5) - 2) : draw(9) - 4;
}

/* An edge list, a Matrix Market file or a DIMACS file. */
static void make_text(made *m, int format)
{
    static const char *const letters[] = {"", "", "a "};
    const char *end = draw(4) == 0 ? "\r\n" : "\n";
    const char comment = "#%c"[format];
    const bool real = draw(2) == 0 && format < 2;
    char line[LINE];
    m->length = 0;
    m->lines = m->wrong = 0;
    m->arcs = 1 + draw(ARCS - 1);
    if (format == 1) put(m, "%%MatrixMarket matrix coordinate real general", end);
    put_nothing(m, comment, end);
    snprintf(line, sizeof line, format == 1 ? "50 50 %d" : "p sp 50 %d", m->arcs);
    if (format > 0) put(m, line, end);
    for (int k = 0; k < m->arcs; k++) {
        const bool wrong = m->wrong == 0 && draw(200) == 0;
        put_nothing(m, comment, end);
        m->from[k] = draw_id(format == 0);
        m->to[k] = draw_id(format == 0);
        m->value[k] = real && draw(20) == 0 ? draw(9) + 0.5 : draw(100);
        snprintf(line, sizeof line, "%s%s%lld %lld %s%g", draw(9) == 0 && format < 2 ? "  " : "", letters[format],
                 (long long)m->from[k], (long long)m->to[k], wrong ? "x" : "", m->value[k]);
        put(m, line, end);
        if (wrong) m->wrong = m->lines;
    }
    put_nothing(m, comment, end);
    if (draw(3) == 0 && m->length > 0 && m->text[m->length - 1] == '\n') m->text[--m->length] = '\0';
}

static double value_of(const tp_entries *e, tropic_offset k)
{
    if (e->type == TROPIC_FP64) return ((const double *)e->values)[k];
    return e->type == TROPIC_INT32 ? ((const int32_t *)e->values)[k] : (double)((const int64_t *)e->values)[k];
}

static int64_t id_of(const tp_entries *e, tropic_index id)
{
    return e->labels ? e->labels[id] : id + e->label_base;
}

static void random_texts(void **state)
{
    static const char *const names[] = {"r.txt", "r.mtx", "r.gr"};
    OWNED(tropic_context) *context = test_context_of(2);
    OWNED_MEMORY made *m = malloc(sizeof *m);
    int errors = 0;
    assert_non_null(m);
    for (int round = 0; round < 1500; round++) {
        const int format = round % 3;
        OWNED_MEMORY char *path = test_file_name(names[format]);
        char line[32];
        const tp_entries *e;
        outcome o;
        make_text(m, format);
        test_write(path, m->text, m->length);
        read_as(context, path, MATRIX, 1 + draw(200), &o);
        e = &o.entries;
        snprintf(line, sizeof line, ":%d: ", m->wrong);
        if (m->wrong == 0 ? o.status != TROPIC_OK : strncmp(o.error, line, strlen(line)) != 0)
            fail_msg("round %d: expected an error in line %d, got %s in\n%s", round, m->wrong, o.error, m->text);
        errors += m->wrong > 0;
        for (int k = 0; k < m->arcs && m->wrong == 0; k++)
            if (e->count != m->arcs || id_of(e, e->row_ids[k]) != m->from[k] || id_of(e, e->col_ids[k]) != m->to[k] ||
                value_of(e, k) != m->value[k])
                fail_msg("round %d: arc %d of %d differs in\n%s", round, k, m->arcs, m->text);
        free_outcome(context, &o);
    }
    assert_true(errors > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(small_windows), cmocka_unit_test(made_files),
                                       cmocka_unit_test(random_texts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
