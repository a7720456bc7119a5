/* SPDX-License-Identifier: Apache-2.0
 *
 * Lists of places for operations that go along one, in arrays of the operation.
 */
#ifndef TP_ELEMENTWISE_PLACES_H
#define TP_ELEMENTWISE_PLACES_H

#include "spmv/vectors/elementwise_driver.h"

/* Which list is gone along. */
typedef enum tp_along { TP_ALONG_ALL, TP_ALONG_IDS, TP_ALONG_T, TP_ALONG_MASK } tp_along;

static inline bool tp_is_sparse(const tropic_vector *v)
{
    return v && v->form == TROPIC_SPARSE;
}

/* The entries of a list, or of no vector. */
static inline tp_places tp_places_of(const tropic_vector *v)
{
    return (tp_places){v ? v->ids : NULL, v ? v->count : 0};
}

/* The array has room for so many members. */
tropic_status tp_places_make(tp_operation *o, tp_listed_array what, int64_t count, size_t size);
/* *at = where places stand in a list of ascending ids, in that array. */
tropic_status tp_places_look_up(tp_operation *o, tp_listed_array what, tp_places places, tp_places list,
                                const tropic_index **at);
/* *all = those of both lists, in that array. */
tropic_status tp_places_unite(tp_operation *o, tp_listed_array what, tp_places a, tp_places b, tp_places *all);
/* o->places = those of the list that is gone along. A caller's ids become `ascending` if asked for; then LISTED_X has
 * where each of them stood, unless they were so. */
tropic_status tp_places_open(tp_operation *o, tp_along along, bool ascending);

#endif
