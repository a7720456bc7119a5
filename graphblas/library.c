/* SPDX-License-Identifier: Apache-2.0
 *
 * GrB_init, GrB_finalize, and the state between them: a context of the device, and one of the CPU for operators that
 * are functions of the caller. A vector belongs to one of them, and moves when a call needs it in the other; a matrix
 * serves both.
 */
#define _GNU_SOURCE
#include "graphblas/library.h"

#include "runtime/work.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    bool open, ended; /* since GrB_init; since GrB_finalize, which may be called again */
    GrB_Mode mode;
    tropic_context *context;         /* where operations run: one of these */
    tropic_context *host, *cuda;     /* of the CPU; and of the GPU, NULL until it is needed */
    int threads;                     /* that were asked for; 0: by default */
    void *(*allocate)(size_t bytes); /* of the caller; NULL: malloc and free */
    void (*release)(void *pointer);
    void *(*zeroed)(size_t count, size_t size); /* kept for the caller, who may ask for them */
    void *(*resized)(void *pointer, size_t bytes);
    bool verbose;
    bool auto_gpu;  /* `auto` has chosen the GPU, which is open */
    bool by_size;   /* each call chooses */
    double waiting; /* seconds of a CPU for calls that would be the GPU's */
    tropic_index long_row;
    long long host_calls, moves; /* operations that the CPU did for a function, and vectors moved */
    long long objects;           /* of the caller, that are not freed */
} library;

struct GrB_Global_opaque grb_global = {.object = GRB_PREDEFINED(Global, "Tropic")};
GrB_Global GrB_GLOBAL = &grb_global;

static const GrB_Index all = 0;
const GrB_Index *GrB_ALL = &all;

grb_thread *grb_lock(void)
{
    grb_thread *thread = grb_enter();
    if (!thread) return NULL;
    if (library.open) {
        if (library.context != library.host) grb_alone();
        return thread;
    }
    grb_unlock(thread);
    return NULL;
}

void grb_count_move(void)
{
    library.moves++; /* (No call beside another moves any.) */
}

void grb_count_object(int by)
{
    __atomic_fetch_add(&library.objects, by, __ATOMIC_RELAXED);
}

tropic_context *grb_context(void)
{
    return library.context;
}

tropic_context *grb_host_context(void)
{
    return library.host;
}

int grb_host_threads(void)
{
    return tropic_host_threads(library.host);
}

/* (A GPU's context has threads for loops on the host.) */
tropic_status grb_set_host_threads(int threads)
{
    grb_alone();
    tropic_context *const contexts[] = {library.host, library.cuda};
    const int before = library.threads;
    tropic_status status = TROPIC_OK;
    library.threads = threads < 0 ? 0 : threads < GRB_THREADS_MAX ? threads : GRB_THREADS_MAX;
    for (int k = 0; k < 2 && status == TROPIC_OK; k++)
        if (contexts[k]) status = tropic_host_set_threads(contexts[k], library.threads);
    if (status != TROPIC_OK) library.threads = before;
    return status;
}

tropic_context *grb_gpu_context(void)
{
    return library.cuda;
}

tropic_index grb_long_row(void)
{
    return library.long_row;
}

/* ------------------------------------------------------------------------------------------------
 * Memory
 */

void *grb_allocate(size_t bytes)
{
    if (bytes == 0) bytes = 1;
    return library.allocate ? library.allocate(bytes) : malloc(bytes);
}

void *grb_allocate_zero(size_t count, size_t size)
{
    if (size > 0 && count > SIZE_MAX / size) return NULL;
    void *pointer = grb_allocate(count * size);
    return pointer ? memset(pointer, 0, count * size) : NULL;
}

void grb_release(void *pointer)
{
    if (!pointer) return;
    if (library.release)
        library.release(pointer);
    else
        free(pointer);
}

static void *allocate_for_tropic(size_t bytes, void *user)
{
    (void)user;
    return library.allocate(bytes);
}

static void release_for_tropic(void *pointer, void *user)
{
    (void)user;
    library.release(pointer);
}

/* ------------------------------------------------------------------------------------------------
 * Devices
 */

static void close_contexts(void)
{
    library.context = NULL;
    library.by_size = false;
    library.waiting = 0;
    tropic_context_free(&library.cuda);
    tropic_context_free(&library.host);
}

static tropic_status open_context(tropic_context **context, tropic_device device)
{
    const tropic_context_options options = {.size = sizeof options,
                                            .device = device,
                                            .shared = device == TROPIC_DEVICE_CPU,
                                            .threads = library.threads,
                                            .allocate = library.allocate ? allocate_for_tropic : NULL,
                                            .release = library.allocate ? release_for_tropic : NULL};
    return *context ? TROPIC_OK : tropic_context_create(context, &options);
}

/* Does the environment leave the device to the sizes? */
static bool left_to_size(void)
{
    const char *word = secure_getenv("TROPIC_DEVICE");
    return tropic_built_with_cuda() && (!word || !*word || strcmp(word, "auto") == 0);
}

bool grb_by_size(void)
{
    return library.by_size;
}

tropic_context *grb_open_gpu(double seconds)
{
    grb_alone();
    library.waiting += seconds;
    if (library.cuda || library.waiting <= TP_GPU_START_SECONDS) return library.cuda;
    if (open_context(&library.cuda, TROPIC_DEVICE_CUDA) == TROPIC_OK) return library.cuda;
    library.by_size = false; /* and nobody asks again */
    if (library.verbose) fprintf(stderr, "on the CPU: %s\n", tropic_context_error(NULL));
    return NULL;
}

/* By auto: the device of the environment; *gpu: it is a GPU, which is open. */
static tropic_status open_auto(bool *gpu)
{
    tropic_context *made = NULL;
    tropic_status status = TROPIC_OK;
    *gpu = library.auto_gpu;
    if (library.auto_gpu && library.cuda) return TROPIC_OK; /* as it was at first */
    status = open_context(&made, TROPIC_DEVICE_AUTO);
    *gpu = library.auto_gpu = tropic_context_device(made) == TROPIC_DEVICE_CUDA;
    if (library.verbose && *tropic_context_device_reason(made))
        fprintf(stderr, "GrB_init: on the CPU: %s\n", tropic_context_device_reason(made));
    if (*gpu && !library.cuda) {
        library.cuda = made;
        return status;
    }
    tropic_context_free(&made);
    return status;
}

tropic_status grb_choose_device(tropic_device device)
{
    bool gpu = device == TROPIC_DEVICE_CUDA;
    grb_alone();
    tropic_status status = open_context(&library.host, TROPIC_DEVICE_CPU);
    if (status == TROPIC_OK && gpu) status = open_context(&library.cuda, TROPIC_DEVICE_CUDA);
    const bool by_size = device == TROPIC_DEVICE_AUTO && left_to_size();
    if (status == TROPIC_OK && device == TROPIC_DEVICE_AUTO && !by_size) status = open_auto(&gpu);
    if (status != TROPIC_OK) return status;
    library.context = gpu ? library.cuda : library.host;
    library.by_size = by_size;
    return TROPIC_OK;
}

tropic_device grb_device(void)
{
    return library.by_size ? TROPIC_DEVICE_AUTO : tropic_context_device(library.context);
}

static GrB_Info open_contexts(void)
{
    const tropic_status status = grb_choose_device(TROPIC_DEVICE_AUTO);
    if (status == TROPIC_OK) return GrB_SUCCESS;
    /* (Want of memory is told by the code.) */
    if (library.verbose || status != TROPIC_OUT_OF_MEMORY)
        fprintf(stderr, "GrB_init: %s\n", tropic_context_error(NULL));
    close_contexts();
    switch (status) {
    case TROPIC_INVALID_ARGUMENT: return GrB_INVALID_VALUE;
    case TROPIC_NO_DEVICE: return GrB_NOT_IMPLEMENTED;
    case TROPIC_OUT_OF_MEMORY:
    case TROPIC_OUT_OF_DEVICE_MEMORY: return GrB_OUT_OF_MEMORY;
    default: return GrB_PANIC;
    }
}

void grb_went_to_host(const char *function)
{
    if (library.by_size ? !library.cuda : library.host == library.context) return;
    if (__atomic_fetch_add(&library.host_calls, 1, __ATOMIC_RELAXED) == 0 && library.verbose)
        fprintf(stderr,
                "%s: an operator is a function without C text, so the CPU does this, here and in all such "
                "calls. GxB_BinaryOp_new and the like take the text.\n",
                function);
}

/* ------------------------------------------------------------------------------------------------
 * GrB_init, GrB_finalize, GrB_getVersion
 */

static const grb_settings defaults = {.jit = GxB_JIT_ON,
                                      .hyper = GRB_HYPER_SWITCH,
                                      .bitmap = GRB_BITMAP_SWITCH,
                                      .hints = {.chunk = GRB_CHUNK, .gpu = GxB_GPU_NEVER},
                                      .gpu_chunk = GRB_GPU_CHUNK};

/* (Objects from before GrB_finalize have contexts that are gone.) */
static GrB_Info init(GrB_Mode mode, void *(*allocate)(size_t), void *(*zeroed)(size_t, size_t),
                     void *(*resized)(void *, size_t), void (*release)(void *))
{
    if (mode == GxB_BLOCKING_GPU) mode = GrB_BLOCKING;
    if (mode == GxB_NONBLOCKING_GPU) mode = GrB_NONBLOCKING;
    if (mode != GrB_BLOCKING && mode != GrB_NONBLOCKING) return GrB_INVALID_VALUE;
    grb_thread *thread = grb_enter_alone();
    if (!thread) return GrB_PANIC;
    GrB_Info info = GrB_INVALID_VALUE;
    library.ended = false;
    const char *verbose = secure_getenv("TROPIC_GRAPHBLAS_VERBOSE");
    library.verbose = verbose && strcmp(verbose, "0") != 0;
    if (!library.open && library.objects > 0 && library.verbose)
        fprintf(stderr, "GrB_init: %lld objects were not freed before GrB_finalize\n", library.objects);
    if (!library.open && library.objects == 0) {
        const char *long_row = secure_getenv("TROPIC_GRAPHBLAS_LONG_ROW");
        library.long_row = long_row ? (tropic_index)strtol(long_row, NULL, 10) : GRB_LONG_ROW;
        library.mode = mode;
        library.host_calls = library.moves = 0;
        library.threads = 0;
        grb_global.settings = defaults;
        library.allocate = allocate;
        library.zeroed = zeroed;
        library.resized = resized;
        library.release = release;
        info = open_contexts();
        library.open = info == GrB_SUCCESS;
    }
    grb_unlock(thread);
    return info;
}

GrB_Info GrB_init(GrB_Mode mode)
{
    return init(mode, NULL, NULL, NULL, NULL);
}

/* (calloc and realloc are not needed.) */
GrB_Info GxB_init(GrB_Mode mode, void *(*user_malloc)(size_t), void *(*user_calloc)(size_t, size_t),
                  void *(*user_realloc)(void *, size_t), void (*user_free)(void *))
{
    if (mode == GxB_BLOCKING_GPU || mode == GxB_NONBLOCKING_GPU) return GrB_init(mode);
    return user_malloc && user_free ? init(mode, user_malloc, user_calloc, user_realloc, user_free) : GrB_NULL_POINTER;
}

void (*grb_memory_function(int which))(void)
{
    const bool own = !library.allocate;
    switch (which) {
    case GxB_MALLOC_FUNCTION: return (void (*)(void))(own ? malloc : library.allocate);
    case GxB_CALLOC_FUNCTION: return (void (*)(void))(own ? calloc : library.zeroed);
    case GxB_REALLOC_FUNCTION: return (void (*)(void))(own ? realloc : library.resized);
    default: return (void (*)(void))(own ? free : library.release);
    }
}

GrB_Info GrB_finalize(void)
{
    grb_thread *thread = grb_enter_alone();
    if (!thread) return GrB_PANIC;
    GrB_Info info = library.open || library.ended ? GrB_SUCCESS : GrB_PANIC;
    if (library.open) {
        if (library.verbose && library.host_calls > 0)
            fprintf(stderr, "GrB_finalize: %lld operations by the CPU for functions, %lld vectors moved\n",
                    library.host_calls, library.moves);
        grb_free_predefined();
        close_contexts();
        for (int k = 0; k < GRB_JIT_TEXTS; k++) grb_release(grb_global.settings.jit_texts[k]);
        grb_global.settings = defaults;
        library.open = false;
        library.ended = true;
    }
    grb_unlock(thread);
    return info;
}

bool grb_verbose(void)
{
    return library.verbose;
}

GrB_Mode grb_mode(void)
{
    return library.mode;
}

GrB_Info GrB_getVersion(unsigned int *version, unsigned int *subversion)
{
    if (!version || !subversion) return GrB_NULL_POINTER;
    *version = GRB_VERSION;
    *subversion = GRB_SUBVERSION;
    return GrB_SUCCESS;
}
