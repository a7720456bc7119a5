/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic degree: the degree of each vertex, or the sum of its arcs' weights; assortativity and the rich club.
 */
#include "cli/options/option_table.h"
#include "cli/run/run.h"
#include "formats/files/decimal.h"

#include <math.h>
#include <stdlib.h>

typedef struct words {
    tropic_degree_kind kind;
    bool normalize, assortativity;
    int ends; /* a place in the list of `pairs` */
    const char *rich_club;
} words;

static const words defaults = {.kind = TROPIC_DEGREE_TOTAL};

static cli_word_list kinds = {"total", "in", "out", NULL};
static cli_word_list scalings = {"none", "full", NULL};
static cli_word_list pairs = {"out-in", "out-out", "in-in", "in-out", NULL};

CLI_WORDS(words)

CLI_REPORT(tropic_degree_report)

static tropic_degree_options wanted_of(const cli_run *run)
{
    static const tropic_degree_kind ends[][2] = {{TROPIC_DEGREE_OUT, TROPIC_DEGREE_IN},
                                                 {TROPIC_DEGREE_OUT, TROPIC_DEGREE_OUT},
                                                 {TROPIC_DEGREE_IN, TROPIC_DEGREE_IN},
                                                 {TROPIC_DEGREE_IN, TROPIC_DEGREE_OUT}};
    const words *w = words_of(run->options);
    return (tropic_degree_options){.size = sizeof(tropic_degree_options),
                                   .kind = w->kind,
                                   .weighted = run->options->weighted,
                                   .normalize = w->normalize,
                                   .directed = run->options->directed,
                                   .assortativity = w->assortativity,
                                   .tail = ends[w->ends][0],
                                   .head = ends[w->ends][1],
                                   .report = report_of(run)};
}

/* (The second result is written to a file of its own.) */
static int prepare(cli_run *run)
{
    const int code = cli_result(run, 0, TROPIC_FP64);
    return code == CLI_OK && words_of(run->options)->rich_club ? cli_result(run, 1, TROPIC_FP64) : code;
}

static tropic_status find(cli_run *run)
{
    const tropic_degree_options wanted = wanted_of(run);
    tropic_status status = TROPIC_OK;
    *report_of(run) = (tropic_degree_report){.size = sizeof(tropic_degree_report)};
    if (run->result[1]) status = tropic_rich_club(run->result[1], run->graph, NULL);
    return status == TROPIC_OK ? tropic_degree(run->result[0], run->graph, &wanted, &run->report) : status;
}

static reference_verdict verify(cli_run *run, char *message)
{
    const tropic_degree_options done = wanted_of(run);
    return cli_verify_run(run, &done, message);
}

static void text(FILE *file, const cli_run *run)
{
    const words *w = words_of(run->options);
    const tropic_degree_report *r = report_of(run);
    fprintf(file, "arcs     %s\n",
            w->kind == TROPIC_DEGREE_IN    ? "those into a vertex"
            : w->kind == TROPIC_DEGREE_OUT ? "those out of a vertex"
            : r->directed                  ? "those into a vertex and those out of it"
                                           : "each edge counts once, a loop twice");
    fprintf(file, "%s %.9g to %.9g, %.6g on average\n", run->weighted ? "weights " : "degrees ", r->min, r->max,
            r->mean);
    if (!w->assortativity) return;
    fprintf(file, "assortativity ");
    if (isnan(r->assortativity))
        fprintf(file, "none: all arcs have the same degree at one end, or there are none\n");
    else
        fprintf(file, "%.9g%s%s\n", r->assortativity, r->directed ? ", of degrees " : "",
                r->directed ? pairs[w->ends] : "");
}

static void members(cli_json *json, const cli_run *run)
{
    const words *w = words_of(run->options);
    const tropic_degree_report *r = report_of(run);
    cli_json_string(json, "kind", kinds[w->kind]);
    cli_json_bool(json, "weighted", run->weighted);
    cli_json_bool(json, "normalized", w->normalize);
    cli_json_real(json, "min", r->min);
    cli_json_real(json, "max", r->max);
    cli_json_real(json, "mean", r->mean);
    if (w->assortativity) cli_json_real(json, "assortativity", r->assortativity);
    if (w->rich_club) cli_json_string(json, "written", w->rich_club);
}

/* ---- --rich-club ---- */

typedef struct club {
    const char *path;
    const double *coefficient;
    const bool *has;
    tropic_index n;
} club;

static void put_club(cli_sink *sink, const void *what)
{
    const club *c = what;
    const char separator = cli_is_csv(c->path) ? ',' : '\t';
    cli_sink_print(sink, "%sdegree%ccoefficient\n", separator == ',' ? "" : "# ", separator);
    for (tropic_index k = 0; k < c->n && !cli_sink_stopped(sink); k++) {
        char value[TP_DECIMAL_ROOM];
        if (!c->has[k]) continue;
        tp_write_fp64(value, c->coefficient[k]);
        cli_sink_print(sink, "%d%c%s\n", (int)k, separator, value);
    }
}

/* Writes the coefficients, after the table. */
static int conclude(const cli_run *run)
{
    const char *path = words_of(run->options)->rich_club;
    const size_t n = (size_t)tropic_matrix_rows(run->graph);
    double *coefficient;
    bool *has;
    int code;
    if (!path) return CLI_OK;
    coefficient = calloc(n + 1, sizeof *coefficient);
    has = calloc(n + 1, sizeof *has);
    code = coefficient && has
               ? cli_check(tropic_vector_get_dense(run->result[1], coefficient, has), run->context, CLI_FAILED)
               : cli_error(CLI_FAILED, "out of memory for rich-club coefficients");
    if (code == CLI_OK) {
        const club c = {path, coefficient, has, (tropic_index)n};
        code = cli_write(path, true, put_club, &c);
    }
    free(coefficient);
    free(has);
    if (code == CLI_OK && !run->options->quiet && !run->options->json) cli_put_file(stderr, "written", path);
    return code;
}

static int check(const cli_options *options)
{
    const char *path = words_of(options)->rich_club;
    const int code = cli_check_table_ending(options, "rich-club", path);
    return code == CLI_OK ? cli_check_graph_beside(options, "rich-club", path) : code;
}

static int degree(const cli_options *options)
{
    const char *path = words_of(options)->rich_club;
    const cli_algorithm algorithm = {.weighted = options->weighted,
                                     .bar = true,
                                     .whole = true,
                                     .blames_graph = true,
                                     .column = {"degree"},
                                     .prepare = prepare,
                                     .run = find,
                                     .verify = verify,
                                     .text = text,
                                     .members = members,
                                     .conclude = conclude};
    const int code = path ? cli_output_try(path) : CLI_OK;
    return code == CLI_OK ? cli_run_algorithm(options, &algorithm) : code;
}

static const cli_option rows[] = {
    {"kind", "NAME", CLI_OWN(words, kind), CLI_TAKES_WORD(kinds, TROPIC_DEGREE_TOTAL),
     .help = "total (default), in or out: which arcs count"},
    {"weighted", NULL, CLI_AT(weighted), CLI_TAKES_FLAG,
     .help = "add up the arcs' values in the file (strength; default: each is 1)"},
    {"normalize", "HOW", CLI_OWN(words, normalize), CLI_TAKES_WORD(scalings, false),
     .help = "none (default), or full: divided by n-1, as NetworkX's degree centrality"},
    {"assortativity", "ENDS", CLI_OWN(words, ends), CLI_OWN_GIVEN(words, assortativity), CLI_TAKES_WORD(pairs, 0),
     .help = "the correlation of the degrees at both ends of all arcs, in the summary;\n"
             "ENDS: out-in, out-out, in-in or in-out, the degree of the tail and that\n"
             "of the head (of an undirected graph all are the same)"},
    {"rich-club", "OUT", CLI_OWN(words, rich_club), CLI_TAKES_FILE, .writes = true,
     .help = "write a table of rich-club coefficients: for each degree K how many of\n"
             "the possible edges there are between vertices of degrees above K"},
};

extern const cli_command cli_degree;
const cli_command cli_degree = {
    .name = "degree",
    .arguments = "GRAPH [options]",
    .summary = "degrees",
    .details = "The degree of each vertex: how many edges it has, a loop counting twice; in a directed graph\n"
               "how many arcs lead to it and from it. Output, in order of ids (with --top, of degrees):\n"
               "\n"
               "    # id<TAB>degree\n"
               "    ID<TAB>DEGREE\n"
               "\n"
               "A graph is undirected if each arc has its opposite, but not with --directed. Ids are those of\n"
               "the file. The output goes to stdout or --output, a summary to stderr: the least, greatest\n"
               "and mean degree, before they are normalized. With --format json, stdout gets one object: the\n"
               "summary (times in seconds, memory in bytes) and \"result\": [{\"id\": ID, \"degree\": DEGREE},\n"
               "...]. With --output as well, stdout gets the summary alone. Of an undirected graph without\n"
               "loops, --rich-club writes lines \"K<TAB>COEFFICIENT\", as long as two vertices have a degree\n"
               "above K. --verify compares degrees, assortativity and the rich club with textbook algorithms;\n"
               "the exit code is 1 if they differ.\n",
    .traits = CLI_ALGORITHM | CLI_VALUES | CLI_MEASURES,
    .own = rows,
    .own_count = sizeof rows / sizeof *rows,
    .defaults = &defaults,
    .defaults_size = sizeof defaults,
    .positionals = 1,
    .work = TP_WORK_PRODUCT,
    .check = check,
    .run = degree,
};
