/* SPDX-License-Identifier: Apache-2.0
 *
 * Small changes of a large matrix as rows of data, which the library reads (updates.c) and SuiteSparse:GraphBLAS
 * (updates_graphblas.c).
 */
#ifndef BENCH_UPDATES_H
#define BENCH_UPDATES_H

#include "bench/bench.h"

enum {
    UPDATES_N = 1 << 17,       /* rows and columns of C */
    UPDATES_ENTRIES = 2000000, /* drawn */
    UPDATES_SIDE = 10,         /* of what is assigned */
    UPDATES_LINE = 16,         /* entries of a row or a column that is */
    UPDATES_TIMES = 100,       /* entries that are set or removed, one by one */
    UPDATES_DENSE = 2000,      /* rows and columns of the matrix that gets many rows, */
    UPDATES_ROWS = 1000        /* as many as these */
};

typedef enum bench_update_verb {
    UPDATE_ASSIGN, /* SIDE x SIDE entries */
    UPDATE_SCALAR,
    UPDATE_ROW,    /* LINE entries, at all places */
    UPDATE_PART,   /* SIDE places of a row */
    UPDATE_COLUMN, /* as ROW */
    UPDATE_REMOVE, /* TIMES entries that were drawn */
    UPDATE_SET,    /* at any places */
    UPDATE_OTHER,  /* another value of such entries */
    UPDATE_DUP,    /* an entry of a copy, which is freed */
    UPDATE_ROWS    /* of the dense matrix */
} bench_update_verb;

/* What follows: nothing; the number of entries; C is complete, as arrays. */
typedef enum bench_update_then { THEN_NOTHING, THEN_COUNT, THEN_READ } bench_update_then;

typedef struct bench_update {
    const char *name;
    bench_update_verb verb;
    bench_update_then then;
    bool accum;
    int entries; /* of UPDATE_ROWS: of each row */
    bool full;   /* likewise: the matrix has an entry at each place before */
} bench_update;

/* Where a round changes C: the same places for both. */
typedef struct bench_update_places {
    tropic_index rows[UPDATES_SIDE], cols[UPDATES_SIDE]; /* ascending */
    tropic_index i[UPDATES_TIMES], j[UPDATES_TIMES];
    tropic_index entry_i[UPDATES_TIMES], entry_j[UPDATES_TIMES]; /* of those that were drawn */
    tropic_index row_of[UPDATES_ROWS];
} bench_update_places;

/* What both begin with. */
typedef struct bench_updates {
    tropic_context *context;
    int threads;
    tropic_index *rows, *cols; /* of C's entries, some twice */
    double *values;
    double side[UPDATES_SIDE * UPDATES_SIDE];
    tropic_index line[UPDATES_LINE]; /* ids, ascending */
    double line_values[UPDATES_LINE];
} bench_updates;

typedef struct bench_update_figures {
    double entries, sum;
} bench_update_figures;

/* -- updates_graphblas.c: NULL where the build has none -- */
void *bench_updates_open(const bench_updates *b);
void bench_updates_close(void *state);
/* C as it was before, or the dense matrix. */
void bench_updates_begin(void *state, const bench_update *u);
/* Seconds. */
double bench_updates_run(void *state, const bench_update *u, const bench_update_places *at);
bench_update_figures bench_updates_figures(void *state);

#endif
