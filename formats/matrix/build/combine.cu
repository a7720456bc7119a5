/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs of entries at one place become one, in device memory: combine.c has the rules. A thread takes a short run, a
 * block a long one. Whole sums may be made in any order, since they are exact; sums of reals are made in the order of
 * the input, and so by one thread, for which a block reads ahead.
 */
#include "formats/matrix/build/combine.cuh"

#include "runtime/types.h"
#include "semiring/operators.h"

#define DOING "combining duplicates"

/* Longer runs take blocks. */
#define SHORT_RUN 32
#define LONG_BLOCK 256
#define LONG_BLOCKS 1024
/* Values that a block reads ahead. */
#define AHEAD (4 * LONG_BLOCK)

/* `holds` holds the sum of any 2^31 terms; is `real`: sums depend on their order. */
template <typename SUM, bool REAL> struct kind_of_number {
    using holds = SUM;
    static const bool real = REAL;
};
template <typename T> struct number : kind_of_number<long long, false> {
};
template <> struct number<bool> : kind_of_number<bool, false> {
};
template <> struct number<int64_t> : kind_of_number<__int128, false> {
};
template <> struct number<uint64_t> : kind_of_number<__int128, false> {
};
template <> struct number<float> : kind_of_number<float, true> {
};
template <> struct number<double> : kind_of_number<double, true> {
};

template <typename T> static __device__ T value_at(const tp_runs *r, tropic_index k)
{
    return ((const T *)r->from.values)[k];
}

template <typename T> static __device__ bool alike(T x, T y)
{
    uint64_t a = 0, b = 0;
    memcpy(&a, &x, sizeof x);
    memcpy(&b, &y, sizeof y);
    return a == b;
}

/* W(x) and then y, by the rule; min and max keep a NaN only where there is nothing else. A sum of bools is their or. */
template <typename W> static __device__ W step(tropic_duplicates rule, W x, W y)
{
    switch (rule) {
    case TROPIC_DUPLICATES_SUM: return sizeof(W) == sizeof(bool) ? (W)(x || y) : (W)(x + y);
    case TROPIC_DUPLICATES_MIN: return y < x || x != x ? y : x;
    case TROPIC_DUPLICATES_MAX: return y > x || x != x ? y : x;
    case TROPIC_DUPLICATES_LAST: return y;
    default: return x;
    }
}

/* Is the sum a value of T? A sum that is infinite or NaN because a term is counts as one. */
#define WHOLE_FITS(type)                                                                                               \
    static __device__ bool fits(const tp_runs *, TP_C(type) *, number<TP_C(type)>::holds sum, tropic_index,            \
                                tropic_index)                                                                          \
    {                                                                                                                  \
        return sum >= TP_MIN_##type && sum <= TP_MAX_##type;                                                           \
    }
#define REAL_FITS(type)                                                                                                \
    static __device__ bool fits(const tp_runs *r, TP_C(type) *, TP_C(type) sum, tropic_index k, tropic_index end)      \
    {                                                                                                                  \
        if (isfinite(sum)) return true;                                                                                \
        for (; k < end; k++)                                                                                           \
            if (!isfinite(value_at<TP_C(type)>(r, k))) return true;                                                    \
        return false;                                                                                                  \
    }
TP_EACH_SIGNED(WHOLE_FITS)
TP_EACH_UNSIGNED(WHOLE_FITS)
TP_EACH_FLOATING(REAL_FITS)
static __device__ bool fits(const tp_runs *, bool *, bool, tropic_index, tropic_index)
{
    return true;
}

/* Findings of the kernels: the long runs, their number, and whether a value is none of the type. */
typedef struct found {
    tropic_index *list;
    int *count, *wrong;
} found;

/* values[c] = a sum, or another value that the rule made of run c. */
template <typename T>
static __device__ void put(const tp_runs *r, tropic_index c, typename number<T>::holds sum, T *values, int *wrong)
{
    const bool sums = r->rule == TROPIC_DUPLICATES_SUM;
    values[c] = (T)sum;
    if (sums && !fits(r, (T *)NULL, sum, r->begins[c], r->begins[c + 1])) *wrong = 1;
}

template <typename T>
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    short_kernel(const __grid_constant__ tp_runs r, T *values, found out)
{
    TP_FOR_EACH(c, r.count)
    {
        const tropic_index begin = r.begins[c], end = r.begins[c + 1];
        const T first = value_at<T>(&r, begin);
        if (end == begin + 1 || (r.united && alike(first, value_at<T>(&r, begin + 1)))) {
            values[c] = first;
        } else if (r.rule == TROPIC_DUPLICATES_REFUSE) {
            *out.wrong = 1;
        } else if (r.rule == TROPIC_DUPLICATES_LAST) {
            values[c] = value_at<T>(&r, end - 1);
        } else if (end - begin <= SHORT_RUN || r.rule == TROPIC_DUPLICATES_FIRST) {
            typename number<T>::holds sum = first;
            if (r.rule != TROPIC_DUPLICATES_FIRST)
                for (tropic_index k = begin + 1; k < end; k++)
                    sum = step<typename number<T>::holds>(r.rule, sum, value_at<T>(&r, k));
            put(&r, (tropic_index)c, sum, values, out.wrong);
        } else {
            out.list[atomicAdd(out.count, 1)] = (tropic_index)c;
        }
    }
}

/* Threads take parts of the run, side by side; neighbours then meet, in the order of the parts. */
template <typename T>
static __device__ typename number<T>::holds fold_in_parts(const tp_runs *r, tropic_index begin, tropic_index end)
{
    using W = typename number<T>::holds;
    __shared__ W parts[LONG_BLOCK];
    const int64_t n = end - begin;
    tropic_index k = begin + (tropic_index)(n * threadIdx.x / LONG_BLOCK);
    const tropic_index after = begin + (tropic_index)(n * (threadIdx.x + 1) / LONG_BLOCK);
    const tropic_duplicates rule = r->rule;
    bool any = k < after;
    W sum = any ? (W)value_at<T>(r, k) : W();
    for (k++; k < after; k++) sum = step<W>(rule, sum, value_at<T>(r, k));
    __shared__ bool has[LONG_BLOCK];
    parts[threadIdx.x] = sum;
    has[threadIdx.x] = any;
    for (int apart = 1; apart < LONG_BLOCK; apart *= 2) {
        __syncthreads();
        const int mine = 2 * apart * (int)threadIdx.x, other = mine + apart;
        if (other >= LONG_BLOCK || !has[other]) continue;
        parts[mine] = has[mine] ? step<W>(rule, parts[mine], parts[other]) : parts[other];
        has[mine] = true;
    }
    __syncthreads();
    return parts[0];
}

/* One thread adds up the values that all have read. */
template <typename T> static __device__ T sum_in_order(const tp_runs *r, tropic_index begin, tropic_index end)
{
    __shared__ T ahead[AHEAD];
    T sum = 0;
    for (int64_t from = begin; from < end; from += AHEAD) {
        const int n = (int)(end - from < AHEAD ? end - from : AHEAD);
        for (int k = (int)threadIdx.x; k < n; k += LONG_BLOCK) ahead[k] = value_at<T>(r, (tropic_index)(from + k));
        __syncthreads();
        if (threadIdx.x == 0) {
            sum = from == begin ? ahead[0] : sum + ahead[0];
            for (int k = 1; k < n; k++) sum += ahead[k];
        }
        __syncthreads();
    }
    return sum;
}

template <typename T>
static __global__ void __launch_bounds__(LONG_BLOCK)
    long_kernel(const __grid_constant__ tp_runs r, T *values, found out)
{
    for (int at = (int)blockIdx.x; at < *out.count; at += (int)gridDim.x) {
        const tropic_index c = out.list[at], begin = r.begins[c], end = r.begins[c + 1];
        typename number<T>::holds sum;
        if constexpr (number<T>::real) {
            sum = r.rule == TROPIC_DUPLICATES_SUM ? sum_in_order<T>(&r, begin, end) : fold_in_parts<T>(&r, begin, end);
        } else {
            sum = fold_in_parts<T>(&r, begin, end);
        }
        if (threadIdx.x == 0) put(&r, c, sum, values, out.wrong);
        __syncthreads();
    }
}

template <typename T> static tropic_status combine(tropic_context *context, const tp_runs *r, void *values, bool *right)
{
    tp_device_array<tropic_index> list;
    tp_device_array<int> counts;
    const cudaStream_t stream = tp_cuda_of(context)->stream;
    int wrong = 0;
    found out;
    TP_TRY(list.make(context, r->from.count / SHORT_RUN + 1, DOING));
    TP_TRY(counts.make(context, 2, DOING));
    TP_TRY(tp_cuda_check(context, cudaMemsetAsync(counts.data, 0, 2 * sizeof(int), stream), DOING));
    out.list = list.data;
    out.count = counts.data;
    out.wrong = counts.data + 1;
    TP_TRY(tp_pass(context, DOING, r->count, short_kernel<T>, *r, (T *)values, out));
    TP_TRY(tp_cuda_launch(context, DOING, {LONG_BLOCKS, LONG_BLOCK}, long_kernel<T>, *r, (T *)values, out));
    TP_TRY(tp_cuda_download(context, &wrong, out.wrong, sizeof wrong));
    *right = !wrong;
    return TROPIC_OK;
}

tropic_status tp_cuda_combine(tropic_context *context, const tp_runs *r, void *values, bool *fits)
{
#define CASE(type)                                                                                                     \
    case TP_TYPE_##type: return combine<TP_C(type)>(context, r, values, fits);
    switch (r->b->type) {
        TP_EACH_TYPE(CASE)
    }
    *fits = false;
    return TROPIC_OK;
}
