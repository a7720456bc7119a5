/* SPDX-License-Identifier: Apache-2.0
 *
 * Where vertices lie, from a file: DIMACS coordinates by number, or a table by id.
 */
#define _GNU_SOURCE
#include "cli/files/positions.h"

#include "cli/files/vertex_table.h"
#include "cli/output/output.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The first character that counts; EOF where the file cannot be looked into twice, as a pipe. */
static int first_character(const char *path)
{
    struct stat there;
    FILE *file;
    int c;
    if (stat(path, &there) != 0 || !S_ISREG(there.st_mode)) return EOF;
    file = fopen(path, "r");
    if (!file) return EOF;
    while ((c = getc(file)) != EOF && isspace(c)) continue;
    fclose(file);
    return c;
}

/* Lines of coordinates begin with c, p or v, and those of tables never with a letter; a gzip file is no table. */
static bool is_dimacs(const char *path)
{
    const int gzip = 0x1f, c = first_character(path);
    return cli_ends_in(path, ".co") || cli_ends_in(path, ".co.gz") || c == gzip || (c > 0 && strchr("cpv", c));
}

/* The entries whose places are the vertices' ids in the file, which counts from 1. */
static int by_vertex(double *chosen, bool *present, const tropic_vector *given, const tropic_matrix *A,
                     const tropic_context *context)
{
    const tropic_index n = tropic_matrix_rows(A), count = tropic_vector_size(given);
    double *all = malloc(((size_t)count + 1) * sizeof *all);
    int code = all ? cli_check(tropic_vector_get_dense(given, all, NULL), context, CLI_FAILED)
                   : cli_error(CLI_FAILED, "out of memory for coordinates");
    for (tropic_index i = 0; code == CLI_OK && i < n; i++) {
        const int64_t id = tropic_matrix_label(A, i);
        present[i] = id >= 1 && id <= count;
        chosen[i] = present[i] ? all[id - 1] : 0;
    }
    free(all);
    return code;
}

static int load_dimacs(cli_positions *positions, const tropic_matrix *A, tropic_context *context, const char *path)
{
    const size_t n = (size_t)tropic_matrix_rows(A) + 1;
    tropic_vector *given[2] = {NULL};
    int code = cli_check(tropic_coordinates_load(&given[0], &given[1], context, path), context, CLI_UNREADABLE);
    if (code == CLI_OK) code = cli_check_cancelled();
    positions->dimensions = 2;
    positions->present = calloc(n, sizeof *positions->present);
    for (int k = 0; k < 2; k++) {
        positions->at[k] = malloc(n * sizeof *positions->at[k]);
        if (code == CLI_OK && (!positions->at[k] || !positions->present))
            code = cli_error(CLI_FAILED, "out of memory for coordinates");
        if (code == CLI_OK) positions->listed = tropic_vector_size(given[k]);
        if (code == CLI_OK) code = by_vertex(positions->at[k], positions->present, given[k], A, context);
        tropic_vector_free(&given[k]);
    }
    return code;
}

static int load_table(cli_positions *positions, const tropic_matrix *A, const char *path)
{
    const cli_vertex_rules rules = {.min = 2, .max = CLI_TABLE_COLUMNS};
    cli_vertex_table table;
    int code = cli_vertex_table_read(&table, A, path, &rules);
    positions->dimensions = table.columns;
    for (int k = 0; k < table.columns; k++) {
        positions->at[k] = table.value[k];
        table.value[k] = NULL;
    }
    positions->present = table.listed;
    table.listed = NULL;
    cli_vertex_table_free(&table);
    return code;
}

/* A file without a line says nothing of dimensions. */
static int make_plane(cli_positions *positions, tropic_index n)
{
    positions->dimensions = 2;
    for (int k = 0; k < 2; k++) {
        positions->at[k] = calloc((size_t)n + 1, sizeof *positions->at[k]);
        if (!positions->at[k]) return cli_error(CLI_FAILED, "out of memory for positions");
    }
    return CLI_OK;
}

/* Which vertices have no position? */
static int find_missing(cli_positions *positions, const tropic_matrix *A, const char *graph_name, const char *path,
                        bool partial)
{
    const tropic_index n = tropic_matrix_rows(A);
    tropic_index missing = 0;
    while (missing < n && positions->present[missing]) missing++;
    if (missing == n) {
        free(positions->present);
        positions->present = NULL;
    } else if (!partial) {
        return cli_error(CLI_UNREADABLE, "%s: no position for vertex %" PRId64 " of %s", path,
                         tropic_matrix_label(A, missing), graph_name);
    }
    return CLI_OK;
}

void cli_positions_note(const cli_positions *positions, const tropic_matrix *A, const char *graph_name,
                        const char *path, bool quiet)
{
    if (quiet || positions->listed <= tropic_matrix_rows(A)) return;
    fputs("note: ", stderr);
    cli_put_name(stderr, path);
    fprintf(stderr, " has %d vertices, ", positions->listed);
    cli_put_name(stderr, graph_name);
    fprintf(stderr, " has %d: is it of this graph?\n", tropic_matrix_rows(A));
}

int cli_coordinates_load(cli_positions *positions, const tropic_matrix *A, tropic_context *context,
                         const char *graph_name, const char *path)
{
    int code;
    *positions = (cli_positions){0};
    code = load_dimacs(positions, A, context, path);
    return code == CLI_OK ? find_missing(positions, A, graph_name, path, false) : code;
}

int cli_positions_load(cli_positions *positions, const tropic_matrix *A, tropic_context *context,
                       const char *graph_name, const char *path, bool partial)
{
    int code;
    *positions = (cli_positions){0};
    code = is_dimacs(path) ? load_dimacs(positions, A, context, path) : load_table(positions, A, path);
    if (code == CLI_OK && positions->dimensions == 0) code = make_plane(positions, tropic_matrix_rows(A));
    return code == CLI_OK ? find_missing(positions, A, graph_name, path, partial) : code;
}

void cli_positions_free(cli_positions *positions)
{
    for (int k = 0; k < CLI_AXES; k++) free(positions->at[k]);
    free(positions->present);
    *positions = (cli_positions){0};
}
