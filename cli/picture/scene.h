/* SPDX-License-Identifier: Apache-2.0
 *
 * A picture before it is written: pixels, colours and sizes, for whatever draws them.
 */
#ifndef TP_CLI_PICTURE_SCENE_H
#define TP_CLI_PICTURE_SCENE_H

#include "cli/picture/picture.h"

#include <math.h>

/* ---- colours (cli/picture/color.c) ---- */

typedef struct cli_rgb {
    unsigned char red, green, blue;
} cli_rgb;

typedef struct cli_theme_colors {
    cli_rgb background, edge, vertex;
    cli_rgb none;    /* of a vertex without a value */
    double from, to; /* the part of the colour map that stands out from the background */
} cli_theme_colors;

const cli_theme_colors *cli_theme_of(cli_theme theme);

/* How values become 0 .. 1: linear from the least to the greatest, or logarithmic. */
typedef struct cli_scale {
    double low, high;
    bool logarithmic;
    bool levels; /* is -1 "not reached"? */
} cli_scale;

/* The first column of a table, which keeps it. */
static inline cli_values cli_values_of(const cli_vertex_table *table, tropic_index n)
{
    return (cli_values){n, table->value[0], table->listed};
}

cli_scale cli_scale_of(const cli_values *values);
/* Of value k; below 0: there is none. */
double cli_scale_at(const cli_scale *scale, const cli_values *values, tropic_offset k);
/* Of a value that cli_scale_at gave. */
cli_rgb cli_color_at(const cli_theme_colors *theme, double value);
cli_rgb cli_color_mean(cli_rgb a, cli_rgb b);
/* color[k] = that of k's class, of ten, the largest classes first; `none` if it is in none. The values are the classes
 * (cli/picture/classes.c). false: out of memory. */
bool cli_color_classes(cli_rgb *color, const cli_theme_colors *theme, const cli_values *values);
/* `over`, so opaque as `part` says, over `under`. */
static inline unsigned char cli_mix(unsigned char under, float over, float part)
{
    return (unsigned char)lrintf((float)under + part * (over - (float)under));
}

/* ---- edges (cli/picture/scene.c) ---- */

/* A's pattern by rows. */
typedef struct cli_edges {
    tropic_index n;
    const tropic_offset *offset;
    const tropic_index *head;
    const void *values; /* NULL: not looked at, or there are none */
    bool symmetric;     /* so are the values, if they are looked at */
} cli_edges;

int cli_edges_of(cli_edges *edges, const tropic_matrix *A, tropic_context *context, bool values);
/* Where the arc from i to j is; -1: there is none. */
tropic_offset cli_edges_find(const cli_edges *edges, tropic_index i, tropic_index j);

/* Does the arc from i to j stand for an edge? Of an arc and its opposite one does; a loop never. */
static inline bool cli_edge_stands(const cli_edges *edges, tropic_index i, tropic_index j)
{
    return i < j || (i > j && !edges->symmetric && cli_edges_find(edges, j, i) < 0);
}

/* The values of a table of pairs, by the arcs of these edges; *others: pairs that are none. If `one`, an arc and its
 * opposite are one edge: the value is at the arc that stands for it. Else it is at the pair's own arc if there is one.
 * Of several values of one edge the greatest counts. false: out of memory (cli/picture/edges.c). */
bool cli_edge_values(cli_values *values, int64_t *others, const cli_edges *edges, const cli_vertex_table *table,
                     bool one);

/* ---- the scene (cli/picture/scene.c) ---- */

/* An edge with a colour of its own is so much wider than others. */
#define CLI_COLORED_WIDTH 2

/* In pixels, from the upper left corner. */
typedef struct cli_point {
    float x, y;
} cli_point;

typedef struct cli_scene {
    int width, height;
    const cli_theme_colors *theme;
    cli_edges edges;
    cli_point *at;         /* by vertex */
    cli_rgb *color;        /* by vertex; NULL: as the theme says */
    cli_rgb *edge_color;   /* by arc; NULL: as the theme or the ends say */
    const bool *has_color; /* by arc: one of `edge_color`? */
    float *radius_of;      /* by vertex; NULL: all `radius` */
    float radius, stroke;
    double length;         /* of all edges */
    double colored_length; /* of those with a colour of their own */
} cli_scene;

int cli_scene_make(cli_scene *scene, const cli_picture *picture, tropic_context *context, const tropic_matrix *A,
                   const cli_positions *positions);
void cli_scene_free(cli_scene *scene);

static inline float cli_radius(const cli_scene *scene, tropic_index i)
{
    return scene->radius_of ? scene->radius_of[i] : scene->radius;
}
static inline cli_rgb cli_color(const cli_scene *scene, tropic_index i)
{
    return scene->color ? scene->color[i] : scene->theme->vertex;
}

/* Has the edge of arc k a colour of its own? */
static inline bool cli_edge_colored(const cli_scene *scene, tropic_offset k)
{
    return scene->edge_color && scene->has_color[k];
}

static inline float cli_distance(cli_point a, cli_point b)
{
    return sqrtf((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

/* ---- threads (cli/picture/threads.c) ---- */

/* As many as --threads says, or OpenMP would choose, as for all else. No picture depends on it. */
int cli_picture_threads(const cli_options *options);
/* Indices begin .. end - 1 of a loop. */
typedef void cli_loop_body(const void *of, int64_t begin, int64_t end);
/* Calls body(of, begin, end) for chunks of 0 .. count - 1, in any order, by so many threads or as many as there are. */
void cli_picture_for(int threads, int64_t count, int64_t chunk, cli_loop_body *body, const void *of);

/* Vertices or rows between two looks at whether to go on. */
#define CLI_PICTURE_LOOK 4096

/* ---- writers; each returns an exit code ---- */

int cli_picture_svg(const cli_scene *scene, const tropic_matrix *A, const char *path);
int cli_picture_graphml(const cli_picture *picture, const cli_edges *edges, const tropic_matrix *A,
                        const cli_positions *positions);

/* Was the tool built with libpng? */
bool cli_png_available(void);
int cli_picture_png(const cli_scene *scene, const cli_options *options);

/* Fills `rgb`, three bytes a pixel by rows: the background, edges by how dense they lie, and over them those with a
 * colour of their own; where vertices are too small for discs, those as well. *share: the share of the edges that was
 * drawn (cli/picture/density.c). */
int cli_raster_edges(unsigned char *rgb, const cli_scene *scene, int threads, double *share);
/* Vertices, where they are large enough (cli/picture/discs.c). */
void cli_raster_discs(unsigned char *rgb, const cli_scene *scene);
bool cli_discs_fit(const cli_scene *scene);

#endif
