/* SPDX-License-Identifier: Apache-2.0
 *
 * The course of an algorithm's command: read, choose sources, run, verify, write.
 */
#ifndef TP_CLI_RUN_H
#define TP_CLI_RUN_H

#include "cli/files/graphs.h"
#include "cli/run/device.h"
#include "cli/verify/reference.h"

#define CLI_RESULTS 2
#define CLI_GIVEN_VECTORS 3

/* A path, or none. */
typedef struct cli_route {
    tropic_index *vertex; /* from its begin on; NULL: not a run for one */
    tropic_index count;   /* 0: there is no path */
    tropic_type type;     /* of its length */
    long double length;
} cli_route;

typedef struct cli_run {
    const cli_options *options;
    const struct cli_algorithm *algorithm;
    bool weighted; /* as that */
    cli_progress progress;
    cli_devices devices;
    tropic_context *context; /* of these, the one that reads, then the one that computes */
    tropic_matrix *graph;
    cli_direction direction;
    tropic_index source;                     /* bfs, sssp, path */
    tropic_index target;                     /* of --to */
    tropic_vector *potential;                /* path; NULL: none */
    tropic_vector *given[CLI_GIVEN_VECTORS]; /* of files that a command reads; NULL: none */
    cli_route route;                         /* path */
    tropic_index *sources;                   /* of a sum over sources; NULL: all */
    tropic_index source_count;
    tropic_index *only; /* the vertices that the result has; NULL: all */
    tropic_index only_count;
    tropic_vector *result[CLI_RESULTS];
    tropic_matrix *arcs;                          /* bc --edges: a value for each arc of the graph; mst: a graph */
    tropic_run_report report;                     /* of the last run */
    tropic_bc_report bc;                          /* the same, of a sum over sources */
    cli_sink *sink;                               /* the result goes there as it is found; NULL: it is kept */
    bool told;                                    /* why a run was cancelled is said elsewhere */
    bool partial;                                 /* which was cancelled, with an estimate */
    bool unsaved;                                 /* a checkpoint could not be written on the way */
    _Alignas(max_align_t) char own[CLI_OWN_SIZE]; /* the command's own report of the last run */
    double read_seconds;
    double potential_seconds;
    double call_seconds;               /* of the first run, conversions included */
    double *seconds;                   /* of the algorithm in each run, ascending */
    char verified[CLI_VERIFY_MESSAGE]; /* "" where not asked for */
} cli_run;

typedef struct cli_algorithm {
    bool weighted;                   /* does it look at the weights? */
    bool bar;                        /* long enough for a progress bar? */
    bool whole;                      /* of the whole graph, not from sources? */
    bool many;                       /* from many sources, whose results are added up? */
    bool arcs;                       /* is the result `arcs`, in place of vectors? */
    bool edges;                      /* and these the edges of an undirected graph? */
    bool blames_graph;               /* is an invalid argument of a run one that is in the graph's file? */
    bool loops;                      /* does it keep entries (i, i), asked for or not? */
    bool streams;                    /* does `run` write the table to run->sink, where there is one? */
    const char *column[CLI_RESULTS]; /* names of the results; NULL: one less */
    bool vertex[CLI_RESULTS];        /* is that result a vertex? */
    /* Sources and empty result vectors; NULL: unless the result is `arcs`, an INT32 vector for each column. An exit
     * code. */
    int (*prepare)(cli_run *run);
    tropic_status (*run)(cli_run *run);
    reference_verdict (*verify)(cli_run *run, char *message);
    /* Makes a route of all the results, for which the first is shown; NULL: all are, of all vertices. */
    int (*route)(cli_run *run, const cli_column *columns);
    /* Results of another form, kept by the command: all of the table, an array of objects in JSON, and the end of them.
     * NULL: they are vectors, or arcs. */
    void (*put)(cli_sink *sink, const cli_run *run);
    void (*put_objects)(cli_json *json, const char *key, const cli_run *run);
    void (*drop)(cli_run *run);
    /* Makes run->only, the vertices of the table in their order, of all the results, of which the first is shown; NULL:
     * it does not. */
    int (*arrange)(cli_run *run, const cli_column *columns);
    /* What this command alone has in its summary: lines, and members in JSON. NULL: nothing. */
    void (*text)(FILE *file, const cli_run *run);
    void (*members)(cli_json *json, const cli_run *run);
    /* Makes run->only, vertices that show why the graph is blamed; JSON has their ids in the member `shows`. NULL: it
     * does not. */
    int (*show)(cli_run *run);
    const char *shows;
    const char *beside; /* a file that `conclude` writes a graph to; NULL: none */
    /* The message of a run that was cancelled and has a result. NULL: how many vertices are known. */
    void (*cut)(const cli_run *run, char *message, size_t bytes);
    /* The exit code, with a message, of a run whose values are no result: none is verified or written; NULL: CLI_OK. */
    int (*refuse)(const cli_run *run);
    /* The exit code, with a message, of a result that was written; NULL: CLI_OK. */
    int (*conclude)(const cli_run *run);
} cli_algorithm;

int cli_run_algorithm(const cli_options *options, const cli_algorithm *algorithm);
/* report_of(run): the command's own report. */
#define CLI_REPORT(type)                                                                                               \
    static inline type *report_of(const cli_run *run)                                                                  \
    {                                                                                                                  \
        return (type *)(void *)run->own;                                                                               \
    }

/* Of bfs, sssp and path: a search from one source, for levels or, if weighted, for distances (cli/run/search.c). */
int cli_search_prepare(cli_run *run);
tropic_status cli_search(cli_run *run);
/* Against GraphBLAS where the run was in full, else against a full run that is verified so (cli/run/verify_run.c). */
reference_verdict cli_search_verify(cli_run *run, char *message);

/* Of the other commands: the results, and the arcs, by the check of the command's name (cli/run/verify_run.c). options:
 * the algorithm's own, of the run. */
reference_verdict cli_verify_run(const cli_run *run, const void *options, char *message);

/* The potential of --coordinates (cli/run/potential.c). */
int cli_potential(cli_run *run);
/* The list of --sources or --sources-file (cli/run/sources.c). */
int cli_sources(cli_run *run);
/* run->only = the vertices listed in a file, ascending: the result's rows. path NULL: all are. */
int cli_only(cli_run *run, const char *path);

/* Of commands that add up over sources, whose report's first members are run->bc's (cli/run/sums.c). */
/* Options of theirs that do not go together; and of all commands that may take long. */
int cli_sums_check(const cli_options *options);
int cli_lasts_check(const cli_options *options);
/* From where a run of these went on, if it did. */
void cli_lasts_text(FILE *file, const cli_run *run);
/* About how many searches a run makes. */
double cli_sums_searches(const cli_options *options, double vertices);
/* Of a checkpoint: said once; the library tries again. user: the run. */
void cli_checkpoint_failed(const char *message, void *user);
/* Their sources; put_sample: the line of those that --sources draws. */
void cli_sums_text(FILE *file, const cli_run *run, void (*put_sample)(FILE *file, const cli_run *run));
/* confidence: the default. */
void cli_sums_members(cli_json *json, const cli_run *run, double confidence);
/* run->given[which] = the FP64 values, none negative, of vertices in a file, a table "ID [VALUE]"; 1 if it has none
 * (cli/run/given.c). path NULL: none. */
int cli_given(cli_run *run, int which, const char *path);
/* The vertices with the `count` greatest values, the greatest first, of equal ones those of lower number first (NaN
 * last); malloc()ed, fewer where there are fewer (cli/run/top.c). NULL: out of memory. */
tropic_index *cli_top(const cli_column *column, tropic_index n, tropic_index *count);
/* run->only = a cycle of that kind, of the graph; or the one of `next` and the report of tropic_cycle, which an empty
 * one makes empty (cli/run/cycle.c). */
int cli_cycle(cli_run *run, tropic_cycle_kind kind);
int cli_cycle_along(cli_run *run, const tropic_index *next, const tropic_cycle_report *report);
/* "directed", "undirected" or "odd" */
const char *cli_cycle_name(tropic_cycle_kind kind);
/* An empty result vector of the graph's size. */
int cli_result(cli_run *run, int which, tropic_type type);
/* One for each column. */
int cli_results(cli_run *run, tropic_type type);

/* On stderr (cli/run/summary.c). */
void cli_summary_text(const cli_run *run);
/* The same as members of a record in JSON. */
void cli_summary_record(const cli_run *run, cli_record *record);

#endif
