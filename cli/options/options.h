/* SPDX-License-Identifier: Apache-2.0
 *
 * Subcommands and their options.
 */
#ifndef TP_CLI_OPTIONS_H
#define TP_CLI_OPTIONS_H

#include <tropic.h>

#include <stdio.h>

/* One bit per subcommand, for the table of options. */
typedef enum cli_which {
    CLI_INFO = 1,
    CLI_BFS = 2,
    CLI_SSSP = 4,
    CLI_BC = 8,
    CLI_CONVERT = 16,
    CLI_DOCTOR = 32,
    CLI_PATH = 64,
    CLI_GEN = 128,
    CLI_DRAW = 256,
    CLI_LAYOUT = 512
} cli_which;

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

typedef struct cli_command {
    const char *name;
    const char *arguments; /* as the usage line shows them */
    const char *summary;   /* half a line */
    const char *details;   /* what --help says between the usage and the options */
    cli_which which;
    int positionals, optional; /* words that must be there, and that may follow them */
    void (*more)(FILE *file);  /* what --help says behind the details; NULL: nothing */
    int (*run)(const cli_options *options);
    /* Takes the words as they are, --help too; NULL: they are read by the table of options, for `run`. */
    int (*pass)(int count, char **words);
} cli_command;

extern const cli_command cli_info, cli_bfs, cli_sssp, cli_bc, cli_convert, cli_doctor, cli_path, cli_gen, cli_draw,
    cli_layout, cli_bench;

#define CLI_POSITIONALS 3

struct cli_options {
    const cli_command *command;
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
    tropic_type precision;
    bool verify, json, quiet, help;
    const char *positions;        /* NULL: none */
    int dimensions;               /* of a layout */
    tropic_layout_options layout; /* what is given of it; vectors and the seed apart */
    const char *initial, *fixed;  /* NULL: none */
    bool has_theta, has_stress, reproducible;
    tropic_index stress;      /* sources to measure by, where has_stress */
    const char *color, *size; /* NULL: none */
    cli_theme theme;
    int width, height; /* of a picture */
    cli_projection projection;
    const char *output; /* NULL: stdout */
};

/* Reads the words after the subcommand. CLI_OK, or CLI_USAGE with a message. Stops at --help. */
int cli_options_parse(cli_options *options, const cli_command *command, int count, char **words);
/* The usage of a subcommand. */
void cli_options_help(FILE *file, const cli_command *command);

#endif
