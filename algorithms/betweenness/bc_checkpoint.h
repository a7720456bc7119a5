/* SPDX-License-Identifier: Apache-2.0
 *
 * The progress of a long run of betweenness centrality, and the file that keeps it.
 */
#ifndef TP_BC_CHECKPOINT_H
#define TP_BC_CHECKPOINT_H

#include "algorithms/betweenness/bc.h"

/* The progress of a run, in host memory: sums over the first `done` of its sources. */
typedef struct tp_bc_progress {
    tropic_index n;     /* vertices */
    tropic_index count; /* sources of the run */
    tropic_index done;  /* sources in the sums */
    int32_t looks;      /* how often the error was looked at */
    double *sums;       /* n: of dependencies */
    double *squares;    /* n: of their squares; NULL: not requested */
    int64_t *reached;   /* `count`: how many vertices each source reaches; NULL: not requested */
} tp_bc_progress;

/* Identifies A and the requested sources: *identity. On the host; cost O(n + nnz). */
tropic_status tp_bc_identify(tp_run *run, const tp_bc *bc, tp_bc_identity *identity);
/* The identity to store: bc->identity with `run` replaced by two checksums. The high 32 bits are that of the run's own
 * sources in their order, the low 32 bits that of bc->identity.run and of all else that the sums depend on.
 * `count_max`: how many sources the run takes. */
tp_bc_identity tp_bc_identity_of(const tp_bc *bc, const tropic_bc_options *options, tropic_index count_max);
/* Writes a complete file or none, also after the caller has cancelled the run. Status: IO_ERROR, OUT_OF_MEMORY. */
tropic_status tp_bc_save(tropic_context *context, const char *path, const tp_bc_identity *identity,
                         const tp_bc_progress *progress);
/* Fills the given arrays from the file. If there is no such file, done is 0. Status: FORMAT_ERROR (no checkpoint, or a
 * damaged one), INVALID_ARGUMENT (of another graph or run), IO_ERROR. */
tropic_status tp_bc_load(tropic_context *context, const char *path, const tp_bc_identity *identity,
                         tp_bc_progress *progress);

#endif
