/* SPDX-License-Identifier: Apache-2.0 */
#include <tropic_define.h>

#include "tests/vector_picture.h"

/* clang-format off */
TROPIC_STRUCT(tally, uint8_t c[5];);
/* clang-format on */

const tropic_index PICTURE_IDS[PICTURE_FILLED] = {1, 2, 4};

void picture_types(tropic_context *context, tropic_type *types)
{
    for (int t = 0; t < TROPIC_TYPES; t++) types[t] = (tropic_type)t;
    assert_ok(context, tropic_type_define(&types[TROPIC_TYPES], context, &tally_type));
}

void picture_values(tropic_type type, char *values)
{
    const size_t size = tropic_type_size(type);
    for (size_t k = 0; k < PICTURE_PLACES * size; k++)
        values[k] = type == TROPIC_BOOL ? (char)(k % 2) : (char)(17 * k + 3);
}

tropic_vector *picture_make(tropic_context *context, tropic_type type, tropic_vector_form form)
{
    char values[PICTURE_PLACES * PICTURE_VALUE];
    tropic_vector *v = NULL;
    picture_values(type, values);
    assert_ok(context, tropic_vector_create(&v, context, type, PICTURE_PLACES));
    if (form == TROPIC_FULL)
        assert_ok(context, tropic_vector_put_dense(v, values, NULL));
    else
        assert_ok(context, tropic_vector_put_entries(v, PICTURE_FILLED, PICTURE_IDS, values));
    assert_ok(context, tropic_vector_set_form(v, form));
    return v;
}

picture picture_look(tropic_context *context, const tropic_vector *v)
{
    picture p;
    memset(&p, 0, sizeof p);
    p.type = tropic_vector_type(v);
    p.n = tropic_vector_size(v);
    p.columns = tropic_vector_columns(v);
    p.count = tropic_vector_count(v);
    p.form = tropic_vector_get_form(v);
    assert_in_range(p.n, 0, PICTURE_PLACES);
    assert_ok(context, tropic_vector_get_dense(v, p.values, p.present));
    return p;
}

void picture_same(const picture *a, const picture *b)
{
    assert_memory_equal(a, b, sizeof *a);
}
