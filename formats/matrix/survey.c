/* SPDX-License-Identifier: Apache-2.0
 *
 * Degrees and facts of matrices that are in a device's memory alone.
 */
#include "formats/matrix/survey.h"

#include <math.h>
#include <stdlib.h>

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double tp_trimmed_mean(double *sample, int samples)
{
    const int kept = samples - samples * (TP_SAMPLES - TP_SAMPLES_KEPT) / TP_SAMPLES;
    double sum = 0;
    qsort(sample, (size_t)samples, sizeof *sample, by_size);
    for (int s = 0; s < kept; s++) sum += sample[s];
    return sum / kept;
}

bool tp_on_device_alone(const tropic_context *context, const tropic_matrix *A, tp_orientation orientation)
{
    const tp_orientation o = tp_matrix_stored(A, orientation);
    return context->backend->location == TROPIC_DEVICE && context->device_index < TP_MAX_DEVICES &&
           !A->host[o].present && A->device[context->device_index][o].present;
}

static tropic_status survey(tropic_context *context, const tropic_matrix *A, tp_orientation orientation,
                            tp_survey *found)
{
    const tp_side *side = &A->device[context->device_index][tp_matrix_stored(A, orientation)];
    const tp_arcs arcs = tp_side_arcs(A, orientation, side);
    return context->backend->survey(context, &arcs, A->type, found);
}

tropic_status tp_survey_degrees(tropic_context *context, const tropic_matrix *A, tp_orientation orientation,
                                tp_degrees *degrees)
{
    const tropic_index lists = tp_matrix_lists(A, orientation);
    tp_survey found;
    TP_TRY(survey(context, A, orientation, &found));
    *degrees = (tp_degrees){.mean = lists > 0 ? (double)A->count / lists : 0,
                            .deviation = found.deviation,
                            .least = found.least,
                            .most = found.most,
                            .near = found.near};
    return TROPIC_OK;
}

/* Of the values: see range() in formats/matrix/facts.c. */
static double survey_values(const tropic_matrix *A, tp_survey *found, tropic_matrix_facts *facts)
{
    if (A->count == 0) return 0;
    facts->min_value = facts->max_value = facts->mean_value = 1;
    if (A->pattern) return 1;
    facts->min_value = found->odd ? NAN : found->least_value;
    facts->max_value = found->odd ? NAN : found->greatest_value;
    facts->mean_value = found->odd ? NAN : found->sum / (double)A->count;
    return found->odd ? NAN : tp_trimmed_mean(found->sample, tp_samples(A->count));
}

tropic_status tp_survey_facts(tropic_context *context, const tropic_matrix *A, tropic_matrix_facts *facts,
                              double *trimmed_mean)
{
    const double mean = A->rows > 0 ? (double)A->count / A->rows : 0;
    tp_survey found;
    TP_TRY(survey(context, A, TP_BY_ROW, &found));
    *facts = (tropic_matrix_facts){
        .size = sizeof *facts,
        .rows = A->rows,
        .cols = A->cols,
        .count = A->count,
        .loops = found.loops,
        .symmetric_pattern = true,
        .symmetric = true,
        .min_out = found.least,
        .max_out = found.most,
        .min_in = found.least,
        .max_in = found.most,
        .mean_degree = mean,
        .deviation_out = found.deviation,
        .deviation_in = found.deviation,
        .components = -1,
        .isolated = found.isolated,
        .pull = tp_choose_pull(&(tp_degrees){.mean = mean, .deviation = found.deviation}),
    };
    *trimmed_mean = survey_values(A, &found, facts);
    return TROPIC_OK;
}
