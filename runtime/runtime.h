/* SPDX-License-Identifier: Apache-2.0
 *
 * The base of every layer: the context, its memory and its error text.
 */
#ifndef TP_RUNTIME_H
#define TP_RUNTIME_H

#include <tropic.h>

#include <stdarg.h>

/* Returns from the calling function when a status is not OK. The one macro that hides a return. */
#define TP_TRY(call)                                                                                                   \
    do {                                                                                                               \
        tropic_status tp_try_status = (call);                                                                          \
        if (tp_try_status != TROPIC_OK) return tp_try_status;                                                          \
    } while (0)

#if defined(__GNUC__)
#define TP_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define TP_PRINTF(text, first)
#endif

/* Between these two stand functions that C and CUDA's C++ share. */
#ifdef __cplusplus
#define TP_BEGIN_C extern "C" {
#define TP_END_C }
#else
#define TP_BEGIN_C
#define TP_END_C
#endif

TP_BEGIN_C

/* Where memory comes from; copied into whatever must free it later. */
typedef struct tp_memory {
    void *(*allocate)(size_t bytes, void *user);
    void (*release)(void *pointer, void *user);
    void *(*device_allocate)(size_t bytes, void *user);
    void (*device_release)(void *pointer, void *user);
    void *user;
    tropic_context *counts; /* host memory from here counts in its `working`; NULL: it counts nowhere */
} tp_memory;

/* Whether values have fractions, infinities and NaN. */
static inline bool tp_type_floating(tropic_type type)
{
    return type == TROPIC_FP32 || type == TROPIC_FP64;
}
/* Whether values are integers without a sign. */
static inline bool tp_type_unsigned(tropic_type type)
{
    return type >= TROPIC_UINT8 && type <= TROPIC_UINT64;
}
/* Whether values are a user's structs: bytes, of which we know the number and nothing else. */
static inline bool tp_type_struct(tropic_type type)
{
    return (size_t)type >= TROPIC_TYPES;
}

/* count * size bytes of host memory, not cleared; NULL where there is none (or the product overflows), also after kept
 * blocks and forms that can be made again (runtime/evict.h) were given up. Never NULL for zero bytes. */
void *tp_allocate(const tp_memory *memory, int64_t count, size_t size);
/* The same for memory that a call can do without: no form that can be made again is given up for it. */
void *tp_allocate_spare(const tp_memory *memory, int64_t count, size_t size);
/* As tp_allocate, cleared. */
void *tp_allocate_zero(const tp_memory *memory, int64_t count, size_t size);
/* Accepts NULL. The process keeps a few large blocks for its next requests. */
void tp_release(const tp_memory *memory, void *pointer);
/* The bytes that an array was asked for whose memory counts. */
size_t tp_working_bytes(const void *pointer);
/* So many bytes more, or less, are in context->working. Threads may call them at once. */
void tp_working_add(tropic_context *context, size_t bytes);
void tp_working_remove(tropic_context *context, size_t bytes);
/* Gives kept blocks back to the system. */
void tp_memory_trim(void);

struct tp_backend;

#define TP_ERROR_LENGTH 1024

/* The last error. */
typedef struct tp_error {
    const char *entered; /* the public function at work, the outermost; NULL: none */
    const char *call;    /* the one that failed */
    uint64_t number;     /* of the failure; they ascend. 0: none */
    char text[TP_ERROR_LENGTH];
} tp_error;

/* Of a context of `auto`, until it has chosen (runtime/choice.h). */
typedef struct tp_choice {
    const struct tp_backend *gpu; /* that may be opened; NULL: the choice is made */
    int device_index;
    bool worked;                   /* there were calls with work */
    double seconds;                /* of a CPU, for those of them that a GPU would do sooner */
    struct tropic_vector *vectors; /* in memory of the CPU's backend: a list */
    /* Has these come from there to the context's backend; all, or none. */
    tropic_status (*follow)(tropic_context *context, struct tropic_vector *vectors, const struct tp_backend *from);
} tp_choice;

/* Matrices have no place on devices beyond so many. */
#define TP_MAX_DEVICES 16

struct tropic_context {
    tp_memory memory; /* of what outlives a call */
    tp_memory work; /* the same functions, for what a call works in: it counts in `working`, unless threads share it */
    const struct tp_backend *backend;
    void *device;        /* the backend's own */
    int device_index;    /* which GPU; 0 on the CPU */
    int instruction_set; /* a tp_instruction_set (runtime/instruction_set.h) */
    int threads;
    struct tp_pool *pool; /* of helpers (runtime/threads.h); NULL: one thread */
    bool reproducible;
    bool (*progress)(double done, void *user);
    void *progress_user;
    /* The work that tp_progress is told of is this part of the whole call. */
    double progress_from, progress_part;
    double progress_reported; /* the last that the caller was told of this call */
    double timer;             /* the CPU backend's */
    bool reporting;           /* the caller's `progress` is at work */
    bool looping;             /* a loop's body is at work, called or recorded */
    /* While a loop's body is recorded: where, and the backend that would make the calls; else NULL. */
    struct tp_program *program;
    const struct tp_backend *recorded;
    bool reformed;                   /* a vector has changed its form meanwhile */
    struct tropic_vector *uncounted; /* vectors whose count is recorded (runtime/count.h): a list */
    size_t working, working_peak;    /* bytes of `work` and backend->allocate that are out, and their maximum */
    size_t needed;                   /* the most of `working` that was checked for in a run; for tests */
    char device_name[128];
    char device_reason[TP_ERROR_LENGTH]; /* why there is no GPU, though `auto` found one; "" */
    tp_error error;
    int calls;                   /* within one another, that are under way: runtime/evict.h */
    uint64_t call;               /* the number of the outermost; 0: there is none */
    struct tropic_context *next; /* of all that are open */
    bool shared;                 /* threads call at once: their errors and calls are kept for each thread */
    bool freed;                  /* by the caller */
    tp_choice choice;
    char line[64];      /* (Threads that share the context read what is above.) */
    int64_t references; /* vectors that belong to it, and one until the caller frees it */
};

/* A vector belongs to the context from now on, or no longer. The last reference ends the context. */
void tp_context_enter(tropic_context *context);
void tp_context_leave(tropic_context *context);
/* Keeps the sentence and returns the status: `return tp_fail(context, TROPIC_..., "...")`. Without a context, or where
 * the caller has freed it or threads share it: for this thread. */
tropic_status tp_fail(tropic_context *context, tropic_status status, const char *format, ...) TP_PRINTF(3, 4);
/* The number of the failure that tropic_context_error tells. */
uint64_t tp_failure(const tropic_context *context);
/* Forgets the error that this thread keeps. */
void tp_error_forget(void);
/* The error that this thread keeps where there is no context, or where the caller has freed it or threads share it. */
tp_error *tp_error_nowhere(void);

static inline tp_error *tp_error_of(tropic_context *context)
{
    return context && !context->freed && !context->shared ? &context->error : tp_error_nowhere();
}
/* (To find what is kept for the thread takes as long as some calls. So where threads share the context, no call enters,
 * and errors have no call's name.) */
static inline tp_error *tp_enter(tropic_context *context, const char *function)
{
    tp_error *error;
    if (context && context->shared && !context->freed) return NULL;
    error = tp_error_of(context);
    if (error->entered) return NULL;
    error->entered = function;
    return error;
}
static inline void tp_leave(tp_error **entered)
{
    if (*entered) (*entered)->entered = NULL;
}
/* Stands among the declarations of a public function that can fail: errors are its own. `context` may be NULL. Of
 * functions within functions, the outermost counts. (TP_CALL of runtime/evict.h contains it.) */
#define TP_ENTER(context)                                                                                              \
    tp_error *tp_this_function __attribute__((cleanup(tp_leave), unused)) = tp_enter(context, __func__)

/* INDEX_OUT_OF_RANGE: the value of the argument `name` is not from 0 to n - 1. */
tropic_status tp_fail_range(tropic_context *context, const char *name, tropic_index value, tropic_index n);
/* OUT_OF_MEMORY, for `what`. */
tropic_status tp_out_of_memory(tropic_context *context, const char *what);
/* OUT_OF_MEMORY, where so many bytes more of `memory` are not there, also without forms that can be made again: said
 * before they are allocated, for the system grants memory that it lacks, and ends the process that fills it. `what`
 * needs them, as printf has it. A caller's own functions are believed. */
tropic_status tp_need_memory(tropic_context *context, const tp_memory *memory, size_t bytes, const char *what, ...)
    TP_PRINTF(4, 5);
/* So many bytes more of a call's working memory were checked for: context->needed. */
void tp_working_checked(tropic_context *context, size_t bytes);
/* Bytes that this process may get, about, of the machine, its control groups and its address space; or SIZE_MAX. */
size_t tp_available_memory(void);
/* Tells the caller's progress callback; TROPIC_CANCELLED where it asks so. */
tropic_status tp_progress(tropic_context *context, double done);
/* Seconds on a steady clock. */
double tp_now(void);
/* INVALID_ARGUMENT where `size`, a member of the caller's struct, was never set. */
tropic_status tp_options_check_size(tropic_context *context, size_t size, const char *name);
/* Copies a struct of the caller's that begins with its size into ours of `size` bytes: members that
 * the caller's lacks become zero. INVALID_ARGUMENT where its size is zero, or a member that we do not
 * know is set. NULL gives all zeros. */
tropic_status tp_options_copy(tropic_context *context, void *ours, size_t size, const void *theirs, const char *name);
/* Fills the caller's struct, which begins with its size, from ours of `size` bytes. The caller's may be shorter or
 * longer. */
void tp_report_copy(void *theirs, const void *ours, size_t size);

TP_END_C
#endif
