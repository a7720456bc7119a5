/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic truss: the trussness of each edge.
 */
#include "cli/options/option_table.h"
#include "cli/run/run.h"

#include <inttypes.h>
#include <stdlib.h>

/* So many different numbers stand in the summary; the greatest are then left out, but for one. (JSON has all.) */
#define TRUSS_SHOWN 12

typedef struct words {
    bool has_k;
    int k;
    const char *graph;
} words;

static const words defaults = {0};

CLI_WORDS(words)

CLI_REPORT(tropic_truss_report)

/* *T, of a graph whose arcs are a part of its edges' and loops, becomes a matrix of both arcs of each edge. */
static tropic_status make_edges(tropic_matrix **T, tropic_context *context, const cli_run *run)
{
    const tropic_descriptor transposed = {.size = sizeof transposed, .transpose_second = true};
    const int32_t none = 0;
    tropic_matrix *both = NULL, *edges = NULL;
    tropic_status status = TROPIC_OK;
    if (run->direction.directed) {
        status = tropic_matrix_ewise_add(&both, context, NULL, NULL, tropic_operator_builtin(TROPIC_MAX, TROPIC_INT32),
                                         *T, *T, &transposed);
        if (status == TROPIC_OK) {
            tropic_matrix_free(T);
            *T = both;
        }
    }
    if (status == TROPIC_OK && run->options->keep_loops) {
        status = tropic_matrix_select(&edges, context, NULL, NULL, tropic_operator_builtin(TROPIC_GT, TROPIC_INT32), *T,
                                      &none, NULL);
        if (status == TROPIC_OK) {
            tropic_matrix_free(T);
            *T = edges;
        }
    }
    return status;
}

static tropic_status find(cli_run *run)
{
    const tropic_truss_options wanted = {.size = sizeof wanted, .report = report_of(run)};
    tropic_status status;
    *report_of(run) = (tropic_truss_report){.size = sizeof(tropic_truss_report)};
    tropic_matrix_free(&run->arcs); /* of the run before */
    status = tropic_truss(&run->arcs, run->context, run->graph, &wanted, &run->report);
    return status == TROPIC_OK ? make_edges(&run->arcs, run->context, run) : status;
}

static reference_verdict verify(cli_run *run, char *message)
{
    return cli_verify_run(run, NULL, message);
}

/* ---- summary ---- */

/* edges[k], for k = 0 .. the greatest: how many edges have that trussness; malloc()ed. NULL: they cannot be had. */
static int64_t *edges_by_number(const cli_run *run)
{
    const tropic_index n = tropic_matrix_rows(run->arcs);
    int64_t *edges = calloc((size_t)report_of(run)->truss + 1, sizeof *edges);
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    if (!edges) return NULL;
    if (tropic_matrix_csr(run->arcs, run->context, &offsets, &ids, &values) != TROPIC_OK) {
        free(edges);
        return NULL;
    }
    for (tropic_index u = 0; u < n; u++)
        for (tropic_offset a = offsets[u]; a < offsets[u + 1]; a++) edges[((const int32_t *)values)[a]] += ids[a] > u;
    return edges;
}

/* "2: 15, 3: 32, 4: 31": numbers, and how many edges have each. */
static void put_numbers(FILE *file, const int64_t *edges, int32_t most)
{
    int shown = 0, left = 0;
    for (int32_t k = 0; k <= most; k++) {
        if (edges[k] == 0) continue;
        if (k < most && shown >= TRUSS_SHOWN - 1) {
            left++;
            continue;
        }
        if (left > 0) fprintf(file, ", %d other%s", left, left == 1 ? "" : "s");
        fprintf(file, "%s%d: %" PRId64, shown++ ? ", " : "", k, edges[k]);
    }
}

/* --k, or the greatest. */
static int32_t k_of(const cli_run *run)
{
    return words_of(run->options)->has_k ? words_of(run->options)->k : report_of(run)->truss;
}

static void text(FILE *file, const cli_run *run)
{
    const tropic_truss_report *r = report_of(run);
    int64_t *edges = r->truss > 0 ? edges_by_number(run) : NULL;
    fprintf(file, "edges    %" PRId64 "%s\n", r->edges,
            run->direction.directed ? ", which are the arcs without their directions" : "");
    if (r->truss > 0)
        fprintf(file, "truss    %d is the greatest, of %" PRId64 " edge%s\n", r->truss, r->members,
                r->members == 1 ? "" : "s");
    if (edges) {
        fputs("numbers  ", file);
        put_numbers(file, edges, r->truss);
        fputc('\n', file);
    }
    free(edges);
}

static void members(cli_json *json, const cli_run *run)
{
    const tropic_truss_report *r = report_of(run);
    int64_t *edges = edges_by_number(run);
    cli_json_integer(json, "edges", r->edges);
    cli_json_integer(json, "truss", r->truss);
    cli_json_integer(json, "members", r->members);
    cli_json_open(json, "numbers", '[');
    for (int32_t k = 0; edges && k <= r->truss; k++) {
        if (edges[k] == 0) continue;
        cli_json_open(json, NULL, '{');
        cli_json_integer(json, "truss", k);
        cli_json_integer(json, "edges", edges[k]);
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
    free(edges);
    if (run->algorithm->beside) cli_json_integer(json, "k", k_of(run));
}

/* ---- --graph ---- */

/* ids = the vertices with an arc of M; malloc()ed. NULL with a message. */
static tropic_index *vertices_of(const tropic_matrix *M, tropic_context *context, tropic_index *count, int *code)
{
    const tropic_index n = tropic_matrix_rows(M);
    tropic_index *vertices = malloc(((size_t)n + 1) * sizeof *vertices);
    const tropic_offset *offsets;
    *code = vertices ? cli_check(tropic_matrix_csr(M, context, &offsets, NULL, NULL), context, CLI_FAILED)
                     : cli_error(CLI_FAILED, "out of memory for the vertices of a truss");
    *count = 0;
    for (tropic_index v = 0; *code == CLI_OK && v < n; v++)
        if (offsets[v] < offsets[v + 1]) vertices[(*count)++] = v;
    if (*code == CLI_OK) return vertices;
    free(vertices);
    return NULL;
}

/* *C = the arcs of A whose edges have a trussness of k or more, and their vertices. */
static int make_truss(tropic_matrix **C, const cli_run *run, int32_t k)
{
    const tropic_descriptor there = {.size = sizeof there, .structure = true};
    tropic_context *context = run->context;
    tropic_matrix *M = NULL, *arcs = NULL;
    tropic_indices chosen = {.count = 0};
    tropic_index *ids = NULL;
    int code = cli_check(tropic_matrix_select(&M, context, NULL, NULL, tropic_operator_builtin(TROPIC_GE, TROPIC_INT32),
                                              run->arcs, &k, NULL),
                         context, CLI_FAILED);
    if (code == CLI_OK) chosen.ids = ids = vertices_of(M, context, &chosen.count, &code);
    if (code == CLI_OK)
        code = cli_check(tropic_matrix_extract(&arcs, context, M, NULL, run->graph, NULL, NULL, &there), context,
                         CLI_FAILED);
    if (code == CLI_OK)
        code =
            cli_check(tropic_matrix_extract(C, context, NULL, NULL, arcs, &chosen, &chosen, NULL), context, CLI_FAILED);
    tropic_matrix_free(&M);
    tropic_matrix_free(&arcs);
    free(ids);
    return code;
}

/* Writes a truss as a graph, after the table. */
static int conclude(const cli_run *run)
{
    const char *path = run->algorithm->beside;
    tropic_matrix *C = NULL;
    int code;
    if (!path) return CLI_OK;
    if (report_of(run)->edges == 0) return cli_error(CLI_FAILED, "%s is not written: the graph has no edges", path);
    if (k_of(run) > report_of(run)->truss)
        return cli_error(CLI_FAILED,
                         "%s is not written: the %d-truss has no edges, since no edge's trussness is above %d", path,
                         k_of(run), report_of(run)->truss);
    code = make_truss(&C, run, k_of(run));
    if (code == CLI_OK) code = cli_save_beside(C, run->context, path, run->options);
    tropic_matrix_free(&C);
    return code;
}

static int check(const cli_options *options)
{
    const words *own = words_of(options);
    if (own->has_k && !own->graph)
        return cli_usage_error("truss", "--k is of the truss that --graph OUT writes, and needs it");
    return cli_check_graph_beside(options, "graph", own->graph);
}

static int truss(const cli_options *options)
{
    const char *path = words_of(options)->graph;
    const cli_algorithm algorithm = {.weighted = path != NULL,
                                     .bar = true,
                                     .whole = true,
                                     .arcs = true,
                                     .edges = true,
                                     .column = {"truss"},
                                     .run = find,
                                     .verify = verify,
                                     .text = text,
                                     .members = members,
                                     .beside = path,
                                     .conclude = conclude};
    return cli_run_algorithm(options, &algorithm);
}

static const cli_option rows[] = {
    {"graph", "OUT", CLI_OWN(words, graph), CLI_TAKES_FILE, .writes = true,
     .help = "write a truss as a graph, with its values and without vertices that\n"
             "have no edge of it, in the format that OUT's name says (see 'tropic\n"
             "convert --help')"},
    {"k", "K", CLI_OWN(words, k), CLI_OWN_GIVEN(words, has_k), CLI_TAKES_INTEGER(2, INT32_MAX),
     .help = "of --graph: the edges with a trussness of K or more (default: of the\n"
             "greatest)"},
};

extern const cli_command cli_truss;
const cli_command cli_truss = {
    .name = "truss",
    .arguments = "GRAPH [options]",
    .summary = "trussness of edges, and trusses",
    .details = "Trussness of edges: the k-truss of a graph is its greatest subgraph each of whose edges is in\n"
               "k - 2 of its triangles at least; an edge's trussness is the greatest k for which it is in the\n"
               "k-truss, and 2 if it is in no triangle. Of a directed graph the edges are those of the graph\n"
               "without directions. Loops are left out. (NetworkX refuses directed graphs and loops.) Output,\n"
               "each edge once, in order of the first id, then of the second:\n"
               "\n"
               "    # from<TAB>to<TAB>truss\n"
               "    ID<TAB>ID<TAB>TRUSS           the lesser id first\n"
               "\n"
               "Ids are those of the file. The output goes to stdout or --output, a summary to stderr: the\n"
               "greatest number, and how many edges have each. The result is the same on all devices.\n"
               "With --format json, stdout gets one object: the summary (times in seconds,\n"
               "memory in bytes) and \"result\": [{\"from\": ID, \"to\": ID, \"truss\": TRUSS}, ...]. With\n"
               "--output as well, stdout gets the summary alone. --verify compares the result with that of a\n"
               "textbook algorithm; the exit code is 1 if they differ.\n",
    .traits = CLI_ALGORITHM | CLI_VALUES | CLI_ARCS,
    .own = rows,
    .own_count = sizeof rows / sizeof *rows,
    .defaults = &defaults,
    .defaults_size = sizeof defaults,
    .positionals = 1,
    .work = TP_WORK_HOST,
    .check = check,
    .run = truss,
};
