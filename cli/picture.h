/* SPDX-License-Identifier: Apache-2.0
 *
 * A graph drawn at given positions, in the format that --output names: `draw` and `layout` share it.
 *
 *     positions.c            where the vertices lie: a file of it, read and written
 *     vertex_table.c         the files of --positions, --color and --size
 *     picture.c              which format, and whether it can be made
 *     picture_scene.c        positions as pixels; how large, wide and faint things are
 *     picture_color.c        themes, and values as colours
 *     picture_svg.c picture_graphml.c
 *     picture_png.c          encodes what picture_density.c and picture_discs.c make
 */
#ifndef TP_CLI_PICTURE_H
#define TP_CLI_PICTURE_H

#include "cli/options.h"
#include "cli/vertex_table.h"

/* Where the vertices lie. */
typedef struct cli_positions {
    int dimensions; /* 2 or 3 */
    double *at[3];  /* by vertex; at[2] NULL in two dimensions */
    bool *present;  /* by vertex: has it a position? NULL: all have */
    bool single;    /* shown as floats, for they are known no better */
} cli_positions;

/* Reads a DIMACS .co file, which may have more vertices than A, or a table "ID X Y [Z]", which may not. partial: A
 * may have vertices without a position; else that is an error. An exit code; free the positions in any case. */
int cli_positions_load(cli_positions *positions, const tropic_matrix *A, tropic_context *context,
                       const char *graph_name, const char *path, bool partial);
void cli_positions_free(cli_positions *positions);

typedef enum cli_picture_format {
    CLI_PICTURE_TABLE, /* also where there is no --output */
    CLI_PICTURE_SVG,
    CLI_PICTURE_PNG,
    CLI_PICTURE_GRAPHML
} cli_picture_format;

/* What is read before the positions are computed. */
typedef struct cli_picture {
    const cli_options *options;
    cli_picture_format format;
    cli_vertex_table color, size; /* of --color and --size; without columns: not given */
} cli_picture;

/* Before any long work: does --output's name say a format, can this build make it, and does --projection go
 * with the number of dimensions (0: not known yet)? An exit code. */
int cli_picture_check(const cli_options *options, int dimensions);
/* Reads --color and --size. An exit code; close the picture in any case. */
int cli_picture_open(cli_picture *picture, const cli_options *options, const tropic_matrix *A);
/* Writes what --output says; none: a table on stdout. All vertices have positions, and those are finite. */
int cli_picture_write(const cli_picture *picture, tropic_context *context, const tropic_matrix *A,
                      const cli_positions *positions);
void cli_picture_close(cli_picture *picture);

#endif
