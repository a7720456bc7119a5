/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/names.h"
#include "bench/common.h"
#include "bench/rows.h"

#define DECLARE(name) extern const bench_algorithm bench_##name[];
TP_ALGORITHMS(DECLARE)

const bench_algorithm *bench_algorithm_at(int place)
{
#define ROWS(name) bench_##name,
    static const bench_algorithm *const all[] = {TP_ALGORITHMS(ROWS)};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        for (const bench_algorithm *row = all[k]; row->name; row++)
            if (place-- == 0) return row;
    return NULL;
}

tropic_type bench_result_type(const bench_point *point)
{
    const bench_algorithm *algorithm = point->algorithm;
    return point->weights == TROPIC_FP32 && algorithm->real_type ? algorithm->real_type : algorithm->type;
}

tropic_run_options bench_run_options(const bench_point *point)
{
    return (tropic_run_options){.size = sizeof(tropic_run_options), .strategy = point->strategy, .queue = point->queue};
}

double bench_search_bytes(const bench_work *w)
{
    return w->result * w->n + w->reached * (BENCH_OFFSET + w->result) + (BENCH_ID + w->weight) * w->arcs;
}

bool bench_check_search(const bench_arcs *arcs, const bench_answer *answer, bool *beyond, char *sentence)
{
    *beyond = false;
    return bench_verify_search(arcs, answer->source, answer->type, answer->values, answer->parents, answer->reached,
                               sentence);
}

tropic_index bench_width(const bench_point *point)
{
    const tropic_index sources = point->input->source_count;
    if (point->algorithm->exact) return point->input->n;
    if (point->algorithm->many) return sources;
    if (!point->algorithm->batch) return 1;
    return sources < TROPIC_BFS_BATCH ? sources : TROPIC_BFS_BATCH;
}

void bench_run(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
               const bench_result *result, tropic_run_report *report)
{
    *report = (tropic_run_report){.size = sizeof *report};
    bench_check(point->algorithm->run(point, A, sources, result, report), point->place->context,
                point->algorithm->name);
}

double bench_bytes(const bench_point *point, const tropic_run_report *report)
{
    const bench_algorithm *algorithm = point->algorithm;
    const bool weighted = point->weights != TROPIC_BOOL;
    const bench_work work = {.n = point->input->n,
                             .width = bench_width(point),
                             .reached = (double)report->reached,
                             .arcs = (double)report->reached_arcs / bench_width(point),
                             .levels = (double)report->levels,
                             .result = algorithm->type ? (double)tropic_type_size(bench_result_type(point)) : 0,
                             .weight = weighted ? (double)tropic_type_size(point->weights) : 0};
    return algorithm->bytes(&work);
}
