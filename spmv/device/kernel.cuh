/* SPDX-License-Identifier: Apache-2.0
 *
 * What the GPU strategies tile: their sizes. Includes no header of the CUDA toolkit, nor do the strategies.
 */
#ifndef TP_KERNEL_CUH
#define TP_KERNEL_CUH

#include "spmv/device/hub_queue.cuh"
#include "spmv/jit/variants.h"
#include "spmv/ops/op.h"
#include "spmv/ops/state.h"
#include "runtime/step.h"

/* Threads of a block in a step. */
#define TP_STEP_BLOCK 256
/* Blocks of a step that a multiprocessor has threads for; in a kernel's bounds, which may not ask for more. */
#if __CUDA_ARCH__ == 750
#define TP_MAX_BLOCKS 4
#elif __CUDA_ARCH__ == 800 || __CUDA_ARCH__ == 900 || __CUDA_ARCH__ == 1000
#define TP_MAX_BLOCKS 8
#else
#define TP_MAX_BLOCKS 6
#endif
#define TP_BLOCKS(wanted) ((wanted) < TP_MAX_BLOCKS ? (wanted) : TP_MAX_BLOCKS)
/* Lists that a warp looks at together: as many as it has lanes; but where it sums them all to their
 * ends, so few that the heaviest do not outlast the rest. */
#define TP_TILE TP_WARP
#define TP_PULL_TILE 16
/* Entries that a warp sums at a time where it walks over them, four a lane. */
#define TP_WARP_ENTRIES (4 * TP_WARP)
/* What the kernels of a step are given: the arcs to walk over, and whose lists, NULL for all; csc_columns and
 * cooc_segmented have parameters of their own. */
#define TP_STEP_PARAMETERS                                                                                             \
    const OP_STATE state, const __grid_constant__ tp_arcs arcs, const tropic_index *list, tropic_index count,          \
        const __grid_constant__ tp_hub_queue hubs
/* What csr_push_list is given: sources, whose values lie by position; where the mask is looked up; room for the list of
 * sums, which may be the sources' own arrays. *counted: how many there are; -1: there are more products than that, and
 * nothing was written. */
typedef struct tp_push_list {
    const tropic_index *sources;
    tropic_index count, room;
    tp_look_up mask;
    tropic_index *ids;
    void *values;
    int64_t *counted;
} tp_push_list;
/* Sources at most, and products that the mask lets through: what a block shares of values of `size` bytes. They may
 * have so many arcs, of which each round takes as many as the block has threads. */
#define TP_PUSH_LIST_MAX(size) ((size) <= 4 ? 2048 : (size) <= 8 ? 1536 : (size) <= 64 ? 512 : 256)
#define TP_PUSH_ARCS_MAX 8192u
/* Products of a list that goes on into an elementwise operation: one block then still merges it, whose length the host
 * does not know yet, into one of as many entries (TP_LISTED_MAX). */
#define TP_PUSH_LISTED_MAX(size) ((size) <= 64 ? 512 : 256)

/* Warps of a block of cooc_scalar where it pulls: each shares TP_WARP_ENTRIES sums, of `size` bytes. */
#define TP_SEGMENTED_WARPS(size) ((size) <= 32 ? TP_STEP_BLOCK / TP_WARP : 2)
/* Its tiles, TP_NNZ_TILE entries each. */
typedef struct tp_nnz_tiles {
    tropic_index count;
    bool quads; /* ids and values can be read 16 bytes at a time */
    /* Of each tile: the sum of what a list that began earlier has there, and of what one that goes on has; and
     * whether there is any. */
    void *carry_in, *carry_out;
    uint8_t *carry_in_hit, *carry_out_hit;
} tp_nnz_tiles;

#endif
