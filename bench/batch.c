/* SPDX-License-Identifier: Apache-2.0
 *
 * The check of searches side by side.
 */
#include "bench/bench.h"
#include "formats/files/decimal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where there are no levels: so many sources are searched from one by one. */
#define SEARCHED 4
/* Relative, of a sum of sums of positive terms. */
#define SUM_TOLERANCE 1e-9

/* levels from source c: a column of the block, or the result of a search by itself. */
static void levels_of(const bench_point *point, const tropic_matrix *A, const int32_t *block, tropic_index c,
                      int32_t *level)
{
    const tropic_index n = point->input->n, width = bench_width(point);
    tropic_context *context = point->place->context;
    tropic_vector *alone = NULL;
    if (block) {
#pragma omp parallel for
        for (int64_t v = 0; v < n; v++) level[v] = block[v * width + c];
        return;
    }
    bench_check(tropic_vector_create(&alone, context, TROPIC_INT32, n), context, "levels");
    bench_check(tropic_bfs(alone, NULL, A, point->input->sources[c], NULL, NULL), context, "a single search");
    bench_check(tropic_vector_get_dense(alone, level, NULL), context, "levels");
    tropic_vector_free(&alone);
}

void bench_check_sum(bench_row *row, const tropic_matrix *A, const double *centrality, int runs)
{
    const bench_point *point = row->point;
    const bench_input *in = point->input;
    tropic_index sources[TROPIC_BFS_BATCH];
    int64_t counts[TROPIC_BFS_BATCH], sums[TROPIC_BFS_BATCH];
    double expected = 0, got = 0;
    for (int64_t first = 0; first < bench_width(point); first += TROPIC_BFS_BATCH) {
        const int64_t left = bench_width(point) - first;
        const tropic_index width = left < TROPIC_BFS_BATCH ? (tropic_index)left : TROPIC_BFS_BATCH;
        for (tropic_index c = 0; c < width; c++)
            sources[c] = point->algorithm->exact ? (tropic_index)first + c : in->sources[first + c];
        bench_check(tropic_bfs_batch(NULL, NULL, counts, sums, point->place->context, A, sources, width, NULL, NULL),
                    point->place->context, "searches");
        for (tropic_index c = 0; c < width; c++) expected += (double)(sums[c] - counts[c] + 1);
    }
    for (tropic_index v = 0; v < in->n; v++) got += centrality[v];
    row->wrong = !(fabs(got - expected) <= SUM_TOLERANCE * expected);
    row->checked = row->wrong ? 0 : runs;
    if (row->wrong) {
        char sum[TP_DECIMAL_ROOM], due[TP_DECIMAL_ROOM];
        tp_write_fp64(sum, got);
        tp_write_fp64(due, expected);
        snprintf(row->note, sizeof row->note, "DIFFERS: centralities add up to %s, not to %s", sum, due);
    }
}

void bench_check_batch(bench_row *row, const tropic_matrix *A, const bench_arcs *arcs, const int32_t *levels,
                       const bench_tally *tallies, int runs)
{
    const bench_point *point = row->point;
    const bench_input *in = point->input;
    const bench_tally *tally = &tallies[runs - 1];
    const tropic_index width = bench_width(point);
    const tropic_index checked = levels || width < SEARCHED ? width : SEARCHED;
    int32_t *level = bench_reserve((size_t)in->n * sizeof *level);
    char sentence[BENCH_SENTENCE] = "";
    for (int k = 0; k + 1 < runs && !row->wrong; k++) {
        if (memcmp(&tallies[k], tally, sizeof *tally) == 0) continue;
        row->wrong = true;
        snprintf(row->note, sizeof row->note, "DIFFERS: counts or sums of runs %d and %d", k + 1, runs);
    }
    for (tropic_index c = 0; c < checked && !row->wrong; c++) {
        levels_of(point, A, levels, c, level);
        if (bench_verify_search(arcs, in->sources[c], TROPIC_INT32, level, NULL, in->directed ? -1 : in->component,
                                sentence) &&
            bench_verify_sums(level, in->n, tally->counts[c], tally->sums[c], sentence)) {
            row->checked++;
            continue;
        }
        row->wrong = true;
        snprintf(row->note, sizeof row->note, "DIFFERS, from source %d: %s", in->sources[c], sentence);
    }
    free(level);
}
