/* SPDX-License-Identifier: Apache-2.0
 *
 * Endings of file names that programs know, and which command writes such files: one that promises another kind of
 * file than the command writes is refused. An ending that means nothing, or none, promises nothing. (Of draw and layout
 * every name must say its kind: cli/picture/picture.c.)
 */
#define _GNU_SOURCE
#include "cli/cli.h"
#include "cli/options/option_table.h"
#include "cli/output/output.h"

#include <string.h>
#include <strings.h>

/* Tables, .csv, .tsv and .txt for one, are written by all and not listed. */
static const struct {
    const char *kind, *endings; /* with a blank between them */
    unsigned written_by;        /* commands with one of these traits; JSON by --format json, of named values */
} kinds[] = {
    {"Matrix Market", "mtx", CLI_WRITES},
    {"DIMACS", "gr", CLI_WRITES},
    {"METIS", "graph metis", CLI_WRITES},
    {"KONECT", "konect", CLI_WRITES},
    {"JSON", "json", CLI_RECORDS},
    {"JSON", "jsonl ndjson geojson", 0},
    {"GraphML", "graphml", 0},
    {"GML", "gml", 0},
    {"GEXF", "gexf", 0},
    {"Pajek", "net paj", 0},
    {"DOT", "dot gv", 0},
    {"LGL", "lgl", 0},
    {"UCINET", "dl", 0},
    {"Tulip", "tlp", 0},
    {"GUESS", "gdf", 0},
    {"graph6", "g6 s6", 0},
    {"SMAT", "smat", 0},
    {"Rutherford-Boeing", "rb", 0},
    {"Harwell-Boeing", "hb rsa rua psa pua", 0},
    {"MATLAB", "mat", 0},
    {"NumPy", "npy", CLI_ARRAYS},
    {"packed NumPy", "npz", 0},
    {"pickle", "pkl pickle", 0},
    {"R", "rds rdata", 0},
    {"Parquet", "parquet", 0},
    {"Arrow", "arrow feather", 0},
    {"ORC", "orc", 0},
    {"Avro", "avro", 0},
    {"HDF5", "h5 hdf5", 0},
    {"NetCDF", "nc", 0},
    {"SQLite", "db sqlite sqlite3", 0},
    {"Stata", "dta", 0},
    {"SPSS", "sav", 0},
    {"Excel", "xls xlsx xlsm xlsb", 0},
    {"OpenDocument", "ods odt", 0},
    {"Word", "doc docx", 0},
    {"XML", "xml", 0},
    {"YAML", "yaml yml", 0},
    {"TOML", "toml", 0},
    {"HTML", "html htm", 0},
    {"Markdown", "md", 0},
    {"TeX", "tex", 0},
    {"PDF", "pdf", 0},
    {"PostScript", "ps eps", 0},
    {"SVG", "svg", 0},
    {"PNG", "png", 0},
    {"JPEG", "jpg jpeg", 0},
    {"GIF", "gif", 0},
    {"TIFF", "tif tiff", 0},
    {"WebP", "webp", 0},
    {"BMP", "bmp", 0},
    {"zip", "zip", 0},
    {"tar", "tar tgz", 0},
    {"7z", "7z", 0},
    {"xz", "xz", 0},
    {"bzip2", "bz2", 0},
    {"Zstandard", "zst", 0},
    {"LZ4", "lz4", 0},
};
#define KINDS (sizeof kinds / sizeof *kinds)

static const char packed[] = ".gz";

/* Is the word, of so many letters, one of the list? */
static bool is_among(const char *list, const char *word, size_t length)
{
    for (const char *each = list; *each; each += strspn(each, " ")) {
        const size_t size = strcspn(each, " ");
        if (size == length && strncasecmp(each, word, length) == 0) return true;
        each += size;
    }
    return false;
}

/* The kind that the name promises; KINDS: none. Ignores ".gz" if that is written too. */
static size_t kind_of(const char *path, bool packs)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot;
    size_t end = strlen(name), k = 0;
    if (packs && cli_ends_in(name, packed)) end -= strlen(packed);
    dot = memrchr(name, '.', end);
    if (!dot || dot == name) return KINDS;
    while (k < KINDS && !is_among(kinds[k].endings, dot + 1, end - (size_t)(dot + 1 - name))) k++;
    return k;
}

/* The kinds that it writes instead. */
static const char *writes(const cli_options *options)
{
    if (options->command->traits & CLI_WRITES) return "name it .mtx, .gr, .graph, .txt, .csv or .konect";
    if (options->command->traits & CLI_RECORDS)
        return options->json ? "name it .json" : "try --format json, .tsv or .csv";
    if (options->command->traits & CLI_ARRAYS) return "name a table .tsv or .csv, an array .npy";
    return "name a table .tsv or .csv (JSON goes to standard output, by --format json)";
}

int cli_check_table_ending(const cli_options *options, const char *as, const char *path)
{
    size_t kind;
    if (!path) return CLI_OK;
    if (cli_ends_in(path, packed))
        return cli_usage_error(options->command->name, "--%s %s: results are not compressed, leave out the .gz", as,
                               path);
    kind = kind_of(path, false);
    if (kind == KINDS) return CLI_OK;
    return cli_usage_error(options->command->name, "--%s %s: %s writes no %s files here; name a table .tsv or .csv", as,
                           path, options->command->name, kinds[kind].kind);
}

int cli_check_ending(const cli_options *options)
{
    const cli_command *command = options->command;
    const bool graph = command->traits & CLI_WRITES;
    const char *path = cli_output_of(options), *as = command->has_out ? "OUT" : "--output";
    const bool json = options->json && (command->traits & CLI_RECORDS);
    size_t kind;
    if (!path || command->traits & CLI_DRAWS) return CLI_OK;
    if (!graph && cli_ends_in(path, packed))
        return cli_usage_error(command->name, "%s %s: results are not compressed, leave out the .gz", as, path);
    kind = kind_of(path, graph);
    if (json && (cli_is_csv(path) || cli_ends_in(path, ".tsv")))
        return cli_usage_error(command->name, "%s %s: --format json writes no table, name it .json", as, path);
    if (kind == KINDS || (kinds[kind].written_by & command->traits && (graph || json || command->traits & CLI_ARRAYS)))
        return CLI_OK;
    return cli_usage_error(command->name, "%s %s: %s writes no %s files; %s", as, path, command->name, kinds[kind].kind,
                           writes(options));
}
