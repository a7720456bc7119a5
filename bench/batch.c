/* SPDX-License-Identifier: Apache-2.0
 *
 * The check of searches side by side.
 */
#include "bench/bench.h"

#include "bench/common.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where there are no levels: so many sources are searched from one by one. */
#define SEARCHED 4

/* levels from source c: a column of the block, or what a search by itself gives. */
static void levels_of(const bench_point *point, const tropic_matrix *A, const int32_t *block,
                      tropic_index c, int32_t *level)
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
    bench_check(tropic_bfs(alone, NULL, A, point->input->sources[c], NULL, NULL), context,
                "a single search");
    bench_check(tropic_vector_get_dense(alone, level, NULL), context, "levels");
    tropic_vector_free(&alone);
}

void bench_check_batch(bench_row *row, const tropic_matrix *A, const bench_arcs *arcs,
                       const int32_t *levels, const bench_tally *tallies, int runs)
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
        snprintf(row->note, sizeof row->note, "DIFFERS: counts or sums of runs %d and %d", k + 1,
                 runs);
    }
    for (tropic_index c = 0; c < checked && !row->wrong; c++) {
        levels_of(point, A, levels, c, level);
        if (bench_verify_search(arcs, in->sources[c], TROPIC_INT32, level, NULL,
                                in->directed ? -1 : in->component, sentence) &&
            bench_verify_sums(level, in->n, tally->counts[c], tally->sums[c], sentence)) {
            row->checked++;
            continue;
        }
        row->wrong = true;
        snprintf(row->note, sizeof row->note, "DIFFERS, from source %d: %s", in->sources[c],
                 sentence);
    }
    free(level);
}
