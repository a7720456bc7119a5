/* SPDX-License-Identifier: Apache-2.0
 *
 * The begin and the end of Katz's, eigenvector centrality and HITS.
 */
#include "algorithms/spectral/spectral.h"

#include <math.h>

tropic_status tp_spectral_begin(tp_power *p, const tropic_matrix *A, const tropic_vector *result, const char *name,
                                const tp_spectral_wanted *wanted, size_t values, size_t doubles)
{
    tropic_context *context = p->run.context;
    if (wanted->report) TP_TRY(tp_options_check_size(context, wanted->report->size, "report of the iteration"));
    TP_TRY(tp_power_begin(p, A, result, name, wanted->weighted));
    TP_TRY(tp_run_need_memory(&p->run, values * tropic_type_size(p->type) + doubles * sizeof(double)));
    TP_TRY(tp_power_check_weights(p));
    return tp_power_prepare(p);
}

tropic_status tp_spectral_end(tp_power *p, tropic_vector *result, tropic_vector *values, tropic_vector *other,
                              tropic_vector *other_values)
{
    /* A view first: it may fail, and then the other is to stay untouched. */
    const bool last = other && other->view;
    TP_TRY(tp_run_stop(&p->run));
    if (last) TP_TRY(tp_vector_adopt(other, &other_values->values));
    TP_TRY(tp_vector_adopt(result, &values->values));
    return other && !last ? tp_vector_adopt(other, &other_values->values) : TROPIC_OK;
}

void tp_spectral_report(const tp_spectral_wanted *wanted, const tp_power_found *found, double lambda)
{
    const tropic_spectral_report told = {sizeof told, found->residual, found->residual < wanted->tolerance, lambda};
    if (wanted->report) tp_report_copy(wanted->report, &told, sizeof told);
}

tropic_status tp_spectral_progress_make(tp_spectral_iteration *i)
{
    static const uint64_t zero = 0;
    tropic_context *context = i->power->run.context;
    void *made = NULL;
    TP_TRY(context->backend->allocate(context, &made, sizeof *i->progress, "the progress of iterations"));
    i->progress = made;
    return context->backend->fill(context, made, TROPIC_UINT64, &zero, sizeof *i->progress / sizeof zero);
}

void tp_spectral_progress_free(tp_spectral_iteration *i)
{
    tropic_context *context = i->power->run.context;
    if (i->progress) context->backend->release(context, i->progress);
    i->progress = NULL;
}

tropic_status tp_spectral_look(const tp_spectral_iteration *i, tp_power_found *found, double *greatest)
{
    tropic_context *context = i->power->run.context;
    tp_spectral_progress now;
    TP_TRY(context->backend->download(context, &now, i->progress, sizeof now));
    found->iterations = (int32_t)now.iterations;
    found->residual = now.residual;
    *greatest = now.greatest;
    return TROPIC_OK;
}

tropic_status tp_spectral_norm(tp_power *p, const tropic_vector *x, bool squares, double *norm)
{
    const int64_t blocks = ((int64_t)p->run.n + TP_SPECTRAL_BLOCK - 1) / TP_SPECTRAL_BLOCK;
    const int arrays = p->run.arena.count;
    double *sums, greatest, sum = 0;
    *norm = 0;
    if (p->run.n == 0) return TROPIC_OK;
    sums = tp_arena_array(&p->run.arena, blocks, sizeof *sums);
    TP_TRY(tp_arena_check(&p->run.arena, "sums of values"));
    TP_TRY(tp_power_greatest(p, x, &greatest));
    if (greatest > 0) {
        TP_TRY(TP_BACKEND_PART(p->run.context, spectral)->sum_blocks(p, x, greatest, squares, sums));
        for (int64_t b = 0; b < blocks; b++) sum += sums[b];
        *norm = greatest * (squares ? sqrt(sum) : sum);
    }
    tp_arena_release_since(&p->run.arena, arrays);
    return TROPIC_OK;
}
