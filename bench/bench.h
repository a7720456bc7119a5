/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic-bench: the run to time, its place, and the row that comes of it.
 *
 *     bench.c      the driver: modes, places and graphs          options.c    the command line
 *     rule.c input.c sources.c   graphs, and sources in them     place.c      devices and their bandwidth
 *     common.c     rounds, figures and columns of all modes      calls.c      calls of the library as rows of data
 *
 * The modes, each a table of rows:
 *     searches.c   algorithms, of rows/ (rows.h, algorithm.c)  measure.c    one row: cold, warm, checked
 *                  verify.c batch.c: checks of answers  table.c json.c   the rows on stdout, and in a file
 *                  graphblas.c: the same through SuiteSparse:GraphBLAS
 *
 * and in modes/:
 *     spmv*.c      single products (spmv.h)                      loops.c      loops of the user's own
 *     layout.c     layouts                                       crowded.c    threads beside other processes
 *     lists.c      single calls on long vectors of few entries   small.c      calls that have hardly anything to do
 *     matrices*.c  operations on matrices, beside GraphBLAS, or cuSPARSE
 *     updates*.c   small changes of a large matrix, beside GraphBLAS
 *     sizes.c      whole programs by auto, cpu and cuda
 */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include "bench/common.h"
#include "bench/input.h"
#include "bench/place.h"
#include "bench/verify.h"

typedef struct bench_point bench_point;

/* Of a batch, by source: how many vertices are reached, and the sum of their levels. */
typedef struct bench_tally {
    int64_t counts[TROPIC_BFS_BATCH], sums[TROPIC_BFS_BATCH];
} bench_tally;

/* Where a run puts its answer. */
typedef struct bench_result {
    tropic_vector *values, *parents; /* NULL: not asked for. Of a batch, values are a block */
    bench_tally *tally;              /* of a batch */
} bench_result;

/* The work of a run from `width` sources in a graph of n vertices. reached, arcs: vertices that one source reaches, and
 * the arcs that leave them. levels: or rounds. result, weight: bytes of each. */
typedef struct bench_work {
    double n, width, reached, arcs, levels, result, weight;
} bench_work;

/* The result of the run from one source, on the host. */
typedef struct bench_answer {
    tropic_index source;
    tropic_type type; /* of values */
    const void *values;
    const tropic_index *parents; /* NULL: not asked for */
    int64_t reached;             /* how many vertices there should be; -1: not known */
} bench_answer;

struct grb_graph;

/* A timed run of an algorithm: a row of bench/rows/NAME.c. */
typedef struct bench_algorithm {
    const char *name;      /* of the row */
    const char *algorithm; /* NAME */
    bool weighted;         /* looks at weights */
    bool parents;          /* gives parents as well */
    bool queues;           /* takes a queue */
    bool methods;          /* takes a method of betweenness */
    bool batch;            /* a run is from the first TROPIC_BFS_BATCH sources at once; else from one, */
    bool many;             /* or from all that there are, whose results are added up, */
    bool exact;            /* or from every vertex */
    bool negative;         /* one arc of the graph has a negative length */
    bench_kept kept;       /* the arcs of the graph that are looked at */
    tropic_type type;      /* of the result; BOOL: there is none but a tally */
    tropic_type real_type; /* the same where weights are FP32; BOOL: no other */
    tropic_status (*run)(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                         const bench_result *result, tropic_run_report *report);
    double (*bytes)(const bench_work *work); /* that a run must move */
    /* Is the answer from one source right? Else `sentence` names the error. *beyond: nothing is checked, since path
     * counts are beyond a double. */
    bool (*check)(const bench_arcs *arcs, const bench_answer *answer, bool *beyond, char *sentence);
    /* The same from many sources, by some of them; NULL: by the sum of betweenness. */
    bool (*check_many)(const bench_arcs *arcs, const tropic_index *sources, tropic_index count, const double *values,
                       char *sentence);
    /* The same through GraphBLAS, into a new GrB_Vector; a GrB_Info. NULL: there is none, or the build has none. */
    int (*graphblas)(void *result, const struct grb_graph *G, const bench_point *point, tropic_index source);
} bench_algorithm;
/* Of the result of a run. */
tropic_type bench_result_type(const bench_point *point);
/* The rows of all algorithms, one after another; NULL behind the last. */
const bench_algorithm *bench_algorithm_at(int place);

typedef struct bench_mode bench_mode;

/* The command line's choices; lists are of words that exist. */
typedef struct bench_settings {
    const bench_mode *mode;
    const char *graphs, *algorithms, *strategies, *queues, *methods, *weights, *devices, *parts, *types, *operations;
    const char *json; /* a file for the rows; NULL: none */
    int sources;
    int threads; /* 0: as many as OpenMP's; of several numbers the last */
    int thread_counts[BENCH_THREADS], thread_count;
    uint64_t seed;
    tropic_offset check_limit; /* answers on more entries are not checked */
    bool graphblas, help;
} bench_settings;
void bench_options(bench_settings *set, int argc, char **argv);

typedef struct bench_json bench_json;

/* A run of the program. */
typedef struct bench_session {
    bench_settings set;
    tropic_context *cpu; /* reads files */
    bench_place places[BENCH_PLACES];
    int place_count;
    bench_json *json;
    int rows, wrong; /* of all, those with a wrong answer */
    bench_ratios ratios[2];
    void *state; /* the mode's own */
} bench_session;

/* On which places a mode runs: on each in turn; on all, or on contexts of its own, at once; or before there is one. */
typedef enum bench_where { BENCH_EACH, BENCH_AT_ONCE, BENCH_APART } bench_where;

/* One thing that may be timed. The driver calls begin, graph for each graph, and end; each may be NULL. The place is
 * the last unless the mode runs on each. */
struct bench_mode {
    const char *name; /* of the option that selects it; "": searches, which no option does */
    const char *help;
    const char *options; /* a list of those that it looks at, beside device, threads, seed and help */
    const char *graphs;  /* that it takes by default; NULL: it takes none */
    const char *devices; /* likewise; NULL: auto */
    bench_where where;
    bool reference; /* on the CPU it needs GraphBLAS */
    void (*begin)(bench_session *s, const bench_place *place);
    void (*graph)(bench_session *s, const bench_place *place, bench_input *in);
    void (*end)(bench_session *s, const bench_place *place);
};
extern const bench_mode bench_searches, bench_loops, bench_spmv_mode, bench_layout, bench_crowded, bench_small,
    bench_lists, bench_sizes, bench_matrices_mode, bench_updates_mode;
/* All; the first is of searches. NULL behind the last. */
extern const bench_mode *const bench_modes[];

/* The choices that make one row. A further one is a member here, a list among the options, a loop in searches.c,
 * and a column of the rows. */
struct bench_point {
    const bench_input *input;
    const bench_place *place;
    const bench_algorithm *algorithm;
    tropic_type weights; /* INT32 or FP32; BOOL: none */
    tropic_strategy strategy;
    tropic_queue queue;
    tropic_bc_method method;
};

/* Figures that are not known are NaN. */
typedef struct bench_row {
    const bench_point *point;
    const char *who; /* the strategy's name, the method's, or another library's */
    bool other;      /* it is another library's */
    bench_times time;
    /* Seconds before: making the matrix; of the first run, all but the algorithm. */
    double build, first;
    tropic_offset entries; /* that the matrix stores */
    double arcs;           /* of them, those that leave reached vertices: of a batch the sum over its
                              sources, else the mean over sources */
    double bytes;          /* that a run must move */
    double memory;         /* bytes beside the matrix and the results */
    int checked;           /* sources whose answers are right */
    bool wrong;            /* one is not */
    char note[BENCH_SENTENCE + 64];
} bench_row;
/* A row without figures. */
bench_row bench_row_of(const bench_point *point, const char *who);

/* -- algorithm.c -- */
/* From how many sources a run is. */
tropic_index bench_width(const bench_point *point);
/* One run, from so many sources. Ends the program where it fails. */
void bench_run(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
               const bench_result *result, tropic_run_report *report);
double bench_bytes(const bench_point *point, const tropic_run_report *report);

/* -- measure.c -- */
bench_row bench_measure(const bench_point *point, tropic_offset check_limit);

/* -- batch.c -- */
/* Checks a batch of A, whose rows are `arcs`, in the row. All runs must have the same tally. levels: a block on the
 * host, which must be right by each source and give the tally. NULL: searches one by one from a few of the sources must
 * give the tally, with levels that are right. */
void bench_check_batch(bench_row *row, const tropic_matrix *A, const bench_arcs *arcs, const int32_t *levels,
                       const bench_tally *tallies, int runs);

/* Checks the last of some runs from many sources, or from all. The sum of the centralities must be the number of arcs
 * between the ends of shortest paths, the sum over s and t of d(s, t) - 1. Searches give d. */
void bench_check_sum(bench_row *row, const tropic_matrix *A, const double *centrality, int runs);

/* -- table.c, json.c -- */
void bench_table_head(void);
void bench_table_row(const bench_row *row);
/* NULL path: writes nothing. Ends the program where the file cannot be written. An old file stays until the first row
 * is. */
bench_json *bench_json_open(const char *path, int argc, char **argv);
void bench_json_row(bench_json *json, const bench_row *row);
void bench_json_close(bench_json **json);

/* -- graphblas.c -- */
/* "SuiteSparse:GraphBLAS 7.4.0"; NULL where the build has none. */
const char *bench_reference_name(void);
/* The same through GraphBLAS with that many threads, our answer from the first source held against its. Only where the
 * build has it. */
bench_row bench_graphblas(const bench_point *point, tropic_context *cpu, int threads);

#endif
