/* SPDX-License-Identifier: Apache-2.0
 *
 * The graphs that are timed: made by rule or read, with sources of the largest component.
 */
#ifndef BENCH_INPUT_H
#define BENCH_INPUT_H

#include <tropic.h>

/* Longest text of a graph, a path as it may be; of a name. */
#define BENCH_TEXT 4096
#define BENCH_NAME 64

typedef struct bench_input {
    char name[BENCH_NAME];         /* for people, and their tables */
    tropic_generator_options rule; /* of a graph that is made; its size is 0 where it is read */
    tropic_matrix *file;           /* the pattern that was read, on the host; NULL: it is made */
    bool directed;                 /* not every arc has its opposite */
    const char *direction_by;      /* the evidence: "rule", "file", "default" or "arcs", if these alone tell */
    uint64_t seed;
    double read_seconds; /* of reading the file; 0: it is made */
    /* Of bench_input_sources: */
    tropic_index n;
    tropic_index component;              /* vertices of the largest weakly connected component */
    tropic_index *sources, source_count; /* at random in it, each with an arc that leaves it */
} bench_input;

/* -- rule.c -- */
/* "kron:21:16": a kind and its parameters, as tropic_generator_name and tropic_generator_parameter have them. Ends the
 * program where there is no such kind, or not so many numbers. */
void bench_rule_read(tropic_generator_options *rule, const char *text, uint64_t seed);
/* Ends the program where a number is out of the range that the library has for it; makes nothing. */
void bench_rule_check(const tropic_generator_options *rule, const char *text);
/* "kron:SCALE:EF" */
void bench_rule_form(tropic_generator kind, char *text, size_t size);

/* -- input.c -- */
/* Ends the program unless the text is a path or a rule. A path ("file:PATH", or of an existing file) must be readable.
 * The numbers of a rule must be in their ranges. */
void bench_input_check(const char *text);
/* Is it read from the file of that path, whatever names and links lead there? */
bool bench_input_reads(const char *text, const char *path);
/* Reads the file; bench_input_matrix makes graphs by rule. cpu: of the host. seed: of the graph, of weights, of
 * sources. */
void bench_input_open(bench_input *in, tropic_context *cpu, const char *text, uint64_t seed);
/* A line on how a file was read; none of a graph by rule. */
void bench_input_say_direction(const bench_input *in, tropic_context *cpu);
void bench_input_close(bench_input *in);
/* A matrix that nothing has used yet, without loops: a pattern (BOOL), or random weights, the same both ways. INT32
 * weights are from 1 to 255, FP32 ones are those by 255. A graph by rule is made in memory of the context's device,
 * FP32 apart. seconds: of making it, weights of a file apart. */
tropic_matrix *bench_input_matrix(const bench_input *in, tropic_context *context, tropic_type weights, double *seconds);
/* One arc of A, which that has made, gets length -1 (FP32: that divided by 255): the first of the middle vertex, or of
 * the next that has one. */
void bench_input_negate(const bench_input *in, tropic_context *context, tropic_matrix *A);
/* Which arcs of a graph are looked at. */
typedef enum bench_kept {
    BENCH_KEPT_ALL,
    BENCH_KEPT_ONE_WAY, /* of an arc and its opposite one, by a hash */
    BENCH_KEPT_UPWARD,  /* those to greater vertices, which make no cycle */
    BENCH_KEPT_BETWEEN  /* those between odd and even vertices */
} bench_kept;
/* In place of A, which is freed, the pattern of these. */
tropic_matrix *bench_input_keep(const bench_input *in, tropic_context *context, tropic_matrix *A, bench_kept kept);
/* Its pattern, each arc both ways. */
tropic_matrix *bench_input_undirected(const bench_input *in, tropic_context *context);

/* -- sources.c -- */
/* Fills in the members on sources, at most `wanted`. context: where to search for the component. */
void bench_input_sources(bench_input *in, tropic_context *context, int wanted);

#endif
