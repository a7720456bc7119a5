/* SPDX-License-Identifier: Apache-2.0
 *
 * Entries of the cache. (A file of its own, since it calls internal functions of the library.)
 */
#include "runtime/jit/jit_cache.h"
#include "tests/common.h"
#include "tests/jit.h"

static tp_cache_key key_of(tropic_context *context, const char *text)
{
    const char *const parts[] = {"test", text};
    tp_cache_key key;
    if (tp_cache_key_make(context, &key, parts, 2) != TROPIC_OK) abort();
    return key;
}

void test_cache_store(const char *text, const void *bytes, size_t count)
{
    OWNED(tropic_context) *context = test_context();
    tp_cache_key key = key_of(context, text);
    tp_cache_store(&key, bytes, count);
    tp_release(&context->memory, key.bytes);
}

int test_cache_look(const char *text, const void *bytes, size_t count)
{
    OWNED(tropic_context) *context = test_context();
    tp_cache_key key = key_of(context, text);
    void *found;
    size_t length;
    const tropic_status status = tp_cache_find(context, &key, &found, &length);
    const bool same = found && length == count && memcmp(found, bytes, count) == 0;
    const int answer = status != TROPIC_OK ? -1 : !found ? 0 : same ? 1 : -1;
    tp_release(&context->memory, found);
    tp_release(&context->memory, key.bytes);
    return answer;
}
