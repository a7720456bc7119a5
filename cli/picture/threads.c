/* SPDX-License-Identifier: Apache-2.0
 *
 * Loops of a picture by several threads: as many as the system grants, and by the calling one alone if it grants none.
 */
#include "cli/picture/scene.h"

#include <omp.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

typedef struct loop {
    cli_loop_body *body;
    const void *of;
    int64_t count, chunk, next;
} loop;

static void *take_chunks(void *of)
{
    loop *l = of;
    int64_t begin;
    while ((begin = __atomic_fetch_add(&l->next, l->chunk, __ATOMIC_RELAXED)) < l->count)
        l->body(l->of, begin, l->count - begin < l->chunk ? l->count : begin + l->chunk);
    return NULL;
}

void cli_picture_for(int threads, int64_t count, int64_t chunk, cli_loop_body *body, const void *of)
{
    loop l = {body, of, count, chunk, 0};
    const int64_t chunks = (count + chunk - 1) / chunk, most = (threads < chunks ? threads : chunks) - 1;
    pthread_t *helper = most > 0 ? malloc((size_t)most * sizeof *helper) : NULL;
    sigset_t all, before;
    int64_t helpers = 0;
    /* Signals are the calling thread's. */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (helper && helpers < most && pthread_create(&helper[helpers], NULL, take_chunks, &l) == 0) helpers++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    take_chunks(&l);
    while (helpers > 0) pthread_join(helper[--helpers], NULL);
    free(helper);
}

int cli_picture_threads(const cli_options *options)
{
    return options->threads > 0 ? options->threads : omp_get_max_threads();
}
