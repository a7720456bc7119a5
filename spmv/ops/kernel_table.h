/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of a backend's kernels by op. Read once by each backend, which defines TP_KERNELS, the type
 * of an entry, and KERNELS_OF(name), the entry for an op of that name: algorithms/bfs/bfs_ops.h and
 * fused_sssp.h make those of the algorithms' own ops, the build those of tropic_mxv (one source per row
 * of TROPIC_SEMIRING_TABLE). Lists by position, since C++ has no designated members of an array.
 */
#include <assert.h>

#define DECLARE(name) extern const TP_KERNELS KERNELS_OF(name);
#define DECLARE_BOOL(name) DECLARE(name##_bool8)
#define DECLARE_INTEGER(name) DECLARE(name##_int32) DECLARE(name##_int64) DECLARE(name##_uint32) DECLARE(name##_uint64)
#define DECLARE_NUMERIC(name) DECLARE_INTEGER(name) DECLARE(name##_fp32) DECLARE(name##_fp64)
#define DECLARE_ALL(name) DECLARE_BOOL(name) DECLARE_NUMERIC(name)
#define DECLARE_ROW(NAME, name, add, mul, types) DECLARE_##types(mxv_##name)

DECLARE(bfs_level)
DECLARE(bfs_parent)
DECLARE(bc_count)
DECLARE(bc_gather)
DECLARE(bc_count_wide)
DECLARE(bc_gather_wide)
DECLARE(bfs_batch)
DECLARE_ALL(sssp)
DECLARE_ALL(sssp_parent)
TROPIC_SEMIRING_TABLE(DECLARE_ROW)

/* By type of one name. */
#define TYPED_BOOL(name) {&KERNELS_OF(name##_bool8), NULL, NULL, NULL, NULL, NULL, NULL},
#define INTEGERS(name)                                                                                                 \
    &KERNELS_OF(name##_int32), &KERNELS_OF(name##_int64), &KERNELS_OF(name##_uint32), &KERNELS_OF(name##_uint64)
#define TYPED_INTEGER(name) {NULL, INTEGERS(name), NULL, NULL},
#define TYPED_NUMERIC(name) {NULL, INTEGERS(name), &KERNELS_OF(name##_fp32), &KERNELS_OF(name##_fp64)},
#define TYPED_ALL(name) {&KERNELS_OF(name##_bool8), INTEGERS(name), &KERNELS_OF(name##_fp32), &KERNELS_OF(name##_fp64)},
#define TYPED_ROW(NAME, name, add, mul, types) TYPED_##types(mxv_##name)

static_assert(TROPIC_BOOL == 0 && TROPIC_INT32 == 1 && TROPIC_INT64 == 2 && TROPIC_UINT32 == 3 && TROPIC_UINT64 == 4 &&
                  TROPIC_FP32 == 5 && TROPIC_FP64 == 6 && TROPIC_TYPES == 7,
              "the rows above list the types in this order");

static const TP_KERNELS *const plain[] = {
    &KERNELS_OF(bfs_level),     &KERNELS_OF(bfs_parent),     &KERNELS_OF(bc_count), &KERNELS_OF(bc_gather),
    &KERNELS_OF(bc_count_wide), &KERNELS_OF(bc_gather_wide), &KERNELS_OF(bfs_batch)};
static_assert(TP_OP_BFS_LEVEL == 0 && TP_OP_BFS_PARENT == 1 && TP_OP_BC_COUNT == 2 && TP_OP_BC_GATHER == 3 &&
                  TP_OP_BC_COUNT_WIDE == 4 && TP_OP_BC_GATHER_WIDE == 5 && TP_OP_BFS_BATCH == 6 && TP_OP_SSSP == 7,
              "the table above lists the ops in this order");

/* From TP_OP_SSSP on, by name and type. */
/* clang-format off */
static const TP_KERNELS *const typed[][TROPIC_TYPES] = {
    TYPED_ALL(sssp)
    TYPED_ALL(sssp_parent)
    TROPIC_SEMIRING_TABLE(TYPED_ROW)
};
/* clang-format on */

/* NULL where there is no such op (a semiring that lacks the type). */
static const TP_KERNELS *find_kernels(tp_op op)
{
    if ((size_t)op >= TP_OPS) return NULL;
    return op < TP_OP_SSSP ? plain[op] : typed[(op - TP_OP_SSSP) / TROPIC_TYPES][(op - TP_OP_SSSP) % TROPIC_TYPES];
}
