/* SPDX-License-Identifier: Apache-2.0
 *
 * A graph to be generated, as both backends get it. Kinds are either drawn (kron, urand, kmer: an
 * edge for each slot, then sorted) or listed (the neighbours of a vertex follow from its number, in order).
 */
#ifndef TP_GENERATOR_H
#define TP_GENERATOR_H

#include "runtime/backend.h"

TP_BEGIN_C

/* Each is a sequence of random words of its own. */
typedef enum tp_sequence {
    TP_STREAM_EDGES,
    TP_STREAM_PERMUTE,
    TP_STREAM_ACROSS, /* lattice: edges along rows; rgg: cells */
    TP_STREAM_DOWN,   /* lattice: edges along columns; rgg: places in the cell */
    TP_STREAM_LONELY, /* kmer */
    TP_STREAM_WEIGHTS,
    TP_STREAMS
} tp_sequence;

/* Rounds of the renumbering. */
#define TP_ROUNDS 3

typedef struct tp_generator {
    tropic_generator kind;
    bool directed, drawn;
    int32_t weights; /* 0: a pattern */
    tropic_index n;
    int64_t slots;      /* of a drawn kind: edges, of which some are loops, which count as none */
    int scale;          /* kron, urand: SCALE; mycielskian: K */
    int bits;           /* that hold n - 1 */
    int64_t side;       /* lattice, mesh: SIDE; layers: W; band: WIDTH / 2; rgg: cells along a side */
    uint64_t threshold; /* lattice: P of 2^32; rgg: the square of the reach, in units of a cell */
    uint64_t keys[TP_STREAMS];
    uint64_t factors[TP_ROUNDS], addends[TP_ROUNDS];
    /* rgg: cell c has vertices cells[c] to cells[c + 1] - 1; made by the backend, in its memory */
    const tropic_index *cells;
} tp_generator;

/* tropic_matrix_generate's checks, and the members that follow from the options. */
tropic_status tp_generator_set(tropic_context *context, tp_generator *g, const tropic_generator_options *options);
/* Bytes that a matrix of `entries` stored entries of it takes; SIZE_MAX where they are no size_t. */
size_t tp_generator_bytes(const tp_generator *g, tropic_offset entries);
/* No more stored entries than these; of rgg, about these. Beyond 64 bits, the largest such number. */
tropic_offset tp_generator_entries(const tp_generator *g);

/* Members of the backends. */
tropic_status tp_cpu_generate(tropic_context *context, const tp_generator *g, tropic_matrix **A);
tropic_status tp_cuda_generate(tropic_context *context, const tp_generator *g, tropic_matrix **A);

TP_END_C
#endif
