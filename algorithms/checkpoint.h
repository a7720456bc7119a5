/* SPDX-License-Identifier: Apache-2.0
 *
 * The progress of a long run over sources, and the file that keeps it: a head, arrays, and a checksum of all that, in
 * the machine's byte order.
 */
#ifndef TP_CHECKPOINT_H
#define TP_CHECKPOINT_H

#include "algorithms/run.h"

#define TP_CHECKPOINT_PARTS 3

/* The graph and the run that a checkpoint belongs to, as checksums. */
typedef struct tp_identity {
    uint64_t graph;
    uint64_t run;
} tp_identity;

/* An array, in host memory. */
typedef struct tp_checkpoint_part {
    void *values; /* NULL: there is none */
    int64_t count;
    size_t size;  /* of an element */
    bool by_done; /* has an element for each source that is done, in place of `count` */
} tp_checkpoint_part;

/* What is kept of a run. */
typedef struct tp_checkpoint {
    const char *magic; /* 8 letters: the algorithm */
    uint32_t layout;   /* the version of its arrays; 0: the first */
    tp_identity identity;
    tropic_index n;     /* vertices */
    tropic_index count; /* sources of the run */
    tropic_index done;  /* sources in the arrays */
    int32_t looks;      /* how often the error was looked at */
    tp_checkpoint_part part[TP_CHECKPOINT_PARTS];
} tp_checkpoint;

/* The checksum of some bytes, of which `before` is the checksum (0 at first), and of more bytes behind them. */
uint64_t tp_checksum(uint64_t before, const void *bytes, size_t count);
/* Identifies A, with its values if they are looked at, and the sources. On the host; cost O(n + nnz). */
tropic_status tp_identify(tp_run *run, bool values, const tropic_index *sources, tropic_index count,
                          tp_identity *identity);
/* Writes a complete file or none, also after the caller has cancelled the run. Status: IO_ERROR, OUT_OF_MEMORY. */
tropic_status tp_checkpoint_save(tropic_context *context, const char *path, const tp_checkpoint *checkpoint);
/* Fills done, looks and the arrays from the file. If there is no such file, done is 0. Status: FORMAT_ERROR (no
 * checkpoint, or a damaged one), INVALID_ARGUMENT (of another graph, run or version), IO_ERROR. */
tropic_status tp_checkpoint_load(tropic_context *context, const char *path, tp_checkpoint *checkpoint);

#endif
