/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators as functions over lists, against the built-in ones: the same operation by both.
 */
#include <tropic_host.h>

#include "semiring/operator.h"
#include "spmv/ewise/ewise_blockwise.h"
#include "tests/common.h"

enum { MOST = 1000 };

/* Traps on places without an entry: those have the value HOLE. */
#define HOLE (-77)

static void plus(const tropic_host_operator *self, void *z, const void *x, const void *y, const tropic_index *places,
                 const tropic_index *j, int64_t count)
{
    const int32_t *a = x, *b = y;
    assert_in_range(count, 1, MOST);
    for (int64_t k = 0; k < count; k++) {
        assert_true(a[k] != HOLE && b[k] != HOLE);
        ((int32_t *)z)[k] = a[k] + b[k];
    }
}

static void less(const tropic_host_operator *self, void *z, const void *x, const void *y, const tropic_index *places,
                 const tropic_index *j, int64_t count)
{
    const int32_t *a = x, *b = y;
    for (int64_t k = 0; k < count; k++) {
        assert_true(a[k] != HOLE && b[k] != HOLE);
        ((bool *)z)[k] = a[k] < b[k];
    }
}

static const tropic_host_operator plus_host = {.size = sizeof plus_host, .map = plus};
static const tropic_host_operator less_host = {.size = sizeof less_host, .map = less};

typedef struct arrays {
    int32_t values[MOST];
    uint8_t has[MOST];
} arrays;

static void draw(arrays *a, tropic_index n, uint64_t *random)
{
    for (tropic_index i = 0; i < n; i++) {
        a->has[i] = (uint8_t)test_below(random, 2);
        a->values[i] = a->has[i] ? test_below(random, 9) : HOLE;
    }
}

static tp_mask draw_mask(arrays *mask, tropic_index n, uint64_t *random)
{
    draw(mask, n, random);
    for (tropic_index i = 0; i < n; i++) mask->values[i] = test_below(random, 2);
    return (tp_mask){.values = mask->values,
                     .has = test_below(random, 2) ? mask->has : NULL,
                     .type = TROPIC_INT32,
                     .structure = test_below(random, 2),
                     .complement = test_below(random, 2)};
}

static void assert_same(const arrays *a, const arrays *b, tropic_index n, bool truths)
{
    for (tropic_index i = 0; i < n; i++) {
        assert_int_equal(a->has[i], b->has[i]);
        if (!a->has[i]) continue;
        if (truths)
            assert_int_equal(((const bool *)(const void *)a->values)[i], ((const bool *)(const void *)b->values)[i]);
        else
            assert_int_equal(a->values[i], b->values[i]);
    }
}

/* Of each kind, with and without a mask, an accumulator, and lists of places. Drawn: how the mask is read, whether
 * places may be without an entry, one value in place of y, a result that is a list. */
static void check(tropic_context *context, tp_kind kind, bool compares, bool masked, bool adds, bool listed,
                  tropic_index n, uint64_t *random)
{
    static arrays x, y, mask, ours, theirs, third;
    const bool one_value = test_below(random, 3) == 0, full = test_below(random, 3) == 0;
    static tropic_index places[MOST];
    const bool truths = compares && kind == TP_INTERSECTION;
    const tropic_type result = truths ? TROPIC_BOOL : TROPIC_INT32;
    const tropic_operator *op = tropic_operator_builtin(compares ? TROPIC_LT : TROPIC_PLUS, TROPIC_INT32);
    tp_elementwise e = {.kind = kind,
                        .op = kind == TP_COPY ? NULL : op,
                        .op_code = op->builtin,
                        .accum = adds ? tropic_operator_builtin(TROPIC_PLUS, result) : NULL,
                        .accum_code = adds ? (int)TROPIC_PLUS : TP_ACCUM_NONE,
                        .type = TROPIC_INT32,
                        .result = result,
                        .n = n,
                        .places = listed ? places : NULL,
                        .mask = {.structure = true},
                        .x = {x.values, x.has, listed},
                        .y = {y.values, y.has, false},
                        .w = ours.values,
                        .w_has = ours.has};
    draw(&x, n, random);
    draw(&y, n, random);
    draw(&ours, n, random);
    if (truths)
        for (tropic_index i = 0; i < n; i++) ((bool *)(void *)ours.values)[i] = test_below(random, 2);
    for (tropic_index i = 0; i < n; i++) places[i] = n - 1 - i;
    if (kind == TP_COPY) e.y.has = NULL;
    if (masked) e.mask = draw_mask(&mask, n, random);
    if (one_value) {
        e.y = (tp_input){0};
        e.value.value.int32 = 3;
    }
    e.w_listed = listed && test_below(random, 2);
    /* Every place has an entry before and after: no flags. */
    if (full && (adds || kind == TP_COPY || kind == TP_UNION)) {
        for (tropic_index i = 0; i < n && !truths; i++) ours.values[i] = test_below(random, 9);
        for (tropic_index i = 0; i < n; i++) x.values[i] = test_below(random, 9);
        memset(ours.has, 1, sizeof ours.has);
        e.x.has = e.w_has = NULL;
    }
    third = theirs = ours;
    assert_ok(context, tp_cpu_elementwise(context, &e));
    e.w = theirs.values;
    e.w_has = e.w_has ? theirs.has : NULL;
    assert_ok(context, tp_cpu_elementwise_blockwise(context, &e, compares ? &less_host : &plus_host,
                                                    adds && !truths ? &plus_host : NULL));
    assert_same(&ours, &theirs, n, truths);
    e.w = third.values;
    e.w_has = e.w_has ? third.has : NULL;
    assert_ok(context, tp_cpu_elementwise_blockwise(context, &e, NULL, NULL)); /* built in */
    assert_same(&ours, &third, n, truths);
}

static void test_mapped(void **unused)
{
    tropic_context_options options = {.size = sizeof options, .device = TROPIC_DEVICE_CPU};
    OWNED(tropic_context) *context = NULL;
    uint64_t random = 1;
    assert_int_equal(tropic_context_create(&context, &options), TROPIC_OK);
    for (int way = 0; way < 4096; way++) {
        const tp_kind kind = (tp_kind)(way & 3);
        const bool compares = kind == TP_SELECT || (kind == TP_INTERSECTION && way & 4);
        const tropic_index n = way & 64 ? test_below(&random, MOST) : test_below(&random, 5);
        check(context, kind, compares, way & 8, way & 16, way & 32, n, &random);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mapped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
