/* SPDX-License-Identifier: Apache-2.0
 *
 * Subcommands and their options.
 */
#ifndef TP_CLI_OPTIONS_H
#define TP_CLI_OPTIONS_H

#include "algorithms/work.h"

#include <tropic.h>

#include <stddef.h>
#include <stdio.h>

/* Traits that commands share, each with options of its own. */
typedef enum cli_trait {
    CLI_READS = 1,     /* reads a graph, its first argument */
    CLI_VALUES = 2,    /* looks at values of the graph, or has real results */
    CLI_LOOPS = 4,     /* may keep entries (i, i) */
    CLI_RUNS = 8,      /* an algorithm, whose result is a table */
    CLI_SOURCE = 16,   /* from --source */
    CLI_SEARCHES = 32, /* from one vertex, perhaps to one */
    CLI_COMPUTES = 64, /* on a device */
    CLI_VERIFIES = 128,
    CLI_DRAWS = 256,     /* a picture */
    CLI_WRITES = 512,    /* a graph */
    CLI_RECORDS = 1024,  /* named values */
    CLI_FORMATS = 2048,  /* a table or JSON */
    CLI_STEPS = 4096,    /* steps by a strategy */
    CLI_MEASURES = 8192, /* a measure of vertices, the greater the more */
    CLI_SUMS = 16384,    /* a sum over sources, which may be some */
    CLI_BOUNDS = 32768,  /* with a bound for its error */
    CLI_LASTS = 65536,   /* may take long: it saves its progress, and has a partial result */
    CLI_ARRAYS = 131072, /* a dense result, which may go to a file of NumPy's */
    CLI_ARCS = 262144    /* of graphs that are directed: arcs without opposites are as they should be */
} cli_trait;
#define CLI_ALGORITHM (CLI_READS | CLI_LOOPS | CLI_RUNS | CLI_COMPUTES | CLI_VERIFIES | CLI_FORMATS)

typedef enum cli_theme { CLI_THEME_LIGHT, CLI_THEME_DARK } cli_theme;

/* From three dimensions to a picture's two. */
typedef enum cli_projection {
    CLI_PROJECTION_NONE, /* not given */
    CLI_PROJECTION_XY,
    CLI_PROJECTION_XZ,
    CLI_PROJECTION_YZ,
    CLI_PROJECTION_ISO
} cli_projection;

typedef struct cli_options cli_options;
typedef struct cli_option cli_option;

typedef struct cli_command {
    const char *name;
    const char *arguments; /* as the usage line shows them */
    const char *summary;   /* half a line */
    const char *details;   /* text of --help between the usage and the options */
    unsigned traits;       /* bits of cli_trait */
    const cli_option *own; /* options that no other command has in this form (cli/options/option_table.h) */
    size_t own_count;
    const void *defaults;      /* of its own struct, if rows of `own` set one: the initial values */
    size_t defaults_size;      /* CLI_OWN_SIZE at most */
    int positionals, optional; /* words that must be there, and that may follow them */
    bool has_out;              /* the second word is the output file, in place of --output */
    void (*more)(FILE *file);  /* prints text of --help behind the details; NULL: none */
    /* Checks the line as a whole: CLI_USAGE and a message; NULL: no such check. */
    int (*check)(const cli_options *options);
    /* About how long a CPU works for a search, without and with weights, and the number of searches; NULL: one. */
    tp_work_kind work, weighted_work;
    double (*searches)(const cli_options *options, double vertices);
    /* That number of a graph that is directed; NULL: the same. */
    double (*directed_searches)(const cli_options *options, double vertices);
    int (*run)(const cli_options *options);
    /* Takes the words as they are, --help too; NULL: they are read by the table of options, for `run`. */
    int (*pass)(int count, char **words);
} cli_command;

#define CLI_POSITIONALS 3
#define CLI_OWN_SIZE 256

struct cli_options {
    const cli_command *command;
    const cli_command *const *all; /* the tool's commands; NULL behind the last */
    struct cli_recipe *recipe;     /* that the line is of (cli/files/recipe.h); NULL: the command is alone */
    const char *positional[CLI_POSITIONALS];
    bool has_source;
    int64_t source; /* a file id */
    bool has_target;
    int64_t target;     /* a file id */
    tropic_index depth; /* 0: no limit */
    bool weighted;
    const char *coordinates;  /* NULL: none */
    bool has_sources;         /* --sources */
    bool some_sources;        /* --sources K */
    int64_t source_count;     /* K */
    const char *sources_file; /* NULL: none */
    uint64_t seed;
    int32_t weights; /* 0: none */
    tropic_normalize normalize;
    bool directed, undirected, keep_loops, zero_arcs, no_weights;
    const char *columns; /* NULL: as the file says */
    tropic_sizes sizes;
    int64_t max_text; /* bytes; 0: any number */
    tropic_duplicates duplicates;
    bool has_device; /* --device */
    tropic_device device;
    int device_index;
    tropic_strategy strategy;
    tropic_bc_method method;
    tropic_index batch; /* 0: not given */
    bool edges, endpoints, partial;
    unsigned reductions;      /* 0: not given */
    double error, confidence; /* 0: not given */
    bool has_tie;
    double tie;                    /* 0: exact */
    const char *checkpoint;        /* NULL: none */
    double checkpoint_every;       /* seconds; 0: not given */
    bool has_strategy, has_method; /* --strategy, --method */
    tropic_queue queue;
    int threads; /* 0: the library chooses */
    int repeat;
    tropic_index top; /* 0: all vertices */
    tropic_type precision;
    bool verify, json, quiet, help;
    const char *positions;        /* NULL: none */
    int dimensions;               /* of a layout */
    tropic_layout_options layout; /* the given members; vectors and the seed are apart */
    const char *initial, *fixed;  /* NULL: none */
    bool has_theta, has_stress, reproducible;
    tropic_index stress;                    /* sources to measure by, where has_stress */
    const char *color, *size;               /* NULL: none */
    bool classes;                           /* are the values of `color` classes? */
    const char *color_column, *size_column; /* NULL: the first */
    cli_theme theme;
    int width, height; /* of a picture */
    cli_projection projection;
    const char *output;                           /* NULL: stdout */
    _Alignas(max_align_t) char own[CLI_OWN_SIZE]; /* the command's own struct */
};

/* Reads the words after the command, one of `all`, of which the last is NULL. CLI_OK, or CLI_USAGE with a message.
 * Stops at --help. */
int cli_options_parse(cli_options *options, const cli_command *const *all, const cli_command *command, int count,
                      char **words);
/* The same of a line of a recipe, with the graph and the options that say how it is read and where lines run, which are
 * those of `whole`. */
int cli_options_parse_line(cli_options *options, const cli_options *whole, const cli_command *command, int count,
                           char **words);
/* Files that a recipe's lines write, or that its own line names. */
typedef struct cli_line_files {
    void *tree;
    const char *dashes, *input, *command; /* the option or argument that reads standard input; NULL: none */
} cli_line_files;

/* Adds those of a line, of the recipe's own (`whole`) first. CLI_USAGE with a message if one that the line writes is
 * there, or if it reads standard input as another does. */
int cli_check_lines(cli_line_files *all, const cli_options *line, bool whole);
void cli_line_files_free(cli_line_files *all);
/* The file that it writes; NULL: none is named. */
static inline const char *cli_output_of(const cli_options *options)
{
    return options->command->has_out ? options->positional[1] : options->output;
}
/* CLI_USAGE and a message, for a command's check. cli_exclude: at most one of the two may be given. cli_missing: the
 * option must be there. cli_needs: an option is given without another that it needs. */
int cli_exclude(const cli_options *options, const char *one, const char *other);
int cli_missing(const cli_options *options, const char *option);
int cli_needs(const cli_options *options, const char *option, const char *other);
/* The usage of a subcommand. */
void cli_options_help(FILE *file, const cli_command *command);

#endif
