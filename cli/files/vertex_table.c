/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "cli/files/vertex_table.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Lines between two looks at whether to go on. */
#define LOOK_EVERY 65536
/* A file without ends of lines is no table: bytes. */
#define LINE_MAX_BYTES (1 << 20)
/* The most that a message quotes of a line. */
#define QUOTE 40
/* Pairs that there is room for at first. */
#define FIRST_PAIRS 1024

typedef struct reader {
    cli_vertex_table *table;
    const tropic_matrix *A;
    const cli_vertex_rules *rules;
    bool commas;                       /* between the fields, as the first line says; else one may be a decimal point */
    bool named;                        /* has a line had the names of columns? Later comments are comments. */
    bool begun;                        /* has a line said how many numbers there are? */
    bool full;                         /* out of memory */
    int passed;                        /* fields between the id and the numbers */
    char unknown[CLI_IDS_LENGTH + 32]; /* a cause */
} reader;

/* Begin the first line of comma-separated values, as tropic writes them. */
static const char of_vertices[] = "id,", of_pairs[] = "from,";
/* Begin the line of names of either table, in any case of letters. */
static const char *const vertex_names[] = {"id", NULL}, *const pair_names[] = {"from", "to", NULL},
                         *const end_names[] = {"source", "target", NULL}; /* as graphs have them */

static bool is_end(char c)
{
    return c == '\0' || isspace((unsigned char)c);
}

static char *skip_blanks(char *p)
{
    while (isspace((unsigned char)*p)) p++;
    return p;
}

/* The separator of two fields. */
static char *skip_between(const reader *r, char *p)
{
    p = skip_blanks(p);
    return r->commas && *p == ',' ? skip_blanks(p + 1) : p;
}

static bool ends_field(const reader *r, char c)
{
    return is_end(c) || (r->commas && c == ',');
}

/* A decimal number or an infinity, which strtod alone does not tell from hexadecimal digits. The text behind it, or
 * NULL with the cause. */
static char *take_number(const reader *r, char *p, double *value, const char **wrong)
{
    const bool infinite = r->rules->infinite;
    char *end;
    const size_t plain = strspn(p, "+-.0123456789eE");
    *value = strtod(p, &end);
    *wrong = "not a number";
    if (end == p || !ends_field(r, *end)) return NULL;
    if (isfinite(*value) && end == p + plain) return end;
    *wrong = isnan(*value)                       ? "not a finite number: nan"
             : isinf(*value) && end == p + plain ? "a number too large for a double"
             : isinf(*value) && !infinite        ? "not a finite number: inf"
                                                 : "not a number";
    return isinf(*value) && infinite && end != p + plain ? end : NULL;
}

/* The columns that the first line has. */
static bool begin(reader *r, int columns)
{
    const size_t n = (size_t)tropic_matrix_rows(r->A) + 1;
    r->begun = true;
    r->table->columns = columns;
    for (int k = 0; k < columns && !r->full && !r->table->of_pairs; k++) {
        r->table->value[k] = calloc(n, sizeof **r->table->value);
        r->full = !r->table->value[k];
    }
    return !r->full;
}

static const char *no_such_vertex(reader *r)
{
    char ids[CLI_IDS_LENGTH];
    snprintf(r->unknown, sizeof r->unknown, "no such vertex in the graph: %s", cli_ids(ids, r->A));
    return r->unknown;
}

/* The end of the field that begins there. */
static char *end_of_field(const reader *r, char *p)
{
    while (!ends_field(r, *p)) p++;
    return p;
}

/* Behind the mark of a comment. */
static char *skip_mark(char *p)
{
    return *p == '#' || *p == '%' ? skip_blanks(p + 1) : p;
}

/* Behind these names, if a line of names begins with them, in a comment or not; else NULL. *commas: are those between
 * its fields? */
static char *skip_names(char *p, const char *const *names, bool *commas)
{
    p = skip_mark(p);
    *commas = false;
    for (int k = 0; names[k]; k++) {
        const size_t length = strlen(names[k]);
        if (k > 0) p = skip_blanks(*p == ',' ? p + 1 : p);
        if (strncasecmp(p, names[k], length) != 0 || (!is_end(p[length]) && p[length] != ',')) return NULL;
        p += length;
        *commas = *commas || *p == ',';
    }
    return p;
}

/* The names behind those of the ids say where the column of the wanted name is. The error, or NULL. */
static const char *find_column(reader *r, char *p)
{
    const char *wanted = r->rules->column;
    r->passed = 0;
    for (p = skip_between(r, p); *p; p = skip_between(r, p)) {
        char *end = end_of_field(r, p);
        if (strlen(wanted) == (size_t)(end - p) && strncmp(p, wanted, strlen(wanted)) == 0) return NULL;
        r->passed++;
        p = end;
    }
    return "no column of the name that was asked for";
}

/* A line before the values, if it has the names of columns: then *names is true. The error, or NULL. */
static const char *take_names(reader *r, char *p, bool first, bool *names)
{
    const cli_vertex_rules *rules = r->rules;
    bool commas;
    char *ids = skip_names(p, pair_names, &commas);
    if (!ids) ids = skip_names(p, end_names, &commas);
    *names = true;
    if (ids) {
        r->named = true;
        if (!rules->pairs && !rules->either) return "this is a table of edges or pairs, from and to, not of vertices";
        r->table->of_pairs = true;
        r->commas = commas;
        return rules->column ? find_column(r, ids) : NULL;
    }
    ids = skip_names(p, vertex_names, &commas);
    r->named = r->named || ids;
    if (ids && rules->pairs) return "this is a table of vertices, not of pairs";
    if (first && rules->column) {
        r->commas = commas;
        return ids ? find_column(r, ids) : "the first line has no names of columns, as in '# id NAME'";
    }
    *names = false;
    return NULL;
}

/* The vertex at *p, which moves behind it. The error, or NULL. */
static const char *take_id(reader *r, char **p, tropic_index *vertex)
{
    char *end;
    long long label;
    errno = 0;
    label = strtoll(*p, &end, 10);
    if (errno || end == *p || !ends_field(r, *end)) return "not a vertex id";
    *vertex = tropic_matrix_find(r->A, label);
    if (*vertex < 0) return no_such_vertex(r);
    *p = end;
    return NULL;
}

/* The numbers behind the id. The error, or NULL. */
static const char *take_numbers(reader *r, char *p, double value[CLI_TABLE_COLUMNS])
{
    const cli_vertex_rules *rules = r->rules;
    const int max = r->begun ? r->table->columns : rules->max;
    /* A table of either kind may be a set of pairs. */
    const int min = r->table->of_pairs && !rules->column ? 0 : rules->min;
    const char *wrong = NULL;
    int count = 0;
    for (int k = 0; k < r->passed; k++) p = end_of_field(r, skip_between(r, p));
    while (*(p = skip_between(r, p)) && count < max) {
        p = take_number(r, p, &value[count], &wrong);
        if (!p) return wrong;
        count++;
    }
    if (count < min) return "too few numbers";
    if (*p && r->begun && max < rules->max) return "more numbers than the lines before";
    if (r->begun && count < max) return "fewer numbers than the lines before";
    if (*p && rules->max == 0 && !rules->rest) return "unexpected text after the id";
    if (*p && !rules->rest) return "unexpected text after the last number";
    if (!r->begun && !begin(r, count)) return "out of memory";
    return NULL;
}

/* Room for one more pair, and its values. */
static bool grow(cli_vertex_table *table)
{
    const int64_t room = table->room ? 2 * table->room : FIRST_PAIRS;
    tropic_index *from, *to;
    if (table->pairs < table->room) return true;
    from = realloc(table->from, (size_t)room * sizeof *from);
    if (!from) return false;
    table->from = from;
    to = realloc(table->to, (size_t)room * sizeof *to);
    if (!to) return false;
    table->to = to;
    for (int k = 0; k < table->columns; k++) {
        double *value = realloc(table->value[k], (size_t)room * sizeof *value);
        if (!value) return false;
        table->value[k] = value;
    }
    table->room = room;
    return true;
}

/* The second id of a line, and the numbers behind it. */
static const char *take_pair(reader *r, char *p, tropic_index from)
{
    cli_vertex_table *table = r->table;
    double value[CLI_TABLE_COLUMNS] = {0};
    tropic_index to;
    const char *wrong = *(p = skip_between(r, p)) ? take_id(r, &p, &to) : "one id alone";
    if (!wrong && from == to && r->rules->pairs) wrong = "a vertex and itself";
    if (!wrong) wrong = take_numbers(r, p, value);
    if (wrong) return wrong;
    r->full = !grow(table);
    if (r->full) return "out of memory";
    table->from[table->pairs] = from;
    table->to[table->pairs] = to;
    for (int k = 0; k < table->columns; k++) table->value[k][table->pairs] = value[k];
    table->pairs++;
    return NULL;
}

/* Do these bytes begin a file that gzip made? */
static bool is_gzip(const char *bytes, size_t length)
{
    return length >= 2 && (unsigned char)bytes[0] == 0x1f && (unsigned char)bytes[1] == 0x8b;
}

/* A vertex that had a line before; the text behind its id may be that of an edge. */
static const char *second_line(reader *r, char *p)
{
    tropic_index to;
    p = skip_between(r, p);
    return r->rules->either && !take_id(r, &p, &to)
               ? "a second line for this vertex (a table of edges begins with from and to)"
               : "a second line for this vertex";
}

/* One line: an id and numbers, or blank, or a comment. The error, or NULL. */
static const char *take_line(reader *r, char *line, size_t length, bool first)
{
    const char *header = r->rules->pairs ? of_pairs : of_vertices;
    cli_vertex_table *table = r->table;
    double value[CLI_TABLE_COLUMNS] = {0};
    const char *wrong;
    char *p = line;
    tropic_index i;
    bool names = false;
    if (memchr(line, '\0', length)) return "a zero byte";
    while (length > 0 && isspace((unsigned char)line[length - 1])) line[--length] = '\0';
    if (memchr(line, '\r', length)) return "a carriage return without a line feed (end lines with a line feed)";
    p = skip_blanks(p);
    if (r->named && skip_mark(p) != p) return NULL;
    wrong = r->begun ? NULL : take_names(r, p, first, &names);
    if (wrong || names) return wrong;
    if (*p == '\0' || *p == '#' || *p == '%') return NULL;
    r->commas = r->commas || (first && strncmp(p, header, strlen(header)) == 0);
    if (first && r->commas) return NULL;
    wrong = take_id(r, &p, &i);
    if (wrong) return wrong;
    if (table->of_pairs) return take_pair(r, p, i);
    if (table->listed[i]) return second_line(r, p);
    wrong = take_numbers(r, p, value);
    if (wrong) return wrong;
    for (int k = 0; k < table->columns; k++) table->value[k][i] = value[k];
    table->listed[i] = true;
    table->count++;
    return NULL;
}

/* A pipe may be waited for; a signal ends that. */
static int cannot_read(const char *path, int error)
{
    if (error == EINTR && cli_cancelled()) return cli_check_cancelled();
    return cli_error(CLI_UNREADABLE, "%s: %s", path, strerror(error));
}

/* The next line, with its end, or so much of it as there is room for; how many bytes, zeros among them. */
static size_t next_line(FILE *file, char line[LINE_MAX_BYTES + 1])
{
    size_t length = 0;
    for (int c; length < LINE_MAX_BYTES && (c = getc_unlocked(file)) != EOF;) {
        line[length++] = (char)c;
        if (c == '\n') break;
    }
    line[length] = '\0';
    return length;
}

static int read_lines(reader *r, FILE *file, const char *path)
{
    const char *wrong = NULL;
    char *const line = malloc(LINE_MAX_BYTES + 1);
    int64_t number = 0;
    size_t length = 0;
    bool packed = false;
    int code = CLI_OK, error;
    errno = 0;
    while (line && !wrong && (length = next_line(file, line)) > 0) {
        if (++number % LOOK_EVERY == 0 && cli_cancelled()) break;
        if ((packed = number == 1 && is_gzip(line, length))) break;
        wrong = take_line(r, line, length, number == 1);
        if (!wrong && length == LINE_MAX_BYTES && line[length - 1] != '\n') wrong = "a line that is too long";
    }
    error = errno;
    if (r->full || !line)
        code = cli_error(CLI_FAILED, "out of memory for %s", path);
    else if (packed)
        code = cli_error(CLI_UNREADABLE, "%s is compressed by gzip; unpack it first, by gzip -d", path);
    else if (wrong)
        code = cli_error(CLI_UNREADABLE, "%s:%" PRId64 ": %s: '%.*s'", path, number, wrong, QUOTE, line);
    else if (length > 0)
        code = cli_check_cancelled();
    else if (!feof(file))
        code = cannot_read(path, error);
    free(line);
    return code;
}

int cli_vertex_table_read(cli_vertex_table *table, const tropic_matrix *A, const char *path,
                          const cli_vertex_rules *rules)
{
    reader r = {.table = table, .A = A, .rules = rules};
    FILE *file;
    int code;
    *table = (cli_vertex_table){.of_pairs = rules->pairs};
    table->listed = calloc((size_t)tropic_matrix_rows(A) + 1, sizeof *table->listed);
    if (!table->listed) return cli_error(CLI_FAILED, "out of memory for %s", path);
    file = fopen(path, "r");
    if (!file) return cannot_read(path, errno);
    code = read_lines(&r, file, path);
    fclose(file);
    return code;
}

void cli_vertex_table_free(cli_vertex_table *table)
{
    for (int k = 0; k < CLI_TABLE_COLUMNS; k++) free(table->value[k]);
    free(table->listed);
    free(table->from);
    free(table->to);
    *table = (cli_vertex_table){0};
}
