/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds NVRTC, which is never linked: most programs compile nothing, and it has 100 MB.
 */
#define _GNU_SOURCE
#include "runtime/environment.h"
#include "runtime/jit/jit_cache.h"
#include "runtime/jit/jit_parts.h"
#include "runtime/locks.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NEWEST_MAJOR 13
#define OLDEST_MAJOR 12

/* Of TP_LOCK_NVRTC. */
static tp_nvrtc loaded;
static void *library; /* NULL: not loaded yet */

/* By the names that it has in a folder; "": where the system looks. */
static void *open_in(const char *folder)
{
    char path[PATH_MAX];
    void *found = NULL;
    for (int major = NEWEST_MAJOR; !found && major >= OLDEST_MAJOR; major--)
        if (snprintf(path, sizeof path, "%slibnvrtc.so.%d", folder, major) < PATH_MAX)
            found = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    if (!found && snprintf(path, sizeof path, "%slibnvrtc.so", folder) < PATH_MAX)
        found = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    return found;
}

static void *find_library(void)
{
    static const char *const variables[] = {"CUDA_HOME", "CUDA_PATH"};
    const char *own = tp_environment("TROPIC_NVRTC");
    char folder[PATH_MAX];
    void *found;
    if (own && *own) return dlopen(own, RTLD_LAZY | RTLD_LOCAL);
    found = open_in("");
    for (int k = 0; !found && k < 2; k++) {
        const char *root = tp_environment(variables[k]);
        if (root && *root && snprintf(folder, sizeof folder, "%s/lib64/", root) < PATH_MAX) found = open_in(folder);
    }
    return found ? found : open_in("/usr/local/cuda/lib64/");
}

/* POSIX makes a function of an object's address; ISO C knows no such cast. */
static bool take(void *from, const char *name, void *function)
{
    void *address = dlsym(from, name);
    memcpy(function, &address, sizeof address);
    return address != NULL;
}

static bool take_all(void *from, tp_nvrtc *n)
{
    (void)take(from, "nvrtcSetFlowCallback", &n->flow);
    return take(from, "nvrtcVersion", &n->version) && take(from, "nvrtcCreateProgram", &n->create) &&
           take(from, "nvrtcCompileProgram", &n->compile) && take(from, "nvrtcGetCUBINSize", &n->cubin_size) &&
           take(from, "nvrtcGetCUBIN", &n->cubin) && take(from, "nvrtcGetProgramLogSize", &n->log_size) &&
           take(from, "nvrtcGetProgramLog", &n->log) && take(from, "nvrtcDestroyProgram", &n->destroy) &&
           take(from, "nvrtcGetErrorString", &n->message);
}

/* A library takes long to load, so that is done without the lock. */
static bool load(void)
{
    void *found = find_library();
    tp_nvrtc its;
    bool first;
    if (!found) return false;
    if (!take_all(found, &its)) {
        dlclose(found);
        return false;
    }
    tp_lock(TP_LOCK_NVRTC);
    first = !library;
    if (first) {
        loaded = its;
        library = found;
    }
    tp_unlock(TP_LOCK_NVRTC);
    if (!first) dlclose(found);
    return true;
}

static bool is_loaded(void)
{
    bool is;
    tp_lock(TP_LOCK_NVRTC);
    is = library != NULL;
    tp_unlock(TP_LOCK_NVRTC);
    return is;
}

tropic_status tp_nvrtc_load(tropic_context *context, const tp_nvrtc **nvrtc)
{
    const char *own = tp_environment("TROPIC_NVRTC");
    *nvrtc = &loaded;
    if (is_loaded() || load()) return TROPIC_OK;
    if (own && *own) return tp_fail(context, TROPIC_NOT_SUPPORTED, "no NVRTC: $TROPIC_NVRTC is %s, which is none", own);
    return tp_fail(context, TROPIC_NOT_SUPPORTED,
                   "no NVRTC: found no libnvrtc.so.%d, libnvrtc.so.%d or libnvrtc.so where the system "
                   "looks, nor in lib64 of $CUDA_HOME, $CUDA_PATH and /usr/local/cuda; install the "
                   "CUDA toolkit's NVRTC (such as cuda-nvrtc-%d-0)",
                   NEWEST_MAJOR, OLDEST_MAJOR, NEWEST_MAJOR);
}

/* The cache's entry about the NVRTC that was found here before: its version and its file's identity, each with its
 * zero. */
typedef struct memory_of_it {
    char version[TP_NVRTC_VERSION];
    char path[PATH_MAX];
    char identity[TP_IDENTITY];
} memory_of_it;

/* By all that decides where it is found. */
static tropic_status make_key(tropic_context *context, tp_cache_key *key)
{
    static const char *const variables[] = {"TROPIC_NVRTC", "LD_LIBRARY_PATH", "CUDA_HOME", "CUDA_PATH"};
    enum { FIXED = 2, VARIABLES = sizeof variables / sizeof *variables };
    const char *parts[FIXED + VARIABLES] = {"nvrtc", tropic_version()};
    for (int k = 0; k < VARIABLES; k++) {
        const char *value = tp_environment(variables[k]);
        parts[FIXED + k] = value ? value : "";
    }
    return tp_cache_key_make(context, key, parts, FIXED + VARIABLES);
}

/* With version "" where nothing is known. */
static tropic_status recall(tropic_context *context, const tp_cache_key *key, memory_of_it *it, bool *current)
{
    char identity[TP_IDENTITY];
    void *bytes;
    size_t count;
    it->version[0] = '\0';
    *current = false;
    TP_TRY(tp_cache_find(context, key, &bytes, &count));
    if (bytes && count == sizeof *it) {
        memcpy(it, bytes, sizeof *it);
        *current = tp_file_identity(it->path, identity) && strcmp(identity, it->identity) == 0;
    }
    tp_release(&context->memory, bytes);
    return TROPIC_OK;
}

static void learn(const tp_nvrtc *nvrtc, const tp_cache_key *key, memory_of_it *it)
{
    int major = 0, minor = 0;
    void *address;
    Dl_info where;
    memset(it, 0, sizeof *it);
    nvrtc->version(&major, &minor);
    snprintf(it->version, sizeof it->version, "%d.%d", major, minor);
    memcpy(&address, &nvrtc->version, sizeof address);
    if (!dladdr(address, &where) || !tp_file_identity(where.dli_fname, it->identity)) return;
    snprintf(it->path, sizeof it->path, "%s", where.dli_fname);
    tp_cache_store(key, it, sizeof *it);
}

tropic_status tp_nvrtc_version(tropic_context *context, bool loads, char version[TP_NVRTC_VERSION])
{
    const tp_nvrtc *nvrtc;
    tp_cache_key key;
    memory_of_it it;
    bool current;
    tropic_status status = make_key(context, &key);
    if (status == TROPIC_OK) status = recall(context, &key, &it, &current);
    if (status == TROPIC_OK && !current && !loads) it.version[0] = '\0';
    if (status == TROPIC_OK && !current && loads) {
        status = tp_nvrtc_load(context, &nvrtc);
        if (status == TROPIC_OK)
            learn(nvrtc, &key, &it);
        else if (it.version[0])
            status = TROPIC_OK; /* code that the one before has compiled is as good as ever */
    }
    if (status == TROPIC_OK) memcpy(version, it.version, TP_NVRTC_VERSION);
    tp_release(&context->memory, key.bytes);
    return status;
}
