/* SPDX-License-Identifier: Apache-2.0
 *
 * The graphs that are timed: of a generator or a file, with sources of the largest component.
 */
#ifndef BENCH_INPUT_H
#define BENCH_INPUT_H

#include "bench/generate.h"

/* Longest text of a graph, a path as it may be. */
#define BENCH_TEXT 4096

typedef struct bench_input {
    bench_graph graph; /* entries; of a directed graph every one, else each edge once or more */
    bool directed;
    double read_seconds;    /* of reading the file, its matrix included, or of generating */
    tropic_index component; /* vertices of the largest weakly connected component */
    tropic_index *sources, source_count; /* at random in it, each with an arc that leaves it */
} bench_input;

/* Entries of "file:PATH", of a path that exists, or of a generator's text. directed NULL: not asked. Ends the
 * program where there is no such graph. Returns the seconds of reading, the file's matrix included, or generating. */
double bench_entries_open(bench_graph *g, tropic_context *cpu, const char *text, bool *directed);

void bench_input_open(bench_input *in, tropic_context *cpu, const char *text, int sources);
void bench_input_close(bench_input *in);

/* A matrix that nothing has used yet, without loops: a pattern (BOOL), or with weights drawn from the ids of the ends,
 * the same both ways: INT32 from 1 to 255, FP32 those by 255. seconds: of making it from entries, weights apart. */
tropic_matrix *bench_input_matrix(const bench_input *in, tropic_context *cpu, tropic_type weights,
                                  double *seconds);

#endif
