/* SPDX-License-Identifier: Apache-2.0
 *
 * CUDA C++ texts to machine code, through the cache. Whoever compiles a text holds its lock in the cache's folder: who
 * wants the same waits, a thread or another process, and then finds it there.
 */
#include "runtime/jit/jit_cache.h"
#include "runtime/jit/jit_compile.h"
#include "runtime/jit/jit_sources.h"

#include <stdio.h>
#include <time.h>

/* How long each wait for another's lock is, in nanoseconds; and the seconds after which it is no longer respected:
 * who holds it was stopped, or has a crowded machine. */
#define LOCK_WAIT_NS 10000000
#define RESPECTED 20.0

/* A text that the cache had not. */
typedef struct missing {
    tp_jit_text *text;
    tp_cache_key key;
    bool held, compiles; /* its lock; this call */
} missing;

typedef struct search {
    tropic_context *context;
    int architecture;
    double since;
    tp_cache_locks locks;
    int count;
    missing *missing;
    tp_jit_text **batch; /* room for as many */
} search;

static tropic_status search_cache(search *s, const char *version, tp_jit_text *texts, int count)
{
    char target[16];
    snprintf(target, sizeof target, "sm_%d", s->architecture);
    for (int k = 0; k < count; k++) {
        const char *const parts[] = {"cubin", tropic_version(), tp_sources_hash, tp_nvrtc_options,
                                     version, target,           texts[k].name,   texts[k].text};
        missing *m = &s->missing[s->count];
        TP_TRY(tp_cache_key_make(s->context, &m->key, parts, sizeof parts / sizeof *parts));
        TP_TRY(tp_cache_find(s->context, &m->key, &texts[k].image, &texts[k].bytes));
        m->text = &texts[k];
        if (!texts[k].image)
            s->count++;
        else
            tp_release(&s->context->memory, m->key.bytes), m->key.bytes = NULL;
    }
    return TROPIC_OK;
}

/* Images that another has stored meanwhile; and which texts this call is to compile. */
static tropic_status take_turns(search *s, int *batch)
{
    const bool respects = tp_now() - s->since < RESPECTED;
    *batch = 0;
    for (int k = 0; k < s->count; k++) {
        missing *m = &s->missing[k];
        m->compiles = false;
        if (m->text->image) continue;
        m->held = tp_cache_lock(&s->locks, &m->key);
        if (!m->held && respects) continue;
        TP_TRY(tp_cache_find(s->context, &m->key, &m->text->image, &m->text->bytes));
        m->compiles = !m->text->image;
        if (m->compiles) s->batch[(*batch)++] = m->text;
    }
    return TROPIC_OK;
}

/* Stores the compiled images. */
static void give_turns(search *s)
{
    for (int k = 0; k < s->count; k++) {
        missing *m = &s->missing[k];
        if (m->compiles && m->text->image) tp_cache_store(&m->key, m->text->image, m->text->bytes);
        if (m->held) tp_cache_unlock(&s->locks, &m->key);
        m->held = m->compiles = false;
    }
}

static bool is_complete(const search *s)
{
    for (int k = 0; k < s->count; k++)
        if (!s->missing[k].text->image) return false;
    return true;
}

/* Locks are held while their texts are compiled, and none while this call waits: so nobody waits for one another. */
static tropic_status make_missing(search *s)
{
    const struct timespec wait = {0, LOCK_WAIT_NS};
    tropic_status status = TROPIC_OK;
    tp_cache_locks_open(&s->locks);
    while (status == TROPIC_OK && !is_complete(s)) {
        int batch;
        status = take_turns(s, &batch);
        if (status == TROPIC_OK && batch > 0)
            status = tp_jit_compile(s->context, s->architecture, s->batch, batch, s->since);
        give_turns(s);
        if (status != TROPIC_OK || batch > 0) continue;
        nanosleep(&wait, NULL);
        status = tp_jit_wait(s->context, s->since);
    }
    tp_cache_locks_close(&s->locks);
    return status;
}

static tropic_status find(tropic_context *context, int architecture, tp_jit_text *texts, int count, bool compiles)
{
    search s = {.context = context, .architecture = architecture, .since = tp_now()};
    char version[TP_NVRTC_VERSION];
    tropic_status status;
    for (int k = 0; k < count; k++) texts[k].image = NULL, texts[k].bytes = 0;
    TP_TRY(tp_nvrtc_version(context, compiles, version));
    if (!version[0]) return TROPIC_OK;
    s.missing = tp_allocate_zero(&context->memory, count, sizeof *s.missing);
    s.batch = tp_allocate(&context->memory, count, sizeof *s.batch);
    status = s.missing && s.batch ? search_cache(&s, version, texts, count) : tp_out_of_memory(context, "texts");
    if (status == TROPIC_OK && s.count > 0 && compiles) status = make_missing(&s);
    for (int k = 0; s.missing && k < count; k++) tp_release(&context->memory, s.missing[k].key.bytes);
    tp_release(&context->memory, s.batch);
    tp_release(&context->memory, s.missing);
    for (int k = 0; k < count && status != TROPIC_OK; k++) {
        tp_release(&context->memory, texts[k].image);
        texts[k].image = NULL;
    }
    return status;
}

tropic_status tp_jit_cubins(tropic_context *context, int architecture, tp_jit_text *texts, int count)
{
    return find(context, architecture, texts, count, true);
}

tropic_status tp_jit_kept(tropic_context *context, int architecture, tp_jit_text *texts, int count)
{
    return find(context, architecture, texts, count, false);
}
