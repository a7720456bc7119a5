/* SPDX-License-Identifier: Apache-2.0
 *
 * Binary data is known by its first bytes, text by its first words. No list of edges begins like one of these.
 */
#include "formats/files/text/foreign.h"

#include "formats/files/text/chunks.h"

#include <string.h>
#include <strings.h>

/* Advice on such a file. */
#define UNPACK ": unpack it first"
#define CONVERT ", which Tropic does not read: convert it to Matrix Market"

/* In a tar archive, where its name stands. */
#define TAR_MAGIC_AT 257
/* In a zip archive: the length of the first member's name, and the name. */
#define ZIP_LENGTH_AT 26
#define ZIP_NAME_AT 30
/* How far the element that tells the kind of XML is looked for, past a prologue. */
#define XML_HEAD 4096

/* Where `word`, in any case of letters, begins among `length` bytes from p on; NULL: nowhere. */
static const char *find(const char *p, const char *end, int64_t length, const char *word)
{
    const int64_t size = (int64_t)strlen(word);
    if (length > end - p) length = end - p;
    for (int64_t k = 0; k + size <= length; k++)
        if (strncasecmp(p + k, word, (size_t)size) == 0) return p + k;
    return NULL;
}

/* ---- bytes ---- */

/* Is `word` part of the name of a zip archive's first member? */
static bool zip_holds(const char *bytes, int64_t size, const char *word)
{
    const unsigned char *length = (const unsigned char *)bytes + ZIP_LENGTH_AT;
    if (size < ZIP_NAME_AT || memcmp(bytes, "PK\x03\x04", 4) != 0) return false;
    return find(bytes + ZIP_NAME_AT, bytes + size, length[0] | length[1] << 8, word) != NULL;
}

/* A byte order mark, then a character of ASCII. */
static bool is_utf16(const char *bytes, int64_t size)
{
    if (size < 4) return false;
    if (memcmp(bytes, "\xff\xfe", 2) == 0) return (signed char)bytes[2] > 0 && bytes[3] == 0;
    return memcmp(bytes, "\xfe\xff", 2) == 0 && bytes[2] == 0 && (signed char)bytes[3] > 0;
}

tropic_status tp_refuse_foreign_bytes(tropic_context *context, const char *path, const char *bytes, int64_t size)
{
    static const struct {
        const char *name, *magic;
        int64_t length, at;
        const char *advice;
    } kinds[] = {
        {"bzip2 data", "BZh", 3, 0, UNPACK},
        {"xz data", "\xfd\x37zXZ", 5, 0, UNPACK},
        {"zstd data", "\x28\xb5\x2f\xfd", 4, 0, UNPACK},
        {"a zip archive", "PK\x03\x04", 4, 0, UNPACK},
        {"a tar archive", "ustar", 5, TAR_MAGIC_AT, UNPACK},
        {"a NumPy array (NPY)", "\x93NUMPY", 6, 0, CONVERT},
        {"a Parquet file", "PAR1", 4, 0, CONVERT},
        {"an HDF5 file", "\x89HDF", 4, 0, CONVERT},
        {"a MATLAB file", "MATLAB 5.0 MAT-file", 19, 0, CONVERT},
        {"an SQLite database", "SQLite format 3", 16, 0, CONVERT},
        {"a PDF document", "%PDF-", 5, 0, ", not a graph"},
        {"a program (ELF)", "\x7f\x45LF", 4, 0, ", not a graph"},
    };
    if (zip_holds(bytes, size, ".npy"))
        return tp_fail(context, TROPIC_NOT_SUPPORTED, "%s: this is a file of NumPy arrays (NPZ)" CONVERT, path);
    if (zip_holds(bytes, size, "[Content_Types].xml"))
        return tp_fail(context, TROPIC_NOT_SUPPORTED,
                       "%s: this is a workbook or document of an office program, which Tropic does not read: save it "
                       "as CSV",
                       path);
    if (is_utf16(bytes, size))
        return tp_fail(context, TROPIC_NOT_SUPPORTED, "%s: this is UTF-16 text: save it as UTF-8", path);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (size >= kinds[k].at + kinds[k].length &&
            memcmp(bytes + kinds[k].at, kinds[k].magic, (size_t)kinds[k].length) == 0)
            return tp_fail(context, TROPIC_NOT_SUPPORTED, "%s: this is %s%s", path, kinds[k].name, kinds[k].advice);
    return TROPIC_OK;
}

/* ---- text ---- */

static const char *skip_space(const char *p)
{
    while (*p == ' ' || (*p >= '\t' && *p <= '\r')) p++;
    return p;
}

/* The place behind the word at p, in any case of letters, where no letter, digit or _ follows; NULL: the word is not
 * there. */
static const char *after_word(const char *p, const char *word)
{
    const size_t length = strlen(word);
    const char *q;
    if (strncasecmp(p, word, length) != 0) return NULL;
    q = p + length;
    return tp_is_digit(*q) || *q == '_' || (*q >= 'a' && *q <= 'z') || (*q >= 'A' && *q <= 'Z') ? NULL : q;
}

static const char *after_any(const char *p, const char *const *words)
{
    const char *q = NULL;
    for (; *words && !q; words++) q = after_word(p, *words);
    return q;
}

/* Past blank lines and lines that begin with a sign of `comments`. */
static const char *skip_comments(const char *p, const char *end, const char *comments)
{
    for (p = skip_space(p); *p && strchr(comments, *p); p = skip_space(tp_next_line(p, end)))
        ;
    return p;
}

static const char *pajek(const char *p, const char *end)
{
    static const char *const words[] = {"vertices",  "network", "arcs",      "edges",  "arcslist",
                                        "edgeslist", "matrix",  "partition", "vector", NULL};
    p = skip_comments(p, end, "%");
    return *p == '*' && after_any(p + 1, words) ? "a Pajek file" : NULL;
}

static const char *gml(const char *p, const char *end)
{
    static const char *const heads[] = {"creator", "version", "comment", "label", NULL};
    const char *q;
    p = skip_comments(p, end, "#");
    while ((q = after_any(p, heads)) && (*q == ' ' || *q == '\t')) p = skip_comments(tp_next_line(q, end), end, "#");
    q = after_word(p, "graph");
    return q && *skip_space(q) == '[' ? "a GML file" : NULL;
}

/* Past the comments of DOT. */
static const char *skip_dot_comments(const char *p, const char *end)
{
    for (;;) {
        p = skip_comments(p, end, "#");
        if (strncmp(p, "//", 2) == 0) {
            p = tp_next_line(p, end);
        } else if (strncmp(p, "/*", 2) == 0) {
            p = strstr(p, "*/");
            if (!p) return end;
            p += 2;
        } else {
            return p;
        }
    }
}

static const char *dot(const char *p, const char *end)
{
    static const char *const words[] = {"graph", "digraph", NULL};
    const char *q;
    p = skip_dot_comments(p, end);
    q = after_word(p, "strict");
    if (q) p = skip_dot_comments(q, end);
    p = after_any(p, words);
    if (!p) return NULL;
    p = skip_dot_comments(p, end);
    /* Perhaps a name. */
    if (*p == '"') {
        for (p++; *p && *p != '"' && *p != '\n'; p++)
            ;
        p += *p == '"';
    } else {
        while (!tp_is_break(*p) && *p != '{') p++;
    }
    return *skip_dot_comments(p, end) == '{' ? "a DOT (Graphviz) file" : NULL;
}

static const char *json(const char *p, const char *end)
{
    (void)end;
    p = skip_space(p);
    return *p == '{' || *p == '[' ? "a JSON file" : NULL;
}

static const char *xml(const char *p, const char *end)
{
    static const struct {
        const char *element, *name;
    } kinds[] = {{"<graphml", "a GraphML file"},
                 {"<gexf", "a GEXF file"},
                 {"<html", "an HTML page"},
                 {"<!doctype html", "an HTML page"}};
    p = skip_space(p);
    if (*p != '<') return NULL;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (find(p, end, XML_HEAD, kinds[k].element)) return kinds[k].name;
    return "an XML file";
}

/* By a mark at the very beginning. */
static const char *marked(const char *p, const char *end)
{
    static const struct {
        const char *mark, *name;
    } kinds[] = {{">>graph6<<", "a graph6 file"},
                 {">>sparse6<<", "a sparse6 file"},
                 {">>digraph6<<", "a digraph6 file"},
                 {">>planar_code", "a planar code file"},
                 {"LEDA.GRAPH", "a LEDA file"}};
    (void)end;
    p = skip_space(p);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (strncmp(p, kinds[k].mark, strlen(kinds[k].mark)) == 0) return kinds[k].name;
    return NULL;
}

/* `dl n = 5`, perhaps with a comma. */
static const char *ucinet(const char *p, const char *end)
{
    (void)end;
    p = after_word(skip_space(p), "dl");
    p = p ? after_word(skip_space(p), "n") : NULL;
    return p && *skip_space(p) == '=' ? "a UCINET DL file" : NULL;
}

/* The number of integers from p to the end of the line; -1: something else is there too. */
static int count_integers(const char *p, const char *end)
{
    int64_t number;
    int count = 0;
    for (p = tp_skip_blanks(p); !tp_line_end(p, end); p = tp_skip_blanks(p), count++) {
        p = tp_parse_int(p, &number);
        if (!p || !tp_is_break(*p)) return -1;
    }
    return count;
}

/* A title, four or five counts of lines, then a type of three letters with four sizes, the last of which an assembled
 * matrix may lack. */
static const char *boeing(const char *p, const char *end)
{
    const char *const counts = tp_next_line(p, end), *const type = tp_next_line(counts, end);
    const int lines = count_integers(counts, end);
    int sizes;
    if (lines < 4 || lines > 5 || !strchr("RCPIQrcpiq", *type) || *type == '\0') return NULL;
    if (!type[1] || !strchr("SUHZRsuhzr", type[1]) || !type[2] || !strchr("AEae", type[2])) return NULL;
    if (type[3] != ' ' && type[3] != '\t') return NULL;
    sizes = count_integers(type + 3, end);
    return sizes == 3 || sizes == 4 ? "a Harwell-Boeing or Rutherford-Boeing file" : NULL;
}

tropic_status tp_refuse_foreign_text(tropic_context *context, const tp_text *text)
{
    static const char *(*const kinds[])(const char *p, const char *end) = {marked, xml, json,   pajek,
                                                                           gml,    dot, ucinet, boeing};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        const char *name = kinds[k](text->begin, text->end);
        if (name) return tp_fail(context, TROPIC_NOT_SUPPORTED, "%s: this is %s" CONVERT, text->path, name);
    }
    return TROPIC_OK;
}
