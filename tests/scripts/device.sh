#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# device.sh BUILD: the tool's choice of a device, with a GPU that is made up: functions of a library that is loaded
# before Tropic's stand for it. It opens, or not; a search there lacks memory, or not.
set -euo pipefail
tool=$(cd "$1" && pwd)/cli/tropic
if [ ! -e "$tool" ] || [[ $(ldd "$tool" 2>&1) != *libtropic.so* ]]; then
    echo "skipped: no tool that is linked to a shared library"
    exit 77
fi
include=$(cd "$(dirname "$0")/../../include" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
wrong() {
    echo "$*"
    cat message
    exit 1
}

cat >gpu.c <<'END_C'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <tropic.h>
#define FAILURE "memory of the GPU is taken"
static tropic_context *gpu;
static bool failed;
static bool answers(const char *word)
{
    return strcmp(getenv("GPU"), word) == 0;
}
bool tropic_built_with_cuda(void)
{
    return true;
}
tropic_status tropic_context_create(tropic_context **context, const tropic_context_options *given)
{
    tropic_status (*real)(tropic_context **, const tropic_context_options *) = dlsym(RTLD_NEXT, __func__);
    tropic_context_options options = *given;
    const bool cuda = options.device == TROPIC_DEVICE_CUDA;
    if (cuda && answers("none")) return TROPIC_NO_DEVICE;
    failed = cuda && answers("closed");
    if (failed) return TROPIC_OUT_OF_DEVICE_MEMORY;
    if (cuda) options.device = TROPIC_DEVICE_CPU;
    const tropic_status status = real(context, &options);
    if (cuda) gpu = *context;
    return status;
}
const char *tropic_context_device_name(const tropic_context *context)
{
    const char *(*real)(const tropic_context *) = dlsym(RTLD_NEXT, __func__);
    return gpu && context == gpu ? "a GPU" : real(context);
}
const char *tropic_context_error(const tropic_context *context)
{
    const char *(*real)(const tropic_context *) = dlsym(RTLD_NEXT, __func__);
    return failed ? FAILURE : real(context);
}
tropic_status tropic_bfs(tropic_vector *level, tropic_vector *parent, const tropic_matrix *A, tropic_index source,
                         const tropic_run_options *options, tropic_run_report *report)
{
    tropic_status (*real)(tropic_vector *, tropic_vector *, const tropic_matrix *, tropic_index,
                          const tropic_run_options *, tropic_run_report *) = dlsym(RTLD_NEXT, __func__);
    static int calls;
    failed = gpu && answers("small") && ++calls <= 3;
    return failed ? calls == 3 ? TROPIC_OUT_OF_DEVICE_MEMORY : TROPIC_OK
                  : real(level, parent, A, source, options, report);
}
END_C
cc -shared -fPIC -I"$include" -o gpu.so gpu.c -ldl 2>message || { echo "skipped: no compiler for a library"; exit 77; }

# go GPU WORD...: tropic, where the GPU is so; standard output to `result`.
go() {
    local gpu=$1
    shift
    code=0
    GPU=$gpu LD_PRELOAD=$work/gpu.so "$tool" "$@" >result 2>message || code=$?
}
# is DEVICE [REASON]: the summary says so.
is() {
    [ "$code" -eq 0 ] || wrong "exit code $code"
    grep -q "^device   $1" message || wrong "not on $1"
    if [ $# -gt 1 ]; then
        grep -q "^reason   $2" message || wrong "does not say why: $2"
    elif grep '^reason' message; then
        wrong "there is no reason"
    fi
    cmp -s result expected || wrong "another result"
}

"$tool" gen star 1000000 --device cpu --quiet --output star.mtx
small=(bfs star.mtx --source 1 --threads 1)
# Beside the graph a GPU starts, or once it is read.
large=("${small[@]}" --repeat 350)
later=("${small[@]}" --repeat 25)
go none "${small[@]}" --device cpu
mv result expected

go open "${small[@]}"
is CPU 'the work is small'
for work_of in large later; do
    declare -n words=$work_of
    go open "${words[@]}"
    is 'a GPU'
    go none "${words[@]}"
    is CPU
    go closed "${words[@]}"
    is CPU 'memory of the GPU is taken$'
    go small "${words[@]}"
    is CPU 'a GPU: memory of the GPU is taken$'
done
go small "${later[@]}" --format json --output file
grep -q '"device_reason": "a GPU: memory of the GPU is taken"' result || wrong "no reason in JSON"
cmp -s file expected || wrong "another result"

# A device asked for by name is that one, or an error.
for gpu in closed small; do
    go "$gpu" "${later[@]}" --device cuda
    [ "$code" -eq 1 ] || wrong "--device cuda ends with $code"
    grep -q '^tropic: memory of the GPU is taken; --device cpu does it without a GPU$' message || wrong "no way out"
done
export TROPIC_DEVICE=cuda
go open "${small[@]}"
is 'a GPU'
go closed "${small[@]}"
[ "$code" -eq 1 ] || wrong "TROPIC_DEVICE=cuda ends with $code"
go open "${small[@]}" --device cpu
is CPU
go open "${later[@]}" --device auto
is 'a GPU'
go open "${small[@]}" --device auto
is CPU 'the work is small'
export TROPIC_DEVICE=cpu
go open "${later[@]}"
is CPU
