/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic convert: from one file format to another, loops and all.
 */
#include "cli/files/graphs.h"

#include <string.h>

/* The difference between two matrices, in words; NULL: none. Numbers are compared across types. */
static const char *difference(const tropic_matrix *A, const tropic_matrix *B, tropic_context *context,
                              tropic_status *status)
{
    const tropic_matrix *sides[2] = {A, B};
    const tropic_offset *offsets[2];
    const tropic_index *ids[2];
    const void *values[2];
    const tropic_index rows = tropic_matrix_rows(A);
    const tropic_offset count = tropic_matrix_count(A);

    if (rows != tropic_matrix_rows(B) || tropic_matrix_cols(A) != tropic_matrix_cols(B)) return "another size";
    if (tropic_matrix_is_bipartite(A) != tropic_matrix_is_bipartite(B)) return "another number of sets of vertices";
    if (count != tropic_matrix_count(B)) return "another number of entries";
    for (int k = 0; k < 2; k++) {
        *status = tropic_matrix_csr(sides[k], context, &offsets[k], &ids[k], &values[k]);
        if (*status != TROPIC_OK) return NULL;
    }
    if (memcmp(offsets[0], offsets[1], ((size_t)rows + 1) * sizeof *offsets[0]) != 0 ||
        memcmp(ids[0], ids[1], (size_t)count * sizeof *ids[0]) != 0)
        return "entries at other places";
    for (tropic_offset k = 0; k < count; k++)
        if (cli_value_at(values[0], tropic_matrix_type(A), k) != cli_value_at(values[1], tropic_matrix_type(B), k))
            return "other values";
    return NULL;
}

/* Reads the written file back. */
static int verify(const tropic_matrix *A, tropic_context *context, const cli_options *options)
{
    const tropic_load_options wanted = {
        .size = sizeof wanted, .loops = TROPIC_LOOPS_KEEP, .real_type = options->precision};
    const char *path = options->positional[1], *differs = NULL;
    tropic_matrix *B = NULL;
    tropic_status status;
    cli_signals_patient(false); /* OUT is there by now */
    status = tropic_matrix_load(&B, context, path, &wanted);
    int code = cli_check(status, context, CLI_FAILED);
    if (code == CLI_OK) {
        differs = difference(A, B, context, &status);
        code = cli_check(status, context, CLI_FAILED);
    }
    if (differs) code = cli_error(CLI_FAILED, "mismatch: %s reads back with %s", path, differs);
    if (code == CLI_OK) fprintf(stderr, "verified: reads back as it was written\n");
    tropic_matrix_free(&B);
    return code;
}

typedef struct conversion {
    const tropic_matrix *A;
    const cli_direction *direction;
    const cli_options *options;
    bool renumbered;
    double seconds;
} conversion;

static void put_json(cli_sink *sink, const void *what)
{
    const conversion *c = what;
    cli_record record;
    cli_record_begin(&record, sink, true);
    cli_graph_record(&record, c->options, c->A, c->direction);
    cli_record_text(&record, "written", c->options->positional[1]);
    cli_record_bool(&record, "renumbered", c->renumbered);
    cli_json_measured(&record.json, "time", c->seconds);
    cli_record_end(&record);
}

static int summary(const conversion *c)
{
    const cli_options *options = c->options;
    if (options->json) return cli_write(NULL, true, put_json, c);
    if (options->quiet) return CLI_OK;
    cli_graph_text(stderr, options, c->A, c->direction);
    cli_put_file(stderr, "written", options->positional[1]);
    fprintf(stderr, "time     %s\n", CLI_TIME(c->seconds));
    return CLI_OK;
}

static int convert(const cli_options *options)
{
    cli_progress progress = {0};
    tropic_context *context = NULL;
    tropic_matrix *A = NULL;
    cli_direction direction;
    bool renumbered = false;
    const double start = cli_now();

    int code = cli_save_try(options->positional[1], options);
    if (code == CLI_OK) code = cli_context(&context, options, TROPIC_DEVICE_CPU, &progress);
    if (code == CLI_OK) code = cli_graph(&A, &direction, context, options, TROPIC_LOOPS_KEEP, true);
    if (code == CLI_OK) code = cli_save(A, context, options->positional[1], options);
    if (code == CLI_OK) code = cli_renumbered(A, context, options->positional[1], &renumbered);
    if (code == CLI_OK && renumbered && !options->quiet) cli_note_renumbered(A, options->positional[1]);
    if (code == CLI_OK && options->verify) code = verify(A, context, options);
    if (code == CLI_OK) code = summary(&(const conversion){A, &direction, options, renumbered, cli_now() - start});
    tropic_matrix_free(&A);
    tropic_context_free(&context);
    return code;
}

extern const cli_command cli_convert;
const cli_command cli_convert = {
    .name = "convert",
    .arguments = "IN OUT [options]",
    .summary = "a graph in another file format",
    .details = "Writes the graph of one file as another, in the format that OUT's name says: .mtx\n"
               "Matrix Market, .gr DIMACS, .graph or .metis METIS, .txt .tsv .edges .el .csv edge\n"
               "list (.csv: with commas), .konect KONECT, as is out.NAME, unless NAME is the ending of\n"
               "another kind of file, such as json. A name that ends in .gz is compressed. Loops and\n"
               "values are kept. Edge lists keep vertex ids, and so does KONECT if each vertex has an\n"
               "arc. The other formats number vertices from 1; a note on stderr says so if that changes\n"
               "the ids. OUT appears only when it is complete. If it cannot be written, that is an error\n"
               "before IN is read. \"-\" gets an edge list. If the format cannot hold the graph, that is an\n"
               "error. --verify reads OUT back and compares; the exit code is 1 if they differ. With\n"
               "--format json, stdout gets the summary as one object.\n"
               "\n"
               "An edge list that is read has a line FROM TO [WEIGHT] for each edge. Blanks, tabs, a comma\n"
               "or a semicolon separate. Ids are whole numbers. Fields may be in double quotes. Lines that\n"
               "begin with # or % are comments, but \"# vertex ID\", above the first edge, is a vertex that\n"
               "may have none, and so is a row \"ID,\" in which commas separate, without a target; and with\n"
               "\"# undirected, each edge in both directions\" the graph is undirected. Edge lists are written\n"
               "so. A .csv file has no such line, and like .gr is read as directed without --undirected.\n"
               "If the first line has names, they say which columns are source, target and\n"
               "weight (from,to; source,target; src,dst; id1,id2; u,v ...; weight, w, value, distance ...);\n"
               "other columns may hold text and are skipped. If the names do not say it, up to three\n"
               "columns are taken by their places, with a note; more are an error. Without names there are\n"
               "two or three columns. --columns takes others. Gephi's column Type says whether the graph\n"
               "is directed. A first line of sizes, VERTICES EDGES, is recognised if it agrees with 16 or\n"
               "more lines below; all the vertices that it counts are then in the graph. --sizes decides\n"
               "otherwise.\n",
    .traits = CLI_READS | CLI_VALUES | CLI_VERIFIES | CLI_WRITES | CLI_FORMATS,
    .positionals = 2,
    .has_out = true,
    .run = convert,
};
