/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs of entries at one place become one, in device memory: structs, and by an operator. The backend knows operators:
 * in round k, all runs that have so many entries take their k-th.
 */
#include "formats/matrix/build/combine.cuh"

#include "semiring/operator.h"

#define DOING "combining duplicates"

/* A round takes some launches, and the host waits for it: of longer runs, the host makes less. */
#define ROUNDS 128

/* Numbers of the first or last entries of runs. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    pick_kernel(const __grid_constant__ tp_runs r, tropic_index *numbers, int *longest)
{
    const tropic_index *carried = (const tropic_index *)r.from.values;
    int most = 0;
    TP_FOR_EACH(c, r.count)
    {
        const tropic_index begin = r.begins[c], end = r.begins[c + 1];
        numbers[c] = carried[r.rule == TROPIC_DUPLICATES_LAST ? end - 1 : begin];
        most = end - begin > most ? end - begin : most;
    }
    if (most > *(volatile int *)longest) atomicMax(longest, most);
}

/* Runs that have a k-th entry, of those of `before` (NULL: of all), in any order; its number, and the place that an
 * operator sees. Of an entry and its opposite that is the place above the diagonal; with `values`, those of which both
 * have the same bytes are left out. */
typedef struct one_round {
    tropic_index *run, *next, *row, *col;
    int *count;
} one_round;

static __device__ bool alike(const char *values, int size, int64_t a, int64_t b)
{
    int at = 0;
    while (at < size && values[a * size + at] == values[b * size + at]) at++;
    return at == size;
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    list_kernel(const __grid_constant__ tp_runs r, int k, const tropic_index *before, int64_t n, const char *values,
                int size, const __grid_constant__ one_round out)
{
    const tropic_index *carried = (const tropic_index *)r.from.values;
    TP_FOR_EACH(at, n)
    {
        const tropic_index c = before ? before[at] : (tropic_index)at, begin = r.begins[c];
        if (r.begins[c + 1] - begin <= k) continue;
        if (r.united && values && alike(values, size, carried[begin], carried[begin + k])) continue;
        const tropic_index i = (tropic_index)tp_list_at(r.from.offsets, r.from.lists, begin), j = r.from.ids[begin];
        const int to = atomicAdd(out.count, 1);
        out.run[to] = c;
        out.next[to] = carried[begin + k];
        out.row[to] = r.united && j < i ? j : i;
        out.col[to] = r.united && j < i ? i : j;
    }
}

static tropic_status apply(tropic_context *context, const tp_runs *r, const one_round *round, int count, void *values)
{
    const tropic_operator *op = r->b->op;
    tp_elementwise e = {};
    e.kind = TP_INTERSECTION;
    e.op = op;
    e.op_code = op->builtin;
    e.user = op->user || tp_operator_reads_places(op->builtin);
    e.type = e.result = r->b->type;
    e.accum_code = TP_ACCUM_NONE;
    e.mask.structure = true;
    e.n = count;
    e.x.values = e.w = values;
    e.x.at = e.w_at = round->run;
    e.y.values = r->b->values;
    e.y.at = round->next;
    if (e.user) {
        e.places = round->row;
        e.cols = round->col;
    }
    return context->backend->elementwise(context, &e);
}

/* *fits: all that had to be combined was, by an operator. */
static tropic_status fold(tropic_context *context, const tp_runs *r, int longest, void *values, bool *fits)
{
    const tp_device_build *b = r->b;
    /* (Of each run at least one entry is no later one.) */
    const int64_t most = r->from.count - r->count;
    tp_device_array<tropic_index> runs[2], next, row, col;
    tp_device_array<int> counted;
    one_round round = {};
    int count = r->count;
    for (auto &list : runs) TP_TRY(list.make(context, most, DOING));
    TP_TRY(next.make(context, most, DOING));
    TP_TRY(row.make(context, most, DOING));
    TP_TRY(col.make(context, most, DOING));
    TP_TRY(counted.make(context, 1, DOING));
    round.next = next.data;
    round.row = row.data;
    round.col = col.data;
    round.count = counted.data;
    for (int k = 1; k < longest; k++) {
        const tropic_index *before = k > 1 ? round.run : NULL;
        round.run = runs[k % 2].data;
        TP_TRY(
            tp_cuda_check(context, cudaMemsetAsync(counted.data, 0, sizeof(int), tp_cuda_of(context)->stream), DOING));
        TP_TRY(tp_pass(context, DOING, count, list_kernel, *r, k, before, count, b->op ? NULL : (const char *)b->values,
                       (int)tropic_type_size(b->type), round));
        TP_TRY(tp_cuda_download(context, &count, counted.data, sizeof count));
        *fits = b->op || count == 0;
        if (!*fits || count == 0) return TROPIC_OK;
        TP_TRY(apply(context, r, &round, count, values));
    }
    return TROPIC_OK;
}

tropic_status tp_cuda_combine_numbered(tropic_context *context, const tp_runs *r, void *values, bool *fits)
{
    const tp_device_build *b = r->b;
    tp_device_array<tropic_index> numbers;
    tp_device_array<int> found;
    int longest = 0;
    *fits = b->op || r->united || b->duplicates == TROPIC_DUPLICATES_FIRST || b->duplicates == TROPIC_DUPLICATES_LAST;
    if (!*fits) return TROPIC_OK;
    TP_TRY(numbers.make(context, r->count, DOING));
    TP_TRY(found.make(context, 1, DOING));
    TP_TRY(tp_cuda_upload(context, found.data, &longest, sizeof longest));
    TP_TRY(tp_pass(context, DOING, r->count, pick_kernel, *r, numbers.data, found.data));
    TP_TRY(tp_cuda_download(context, &longest, found.data, sizeof longest));
    *fits = !b->op || longest <= ROUNDS;
    if (!*fits) return TROPIC_OK;
    TP_TRY(context->backend->gather(context, values, b->type, numbers.data, b->values, r->count));
    return b->op || r->united ? fold(context, r, longest, values, fits) : TROPIC_OK;
}
