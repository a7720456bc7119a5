/* SPDX-License-Identifier: Apache-2.0
 *
 * Vertices as discs on a picture of pixels.
 */
#include "cli/picture/scene.h"

#include <math.h>

/* Smaller ones are accumulated with the edges. */
#define RADIUS_MIN 0.75f
/* The ring in the colour of the background around a disc that is large enough: so wide, of its radius. */
#define RING 0.15f
#define RING_MIN 3.0f

bool cli_discs_fit(const cli_scene *scene)
{
    return scene->radius >= RADIUS_MIN;
}

static int limit(float at, int max)
{
    return at < 0 ? 0 : at > (float)max ? max : (int)at;
}

/* A pixel is covered by how far its middle is inside. */
static void fill(unsigned char *rgb, const cli_scene *scene, cli_point at, float radius, cli_rgb color)
{
    const int left = limit(at.x - radius - 1, scene->width - 1), right = limit(at.x + radius + 1, scene->width - 1),
              top = limit(at.y - radius - 1, scene->height - 1), bottom = limit(at.y + radius + 1, scene->height - 1);
    for (int y = top; y <= bottom; y++)
        for (int x = left; x <= right; x++) {
            const cli_point middle = {(float)x + 0.5f, (float)y + 0.5f};
            const float inside = radius + 0.5f - cli_distance(middle, at);
            unsigned char *pixel = rgb + 3 * ((size_t)y * (size_t)scene->width + (size_t)x);
            if (!(inside > 0)) continue;
            pixel[0] = cli_mix(pixel[0], color.red, fminf(inside, 1));
            pixel[1] = cli_mix(pixel[1], color.green, fminf(inside, 1));
            pixel[2] = cli_mix(pixel[2], color.blue, fminf(inside, 1));
        }
}

void cli_raster_discs(unsigned char *rgb, const cli_scene *scene)
{
    for (tropic_index i = 0; i < scene->edges.n; i++) {
        const float radius = cli_radius(scene, i);
        if (i % CLI_PICTURE_LOOK == 0 && cli_cancelled()) return;
        if (radius >= RING_MIN) fill(rgb, scene, scene->at[i], radius + RING * radius, scene->theme->background);
        fill(rgb, scene, scene->at[i], radius, cli_color(scene, i));
    }
}
