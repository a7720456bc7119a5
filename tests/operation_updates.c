/* SPDX-License-Identifier: Apache-2.0
 *
 * Entries of a matrix of random operations, set, removed and looked at one by one.
 */
#include "tests/operation_algebra.h"
#include "tests/operation_matrices.h"

/* By the name that calls of GraphBLAS have for the type. */
static GrB_Info set_grb(GrB_Matrix G, tropic_type type, const operand_value *value, GrB_Index i, GrB_Index j)
{
#define SET(NAME, C)                                                                                                   \
    case TROPIC_##NAME: {                                                                                              \
        C x;                                                                                                           \
        memcpy(&x, value, sizeof x);                                                                                   \
        return GrB_Matrix_setElement_##NAME(G, x, i, j);                                                               \
    }
    switch ((int)type) {
        TEST_EACH_TYPE(SET)
    default: return GrB_Matrix_setElement_UDT(G, (void *)(uintptr_t)value, i, j);
    }
}

static GrB_Info get_grb(operand_value *value, tropic_type type, GrB_Matrix G, GrB_Index i, GrB_Index j)
{
#define GET(NAME, C)                                                                                                   \
    case TROPIC_##NAME: return GrB_Matrix_extractElement_##NAME((C *)value, G, i, j);
    switch ((int)type) {
        TEST_EACH_TYPE(GET)
    default: return GrB_Matrix_extractElement_UDT(value, G, i, j);
    }
}

static void look(const twin *t, tropic_context *context, tropic_index i, tropic_index j)
{
    operand_value mine, theirs;
    bool present;
    const GrB_Info info = get_grb(&theirs, t->type, t->G, (GrB_Index)i, (GrB_Index)j);
    GrB_Index count;
    assert_ok(context, tropic_matrix_get(t->A, context, i, j, &mine, &present));
    assert_int_equal(info, present ? GrB_SUCCESS : GrB_NO_VALUE);
    if (present) assert_true(operand_equal(t->type, &mine, &theirs));
    assert_int_equal(GrB_Matrix_nvals(&count, t->G), GrB_SUCCESS);
    assert_int_equal(tropic_matrix_count(t->A), (tropic_offset)count);
}

void twin_update(twin *t, tropic_context *context, int count, operand_values values, uint64_t *random)
{
    const bool pattern = tropic_matrix_is_pattern(t->A);
    for (int k = 0; k < count && t->rows > 0 && t->cols > 0; k++) {
        const tropic_index i = test_below(random, t->rows), j = test_below(random, t->cols);
        operand_value value;
        if (pattern)
            memset(&value, true, 1);
        else
            operand_draw_value(&value, t->type, values, random);
        if (test_below(random, 3) > 0) {
            assert_ok(context, tropic_matrix_set(t->A, context, i, j, pattern ? NULL : &value));
            assert_int_equal(set_grb(t->G, t->type, &value, (GrB_Index)i, (GrB_Index)j), GrB_SUCCESS);
        } else {
            assert_ok(context, tropic_matrix_remove(t->A, context, i, j));
            assert_int_equal(GrB_Matrix_removeElement(t->G, (GrB_Index)i, (GrB_Index)j), GrB_SUCCESS);
        }
    }
}

void twin_look(const twin *t, tropic_context *context, int count, uint64_t *random)
{
    for (int k = 0; k < count && t->rows > 0 && t->cols > 0; k++)
        look(t, context, test_below(random, t->rows), test_below(random, t->cols));
}
