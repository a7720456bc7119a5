/* SPDX-License-Identifier: Apache-2.0
 *
 * The symbolic part of a product T = A (add.mul) B on a GPU, kept: which terms each entry of T sums. The numeric part
 * then reads these, and looks for nothing.
 *
 * Entries of T, in their order, are in slices. The terms of a slice lie by ascending k, and for each entry k of A by
 * ascending entries q of B; a term takes a byte, its place: which entry of the slice it goes to. Where k stays, and q
 * goes up by one, the terms are a run, which takes 8 bytes. The terms of a slice are taken a step at a time, one by
 * each lane of a warp. Each step begins a run; which of its lanes do is a bit each. In a step all lanes may add their
 * terms at once, but for those that go to the same entry: lanes of one turn do not, and which lanes begin a turn is a
 * bit each, too. So a term takes a byte, and 8 bytes for each 32, and for each run.
 *
 * Includes no header of the CUDA toolkit.
 */
#ifndef TP_SYMBOLIC_DEVICE_H
#define TP_SYMBOLIC_DEVICE_H

#include "spmv/step.h"

/* Entries of a slice, as many as a byte tells apart. A warp has sums of one in shared memory. In longer slices runs are
 * longer, and fewer lanes take turns. */
#define TP_SLICE 256
/* Warps of a block, whose sums are `size` bytes: a block has at most 32 kB of them. */
#define TP_NUMERIC_WARPS(size) ((size) <= 16 ? 8 : (size) <= 32 ? 4 : 1)

typedef struct tp_device_symbolic {
    tropic_offset slices;
    const tropic_offset *terms, *runs; /* before each slice, and before their end */
    const uint64_t *starts;            /* of runs: k, and q << 32, less the first lane's number */
    const uint64_t *steps;             /* lanes that begin a run, and those that begin a turn << 32 */
    const uint8_t *places;             /* of terms */
} tp_device_symbolic;

/* The first step of a slice, before which there are so many terms. (A slice has one place more than its full steps.) */
#define TP_SYMBOLIC_STEP(terms, slice) ((terms) / 32 + (slice))

/* Parameters of the numeric part, beside the semiring's state, whose u has A's values. */
typedef struct tp_device_numeric {
    tp_device_symbolic symbolic;
    tropic_offset count;       /* entries of T */
    const tropic_index *a_ids; /* of A */
    const void *b_values;      /* NULL: multiply does not look */
    bool sums_reals;           /* tp_semiring_sums_reals */
    void *values;              /* of T */
} tp_device_numeric;

#endif
