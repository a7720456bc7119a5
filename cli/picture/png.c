/* SPDX-License-Identifier: Apache-2.0
 *
 * A picture as PNG, through libpng: the only file that knows whether that is there.
 */
#include "cli/output/output.h"
#include "cli/picture/scene.h"

#ifdef TROPIC_HAVE_PNG

#include <errno.h>
#include <png.h>
#include <stdlib.h>

bool cli_png_available(void)
{
    return true;
}

/* libpng fails for lack of memory, or by a failed write, whose cause the sink has already. */
static void on_error(png_structp png, png_const_charp text)
{
    cli_sink *sink = png_get_error_ptr(png);
    (void)text;
    if (!sink->failure) sink->failure = ENOMEM;
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp text)
{
    (void)png;
    (void)text;
}

static void write_bytes(png_structp png, png_bytep bytes, size_t count)
{
    cli_sink *sink = png_get_io_ptr(png);
    cli_sink_put(sink, bytes, count);
    if (sink->failure) png_error(png, "cannot write");
}

/* The sink flushes when it is closed. */
static void flush(png_structp png)
{
    (void)png;
}

/* No local variable changes behind setjmp, so that each has its value where libpng comes back. */
static void encode(png_structp png, png_infop info, const cli_sink *sink, const cli_scene *scene,
                   const unsigned char *rgb)
{
    const size_t stride = 3 * (size_t)scene->width;
    if (setjmp(png_jmpbuf(png))) return;
    png_set_IHDR(png, info, (png_uint_32)scene->width, (png_uint_32)scene->height, 8, PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    for (int y = 0; y < scene->height && !cli_sink_stopped(sink); y++) png_write_row(png, rgb + (size_t)y * stride);
    if (!cli_sink_stopped(sink)) png_write_end(png, info);
}

typedef struct pixels {
    const cli_scene *scene;
    const unsigned char *rgb;
} pixels;

static void put(cli_sink *sink, const void *what)
{
    const pixels *p = what;
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, sink, on_error, on_warning);
    png_infop info = NULL;
    if (png) info = png_create_info_struct(png);
    if (info) {
        png_set_write_fn(png, sink, write_bytes, flush);
        encode(png, info, sink, p->scene, p->rgb);
    } else {
        sink->failure = ENOMEM;
    }
    png_destroy_write_struct(&png, &info);
}

int cli_picture_png(const cli_scene *scene, const cli_options *options)
{
    const size_t area = (size_t)scene->width * (size_t)scene->height;
    unsigned char *rgb = malloc(3 * area);
    double share = 1;
    int code = CLI_OK;
    if (!rgb)
        code = cli_error(CLI_FAILED, "out of memory for a picture of %d x %d pixels", scene->width, scene->height);
    if (code == CLI_OK) code = cli_raster_edges(rgb, scene, cli_picture_threads(options), &share);
    if (code == CLI_OK && cli_discs_fit(scene)) cli_raster_discs(rgb, scene);
    if (code == CLI_OK) code = cli_check_cancelled();
    if (code == CLI_OK) code = cli_write(options->output, true, put, &(const pixels){scene, rgb});
    /* Said, as a sample is not the graph. */
    if (code == CLI_OK && share < 1 && !options->quiet)
        fprintf(stderr, "note: %.3g %% of the edges are drawn, a sample: all would take long\n", 100 * share);
    free(rgb);
    return code;
}

#else

bool cli_png_available(void)
{
    return false;
}

int cli_picture_png(const cli_scene *scene, const cli_options *options)
{
    (void)scene;
    return cli_error(CLI_MISSING, "%s: this tropic was built without libpng, try .svg", options->output);
}

#endif
