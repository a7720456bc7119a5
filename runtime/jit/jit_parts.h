/* SPDX-License-Identifier: Apache-2.0
 *
 * The parts of run-time compilation, for one another.
 */
#ifndef TP_JIT_PARTS_H
#define TP_JIT_PARTS_H

#include "runtime/runtime.h"

#include <limits.h>
#include <sys/stat.h>

/* Counts one call of a compiler. */
void tp_jit_count(void);

/* Room for a file's identity: its path, size and time of change, which differ between compilers. */
#define TP_IDENTITY (PATH_MAX + 64)
/* False: there is no such file, or no room. */
bool tp_file_identity(const char *path, char identity[TP_IDENTITY]);

/* COMPILE_ERROR, with the errors in the compiler's log, those in the user's own lines first, without warnings and all
 * else that a compiler says around them. */
tropic_status tp_jit_refuse(tropic_context *context, const char *log);

/* Room for the system's description of a processor, shortened to a checksum. */
#define TP_PROCESSOR 32

/* A private folder for temporary files. Its path may lead elsewhere by now, if others may write where it lies; so files
 * are reached by the open folder alone. */
typedef struct tp_folder {
    int at;
    char path[PATH_MAX];
} tp_folder;

/* Removes those that were left, first. IO_ERROR. */
tropic_status tp_folder_make(tropic_context *context, tp_folder *folder);
/* With all files in it. */
void tp_folder_remove(const tp_folder *folder);
/* IO_ERROR. `before` goes in front of the text. */
tropic_status tp_folder_write(tropic_context *context, const tp_folder *folder, const char *name, const char *before,
                              const void *text, size_t count);
/* All of a file of this user's own; its contents are followed by a zero. *text: tp_release() it; NULL where there is no
 * such file, or an empty one. OUT_OF_MEMORY. */
tropic_status tp_folder_read(tropic_context *context, const tp_folder *folder, const char *name, void **text,
                             size_t *count);

/* A C compiler. */
typedef struct tp_cc {
    const char *command; /* the environment's, or a name */
    char path[PATH_MAX]; /* of the program, absolute */
    char identity[TP_IDENTITY];
    char processor[TP_PROCESSOR]; /* the machine's, if the command asks for code that only its like can run; or "" */
} tp_cc;

/* NOT_SUPPORTED: there is none. */
tropic_status tp_cc_find(tropic_context *context, tp_cc *cc);

/* $PATH, or where programs are if there is none (runtime/jit/jit_environment.c). */
const char *tp_program_folders(void);
/* The environment of a compiler that works in a private folder; free() it. NULL: OUT_OF_MEMORY. */
char **tp_cc_environment(tropic_context *context);
/* A word that tells this machine's kind of processor from others. */
void tp_processor_kind(char kind[TP_PROCESSOR]);

/* Its options, for the key of the cache. */
extern const char tp_cc_options[];
/* `text` to a shared object's bytes; tp_release() them. */
tropic_status tp_cc_compile(tropic_context *context, const tp_cc *cc, const char *name, const char *text, void **object,
                            size_t *bytes);

/* Loads a shared object from memory. OUT_OF_MEMORY, IO_ERROR. */
tropic_status tp_load_object(tropic_context *context, const void *object, size_t bytes, void **library);

/* NVRTC, loaded when first needed, and then kept. Its functions as in nvrtc.h. */
typedef struct tp_nvrtc_program_ *tp_nvrtc_program;
typedef struct tp_nvrtc {
    int (*version)(int *major, int *minor);
    int (*create)(tp_nvrtc_program *program, const char *text, const char *name, int headers,
                  const char *const *header_texts, const char *const *header_names);
    int (*compile)(tp_nvrtc_program program, int options, const char *const *option);
    int (*cubin_size)(tp_nvrtc_program program, size_t *bytes);
    int (*cubin)(tp_nvrtc_program program, char *image);
    int (*log_size)(tp_nvrtc_program program, size_t *bytes);
    int (*log)(tp_nvrtc_program program, char *text);
    int (*destroy)(tp_nvrtc_program *program);
    const char *(*message)(int error);
    /* Has callback(payload, NULL) asked whether to cancel: 1, else 0. NULL before CUDA 12.8. */
    int (*flow)(tp_nvrtc_program program, int (*callback)(void *payload, void *reserved), void *payload);
} tp_nvrtc;

/* NOT_SUPPORTED: there is none. */
tropic_status tp_nvrtc_load(tropic_context *context, const tp_nvrtc **nvrtc);
/* Which NVRTC compiles here, "13.0"; as the cache remembers it, without loading it, where that is still
 * so. Else it is loaded if `loads`, and "" if not. NOT_SUPPORTED: there is none, nor has there been. OUT_OF_MEMORY. */
#define TP_NVRTC_VERSION 32
tropic_status tp_nvrtc_version(tropic_context *context, bool loads, char version[TP_NVRTC_VERSION]);

#endif
