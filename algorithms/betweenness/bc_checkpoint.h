/* SPDX-License-Identifier: Apache-2.0
 *
 * What a long run of betweenness centrality has done, and the file that keeps it.
 */
#ifndef TP_BC_CHECKPOINT_H
#define TP_BC_CHECKPOINT_H

#include "algorithms/betweenness/bc.h"

/* Host memory. Sums over the first `done` sources. */
typedef struct tp_bc_progress {
    tropic_index n, count, done;
    int32_t looks; /* at the error */
    double *sums;
    double *squares;  /* NULL: not asked for */
    int64_t *reached; /* from each of `count` sources; NULL */
} tp_bc_progress;

/* Of A, and of the sources that the caller asks for. On the host; cost O(n + nnz). */
tropic_status tp_bc_identify(tp_run *run, const tp_bc *bc, tp_bc_identity *identity);
/* Of these, and of the run that is made of them: its own sources in their order, and what else the sums depend on.
 * `most` of them are taken. */
tp_bc_identity tp_bc_identity_of(const tp_bc *bc, const tropic_bc_options *options, tropic_index most);
/* Complete, or not at all, whether the caller wants the run to end or not. Status: IO_ERROR, OUT_OF_MEMORY. */
tropic_status tp_bc_save(tropic_context *context, const char *path, const tp_bc_identity *identity,
                         const tp_bc_progress *progress);
/* Fills what is given, where the file is there; else done is 0. Status: FORMAT_ERROR (it is damaged, or none),
 * INVALID_ARGUMENT (of another graph or run), IO_ERROR. */
tropic_status tp_bc_load(tropic_context *context, const char *path, const tp_bc_identity *identity,
                         tp_bc_progress *progress);

#endif
