/* SPDX-License-Identifier: Apache-2.0
 *
 * The benchmark's command line.
 */
#include "bench/bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of sources, and of threads. */
#define LARGEST_NUMBER 4096

static const char *value_of(int argc, char **argv, int *at)
{
    if (*at + 1 >= argc) {
        fprintf(stderr, "bench: %s needs a value\n", argv[*at]);
        exit(2);
    }
    return argv[++*at];
}

static int number_of(int argc, char **argv, int *at)
{
    const char *option = argv[*at], *text = value_of(argc, argv, at);
    char *end;
    const long number = strtol(text, &end, 10);
    if (*text != '\0' && *end == '\0' && number > 0 && number <= LARGEST_NUMBER) return (int)number;
    fprintf(stderr, "bench: %s: '%s' is not a number from 1 to %d\n", option, text, LARGEST_NUMBER);
    exit(2);
}

static tropic_device device_of(const char *text)
{
    if (strcmp(text, "cpu") == 0) return TROPIC_DEVICE_CPU;
    if (strcmp(text, "cuda") == 0) return TROPIC_DEVICE_CUDA;
    fprintf(stderr, "bench: --device: '%s' is neither cpu nor cuda\n", text);
    exit(2);
}

bench_settings bench_options(int argc, char **argv)
{
    bench_settings set = {
        .algorithms = "bfs,sssp,bc", .parts = "products,masked,user,first", .sources = 9};
    for (int k = 1; k < argc; k++) {
        if (strcmp(argv[k], "--graphs") == 0)
            set.graphs = value_of(argc, argv, &k);
        else if (strcmp(argv[k], "--algorithms") == 0)
            set.algorithms = value_of(argc, argv, &k);
        else if (strcmp(argv[k], "--strategies") == 0)
            set.strategies = value_of(argc, argv, &k);
        else if (strcmp(argv[k], "--sources") == 0)
            set.sources = number_of(argc, argv, &k);
        else if (strcmp(argv[k], "--threads") == 0)
            set.threads = number_of(argc, argv, &k);
        else if (strcmp(argv[k], "--device") == 0)
            set.device = device_of(value_of(argc, argv, &k));
        else if (strcmp(argv[k], "--parts") == 0)
            set.parts = value_of(argc, argv, &k);
        else if (strcmp(argv[k], "--spmv") == 0)
            set.spmv = true;
        else if (strcmp(argv[k], "--loops") == 0)
            set.loops = true;
        else if (strcmp(argv[k], "--graphblas") == 0)
            set.graphblas = true;
        else if (strcmp(argv[k], "--help") == 0) {
            puts("usage: tropic-bench [--device cpu|cuda] [--graphs LIST] [--algorithms LIST]\n"
                 "                    [--strategies LIST] [--sources N] [--threads N] "
                 "[--graphblas]\n"
                 "       tropic-bench --spmv [--parts LIST] [--device cpu|cuda] [--graphs LIST] "
                 "...\n"
                 "       tropic-bench --loops [--device cpu|cuda]\n"
                 "bench/README.md says what each means");
            exit(0);
        } else {
            fprintf(stderr, "bench: no option '%s'\n", argv[k]);
            exit(2);
        }
    }
    if (!set.graphs)
        set.graphs = set.spmv ? "kron:21:16,urand:21:16,lattice:1200:0.9,mycielskian:17,mesh:1024,"
                                "band:8000000:16"
                              : "kron:21:16,urand:21:16,mycielskian:17,lattice:1200:0.62";
    if (!set.strategies)
        set.strategies = set.spmv ? "auto,cooc-scalar,csc-scalar,csc-vector,csr-push" : "auto";
    return set;
}
