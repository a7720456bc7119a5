/* SPDX-License-Identifier: Apache-2.0
 *
 * Statistics of a matrix's lists and values, by the host or, where a device's memory alone has them, by the device:
 * they may be too many for the host.
 */
#ifndef TP_SURVEY_H
#define TP_SURVEY_H

#include "formats/matrix/matrix.h"

/* Values in the sample, and those of them in the trimmed mean. */
#define TP_SAMPLES 1000
#define TP_SAMPLES_TRIMMED 950

typedef struct tp_survey {
    tropic_index shortest, longest; /* minimum and maximum of the lengths of lists */
    double deviation;               /* of the lengths */
    bool banded;                    /* as tp_degrees.banded */
    tropic_offset loops;
    tropic_index isolated; /* lists without an entry but a loop */
    /* Of the values, where there are any. `odd`: one of them is NaN. */
    bool odd;
    double min_value, max_value, sum;
    double sample[TP_SAMPLES]; /* at equal distances; of fewer entries, all */
} tp_survey;

/* Where the s-th of so many samples lies among so many entries. */
static inline tropic_offset tp_sample_at(tropic_offset count, int samples, int s)
{
    return s * (count / samples) + s * (count % samples) / samples;
}
static inline int tp_samples(tropic_offset count)
{
    return count < TP_SAMPLES ? (int)count : TP_SAMPLES;
}

#endif
