/* SPDX-License-Identifier: Apache-2.0
 *
 * Where a matrix has its entries, but for pending updates, so that single ones are found and changed. The lock is held.
 */
#ifndef TP_STORED_H
#define TP_STORED_H

#include "formats/matrix/forms/hypersparse.h"
#include "formats/matrix/there.h"

TP_BEGIN_C

typedef struct tp_stored {
    tropic_matrix *A;
    const tp_side *there;       /* a device has the lists, and the host has none; NULL: the host has them */
    int device;                 /* which, then */
    bool mirrored;              /* the context's device has arrays, which updates are to be merged into */
    const tp_hypersparse *form; /* its core has the lists; NULL: A has them */
    bool dense;                 /* A's dense form; there are no lists */
    tp_orientation o;           /* of the lists */
    tp_lists lists;
    const void *values;
} tp_stored;

/* The host's dense form; else its lists, of the orientation o if there are any of that; else those of the context's
 * device, or (the second does not know these) the host's are made. */
tropic_status tp_stored_open(tropic_context *context, tropic_matrix *A, tp_orientation o, tp_stored *s);
tropic_status tp_stored_open_host(tropic_context *context, tropic_matrix *A, tp_orientation o, tp_stored *s);
/* Where the entry is among the values of the host; -1: there is none. */
tropic_offset tp_stored_find(const tp_stored *s, tropic_index i, tropic_index j);
/* What may be written where it lies. */
typedef enum tp_claim {
    TP_CLAIM_NONE,
    TP_CLAIM_VALUES, /* other values of entries */
    TP_CLAIM_ENTRIES /* these may also come and go, by tp_dense_put */
} tp_claim;
/* ... from now on: all that was made of what is written is dropped. `entries`: they may have to come and go. */
tp_claim tp_stored_claim(const tp_stored *s, bool entries);
static inline void tp_stored_put(const tp_stored *s, tropic_offset at, const void *value, size_t size)
{
    tp_copy_value(tp_value_at((void *)s->values, size, at), value, size);
}

/* The number of a line among the lists, or of an id within them, by the names that there may be; -1: it has none. */
static inline tropic_index tp_stored_number(const tp_stored *s, tp_orientation of, tropic_index id)
{
    return s->form ? tp_hyperlist_find(of == TP_BY_ROW ? &s->form->rows : &s->form->cols, id) : id;
}
/* The other way round. */
static inline tropic_index tp_stored_name(const tp_stored *s, tp_orientation of, tropic_index number)
{
    return s->form ? tp_hyperlist_at(of == TP_BY_ROW ? &s->form->rows : &s->form->cols, number) : number;
}

TP_END_C

#endif
