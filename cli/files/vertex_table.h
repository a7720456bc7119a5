/* SPDX-License-Identifier: Apache-2.0
 *
 * A file that says something of vertices: an id a line, and numbers behind it. Positions, the results that tropic
 * writes, and lists of vertices are such.
 */
#ifndef TP_CLI_VERTEX_TABLE_H
#define TP_CLI_VERTEX_TABLE_H

#include "cli/cli.h"

#define CLI_TABLE_COLUMNS 3

/* The fields of a line. */
typedef struct cli_vertex_rules {
    int min, max;  /* numbers behind the id; the first line says how many all have */
    bool rest;     /* may more follow, which is passed over? */
    bool infinite; /* may a number be "inf" or "-inf"? */
    /* The first of the numbers is that of the column of this name in the first line, "# id NAME..." or "id,NAME...";
     * NULL: the one behind the id. */
    const char *column;
    bool pairs;  /* do two ids, which differ, begin a line? */
    bool either; /* may the table be one of edges or pairs, if its first line has the names "from" and "to", or
                  * "source" and "target", in any case of letters? The numbers may then be missing, and both ids the
                  * same */
} cli_vertex_rules;

typedef struct cli_vertex_table {
    int columns;
    double *value[CLI_TABLE_COLUMNS]; /* by vertex, 0 where it is not listed; or by pair */
    bool *listed;                     /* by vertex */
    tropic_index count;               /* of vertices listed */
    bool of_pairs;                    /* two ids a line */
    tropic_index *from, *to;          /* of pairs, in their order; one may occur several times */
    int64_t pairs, room;
} cli_vertex_table;

/* Reads `path`: lines "ID [NUMBER]...", with blanks or tabs between. Empty lines and those with # or % first are passed
 * over. A first line that begins with "id," (of pairs "from,") is a header, and then commas are between fields. CLI_OK,
 * or an exit code with a message that names the file, the line and the cause: an id that A lacks or that has had a
 * line, a field that is no number, a wrong count of numbers, a line before all numbers with the names of the other kind
 * of table. Free the table in any case. */
int cli_vertex_table_read(cli_vertex_table *table, const tropic_matrix *A, const char *path,
                          const cli_vertex_rules *rules);
void cli_vertex_table_free(cli_vertex_table *table);

#endif
