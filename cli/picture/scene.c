/* SPDX-License-Identifier: Apache-2.0
 *
 * From positions to pixels: projected, scaled into the picture with y upwards, and how large things are there.
 */
#include "cli/picture/scene.h"

#include <math.h>
#include <stdlib.h>

/* Of the picture's width and height, on each side. */
#define MARGIN 0.04
/* A vertex's radius, as a part of the side of the square that each vertex would have to itself. Its limits, in pixels:
 * the upper one grows with the picture's shorter side. */
#define RADIUS 0.13
#define RADIUS_MIN 0.35
#define RADIUS_MAX(shorter) (1 + 0.008 * (shorter))
/* A line's width, of the radius, and its limits. */
#define STROKE 0.2
#define STROKE_MIN 0.15
#define STROKE_MAX(shorter) (0.6 + 0.001 * (shorter))
/* Areas under --size, of the usual one. */
#define AREA_MIN 0.25
#define AREA_MAX 9

int cli_edges_of(cli_edges *edges, const tropic_matrix *A, tropic_context *context, bool values)
{
    tropic_matrix_facts facts = {.size = sizeof facts};
    tropic_status status;
    *edges = (cli_edges){.n = tropic_matrix_rows(A)};
    status = tropic_matrix_csr(A, context, &edges->offset, &edges->head, values ? &edges->values : NULL);
    if (status == TROPIC_OK) status = tropic_matrix_describe(A, context, &facts);
    edges->symmetric = values ? facts.symmetric : facts.symmetric_pattern;
    return cli_check(status, context, CLI_FAILED);
}

tropic_offset cli_edges_find(const cli_edges *edges, tropic_index i, tropic_index j)
{
    tropic_offset low = edges->offset[i], high = edges->offset[i + 1];
    const tropic_offset end = high;
    while (low < high) {
        const tropic_offset middle = low + (high - low) / 2;
        if (edges->head[middle] < j)
            low = middle + 1;
        else
            high = middle;
    }
    return low < end && edges->head[low] == j ? low : -1;
}

/* The share of each dimension in the picture's two. One factor scales all, so that no sum is beyond the range of a
 * double; the size of the whole does not matter. */
typedef struct projection {
    double across[3], up[3];
} projection;

static projection projection_of(cli_projection wanted)
{
    /* Seen from (1, 1, 1), where all three axes have one length: right is (-1, 1, 0), up (-1, -1, 2), as units. */
    static const double right = 0.70710678118654752 / 4, up = 0.40824829046386302 / 4;
    switch (wanted) {
    case CLI_PROJECTION_XZ: return (projection){{0.25, 0, 0}, {0, 0, 0.25}};
    case CLI_PROJECTION_YZ: return (projection){{0, 0.25, 0}, {0, 0, 0.25}};
    case CLI_PROJECTION_ISO: return (projection){{-right, right, 0}, {-up, -up, 2 * up}};
    case CLI_PROJECTION_NONE:
    case CLI_PROJECTION_XY: break;
    }
    return (projection){{0.25, 0, 0}, {0, 0.25, 0}};
}

static double project(const cli_positions *positions, const double part[3], tropic_index i)
{
    double sum = 0;
    for (int k = 0; k < positions->dimensions; k++)
        if (part[k] != 0) sum += part[k] * positions->at[k][i];
    return sum;
}

/* An interval's middle, and half of its length. */
typedef struct span {
    double middle, half;
} span;

static span span_of(const cli_positions *positions, const double part[3], tropic_index n)
{
    double low = INFINITY, high = -INFINITY;
    for (tropic_index i = 0; i < n; i++) {
        const double at = project(positions, part, i);
        low = fmin(low, at);
        high = fmax(high, at);
    }
    return (span){low / 2 + high / 2, high / 2 - low / 2};
}

static float place(double at, double middle, double unit, double pixels)
{
    const double max = pixels * (0.5 - MARGIN);
    const double far = unit > 0 ? (at - middle) / unit : 0;
    return (float)(pixels / 2 + fmax(-max, fmin(max, far)));
}

static void put_points(cli_scene *scene, const cli_positions *positions, cli_projection wanted)
{
    const projection by = projection_of(wanted);
    const tropic_index n = scene->edges.n;
    const span across = span_of(positions, by.across, n), up = span_of(positions, by.up, n);
    /* A pixel's length, by the side that is the tighter. */
    const double unit = fmax(across.half / (scene->width * (0.5 - MARGIN)), up.half / (scene->height * (0.5 - MARGIN)));
    for (tropic_index i = 0; i < n; i++) {
        const double x = project(positions, by.across, i), y = project(positions, by.up, i);
        scene->at[i] = (cli_point){place(x, across.middle, unit, scene->width),
                                   (float)scene->height - place(y, up.middle, unit, scene->height)};
    }
}

static void put_sizes(cli_scene *scene, const cli_vertex_table *size)
{
    const tropic_index n = scene->edges.n;
    const double shorter = fmin(scene->width, scene->height);
    const double side = sqrt((double)scene->width * scene->height / (n > 0 ? n : 1));
    const double radius = fmax(RADIUS_MIN, fmin(RADIUS * side, RADIUS_MAX(shorter)));
    scene->radius = (float)radius;
    scene->stroke = (float)fmax(STROKE_MIN, fmin(STROKE * radius, STROKE_MAX(shorter)));
    if (scene->radius_of) {
        const cli_values values = cli_values_of(size, n);
        const cli_scale scale = cli_scale_of(&values);
        for (tropic_index i = 0; i < n; i++) {
            const double value = fmax(cli_scale_at(&scale, &values, i), 0);
            const double area = AREA_MIN + value * (AREA_MAX - AREA_MIN);
            scene->radius_of[i] = (float)(radius * sqrt(area));
        }
    }
}

/* *color: of each value. false: out of memory. */
static bool put_colors(cli_rgb **color, const cli_theme_colors *theme, const cli_values *values, bool classes)
{
    *color = malloc(((size_t)values->count + 1) * sizeof **color);
    if (!*color) return false;
    if (classes) return cli_color_classes(*color, theme, values);
    const cli_scale scale = cli_scale_of(values);
    for (tropic_offset k = 0; k < values->count; k++)
        (*color)[k] = cli_color_at(theme, cli_scale_at(&scale, values, k));
    return true;
}

typedef struct lengths {
    const cli_scene *scene;
    int64_t *total;
    bool colored; /* of edges with a colour of their own alone */
} lengths;

static void add_lengths(const void *of, int64_t begin, int64_t end)
{
    const lengths *l = of;
    const cli_edges *edges = &l->scene->edges;
    const cli_point *at = l->scene->at;
    int64_t sum = 0;
    if (cli_cancelled()) return;
    for (tropic_index i = (tropic_index)begin; i < end; i++)
        for (tropic_offset k = edges->offset[i]; k < edges->offset[i + 1]; k++)
            if ((!l->colored || cli_edge_colored(l->scene, k)) && cli_edge_stands(edges, i, edges->head[k]))
                sum += lrintf(16 * cli_distance(at[i], at[edges->head[k]]));
    __atomic_fetch_add(l->total, sum, __ATOMIC_RELAXED);
}

/* In sixteenths of a pixel: the sum of whole numbers does not depend on the order of the threads. */
static double total_length(const cli_scene *scene, int threads, bool colored)
{
    int64_t total = 0;
    cli_picture_for(threads, scene->edges.n, CLI_PICTURE_LOOK, add_lengths, &(const lengths){scene, &total, colored});
    return (double)total / 16;
}

int cli_scene_make(cli_scene *scene, const cli_picture *picture, tropic_context *context, const tropic_matrix *A,
                   const cli_positions *positions)
{
    const cli_options *options = picture->options;
    const size_t n = (size_t)tropic_matrix_rows(A) + 1;
    const bool colored = picture->color.columns > 0, sized = picture->size.columns > 0;
    const int threads = cli_picture_threads(options);
    bool enough;
    int code;
    *scene = (cli_scene){.width = options->width, .height = options->height, .theme = cli_theme_of(options->theme)};
    code = cli_edges_of(&scene->edges, A, context, false);
    if (code != CLI_OK) return code;
    scene->at = malloc(n * sizeof *scene->at);
    if (sized) scene->radius_of = malloc(n * sizeof *scene->radius_of);
    enough = scene->at && (!sized || scene->radius_of);
    if (enough && colored) {
        const cli_values values = cli_values_of(&picture->color, scene->edges.n);
        enough = put_colors(&scene->color, scene->theme, &values, options->classes);
    }
    if (enough && picture->edges.listed) {
        scene->has_color = picture->edges.listed;
        enough = put_colors(&scene->edge_color, scene->theme, &picture->edges, options->classes);
    }
    if (!enough) return cli_error(CLI_FAILED, "out of memory for the picture");
    put_points(scene, positions, options->projection);
    put_sizes(scene, &picture->size);
    scene->length = total_length(scene, threads, false);
    if (scene->edge_color) scene->colored_length = total_length(scene, threads, true);
    return cli_check_cancelled();
}

void cli_scene_free(cli_scene *scene)
{
    free(scene->at);
    free(scene->color);
    free(scene->edge_color);
    free(scene->radius_of);
    *scene = (cli_scene){0};
}
