/* SPDX-License-Identifier: Apache-2.0
 *
 * Facts of a matrix that one wants before one computes with it. Stored in the matrix, so that it is computed once.
 */
#include "formats/matrix/facts/facts.h"
#include "formats/matrix/facts/banded.h"
#include "formats/matrix/forms/hypersparse.h"
#include "formats/matrix/forms/evict.h"
#include "formats/matrix/facts/survey.h"
#include "runtime/tuning.h"

#include <math.h>
#include <string.h>

static tropic_index length(const tp_lists *side, tropic_index l)
{
    return (tropic_index)(side->offsets[l + 1] - side->offsets[l]);
}

/* Minimum, maximum and standard deviation of the lengths of so many lists, of which those that are not there are empty.
 * One thread, so that the sum has one order. */
static void survey_lengths(const tp_lists *side, tropic_index lists, tp_survey *found)
{
    const double mean = lists > 0 ? (double)side->count / lists : 0;
    double squares = (lists - side->lists) * mean * mean;
    found->shortest = found->longest = side->lists > 0 ? length(side, 0) : 0;
    if (side->lists < lists) found->shortest = 0;
    for (tropic_index l = 0; l < side->lists; l++) {
        const tropic_index d = length(side, l);
        if (d < found->shortest) found->shortest = d;
        if (d > found->longest) found->longest = d;
        squares += (d - mean) * (d - mean);
    }
    found->deviation = lists > 0 ? sqrt(squares / lists) : 0;
}

typedef struct diagonal {
    const tp_lists *out, *in;
    bool graph; /* rows and columns are the same vertices */
    tp_survey *found;
} diagonal;

static void add_loops(const void *of, int64_t begin, int64_t end)
{
    const diagonal *d = of;
    const tp_lists *out = d->out, *in = d->in;
    tropic_offset loops = 0;
    tropic_index isolated = 0;
    for (tropic_index i = (tropic_index)begin; i < end; i++) {
        const tropic_offset loop = tp_list_has(out, i, i); /* 0 or 1 */
        loops += loop;
        isolated += d->graph && length(out, i) == loop && length(in, i) == loop;
    }
    __atomic_fetch_add(&d->found->loops, loops, __ATOMIC_RELAXED);
    __atomic_fetch_add(&d->found->isolated, isolated, __ATOMIC_RELAXED);
}

/* Loops are on the diagonal of any matrix; a vertex that has no arc but a loop is isolated. */
static void survey_loops(tp_team team, const tp_lists *out, const tp_lists *in, bool graph, tp_survey *found)
{
    const diagonal of = {out, in, graph, found};
    tp_for(team, out->lists < in->lists ? out->lists : in->lists, TP_LIST_CHUNK, add_loops, &of);
}

/* Values are summed part by part, in the order of the parts, so that the mean does not depend on threads. A part has
 * so many values at least, and a matrix so many parts at most. */
#define PART_VALUES TP_PARALLEL_WORK
#define MAX_PARTS 256

typedef struct summary {
    double min, max, sum;
    bool odd; /* a NaN was seen */
} summary;

typedef struct values {
    const tp_lists *side;
    tropic_type type;
    int parts;
    summary *part;
} values;

static void look_at_parts(const void *of, int64_t begin, int64_t end)
{
    const values *v = of;
    const tropic_offset count = v->side->count;
    for (int p = (int)begin; p < end; p++) {
        const tropic_offset beyond = tp_part(count, p + 1, v->parts);
        double min = INFINITY, max = -INFINITY, sum = 0;
        bool odd = false;
        for (tropic_offset k = tp_part(count, p, v->parts); k < beyond; k++) {
            const double x = tp_value_as_double(v->side->values, v->type, k);
            min = x < min ? x : min;
            max = x > max ? x : max;
            sum += x;
            odd = odd || x != x;
        }
        v->part[p] = (summary){min, max, sum, odd};
    }
}

/* The values, and a sample of them. */
static void survey_values(tp_team team, const tp_lists *side, tropic_type type, tp_survey *found)
{
    summary part[MAX_PARTS];
    const tropic_offset full = side->count / PART_VALUES;
    const values of = {side, type, full < 1 ? 1 : full < MAX_PARTS ? (int)full : MAX_PARTS, part};
    const int samples = tp_samples(side->count);
    found->min_value = INFINITY;
    found->max_value = -INFINITY;
    tp_for(team, of.parts, 1, look_at_parts, &of);
    for (int p = 0; p < of.parts; p++) {
        found->min_value = part[p].min < found->min_value ? part[p].min : found->min_value;
        found->max_value = part[p].max > found->max_value ? part[p].max : found->max_value;
        found->sum += part[p].sum;
        found->odd |= part[p].odd;
    }
    for (int s = 0; s < samples; s++)
        found->sample[s] = tp_value_as_double(side->values, type, tp_sample_at(side->count, samples, s));
}

int tp_compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The `count` least numbers of 0 .. n - 1 come before the others (Hoare, Algorithm 65, CACM 4 (1961)): a sort takes
 * eight times as long, 65 us for a thousand. */
static void select_least(double *x, int n, int count)
{
    int low = 0, high = n - 1;
    while (low < high) {
        const double pivot = x[low + (high - low) / 2];
        int i = low, j = high;
        while (i <= j) {
            while (x[i] < pivot) i++;
            while (x[j] > pivot) j--;
            if (i <= j) {
                const double swap = x[i];
                x[i++] = x[j];
                x[j--] = swap;
            }
        }
        /* low .. j are at most the pivot, i .. high at least; values between equal it. */
        if (count <= j)
            high = j;
        else if (count >= i)
            low = i;
        else
            return;
    }
}

/* The mean of a sample but for its largest twentieth: a few huge weights do not move it. Reorders it. */
static double trimmed_mean(double *sample, int samples)
{
    const int count = samples - samples * (TP_SAMPLES - TP_SAMPLES_TRIMMED) / TP_SAMPLES;
    double sum = 0;
    select_least(sample, samples, count);
    for (int s = 0; s < count; s++) sum += sample[s];
    return sum / count;
}

static bool same_pattern(const tp_lists *a, const tp_lists *b)
{
    if (a->lists != b->lists) return false;
    if (a->count == 0 || a->ids == b->ids) return true;
    return memcmp(a->offsets, b->offsets, ((size_t)a->lists + 1) * sizeof *a->offsets) == 0 &&
           memcmp(a->ids, b->ids, (size_t)a->count * sizeof *a->ids) == 0;
}

/* Are the orientation's lists on the context's device? */
static bool is_on_device(const tropic_context *context, const tropic_matrix *A, tp_orientation orientation)
{
    return context->backend->location == TROPIC_DEVICE &&
           tp_matrix_forms(context, A)->sides[tp_matrix_stored(A, orientation)].present;
}

/* By the device. */
static tropic_status survey(tropic_context *context, const tropic_matrix *A, tp_orientation orientation,
                            tp_survey *found)
{
    const tp_side *side = &tp_matrix_forms(context, A)->sides[tp_matrix_stored(A, orientation)];
    const tp_arcs arcs = tp_side_arcs(A, orientation, side);
    return context->backend->survey(context, &arcs, A->type, found);
}

/* Facts from the statistics of rows, and the lengths of columns. A NaN anywhere makes all facts of values NaN: no
 * comparison with them holds. */
static void set_facts(tropic_matrix *A, tp_survey *out, const tp_survey *in, bool symmetric_pattern, bool symmetric)
{
    tropic_matrix_facts *facts = &A->facts;
    *facts = (tropic_matrix_facts){
        .size = sizeof *facts,
        .rows = A->rows,
        .cols = A->cols,
        .count = A->count,
        .loops = out->loops,
        .symmetric_pattern = symmetric_pattern,
        .symmetric = symmetric,
        .min_out = out->shortest,
        .max_out = out->longest,
        .min_in = in->shortest,
        .max_in = in->longest,
        .mean_degree = A->rows > 0 ? (double)A->count / A->rows : 0,
        .deviation_out = out->deviation,
        .deviation_in = in->deviation,
        .components = -1,
        .isolated = out->isolated,
        .pull = tp_choose_pull(
            &(tp_degrees){.mean = A->cols > 0 ? (double)A->count / A->cols : 0, .deviation = in->deviation}),
    };
    A->trimmed_mean = 0;
    A->facts_known = true;
    if (A->count == 0) return;
    facts->min_value = facts->max_value = facts->mean_value = A->trimmed_mean = 1;
    if (A->pattern) return;
    facts->min_value = out->odd ? NAN : out->min_value;
    facts->max_value = out->odd ? NAN : out->max_value;
    facts->mean_value = out->odd ? NAN : out->sum / (double)A->count;
    A->trimmed_mean = out->odd ? NAN : trimmed_mean(out->sample, tp_samples(A->count));
}

/* Entries on the diagonal, by names. */
static tropic_offset named_loops(const tp_hypersparse *form, const tp_lists *rows)
{
    tropic_offset loops = 0;
    for (tropic_index l = 0; l < rows->lists; l++) {
        const tropic_index at = tp_hyperlist_find(&form->cols, tp_hyperlist_at(&form->rows, l));
        loops += at >= 0 && tp_list_has(rows, l, at);
    }
    return loops;
}

/* Of a square matrix. A vertex without a name is isolated. */
static tropic_status survey_square(tropic_context *context, const tropic_matrix *A, tp_survey *found, bool *pattern,
                                   bool *symmetric)
{
    const bool graph = !tropic_matrix_is_bipartite(A);
    const tropic_matrix *square;
    tropic_matrix *made;
    tp_hyperlist names;
    tp_lists out, in;
    tropic_status status;
    TP_TRY(tp_hypersparse_square(context, A->hypersparse, &names, &made, &square));
    status = tp_matrix_open_lists(context, square, TP_BY_ROW, &out);
    if (status == TROPIC_OK) status = tp_matrix_open_lists(context, square, TP_BY_COLUMN, &in);
    if (status == TROPIC_OK) {
        survey_loops(tp_team_for(context, A->count), &out, &in, graph, found);
        if (graph) found->isolated += A->rows - names.count;
        *symmetric = square->symmetric;
        *pattern = *symmetric || same_pattern(&out, &in);
    }
    tropic_matrix_free(&made);
    tp_hyperlist_free(&context->memory, &names);
    return status;
}

/* Of a hypersparse matrix, from its core. */
static tropic_status find_named_facts(tropic_context *context, tropic_matrix *A)
{
    const tp_hypersparse *form = A->hypersparse;
    bool pattern = false, symmetric = false;
    tp_survey found = {0}, lengths = {0};
    tp_lists out, in;
    TP_TRY(tp_matrix_open_lists(context, form->core, TP_BY_ROW, &out));
    TP_TRY(tp_matrix_open_lists(context, form->core, TP_BY_COLUMN, &in));
    survey_lengths(&out, A->rows, &found);
    survey_lengths(&in, A->cols, &lengths);
    if (A->rows == A->cols)
        TP_TRY(survey_square(context, A, &found, &pattern, &symmetric));
    else
        found.loops = named_loops(form, &out);
    if (out.count > 0 && out.size > 0) survey_values(tp_team_for(context, A->count), &out, A->type, &found);
    set_facts(A, &found, &lengths, pattern, symmetric);
    return TROPIC_OK;
}

static tropic_status find_facts(tropic_context *context, tropic_matrix *A, void *unused)
{
    const tp_team team = tp_team_for(context, A->count);
    tp_survey found = {0}, lengths = {0};
    tp_lists out, in;
    (void)unused;
    if (A->facts_known) return TROPIC_OK;
    if (A->symmetric && is_on_device(context, A, TP_BY_ROW) && !A->host.sides[TP_BY_ROW].present) {
        TP_TRY(survey(context, A, TP_BY_ROW, &found));
        set_facts(A, &found, &found, true, true);
        return TROPIC_OK;
    }
    if (A->hypersparse) return find_named_facts(context, A);
    TP_TRY(tp_matrix_need(context, A, TP_BY_ROW));
    TP_TRY(tp_matrix_need(context, A, TP_BY_COLUMN));
    out = tp_host_lists(A, TP_BY_ROW);
    in = tp_host_lists(A, TP_BY_COLUMN);
    survey_lengths(&out, A->rows, &found);
    survey_lengths(&in, A->cols, &lengths);
    survey_loops(team, &out, &in, !tropic_matrix_is_bipartite(A), &found);
    if (out.count > 0 && out.size > 0) survey_values(team, &out, A->type, &found);
    set_facts(A, &found, &lengths, A->symmetric || same_pattern(&out, &in), A->symmetric);
    return TROPIC_OK;
}

tropic_status tp_matrix_facts(tropic_context *context, const tropic_matrix *A, const tropic_matrix_facts **facts)
{
    *facts = &A->facts;
    return tp_matrix_with(context, A, find_facts, NULL);
}

/* The expensive part, which algorithms do not need. */
static tropic_status find_components(tropic_context *context, tropic_matrix *A, void *unused)
{
    (void)unused;
    if (A->components_known) return TROPIC_OK;
    TP_TRY(tp_count_components(context, A, &A->facts.components, &A->facts.largest_component));
    A->components_known = true;
    return TROPIC_OK;
}

/* Are most lists of the sample near the next? */
static bool are_banded(const tp_lists *side)
{
    int looked = 0, near = 0;
    for (int s = 0; s < TP_BANDED_SAMPLE; s++) {
        const int is = tp_are_near(side->offsets, side->ids, side->lists, s);
        looked += is >= 0;
        near += is > 0;
    }
    return 2 * near > looked;
}

/* (A matrix that a GPU alone has is transposed there: the orientation is wanted next, and the host would copy it
 * twice.) */
static tropic_status find_degrees(tropic_context *context, tropic_matrix *A, tp_orientation orientation, tp_degrees *d)
{
    const tp_orientation other = orientation == TP_BY_ROW ? TP_BY_COLUMN : TP_BY_ROW;
    const tropic_index lists = tp_matrix_lists(A, orientation);
    tp_survey found;
    tp_side *side;
    if (is_on_device(context, A, other) && !A->host.sides[tp_matrix_here(A)].present)
        TP_TRY(tp_matrix_find_side(context, A, orientation, false, &side));
    if (is_on_device(context, A, orientation)) {
        TP_TRY(survey(context, A, orientation, &found));
    } else {
        tp_lists here;
        TP_TRY(tp_matrix_need(context, A, orientation));
        here = tp_host_lists(A, orientation);
        survey_lengths(&here, lists, &found);
        found.banded = are_banded(&here);
    }
    *d = (tp_degrees){.mean = lists > 0 ? (double)A->count / lists : 0,
                      .deviation = found.deviation,
                      .shortest = found.shortest,
                      .longest = found.longest,
                      .banded = found.banded};
    return TROPIC_OK;
}

typedef struct wanted_degrees {
    tp_orientation orientation;
    tp_degrees *found;
} wanted_degrees;

static tropic_status know_degrees(tropic_context *context, tropic_matrix *A, void *of)
{
    const wanted_degrees *w = of;
    if (!A->degrees_known[w->orientation])
        TP_TRY(find_degrees(context, A, w->orientation, &A->degrees[w->orientation]));
    A->degrees_known[w->orientation] = true;
    *w->found = A->degrees[w->orientation];
    return TROPIC_OK;
}

tropic_status tp_matrix_degrees(tropic_context *context, const tropic_matrix *A, tp_orientation orientation,
                                tp_degrees *found)
{
    return tp_matrix_with(context, A, know_degrees, &(wanted_degrees){orientation, found});
}

tropic_status tropic_matrix_describe(const tropic_matrix *A, tropic_context *context, tropic_matrix_facts *facts)
{
    const tropic_matrix_facts *found;
    TP_CALL(context);
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    if (!A) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "A is NULL");
    if (!facts) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "facts is NULL");
    TP_TRY(tp_check_context(context));
    TP_TRY(tp_options_check_size(context, facts->size, "facts"));
    TP_TRY(tp_matrix_facts(context, A, &found));
    if (!tropic_matrix_is_bipartite(A)) TP_TRY(tp_matrix_with(context, A, find_components, NULL));
    tp_report_copy(facts, found, sizeof *facts);
    return TROPIC_OK;
}
