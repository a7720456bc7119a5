/* SPDX-License-Identifier: Apache-2.0
 *
 * Where vertices lie, from a file.
 */
#ifndef TP_CLI_POSITIONS_H
#define TP_CLI_POSITIONS_H

#include "cli/cli.h"

#define CLI_AXES 3

/* Where the vertices lie. */
typedef struct cli_positions {
    int dimensions;       /* 2 or 3 */
    double *at[CLI_AXES]; /* by vertex; at[2] NULL in two dimensions */
    bool *present;        /* by vertex: has it a position? NULL: all have */
    bool single;          /* shown as floats, for they are known no better */
    tropic_index listed;  /* in a DIMACS .co file: vertices; else 0 */
} cli_positions;

/* A note, unless `quiet`, if the file has more vertices than A: it may be of another graph. */
void cli_positions_note(const cli_positions *positions, const tropic_matrix *A, const char *graph_name,
                        const char *path, bool quiet);

/* Reads a DIMACS .co file or a table "ID X Y [Z]". Only the former may have more vertices than A. partial: A may have
 * vertices without a position; else that is an error. An exit code; free the positions in any case. */
int cli_positions_load(cli_positions *positions, const tropic_matrix *A, tropic_context *context,
                       const char *graph_name, const char *path, bool partial);
/* Reads a DIMACS .co file alone, where each vertex of A must be. */
int cli_coordinates_load(cli_positions *positions, const tropic_matrix *A, tropic_context *context,
                         const char *graph_name, const char *path);
void cli_positions_free(cli_positions *positions);

#endif
