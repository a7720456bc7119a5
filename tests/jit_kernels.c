/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/jit_kernels.h"

#include "runtime/jit/jit.h"

/* Any that all of the device code is for. */
#define ARCHITECTURE 90

tropic_status test_cubin(tropic_context *context, int architecture, const char *name, const char *text, void **image,
                         size_t *bytes)
{
    tp_jit_text one = {.name = name, .text = text};
    const tropic_status status = tp_jit_cubins(context, architecture, &one, 1);
    *image = one.image;
    *bytes = one.bytes;
    return status;
}

void test_kernels_are(tropic_context *context, tp_source_text *text, const char *name, const char *const *kernels,
                      int count)
{
    void *image = NULL;
    size_t bytes = 0;
    tropic_status status;
    assert_false(text->failed);
    status = test_cubin(context, ARCHITECTURE, name, text->text, &image, &bytes);
    tp_source_free(text);
    assert_ok(context, status);
    for (int k = 0; k < count && kernels[k]; k++) {
        const size_t length = strlen(kernels[k]);
        bool found = false;
        for (size_t at = 0; !found && at + length < bytes; at++)
            found = memcmp((char *)image + at, kernels[k], length + 1) == 0;
        if (!found) fail_msg("%s: no %s", name, kernels[k]);
    }
    tp_release(&context->memory, image);
}

bool test_kernels_can_be(tropic_context *context)
{
    void *image = NULL;
    size_t bytes = 0;
    const tropic_status status = test_cubin(context, ARCHITECTURE, "none", "", &image, &bytes);
    tp_release(&context->memory, image);
    return status != TROPIC_NOT_SUPPORTED;
}
