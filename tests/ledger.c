/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/ledger.h"

static void *ledger_allocate(size_t bytes, void *user)
{
    ledger *l = user;
    void *pointer = l->calls++ == l->fail_at ? NULL : malloc(bytes > 0 ? bytes : 1);
    l->live += pointer != NULL;
    return pointer;
}

static void ledger_release(void *pointer, void *user)
{
    ((ledger *)user)->live--;
    free(pointer);
}

tropic_context *ledger_context(tropic_device device, ledger *l)
{
    const tropic_context_options options = {.size = sizeof options,
                                            .device = device,
                                            .threads = 1,
                                            .allocate = ledger_allocate,
                                            .release = ledger_release,
                                            .memory_user = l};
    tropic_context *context = NULL;
    assert_ok(NULL, tropic_context_create(&context, &options));
    return context;
}
