/* SPDX-License-Identifier: Apache-2.0
 *
 * A graph drawn at given positions, in the format that --output names: `draw` and `layout` share it.
 */
#ifndef TP_CLI_PICTURE_H
#define TP_CLI_PICTURE_H

#include "cli/files/positions.h"
#include "cli/files/vertex_table.h"
#include "cli/options/options.h"
#include "cli/output/output.h"

typedef enum cli_picture_format {
    CLI_PICTURE_TABLE, /* also where there is no --output */
    CLI_PICTURE_SVG,
    CLI_PICTURE_PNG,
    CLI_PICTURE_GRAPHML
} cli_picture_format;

/* Values that become colours or sizes: of vertices, or of edges by arc. */
typedef struct cli_values {
    tropic_offset count;
    double *value;
    bool *listed; /* has it a value? NULL: there are no values at all */
} cli_values;

/* The inputs that are read before the positions are computed. */
typedef struct cli_picture {
    const cli_options *options;
    cli_picture_format format;
    cli_vertex_table color, size; /* of --color and --size; without columns: not given */
    cli_values edges;             /* of --color, if its table is one of edges; `color` is empty then */
} cli_picture;

/* Before any long work: does --output's name say a format, can this build make it, and does --projection go
 * with the number of dimensions (0: not known yet)? An exit code. */
int cli_picture_check(const cli_options *options, int dimensions);
/* Reads --color and --size; a note tells how many pairs of --color are no edges. An exit code; close the picture in any
 * case. */
int cli_picture_open(cli_picture *picture, const cli_options *options, tropic_context *context, const tropic_matrix *A);
/* Writes the file of --output; none: a table on stdout. All vertices have positions, and those are finite. */
int cli_picture_write(const cli_picture *picture, tropic_context *context, const tropic_matrix *A,
                      const cli_positions *positions);
/* Positions that a picture was to be of which could not be made, as a table where such results go. CLI_FAILED. */
int cli_picture_rescue(const cli_picture *picture, const tropic_matrix *A, const cli_positions *positions);
void cli_picture_close(cli_picture *picture);
/* Positions as columns of a table, in their own memory. How many. */
int cli_positions_columns(cli_column columns[CLI_AXES], const cli_positions *positions);
/* Lines of a summary; nothing where it was not measured, and its size is 0. */
void cli_put_quality(FILE *file, const tropic_layout_quality *quality);

#endif
