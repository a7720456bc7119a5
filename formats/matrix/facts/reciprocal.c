/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_matrix_reciprocal: is there an arc whose opposite is there as well?
 */
#include "formats/matrix/facts/survey.h"
#include "formats/matrix/forms/evict.h"
#include "formats/matrix/forms/hypersparse.h"

/* Arcs to look at where not all can be seen at a glance: reading them took longer by far. Where a hundredth of the arcs
 * have their opposites, so many random ones miss them all once in 10^18 times. */
#define LOOKS 4096

typedef struct finding {
    bool reciprocal, all;
    tropic_offset looked;
} finding;

/* Do all arcs lead to higher vertices, or all to lower ones, loops apart? As lists are ascending, their first and last
 * ids show it. */
static bool is_triangular(const tp_lists *side, tropic_offset *loops)
{
    tropic_offset first = 0, last = 0; /* lists that begin, and that end, with a loop */
    bool upper = true, lower = true;
    for (tropic_index l = 0; l < side->lists && (upper || lower); l++) {
        const tropic_offset begin = side->offsets[l], end = side->offsets[l + 1];
        if (begin == end) continue;
        upper = upper && side->ids[begin] >= l;
        lower = lower && side->ids[end - 1] <= l;
        first += side->ids[begin] == l;
        last += side->ids[end - 1] == l;
    }
    *loops = upper ? first : last;
    return upper || lower;
}

static finding look(const tp_lists *side)
{
    const int samples = side->count < LOOKS ? (int)side->count : LOOKS;
    finding found = {.all = samples == side->count};
    for (int s = 0; s < samples && !found.reciprocal; s++) {
        const tropic_offset k = tp_sample_at(side->count, samples, s);
        const tropic_index l = (tropic_index)tp_list_at(side->offsets, side->lists, k);
        if (side->ids[k] == l) continue;
        found.looked++;
        found.reciprocal = tp_list_has(side, side->ids[k], l);
    }
    return found;
}

static finding look_at(const tp_lists *side)
{
    tropic_offset loops;
    if (is_triangular(side, &loops)) return (finding){.all = true, .looked = side->count - loops};
    return look(side);
}

/* (Names ascend, so the matrix is triangular if its core is.) */
static tropic_status find_named(tropic_context *context, const tp_hypersparse *form, finding *found)
{
    const tropic_matrix *square;
    tropic_matrix *made;
    tp_hyperlist names;
    tp_orientation o;
    tp_lists side;
    tropic_status status;
    TP_TRY(tp_hypersparse_square(context, form, &names, &made, &square));
    status = tp_matrix_open_either(context, square, &o, &side);
    if (status == TROPIC_OK) *found = look_at(&side);
    tropic_matrix_free(&made);
    tp_hyperlist_free(&context->memory, &names);
    return status;
}

static tropic_status find(tropic_context *context, tropic_matrix *A, void *of)
{
    finding *found = of;
    tp_lists side;
    if (A->hypersparse) return find_named(context, A->hypersparse, found);
    if (!A->host.sides[tp_matrix_here(A)].present) TP_TRY(tp_matrix_need(context, A, TP_BY_ROW));
    side = tp_host_lists(A, tp_matrix_here(A));
    *found = look_at(&side);
    return TROPIC_OK;
}

tropic_status tropic_matrix_reciprocal(const tropic_matrix *A, tropic_context *context, bool *reciprocal,
                                       tropic_offset *looked, bool *all)
{
    finding found;
    TP_CALL(context);
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    if (!A) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "A is NULL");
    if (A->rows != A->cols)
        return tp_fail(context, TROPIC_DIMENSION_MISMATCH, "a matrix that is not square (%d x %d) has no opposite arcs",
                       (int)A->rows, (int)A->cols);
    TP_TRY(tp_matrix_with(context, A, find, &found));
    if (reciprocal) *reciprocal = found.reciprocal;
    if (looked) *looked = found.looked;
    if (all) *all = found.all;
    return TROPIC_OK;
}
