/* SPDX-License-Identifier: Apache-2.0
 *
 * Edges as density: each adds to the pixels that it covers, and a pixel shows the sum of all edges over it. Few edges
 * are crisp, and ten million of them still have a shape.
 */
#include "cli/picture/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Pixels of length that are drawn, a second's work of two cores; of longer edges in all a sample is drawn. */
#define LENGTH_MAX 2e8
/* The part that a vertex adds to its pixel if it is no disc: as much as an edge across it. */
#define POINT 1.0f
/* The work of an edge beside its length, in pixels of it; edges whose work is looked at; rows of a band at least. */
#define EDGE_WORK 8
#define WORK_SAMPLE 200000
#define BAND_MIN 8

/* A float's sign, exponent and first digits: steps of less than 1 % . */
#define STEP_BITS 16
#define STEPS 32768

typedef struct density {
    const cli_scene *scene;
    bool colored; /* of edges with a colour of their own, or without? Vertices are with the latter */
    int channels; /* of a pixel: ink alone, or ink and with it the three colours */
    float *ink;
    float width;    /* of a line */
    uint32_t limit; /* edges whose hash is above are left out */
    float weight;   /* of an edge: higher for those left out */
} density;

static float width_of(const cli_scene *scene, bool colored)
{
    return fmaxf(1, scene->stroke * (colored ? CLI_COLORED_WIDTH : 1));
}

/* Rows first .. end - 1: a thread's. */
typedef struct band {
    int first, end;
} band;

static inline void add(const density *d, int x, int y, float ink, cli_rgb color)
{
    float *pixel = d->ink + ((size_t)y * (size_t)d->scene->width + (size_t)x) * (size_t)d->channels;
    pixel[0] += ink;
    if (d->channels == 1) return;
    pixel[1] += ink * (float)color.red;
    pixel[2] += ink * (float)color.green;
    pixel[3] += ink * (float)color.blue;
}

/* An edge along the axis in which it is longer, u; it is `half` wide to both sides along the other, v. */
typedef struct line {
    float u0, u1, v0, slope, half;
    bool steep; /* is u down the picture? */
} line;

static line line_of(cli_point a, cli_point b, float width)
{
    const bool steep = fabsf(b.y - a.y) > fabsf(b.x - a.x);
    const cli_point from = steep ? (cli_point){a.y, a.x} : a, to = steep ? (cli_point){b.y, b.x} : b;
    const bool swapped = from.x > to.x;
    line l = {
        .u0 = swapped ? to.x : from.x, .u1 = swapped ? from.x : to.x, .v0 = swapped ? to.y : from.y, .steep = steep};
    l.slope = l.u1 > l.u0 ? (to.y - from.y) / (to.x - from.x) : 0;
    l.half = width / 2 * sqrtf(1 + l.slope * l.slope);
    return l;
}

/* The steps of u in which the line may touch rows of the band. */
static void clip(const line *l, const band *rows, int *first, int *last)
{
    float from = l->u0, to = l->u1;
    if (l->steep) {
        from = fmaxf(from, (float)rows->first);
        to = fminf(to, (float)rows->end - 1);
    } else if (l->slope != 0) {
        const float a = l->u0 + ((float)rows->first - l->half - 1 - l->v0) / l->slope,
                    b = l->u0 + ((float)rows->end + l->half + 1 - l->v0) / l->slope;
        from = fmaxf(from, fminf(a, b) - 1);
        to = fminf(to, fmaxf(a, b) + 1);
    } else if (l->v0 + l->half < (float)rows->first || l->v0 - l->half > (float)rows->end) {
        to = from - 2;
    }
    *first = from <= to + 1 ? (int)from : 0;
    *last = from <= to + 1 ? (int)to : -1;
}

/* Each pixel gets the part of it that the line covers, to within a step's middle. A pixel's share does not depend on
 * the band. */
static inline void draw(const density *d, const band *rows, cli_point a, cli_point b, cli_rgb color)
{
    const line l = line_of(a, b, d->width);
    const int min = l.steep ? 0 : rows->first, end = l.steep ? d->scene->width : rows->end;
    int first, last;
    clip(&l, rows, &first, &last);
    for (int u = first; u <= last; u++) {
        const float from = fmaxf(l.u0, (float)u), to = fminf(l.u1, (float)u + 1);
        const float v = l.v0 + l.slope * ((from + to) / 2 - l.u0);
        const float low = fmaxf(v - l.half, 0), high = v + l.half;
        for (int p = (int)low; p < end && (float)p < high; p++) {
            const float covered = fminf(high, (float)p + 1) - fmaxf(low, (float)p);
            const float ink = d->weight * (to - from) * covered;
            if (p < min || !(ink > 0)) continue;
            if (l.steep)
                add(d, p, u, ink, color);
            else
                add(d, u, p, ink, color);
        }
    }
}

/* Of an edge's ends. */
static inline uint32_t hash(tropic_index i, tropic_index j)
{
    uint64_t x = ((uint64_t)(uint32_t)i << 32 | (uint32_t)j) * 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 32) * 0xd6e8feb86659fd93u;
    return (uint32_t)(x >> 32);
}

static void draw_band(const density *d, const band *rows)
{
    const cli_scene *scene = d->scene;
    const cli_edges *edges = &scene->edges;
    const float reach = d->width; /* beyond an edge's ends: half a diagonal line, at most */
    for (tropic_index i = 0; i < edges->n; i++) {
        const cli_point a = scene->at[i];
        if (i % CLI_PICTURE_LOOK == 0 && cli_cancelled()) return;
        for (tropic_offset k = edges->offset[i]; k < edges->offset[i + 1]; k++) {
            const tropic_index j = edges->head[k];
            cli_rgb color = {0};
            cli_point b;
            /* The cheapest test comes first: b is anywhere in memory. */
            if ((j < i && edges->symmetric) || hash(i, j) > d->limit) continue;
            b = scene->at[j];
            if (fmaxf(a.y, b.y) + reach < (float)rows->first || fminf(a.y, b.y) - reach > (float)rows->end) continue;
            if (cli_edge_colored(scene, k) != d->colored || !cli_edge_stands(edges, i, j)) continue;
            if (d->colored) color = scene->edge_color[k];
            if (scene->color) color = cli_color_mean(scene->color[i], scene->color[j]);
            draw(d, rows, a, b, color);
        }
    }
    for (tropic_index i = 0; i < edges->n && !d->colored && !cli_discs_fit(scene); i++)
        if (scene->at[i].y >= (float)rows->first && scene->at[i].y < (float)rows->end)
            add(d, (int)scene->at[i].x, (int)scene->at[i].y, POINT, cli_color(scene, i));
}

/* work[y]: of all edges in row y, by a sample of the vertices. Only how long it takes follows from it. */
static void measure(const density *d, double *work)
{
    const cli_scene *scene = d->scene;
    const cli_edges *edges = &scene->edges;
    const tropic_offset count = edges->offset[edges->n];
    const tropic_index step = (tropic_index)(count / WORK_SAMPLE) + 1;
    memset(work, 0, ((size_t)scene->height + 1) * sizeof *work);
    for (tropic_index i = 0; i < edges->n; i += step)
        for (tropic_offset k = edges->offset[i]; k < edges->offset[i + 1]; k++) {
            const cli_point a = scene->at[i], b = scene->at[edges->head[k]];
            const int top = (int)fminf(a.y, b.y), bottom = (int)fmaxf(a.y, b.y);
            const double each = (double)(EDGE_WORK + cli_distance(a, b)) / (double)(bottom - top + 1);
            work[top] += each;
            work[bottom + 1] -= each;
        }
    for (int y = 1; y < scene->height; y++) work[y] += work[y - 1];
}

/* Bands of about the same work. */
static void divide(const density *d, double *work, band *bands, int count)
{
    const int height = d->scene->height;
    double total = 0, before = 0;
    int y = 0;
    measure(d, work);
    for (int k = 0; k < height; k++) total += work[k] + 1;
    for (int k = 0; k < count; k++) {
        bands[k].first = y;
        while (y < height && (k == count - 1 || before < total * (k + 1) / count)) before += work[y++] + 1;
        bands[k].end = y;
    }
}

typedef struct banded {
    const density *d;
    const band *bands;
} banded;

static void draw_bands(const void *of, int64_t begin, int64_t end)
{
    const banded *b = of;
    for (int64_t k = begin; k < end; k++) draw_band(b->d, &b->bands[k]);
}

static int draw_all(const density *d, int threads)
{
    const int height = d->scene->height;
    const int count = threads < height / BAND_MIN ? threads : height / BAND_MIN;
    double *work = malloc(((size_t)height + 1) * sizeof *work);
    band *bands = malloc((size_t)count * sizeof *bands);
    int code = CLI_OK;
    if (!work || !bands) {
        code = cli_error(CLI_FAILED, "out of memory for the picture");
    } else {
        divide(d, work, bands, count);
        cli_picture_for(threads, count, 1, draw_bands, &(const banded){d, bands});
        code = cli_check_cancelled();
    }
    free(work);
    free(bands);
    return code;
}

static unsigned step_of(float ink)
{
    uint32_t bits;
    memcpy(&bits, &ink, sizeof bits);
    return bits >> STEP_BITS;
}

static float ink_of(unsigned step)
{
    const uint32_t bits = (uint32_t)step << STEP_BITS | 1u << (STEP_BITS - 1);
    float ink;
    memcpy(&ink, &bits, sizeof ink);
    return ink;
}

/* The least density that so many pixels are not above. */
static float percentile(const int64_t *pixels, double rank)
{
    unsigned step = 1;
    double below = 0;
    while (step < STEPS - 1 && (below += (double)pixels[step]) < rank) step++;
    return ink_of(step);
}

/* Densities from this part of all pixels that are not empty on are the strongest; those are so opaque. */
#define STRONG_PART 0.995
#define STRONG 0.95
/* Half of those pixels are at least so opaque, whatever the range of the densities. */
#define MIDDLE 0.3
/* The same of edges with a colour of their own, which a faint line would not show. */
#define MIDDLE_COLORED 0.7

/* opaque[step]: 1 - exp(-(density / strong)^gamma), to the scale of STRONG. gamma is 1 unless the middle would be too
 * faint. pixels: STEPS zeros. */
static void tone(const density *d, int64_t *pixels, float *opaque)
{
    static const double part = 1 - 0.36787944117144233; /* 1 - 1/e */
    const double middle = d->colored ? MIDDLE_COLORED : MIDDLE;
    const size_t count = (size_t)d->scene->width * (size_t)d->scene->height;
    double total = 0, strong, ratio, gamma = 1;
    for (size_t k = 0; k < count; k++) pixels[step_of(d->ink[k * (size_t)d->channels])]++;
    for (unsigned step = 1; step < STEPS; step++) total += (double)pixels[step];
    strong = (double)percentile(pixels, STRONG_PART * total);
    ratio = strong / (double)percentile(pixels, total / 2);
    if (ratio > 1) gamma = fmin(1, log(-log(1 - middle * part / STRONG)) / -log(ratio));
    for (unsigned step = 0; step < STEPS; step++) {
        const double far = pow((double)ink_of(step) / strong, gamma);
        opaque[step] = step > 0 ? (float)fmin(1, STRONG / part * (1 - exp(-far))) : 0;
    }
}

static void put_row(const density *d, const float *opaque, int y, unsigned char *rgb)
{
    const cli_rgb edge = d->scene->theme->edge;
    const size_t width = (size_t)d->scene->width, channels = (size_t)d->channels;
    const float *ink = d->ink + (size_t)y * width * channels;
    rgb += (size_t)y * width * 3;
    for (size_t x = 0; x < width; x++, ink += channels, rgb += 3) {
        const float part = opaque[step_of(ink[0])];
        const bool own = channels > 1 && part > 0;
        rgb[0] = cli_mix(rgb[0], own ? ink[1] / ink[0] : edge.red, part);
        rgb[1] = cli_mix(rgb[1], own ? ink[2] / ink[0] : edge.green, part);
        rgb[2] = cli_mix(rgb[2], own ? ink[3] / ink[0] : edge.blue, part);
    }
}

typedef struct rows {
    const density *d;
    const float *opaque;
    unsigned char *rgb;
} rows;

static void put_rows(const void *of, int64_t begin, int64_t end)
{
    const rows *r = of;
    for (int64_t y = begin; y < end; y++) put_row(r->d, r->opaque, (int)y, r->rgb);
}

/* Draws one kind of edges over what is there. */
static int draw_layer(unsigned char *rgb, const cli_scene *scene, bool colored, int threads, double share)
{
    const size_t pixels = (size_t)scene->width * (size_t)scene->height;
    density d = {.scene = scene, .colored = colored, .channels = scene->color || colored ? 4 : 1};
    float *opaque = malloc(STEPS * sizeof *opaque);
    int64_t *steps = calloc(STEPS, sizeof *steps);
    int code = CLI_OK;
    d.width = width_of(scene, colored);
    d.limit = (uint32_t)(share * UINT32_MAX);
    d.weight = (float)(1 / share);
    d.ink = calloc(pixels * (size_t)d.channels, sizeof *d.ink);
    if (!opaque || !steps || !d.ink)
        code = cli_error(CLI_FAILED, "out of memory for a picture of %d x %d pixels", scene->width, scene->height);
    if (code == CLI_OK) code = draw_all(&d, threads);
    if (code == CLI_OK) {
        tone(&d, steps, opaque);
        cli_picture_for(threads, scene->height, BAND_MIN, put_rows, &(const rows){&d, opaque, rgb});
    }
    free(d.ink);
    free(opaque);
    free(steps);
    return code;
}

int cli_raster_edges(unsigned char *rgb, const cli_scene *scene, int threads, double *share)
{
    const size_t pixels = (size_t)scene->width * (size_t)scene->height;
    const double length = (scene->length - scene->colored_length) * (double)width_of(scene, false) +
                          scene->colored_length * (double)width_of(scene, true);
    int code;
    *share = length > LENGTH_MAX ? LENGTH_MAX / length : 1;
    for (size_t k = 0; k < pixels; k++) {
        rgb[3 * k] = scene->theme->background.red;
        rgb[3 * k + 1] = scene->theme->background.green;
        rgb[3 * k + 2] = scene->theme->background.blue;
    }
    code = draw_layer(rgb, scene, false, threads, *share);
    return code == CLI_OK && scene->edge_color ? draw_layer(rgb, scene, true, threads, *share) : code;
}
