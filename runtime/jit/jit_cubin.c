/* SPDX-License-Identifier: Apache-2.0
 *
 * CUDA C++ texts to machine code by NVRTC, through the cache.
 */
#include "runtime/jit/jit.h"
#include "runtime/jit/jit_cache.h"
#include "runtime/jit/jit_parts.h"
#include "runtime/jit/jit_sources.h"

#include <stdio.h>

/* Of nvrtcResult. */
enum { NVRTC_SUCCESS = 0, NVRTC_ERROR_OUT_OF_MEMORY = 1, NVRTC_ERROR_INVALID_OPTION = 5, NVRTC_ERROR_COMPILATION = 6 };

/* As the kernels of the library are compiled. The public header declares functions of the host, which
 * are then taken for the device's, and never called. */
#define OPTIONS(X)                                                                                                     \
    X("--std=c++17")                                                                                                   \
    X("--fmad=false")                                                                                                  \
    X("--device-as-default-execution-space")                                                                           \
    X("-w")
#define AS_WORD(option) option,
#define AS_TEXT(option) option " "
static const char options_key[] = OPTIONS(AS_TEXT);

static tropic_status make_program(tropic_context *context, const tp_nvrtc *nvrtc, const char *name, const char *text,
                                  tp_nvrtc_program *program)
{
    const char **headers;
    int error;
    *program = NULL;
    headers = tp_allocate(&context->memory, 2 * (int64_t)tp_source_count, sizeof *headers);
    if (!headers) return tp_out_of_memory(context, "a text to compile");
    for (int k = 0; k < tp_source_count; k++) {
        headers[k] = (const char *)tp_sources[k].text;
        headers[tp_source_count + k] = tp_sources[k].name;
    }
    error = nvrtc->create(program, text, name, tp_source_count, headers, headers + tp_source_count);
    tp_release(&context->memory, headers);
    if (error == NVRTC_SUCCESS) return TROPIC_OK;
    if (error == NVRTC_ERROR_OUT_OF_MEMORY) return tp_out_of_memory(context, "a text to compile");
    return tp_fail(context, TROPIC_NOT_SUPPORTED, "NVRTC failed: %s", nvrtc->message(error));
}

static tropic_status refuse(tropic_context *context, const tp_nvrtc *nvrtc, tp_nvrtc_program program)
{
    tropic_status status;
    char *log = NULL;
    size_t bytes = 0;
    if (nvrtc->log_size(program, &bytes) != NVRTC_SUCCESS || bytes == 0) return tp_jit_refuse(context, "");
    log = tp_allocate(&context->memory, (int64_t)bytes, 1);
    if (!log) return tp_out_of_memory(context, "what a compiler wrote");
    status = tp_jit_refuse(context, nvrtc->log(program, log) == NVRTC_SUCCESS ? log : "");
    tp_release(&context->memory, log);
    return status;
}

static tropic_status compile(tropic_context *context, const tp_nvrtc *nvrtc, int architecture, tp_nvrtc_program program,
                             void **image, size_t *bytes)
{
    char target[32];
    const char *const options[] = {target, OPTIONS(AS_WORD)};
    int error;
    snprintf(target, sizeof target, "--gpu-architecture=sm_%d", architecture);
    error = nvrtc->compile(program, sizeof options / sizeof *options, options);
    if (error == NVRTC_ERROR_COMPILATION) return refuse(context, nvrtc, program);
    if (error == NVRTC_ERROR_INVALID_OPTION)
        return tp_fail(context, TROPIC_NOT_SUPPORTED,
                       "this NVRTC does not compile for sm_%d: install a newer CUDA toolkit", architecture);
    if (error == NVRTC_SUCCESS) error = nvrtc->cubin_size(program, bytes);
    if (error == NVRTC_SUCCESS) {
        *image = tp_allocate(&context->memory, (int64_t)*bytes, 1);
        if (!*image) return tp_out_of_memory(context, "a compiled text");
        error = nvrtc->cubin(program, *image);
    }
    if (error == NVRTC_SUCCESS) return TROPIC_OK;
    if (error == NVRTC_ERROR_OUT_OF_MEMORY) return tp_out_of_memory(context, "a text to compile");
    return tp_fail(context, TROPIC_NOT_SUPPORTED, "NVRTC failed: %s", nvrtc->message(error));
}

/* Whatever the cache has not. */
static tropic_status compile_text(tropic_context *context, int architecture, const char *name, const char *text,
                                  void **image, size_t *bytes)
{
    const tp_nvrtc *nvrtc;
    tp_nvrtc_program program;
    tropic_status status;
    TP_TRY(tp_nvrtc_load(context, &nvrtc));
    TP_TRY(make_program(context, nvrtc, name, text, &program));
    tp_jit_count();
    status = compile(context, nvrtc, architecture, program, image, bytes);
    nvrtc->destroy(&program);
    if (status != TROPIC_OK) {
        tp_release(&context->memory, *image);
        *image = NULL;
        *bytes = 0;
    }
    return status;
}

tropic_status tp_jit_cubin(tropic_context *context, int architecture, const char *name, const char *text, void **image,
                           size_t *bytes)
{
    char version[TP_NVRTC_VERSION], target[16];
    const char *const parts[] = {"cubin", tropic_version(), tp_sources_hash, options_key, version, target, name, text};
    tp_cache_key key = {0};
    tropic_status status;

    *image = NULL;
    *bytes = 0;
    TP_TRY(tp_nvrtc_version(context, version));
    snprintf(target, sizeof target, "sm_%d", architecture);
    status = tp_cache_key_make(context, &key, parts, sizeof parts / sizeof *parts);
    if (status == TROPIC_OK) status = tp_cache_find(context, &key, image, bytes);
    if (status == TROPIC_OK && !*image) {
        status = compile_text(context, architecture, name, text, image, bytes);
        if (status == TROPIC_OK) tp_cache_store(&key, *image, *bytes);
    }
    tp_release(&context->memory, key.bytes);
    return status;
}
