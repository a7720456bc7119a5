/* SPDX-License-Identifier: Apache-2.0
 *
 * The course of bfs, sssp, bc and path: read, choose sources, run, verify, write.
 */
#ifndef TP_CLI_RUN_H
#define TP_CLI_RUN_H

#include "cli/cli.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/verify.h"

#define CLI_RESULTS 2

/* A path, or none. */
typedef struct cli_route {
    tropic_index *vertex; /* from its begin on; NULL: not a run for one */
    tropic_index count;   /* 0: there is no path */
    tropic_type type;     /* of its length: an integer, or else a real number */
    int64_t integer;
    double real;
} cli_route;

/* How a graph was read. */
typedef struct cli_direction {
    const char *by; /* "option", "file", or "default" where the file says nothing; NULL: it is no graph, not square */
    bool directed;
    bool one_way; /* directed, and no arc has its opposite, of those looked at (tropic_matrix_reciprocal) */
} cli_direction;

typedef struct cli_run {
    const cli_options *options;
    cli_progress progress;
    tropic_context *context;
    tropic_matrix *graph;
    cli_direction direction;
    tropic_index source;       /* bfs, sssp, path */
    tropic_index target;       /* of --to */
    tropic_vector *potential;  /* path; NULL: none */
    cli_route route;           /* path */
    tropic_index *sources;     /* bc; NULL: all */
    tropic_index source_count; /* bc */
    tropic_vector *result[CLI_RESULTS];
    tropic_matrix *arcs;      /* bc --edges: the result, a value for each arc of the graph */
    tropic_run_report report; /* of the last run */
    bool partial;             /* which was cancelled, with an estimate */
    bool unsaved;             /* bc: a checkpoint could not be written on the way */
    double read_seconds;
    double potential_seconds;
    double call_seconds;               /* of the first run, conversions included */
    double *seconds;                   /* of the algorithm in each run, ascending */
    char verified[CLI_VERIFY_MESSAGE]; /* "" where not asked for */
} cli_run;

typedef struct cli_algorithm {
    bool values;                     /* does it look at the weights? */
    bool bar;                        /* long enough for a progress bar? */
    bool arcs;                       /* is the result `arcs`, in place of vectors? */
    const char *column[CLI_RESULTS]; /* names of the results; NULL: one less */
    /* Sources and empty result vectors. An exit code. */
    int (*prepare)(cli_run *run);
    tropic_status (*run)(cli_run *run);
    cli_verdict (*verify)(cli_run *run, char *message);
    /* Makes a route of all the results, for which the first is shown; NULL: all are, of all vertices. */
    int (*route)(cli_run *run, const cli_column *columns);
} cli_algorithm;

int cli_run_algorithm(const cli_options *options, const cli_algorithm *algorithm);

/* The context that the options ask for, calling `progress`. An exit code. */
int cli_context(tropic_context **context, const cli_options *options, tropic_device device, cli_progress *progress);
/* Reads the graph that the options name, loops by `loops`. */
int cli_graph(tropic_matrix **A, cli_direction *direction, tropic_context *context, const cli_options *options,
              tropic_loops loops, bool values);

/* The same; CLI_UNREADABLE where it is bipartite. */
int cli_square_graph(tropic_matrix **A, cli_direction *direction, tropic_context *context, const cli_options *options,
                     tropic_loops loops, bool values);

/* How the graph A was read by the options, with a note where another way may have been meant (cli/direction.c). */
int cli_direction_find(cli_direction *direction, const tropic_matrix *A, tropic_context *context,
                       const cli_options *options);
/* A line of a summary; members of the object that is open; members of a record. Nothing of what is no graph. */
void cli_direction_text(FILE *out, const cli_direction *direction);
void cli_direction_json(cli_json *json, const cli_direction *direction);
void cli_direction_record(cli_record *record, const cli_direction *direction);

/* The vertices of --source, or --from, and of --to. */
int cli_ends(cli_run *run);
/* How to run: the strategy, and where to end early. Refers to `run`. */
tropic_run_options cli_run_options(const cli_run *run);
/* tropic_sssp's rule: reals as they are, whole numbers and patterns in 64 bits. */
tropic_type cli_distance_type(tropic_type weights);
/* The potential of --coordinates (cli/coordinates.c). */
int cli_potential(cli_run *run);
/* The list of --sources or --sources-file (cli/sources.c). */
int cli_sources(cli_run *run);
/* An empty result vector of the graph's size. */
int cli_result(cli_run *run, int which, tropic_type type);

/* Writes a graph by the name of `path` (cli/save.c). An exit code. */
int cli_save(const tropic_matrix *A, tropic_context *context, const char *path, const cli_options *options);
/* Can it be? As cli_output_try, and does the name say a format? */
int cli_save_try(const char *path, const cli_options *options);
/* As cli_check, of a call where the user's words are the arguments: CLI_USAGE where they are wrong. */
int cli_check_words(tropic_status status, const tropic_context *context, const cli_options *options);
/* *renumbered: has the file `path`, which A was written to, other ids than A (cli/renumbered.c)? */
int cli_renumbered(const tropic_matrix *A, tropic_context *context, const char *path, bool *renumbered);

/* Verifies results of bfs or, `weighted`, of sssp: against GraphBLAS where the run was in full, else against a
 * full run that is verified so (cli/stopped.c). */
cli_verdict cli_verify_run(cli_run *run, bool weighted, char *message);

/* On stderr (cli/summary.c). */
void cli_summary_text(const cli_run *run);
/* With a unit: us, ms or s. */
void cli_put_time(FILE *file, double seconds);
void cli_put_bytes(FILE *file, double bytes);
/* Nothing where it was not measured, and its size is 0. */
void cli_put_quality(FILE *file, const tropic_layout_quality *quality);
/* As members of the object that is open. */
void cli_summary_json(const cli_run *run, cli_json *json);

#endif
