/* SPDX-License-Identifier: Apache-2.0
 *
 * Where results go, and how: a sink that is complete or absent and loses nothing, JSON, tables of vertices, records.
 */
#ifndef TP_CLI_OUTPUT_H
#define TP_CLI_OUTPUT_H

#include <tropic.h>

#include <stdio.h>
#include <sys/types.h>

/* The files of "-" where a name is needed. A file of that name is "./-". */
#define CLI_STANDARD_INPUT "/dev/stdin"
#define CLI_STANDARD_OUTPUT "/dev/stdout"

/* ---- a sink (cli/output/sink.c) ---- */

/* stdout, or a file that appears under its name only when complete. A device or pipe, which is no
 * regular file, is written in place. The first failure is kept. */
typedef struct cli_sink {
    FILE *file;
    char *target;           /* the file's final name; NULL: written in place */
    struct tp_draft *draft; /* the file that is to get that name */
    int failure;            /* errno of the first write that failed */
    bool dropped;           /* no result came of it, as a message says: no file is to appear */
} cli_sink;

void cli_sink_print(cli_sink *sink, const char *format, ...) __attribute__((format(printf, 2, 3)));
void cli_sink_put(cli_sink *sink, const void *bytes, size_t count);
/* Is it of no use to write more: failed, dropped, or cancelled? */
bool cli_sink_stopped(const cli_sink *sink);

/* Puts all of a result into a sink. */
typedef void cli_put(cli_sink *sink, const void *what);
/* Writes a result to a file, or stdout (path NULL). The errno of the failed call; 0: none. */
typedef int cli_delivery(const char *path, void *what);

/* Results are not lost. One that cannot be written to `path` (NULL: stdout), as for want of space, goes to stdout. If
 * that is to stay `apart` from it or is a terminal, it goes to a file in a new folder of TMPDIR or /tmp. A message has
 * the place. CLI_OK, or CLI_FAILED if it is not at `path`. `put` and `deliver` are called for each place. A reader of
 * standard output that leaves before the end has read enough: CLI_OK. Of a sink that is dropped: CLI_FAILED. */
int cli_write(const char *path, bool apart, cli_put *put, const void *what);
int cli_deliver(const char *path, bool apart, cli_delivery *deliver, void *what);
/* Was something written in this run, in its place or another? */
bool cli_delivered(void);
/* A run begins, and nothing was. */
void cli_deliver_anew(void);
/* A table in place of the file `path` that cannot be made, for a cause that the message gives: it goes where results
 * go that cannot be written. CLI_FAILED. */
int cli_rescue(const char *path, bool apart, cli_put *put, const void *what, const char *cause);
/* Can it be written (NULL: stdout)? CLI_OK, or CLI_FAILED with a message, before the work for it is done. Leaves
 * nothing behind. A pipe is not opened: its reader would take that for the end. */
int cli_output_try(const char *path);
/* Where a regular file is, or will be: equal for all its names (cli/output/place.c). */
typedef struct cli_file_place {
    dev_t device;
    ino_t file; /* of a missing one its folder */
    char *name; /* of a missing one */
} cli_file_place;

/* False: it is no regular file, or cannot be one. */
bool cli_file_place_find(cli_file_place *place, const char *path);
void cli_file_place_free(cli_file_place *place);
/* As strcmp. */
int cli_file_place_order(const cli_file_place *a, const cli_file_place *b);
/* Are, or will be, both the same regular file, by whatever names? */
bool cli_same_file(const char *a, const char *b);
/* Does the name stand for a file that this process has open, such as standard output? */
bool cli_is_open(const char *path);
/* CLI_FAILED with a message where stdout could not take all that was written, unless its reader left. */
int cli_stdout_flush(void);

/* ---- numbers with a unit: us, ms or s; bytes, KiB, MiB or GiB (cli/output/units.c) ---- */

/* Texts that live as long as the block they are made in. */
#define CLI_TIME(seconds) cli_time((char[CLI_UNIT_ROOM]){0}, seconds)
#define CLI_BYTES(bytes) cli_bytes((char[CLI_UNIT_ROOM]){0}, bytes)

#define CLI_UNIT_ROOM 32
/* Return `text`. */
const char *cli_time(char text[CLI_UNIT_ROOM], double seconds);
const char *cli_bytes(char text[CLI_UNIT_ROOM], double bytes);

/* ---- JSON (cli/output/json.c) ---- */

#define CLI_JSON_DEPTH 8

typedef struct cli_json {
    cli_sink *sink;
    int depth;
    bool filled[CLI_JSON_DEPTH]; /* has this level a member already? */
} cli_json;

/* Members; key NULL: inside an array, or the outermost value. Bytes that are not UTF-8 become
 * U+FFFD; a number that is not finite becomes null. */
void cli_json_open(cli_json *json, const char *key, char bracket);
void cli_json_close(cli_json *json, char bracket);
void cli_json_string(cli_json *json, const char *key, const char *value);
void cli_json_integer(cli_json *json, const char *key, int64_t value);
void cli_json_unsigned(cli_json *json, const char *key, uint64_t value);
void cli_json_real(cli_json *json, const char *key, double value);
/* A time from a clock, such as seconds: no more digits than a clock is worth. */
void cli_json_measured(cli_json *json, const char *key, double value);
void cli_json_number(cli_json *json, const char *key, const char *text); /* as it is written */
void cli_json_bool(cli_json *json, const char *key, bool value);

/* ---- a table of vertices, or of arcs (cli/output/table.c) ---- */

/* `values` has one member for each vertex, or arc. */
typedef struct cli_column {
    const char *name;
    bool vertex;        /* INT32 vertices, shown by their ids; -1 stays */
    tropic_type type;   /* INT32; INT64, whose maximum is infinite; FP32; FP64 */
    const void *values; /* NULL: each is 1 */
    bool single;        /* FP64, shown as floats */
    bool finite;        /* of INT64: its maximum is a number as others, not infinite */
} cli_column;

/* The vertices to show, in order; NULL, in all calls here: all vertices. */
typedef struct cli_rows {
    const tropic_index *vertex; /* these */
    tropic_index count;
    /* Or all arcs, where not NULL: those from vertex i lead to head[offset[i] .. offset[i + 1] - 1]. */
    const tropic_offset *offset;
    const tropic_index *head;
    bool edges; /* of an undirected graph: each edge once, as the arc to its greater end */
    /* Or pairs, where not NULL: line k is of from[k] and head[k]; columns have a value for each. */
    const tropic_index *from;
    int64_t pairs;
} cli_rows;

/* Does the name end so, in any case, and is not that alone? */
bool cli_ends_in(const char *path, const char *suffix);
/* Is it the name of a file of comma-separated values (NULL: it is none)? */
bool cli_is_csv(const char *path);
/* "# id<TAB>name..." and a line per vertex, or "# from<TAB>to<TAB>name..." and one per arc; csv: "id,name...",
 * as RFC 4180 has it, with line feeds. */
void cli_table_text(cli_sink *sink, bool csv, const tropic_matrix *A, const cli_rows *rows, const cli_column *columns,
                    int count);
/* Its two parts, of which the lines may come in several calls. */
void cli_table_head(cli_sink *sink, bool csv, const cli_rows *rows, const cli_column *columns, int count);
void cli_table_lines(cli_sink *sink, bool csv, const tropic_matrix *A, const cli_rows *rows, const cli_column *columns,
                     int count);
/* An array of objects, under `key`; and members of one that is open. */
void cli_table_json(cli_json *json, const char *key, const tropic_matrix *A, const cli_rows *rows,
                    const cli_column *columns, int count);
void cli_table_objects(cli_json *json, const tropic_matrix *A, const cli_rows *rows, const cli_column *columns,
                       int count);

/* ---- an array for NumPy (cli/output/npy.c) ---- */

bool cli_is_npy(const char *path);
/* rows x columns values of INT32, FP32 or FP64, by rows. */
void cli_npy(cli_sink *sink, tropic_type type, int64_t rows, int64_t columns, const void *values);

/* ---- a record: "key<TAB>value" lines, a table of a key and a value in each row, or one JSON object
 * (cli/output/record.c) ---- */

typedef struct cli_record {
    cli_sink *sink;
    bool as_json, as_csv;
    cli_json json;
} cli_record;

void cli_record_begin(cli_record *record, cli_sink *sink, bool as_json);
/* The same for a file of that name (NULL: stdout), with the first members of every object: version and command. */
void cli_record_begin_file(cli_record *record, cli_sink *sink, bool as_json, const char *path, const char *command);
void cli_record_text(cli_record *record, const char *key, const char *value);
void cli_record_integer(cli_record *record, const char *key, int64_t value);
void cli_record_real(cli_record *record, const char *key, double value);
/* The number of that type that `value` points to, with the digits that read back the same. */
void cli_record_value(cli_record *record, const char *key, tropic_type type, const void *value);
void cli_record_bool(cli_record *record, const char *key, bool value); /* yes, no */
void cli_record_end(cli_record *record);

#endif
