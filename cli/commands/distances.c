/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic distances: distances between all pairs of vertices, or from some to all.
 */
#include "cli/options/option_table.h"
#include "cli/run/run.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <tropic_host.h>

/* In the order of tropic_distances_method. */
static cli_word_list methods = {"auto", "tiles", "searches", NULL};

typedef struct words {
    tropic_distances_method method;
    bool parents;
    const char *parents_file, *sources;
} words;

static const words defaults = {0};

/* Of the run. */
typedef struct state {
    tropic_distances_report report;
    tropic_index rows; /* how many; their sources are run->only */
    void *distance;
    tropic_index *parent; /* NULL: not wanted */
} state;

CLI_WORDS(words)

static state *state_of(const cli_run *run)
{
    return (state *)(void *)run->own;
}

static int64_t places_of(const cli_run *run)
{
    return (int64_t)state_of(run)->rows * tropic_matrix_rows(run->graph);
}

/* ---- the run ---- */

static int allocate(cli_run *run, void *memory, size_t size, const char *what)
{
    const int64_t places = places_of(run);
    void *made = NULL;
    const size_t bytes = (uint64_t)places > SIZE_MAX / size ? SIZE_MAX : (size_t)places * size;
    const tropic_status status = tropic_host_allocate(run->context, &made, bytes);
    memcpy(memory, &made, sizeof made);
    if (status == TROPIC_OK) return CLI_OK;
    return cli_error(CLI_FAILED, "%d x %d %s: %s (--sources-file takes fewer rows)", state_of(run)->rows,
                     tropic_matrix_rows(run->graph), what, tropic_context_error(run->context));
}

static int prepare(cli_run *run)
{
    const words *w = words_of(run->options);
    state *s = state_of(run);
    int code;
    *s = (state){.rows = tropic_matrix_rows(run->graph)};
    code = cli_only(run, w->sources);
    if (run->only) s->rows = run->only_count;
    if (code == CLI_OK) code = allocate(run, &s->distance, tropic_type_size(run->options->precision), "distances");
    if (code == CLI_OK && (w->parents || w->parents_file))
        code = allocate(run, &s->parent, sizeof *s->parent, "parents");
    return code;
}

static void drop(cli_run *run)
{
    state *s = state_of(run);
    tropic_host_release(run->context, s->distance);
    tropic_host_release(run->context, s->parent);
    s->distance = s->parent = NULL;
}

static tropic_distances_options wanted_of(const cli_run *run)
{
    return (tropic_distances_options){.size = sizeof(tropic_distances_options),
                                      .method = words_of(run->options)->method,
                                      .type = run->options->precision,
                                      .weighted = run->weighted,
                                      .sources = run->only,
                                      .source_count = run->only_count};
}

static tropic_status find(cli_run *run)
{
    state *s = state_of(run);
    tropic_distances_options wanted = wanted_of(run);
    s->report = (tropic_distances_report){.size = sizeof s->report};
    wanted.report = &s->report;
    return tropic_distances(s->distance, s->parent, run->context, run->graph, &wanted, &run->report);
}

static reference_verdict verify(cli_run *run, char *message)
{
    const state *s = state_of(run);
    const tropic_distances_options done = wanted_of(run);
    const reference_rows rows = {s->distance, s->parent, run->only, s->rows};
    const reference_result r = {.other = &rows, .A = run->graph, .context = run->context, .options = &done};
    return cli_verify("distances", &r, message);
}

/* ---- the table ---- */

/* The lines of a source, for one table or another. */
typedef struct lines {
    const cli_run *run;
    cli_rows rows;
    cli_column columns[2];
    int count;
    tropic_index *from, *to;
} lines;

static bool begin_lines(lines *l, const cli_run *run)
{
    const tropic_index n = tropic_matrix_rows(run->graph);
    const state *s = state_of(run);
    *l = (lines){.run = run, .count = s->parent && words_of(run->options)->parents ? 2 : 1};
    l->from = malloc(((size_t)n + 1) * sizeof *l->from);
    l->to = malloc(((size_t)n + 1) * sizeof *l->to);
    l->rows = (cli_rows){.from = l->from, .head = l->to, .pairs = n};
    l->columns[0] = (cli_column){.name = "distance", .type = run->options->precision};
    l->columns[1] = (cli_column){.name = "parent", .vertex = true, .type = TROPIC_INT32};
    if (l->from && l->to) {
        for (tropic_index v = 0; v < n; v++) l->to[v] = v;
        return true;
    }
    cli_error(CLI_FAILED, "out of memory for a row of the table");
    return false;
}

static void choose_line(lines *l, tropic_index row)
{
    const cli_run *run = l->run;
    const state *s = state_of(run);
    const tropic_index n = tropic_matrix_rows(run->graph);
    const int64_t begin = (int64_t)row * n;
    for (tropic_index v = 0; v < n; v++) l->from[v] = run->only ? run->only[row] : row;
    l->columns[0].values = (const char *)s->distance + (size_t)begin * tropic_type_size(run->options->precision);
    if (s->parent) l->columns[1].values = s->parent + begin;
}

static void end_lines(lines *l)
{
    free(l->from);
    free(l->to);
}

static void put(cli_sink *sink, const cli_run *run)
{
    const char *path = run->options->output;
    const state *s = state_of(run);
    lines l;
    if (cli_is_npy(path)) {
        cli_npy(sink, run->options->precision, s->rows, tropic_matrix_rows(run->graph), s->distance);
        return;
    }
    sink->dropped = !begin_lines(&l, run);
    if (!sink->dropped) cli_table_head(sink, cli_is_csv(path), &l.rows, l.columns, l.count);
    for (tropic_index row = 0; row < s->rows && !cli_sink_stopped(sink); row++) {
        choose_line(&l, row);
        cli_table_lines(sink, cli_is_csv(path), run->graph, &l.rows, l.columns, l.count);
    }
    end_lines(&l);
}

static void put_objects(cli_json *json, const char *key, const cli_run *run)
{
    lines l;
    json->sink->dropped = !begin_lines(&l, run);
    cli_json_open(json, key, '[');
    for (tropic_index row = 0; row < state_of(run)->rows && !cli_sink_stopped(json->sink); row++) {
        choose_line(&l, row);
        cli_table_objects(json, run->graph, &l.rows, l.columns, l.count);
    }
    cli_json_close(json, ']');
    end_lines(&l);
}

static void put_parents(cli_sink *sink, const void *what)
{
    const cli_run *run = what;
    const state *s = state_of(run);
    cli_npy(sink, TROPIC_INT32, s->rows, tropic_matrix_rows(run->graph), s->parent);
}

/* The array of parents, after the distances. */
static int conclude(const cli_run *run)
{
    const cli_options *options = run->options;
    const char *path = words_of(options)->parents_file;
    const int code = path ? cli_write(path, true, put_parents, run) : CLI_OK;
    if (path && code == CLI_OK && !options->json && !options->quiet) cli_put_file(stderr, "written", path);
    return code;
}

/* ---- the summary ---- */

static const char *precision_of(const cli_run *run)
{
    return run->options->precision == TROPIC_FP32 ? "fp32" : "fp64";
}

/* Sums and minima a second of the tiles, in units of 1e9. */
static double rate_of(const cli_run *run)
{
    const double n = tropic_matrix_rows(run->graph);
    return run->report.run_seconds > 0 ? 2e-9 * n * n * n / run->report.run_seconds : 0;
}

static void text(FILE *file, const cli_run *run)
{
    const state *s = state_of(run);
    fprintf(file, "method   %s", methods[s->report.method]);
    if (s->report.method == TROPIC_DISTANCES_TILES) fprintf(file, ", %.3g G operations/s", rate_of(run));
    fprintf(file, "\nsources  %d%s\npairs    %" PRId64 " of finite distance, a vertex and itself counted\n", s->rows,
            run->only ? ", listed" : ", all", s->report.reached);
    fprintf(file, "greatest %.17g\narray    %d x %d of %s, %s\n", s->report.greatest, s->rows,
            tropic_matrix_rows(run->graph), precision_of(run),
            CLI_BYTES((double)places_of(run) * (double)tropic_type_size(run->options->precision)));
}

static void members(cli_json *json, const cli_run *run)
{
    const state *s = state_of(run);
    cli_json_string(json, "method", methods[s->report.method]);
    if (s->report.method == TROPIC_DISTANCES_TILES) cli_json_measured(json, "operations_per_ns", rate_of(run));
    cli_json_bool(json, "weighted", run->weighted);
    cli_json_string(json, "precision", precision_of(run));
    cli_json_integer(json, "sources", s->rows);
    cli_json_integer(json, "pairs", s->report.reached);
    cli_json_real(json, "greatest", s->report.greatest);
    if (words_of(run->options)->parents_file) cli_json_string(json, "written", words_of(run->options)->parents_file);
}

/* ---- the command ---- */

static int check(const cli_options *options)
{
    const words *w = words_of(options);
    if (w->parents && cli_is_npy(options->output))
        return cli_usage_error("distances", "--parents is a column of a table; beside an array, --parents-file OUT.npy "
                                            "takes them");
    if (w->parents_file && !cli_is_npy(w->parents_file))
        return cli_usage_error("distances", "--parents-file %s: the array is one of NumPy's, name it .npy",
                               w->parents_file);
    return CLI_OK;
}

static int distances(const cli_options *options)
{
    const words *w = words_of(options);
    const cli_algorithm algorithm = {.weighted = options->weighted,
                                     .bar = true,
                                     .whole = true,
                                     .blames_graph = true,
                                     .prepare = prepare,
                                     .run = find,
                                     .verify = verify,
                                     .put = put,
                                     .put_objects = put_objects,
                                     .drop = drop,
                                     .text = text,
                                     .members = members,
                                     .conclude = conclude};
    const int code = w->parents_file ? cli_output_try(w->parents_file) : CLI_OK;
    return code == CLI_OK ? cli_run_algorithm(options, &algorithm) : code;
}

static const cli_option rows[] = {
    {"weighted", NULL, CLI_AT(weighted), CLI_TAKES_FLAG,
     .help = "values are lengths of arcs (default: each is 1); they may be negative"},
    {"sources-file", "FILE", CLI_OWN(words, sources), CLI_TAKES_FILE,
     .help = "from the ids in FILE alone, one per line; rows are in order of ids"},
    {"method", "NAME", CLI_OWN(words, method), CLI_TAKES_WORD(methods, 0),
     .help = "auto (default), tiles (all pairs at once, in a dense matrix) or\n"
             "searches (from one source after another)"},
    {"parents", NULL, CLI_OWN(words, parents), CLI_TAKES_FLAG,
     .help = "also the vertex before each on a shortest path, as a column"},
    {"parents-file", "OUT.npy", CLI_OWN(words, parents_file), CLI_TAKES_FILE, .writes = true,
     .help = "these as an array: numbers of vertices from 0 on, -1 where there is\n"
             "none"},
};

extern const cli_command cli_distances;
const cli_command cli_distances = {
    .name = "distances",
    .arguments = "GRAPH [options]",
    .summary = "distances between all pairs, or from some vertices",
    .details = "Distances from each vertex, or from those of a file, to all vertices, for small graphs. Output,\n"
               "in order of ids, with --parents with a fourth column PARENT:\n"
               "\n"
               "    # from<TAB>to<TAB>distance\n"
               "    ID<TAB>ID<TAB>DISTANCE          inf where there is no path\n"
               "\n"
               "An output whose name ends in .npy gets them as an array for NumPy, in place of a table: a row\n"
               "for each source, a column for each vertex, both in order of ids, values of --precision.\n"
               "\n"
               "A parent is the least of the vertices before one on a shortest path; that of a source is\n"
               "itself. A negative cycle is an error. The result is the same on all devices; of lengths that\n"
               "are not whole, or add up to more than 2^53, methods differ by rounding. All distances lie in\n"
               "memory: n^2 values. Ids are those of the file. The output goes to stdout or --output, a summary to "
               "stderr. With --format\n"
               "json, stdout gets one object: the summary (times in seconds, memory in bytes) and \"result\":\n"
               "[{\"from\": ID, \"to\": ID, \"distance\": DISTANCE}, ...], null where there is no path. With\n"
               "--output as well, stdout gets the summary alone. --verify compares the result with that of a\n"
               "textbook algorithm from each source, and checks parents; the exit code is 1 if they differ.\n",
    .traits = CLI_ALGORITHM | CLI_VALUES | CLI_ARRAYS,
    .own = rows,
    .own_count = sizeof rows / sizeof *rows,
    .defaults = &defaults,
    .defaults_size = sizeof defaults,
    .positionals = 1,
    .work = TP_WORK_HOST,
    .weighted_work = TP_WORK_HOST,
    .check = check,
    .run = distances,
};
