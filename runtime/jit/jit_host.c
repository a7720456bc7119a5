/* SPDX-License-Identifier: Apache-2.0
 *
 * C texts to functions of this process, through the cache.
 */
#include "runtime/jit/jit.h"
#include "runtime/jit/jit_cache.h"
#include "runtime/jit/jit_parts.h"
#include "runtime/jit/jit_sources.h"

#include <dlfcn.h>

static tropic_status make_key(tropic_context *context, tp_cache_key *key, const tp_cc *cc, const char *name,
                              const char *text)
{
    const char *const parts[] = {
        "host", tropic_version(), tp_sources_hash, tp_cc_options, cc->identity, cc->command, cc->processor, name, text};
    return tp_cache_key_make(context, key, parts, sizeof parts / sizeof *parts);
}

tropic_status tp_jit_host(tropic_context *context, const char *name, const char *text, void **library)
{
    tropic_status status;
    tp_cache_key key = {0};
    void *object = NULL;
    size_t bytes = 0;
    bool cached;
    tp_cc cc;

    *library = NULL;
    TP_TRY(tp_cc_find(context, &cc));
    status = make_key(context, &key, &cc, name, text);
    if (status == TROPIC_OK) status = tp_cache_find(context, &key, &object, &bytes);
    cached = object != NULL;
    if (status == TROPIC_OK && !cached) status = tp_cc_compile(context, &cc, name, text, &object, &bytes);
    if (status == TROPIC_OK) status = tp_load_object(context, object, bytes, library);
    /* An object that cannot be loaded is not worth keeping. */
    if (status == TROPIC_OK && !cached) tp_cache_store(&key, object, bytes);
    tp_release(&context->memory, object);
    tp_release(&context->memory, key.bytes);
    return status;
}

void tp_jit_host_close(void *library)
{
    if (library) dlclose(library);
}
