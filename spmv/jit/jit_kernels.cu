/* SPDX-License-Identifier: Apache-2.0
 *
 * Kernels that are compiled when first asked for, and kept by the context.
 */
#include "spmv/jit/jit_kernels.h"

#include <string.h>

#include "runtime/jit/jit.h"

#define FIRST_ROOM 16

const void *tp_cuda_specialised_find(tropic_context *context, const tp_cuda_key *key)
{
    tp_cuda *cuda = tp_cuda_of(context);
    for (int64_t k = cuda->specialised_count - 1; k >= 0; k--)
        for (const tp_cuda_key &known : cuda->specialised[k].keys)
            if (memcmp(&known, key, sizeof *key) == 0) return cuda->specialised[k].kernel;
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

/* Loads a program's image, and keeps its kernel. */
static tropic_status load(tropic_context *context, tp_cuda_program *p, const tp_jit_text *compiled)
{
    tp_cuda *cuda = tp_cuda_of(context);
    const size_t length = strlen(p->text) + 1;
    tp_cuda_specialised s = {};
    tropic_status status;
    TP_TRY(reserve(context, cuda));
    s.text = (char *)tp_allocate(&context->memory, (int64_t)length, 1);
    if (!s.text) return tp_out_of_memory(context, "a kernel's text");
    memcpy(s.text, p->text, length);
    for (tp_cuda_key &known : s.keys) known = p->key;
    status = tp_cuda_load(context, compiled->image, compiled->bytes, &p->kernel, 1, &s.kernel, &s.library);
    if (status != TROPIC_OK) {
        tp_release(&context->memory, s.text);
        return status;
    }
    cuda->specialised[cuda->specialised_count++] = s;
    p->made = s.kernel;
    return TROPIC_OK;
}

/* Is it there by its text? */
static bool find_text(tp_cuda *cuda, tp_cuda_program *p)
{
    for (int64_t k = 0; k < cuda->specialised_count; k++)
        if (strcmp(cuda->specialised[k].text, p->text) == 0) {
            remember(&cuda->specialised[k], &p->key);
            p->made = cuda->specialised[k].kernel;
            return true;
        }
    return false;
}

tropic_status tp_cuda_specialised_make(tropic_context *context, tp_cuda_program *programs, int count, bool compiles)
{
    tp_jit_text *texts = (tp_jit_text *)tp_allocate_zero(&context->memory, count, sizeof *texts);
    int architecture = 0, missing = 0, at = 0;
    tropic_status status = TROPIC_OK;
    if (!texts) return tp_out_of_memory(context, "texts to compile");
    for (int k = 0; k < count; k++)
        if (!find_text(tp_cuda_of(context), &programs[k])) {
            programs[k].made = NULL;
            texts[missing].name = programs[k].name;
            texts[missing++].text = programs[k].text;
        }
    if (missing > 0) status = tp_cuda_architecture(context, &architecture);
    if (missing > 0 && status == TROPIC_OK)
        status = (compiles ? tp_jit_cubins : tp_jit_kept)(context, architecture, texts, missing);
    for (int k = 0; k < count && status == TROPIC_OK; k++)
        if (!programs[k].made) {
            const tp_jit_text *text = &texts[at++];
            if (text->image) status = load(context, &programs[k], text);
        }
    for (int k = 0; k < missing; k++) tp_release(&context->memory, texts[k].image);
    tp_release(&context->memory, texts);
    return status;
}

tropic_status tp_cuda_specialised_of(tropic_context *context, const tp_cuda_key *key, const char *name,
                                     tp_source_text *text, const char *what, const char *kernel, const void **made)
{
    tp_cuda_program program = {*key, name, text->text, kernel, NULL};
    tropic_status status = tp_source_status(context, text, what);
    if (status == TROPIC_OK) status = tp_cuda_specialised_make(context, &program, 1, true);
    tp_source_free(text);
    *made = program.made;
    return status;
}
