/* SPDX-License-Identifier: Apache-2.0
 *
 * How many entries a matrix has: for that, pending updates are looked up, where a device has the arrays.
 */
#include "formats/matrix/given_lines.h"
#include "formats/matrix/pending.h"
#include "formats/matrix/places.h"

/* So many updates are looked up at a time. */
enum { AT_A_TIME = 240 };

/* The next updates of which it is not known; returns where to go on. */
static int64_t take_unknown(const tp_pending *p, tp_orientation o, int64_t k, int64_t *updates, tropic_index *list,
                            tropic_index *id, int64_t *count)
{
    for (*count = 0; k < p->count && *count < AT_A_TIME; k++) {
        if (p->stored[k] != TP_STORED_UNKNOWN) continue;
        list[*count] = o == TP_BY_ROW ? p->rows[k] : p->cols[k];
        id[*count] = o == TP_BY_ROW ? p->cols[k] : p->rows[k];
        updates[(*count)++] = k;
    }
    return k;
}

tropic_status tp_stored_resolve(tropic_context *context, tropic_matrix *A)
{
    tp_pending *p = A->pending;
    const tp_forms *forms = A->host.next;
    tropic_index list[AT_A_TIME], id[AT_A_TIME];
    tropic_offset at[AT_A_TIME];
    int64_t updates[AT_A_TIME], count;
    if (p && p->lines) return tp_given_resolve(context, A);
    if (!p || p->unknown == 0) return TROPIC_OK;
    while (forms && !forms->sides[TP_BY_ROW].present && !forms->sides[TP_BY_COLUMN].present) forms = forms->next;
    if (!forms) return tp_fail(context, TROPIC_DEVICE_ERROR, "a matrix has no arrays");
    const tp_orientation o = forms->sides[TP_BY_ROW].present ? TP_BY_ROW : TP_BY_COLUMN;
    const tp_side *side = &forms->sides[o];
    const tp_lists lists = tp_stored_lists(A, side, o);
    for (int64_t k = 0; p->unknown > 0;) {
        k = take_unknown(p, o, k, updates, list, id, &count);
        TP_TRY(tp_places_of(side)->find(context, forms->device, &lists, list, id, count, at, NULL, NULL));
        for (int64_t u = 0; u < count; u++) {
            p->stored[updates[u]] = at[u] >= 0 ? TP_STORED : TP_STORED_NONE;
            A->count -= at[u] >= 0;
        }
        p->unknown -= count;
    }
    return TROPIC_OK;
}

/* (Where an update's place was not looked at, on a device that is there no more, it counts as one without an entry.) */
static tropic_offset count_pending(tropic_matrix *A)
{
    tropic_offset count;
    tp_mutex_lock(&A->lock);
    (void)tp_stored_resolve(NULL, A);
    count = A->count;
    tp_mutex_unlock(&A->lock);
    return count;
}

tropic_offset tropic_matrix_count(const tropic_matrix *A)
{
    if (!A) return 0;
    /* (What the host alone has had is known.) */
    if (!__atomic_load_n(&A->host.next, __ATOMIC_ACQUIRE) || !__atomic_load_n(&A->pending, __ATOMIC_ACQUIRE))
        return A->count;
    return count_pending((tropic_matrix *)A);
}
