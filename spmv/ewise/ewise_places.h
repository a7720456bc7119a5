/* SPDX-License-Identifier: Apache-2.0
 *
 * Lists of places for operations that go along one, in arrays of the operation.
 */
#ifndef TP_EWISE_PLACES_H
#define TP_EWISE_PLACES_H

#include "spmv/ewise/ewise_driver.h"

/* Which list is gone along. */
typedef enum tp_along { TP_ALONG_ALL, TP_ALONG_IDS, TP_ALONG_T, TP_ALONG_MASK } tp_along;

static inline bool tp_is_sparse(const tropic_vector *v)
{
    return v && v->form == TROPIC_SPARSE;
}

/* The entries of a list, or of no vector. */
static inline tp_places tp_places_of(const tropic_vector *v)
{
    return (tp_places){v ? v->ids : NULL, v ? tp_count_peek(&v->count) : 0};
}

/* Do old entries of w stay? With replace and no accumulator, w becomes the entries of t that the mask lets through. */
static inline bool tp_operation_keeps(const tp_operation *o)
{
    return o->keep && (o->accum || o->ids || !o->removes);
}

/* The mask where it is a list, or none that lets nothing through. */
static inline tp_mask tp_list_mask(const tp_operation *o)
{
    return o->mask ? tp_mask_of(o->mask, &o->descriptor) : (tp_mask){.structure = true};
}

/* One input, by place, or by the position of ids. `used`: op looks at its values. */
tropic_status tp_input_open(const tp_operation *o, tp_input *in, tp_operand *operand, const tropic_vector *v,
                            bool used);

/* The array has room for so many members. */
tropic_status tp_places_make(tp_operation *o, tp_listed_array what, int64_t count, size_t size);
/* o->places = those of the list that is gone along. A caller's ids become `ascending` if asked for; then LISTED_X has
 * where each of them stood, unless they were so. */
tropic_status tp_places_open(tp_operation *o, tp_along along, bool ascending);

#endif
