/* SPDX-License-Identifier: Apache-2.0
 *
 * Which picture is wanted, and can it be made?
 */
#include "cli/picture/picture.h"

#include "cli/output/output.h"
#include "cli/picture/scene.h"

#include <inttypes.h>
#include <stdlib.h>

static const struct {
    const char *suffix;
    cli_picture_format format;
} formats[] = {{".svg", CLI_PICTURE_SVG},
               {".png", CLI_PICTURE_PNG},
               {".graphml", CLI_PICTURE_GRAPHML},
               {".tsv", CLI_PICTURE_TABLE},
               {".csv", CLI_PICTURE_TABLE}};

static bool find_format(const char *path, cli_picture_format *format)
{
    *format = CLI_PICTURE_TABLE;
    if (!path) return true;
    for (size_t k = 0; k < sizeof formats / sizeof *formats; k++) {
        *format = formats[k].format;
        if (cli_ends_in(path, formats[k].suffix)) return true;
    }
    return false;
}

int cli_picture_check(const cli_options *options, int dimensions)
{
    const char *command = options->command->name;
    const bool projected = options->projection != CLI_PROJECTION_NONE;
    cli_picture_format format;
    if (options->classes && !options->color) return cli_needs(options, "classes", "color");
    if (options->color_column && !options->color) return cli_needs(options, "color-column", "color");
    if (options->size_column && !options->size) return cli_needs(options, "size-column", "size");
    if (!find_format(options->output, &format))
        return cli_usage_error(command,
                               "--output %s: its name does not tell the format: .svg, .png, .graphml, .tsv or .csv",
                               options->output);
    if (format == CLI_PICTURE_PNG && !cli_png_available())
        return cli_error(CLI_MISSING, "%s: this tropic was built without libpng, try .svg", options->output);
    if (dimensions == 2 && projected)
        return cli_usage_error(command, "--projection needs positions in three dimensions");
    if (dimensions == 3 && !projected && (format == CLI_PICTURE_SVG || format == CLI_PICTURE_PNG))
        return cli_usage_error(command,
                               "%s: a layout in three dimensions needs --projection xy, xz, yz or "
                               "iso",
                               options->output);
    return CLI_OK;
}

/* The table of --color in place of values of vertices: those of its pairs that are edges. */
static int take_edges(cli_picture *picture, tropic_context *context, const tropic_matrix *A)
{
    const cli_options *options = picture->options;
    /* Each arc of a directed graph has its own value where it is written as such. */
    const bool arcs = picture->format == CLI_PICTURE_GRAPHML;
    cli_edges edges;
    int64_t others = 0;
    int code = cli_edges_of(&edges, A, context, arcs);
    if (code == CLI_OK && !cli_edge_values(&picture->edges, &others, &edges, &picture->color, !arcs || edges.symmetric))
        code = cli_error(CLI_FAILED, "out of memory for %s", options->color);
    if (code == CLI_OK && others > 0 && !options->quiet)
        fprintf(stderr, "note: %s: %" PRId64 " of %" PRId64 " pairs are no edges, and are left out\n", options->color,
                others, picture->color.pairs);
    cli_vertex_table_free(&picture->color);
    return code;
}

/* A table of vertices that has some, if the graph has. */
static int read_values(cli_vertex_table *table, const tropic_matrix *A, const char *path, const cli_vertex_rules *rules)
{
    const int code = cli_vertex_table_read(table, A, path, rules);
    if (code != CLI_OK || table->of_pairs || table->count > 0 || tropic_matrix_rows(A) == 0) return code;
    return cli_error(CLI_UNREADABLE, "%s: no values in this file", path);
}

int cli_picture_open(cli_picture *picture, const cli_options *options, tropic_context *context, const tropic_matrix *A)
{
    cli_vertex_rules rules = {
        .min = 1, .max = 1, .rest = true, .infinite = true, .either = true, .column = options->color_column};
    int code = CLI_OK;
    *picture = (cli_picture){.options = options};
    find_format(options->output, &picture->format);
    if (options->color) code = read_values(&picture->color, A, options->color, &rules);
    if (code == CLI_OK && picture->color.of_pairs) code = take_edges(picture, context, A);
    rules.column = options->size_column;
    rules.either = false;
    if (code == CLI_OK && options->size) code = read_values(&picture->size, A, options->size, &rules);
    return code;
}

typedef struct table {
    const char *path;
    const tropic_matrix *A;
    const cli_positions *positions;
} table;

int cli_positions_columns(cli_column columns[CLI_AXES], const cli_positions *positions)
{
    static const char *const axes[CLI_AXES] = {"x", "y", "z"};
    for (int k = 0; k < positions->dimensions; k++)
        columns[k] =
            (cli_column){.name = axes[k], .type = TROPIC_FP64, .values = positions->at[k], .single = positions->single};
    return positions->dimensions;
}

static void put_table(cli_sink *sink, const void *what)
{
    const table *t = what;
    cli_column columns[CLI_AXES];
    const int count = cli_positions_columns(columns, t->positions);
    cli_table_text(sink, cli_is_csv(t->path), t->A, NULL, columns, count);
}

int cli_picture_rescue(const cli_picture *picture, const tropic_matrix *A, const cli_positions *positions)
{
    const table t = {NULL, A, positions};
    return cli_rescue(picture->options->output, picture->options->json, put_table, &t, "no picture can be made");
}

static int write_graphml(const cli_picture *picture, tropic_context *context, const tropic_matrix *A,
                         const cli_positions *positions)
{
    cli_edges edges;
    int code = cli_edges_of(&edges, A, context, true);
    return code == CLI_OK ? cli_picture_graphml(picture, &edges, A, positions) : code;
}

static int write_pixels(const cli_picture *picture, tropic_context *context, const tropic_matrix *A,
                        const cli_positions *positions)
{
    const cli_options *options = picture->options;
    cli_scene scene;
    int code = cli_scene_make(&scene, picture, context, A, positions);
    if (code == CLI_OK)
        code = picture->format == CLI_PICTURE_SVG ? cli_picture_svg(&scene, A, options->output)
                                                  : cli_picture_png(&scene, options);
    cli_scene_free(&scene);
    return code;
}

int cli_picture_write(const cli_picture *picture, tropic_context *context, const tropic_matrix *A,
                      const cli_positions *positions)
{
    const char *path = picture->options->output;
    switch (picture->format) {
    case CLI_PICTURE_TABLE:
        return cli_write(path, picture->options->json, put_table, &(const table){path, A, positions});
    case CLI_PICTURE_GRAPHML: return write_graphml(picture, context, A, positions);
    case CLI_PICTURE_SVG:
    case CLI_PICTURE_PNG: break;
    }
    return write_pixels(picture, context, A, positions);
}

void cli_picture_close(cli_picture *picture)
{
    cli_vertex_table_free(&picture->color);
    cli_vertex_table_free(&picture->size);
    free(picture->edges.value);
    free(picture->edges.listed);
    picture->edges = (cli_values){0};
}

void cli_put_quality(FILE *file, const tropic_layout_quality *quality)
{
    if (quality->size == 0) return;
    fprintf(file, "stress   %.4f, of %" PRId64 " pairs\nedges    %.4g long, deviation %.3f of it\n", quality->stress,
            quality->pairs, quality->edge_length, quality->edge_deviation);
}
