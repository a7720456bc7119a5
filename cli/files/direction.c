/* SPDX-License-Identifier: Apache-2.0
 *
 * Was a graph read as directed or undirected, why, and does that look intended?
 */
#include "cli/files/graphs.h"

#include <inttypes.h>

static const char option[] = "option", file[] = "file", silence[] = "default";

static void note(const cli_direction *direction, const cli_options *options, tropic_file_direction says,
                 tropic_offset looked, bool all)
{
    const char *path = options->positional[0];
    if (direction->by == silence) {
        if (all)
            fputs("note: no arc of ", stderr);
        else
            fprintf(stderr, "note: none of %" PRId64 " arcs checked in ", looked);
        cli_put_name(stderr, path);
        fputs(" has its opposite; if the edges have no direction, use --undirected\n", stderr);
    } else if (says == TROPIC_FILE_UNDIRECTED || says == TROPIC_FILE_SKEW) {
        fputs("note: entries of ", stderr);
        cli_put_name(stderr, path);
        fputs(" stand for both directions; with --directed each is one arc, as it is stored\n", stderr);
    }
}

int cli_direction_find(cli_direction *direction, const tropic_matrix *A, tropic_context *context,
                       const cli_options *options)
{
    const tropic_file_direction says = tropic_matrix_file_direction(A);
    const bool given = options->directed || options->undirected;
    /* A picture has no directions in it, and looks the same either way. */
    const bool meant = options->command->traits & (CLI_DRAWS | CLI_ARCS);
    tropic_offset looked;
    bool reciprocal, all;
    int code;

    *direction = (cli_direction){.by = NULL};
    if (tropic_matrix_is_bipartite(A)) return CLI_OK;
    direction->directed = given ? options->directed : says != TROPIC_FILE_UNDIRECTED;
    direction->by = given ? option : says == TROPIC_FILE_SILENT ? silence : file;
    if (!direction->directed) return CLI_OK;
    code = cli_check(tropic_matrix_reciprocal(A, context, &reciprocal, &looked, &all), context, CLI_FAILED);
    if (code != CLI_OK) return code;
    direction->one_way = looked > 0 && !reciprocal;
    if (direction->one_way && !meant && !options->quiet) note(direction, options, says, looked, all);
    return CLI_OK;
}

static const char *word(const cli_direction *direction)
{
    return direction->directed ? "directed" : "undirected";
}

void cli_direction_text(FILE *out, const cli_direction *direction)
{
    if (!direction->by) return;
    fprintf(out, "read as  %s, ", word(direction));
    if (direction->by == option)
        fprintf(out, "by --%s\n", word(direction));
    else
        fputs(direction->by == file ? "as the file says\n" : "by default\n", out);
}

void cli_direction_record(cli_record *record, const cli_direction *direction)
{
    if (!direction->by) return;
    cli_record_text(record, "direction", word(direction));
    cli_record_text(record, "direction_by", direction->by);
    cli_record_bool(record, "one_way", direction->one_way);
}
