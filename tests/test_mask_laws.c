/* SPDX-License-Identifier: Apache-2.0
 *
 * A mask and its complement part the result of an operation: C<m> and C<!m> share no entry, and together are C.
 */
#include "tests/jit.h"
#include "tests/matrix_model.h"
#include "tests/semiring_laws.h"

enum { COLUMNS = 3 };

/* Operations with a mask. */
typedef enum masked {
    MASKED_MXV,
    MASKED_VXM,
    MASKED_ADD,
    MASKED_MULTIPLY,
    MASKED_APPLY,
    MASKED_SELECT,
    MASKED_EXTRACT,
    MASKED_REDUCE,
    MASKED_MXV_BLOCK, /* alone with columns */
    MASKED
} masked;

/* w<mask> = the operation of A, and u and v, which have as many places as w but for products. */
static void run_masked(const law_fixture *f, masked kind, tropic_vector *w, const tropic_vector *mask,
                       const tropic_vector *u, const tropic_vector *v, tropic_descriptor d)
{
    const tropic_operator *min = tropic_operator_builtin(TROPIC_LE, f->over->type);
    const int64_t zero = 0;
    tropic_context *context = f->context;
    switch (kind) {
    case MASKED_MXV:
    case MASKED_VXM: law_multiply(f, w, mask, f->A, u, false, kind == MASKED_VXM, d); break;
    case MASKED_ADD: assert_ok(context, tropic_ewise_add(w, mask, NULL, law_adds(f), u, v, &d)); break;
    case MASKED_MULTIPLY: assert_ok(context, tropic_ewise_multiply(w, mask, NULL, law_scales(f), u, v, &d)); break;
    case MASKED_APPLY: assert_ok(context, tropic_apply(w, mask, NULL, law_scales(f), u, &zero, &d)); break;
    case MASKED_SELECT: assert_ok(context, tropic_select(w, mask, NULL, min, u, &zero, &d)); break;
    case MASKED_EXTRACT: assert_ok(context, tropic_extract(w, mask, NULL, u, NULL, tropic_vector_size(u), &d)); break;
    case MASKED_REDUCE: assert_ok(context, tropic_reduce_matrix(w, mask, NULL, law_adds(f), f->A, &d)); break;
    default: assert_ok(context, tropic_mxv_block(w, mask, NULL, law_semiring(f), f->A, u, &d));
    }
}

/* w and the mask have entries at any places; with replace w's old entries are gone. */
static void check_partition(law_fixture *f, masked kind, bool structure)
{
    static const char *const names[MASKED] = {
        "mxv parted",    "vxm parted",     "ewise_add parted",     "ewise_multiply parted", "apply parted",
        "select parted", "extract parted", "reduce_matrix parted", "mxv_block parted"};
    const tropic_index columns = kind == MASKED_MXV_BLOCK ? COLUMNS : 1;
    const bool products = kind == MASKED_MXV || kind == MASKED_VXM || kind == MASKED_MXV_BLOCK;
    const tropic_type types[] = {TROPIC_BOOL, TROPIC_INT32, TROPIC_FP64};
    OWNED(tropic_vector) *mask = law_draw(f, types[test_below(&f->random, 3)], law_rows(f), columns);
    OWNED(tropic_vector) *u = law_draw(f, f->over->type, products ? law_cols(f) : law_rows(f), columns);
    OWNED(tropic_vector) *v = law_draw(f, f->over->type, law_rows(f), columns);
    law_contents part[3];
    for (int k = 0; k < 3; k++) { /* all, m, !m */
        const tropic_descriptor d = {.size = sizeof d, .replace = true, .structure = structure, .complement = k == 2};
        OWNED(tropic_vector) *w = law_draw(f, f->over->type, law_rows(f), columns);
        run_masked(f, kind, w, k > 0 ? mask : NULL, u, v, d);
        part[k] = law_read(f, w);
    }
    for (tropic_index i = 0; i < part[0].n; i++) {
        const law_contents *one = part[1].has[i] ? &part[1] : &part[2];
        if ((part[1].has[i] && part[2].has[i]) || part[0].has[i] != one->has[i] ||
            (one->has[i] && !law_same(&part[0], i, one, i)))
            law_fail(f, names[kind], i);
    }
    for (int k = 0; k < 3; k++) law_contents_free(&part[k]);
}

/* A GPU compiles each semiring of blocks: the first alone there. */
static void law_masks_part(law_fixture *f)
{
    for (int kind = 0; kind < MASKED; kind++) {
        const bool by_strategy = kind == MASKED_MXV || kind == MASKED_VXM;
        if (!by_strategy && f->strategy != TROPIC_STRATEGY_AUTO) continue;
        if (kind == MASKED_MXV_BLOCK && test_device() == TROPIC_DEVICE_CUDA && !f->first) continue;
        check_partition(f, (masked)kind, false);
        check_partition(f, (masked)kind, true);
    }
}

static void expect_same_rows(const law_fixture *f, const tropic_matrix *A, const tropic_matrix *B)
{
    const tropic_offset *offsets[2], count = tropic_matrix_count(A);
    const tropic_index *ids[2];
    const void *values[2];
    assert_int_equal(count, tropic_matrix_count(B));
    assert_int_equal(tropic_matrix_rows(A), tropic_matrix_rows(B));
    assert_ok(f->context, tropic_matrix_csr(A, f->context, &offsets[0], &ids[0], &values[0]));
    assert_ok(f->context, tropic_matrix_csr(B, f->context, &offsets[1], &ids[1], &values[1]));
    for (tropic_index i = 0; i <= tropic_matrix_rows(A); i++)
        if (offsets[0][i] != offsets[1][i]) law_fail(f, "transpose parted, rows", i);
    for (tropic_offset k = 0; k < count; k++)
        if (ids[0][k] != ids[1][k] ||
            !(test_value_load(f->over->type, values[0], k) == test_value_load(f->over->type, values[1], k)))
            law_fail(f, "transpose parted, entries", (tropic_index)k);
}

/* C<M> = A' and then C<!M> = A', without replace, leave A' and nothing of the old C. */
static void law_masks_part_transposes(law_fixture *f)
{
    const bool structure = test_below(&f->random, 2);
    const tropic_descriptor inside = {.size = sizeof inside, .structure = structure};
    const tropic_descriptor outside = {.size = sizeof outside, .structure = structure, .complement = true};
    OWNED_MEMORY int32_t *p = test_permutation_of(test_random(&f->random), law_rows(f));
    OWNED(tropic_matrix) *before = law_matrix(f, p, NULL, 2), *mask = law_matrix(f, p, NULL, 1);
    OWNED(tropic_matrix) *C = NULL, *M = NULL, *wanted = NULL;
    assert_ok(f->context, tropic_transpose(&C, f->context, NULL, NULL, before, NULL));
    assert_ok(f->context, tropic_transpose(&M, f->context, NULL, NULL, mask, NULL));
    assert_ok(f->context, tropic_transpose(&wanted, f->context, NULL, NULL, f->A, NULL));
    assert_ok(f->context, tropic_transpose(&C, f->context, M, NULL, f->A, &inside));
    assert_ok(f->context, tropic_transpose(&C, f->context, M, NULL, f->A, &outside));
    expect_same_rows(f, C, wanted);
}

LAW_TEST(masks_part)
LAW_TEST(masks_part_transposes)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_masks_part),
        cmocka_unit_test(test_masks_part_transposes),
    };
    test_share_cases();
    test_need_device();
    return cmocka_run_group_tests(tests, test_cache_begin, test_cache_end);
}
