/* SPDX-License-Identifier: Apache-2.0
 *
 * Passes over a matrix's lists in the memory of a GPU: arrays made of them, and facts found of them.
 */
#include "formats/matrix/device.cuh"
#include "formats/matrix/facts/banded.h"
#include "formats/matrix/facts/survey.h"
#include "semiring/operators.h"

#include <math.h>

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    row_of_kernel(const __grid_constant__ tp_arcs arcs, tropic_index *row_of)
{
    TP_FOR_EACH_PART(part, arcs)
    tp_each_with_list(&arcs, part, [row_of](tropic_offset k, int64_t l) { row_of[k] = (tropic_index)l; });
}

tropic_status tp_cuda_row_of(tropic_context *context, const tp_arcs *arcs, tropic_index *row_of)
{
    tp_cuda_use use(context);
    return tp_pass_with_lists(context, "listing rows", arcs, row_of_kernel, *arcs, row_of);
}

/* The first list that begins there or later; `lists` for none. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    split_points_kernel(const __grid_constant__ tp_arcs arcs, tropic_index shares, tropic_index *split_points)
{
    TP_FOR_EACH(b, (int64_t)shares + 1)
    {
        const auto begin = [&arcs](int64_t l) { return arcs.offsets[l]; };
        split_points[b] = b < shares ? (tropic_index)tp_first_at(arcs.lists, b * TP_NNZ_TILE, begin) : arcs.lists;
    }
}

tropic_status tp_cuda_split_points(tropic_context *context, const tp_arcs *arcs, tropic_index *split_points)
{
    const tropic_index shares = TP_NNZ_TILES(arcs->count);
    tp_cuda_use use(context);
    return tp_pass(context, "finding split points", (int64_t)shares + 1, split_points_kernel, *arcs, shares,
                   split_points);
}

/* Sums of squares in two halves, so that they are exact. */
typedef struct lengths {
    unsigned long long min, max, low_squares, high_squares, loops, isolated;
    int banded;
} lengths;

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    lengths_kernel(const __grid_constant__ tp_arcs arcs, lengths *all)
{
    __shared__ lengths block;
    lengths mine = {ULLONG_MAX, 0, 0, 0, 0, 0, 0};
    if (threadIdx.x == 0) block = mine;
    __syncthreads();
    TP_FOR_EACH(l, arcs.lists)
    {
        const tropic_offset begin = arcs.offsets[l], end = arcs.offsets[l + 1],
                            at = tp_find_id(arcs.ids, begin, end, l);
        const unsigned long long d = (unsigned long long)(end - begin);
        const bool loop = at < end && arcs.ids[at] == l;
        mine.min = d < mine.min ? d : mine.min;
        mine.max = d > mine.max ? d : mine.max;
        mine.low_squares += d * d & 0xffffffffu;
        mine.high_squares += d * d >> 32;
        mine.loops += loop;
        mine.isolated += d == loop;
    }
    atomicMin(&block.min, mine.min);
    atomicMax(&block.max, mine.max);
    atomicAdd(&block.low_squares, mine.low_squares);
    atomicAdd(&block.high_squares, mine.high_squares);
    atomicAdd(&block.loops, mine.loops);
    atomicAdd(&block.isolated, mine.isolated);
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicMin(&all->min, block.min);
        atomicMax(&all->max, block.max);
        atomicAdd(&all->low_squares, block.low_squares);
        atomicAdd(&all->high_squares, block.high_squares);
        atomicAdd(&all->loops, block.loops);
        atomicAdd(&all->isolated, block.isolated);
    }
}

/* One block: each thread looks at a list of the sample. */
static __global__ void __launch_bounds__(TP_BANDED_SAMPLE)
    near_kernel(const __grid_constant__ tp_arcs arcs, lengths *all)
{
    const int is = tp_are_near(arcs.offsets, arcs.ids, arcs.lists, (int)threadIdx.x);
    const int looked = __syncthreads_count(is >= 0), near = __syncthreads_count(is > 0);
    if (threadIdx.x == 0) all->banded = 2 * near > looked;
}

static tropic_status survey_lengths(tropic_context *context, const tp_arcs *arcs, tp_survey *found)
{
    lengths l = {ULLONG_MAX, 0, 0, 0, 0, 0, 0};
    tp_device_array<lengths> all;
    const __int128 n = arcs->lists;
    *found = {};
    if (n == 0) return TROPIC_OK;
    TP_TRY(all.make(context, 1, "degrees"));
    TP_TRY(tp_cuda_upload(context, all.data, &l, sizeof l));
    TP_TRY(tp_pass(context, "looking at lists", arcs->lists, lengths_kernel, *arcs, all.data));
    TP_TRY(tp_cuda_launch(context, "looking at lists", {1, TP_BANDED_SAMPLE}, near_kernel, *arcs, all.data));
    TP_TRY(tp_cuda_download(context, &l, all.data, sizeof l));
    found->shortest = (tropic_index)l.min;
    found->longest = (tropic_index)l.max;
    found->banded = l.banded != 0;
    found->loops = (tropic_offset)l.loops;
    found->isolated = (tropic_index)l.isolated;
    /* n^2 times the variance, in whole numbers. */
    const __int128 squares = ((__int128)l.high_squares << 32) + l.low_squares;
    found->deviation = sqrt((double)(n * squares - (__int128)arcs->count * arcs->count)) / (double)arcs->lists;
    return TROPIC_OK;
}

/* A block's findings of its values. */
typedef struct values_part {
    double min, max, sum;
    int odd;
} values_part;

/* So few that the host adds them up, in order: the sum is the same from run to run. */
#define VALUE_BLOCKS 1024

template <typename T>
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    values_kernel(const T *values, int64_t count, values_part *parts)
{
    __shared__ values_part shared[TP_PASS_BLOCK];
    values_part mine = {INFINITY, -INFINITY, 0, 0};
    TP_FOR_EACH(k, count)
    {
        const double x = (double)values[k];
        mine.min = x < mine.min ? x : mine.min;
        mine.max = x > mine.max ? x : mine.max;
        mine.sum += x;
        mine.odd |= x != x;
    }
    shared[threadIdx.x] = mine;
    for (int half = TP_PASS_BLOCK / 2; half > 0; half /= 2) {
        __syncthreads();
        if ((int)threadIdx.x >= half) continue;
        const values_part other = shared[threadIdx.x + half];
        values_part *to = &shared[threadIdx.x];
        to->min = other.min < to->min ? other.min : to->min;
        to->max = other.max > to->max ? other.max : to->max;
        to->sum += other.sum;
        to->odd |= other.odd;
    }
    if (threadIdx.x == 0) parts[blockIdx.x] = shared[0];
}

template <typename T>
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    sample_kernel(const T *values, int64_t count, int samples, double *sample)
{
    TP_FOR_EACH(s, samples)
    sample[s] = (double)values[s * (count / samples) + s * (count % samples) / samples];
}

template <typename T> static tropic_status survey_values(tropic_context *context, const tp_arcs *arcs, tp_survey *found)
{
    const int samples = tp_samples(arcs->count);
    const int64_t wanted = tp_pass_blocks(arcs->count);
    const int blocks = (int)(wanted < VALUE_BLOCKS ? wanted : VALUE_BLOCKS);
    values_part part[VALUE_BLOCKS];
    tp_device_array<values_part> parts;
    tp_device_array<double> sample;
    TP_TRY(parts.make(context, blocks, "facts"));
    TP_TRY(sample.make(context, samples, "facts"));
    TP_TRY(tp_cuda_launch(context, "looking at values", {blocks, TP_PASS_BLOCK}, values_kernel<T>,
                          (const T *)arcs->values, arcs->count, parts.data));
    TP_TRY(tp_pass(context, "looking at values", samples, sample_kernel<T>, (const T *)arcs->values, arcs->count,
                   samples, sample.data));
    TP_TRY(tp_cuda_download(context, part, parts.data, (size_t)blocks * sizeof *part));
    TP_TRY(tp_cuda_download(context, found->sample, sample.data, (size_t)samples * sizeof(double)));
    found->min_value = INFINITY;
    found->max_value = -INFINITY;
    for (int b = 0; b < blocks; b++) {
        found->min_value = fmin(found->min_value, part[b].min);
        found->max_value = fmax(found->max_value, part[b].max);
        found->sum += part[b].sum;
        found->odd = found->odd || part[b].odd;
    }
    return TROPIC_OK;
}

tropic_status tp_cuda_survey(tropic_context *context, const tp_arcs *arcs, tropic_type type, tp_survey *found)
{
    tp_cuda_use use(context);
    TP_TRY(survey_lengths(context, arcs, found));
    if (!arcs->values || arcs->count == 0) return TROPIC_OK;
#define CASE(type)                                                                                                     \
    case TP_TYPE_##type: return survey_values<TP_C(type)>(context, arcs, found);
    switch (type) {
        TP_EACH_TYPE(CASE)
    }
    found->odd = true; /* a struct has no size */
    return TROPIC_OK;
}
