/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "bench/input.h"

#include "bench/common.h"
#include "cli/terminal/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILE_PREFIX "file:"
#define MAX_WEIGHT 255
/* A fp32 weight is an int32 one by this: most sums are then rounded, as those of measured lengths are. */
#define WEIGHT_UNIT ((float)MAX_WEIGHT)

/* NULL where the text means no file. */
static const char *path_of(const char *text)
{
    if (strncmp(text, FILE_PREFIX, strlen(FILE_PREFIX)) == 0) return text + strlen(FILE_PREFIX);
    return access(text, F_OK) == 0 ? text : NULL;
}

void bench_input_check(const char *text)
{
    tropic_generator_options rule;
    const char *path = path_of(text);
    if (!path) {
        bench_rule_read(&rule, text, 0);
        bench_rule_check(&rule, text);
    } else if (access(path, R_OK) != 0) {
        bench_stop(BENCH_UNREADABLE, "--graphs: cannot open %s: %s", path, strerror(errno));
    }
}

bool bench_input_reads(const char *text, const char *path)
{
    struct stat ours, other;
    const char *own = path_of(text);
    return own && stat(own, &ours) == 0 && stat(path, &other) == 0 && S_ISREG(ours.st_mode) &&
           ours.st_dev == other.st_dev && ours.st_ino == other.st_ino;
}

/* A file that names arcs, or does not say arcs or edges, may have each of them both ways. */
static const char *direction_by(const bench_input *in)
{
    const tropic_file_direction says = tropic_matrix_file_direction(in->file);
    if (!in->directed && says != TROPIC_FILE_UNDIRECTED) return "arcs";
    return says == TROPIC_FILE_SILENT ? "default" : "file";
}

static void load(bench_input *in, tropic_context *cpu, const char *path)
{
    const tropic_load_options options = {
        .size = sizeof options, .loops = TROPIC_LOOPS_DROP, .ignore_values = true, .zeros = TROPIC_ZEROS_DROP};
    const char *slash = strrchr(path, '/');
    tropic_matrix_facts facts = {.size = sizeof facts};
    in->read_seconds = -bench_now();
    bench_check(tropic_matrix_load(&in->file, cpu, path, &options), cpu, "reading");
    in->read_seconds += bench_now();
    bench_check(tropic_matrix_describe(in->file, cpu, &facts), cpu, path);
    if (tropic_matrix_is_bipartite(in->file))
        bench_stop(BENCH_UNREADABLE, "%s is bipartite (%d x %d); the benchmark needs %s", path, facts.rows, facts.cols,
                   facts.rows != facts.cols ? "a square matrix" : "one set of vertices, not two");
    if (facts.rows == 0) bench_stop(BENCH_UNREADABLE, "%s has no vertices", path);
    cli_text_show(in->name, sizeof in->name, slash ? slash + 1 : path);
    in->directed = !facts.symmetric_pattern;
    in->direction_by = direction_by(in);
}

void bench_input_open(bench_input *in, tropic_context *cpu, const char *text, uint64_t seed)
{
    const char *path = path_of(text);
    *in = (bench_input){.direction_by = "rule", .seed = seed};
    if (path) {
        load(in, cpu, path);
    } else {
        bench_rule_read(&in->rule, text, seed);
        snprintf(in->name, sizeof in->name, "%s", text);
    }
}

static void say_notes(const bench_input *in)
{
    const char *note;
    for (int k = 0; (note = tropic_matrix_note(in->file, k)); k++) {
        fputs("# ", stdout);
        cli_text_put(stdout, note);
        fputc('\n', stdout);
    }
}

void bench_input_say_direction(const bench_input *in, tropic_context *cpu)
{
    const char *why = strcmp(in->direction_by, "arcs") == 0   ? "each arc has its opposite"
                      : strcmp(in->direction_by, "file") == 0 ? "as the file says"
                                                              : "by default";
    bool reciprocal, all;
    if (!in->file) return;
    printf("# %s: read as %s, %s", in->name, in->directed ? "directed" : "undirected", why);
    bench_check(tropic_matrix_reciprocal(in->file, cpu, &reciprocal, NULL, &all), cpu, in->name);
    if (strcmp(in->direction_by, "default") == 0 && !reciprocal)
        printf("; no arc%s has its opposite", all ? "" : " that was looked at");
    printf("\n");
    say_notes(in);
}

void bench_input_close(bench_input *in)
{
    tropic_matrix_free(&in->file);
    free(in->sources);
    in->sources = NULL;
}

static tropic_matrix *make(const bench_input *in, tropic_context *context, bool weighted)
{
    tropic_generator_options rule = in->rule;
    tropic_matrix *A = NULL;
    rule.weights = weighted ? MAX_WEIGHT : 0;
    bench_check(tropic_matrix_generate(&A, context, &rule), context, in->name);
    return A;
}

/* A file's arc has a weight that follows from its ends and the seed. (The mixing is splitmix64's.) */
static int32_t weight_of(uint64_t seed, tropic_index i, tropic_index j)
{
    const uint64_t low = (uint64_t)(i < j ? i : j), high = (uint64_t)(i < j ? j : i);
    uint64_t z = seed * 0xd1342543de82ef95u + (low << 32 | high) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (int32_t)((z ^ (z >> 31)) % MAX_WEIGHT) + 1;
}

/* Values of the entries: known INT32 ones, or, `known` NULL, weights of their own. BOOL: NULL. */
static void *values_of(const bench_input *in, const tropic_offset *offsets, const tropic_index *ids, tropic_index n,
                       const int32_t *known, tropic_type type)
{
    void *values;
    if (type == TROPIC_BOOL) return NULL;
    values = bench_reserve((size_t)offsets[n] * tropic_type_size(type));
#pragma omp parallel for schedule(dynamic, 1024)
    for (tropic_index i = 0; i < n; i++)
        for (tropic_offset k = offsets[i]; k < offsets[i + 1]; k++) {
            const int32_t weight = known ? known[k] : weight_of(in->seed, i, ids[k]);
            if (type == TROPIC_FP32)
                ((float *)values)[k] = (float)weight / WEIGHT_UNIT;
            else
                ((int32_t *)values)[k] = weight;
        }
    return values;
}

/* With the entries of another, whose INT32 weights, where it has some, are taken over. */
static tropic_matrix *copy(const bench_input *in, tropic_context *context, const tropic_matrix *from,
                           tropic_type weights, tropic_direction direction, double *seconds)
{
    const tropic_build_options options = {
        .size = sizeof options, .duplicates = TROPIC_DUPLICATES_MIN, .direction = direction};
    const tropic_index n = tropic_matrix_rows(from);
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *known;
    void *values;
    tropic_matrix *A = NULL;
    bench_check(tropic_matrix_csr(from, context, &offsets, &ids, &known), context, in->name);
    values = values_of(in, offsets, ids, n, known, weights);
    *seconds = -bench_now();
    bench_check(tropic_matrix_from_csr(&A, context, n, n, offsets, ids, weights, values, &options), context,
                "building the matrix");
    *seconds += bench_now();
    free(values);
    return A;
}

tropic_matrix *bench_input_matrix(const bench_input *in, tropic_context *context, tropic_type weights, double *seconds)
{
    tropic_matrix *made, *A;
    double copying;
    if (in->file) return copy(in, context, in->file, weights, TROPIC_DIRECTION_DIRECTED, seconds);
    *seconds = -bench_now();
    made = make(in, context, weights != TROPIC_BOOL);
    *seconds += bench_now();
    if (weights != TROPIC_FP32) return made;
    A = copy(in, context, made, weights, TROPIC_DIRECTION_DIRECTED, &copying);
    *seconds += copying;
    tropic_matrix_free(&made);
    return A;
}

/* Lengths equal in both directions, of at least 1 or WEIGHT_UNIT's part of it, leave no negative cycle then. */
void bench_input_negate(const bench_input *in, tropic_context *context, tropic_matrix *A)
{
    const tropic_type type = tropic_matrix_type(A);
    const tropic_index n = tropic_matrix_rows(A);
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    tropic_index i = n / 2;
    bench_check(tropic_matrix_csr(A, context, &offsets, &ids, &values), context, in->name);
    while (i < n && (offsets[i + 1] == offsets[i] || ids[offsets[i]] == i)) i++;
    if (i == n) return;
    if (type == TROPIC_FP32)
        bench_check(tropic_matrix_set(A, context, i, ids[offsets[i]], &(float){-1 / WEIGHT_UNIT}), context, in->name);
    else
        bench_check(tropic_matrix_set(A, context, i, ids[offsets[i]], &(int32_t){-1}), context, in->name);
}

static bool keeps(const bench_input *in, bench_kept kept, tropic_index i, tropic_index j)
{
    switch (kept) {
    case BENCH_KEPT_ONE_WAY: return weight_of(in->seed, i, j) % 2 == (i < j);
    case BENCH_KEPT_UPWARD: return i < j;
    case BENCH_KEPT_BETWEEN: return (i ^ j) & 1;
    case BENCH_KEPT_ALL: break;
    }
    return true;
}

tropic_matrix *bench_input_keep(const bench_input *in, tropic_context *context, tropic_matrix *A, bench_kept kept_arcs)
{
    const tropic_index n = tropic_matrix_rows(A);
    const tropic_offset *offsets;
    const tropic_index *ids;
    tropic_matrix *made = NULL;
    tropic_offset *kept = bench_reserve(((size_t)n + 1) * sizeof *kept), count = 0;
    tropic_index *heads = bench_reserve((size_t)tropic_matrix_count(A) * sizeof *heads);
    bench_check(tropic_matrix_csr(A, context, &offsets, &ids, NULL), context, in->name);
    for (tropic_index i = 0; i < n; i++) {
        kept[i] = count;
        for (tropic_offset k = offsets[i]; k < offsets[i + 1]; k++)
            if (keeps(in, kept_arcs, i, ids[k])) heads[count++] = ids[k];
    }
    kept[n] = count;
    bench_check(tropic_matrix_from_csr(&made, context, n, n, kept, heads, TROPIC_BOOL, NULL, NULL), context,
                "building the matrix");
    free(kept);
    free(heads);
    tropic_matrix_free(&A);
    return made;
}

tropic_matrix *bench_input_undirected(const bench_input *in, tropic_context *context)
{
    double seconds;
    if (!in->file) return make(in, context, false);
    return copy(in, context, in->file, TROPIC_BOOL, TROPIC_DIRECTION_UNDIRECTED, &seconds);
}
