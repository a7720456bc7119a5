/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators with one operand bound, over all entries of a matrix.
 */
#include "spmv/apply/bound.h"

#include "runtime/types.h"
#include "spmv/tuning.h"

/* The same value, for so many entries, but for no more than are evaluated at a time. */
static void repeat(tp_packed_room *to, const void *value, size_t size, int packed, tropic_offset count)
{
    const size_t most = count < packed ? (size_t)count : (size_t)packed;
#define REPEAT(size)                                                                                                   \
    for (size_t k = 0; k < most; k++) memcpy(to->byte + k * (size), value, size);
    TP_BY_SIZE(size, REPEAT)
}

tropic_status tp_bound_open(tp_bound *b, const tp_matrix_output *o, const tropic_operator *op, const tropic_matrix *A,
                            bool transposed, const void *value, bool value_first)
{
    tropic_context *context = o->context;
    const tropic_type of_entry = value_first ? op->y : op->x, of_value = value_first ? op->x : op->y;
    const bool reads_value = value_first ? op->uses_x : op->uses_y;
    const size_t size = tropic_type_size(of_value), entry_size = tropic_type_size(of_entry);
    b->context = context;
    b->value_first = value_first;
    TP_TRY(tp_matrix_open_lists(context, A, tp_input_by(transposed), &b->a));
    b->reads = b->a.size > 0 && (value_first ? op->uses_y : op->uses_x);
    b->cast = b->reads ? tp_cast_of(of_entry, A->type) : NULL;
    b->packed = tp_packed_of(size > entry_size ? size : entry_size);
    repeat(&b->value, reads_value ? value : tp_type_one(of_value), size, b->packed, b->a.count);
    if (!b->reads) repeat(&b->entry, tp_type_one(of_entry), entry_size, b->packed, b->a.count);
    return tp_matrix_output_evaluator(o, &b->f, op);
}

/* The rows of entries k .. k + count - 1, the first of which lies in row r or beyond; returns that of the last. */
static tropic_index find_rows(const tp_lists *a, int64_t k, int64_t count, tropic_index r, tropic_index *i)
{
    const tropic_offset *offsets = a->offsets;
    if (a->count / TP_BOUND_LONG_ROWS >= a->lists) {
        for (int64_t c = 0; c < count;) {
            int64_t end;
            while (offsets[r + 1] <= k + c) r++;
            end = offsets[r + 1] - k < count ? offsets[r + 1] - k : count;
            for (; c < end; c++) i[c] = r;
        }
        return r;
    }
    for (int64_t c = 0; c < count; c++) {
        r += offsets[r + 1] <= k + c; /* mostly enough */
        while (offsets[r + 1] <= k + c) r++;
        i[c] = r;
    }
    return r;
}

void tp_bound_block(const tp_bound *b, int64_t k, int64_t count, tropic_index *row, void *z)
{
    static const tropic_index none[TP_PACKED];
    const void *entry = b->reads ? tp_value_at(b->a.values, b->a.size, k) : (const void *)b->entry.byte;
    tropic_index i[TP_PACKED];
    int64_t cast[TP_PACKED]; /* numbers alone are cast */
    if (b->cast) {
        b->cast(cast, entry, count);
        entry = cast;
    }
    if (b->f.reads_places) *row = find_rows(&b->a, k, count, *row, i);
    tp_evaluate(&b->f, z, b->value_first ? b->value.byte : entry, b->value_first ? entry : b->value.byte,
                b->f.reads_places ? i : none, b->a.ids + k, count);
}

typedef struct evaluation {
    const tp_bound *b;
    char *z;
} evaluation;

/* Entries begin .. end - 1, in blocks; the rows that they lie in are followed if op asks. */
static void evaluate(const void *of, int64_t begin, int64_t end)
{
    const evaluation *e = of;
    const tp_bound *b = e->b;
    tropic_index row = b->f.reads_places ? (tropic_index)tp_list_at(b->a.offsets, b->a.lists, begin) : 0;
    for (int64_t k = begin; k < end; k += b->packed)
        tp_bound_block(b, k, end - k < b->packed ? end - k : b->packed, &row,
                       e->z + (size_t)k * tropic_type_size(b->f.op->z));
}

void tp_bound_evaluate(const tp_bound *b, void *z)
{
    enum { BLOCKS = 32 };
    const evaluation e = {b, z};
    tp_for(tp_team_for(b->context, b->a.count), b->a.count, BLOCKS * TP_PACKED, evaluate, &e);
}
