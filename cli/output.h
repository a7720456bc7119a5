/* SPDX-License-Identifier: Apache-2.0
 *
 * Where results go, and how: a sink that is complete or absent, JSON, tables of vertices, records.
 */
#ifndef TP_CLI_OUTPUT_H
#define TP_CLI_OUTPUT_H

#include <tropic.h>

#include <stdio.h>

/* ---- a sink (cli/output.c) ---- */

/* stdout, or a file that appears under its name only when complete. A device or pipe, which is no
 * regular file, is written in place. The first failure is kept, and said by cli_sink_close. */
typedef struct cli_sink {
    FILE *file;
    const char *name; /* for messages */
    char *target;     /* the file's final name; NULL: written in place */
    char *temporary;
    int failure; /* errno of the first write that failed */
} cli_sink;

/* path NULL: stdout. CLI_OK, or CLI_FAILED with a message. */
int cli_sink_open(cli_sink *sink, const char *path);
void cli_sink_print(cli_sink *sink, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The shortest text that reads back the same. */
void cli_sink_real(cli_sink *sink, double value);
/* Is it of no use to write more: failed, or cancelled? */
bool cli_sink_stopped(const cli_sink *sink);
/* Completes the file; removes it where a write failed or the run was cancelled. The exit code. */
int cli_sink_close(cli_sink *sink);
/* Could it be opened? CLI_OK, or CLI_FAILED with a message, before the work for it is done. Leaves nothing behind. A
 * pipe is not tried: its reader would take that for the end. */
int cli_sink_try(const char *path);
/* Are, or will be, both the same file? */
bool cli_same_file(const char *a, const char *b);
/* CLI_FAILED with a message where stdout could not take all that was written. */
int cli_stdout_flush(void);

/* ---- JSON (cli/json.c) ---- */

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
void cli_json_number(cli_json *json, const char *key, const char *text); /* as it is written */
void cli_json_bool(cli_json *json, const char *key, bool value);

/* ---- a table of vertices, or of arcs (cli/table.c) ---- */

/* `values` has one member for each vertex, or arc. */
typedef struct cli_column {
    const char *name;
    bool vertex;      /* INT32 vertices, shown by their ids; -1 stays */
    tropic_type type; /* INT32; INT64, whose maximum is infinite; FP32; FP64 */
    const void *values;
} cli_column;

/* What to show, in order; NULL, of all calls here: all vertices. */
typedef struct cli_rows {
    const tropic_index *vertex; /* these */
    tropic_index count;
    /* Or all arcs, where not NULL: those from vertex i lead to head[offset[i] .. offset[i + 1] - 1]. */
    const tropic_offset *offset;
    const tropic_index *head;
} cli_rows;

/* "# id<TAB>name..." and a line per vertex, or "# from<TAB>to<TAB>name..." and one per arc. */
void cli_table_tsv(cli_sink *sink, const tropic_matrix *A, const cli_rows *rows,
                   const cli_column *columns, int count);
/* An array of objects, under `key`. */
void cli_table_json(cli_json *json, const char *key, const tropic_matrix *A, const cli_rows *rows,
                    const cli_column *columns, int count);

/* ---- a record: "key<TAB>value" lines, or one JSON object (cli/record.c) ---- */

typedef struct cli_record {
    cli_sink sink;
    bool as_json;
    cli_json json;
} cli_record;

int cli_record_open(cli_record *record, const char *path, bool as_json);
void cli_record_text(cli_record *record, const char *key, const char *value);
void cli_record_integer(cli_record *record, const char *key, int64_t value);
void cli_record_real(cli_record *record, const char *key, double value);
void cli_record_bool(cli_record *record, const char *key, bool value); /* yes, no */
int cli_record_close(cli_record *record);

#endif
