/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/gpu.h"

#include "bench/common.h"

#include <stdio.h>

#ifdef BENCH_CUDA

#include <cuda_runtime_api.h>

/* Rounds whose median counts; seconds that one takes, about, and how often it does the work. */
#define ROUNDS 9
#define ROUND_SECONDS 4e-3
#define EACH_MIN 2
#define EACH_MAX 20
/* Bytes of the copy that measures the bandwidth. */
#define COPY_BYTES ((size_t)1 << 30)

/* Seconds of one `go`, or negative. */
static double time_once(cudaStream_t stream, cudaGraphExec_t exec, bool (*work)(void *), void *data, int each,
                        cudaEvent_t start, cudaEvent_t stop)
{
    float ms = 0;
    bool good = true;
    cudaEventRecord(start, stream);
    if (exec)
        good = cudaGraphLaunch(exec, stream) == cudaSuccess;
    else
        for (int k = 0; k < each && good; k++) good = work(data);
    cudaEventRecord(stop, stream);
    if (!good || cudaEventSynchronize(stop) != cudaSuccess || cudaEventElapsedTime(&ms, start, stop) != cudaSuccess)
        return -1;
    return 1e-3 * (double)ms / each;
}

/* NULL where it cannot be captured. */
static cudaGraphExec_t capture(cudaStream_t stream, bool (*work)(void *), void *data, int each)
{
    cudaGraph_t graph = NULL;
    cudaGraphExec_t exec = NULL;
    bool good = cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed) == cudaSuccess;
    if (!good) return NULL;
    for (int k = 0; k < each && good; k++) good = work(data);
    good = cudaStreamEndCapture(stream, &graph) == cudaSuccess && good;
    if (good && cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess) exec = NULL;
    if (graph) cudaGraphDestroy(graph);
    cudaGetLastError();
    return exec;
}

bench_gpu_times bench_gpu_time(void *stream, bool (*work)(void *data), void *data)
{
    bench_gpu_times t = {.seconds = -1};
    cudaEvent_t start, stop;
    cudaGraphExec_t exec;
    double one, seconds = -1;
    double all[ROUNDS];
    int each = EACH_MIN;
    if (!work(data) || cudaEventCreate(&start) != cudaSuccess) return t;
    cudaEventCreate(&stop);
    one = time_once(stream, NULL, work, data, 1, start, stop);
    if (one > 0)
        each = one * EACH_MAX < ROUND_SECONDS   ? EACH_MAX
               : one * EACH_MIN > ROUND_SECONDS ? EACH_MIN
                                                : (int)(ROUND_SECONDS / one);
    exec = capture(stream, work, data, each);
    t.captured = exec != NULL;
    for (int k = 0; k < ROUNDS; k++) {
        seconds = time_once(stream, exec, work, data, each, start, stop);
        if (seconds < 0) break;
        all[k] = seconds;
    }
    if (seconds >= 0) {
        const bench_times times = bench_times_of(all, ROUNDS);
        t.seconds = times.median;
        t.spread = bench_range(&times);
    }
    if (exec) cudaGraphExecDestroy(exec);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    return t;
}

void *bench_to_device(const void *from, size_t bytes)
{
    void *to = NULL;
    if (cudaMalloc(&to, bytes + 1) != cudaSuccess)
        cudaGetLastError();
    else if (from)
        cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice);
    return to;
}

void bench_from_device(void *array)
{
    cudaFree(array);
}

bool bench_gpu_wait(void)
{
    return cudaDeviceSynchronize() == cudaSuccess;
}

typedef struct copy {
    void *from, *to;
} copy;

static bool copy_once(void *data)
{
    const copy *c = data;
    return cudaMemcpyAsync(c->to, c->from, COPY_BYTES, cudaMemcpyDeviceToDevice, NULL) == cudaSuccess;
}

double bench_copy_bandwidth(void)
{
    copy c = {0};
    double seconds = -1;
    if (cudaMalloc(&c.from, COPY_BYTES) == cudaSuccess && cudaMalloc(&c.to, COPY_BYTES) == cudaSuccess &&
        cudaMemset(c.from, 1, COPY_BYTES) == cudaSuccess)
        seconds = bench_gpu_time(NULL, copy_once, &c).seconds;
    cudaFree(c.from);
    cudaFree(c.to);
    cudaGetLastError();
    return seconds > 0 ? 2 * (double)COPY_BYTES / seconds : 0;
}

/* "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.65.06  Sun Jul ..." */
void bench_gpu_driver(char *text, size_t size)
{
    FILE *file = fopen("/proc/driver/nvidia/version", "r");
    char word[32] = "";
    int major, minor, cuda = 0;
    while (file && fscanf(file, "%31s", word) == 1)
        if (sscanf(word, "%d.%d", &major, &minor) == 2) break;
    if (!file || sscanf(word, "%d.%d", &major, &minor) != 2) word[0] = '\0';
    if (file) fclose(file);
    *text = '\0';
    if (cudaDriverGetVersion(&cuda) == cudaSuccess && cuda > 0)
        snprintf(text, size, "%s%sCUDA %d.%d", word, word[0] ? ", " : "", cuda / 1000, cuda % 1000 / 10);
}

#else

bench_gpu_times bench_gpu_time(void *stream, bool (*work)(void *data), void *data)
{
    const bench_gpu_times none = {.seconds = -1};
    (void)stream, (void)work, (void)data;
    return none;
}

void *bench_to_device(const void *from, size_t bytes)
{
    (void)from, (void)bytes;
    return NULL;
}

void bench_from_device(void *array)
{
    (void)array;
}

bool bench_gpu_wait(void)
{
    return true;
}

double bench_copy_bandwidth(void)
{
    return 0;
}

void bench_gpu_driver(char *text, size_t size)
{
    if (size > 0) *text = '\0';
}

#endif
