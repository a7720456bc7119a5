/* SPDX-License-Identifier: Apache-2.0
 *
 * Which picture is wanted, and can it be made?
 */
#include "cli/picture.h"

#include "cli/output.h"
#include "cli/picture_scene.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>

static const struct {
    const char *suffix;
    cli_picture_format format;
} formats[] = {{".svg", CLI_PICTURE_SVG},
               {".png", CLI_PICTURE_PNG},
               {".graphml", CLI_PICTURE_GRAPHML},
               {".tsv", CLI_PICTURE_TSV}};

static bool find_format(const char *path, cli_picture_format *format)
{
    const size_t length = path ? strlen(path) : 0;
    *format = CLI_PICTURE_TSV;
    if (!path) return true;
    for (size_t k = 0; k < sizeof formats / sizeof *formats; k++) {
        const size_t size = strlen(formats[k].suffix);
        *format = formats[k].format;
        if (length > size && strcasecmp(path + length - size, formats[k].suffix) == 0) return true;
    }
    return false;
}

int cli_picture_check(const cli_options *options, int dimensions)
{
    const char *command = options->command->name;
    const bool projected = options->projection != CLI_PROJECTION_NONE;
    cli_picture_format format;
    if (!find_format(options->output, &format))
        return cli_usage_error(
            command, "--output %s: its name does not tell the format: .svg, .png, .graphml or .tsv",
            options->output);
    if (format == CLI_PICTURE_PNG && !cli_png_available())
        return cli_error(CLI_MISSING, "%s: this tropic was built without libpng, try .svg",
                         options->output);
    if (dimensions == 2 && projected)
        return cli_usage_error(command, "--projection goes with positions of three dimensions");
    if (dimensions == 3 && !projected && (format == CLI_PICTURE_SVG || format == CLI_PICTURE_PNG))
        return cli_usage_error(command,
                               "%s: a picture of three dimensions needs --projection xy, xz, yz or "
                               "iso",
                               options->output);
    return cli_sink_try(options->output);
}

int cli_picture_open(cli_picture *picture, const cli_options *options, const tropic_matrix *A)
{
    const cli_vertex_rules rules = {.least = 1, .most = 1, .rest = true, .infinite = true};
    int code = CLI_OK;
    *picture = (cli_picture){.options = options};
    find_format(options->output, &picture->format);
    if (options->color) code = cli_vertex_table_read(&picture->color, A, options->color, &rules);
    if (code == CLI_OK && options->size)
        code = cli_vertex_table_read(&picture->size, A, options->size, &rules);
    return code;
}

/* In order of ids: vertices are numbered so. */
static int write_table(const char *path, const tropic_matrix *A, const cli_positions *positions)
{
    const tropic_index n = tropic_matrix_rows(A);
    cli_sink sink;
    int code = cli_sink_open(&sink, path);
    if (code != CLI_OK) return code;
    cli_sink_print(&sink, "# id\tx\ty%s\n", positions->dimensions > 2 ? "\tz" : "");
    for (tropic_index i = 0; i < n; i++) {
        if (i % CLI_PICTURE_LOOK == 0 && cli_sink_stopped(&sink)) break;
        cli_sink_print(&sink, "%" PRId64, tropic_matrix_label(A, i));
        for (int k = 0; k < positions->dimensions; k++) {
            cli_sink_print(&sink, "\t");
            cli_sink_real(&sink, positions->at[k][i]);
        }
        cli_sink_print(&sink, "\n");
    }
    return cli_sink_close(&sink);
}

static int write_graphml(const cli_picture *picture, tropic_context *context,
                         const tropic_matrix *A, const cli_positions *positions)
{
    cli_edges edges;
    int code = cli_edges_of(&edges, A, context);
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
    switch (picture->format) {
    case CLI_PICTURE_TSV: return write_table(picture->options->output, A, positions);
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
}
