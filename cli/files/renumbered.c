/* SPDX-License-Identifier: Apache-2.0
 *
 * Does a file that was written name the vertices otherwise than the file that was read?
 */
#include "cli/files/graphs.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef enum keeps { KEEPS_NONE, KEEPS_ALL, KEEPS_ALL_OR_SIZE } keeps;

static bool ends_in(const char *name, size_t length, const char *suffix)
{
    const size_t size = strlen(suffix);
    return length > size && strncasecmp(name + length - size, suffix, size) == 0;
}

/* Which ids the format of this name can hold. The library knows formats by name too, but has no call
 * that tells; tests/cli/cases/convert_renumbered.case goes through the names. */
static keeps format_keeps(const char *path)
{
    static const struct {
        const char *suffix;
        keeps keeps;
    } names[] = {
        {".mtx", KEEPS_NONE}, {".mm", KEEPS_NONE},    {".gr", KEEPS_NONE},    {".dimacs", KEEPS_NONE},
        {".col", KEEPS_NONE}, {".graph", KEEPS_NONE}, {".metis", KEEPS_NONE}, {".txt", KEEPS_ALL},
        {".tsv", KEEPS_ALL},  {".edges", KEEPS_ALL},  {".el", KEEPS_ALL},     {".csv", KEEPS_ALL},
        {".wel", KEEPS_ALL},
    };
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    size_t length = strlen(name);
    if (strcmp(path, CLI_STANDARD_OUTPUT) == 0) return KEEPS_ALL; /* an edge list */
    if (ends_in(name, length, ".gz")) length -= strlen(".gz");
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (ends_in(name, length, names[k].suffix)) return names[k].keeps;
    return KEEPS_ALL_OR_SIZE; /* KONECT */
}

/* Are the ids 1 to n? (They ascend.) */
static bool counts_from_one(const tropic_matrix *A)
{
    const tropic_index n = tropic_matrix_rows(A);
    return n == 0 || (tropic_matrix_label(A, 0) == 1 && tropic_matrix_label(A, n - 1) == n);
}

/* Is there a vertex without any arc? A KONECT file has such ones by its size, and then no ids. */
static int find_lone(const tropic_matrix *A, tropic_context *context, bool *found)
{
    const tropic_index n = tropic_matrix_rows(A);
    const tropic_offset *offsets;
    const tropic_index *ids;
    char *touched;
    int code = cli_check(tropic_matrix_csr(A, context, &offsets, &ids, NULL), context, CLI_FAILED);
    if (code != CLI_OK) return code;
    touched = calloc((size_t)n + 1, 1);
    if (!touched) return cli_error(CLI_FAILED, "out of memory for %d vertices", n);
    for (tropic_index i = 0; i < n; i++)
        for (tropic_offset k = offsets[i]; k < offsets[i + 1]; k++) touched[i] = touched[ids[k]] = 1;
    *found = memchr(touched, 0, (size_t)n) != NULL;
    free(touched);
    return CLI_OK;
}

int cli_renumbered(const tropic_matrix *A, tropic_context *context, const char *path, bool *renumbered)
{
    const keeps keeps = format_keeps(path);
    *renumbered = false;
    /* The sides of a bipartite graph count from 1 in every format. */
    if (keeps == KEEPS_ALL || tropic_matrix_is_bipartite(A) || counts_from_one(A)) return CLI_OK;
    *renumbered = true;
    return keeps == KEEPS_NONE ? CLI_OK : find_lone(A, context, renumbered);
}

void cli_note_renumbered(const tropic_matrix *A, const char *path)
{
    fprintf(stderr, "note: vertices are renumbered 1 to %d in ", tropic_matrix_rows(A));
    cli_put_name(stderr, path);
    fputs(": the format has no other ids\n", stderr);
}
