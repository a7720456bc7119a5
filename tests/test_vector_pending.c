/* SPDX-License-Identifier: Apache-2.0
 *
 * The first call after entries of a sparse vector were set or removed sees them, whichever it is. Each public call that
 * is given a vector gives the same result for pending updates as for a vector that was made so.
 * tests/scripts/pending.sh finds calls that are missing.
 */
#include "spmv/operands/vector_cast.h"
#include "tests/fixtures.h"
#include "tests/ledger.h"
#include "tests/vector_calls.h"

enum { N = VECTOR_CALLS_N, PARTS = VECTOR_PARTS, VALUES = 5 };

/* Values by place; 0: no entry. */
typedef struct model {
    double value[N];
} model;

static tropic_vector *make(tropic_context *context, const model *m)
{
    bool present[N];
    tropic_vector *v = NULL;
    for (int i = 0; i < N; i++) present[i] = m->value[i] != 0;
    assert_ok(context, tropic_vector_create(&v, context, TROPIC_FP64, N));
    assert_ok(context, tropic_vector_put_dense(v, m->value, present));
    assert_ok(context, tropic_vector_set_form(v, TROPIC_SPARSE));
    return v;
}

/* Some new entries, some other values, some entries that are not there any more. */
static void update(tropic_context *context, model *m, tropic_vector *v, int updates, uint64_t *random)
{
    for (int k = 0; k < updates; k++) {
        const int i = test_below(random, N);
        m->value[i] = test_below(random, VALUES);
        if (m->value[i] == 0)
            assert_ok(context, tropic_vector_remove(v, i));
        else
            assert_ok(context, tropic_vector_set(v, i, &m->value[i]));
    }
}

static model draw(uint64_t *random, int density)
{
    model m;
    for (int i = 0; i < N; i++) m.value[i] = test_below(random, VALUES) < density ? 1 + test_below(random, VALUES) : 0;
    return m;
}

static void every_call_sees_updates(void **state)
{
    const tropic_context_options options = {.size = sizeof options, .device = test_device(), .reproducible = true};
    OWNED(tropic_context) *context = NULL;
    uint64_t random = 12;
    assert_ok(NULL, tropic_context_create(&context, &options));
    for (const vector_call *call = vector_calls; call->name; call++)
        for (int k = 0; k < 4 * PARTS; k++) {
            matrix_outcome expected = {.context = context, .part = k % PARTS}, found = expected;
            model m = draw(&random, k / PARTS);
            OWNED(tropic_vector) *pending = make(context, &m), *made = NULL;
            update(context, &m, pending, k < PARTS ? 2 : N / 2, &random);
            made = make(context, &m);
            vector_call_run(call, &expected, made);
            vector_call_run(call, &found, pending);
            if (found.count != expected.count || memcmp(found.bytes, expected.bytes, found.count) != 0)
                fail_msg("%s, part %d, does not see what is pending", call->name, found.part);
            free(expected.bytes);
            free(found.bytes);
        }
}

/* -- long vectors ------------------------------------------------------------------------------- */

/* Many updates of a vector of 2^31 - 1 places cost the time of these updates. */
static void sets_of_long_vectors(void **state)
{
    enum { EACH = 50000, ROUNDS = 3, MOST = ROUNDS * EACH + 1 }; /* place 0, too */
    OWNED(tropic_context) *context = test_context();
    OWNED_MEMORY tropic_index *ids = calloc(MOST, sizeof *ids);
    OWNED_MEMORY int64_t *values = calloc(MOST, sizeof *values);
    int64_t one = 0;
    OWNED(tropic_vector) *v = NULL;
    uint64_t random = 3;
    assert_ok(context, tropic_vector_create(&v, context, TROPIC_INT64, TROPIC_INDEX_MAX));
    for (int round = 0; round < ROUNDS; round++) {
        bool present = false;
        for (tropic_index k = 0; k < EACH; k++) {
            const int64_t i = test_below(&random, TROPIC_INDEX_MAX);
            assert_ok(context, tropic_vector_set(v, (tropic_index)i, &i));
        }
        for (int64_t i = 0; i < 2; i++) assert_ok(context, tropic_vector_set(v, (tropic_index)i, &i));
        assert_ok(context, tropic_vector_remove(v, 1));
        assert_ok(context, tropic_vector_get(v, 1, &one, &present));
        assert_false(present);
        assert_ok(context, tropic_vector_get(v, 0, &one, &present));
        assert_true(present && one == 0);
        assert_in_range(tropic_vector_count(v), (round + 1) * (EACH - ROUNDS), (round + 1) * EACH + 1);
        assert_int_equal(tropic_vector_get_form(v), TROPIC_SPARSE);
        assert_ok(context, tropic_vector_get_entries(v, ids, values));
        for (tropic_index k = 0; k < tropic_vector_count(v); k++) {
            assert_true(k == 0 || ids[k - 1] < ids[k]);
            assert_int_equal(values[k], ids[k]);
        }
    }
}

/* A vector that is set and read in turn becomes a bitmap, where that costs nothing more. */
static void sets_between_other_calls(void **state)
{
    enum { PLACES = 20000 };
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_vector) *v = NULL;
    assert_ok(context, tropic_vector_create(&v, context, TROPIC_INT32, PLACES));
    for (int32_t k = 0; k < PLACES; k++) {
        const tropic_index i = (tropic_index)((int64_t)k * 7919 % PLACES);
        assert_ok(context, tropic_vector_set(v, i, &k));
        assert_int_equal(tropic_vector_count(v), k + 1);
        if (k == PLACES / 10) assert_int_equal(tropic_vector_get_form(v), TROPIC_BITMAP);
    }
}

/* -- without memory ----------------------------------------------------------------------------- */

static void updates_stay_without_memory(void **state)
{
    ledger l = {.fail_at = -1};
    tropic_context *context = ledger_context(test_device(), &l);
    double values[N];
    bool present[N];
    uint64_t random = 4;
    for (int density = 0; density < 3; density++) {
        model m = draw(&random, density);
        OWNED(tropic_vector) *v = make(context, &m);
        tropic_status status = TROPIC_OUT_OF_MEMORY;
        tropic_index count = 0;
        update(context, &m, v, N / 2, &random);
        for (int i = 0; i < N; i++) count += m.value[i] != 0;
        for (long k = 0; status != TROPIC_OK; k++) {
            assert_true(k < 100);
            l.fail_at = l.calls + k;
            status = tropic_vector_set_form(v, TROPIC_SPARSE);
            assert_true(status == TROPIC_OK || status == TROPIC_OUT_OF_MEMORY);
            l.fail_at = l.calls;
            if (status != TROPIC_OK) assert_int_equal(tropic_vector_count(v), count);
            l.fail_at = -1;
        }
        assert_ok(context, tropic_vector_get_dense(v, values, present));
        for (int i = 0; i < N; i++) assert_true(values[i] == m.value[i] && present[i] == (m.value[i] != 0));
        l.fail_at = l.calls;
        assert_status(context, TROPIC_OUT_OF_MEMORY, tropic_vector_set(v, 1, values));
        l.fail_at = -1;
        assert_int_equal(tropic_vector_count(v), count);
        update(context, &m, v, 1, &random);
    }
    tropic_context_free(&context);
    assert_int_equal(l.live, 0);
}

/* Whoever casts a vector that nobody has finished: the copy has its entries, and nothing that is still due. */
static void casts_have_updates(void **state)
{
    OWNED(tropic_context) *context = test_context();
    uint64_t random = 4;
    for (int round = 0; round < test_sized(50, 3); round++) {
        model m = {{0}};
        OWNED(tropic_vector) *v = make(context, &m);
        tropic_index entries = 0;
        tp_cast_vector cast;
        update(context, &m, v, 1 + test_below(&random, N), &random);
        for (int i = 0; i < N; i++) entries += m.value[i] != 0;
        assert_true(v->pending || entries == 0);
        assert_ok(context, tp_cast_vector_open(&cast, v, TROPIC_INT32));
        assert_int_equal(cast.v->count.entries, entries);
        assert_null(cast.v->pending);
        assert_int_equal(cast.v->count.state, TP_COUNT_KNOWN);
        tp_cast_vector_close(&cast);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_call_sees_updates),  cmocka_unit_test(sets_of_long_vectors),
        cmocka_unit_test(sets_between_other_calls), cmocka_unit_test(updates_stay_without_memory),
        cmocka_unit_test(casts_have_updates),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
