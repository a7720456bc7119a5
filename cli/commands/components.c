/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic components: the connected component of each vertex, and its size.
 */
#include "cli/options/option_table.h"
#include "cli/run/run.h"

#include <inttypes.h>
#include <stdlib.h>

typedef struct words {
    bool strong;
    const char *largest;
} words;

static const words defaults = {0};

CLI_WORDS(words)

CLI_REPORT(tropic_components_report)

static tropic_status find(cli_run *run)
{
    const tropic_components_options wanted = {
        .size = sizeof wanted, .strong = words_of(run->options)->strong, .report = report_of(run)};
    *report_of(run) = (tropic_components_report){.size = sizeof(tropic_components_report)};
    return tropic_components(run->result[0], run->result[1], run->graph, &wanted, &run->report);
}

static reference_verdict verify(cli_run *run, char *message)
{
    const tropic_components_options done = {.size = sizeof done, .strong = words_of(run->options)->strong};
    return cli_verify_run(run, &done, message);
}

static const char *kind_of(const cli_run *run)
{
    return words_of(run->options)->strong ? "strong" : "weak";
}

static void text(FILE *file, const cli_run *run)
{
    const tropic_components_report *r = report_of(run);
    const bool directed = run->direction.directed, strong = words_of(run->options)->strong;
    fprintf(file, "kind     %s%s\n", kind_of(run),
            !directed ? " (the graph is undirected: strong and weak are the same)"
            : strong  ? ": paths follow the arcs"
                      : ": paths follow arcs in either direction");
    fprintf(file, "found    %d component%s, %d of them of one vertex\n", r->components, r->components == 1 ? "" : "s",
            r->isolated);
    if (r->components > 0)
        fprintf(file, "largest  %d vert%s, the first is %" PRId64 "\n", r->largest_size,
                r->largest_size == 1 ? "ex" : "ices", tropic_matrix_label(run->graph, r->largest));
}

static void members(cli_json *json, const cli_run *run)
{
    const tropic_components_report *r = report_of(run);
    cli_json_string(json, "kind", kind_of(run));
    cli_json_integer(json, "components", r->components);
    cli_json_integer(json, "isolated", r->isolated);
    if (r->components > 0) {
        cli_json_open(json, "largest", '{');
        cli_json_integer(json, "component", tropic_matrix_label(run->graph, r->largest));
        cli_json_integer(json, "size", r->largest_size);
        cli_json_close(json, '}');
    }
}

/* ---- --largest ---- */

/* ids = the vertices of the largest component, ascending; malloc()ed. NULL with a message. */
static tropic_index *vertices_of_largest(const cli_run *run, int *code)
{
    const tropic_components_report *r = report_of(run);
    const size_t n = (size_t)tropic_matrix_rows(run->graph);
    int32_t *component = malloc((n + 1) * sizeof *component);
    tropic_index *ids = malloc(((size_t)r->largest_size + 1) * sizeof *ids), count = 0;
    *code = component && ids
                ? cli_check(tropic_vector_get_dense(run->result[0], component, NULL), run->context, CLI_FAILED)
                : cli_error(CLI_FAILED, "out of memory for the largest component");
    for (size_t v = 0; *code == CLI_OK && v < n; v++)
        if (component[v] == r->largest) ids[count++] = (tropic_index)v;
    free(component);
    if (*code == CLI_OK) return ids;
    free(ids);
    return NULL;
}

/* Writes the largest component as a graph, after the table. */
static int conclude(const cli_run *run)
{
    const char *path = run->algorithm->beside;
    tropic_indices chosen = {.count = report_of(run)->largest_size};
    tropic_matrix *C = NULL;
    tropic_index *ids;
    int code;
    if (!path) return CLI_OK;
    chosen.ids = ids = vertices_of_largest(run, &code);
    if (code == CLI_OK)
        code = cli_check(tropic_matrix_extract(&C, run->context, NULL, NULL, run->graph, &chosen, &chosen, NULL),
                         run->context, CLI_FAILED);
    if (code == CLI_OK) code = cli_save_beside(C, run->context, path, run->options);
    tropic_matrix_free(&C);
    free(ids);
    return code;
}

static int check(const cli_options *options)
{
    return cli_check_graph_beside(options, "largest", words_of(options)->largest);
}

static int components(const cli_options *options)
{
    const char *path = words_of(options)->largest;
    const cli_algorithm algorithm = {.weighted = path != NULL,
                                     .loops = path != NULL,
                                     .bar = true,
                                     .whole = true,
                                     .column = {"component", "size"},
                                     .vertex = {true, false},
                                     .run = find,
                                     .verify = verify,
                                     .text = text,
                                     .members = members,
                                     .beside = path,
                                     .conclude = conclude};
    return cli_run_algorithm(options, &algorithm);
}

static const cli_option rows[] = {
    {"strong", NULL, CLI_OWN(words, strong), CLI_TAKES_FLAG,
     .help = "strongly connected components: from each vertex to each other a path\n"
             "follows the arcs (default: weakly connected ones, whose paths may\n"
             "follow arcs against their direction)"},
    {"largest", "OUT", CLI_OWN(words, largest), CLI_TAKES_FILE, .writes = true,
     .help = "write the largest component as a graph, with its loops and values, in\n"
             "the format that OUT's name says (see 'tropic convert --help')"},
};

extern const cli_command cli_components;
const cli_command cli_components = {
    .name = "components",
    .arguments = "GRAPH [options]",
    .summary = "connected components",
    .details = "Connected components: two vertices are in one if a path leads from each to the other.\n"
               "Output, in order of ids:\n"
               "\n"
               "    # id<TAB>component<TAB>size\n"
               "    ID<TAB>COMPONENT<TAB>SIZE     COMPONENT is the least id in it, SIZE its vertices\n"
               "\n"
               "Ids are those of the file. The output goes to stdout or --output, a summary to stderr: how\n"
               "many components there are, how many of one vertex, and the largest (of several, the one\n"
               "with the least id). The result is the same on all devices. With --format json, stdout gets\n"
               "one object: the summary (times in seconds, memory in bytes) and \"result\": [{\"id\": ID,\n"
               "\"component\": COMPONENT, \"size\": SIZE}, ...]. With --output as well, stdout gets the\n"
               "summary alone. --verify compares the result with that of depth-first searches; the exit\n"
               "code is 1 if they differ.\n",
    .traits = CLI_ALGORITHM | CLI_VALUES,
    .own = rows,
    .own_count = sizeof rows / sizeof *rows,
    .defaults = &defaults,
    .defaults_size = sizeof defaults,
    .positionals = 1,
    .work = TP_WORK_COMPONENTS,
    .check = check,
    .run = components,
};
