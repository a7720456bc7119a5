/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic draw: a picture of a graph whose vertices lie where a file says.
 */
#include "cli/options/option_table.h"
#include "cli/picture/picture.h"
#include "cli/run/run.h"

/* By --stress. */
static int measure(tropic_layout_quality *quality, tropic_context *context, const tropic_matrix *A,
                   const cli_positions *positions, const cli_options *options)
{
    tropic_vector *place[3] = {NULL};
    const tropic_index n = tropic_matrix_rows(A);
    tropic_status status = TROPIC_OK;
    if (options->stress == 0) return CLI_OK;
    for (int c = 0; c < positions->dimensions && status == TROPIC_OK; c++) {
        status = tropic_vector_create(&place[c], context, TROPIC_FP64, n);
        if (status == TROPIC_OK) status = tropic_vector_put_dense(place[c], positions->at[c], NULL);
    }
    quality->size = sizeof *quality;
    if (status == TROPIC_OK)
        status = tropic_layout_measure(quality, A, place[0], place[1], place[2], options->stress, options->seed);
    for (int c = 0; c < 3; c++) tropic_vector_free(&place[c]);
    return cli_check(status, context, CLI_FAILED);
}

static void summary(const tropic_matrix *A, const cli_direction *direction, const cli_options *options,
                    const tropic_layout_quality *quality, double read_seconds, double seconds)
{
    if (options->quiet) return;
    cli_graph_text(stderr, options, A, direction);
    if (options->output) cli_put_file(stderr, "written", options->output);
    cli_put_quality(stderr, quality);
    fprintf(stderr, "time     %s to draw, %s to read\n", CLI_TIME(seconds), CLI_TIME(read_seconds));
}

static int draw(const cli_options *options)
{
    cli_progress progress = {0};
    cli_positions positions = {0};
    cli_picture picture = {0};
    tropic_layout_quality quality = {0};
    tropic_context *context = NULL;
    tropic_matrix *A = NULL;
    cli_direction direction;
    double start = cli_now(), read_seconds = 0;
    int code = cli_picture_check(options, 0);
    if (code == CLI_OK) code = cli_context(&context, options, TROPIC_DEVICE_CPU, &progress);
    if (code == CLI_OK) code = cli_square_graph(&A, &direction, context, options, TROPIC_LOOPS_DROP, false);
    if (code == CLI_OK)
        code = cli_positions_load(&positions, A, context, options->positional[0], options->positions, false);
    if (code == CLI_OK) cli_positions_note(&positions, A, options->positional[0], options->positions, options->quiet);
    if (code == CLI_OK) code = cli_picture_check(options, positions.dimensions);
    if (code == CLI_OK) code = cli_picture_open(&picture, options, context, A);
    if (code == CLI_OK) code = measure(&quality, context, A, &positions, options);
    if (code == CLI_OK) {
        read_seconds = cli_now() - start;
        start = cli_now();
        code = cli_picture_write(&picture, context, A, &positions);
    }
    if (code == CLI_OK) summary(A, &direction, options, &quality, read_seconds, cli_now() - start);
    cli_picture_close(&picture);
    cli_positions_free(&positions);
    tropic_matrix_free(&A);
    tropic_context_free(&context);
    return code;
}

extern const cli_command cli_draw;
static const cli_option options_of[] = {
    {"stress", "K", CLI_AT(stress), CLI_TAKES_INTEGER(0, TROPIC_INDEX_MAX), CLI_GIVEN(has_stress),
     .help = "measure the positions on the pairs of K random vertices with all others\n"
             "(default: do not measure)"},
    {"positions", "FILE", CLI_AT(positions), CLI_TAKES_FILE,
     .help = "positions of the vertices: a table of ids, x, y and optionally z, or a\n"
             "DIMACS .co file"},
};

static int check(const cli_options *options)
{
    return options->positions ? CLI_OK : cli_missing(options, "positions FILE");
}

const cli_command cli_draw = {
    .name = "draw",
    .arguments = "GRAPH --positions FILE",
    .summary = "a picture of a graph with given positions",
    .details = "Draws a graph with its vertices at the positions in FILE: a DIMACS .co file, or a table\n"
               "with a line ID<TAB>X<TAB>Y or ID<TAB>X<TAB>Y<TAB>Z for each vertex. Blanks may separate\n"
               "as well as tabs, and commas do if the first line begins with \"id,\". Lines of a table\n"
               "that begin with # or % are skipped. Each vertex needs a position. A .co file may list\n"
               "extra vertices, a table may not. The name of --output says what to write: .svg, .png,\n"
               ".graphml (positions and values, for other programs), or .tsv or .csv, the positions as\n"
               "a table. Without --output, that table goes to stdout.\n"
               "The picture is scaled to fit and keeps its aspect ratio. An arc and its opposite are one\n"
               "line, and loops are not drawn. A .png shows how dense edges are, so that millions of\n"
               "them keep a shape. If edges are longer than 2e8 pixels in total, a sample of them is\n"
               "drawn, always the same one, and a note says so. Colours of --color and sizes of --size\n"
               "run from the least value to the greatest. The scale is linear, or logarithmic if no\n"
               "value is negative and more than half of the positive ones are below 1/50 of the\n"
               "greatest; it then spans a factor of 1e6 at most. inf counts as missing, and so does -1\n"
               "if it is the only negative value, as for vertices that bfs did not reach. Vertices\n"
               "without a value are grey and small.\n"
               "If --color's FILE is a table of edges, its first line begins with the names from and to,\n"
               "or source and target, and a third column has the values. These edges are wider and lie\n"
               "over others, which have no colour of their own. Without a third column all have the same\n"
               "colour, as for a set of edges. The order of the ends does not matter; if an edge has\n"
               "several values, the greatest counts. (In .graphml an arc has its own.) Pairs that are no\n"
               "edges are left out, and a note says how many.\n",
    .traits = CLI_READS | CLI_DRAWS,
    .own = options_of,
    .own_count = sizeof options_of / sizeof *options_of,
    .positionals = 1,
    .check = check,
    .run = draw,
};
