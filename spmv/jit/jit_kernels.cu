/* SPDX-License-Identifier: Apache-2.0
 *
 * Kernels that are compiled when first asked for, and kept by the context.
 */
#include "spmv/jit/jit_kernels.h"

#include <string.h>

#include "runtime/jit/jit.h"

/* More than a text has. */
#define MAX_KERNELS 16
#define FIRST_ROOM 16

void *tp_cuda_specialised_find(tropic_context *context, const tp_cuda_key *key)
{
    tp_cuda *cuda = tp_cuda_of(context);
    for (int64_t k = cuda->specialised_count - 1; k >= 0; k--)
        for (const tp_cuda_key &known : cuda->specialised[k].keys)
            if (memcmp(&known, key, sizeof *key) == 0) return cuda->specialised[k].kernels;
    return NULL;
}

/* The number of them is bounded, since a program may make the same algebra anew for each product. */
static void remember(tp_cuda_specialised *s, const tp_cuda_key *key)
{
    s->keys[s->next] = *key;
    s->next = (s->next + 1) % TP_CUDA_ASKERS;
}

static tropic_status reserve(tropic_context *context, tp_cuda *cuda)
{
    const int64_t room = cuda->specialised_room > 0 ? 2 * cuda->specialised_room : FIRST_ROOM;
    tp_cuda_specialised *grown;
    if (cuda->specialised_count < cuda->specialised_room) return TROPIC_OK;
    grown = (tp_cuda_specialised *)tp_allocate(&context->memory, room, sizeof *grown);
    if (!grown) return tp_out_of_memory(context, "the list of kernels");
    if (cuda->specialised_count > 0) memcpy(grown, cuda->specialised, (size_t)cuda->specialised_count * sizeof *grown);
    tp_release(&context->memory, cuda->specialised);
    cuda->specialised = grown;
    cuda->specialised_room = room;
    return TROPIC_OK;
}

/* Compiles and loads; what has been made when it fails is in *s. */
static tropic_status make(tropic_context *context, tp_cuda_specialised *s, const char *name, const char *text,
                          const char *const *kernels, const size_t *offsets, int count, size_t bytes)
{
    const size_t length = strlen(text) + 1;
    const void *addresses[MAX_KERNELS];
    int architecture = 0;
    size_t image_bytes = 0;
    void *image = NULL;
    tropic_status status;
    s->text = (char *)tp_allocate(&context->memory, (int64_t)length, 1);
    s->kernels = tp_allocate_zero(&context->memory, (int64_t)bytes, 1);
    if (!s->text || !s->kernels) return tp_out_of_memory(context, "a kernel's text");
    memcpy(s->text, text, length);
    TP_TRY(tp_cuda_architecture(context, &architecture));
    TP_TRY(tp_jit_cubin(context, architecture, name, text, &image, &image_bytes));
    status = tp_cuda_load(context, image, image_bytes, kernels, count, addresses, &s->library);
    tp_release(&context->memory, image);
    TP_TRY(status);
    for (int k = 0; k < count; k++) memcpy((char *)s->kernels + offsets[k], &addresses[k], sizeof addresses[k]);
    return TROPIC_OK;
}

tropic_status tp_cuda_specialised_make(tropic_context *context, const tp_cuda_key *key, const char *name,
                                       const char *text, const char *const *kernels, const size_t *offsets, int count,
                                       size_t bytes, void **made)
{
    tp_cuda *cuda = tp_cuda_of(context);
    tp_cuda_specialised s = {};
    tropic_status status;
    for (int64_t k = 0; k < cuda->specialised_count; k++)
        if (strcmp(cuda->specialised[k].text, text) == 0) {
            remember(&cuda->specialised[k], key);
            *made = cuda->specialised[k].kernels;
            return TROPIC_OK;
        }
    TP_TRY(reserve(context, cuda));
    for (tp_cuda_key &known : s.keys) known = *key;
    status = make(context, &s, name, text, kernels, offsets, count, bytes);
    if (status != TROPIC_OK) {
        tp_release(&context->memory, s.text);
        tp_release(&context->memory, s.kernels);
        return status;
    }
    cuda->specialised[cuda->specialised_count++] = s;
    *made = s.kernels;
    return TROPIC_OK;
}
