/* SPDX-License-Identifier: Apache-2.0
 *
 * The symbolic part of a product T = A (add.mul) B on a GPU, kept: which terms each entry of T sums. The numeric part
 * then reads these, and looks for nothing.
 *
 * Entries of T, in their order, are in slices of a few. The terms of a slice are in runs: entry k of A, and the entries
 * of the slice to which that gives a term, as bits. The first of these terms is with B's entry q, the next with entry
 * q + 1, and so on: as entries of a row of B do whose columns T's row all has. (Else there are more runs.) So a run
 * takes 12 bytes, however many terms it has. Those of a slice come by ascending k.
 *
 * Includes no header of the CUDA toolkit.
 */
#ifndef TP_SYMBOLIC_DEVICE_H
#define TP_SYMBOLIC_DEVICE_H

#include "runtime/step.h"

/* Entries of a slice: a warp has a slice, or several side by side, each of which has as many lanes. In longer slices
 * runs have more terms, but fewer lanes have one at a time. (H100, kron 16, urand 18 and mesh 1024: of 8, 16 and 32 the
 * best.) */
#define TP_SLICE 32
typedef uint32_t tp_slice_bits;

typedef struct tp_device_symbolic {
    tropic_offset slices;
    const tropic_offset *starts; /* of the slices' runs; one more than there are slices */
    const unsigned *k, *q;       /* of runs */
    const tp_slice_bits *bits;
} tp_device_symbolic;

/* What the numeric part is given, beside the semiring's state, whose u has A's values. */
typedef struct tp_device_numeric {
    tp_device_symbolic symbolic;
    tropic_offset count;       /* entries of T */
    const tropic_index *a_ids; /* of A */
    const void *b_values;      /* NULL: multiply does not look */
    bool sums_reals;           /* tp_semiring_sums_reals */
    void *values;              /* of T */
} tp_device_numeric;

#endif
