/* SPDX-License-Identifier: Apache-2.0
 *
 * The rows in a file: one JSON object a line, each with all facts of the run. A row is written as soon as it is there,
 * so a run that is cut short leaves its rows. A run that comes to no row leaves the old file. (The tool's own writer,
 * cli/output/json.c, spreads an object over lines.)
 */
#define _POSIX_C_SOURCE 200809L
#include "bench/bench.h"
#include "cli/terminal/text.h"
#include "formats/files/decimal.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define DATE 32
#define PROCESSOR 128

struct bench_json {
    const char *path;
    FILE *file;      /* written to at its end */
    bool begun;      /* it has a row of this run, and no other */
    char date[DATE]; /* of the start, UTC */
    char processor[PROCESSOR];
    char *command;
};

static void fail(const bench_json *json)
{
    bench_stop(BENCH_FAILED, "cannot write %s: %s", json->path, strerror(errno));
}

static void put_text(FILE *file, const char *key, const char *text)
{
    char piece[CLI_TEXT_PIECE];
    fprintf(file, "\"%s\": \"", key);
    while (*text) {
        text = cli_text_json(text, piece);
        fputs(piece, file);
    }
    fprintf(file, "\", ");
}

static void put_real(FILE *file, const char *key, double value)
{
    char text[TP_DECIMAL_ROOM];
    tp_write_fp64(text, value);
    fprintf(file, "\"%s\": %s, ", key, isfinite(value) ? text : "null");
}

static void put_count(FILE *file, const char *key, int64_t value)
{
    fprintf(file, "\"%s\": %" PRId64 ", ", key, value);
}

/* The words as a shell would take most of them: between blanks. */
static char *join(int argc, char **argv)
{
    size_t length = 1;
    char *line;
    for (int k = 0; k < argc; k++) length += strlen(argv[k]) + 1;
    line = bench_reserve(length);
    *line = '\0';
    for (int k = 0; k < argc; k++) {
        if (k > 0) strcat(line, " ");
        strcat(line, argv[k]);
    }
    return line;
}

bench_json *bench_json_open(const char *path, int argc, char **argv)
{
    const time_t now = time(NULL);
    bench_json *json;
    if (!path) return NULL;
    json = bench_reserve(sizeof *json);
    *json = (bench_json){.path = path, .file = fopen(path, "a")};
    if (!json->file) fail(json);
    strftime(json->date, sizeof json->date, "%Y-%m-%dT%H:%M:%SZ", gmtime(&now));
    bench_processor(json->processor, sizeof json->processor);
    json->command = join(argc, argv);
    return json;
}

static void put_run(const bench_json *json, const bench_row *row)
{
    const bench_place *place = row->point->place;
    put_text(json->file, "version", tropic_version());
    put_text(json->file, "date", json->date);
    put_text(json->file, "command", json->command);
    put_text(json->file, "processor", json->processor);
    put_text(json->file, "device", place->word);
    put_text(json->file, "device_name", place->name);
    put_text(json->file, "driver", place->driver);
    put_text(json->file, "reference", bench_reference_name() ? bench_reference_name() : "");
    put_real(json->file, "copy_bytes_per_second", place->bandwidth > 0 ? place->bandwidth : NAN);
}

static void put_graph(const bench_json *json, const bench_row *row)
{
    const bench_input *in = row->point->input;
    put_text(json->file, "graph", in->name);
    put_text(json->file, "direction", in->directed ? "directed" : "undirected");
    put_text(json->file, "direction_by", in->direction_by);
    put_count(json->file, "vertices", in->n);
    put_count(json->file, "entries", row->entries);
    put_count(json->file, "component_vertices", in->component);
    put_count(json->file, "sources", in->source_count);
    put_count(json->file, "sources_at_once", bench_width(row->point));
    fprintf(json->file, "\"seed\": %" PRIu64 ", ", in->seed);
}

static void put_figures(const bench_json *json, const bench_row *row)
{
    FILE *file = json->file;
    put_count(file, "timed", row->time.count);
    put_real(file, "median_seconds", row->time.median);
    put_real(file, "min_seconds", row->time.min);
    put_real(file, "quartile_seconds", row->time.low);
    put_real(file, "third_quartile_seconds", row->time.high);
    put_real(file, "max_seconds", row->time.max);
    put_real(file, "read_seconds", row->point->input->read_seconds);
    put_real(file, "build_seconds", row->build);
    put_real(file, "first_seconds", row->first);
    put_real(file, "arcs", row->arcs);
    put_real(file, "teps", row->arcs / row->time.median);
    put_real(file, "bytes", row->bytes);
    put_real(file, "bytes_per_second", row->bytes / row->time.median);
    put_real(file, "memory_bytes", row->memory);
    put_real(file, "memory_bytes_per_vertex", row->memory / row->point->input->n);
    put_count(file, "checked", row->checked);
}

/* Old rows make way for the first; a pipe or device has none. */
static void begin(bench_json *json)
{
    const int descriptor = fileno(json->file);
    struct stat there;
    json->begun = true;
    if (fstat(descriptor, &there) != 0 || (S_ISREG(there.st_mode) && ftruncate(descriptor, 0) != 0)) fail(json);
}

void bench_json_row(bench_json *json, const bench_row *row)
{
    const bench_point *p = row->point;
    if (!json) return;
    if (!json->begun) begin(json);
    fprintf(json->file, "{");
    put_graph(json, row);
    put_text(json->file, "algorithm", p->algorithm->name);
    put_text(json->file, "weights", p->weights == TROPIC_BOOL ? "" : tropic_type_name(p->weights));
    put_text(json->file, "library", row->other ? row->who : "Tropic");
    put_text(json->file, "strategy", row->other ? "" : tropic_strategy_name(p->strategy));
    put_text(json->file, "method", row->other || !p->algorithm->methods ? "" : tropic_bc_method_name(p->method));
    put_text(json->file, "queue", row->other ? "" : tropic_queue_name(p->queue));
    put_figures(json, row);
    put_run(json, row);
    put_text(json->file, "note", row->note);
    fprintf(json->file, "\"wrong\": %s}\n", row->wrong ? "true" : "false");
    if (fflush(json->file) != 0 || ferror(json->file)) fail(json);
}

void bench_json_close(bench_json **json)
{
    if (!*json) return;
    if (fclose((*json)->file) != 0) fail(*json);
    free((*json)->command);
    free(*json);
    *json = NULL;
}
