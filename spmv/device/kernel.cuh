/* SPDX-License-Identifier: Apache-2.0
 *
 * Sizes of blocks, tiles and lists of the GPU strategies, and parameters of their kernels. Includes no header of the
 * CUDA toolkit, nor do the strategies.
 */
#ifndef TP_KERNEL_CUH
#define TP_KERNEL_CUH

#include "spmv/device/hub_queue.cuh"
#include "spmv/jit/variants.h"
#include "spmv/ops/op.h"
#include "spmv/ops/state.h"
#include "spmv/step.h"

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
/* Parameters of the kernels of a step: the op's state, the arcs, the ids of the lists to walk over (NULL: all), their
 * number, and the hubs. csc_columns and cooc_segmented have parameters of their own. */
#define TP_STEP_PARAMETERS                                                                                             \
    const OP_STATE state, const __grid_constant__ tp_arcs arcs, const tropic_index *list, tropic_index count,          \
        const __grid_constant__ tp_hub_queue hubs
/* Parameters of csr_push_list: the sources, whose values lie by position; the list that the mask is looked up in; room
 * for the list of sums, which may be the sources' own arrays. *counted: how many there are; -1: there are more products
 * than that, and nothing was written. */
typedef struct tp_push_list {
    const tropic_index *sources;
    tropic_index count, room;
    tp_look_up mask;
    tropic_index *ids;
    void *values;
    int64_t *counted;
} tp_push_list;
/* Most sources of a block, and most products that the mask lets through: so many values of `size` bytes fit in its
 * shared memory. All arcs of the sources together are at most TP_PUSH_ARCS_MAX, of which each round takes as many as
 * the block has threads. */
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
    /* Of each tile: the sum of the part of a list that began in an earlier tile, and of the part of one that goes on in
     * the next; and whether these parts have an entry that counts. */
    void *carry_in, *carry_out;
    uint8_t *carry_in_hit, *carry_out_hit;
} tp_nnz_tiles;

#endif
