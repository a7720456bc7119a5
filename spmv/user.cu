/* SPDX-License-Identifier: Apache-2.0
 *
 * Products over a semiring of the user's own on the GPU: the skeletons that the built-in ones are compiled
 * from, around the user's functions.
 */
#include <stddef.h>

#include "semiring/semiring.h"
#include "spmv/specialise.h"
#include "spmv/user_script.h"

/* What a strategy is made of, by name. */
typedef struct recipe {
    const char *headers;
    int count;
    const char *kernels[5];
    size_t offsets[5];
} recipe;

#define AT(member) offsetof(tp_cuda_kernels, member)

/* In AUTO's place: what several columns need, by whichever strategy. */
static const recipe recipes[TROPIC_STRATEGIES] = {
    {"#include \"spmv/csc_columns.cuh\"\n", 1, {"user_csc_columns"}, {AT(csc_columns)}},
    {"#include \"spmv/gather.cuh\"\n#include \"spmv/entries.cuh\"\n",
     3,
     {"user_cooc_walk", "user_cooc_walk_plain", "user_cooc_join"},
     {AT(cooc_walk), AT(cooc_walk_plain), AT(cooc_join)}},
    {"#include \"spmv/gather.cuh\"\n#include \"spmv/csc_scalar.cuh\"\n",
     2,
     {"user_csc_scalar", "user_csc_scalar_plain"},
     {AT(csc_scalar), AT(csc_scalar_plain)}},
    {"#include \"spmv/gather.cuh\"\n#include \"spmv/lanes.cuh\"\n",
     5,
     {"user_csc_lanes", "user_csc_lanes_plain", "user_csc_pairs_plain", "user_csc_pieces",
      "user_csc_pieces_plain"},
     {AT(csc_lanes), AT(csc_lanes_plain), AT(csc_pairs_plain), AT(csc_pieces),
      AT(csc_pieces_plain)}},
    {"#include \"spmv/prepare.cuh\"\n#include \"spmv/csr_push.cuh\"\n",
     3,
     {"user_prepare_all", "user_csr_push", "user_csr_push_hubs"},
     {AT(prepare), AT(csr_push), AT(csr_push_hubs)}},
};
/* csc_vector where sums may stop early. */
static const recipe stopping = {"#include \"spmv/gather.cuh\"\n#include \"spmv/csc_vector.cuh\"\n",
                                2,
                                {"user_csc_vector", "user_csc_vector_hubs"},
                                {AT(csc_vector), AT(csc_vector_hubs)}};

/* Beyond those of users' semirings. */
static uint64_t builtin_id(const tropic_semiring *semiring)
{
    return (UINT64_C(1) << 32) + (uint64_t)semiring->builtin * TROPIC_TYPES +
           (uint64_t)semiring->type;
}

tropic_status tp_cuda_specialise(tropic_context *context, const tropic_semiring *semiring, bool vxm,
                                 tp_step *step)
{
    const tropic_strategy which = step->columns > 1 ? TROPIC_STRATEGY_AUTO : step->strategy;
    const bool stops = which == TROPIC_STRATEGY_CSC_VECTOR && semiring->user->terminal;
    const recipe *recipe = stops ? &stopping : &recipes[which];
    const uint64_t id = semiring->user ? semiring->user->id : builtin_id(semiring);
    const tp_cuda_key key = {TP_CUDA_PRODUCTS + (uint64_t)which, id, vxm, 0};
    tp_script text = {};
    tropic_status status;
    void *kernels = tp_cuda_specialised_find(context, &key);
    step->kernels = kernels;
    if (kernels) return TROPIC_OK;
    text.memory = &context->memory;
    if (semiring->user)
        tp_user_script(&text, semiring, vxm, recipe->headers);
    else
        tp_builtin_script(&text, semiring, recipe->headers);
    status = text.failed ? tp_out_of_memory(context, "the text of a semiring")
                         : tp_cuda_specialised_make(context, &key, semiring->name, text.text,
                                                    recipe->kernels, recipe->offsets, recipe->count,
                                                    sizeof(tp_cuda_kernels), &kernels);
    tp_script_free(&text);
    if (kernels) ((tp_cuda_kernels *)kernels)->value_size = tropic_type_size(semiring->type);
    step->kernels = kernels;
    return status;
}
