/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/matrix_outcome.h"
#include "tests/fixtures.h"

void note(matrix_outcome *o, const void *bytes, size_t count)
{
    o->bytes = realloc(o->bytes, o->count + count + 1);
    assert_non_null(o->bytes);
    if (count > 0) memcpy(o->bytes + o->count, bytes, count);
    o->count += count;
}

void note_number(matrix_outcome *o, int64_t number)
{
    note(o, &number, sizeof number);
}

void note_matrix(matrix_outcome *o, const tropic_matrix *A)
{
    const size_t size = tropic_matrix_is_pattern(A) ? 0 : tropic_type_size(tropic_matrix_type(A));
    const size_t count = (size_t)tropic_matrix_count(A);
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    assert_ok(o->context, tropic_matrix_csr(A, o->context, &offsets, &ids, &values));
    note_number(o, tropic_matrix_count(A));
    note(o, offsets, ((size_t)tropic_matrix_rows(A) + 1) * sizeof *offsets);
    note(o, ids, count * sizeof *ids);
    note(o, values, count * size);
}

void note_vector(matrix_outcome *o, const tropic_vector *v)
{
    const tropic_index n = tropic_vector_size(v);
    OWNED_MEMORY void *values = test_room(n, tropic_type_size(tropic_vector_type(v)));
    OWNED_MEMORY bool *has = test_room(n, sizeof *has);
    assert_ok(o->context, tropic_vector_get_dense(v, values, has));
    note(o, values, (size_t)n * tropic_type_size(tropic_vector_type(v)));
    note(o, has, (size_t)n);
}

void note_made(matrix_outcome *o, tropic_matrix *made)
{
    note_matrix(o, made);
    tropic_matrix_free(&made);
}

void note_result(matrix_outcome *o, tropic_vector *v)
{
    note_vector(o, v);
    tropic_vector_free(&v);
}
