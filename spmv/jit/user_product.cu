/* SPDX-License-Identifier: Apache-2.0
 *
 * Products over a semiring of the user's own on the GPU: the skeletons that the built-in ones are compiled
 * from, around the user's functions.
 */
#include <stddef.h>

#include "semiring/semiring.h"
#include "spmv/jit/jit_kernels.h"
#include "spmv/jit/user_source.h"

/* What a form is made of, by name. */
typedef struct recipe {
    const char *headers;
    int count;
    const char *kernels[3];
    size_t offsets[3];
} recipe;

#define AT(member) offsetof(tp_cuda_kernels, member)
#define SCALAR "#include \"spmv/strategies/pull_list.cuh\"\n#include \"spmv/strategies/csc_scalar.cuh\"\n"
#define LANES "#include \"spmv/strategies/pull_list.cuh\"\n#include \"spmv/strategies/csc_subwarp.cuh\"\n"
#define VECTOR "#include \"spmv/strategies/pull_list.cuh\"\n#include \"spmv/strategies/csc_vector.cuh\"\n"
#define WALK "#include \"spmv/strategies/pull_list.cuh\"\n#include \"spmv/strategies/cooc_segmented.cuh\"\n"
#define PUSH "#include \"spmv/strategies/prepare.cuh\"\n#include \"spmv/strategies/csr_push.cuh\"\n"

/* By form. */
static const recipe recipes[] = {
    {"#include \"spmv/strategies/csc_columns.cuh\"\n", 1, {"user_csc_columns"}, {AT(csc_columns)}},
    {SCALAR, 1, {"user_csc_scalar"}, {AT(csc_scalar)}},
    {SCALAR, 1, {"user_csc_scalar_plain"}, {AT(csc_scalar_plain)}},
    {LANES, 2, {"user_csc_lanes", "user_csc_pieces"}, {AT(csc_lanes), AT(csc_pieces)}},
    {LANES, 2, {"user_csc_lanes_plain", "user_csc_pieces_plain"}, {AT(csc_lanes_plain), AT(csc_pieces_plain)}},
    {LANES, 1, {"user_csc_quads_1"}, {AT(csc_quads[0])}},
    {LANES, 1, {"user_csc_quads_2"}, {AT(csc_quads[1])}},
    {LANES, 1, {"user_csc_quads_4"}, {AT(csc_quads[2])}},
    {LANES, 1, {"user_csc_quads_8"}, {AT(csc_quads[3])}},
    {VECTOR, 2, {"user_csc_vector", "user_csc_vector_hubs"}, {AT(csc_vector), AT(csc_vector_hubs)}},
    {WALK, 2, {"user_cooc_walk", "user_cooc_join"}, {AT(cooc_walk), AT(cooc_join)}},
    {WALK, 2, {"user_cooc_walk_plain", "user_cooc_join"}, {AT(cooc_walk_plain), AT(cooc_join)}},
    {PUSH,
     3,
     {"user_prepare_all", "user_csr_push", "user_csr_push_hubs"},
     {AT(prepare), AT(csr_push), AT(csr_push_hubs)}},
};
static_assert(sizeof recipes / sizeof *recipes == TP_FORMS, "a recipe for every form");

/* Beyond those of users' semirings. */
static uint64_t builtin_id(const tropic_semiring *semiring)
{
    return (UINT64_C(1) << 32) + (uint64_t)semiring->builtin * TROPIC_TYPES + (uint64_t)semiring->type;
}

tropic_status tp_cuda_specialise(tropic_context *context, const tp_step *step, int form,
                                 const tp_cuda_kernels **kernels)
{
    const tropic_semiring *semiring = step->semiring;
    const recipe *recipe = &recipes[form];
    const uint64_t id = semiring->user ? semiring->user->id : builtin_id(semiring);
    const tp_cuda_key key = {TP_CUDA_PRODUCTS + (uint64_t)form, id, step->vxm, 0};
    tp_script text = {};
    tropic_status status;
    void *made = tp_cuda_specialised_find(context, &key);
    *kernels = (const tp_cuda_kernels *)made;
    if (made) return TROPIC_OK;
    text.memory = &context->memory;
    tp_script_add(&text, "#define TP_FORM %d\n", form);
    if (semiring->user)
        tp_user_script(&text, semiring, step->vxm, recipe->headers);
    else
        tp_builtin_script(&text, semiring, recipe->headers);
    status = text.failed ? tp_out_of_memory(context, "the text of a semiring")
                         : tp_cuda_specialised_make(context, &key, semiring->name, text.text, recipe->kernels,
                                                    recipe->offsets, recipe->count, sizeof(tp_cuda_kernels), &made);
    tp_script_free(&text);
    if (made) ((tp_cuda_kernels *)made)->value_size = tropic_type_size(semiring->type);
    *kernels = (const tp_cuda_kernels *)made;
    return status;
}
