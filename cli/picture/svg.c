/* SPDX-License-Identifier: Apache-2.0
 *
 * A picture as SVG 1.1: a line for each edge, those with a colour of their own last, a circle for each vertex over
 * them.
 */
#include "cli/output/output.h"
#include "cli/picture/scene.h"

#include <inttypes.h>
#include <math.h>

/* Up to so many vertices have a title, which a browser shows where the pointer is. */
#define TITLES_MAX 2000
/* Up to so many have an outline in the colour of the background. */
#define OUTLINES_MAX 50000
/* Of the radius. */
#define OUTLINE 0.15
/* How opaque lines are that cover little of the picture; and how little that is. Where they cover more they are
 * fainter, by the root, and at least so opaque. */
#define OPACITY 0.8
#define COVERED 0.15
#define OPACITY_MIN 0.03

static void put_color(cli_sink *sink, const char *name, cli_rgb color)
{
    cli_sink_print(sink, " %s=\"#%02x%02x%02x\"", name, color.red, color.green, color.blue);
}

/* Of lines of that length and width in all. */
static double opacity_of(const cli_scene *scene, double length, double width)
{
    const double covered = length * width / ((double)scene->width * scene->height);
    return covered > COVERED ? fmax(OPACITY * sqrt(COVERED / covered), OPACITY_MIN) : OPACITY;
}

/* Edges with a colour of their own, or those without. */
static void put_edges(cli_sink *sink, const cli_scene *scene, bool colored)
{
    const cli_edges *edges = &scene->edges;
    const double width = (double)scene->stroke * (colored ? CLI_COLORED_WIDTH : 1);
    cli_sink_print(sink, "<g");
    put_color(sink, "stroke", scene->theme->edge);
    cli_sink_print(sink, " stroke-width=\"%.2f\" stroke-opacity=\"%.2f\" stroke-linecap=\"round\">\n", width,
                   opacity_of(scene, colored ? scene->colored_length : scene->length, width));
    for (tropic_index i = 0; i < edges->n; i++) {
        if (i % CLI_PICTURE_LOOK == 0 && cli_sink_stopped(sink)) return;
        for (tropic_offset k = edges->offset[i]; k < edges->offset[i + 1]; k++) {
            const tropic_index j = edges->head[k];
            const cli_point from = scene->at[i], to = scene->at[j];
            if (cli_edge_colored(scene, k) != colored || !cli_edge_stands(edges, i, j)) continue;
            cli_sink_print(sink, "<line x1=\"%.2f\" y1=\"%.2f\" x2=\"%.2f\" y2=\"%.2f\"", (double)from.x,
                           (double)from.y, (double)to.x, (double)to.y);
            if (colored) put_color(sink, "stroke", scene->edge_color[k]);
            if (scene->color) put_color(sink, "stroke", cli_color_mean(scene->color[i], scene->color[j]));
            cli_sink_print(sink, "/>\n");
        }
    }
    cli_sink_print(sink, "</g>\n");
}

static void put_vertices(cli_sink *sink, const cli_scene *scene, const tropic_matrix *A)
{
    const tropic_index n = scene->edges.n;
    cli_sink_print(sink, "<g");
    put_color(sink, "fill", scene->theme->vertex);
    if (n <= OUTLINES_MAX) {
        put_color(sink, "stroke", scene->theme->background);
        cli_sink_print(sink, " stroke-width=\"%.2f\"", OUTLINE * (double)scene->radius);
    }
    cli_sink_print(sink, ">\n");
    for (tropic_index i = 0; i < n; i++) {
        if (i % CLI_PICTURE_LOOK == 0 && cli_sink_stopped(sink)) return;
        cli_sink_print(sink, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%.2f\"", (double)scene->at[i].x,
                       (double)scene->at[i].y, (double)cli_radius(scene, i));
        if (scene->color) put_color(sink, "fill", scene->color[i]);
        if (n <= TITLES_MAX)
            cli_sink_print(sink, "><title>%" PRId64 "</title></circle>\n", tropic_matrix_label(A, i));
        else
            cli_sink_print(sink, "/>\n");
    }
    cli_sink_print(sink, "</g>\n");
}

typedef struct drawing {
    const cli_scene *scene;
    const tropic_matrix *A;
} drawing;

static void put(cli_sink *sink, const void *what)
{
    const drawing *d = what;
    const int width = d->scene->width, height = d->scene->height;
    cli_sink_print(sink,
                   "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
                   "viewBox=\"0 0 %d %d\">\n<rect width=\"%d\" height=\"%d\"",
                   width, height, width, height, width, height);
    put_color(sink, "fill", d->scene->theme->background);
    cli_sink_print(sink, "/>\n");
    put_edges(sink, d->scene, false);
    if (d->scene->edge_color) put_edges(sink, d->scene, true);
    put_vertices(sink, d->scene, d->A);
    cli_sink_print(sink, "</svg>\n");
}

int cli_picture_svg(const cli_scene *scene, const tropic_matrix *A, const char *path)
{
    return cli_write(path, true, put, &(const drawing){scene, A});
}
