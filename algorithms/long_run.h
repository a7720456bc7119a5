/* SPDX-License-Identifier: Apache-2.0
 *
 * A long run over sources, in chunks: it may end early, where an error is met or the caller cancels it, and a file
 * keeps its progress.
 */
#ifndef TP_LONG_RUN_H
#define TP_LONG_RUN_H

#include "algorithms/checkpoint.h"

typedef struct tp_long_run {
    tropic_context *context;
    tp_checkpoint progress; /* at the end of the last chunk; its arrays are made and zero */
    const char *checkpoint; /* the file; NULL: none. progress.identity is known */
    double checkpoint_seconds;
    void (*checkpoint_failed)(const char *message, void *user);
    void *checkpoint_user;
    bool opened;  /* the caller has read the checkpoint, if there is one, and can write it: progress is as it was */
    bool partial; /* what is done counts if the run is cancelled */
    tropic_index most; /* sources to take */
    bool looks;        /* `look` is called */
    void *of;          /* of the calls:
     * begin     once, before the first chunk, if sources are left; *step = how many are taken at a time
     * take      takes `count` sources from number `first` on
     * fetch     the arrays are then of all these sources, too; until it succeeds they may be neither
     * put_back  the run goes on from the arrays; NULL: they alone are its state
     * look      fills the error, for the look of that number. Is it met? */
    tropic_status (*begin)(void *of, tropic_index *step);
    tropic_status (*take)(void *of, tropic_index first, tropic_index count);
    tropic_status (*fetch)(void *of);
    tropic_status (*put_back)(void *of);
    bool (*look)(void *of, tropic_index done, int32_t look);
    double resumed; /* out: the part of the sources that was done when the run began */
    double saved;   /* when the checkpoint was written */
    bool unsaved;   /* something was done since then */
} tp_long_run;

/* The last time that an error is looked at before `count` sources are done: the sources then, and how often that is,
 * *number. 0: it is not. */
tropic_index tp_long_run_look_before(tropic_index count, int32_t *number);
/* Runs from the checkpoint, or the beginning. progress.done: the sources that the result has, also after a failure. */
tropic_status tp_long_run_do(tp_long_run *run);

#endif
